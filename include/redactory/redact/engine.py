"""From rows to their replacements: detect, then replace each span once, over the original offsets.

The unit is a batch of rows; what comes back holds edits and places, never text of the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from redactory.detect.accounts import require_accounts
from redactory.detect.detector import Detector
from redactory.detect.field_names import holds_value
from redactory.detect.index import DirectoryIndex
from redactory.detect.observed import Schemes
from redactory.detect.spans import Span, SpanLayer
from redactory.directory.model import Snapshot
from redactory.errors import ConfigError
from redactory.policy.model import Policy
from redactory.policy.transforms import rules_of
from redactory.records.model import Edit, TextField
from redactory.redact.places import FIELD_DROPPED, Place
from redactory.transform import Operators, Scope, needs_key
from redactory.transform.factory import Pseudonyms
from redactory.transform.keys import SurrogateKeys

KEY_HOLDS_VALUE = "personal value in a key"
_KEY_CACHE = 10_000  # distinct keys remembered; real records have a few dozen


@dataclass(frozen=True, slots=True)
class RowInput:
    """What the engine needs of a row; small enough to be sent to another process.

    `numbers` is what stands in it as numbers, for an engine that looks at them.
    """

    number: int
    fields: tuple[TextField, ...]
    keys: tuple[str, ...]
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """What the vault keeps of a reversible value: personal, so it is never logged. `subject`: whose it is, if known."""

    token: str
    entity: str
    value: str
    subject: str | None


@dataclass(frozen=True, slots=True)
class RowResult:
    """`edits` maps the index of a field to its replacements. `held` is why the row goes to dead-letter.

    `unlisted` names the unlisted fields that hold text; `chars` and `words` count the fields of free text.
    """

    number: int
    edits: dict[int, list[Edit]]
    places: list[Place]
    unlisted: tuple[str, ...] = ()
    held: str | None = None
    chars: int = 0
    masked_chars: int = 0
    words: int = 0
    sealed: tuple[Sealed, ...] = ()


class Redactor:
    """A policy over a directory snapshot, ready to redact. Building one loads models: keep it.

    Args:
        policy: what is removed and how.
        snapshot: the directory; None where there is none, which leaves Layer 1 empty.
        ner: None follows the policy; False switches Layer 3 off for this run; a layer made before is used as it is.
        keys: keys of surrogates, for a policy that writes them.
        pseudonyms: makes the operator of pseudonyms, within one case.
        index: what was built of the policy and the snapshot before; the snapshot's people are not looked at then.

    Raises:
        ConfigError: the policy writes surrogates, and there is no key.
        PolicyError: it asks for what is not here: an account list, or a case for its pseudonyms.
    """

    reads_numbers = False  # whether `redact` looks at RowInput.numbers

    def __init__(
        self,
        policy: Policy,
        snapshot: Snapshot | None = None,
        *,
        ner: bool | SpanLayer | None = None,
        keys: SurrogateKeys | None = None,
        pseudonyms: Pseudonyms | None = None,
        index: DirectoryIndex | None = None,
    ) -> None:
        self.policy = policy
        self.snapshot_hash = snapshot.hash if snapshot else None
        self.key_id = keys.current.id if keys and needs_key(policy) else None
        if needs_key(policy) and keys is None:
            raise ConfigError(
                f"policy {policy.name} writes surrogates, and no surrogate key was given: set REDACTORY_SURROGATE_KEYS "
                "or REDACTORY_SURROGATE_KEY_FILE (`redactory keys new --for surrogates` writes one)"
            )
        accounts = snapshot.accounts if snapshot else ()
        require_accounts(policy, accounts)
        self._operators = Operators(policy, keys=keys, pseudonyms=pseudonyms)
        self._scoped = any(rule.transform in ("ordinal", "pseudonym") for rule in rules_of(policy))
        self._detector = Detector(policy, snapshot.people if snapshot else (), ner=ner, accounts=accounts, index=index)
        self._key_held: dict[str, bool] = {}

    def with_thresholds(
        self, thresholds: Mapping[str, float], weighed: Callable[[Span], None] | None = None
    ) -> Redactor:
        """The same layers and operators under other thresholds, as `Detector.with_thresholds` has it."""
        return self._with(self._detector.with_thresholds(thresholds, weighed))

    def with_schemes(self, schemes: Schemes) -> Redactor:
        """The same layers and operators, which know the device schemes of one object, as `Detector.with_schemes`."""
        return self._with(self._detector.with_schemes(schemes)) if schemes.patterns else self

    def _with(self, detector: Detector) -> Redactor:
        other = copy(self)
        other._detector = detector
        other._key_held = {}  # what is found in a key hangs on the detector
        return other

    def redact(self, rows: Sequence[RowInput], scopes: Sequence[Scope] | None = None) -> list[RowResult]:
        """One result a row, in order. `scopes` has one for each row; without it every row is a scope of its own."""
        spans = self._detector.detect([row.fields for row in rows])
        self._look_at_keys(rows)
        if scopes is None:
            scopes = [Scope() for _ in rows] if self._scoped else [Scope()] * len(rows)
        return [self._row(row, found, scope) for row, found, scope in zip(rows, spans, scopes, strict=True)]

    def _row(self, row: RowInput, spans: Sequence[Sequence[Span]], scope: Scope) -> RowResult:
        if any(self._key_held[key] for key in row.keys):
            return RowResult(row.number, {}, [], held=KEY_HOLDS_VALUE)
        edits: dict[int, list[Edit]] = {}
        places: list[Place] = []
        sealed: list[Sealed] = []
        unlisted: list[str] = []
        if self._scoped:
            for field in row.fields:
                self._operators.reserve(field.text, scope)
        chars = masked = words = 0
        treat_unlisted = self.policy.fields.unlisted
        for index, (field, found) in enumerate(zip(row.fields, spans, strict=True)):
            if field.listing == "unlisted" and any(map(str.isalnum, field.text)):
                unlisted.append(field.path)
            if field.listing == "drop" or (field.listing == "unlisted" and treat_unlisted == "drop"):
                if field.text:
                    edits[index] = [Edit(0, len(field.text), "")]
                    places.append(Place(row.number, field.path, 0, len(field.text), "", 0, FIELD_DROPPED, 1.0, 0, 0))
                continue
            if field.listing not in ("text", "entity"):
                continue
            chars += len(field.text)
            words += field.text.count(" ") + 1
            if found:
                edits[index] = self._replace(row.number, field, found, scope, places, sealed)
                masked += sum(span.end - span.start for span in found)
        return RowResult(row.number, edits, places, tuple(unlisted), None, chars, masked, words, tuple(sealed))

    def _replace(
        self,
        row: int,
        field: TextField,
        spans: Sequence[Span],
        scope: Scope,
        places: list[Place],
        sealed: list[Sealed],
    ) -> list[Edit]:
        edits: list[Edit] = []
        shift = 0
        for span in spans:
            operator = self._operators.of(span.entity, field.path)
            value = field.text[span.start : span.end]
            new = operator.operate(value, scope, span.subject)
            if new == value or operator.stands_at(field.text, span.start, span.end):
                continue  # no finer than the policy asks for
            if operator.reversible:
                sealed.append(Sealed(new, span.entity, value, span.subject))
            out = span.start + shift
            edits.append(Edit(span.start, span.end, new))
            places.append(
                Place(
                    row, field.path, span.start, span.end, span.entity, span.layer, span.rule, span.score,
                    out, out + len(new),
                )
            )  # fmt: skip
            shift += len(new) - (span.end - span.start)
        return edits

    def _look_at_keys(self, rows: Sequence[RowInput]) -> None:
        if len(self._key_held) > _KEY_CACHE:
            self._key_held.clear()
        new = list({key for row in rows for key in row.keys if key not in self._key_held})
        if new:
            # each key alone is a record; a model has nothing to read in it
            found = self._detector.detect([[TextField("", key, "text")] for key in new], ner=False)
            self._key_held.update((key, holds_value(key, record[0])) for key, record in zip(new, found, strict=True))
