"""A row as an evaluation case: found part by part, written under one mapping of its own, checked, or dropped.

It stands in the place of the engine wherever a policy writes pseudonyms, so that cases go through the same staging,
gates, review and publishing as every other row. A case that cannot be kept comes back with its reason.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import orjson

from redactory.detect.fold import folded
from redactory.detect.names import names_of
from redactory.detect.spans import Span
from redactory.directory.model import Person, Snapshot
from redactory.errors import EvalsError
from redactory.evals.checks import Checks, paired, written
from redactory.evals.mentions import Found, mentions, values_of
from redactory.evals.parts import Declared, declared
from redactory.evals.relations import broken
from redactory.policy.model import Policy
from redactory.policy.paths import ByPath
from redactory.records.model import TextField
from redactory.redact.engine import KEY_HOLDS_VALUE, Redactor, RowInput, RowResult
from redactory.transform import Operators, Scope, needs_case
from redactory.transform.keys import SurrogateKeys
from redactory.transform.normal import normalise
from redactory.transform.pseudonym import CaseScope, Clash, Pseudonym, Unfit

_ACCOUNTS = ("USER", "EMAIL", "EMP_ID")  # what the directory tells whose it is
_DRAWS = 8  # times a case is drawn anew where fakes clash, before it is dropped
CLASHED = "no fakes were found that go together"


class CaseRedactor(Redactor):
    """The engine for policies that write pseudonyms: each row is a case.

    The key of a case is derived from the installation's and from what the case holds: the same case gives the same
    fakes, and no other case does.
    """

    reads_numbers = True

    def __init__(
        self, policy: Policy, snapshot: Snapshot | None = None, *, keys: SurrogateKeys, ner: bool | None = None
    ) -> None:
        super().__init__(policy, snapshot, ner=ner, keys=keys, pseudonyms=Pseudonym)
        self._secret = keys.current.secret
        self._checks = Checks(policy, Operators(policy, keys=keys, pseudonyms=Pseudonym))
        self._always = ByPath(dict.fromkeys(policy.cases.keep, True))
        self._people = snapshot.people if snapshot else ()

    def redact(self, rows: Sequence[RowInput], scopes: Sequence[Scope] | None = None) -> list[RowResult]:
        """One result a case, in order. `held` says why a case is dropped."""
        self._look_at_keys(rows)
        return [self._case(row) for row in rows]

    def _case(self, row: RowInput) -> RowResult:
        if any(self._key_held[key] for key in row.keys):
            return _dropped(row, KEY_HOLDS_VALUE)
        try:
            always = [index for index, field in enumerate(row.fields) if self._always.of(field.path)]
            says = declared(row.fields, always)
            spans = mentions(self._detector, row.fields, self._elsewhere)
            kept = [row.fields[index].text for index in says.keep]
            spans = _without(row.fields, spans, kept)
            for attempt in range(_DRAWS):
                try:
                    return self._checked(row, spans, kept, says, attempt)
                except Clash:
                    continue
        except (Unfit, EvalsError) as error:
            return _dropped(row, str(error))
        return _dropped(row, CLASHED)

    def _checked(
        self, row: RowInput, spans: Found, kept: Sequence[str], says: Declared, attempt: int
    ) -> RowResult:
        """Raises Clash where these fakes do not go together, Unfit where no fakes would."""
        scope = self._scope(row, says, attempt)
        for text in kept:
            scope.keep(text)
        self._meet(row, spans, says, scope)
        result = self._row(row, spans, scope)
        after = written(row.fields, result.edits)
        values = [*values_of(row.fields, spans), *((f.entity or "", f.text) for f in row.fields if f.account)]
        numbers = Counter(row.numbers) - Counter(row.fields[index].text for index in result.edits)
        leaks = self._checks.leaks(row.fields, after, row.keys, values, kept, [*numbers])
        if leaks:
            return _dropped(row, f"a value of the case would still stand in it: {', '.join(sorted(leaks))}")
        faults = self._checks.faults(paired(row.number, row.fields, after, row.keys, result.places))
        if faults:
            return _dropped(row, f"a fake would not pass its field's check: {', '.join(sorted(faults))}")
        if kinds := broken(row.fields, after, says.relations):
            return _dropped(row, f"a declared relation would not hold: {', '.join(sorted(kinds))}")
        return result

    def _scope(self, row: RowInput, says: Declared, attempt: int) -> CaseScope:
        content = orjson.dumps([(field.path, field.text) for field in row.fields])
        key = hmac.digest(self._secret, b"case\0%d\0" % attempt + content, "sha256")
        scope = CaseScope(key, locale=says.locale, region=says.region, fits=self._is_nobody, known=self._is_known)
        scope.read(field.text for field in row.fields)
        return scope

    def _meet(self, row: RowInput, spans: Found, says: Declared, scope: CaseScope) -> None:
        """Every value, before any is written: what is declared the same, then names, then the rest."""
        for relation in says.relations:
            first, *others = (row.fields[index] for index in relation.of)
            if relation.kind == "same" and (operator := self._pseudonym(first.entity or "PERSON", first.path)):
                for other in others:
                    scope.same(operator.entity, operator.options, first.text, other.text)
        found = list(_mentions(row.fields, spans))
        owners = dict.fromkeys(self._owner(entity, value) for _, entity, value in found)
        names = [("", "PERSON", owner) for owner in owners if owner]
        for path, entity, value in (*names, *sorted(found, key=lambda mention: mention[1] != "PERSON")):
            if operator := self._pseudonym(entity, path):
                scope.meet(entity, operator.options, value)

    def _elsewhere(self, entity: str, values: Sequence[str], text: str) -> Iterator[tuple[int, int]]:
        operator = self._pseudonym(entity, "")
        return operator.elsewhere(values, text) if operator else iter(())

    def _pseudonym(self, entity: str, path: str) -> Pseudonym | None:
        """The operator of an entity in a field, where that writes pseudonyms."""
        rule = self.policy.entities.get(entity)
        operator = self._operators.of(entity, path) if rule and rule.decision == "redact" else None
        return operator if isinstance(operator, Pseudonym) else None

    def _is_nobody(self, given: str, family: str) -> bool:
        return (given, family) not in self._full_names

    @cached_property
    def _full_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(_full_names(self._people))

    def _owner(self, entity: str, value: str) -> str | None:
        """The name the directory has for whom an account or address of the case belongs to."""
        return self._accounts.get((entity, normalise(entity, value))) if entity in _ACCOUNTS else None

    def _is_known(self, entity: str, value: str) -> bool:
        return entity in _ACCOUNTS and (entity, normalise(entity, value)) in self._accounts

    @cached_property
    def _accounts(self) -> dict[tuple[str, str], str | None]:
        """(entity, normal form) of every account, address and ID of the directory -> its person's name."""
        return {
            (entity, normalise(entity, value)): next(iter(person.display_names), None)
            for person in self._people
            for entity, values in zip(_ACCOUNTS, (person.usernames, person.emails, person.employee_ids), strict=True)
            for value in values
        }


