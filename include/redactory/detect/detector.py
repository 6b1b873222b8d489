"""The detector: every layer over the original text of a batch, resolved once (contract.md, three layers).

The unit is a batch of records, because NER is only fast in batches; a single text is a batch of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import chain

from redactory.detect.account_devices import AccountDevices
from redactory.detect.accounts import ORG, AccountLayer
from redactory.detect.casting import Casting
from redactory.detect.companies import named_by_sites
from redactory.detect.contexts.belief import overruled
from redactory.detect.escapes import spelled_out
from redactory.detect.firms import Firms
from redactory.detect.formats import FormatLayer
from redactory.detect.identity import IdentityLayer
from redactory.detect.index import DirectoryIndex, build_index
from redactory.detect.keep import KeepLayer
from redactory.detect.keyed import KeyLayer
from redactory.detect.learned import LearnedShapes
from redactory.detect.observed import OBSERVED, ObservedDevices, Schemes, observing_rule
from redactory.detect.product_frames import BY_USE, NAMED, VENDOR, holds
from redactory.detect.products import by_frame, repeated
from redactory.detect.reading import Reading, hold, unlikely
from redactory.detect.recognisers.registry import Remembering
from redactory.detect.record_ids import own_ids
from redactory.detect.resolve import Loss, resolve
from redactory.detect.spans import DECLARED, IDENTITY, KeepSpan, Span, SpanLayer
from redactory.detect.subjects import Subjects
from redactory.detect.tokens import MARKUP, OwnTokens, veiled
from redactory.detect.versions import repeated_versions
from redactory.directory.model import Account, Person
from redactory.errors import ConfigError
from redactory.policy.model import Policy
from redactory.policy.transforms import rules_of
from redactory.records.model import TextField

SOURCE_MARKUP = "source-markup"
_SITES = frozenset(("technical:url", "technical:host"))  # keep-rules of which a company's name can be read


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is replaced in a text, and what lost against what: (loser, winner or None for the policy, why)."""

    kept: list[Span]
    lost: list[tuple[Span, Span | KeepSpan | None, str]]
    held: list[KeepSpan]


