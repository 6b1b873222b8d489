"""Only the policy's tokens, in the policy's shape; markup of the source is told apart by the recorded places."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from redactory.policy.model import Policy
from redactory.policy.transforms import LABELLED, own_tokens
from redactory.redact.places import FIELD_DROPPED, Place
from redactory.transform import Operators
from redactory.transform.pseudonym import Pseudonym

if TYPE_CHECKING:
    from redactory.gates.pairs import PairedRow

TYPED = re.compile(r"<[A-Z][A-Z0-9_]{0,31}>")
NOT_RECORDED = "a token-shaped text that is neither recorded nor the source's"
NOT_THE_POLICYS = "a recorded place that does not hold what the policy puts there"


class Vocabulary:
    """What the policy may put in a value's place, by entity."""

    def __init__(self, policy: Policy) -> None:
        self._operators = Operators(policy, pseudonyms=Pseudonym)
        own = own_tokens(policy)
        self._typed_only = own is None
        self._shaped = re.compile("|".join((TYPED.pattern, LABELLED.pattern, own.pattern))) if own else TYPED

    def faults(self, pair: PairedRow) -> Iterator[tuple[str, str, str]]:
        """(path, entity, what is wrong) for each emitted text and each token-shaped text of a staged row."""
        by_path: dict[str, list[Place]] = {}
        for place in pair.places:
            by_path.setdefault(place.path, []).append(place)
        texts = {field.path: field.text for field in pair.source or ()}
        for field in pair.staged or ():
            places = by_path.get(field.path, [])
            for place in places:
                if not self._emits(place, field.text[place.out_start : place.out_end]):
                    yield field.path, place.entity, NOT_THE_POLICYS
            if "<" in field.text or not self._typed_only:
                yield from _unrecorded(self._shaped, field.path, field.text, texts.get(field.path, ""), places)

    def _emits(self, place: Place, emitted: str) -> bool:
        if place.rule == FIELD_DROPPED and not place.entity:
            return emitted == ""
        try:
            return self._operators.of(place.entity, place.path).validate(emitted)
        except KeyError:  # an entity the policy does not redact
            return False


def _unrecorded(
    shaped: re.Pattern[str], path: str, staged: str, source: str, places: list[Place]
) -> Iterator[tuple[str, str, str]]:
    recorded = {(place.out_start, place.out_end) for place in places}
    recorded |= {(start - 1, end + 1) for start, end in recorded}  # `[USER_0001]`, in the author's own brackets
    found = [match for match in shaped.finditer(staged) if match.span() not in recorded]
    if not found:
        return
    starts = [place.out_start for place in places]
    ends = [place.out_end for place in places]
    shifts = list(accumulate(((p.end - p.start) - (p.out_end - p.out_start) for p in places), initial=0))
    for match in found:
        start, end = match.span()
        before = bisect_right(ends, start)  # places that end before it
        inside = places[before : max(before, bisect_left(starts, end))]
        # the source's own text: the same characters stand at the corresponding place, emptied values aside
        begin = start + shifts[before]
        original = source[begin : begin + (end - start) + sum(place.end - place.start for place in inside)]
        for place in reversed(inside):
            original = original[: place.start - begin] + original[place.end - begin :]
        if any(place.out_end > place.out_start for place in inside) or original != match[0]:
            yield path, "", NOT_RECORDED  # injected, or made up of emitted and other text
