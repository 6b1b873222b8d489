"""Layer 2: the policy's patterns and built-in recognisers, for what a directory cannot list."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from redactory.detect.recognisers.base import Found, Recogniser, bounded, scannable
from redactory.detect.recognisers.registry import build
from redactory.detect.spans import FORMATS, Span
from redactory.policy.model import FormatRule, Policy
from redactory.policy.patterns import compile_re2, look_ahead

_CACHE_TEXTS = 20_000  # distinct texts whose spans are remembered; texts repeat a great deal in tickets
_CACHE_LENGTH = 2_000  # longer texts are not remembered, so that the cache stays small


@dataclass(frozen=True, slots=True)
class _PatternRecogniser:
    """A pattern of the policy; its group `value`, if any, is what counts."""

    compiled: Any
    group: int

    def find(self, text: str) -> Iterator[Found]:
        for match in self.compiled.finditer(text):
            start, end = match.span(self.group)
            if 0 <= start < end and bounded(text, start, end):
                yield Found(start, end)


class FormatLayer:
    """Applies every format rule of `policy` whose entity is redacted; what keys say is `keyed`'s.

    Raises `PolicyError` when a pattern, a recogniser's name or its options are wrong.
    """

    def __init__(self, policy: Policy) -> None:
        self._rules: list[tuple[FormatRule, str, Recogniser, float]] = []
        for index, rule in enumerate(policy.formats):
            if rule.entity is None:
                continue
            entity = policy.entities.get(rule.entity)
            if entity is not None and entity.decision == "keep":
                continue
            where = f"formats[{index}] {rule.id}"
            threshold = entity.threshold if entity is not None else 0.0
            self._rules.append((rule, rule.entity, _recogniser(rule, where), threshold))
        self._seen: OrderedDict[str, tuple[Span, ...]] = OrderedDict()

    def along(self, rule: FormatRule, name: str, recogniser: Recogniser) -> FormatLayer:
        """The same rules, and what `recogniser` finds, as a rule called `name` that is otherwise like `rule`."""
        other = copy(self)
        (least, entity), *_ = [(least, entity) for known, entity, _, least in self._rules if known == rule]
        other._rules = [*self._rules, (rule.model_copy(update={"id": name}), entity, recogniser, least)]
        other._seen = OrderedDict()
        return other

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """Spans of every text, ascending; they may overlap."""
        texts = [scannable(text) for text in texts]
        spans = {text: self._seen.get(text) for text in texts}
        spans.update(self._scanned([text for text, known in spans.items() if known is None and text]))
        return [list(spans[text] or ()) for text in texts]

    def _scanned(self, texts: Sequence[str]) -> dict[str, tuple[Span, ...]]:
        """The spans of texts not seen before, rule by rule: the automata of one rule stay in the processor's cache."""
        look_ahead(texts)
        found: dict[str, set[Span]] = {text: set() for text in texts}
        for rule, entity, recogniser, threshold in self._rules:
            for text, spans in found.items():
                spans.update(_applied(rule, entity, recogniser, threshold, text))
        scanned = {text: tuple(sorted(own, key=lambda s: (s.start, -s.end, s.rule))) for text, own in found.items()}
        for text, own in scanned.items():
            if len(text) <= _CACHE_LENGTH:
                self._seen[text] = own
                if len(self._seen) > _CACHE_TEXTS:
                    self._seen.popitem(last=False)
        return scanned


def _applied(rule: FormatRule, entity: str, recogniser: Recogniser, threshold: float, text: str) -> Iterator[Span]:
    for found in recogniser.find(text):
        score = rule.score if found.score is None else found.score
        if score < threshold or found.end <= found.start:
            continue
        if rule.context and not _near(text, found.start, rule):
            continue
        yield Span(found.start, found.end, entity, FORMATS, rule.id, score)


def _recogniser(rule: FormatRule, where: str) -> Recogniser:
    if rule.recogniser is not None:
        return build(rule.recogniser, rule.options, where)
    compiled = compile_re2(rule.pattern or "", ignore_case=rule.ignore_case, where=where)
    return _PatternRecogniser(compiled, dict(compiled.groupindex).get("value", 0))


def _near(text: str, start: int, rule: FormatRule) -> bool:
    """Whether one of the rule's context words stands in its window before `start`."""
    window = text[max(0, start - rule.context_window) : start].casefold()
    return any(word.casefold() in window for word in rule.context)
