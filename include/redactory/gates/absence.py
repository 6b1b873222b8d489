"""Absence-anywhere over one record: which values to remove still stand in it, and where.

Looks at every field and every key, whoever listed it, with the emitted tokens cut out at their recorded places.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from redactory.gates.contexts import GuardedContexts
from redactory.gates.matcher import Hit, SequenceIndex, Strength, Value, find_values
from redactory.gates.model import KEY_PATH, Failure
from redactory.gates.pairs import PairedRow
from redactory.gates.record_text import RecordText, cut
from redactory.gates.values import ACCOUNT, DETECTED, ValueLists

_WORD = re.compile(r"[^\W\d_]+")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+|\\u[0-9a-fA-F]{4}|\\[nrt]|(?<=[^\W_])\+(?=[^\W_])")
_WITH_CAPITAL = frozenset({"PERSON", "LOCATION", "ORG"})  # guarded names count only where they are written as names


@dataclass
class Absence:
    """What one record still holds. `guarded` counts surviving places by entity."""

    failures: set[Failure] = field(default_factory=set)
    guarded: Counter[str] = field(default_factory=Counter)


class AbsenceInspector:
    """Searches records for a directory, for what was detected in them, and for their account fields.

    `directory` is the index of every identity; `lists` turns cut-out text into values; `tokens` are the policy's own,
    which stand for no value where a record that was redacted before holds one.
    """

    def __init__(
        self, directory: SequenceIndex, lists: ValueLists, contexts: GuardedContexts, tokens: re.Pattern[str]
    ) -> None:
        self._directory = directory
        self._tokens = tokens
        self._lists = lists
        self._contexts = contexts

    def inspect(self, row: PairedRow, keyed: Iterable[Value] = ()) -> Absence:
        """Search one staged row. `keyed` are the values of the row's answer key, where there is one."""
        found = Absence()
        if row.staged is None:
            return found
        record, views = staged_text(row)
        own = dict.fromkeys(chain(self._own(row), keyed))
        seen: set[tuple[int, int, str]] = set()
        hits = chain(self._directory.find(record), find_values(record, own))
        held = [(hit, *record.within_piece(hit.start)) for hit in hits]
        fields, plain = len(row.staged), len(row.staged) + len(row.staged_keys)
        keys_hit = any(fields <= piece < plain and hit.kind.strength is Strength.STRONG for hit, piece, _ in held)
        for hit, piece, start in held:
            owner = piece if piece < plain else views[piece - plain]
            path = row.staged[owner].path if owner < fields else KEY_PATH
            if piece >= plain and hit.kind.strength is not Strength.STRONG:
                continue
            if self._fails(hit, record.pieces[piece], start, start + hit.end - hit.start, path):
                shown = KEY_PATH if keys_hit else path
                found.failures.add(Failure(row.number, shown, hit.kind.entity, hit.kind.list_name))
            elif _counts(hit, record.pieces[piece][start : start + hit.end - hit.start]):
                place = (hit.start, hit.end, hit.kind.entity)
                if place not in seen:
                    seen.add(place)
                    found.guarded[hit.kind.entity] += 1
        return found

    def _own(self, row: PairedRow) -> Iterator[Value]:
        """Values of the record itself, cut out of its source: detected places, and account fields."""
        texts = {source.path: source.text for source in row.source or ()}
        for place in row.places:
            if place.entity and place.path in texts:
                yield from self._lists.of(place.entity, texts[place.path][place.start : place.end], DETECTED)
        for source in row.source or ():
            text = source.text.strip() if source.account else ""
            if text and not self._tokens.fullmatch(text):
                entity = source.entity or _entity_of_account(source.text)
                yield from self._lists.of(entity, source.text, ACCOUNT)

    def _fails(self, hit: Hit, text: str, start: int, end: int, path: str) -> bool:
        strength, entity = hit.kind.strength, hit.kind.entity
        if strength is Strength.STRONG:
            return True
        if strength is Strength.COUNTED:
            return False
        value = text[start:end]
        if entity in _WITH_CAPITAL and not _capitalised(value):
            return False
        if strength is Strength.CAPITAL and not value.isupper():
            return True
        return self._contexts.hold(entity, text, start, end, path)


def staged_text(row: PairedRow) -> tuple[RecordText, list[int]]:
    """The staged record as the gate reads it: field texts with emitted tokens cut out, keys, and views.

    A view is a piece with its escapes read (`%40`, `\\u00e9`, `\\n`, a query's `+`); the list names the piece of each.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for place in row.places:
        places.setdefault(place.path, []).append((place.out_start, place.out_end))
    pieces = [cut(f.text, places[f.path]) if f.path in places else f.text for f in row.staged or ()]
    pieces += row.staged_keys
    views = [i for i, piece in enumerate(pieces) if ("%" in piece or "\\" in piece or "+" in piece)]
    read = [(i, text) for i in views if (text := _ESCAPES.sub(_unescaped, pieces[i])) != pieces[i]]
    return RecordText([*pieces, *(text for _, text in read)]), [i for i, _ in read]


def _unescaped(escape: re.Match[str]) -> str:
    text = escape[0]
    if text[0] == "%":
        return bytes.fromhex(text.replace("%", "")).decode("utf-8", "replace")
    return chr(int(text[2:], 16)) if text[:2] == "\\u" else " "


def _entity_of_account(text: str) -> str:
    stripped = text.strip()
    if "@" in stripped:
        return "EMAIL"
    return "PERSON" if " " in stripped else "USER"


def _capitalised(value: str) -> bool:
    """Whether each word is written with a capital; scripts without case pass."""
    return not any(word[0].islower() for word in _WORD.findall(value))


def _counts(hit: Hit, value: str) -> bool:
    return hit.kind.entity not in _WITH_CAPITAL or _capitalised(value)