def redactor_for(
    policy: Policy, snapshot: Snapshot | None, *, keys: SurrogateKeys | None, ner: bool | None = None
) -> Redactor:
    """The engine of a policy: of cases, where it writes pseudonyms. Raises as `Redactor`."""
    if keys is None or not needs_case(policy):
        return Redactor(policy, snapshot, ner=ner, keys=keys)
    return CaseRedactor(policy, snapshot, ner=ner, keys=keys)


def _full_names(people: Sequence[Person]) -> Iterator[tuple[str, str]]:
    for person in people:
        for name in names_of(person):
            if name.given and name.surname:
                yield name.given[0], " ".join(name.surname)


def _mentions(fields: Sequence[TextField], spans: Found) -> Iterator[tuple[str, str, str]]:
    for field, own in zip(fields, spans, strict=True):
        for span in own:
            yield field.path, span.entity, field.text[span.start : span.end]


def _without(fields: Sequence[TextField], spans: Found, kept: Sequence[str]) -> Found:
    """The spans but those of values that stay."""
    stay = {folded(text) for text in kept}

    def replaced(field: TextField, span: Span) -> bool:
        return folded(field.text[span.start : span.end]) not in stay

    return [[span for span in own if replaced(field, span)] for field, own in zip(fields, spans, strict=True)]


def _dropped(row: RowInput, reason: str) -> RowResult:
    return RowResult(row.number, {}, [], held=reason)
