"""What a sanitised case is held to before it is written: no value of the original anywhere, and every fake valid.

The matcher is the gates', not the redactor's, and it reads the case with its fakes in place: a fake that is another
value of the case is a leak too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from redactory.gates.contexts import GuardedContexts
from redactory.gates.folding import fold
from redactory.gates.formats import Formats
from redactory.gates.matcher import Hit, Strength, Value, find_values
from redactory.gates.pairs import PairedRow
from redactory.gates.record_text import RecordText, tokens_of
from redactory.gates.values import DETECTED, ValueLists
from redactory.gates.words import is_word
from redactory.policy.model import Policy
from redactory.records.model import Edit, TextField
from redactory.records.splice import spliced
from redactory.redact.places import Place
from redactory.transform import Operators
from redactory.transform.pseudonym import Pseudonym, unescaped
from redactory.transform.pseudonym.person import KEPT_WORDS

_WORD = re.compile(r"[^\W\d_]+")
_AS_NAMES = frozenset(("PERSON", "LOCATION", "ORG"))
_MIN_WORD = 3
NAME_WORD = "word of a name"  # searched in any case of letters


class Checks:
    """The leak check and the format check of one policy."""

    def __init__(self, policy: Policy, operators: Operators) -> None:
        self._lists = ValueLists(policy)
        self._contexts = GuardedContexts(policy.gates)
        self._formats = Formats(policy)
        self._operators = operators

    def leaks(
        self,
        fields: Sequence[TextField],
        after: Sequence[str],
        keys: Sequence[str],
        values: Sequence[tuple[str, str]],
        kept: Sequence[str],
        numbers: Sequence[str] = (),
    ) -> set[str]:
        """Classes of the values that still stand somewhere in the written case.

        Args:
            after: the fields' texts as they are written.
            values: (entity, text) of all that was detected or seeds the case.
            kept: texts that are declared to stay.
            numbers: what the case holds as numbers, not as text.
        """
        record = RecordText([*map(unescaped, after), *keys, *numbers])
        stay = {fold(text) for text in kept}
        wanted: dict[Value, None] = {}
        for entity, text in values:
            if fold(text) not in stay:
                wanted.update(dict.fromkeys(self._of(entity, unescaped(text))))
        paths = [field.path for field in fields]
        return {hit.kind.entity for hit in find_values(record, wanted) if self._fails(hit, record, paths)}

    def faults(self, row: PairedRow) -> set[str]:
        """Classes of the fakes that do not pass what their values passed."""
        texts = {field.path: field.text for field in row.source or ()}
        staged = {field.path: field.text for field in row.staged or ()}
        found = {entity or "a field" for _, entity, _ in self._formats.faults(row)}
        for place in row.places:
            operator = self._operators.of(place.entity, place.path) if place.entity else None
            new = staged[place.path][place.out_start : place.out_end]
            if isinstance(operator, Pseudonym) and not operator.keeps(texts[place.path][place.start : place.end], new):
                found.add(place.entity)
        return found

    def _of(self, entity: str, text: str) -> Iterator[Value]:
        yield from self._lists.of(entity, text, DETECTED)
        if entity == "PERSON":  # a surname alone tells who it was
            for word in tokens_of(fold(text)):
                if len(word) >= _MIN_WORD and not is_word(word) and word not in KEPT_WORDS:
                    yield from self._lists.of(entity, word, NAME_WORD)

    def _fails(self, hit: Hit, record: RecordText, paths: Sequence[str]) -> bool:
        if hit.kind.strength is Strength.STRONG or hit.kind.list_name == NAME_WORD:
            return True
        if hit.kind.strength is Strength.COUNTED:
            return False
        text = record.text[hit.start : hit.end]
        if hit.kind.entity in _AS_NAMES:
            if any(word[0].islower() for word in _WORD.findall(text)):
                return False
            if hit.kind.strength is Strength.CAPITAL or not all(map(is_word, tokens_of(fold(text)))):
                return True
        piece, start = record.within_piece(hit.start)
        path = paths[piece] if piece < len(paths) else ""
        return self._contexts.hold(
            hit.kind.entity, record.pieces[piece], start, start + hit.end - hit.start, path
        )


def written(fields: Sequence[TextField], edits: Mapping[int, Sequence[Edit]]) -> list[str]:
    """The texts of the fields after their edits."""
    return [
        spliced(field.text, len(field.text), edits[index], None, str) if edits.get(index) else field.text
        for index, field in enumerate(fields)
    ]


def paired(
    number: int, fields: Sequence[TextField], after: Sequence[str], keys: Sequence[str], places: Sequence[Place]
) -> PairedRow:
    """The case before and after, as the gates read it."""
    staged = tuple(
        TextField(field.path, text, field.listing, field.entity, field.account)
        for field, text in zip(fields, after, strict=True)
    )
    return PairedRow(number, tuple(fields), staged, tuple(keys), tuple(keys), tuple(places))
