"""Nothing but the recorded replacements differs between a source row and its staged row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from redactory.gates.model import KEY_PATH
from redactory.policy.model import Policy
from redactory.redact.places import FIELD_DROPPED, Place

if TYPE_CHECKING:
    from redactory.gates.pairs import PairedRow

FIELDS_DIFFER = "fields missing or added"
KEYS_DIFFER = "keys differ"
TEXT_DIFFERS = "text differs outside the recorded places"
PLACE_WRONG = "a recorded place lies outside its field"


def faults(pair: PairedRow, policy: Policy) -> Iterator[tuple[str, str]]:
    """(path, what is wrong) for each field of a pair that is not the source with its recorded replacements."""
    if pair.source is None or pair.staged is None:
        return
    if pair.source_keys != pair.staged_keys:
        yield KEY_PATH, KEYS_DIFFER
    by_path: dict[str, list[Place]] = {}
    for place in pair.places:
        by_path.setdefault(place.path, []).append(place)
    if len(pair.source) != len(pair.staged):
        yield "", FIELDS_DIFFER
        return
    drop_unlisted = policy.fields.unlisted == "drop"
    for source, staged in zip(pair.source, pair.staged, strict=True):
        if source.path != staged.path:
            yield source.path, FIELDS_DIFFER
            continue
        places = by_path.pop(source.path, None)
        if places is None:
            dropped = source.listing == "drop" or (source.listing == "unlisted" and drop_unlisted)
            if source.text != staged.text or (dropped and source.text):
                yield source.path, TEXT_DIFFERS
        elif not _in_order(places, len(source.text), len(staged.text)):
            yield source.path, PLACE_WRONG
        elif not _same_outside(source.text, staged.text, places):
            yield source.path, TEXT_DIFFERS
    for path in by_path:
        yield path, PLACE_WRONG


def _in_order(places: list[Place], source: int, staged: int) -> bool:
    at = out = 0
    for place in places:
        if not (at <= place.start < place.end <= source and out <= place.out_start <= place.out_end <= staged):
            return False
        if place.rule == FIELD_DROPPED and (place.start, place.end, place.out_end) != (0, source, 0):
            return False
        at, out = place.end, place.out_end
    return True


def _same_outside(source: str, staged: str, places: list[Place]) -> bool:
    at = out = 0
    for place in places:
        if source[at : place.start] != staged[out : place.out_start]:
            return False
        at, out = place.end, place.out_end
    return source[at:] == staged[out:]