class Detector:
    """All layers of one policy over one directory snapshot. Building it may load models: keep it.

    Args:
        policy: what is removed, by which rules, above which thresholds.
        people: the snapshot's people; none leaves Layer 1 empty.
        ner: None follows the policy, False leaves Layer 3 out; a layer made before is used as it is.
        accounts: organisations of the account list; searched for where the policy redacts `ORG`.
        index: what was built of the policy and the people before; `people` are not looked at then.
    """

    def __init__(
        self,
        policy: Policy,
        people: Sequence[Person],
        *,
        ner: bool | SpanLayer | None = None,
        accounts: Sequence[Account] = (),
        index: DirectoryIndex | None = None,
    ) -> None:
        self._policy = policy
        self._thresholds = {
            name: rule.threshold for name, rule in policy.entities.items() if rule.decision == "redact"
        }
        self._tokens = OwnTokens(policy)
        # who is meant matters where aliases are linked, and where a person can be forgotten
        self._links = policy.identity.link or any(rule.reversible for rule in rules_of(policy))
        self._accounts = AccountLayer(accounts) if accounts and ORG in self._thresholds else None
        vendors = (name for vendor in policy.keep.vendors for name in (vendor.name, *vendor.aliases))
        self._firms = frozenset(name.lower() for name in (*vendors, *policy.keep.terms))
        self._over(index if index is not None else build_index(policy, people))
        self._formats = FormatLayer(policy)
        self._keys = KeyLayer(policy)
        self._keep = KeepLayer(policy)
        self._listed = Firms(policy.keep.firms)
        self._weighed: Callable[[Span], None] | None = None
        self._ner: SpanLayer | None
        if ner is not None and not isinstance(ner, bool):
            self._ner = ner
        elif policy.ner.enabled if ner is None else ner:
            from redactory.detect.ner import NerLayer

            self._ner = NerLayer(policy)
        else:
            self._ner = None

    def with_people(self, people: Sequence[Person]) -> Detector:
        """The same policy and models over another directory."""
        other = copy(self)
        other._over(build_index(self._policy, people))
        return other

    def with_thresholds(
        self, thresholds: Mapping[str, float], weighed: Callable[[Span], None] | None = None
    ) -> Detector:
        """The same layers and people under other thresholds, an entity each; an entity that is not named keeps its own.

        `weighed` is shown every candidate before its threshold decides. Raises `ConfigError` for an entity the policy
        does not redact, and for a threshold below the policy's: what lies under that one, no layer looks for.
        """
        for name, threshold in thresholds.items():
            if name not in self._thresholds:
                raise ConfigError(f"threshold of {name}: the policy redacts no such entity")
            least = self._policy.entities[name].threshold
            if threshold < least:
                raise ConfigError(f"threshold of {name}: {threshold:g} is below {least:g}, what the layers look for")
        other = copy(self)
        other._thresholds = {**self._thresholds, **thresholds}
        other._weighed = weighed
        return other

    def with_schemes(self, schemes: Schemes) -> Detector:
        """The same layers, which take names of these schemes for devices; without any, this one."""
        rule = observing_rule(self._policy)
        if rule is None or not schemes.patterns:
            return self
        devices = Remembering(ObservedDevices(schemes))
        other = copy(self)
        other._formats = self._formats.along(rule, OBSERVED, devices)
        other._keep = self._keep.giving_way_to(devices)
        return other

    def _over(self, index: DirectoryIndex) -> None:
        """Has the layers that know people look for those of `index`."""
        self._identity = IdentityLayer(self._policy, index=index)
        self._casting = Casting(self._policy, self._identity, self._tokens, frozenset(self._thresholds))
        self._learned = LearnedShapes(index.shapes)
        self._devices = (
            AccountDevices(index.logins, index.surnames, index.givens, self._firms)
            if "HOSTNAME" in self._thresholds
            else AccountDevices(())
        )
        named = self._links or self._accounts
        self._subjects = Subjects(self._identity, self._accounts, people=self._links) if named else None

    @property
    def guarded(self) -> Counter[str]:
        """How many directory values a guard holds back, by reason."""
        return self._identity.guarded

    def detect(self, records: Sequence[Sequence[TextField]], *, ner: bool | None = None) -> list[list[list[Span]]]:
        """Resolved spans for every field of every record, ascending and disjoint; none for a field that is kept.

        `ner` False leaves Layer 3 out of this call.
        """
        return self._run(records, None, ner)

    def explain(self, text: str) -> Explanation:
        """What is found in one text, and why the rest lost."""
        lost: list[Loss] = []
        kept = self._run([[TextField("", text, "text")]], lost, None)[0][0]
        held = self._holds(text, self._keep.find([text])[0])
        return Explanation(kept, [(loss.loser, loss.winner, loss.why) for loss in lost], held)

    def _run(
        self, records: Sequence[Sequence[TextField]], lost: list[Loss] | None, ner: bool | None
    ) -> list[list[list[Span]]]:
        readings = self._read([f for record in records for f in record if f.listing == "text"], lost)
        if self._ner is not None and ner is not False:
            self._guess(self._ner, readings, lost)
        out: list[list[list[Span]]] = []
        first = 0
        for record in records:
            last = first + sum(field.listing == "text" for field in record)
            out.append(self._settled(record, readings[first:last], lost))
            first = last
        return out

    def _read(self, fields: Sequence[TextField], lost: list[Loss] | None) -> list[Reading]:
        """What layers 1 and 2, keys and keep-rules say of each field of free text by itself."""
        walls = [self._tokens.walls(field.text) for field in fields]
        texts = [spelled_out(veiled(field.text, spans)) for field, spans in zip(fields, walls, strict=True)]
        layers = (
            self._identity.matches(texts),
            self._accounts.find(texts) if self._accounts else [[] for _ in texts],
            self._formats.find(texts), self._learned.find(texts), self._devices.find(texts),
            self._keep.find(texts),
        )  # fmt: skip
        readings = []
        for field, text, own, matches, claims, *shaped, held in zip(fields, texts, walls, *layers, strict=True):
            spoken, things = self._keys.find(field.path, text)
            found = self._above([*(match.span for match in matches), *chain.from_iterable(shaped), *spoken], lost)
            found += self._above([claim.span for claim in claims], lost)
            readings.append(Reading(text, own, matches, claims, found, [*self._holds(text, held), *things]))
        return readings

    def _guess(self, ner: SpanLayer, readings: Sequence[Reading], lost: list[Loss] | None) -> None:
        """Adds what Layer 3 finds, which is asked about what nothing else explains."""
        explained = [[(s.start, s.end) for s in r.found] + [(k.start, k.end) for k in r.held] for r in readings]
        nobody = [[(k.start, k.end) for k in r.held if not holds(k.rule, "LOCATION")] for r in readings]
        frames = [[k for k in r.held if k.rule in (VENDOR, NAMED)] for r in readings]
        doubted = [[(k.start, k.end) for k in keeps] for keeps in frames]
        texts = [reading.text for reading in readings]
        guessed = ner.find(texts, explained, nobody, self._identity.logins, doubted)
        for reading, spans, loose in zip(readings, guessed, frames, strict=True):
            reading.found.extend(self._above(spans, lost))
            for keep in overruled(reading.text, spans, loose) if loose else ():
                reading.held.remove(keep)

    def _settled(
        self, record: Sequence[TextField], readings: Sequence[Reading], lost: list[Loss] | None
    ) -> list[list[Span]]:
        """The spans of one record's fields, from what its texts say of each other."""
        unlikely(readings)
        texts, keeps = [reading.text for reading in readings], [reading.held for reading in readings]
        for index, span in self._keys.answered([field for field in record if field.listing == "text"], texts):
            readings[index].found.extend(self._above([span], lost))
        hold(readings, own_ids(record, texts))
        if self._keep.reads_use:
            hold(readings, (by_frame(reading.text, reading.found, reading.held) for reading in readings))
        self._name_companies(readings)
        self._repeat_products(readings)
        hold(readings, repeated_versions(texts, keeps))
        self._keep_firms(record, readings)
        self._casting.refer(record, readings)
        self._keep_firms(record, readings, again=True)  # `Charles` of a `Charles Schwab`, where a Charles is in it
        resolved = iter(resolve(r.text, r.found, r.held, r.walls, lost) for r in readings)
        spans = [next(resolved) if field.listing == "text" else self._declared(field) for field in record]
        return spans if self._subjects is None else self._subjects.named(record, spans, readings)

    def _keep_firms(self, record: Sequence[TextField], readings: Sequence[Reading], *, again: bool = False) -> None:
        """Holds the listed firms taken for people or places where nobody of the record is meant."""
        texts, found, keeps = [r.text for r in readings], [r.found for r in readings], [r.held for r in readings]
        people = partial(self._casting.people, record, readings)
        hold(readings, self._listed.held(texts, found, keeps, people, again=again))

    def _name_companies(self, readings: Sequence[Reading]) -> None:
        """Holds the names of companies whose site is kept anywhere in the record."""
        sites = {r.text[keep.start : keep.end] for r in readings for keep in r.held if keep.rule in _SITES}
        if sites:
            hold(readings, named_by_sites([reading.text for reading in readings], sites))

    def _repeat_products(self, readings: Sequence[Reading]) -> None:
        """Holds the names that another text of the record shows to be a product's or a vendor's."""
        if not any(keep.rule in BY_USE for reading in readings for keep in reading.held):
            return
        people, guesses = [], []
        struck: set[str] = set()
        for reading in readings:
            for span in reading.found:
                name = reading.text[span.start : span.end]
                if span.entity in ("PERSON", "LOCATION"):
                    struck.update(name.split())
                if span.entity != "PERSON":
                    continue
                if span.layer == IDENTITY:
                    people.append(name)
                elif " " in name and not any(
                    k.start < span.end and span.start < k.end and holds(k.rule, "PERSON") for k in reading.held
                ):
                    guesses.append(name)
        texts, keeps = [reading.text for reading in readings], [reading.held for reading in readings]
        hold(readings, repeated(texts, keeps, people, guesses, frozenset(struck)))

    def _above(self, spans: Sequence[Span], lost: list[Loss] | None) -> list[Span]:
        """Spans the policy redacts, at or above their entity's threshold."""
        kept: list[Span] = []
        for span in spans:
            if self._weighed is not None:
                self._weighed(span)
            threshold = self._thresholds.get(span.entity)
            if threshold is not None and span.score >= threshold:
                kept.append(span)
            elif lost is not None:
                why = "the policy keeps this entity" if threshold is None else f"below the threshold {threshold:g}"
                lost.append(Loss(span, None, why))
        return kept

    def _holds(self, text: str, held: Sequence[KeepSpan]) -> list[KeepSpan]:
        """Keep-rules and the author's own `<SOMETHING>`."""
        if "<" not in text:
            return list(held)
        markup = (KeepSpan(m.start(), m.end(), SOURCE_MARKUP) for m in MARKUP.finditer(text))
        return [*held, *markup]

    def _declared(self, field: TextField) -> list[Span]:
        if field.listing != "entity" or field.entity not in self._thresholds or not field.text.strip():
            return []
        if self._tokens.is_one(field.text):
            return []
        return [Span(0, len(field.text), field.entity, DECLARED, "declared", 1.0)]
