"""The gate's own matcher: token sequences in a hash table, found by their rarest token.

Nothing of it is shared with the redactor's detector. A record is cut into folded tokens; one set operation says
whether any token could begin a match; only then are sequences looked up, and what stands between the tokens compared.
Numbers written in any punctuation (phones, long numeric ids) are looked up by their digits, group by group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import pairwise

from redactory.gates.folding import UNSPACED, fold
from redactory.gates.record_text import RecordText, gap, tokens_of
from redactory.gates.words import zipf

MIN_DIGITS = 7  # shorter numbers are matched as tokens, not by their digits in any punctuation
_MAX_DIGITS = 24
_ALNUM = rf"[^\W_{UNSPACED}]"
_DIGITS = r"[0-9][0-9 ().\-/\u00a0]{5,}[0-9]"  # at least MIN_DIGITS characters
_GROUPS = re.compile(rf"(?<!{_ALNUM}){_DIGITS}(?!{_ALNUM})")
_GROUPS_ASCII = re.compile(rf"(?<![a-z0-9]){_DIGITS}(?![a-z0-9])")
_GROUP = re.compile(r"[0-9]+")
_PLUS_ADDRESS = re.compile(r"(?<![\w.\-+])([\w.\-]+)\+[^\s@+]{0,64}@([\w\-]+(?:\.[\w\-]+)+)")
_PHONE_PREFIX = re.compile(r"^\s*(?:tel|phone|callto)\s*:\s*")
_REMARK = re.compile(r"[a-z#;,]")  # where an extension or a remark begins
_HEX_GROUP_AFTER = re.compile(r":[0-9a-f]")
_HEX_GROUP_BEFORE = re.compile(r"(?:^|[^0-9a-z])[0-9a-f]{1,4}:$")
# what may be glued in front of an employee's number; another prefix (`INC-40821`) makes it another kind of number
_OWN_PREFIX = re.compile(r"(?:^|[^a-z0-9])(?:e|emp|empl|employee|eid|id|pers|staff|badge|hr)[-_]$")
_PREFIX_LENGTH = 12


class Strength(IntEnum):
    """Where a value is searched (contract.md, gates)."""

    COUNTED = 0  # never a failure: the policy says it is never struck
    GUARDED = 1  # in the contexts the policy names
    CAPITAL = 2  # a name of dictionary words: in those contexts, and anywhere it is written as a name
    STRONG = 3  # everywhere


class Family(IntEnum):
    """How a value's tokens may be joined, and what may stand beside them."""

    EXACT = 0
    NAME = 1
    PLACE = 2
    IP = 3
    EMAIL = 4


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is: its class, the list that gave it, how it is searched and joined."""

    entity: str
    list_name: str
    strength: Strength
    family: Family = Family.EXACT


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Value:
    """One value to prove absent, ready to be searched. `digits` is set for numbers matched by their digits.

    Values are compared by identity: `ValueLists` gives the same one for the same text.
    """

    kind: Kind
    tokens: tuple[str, ...]
    gaps: tuple[str, ...]
    digits: tuple[str, ...] = ()

    @property
    def sequence(self) -> str:
        return " ".join(self.tokens)


@dataclass(frozen=True, slots=True, repr=False)
class Hit:
    """`start`, `end`: characters of the record's text."""

    kind: Kind
    start: int
    end: int


def sequence_value(kind: Kind, folded: str, tokens: Sequence[str]) -> Value:
    """A token sequence: `tokens` are those of `folded`, one at least."""
    if len(tokens) == 1:
        return Value(kind, (tokens[0],), ())
    gaps: list[str] = []
    at = folded.index(tokens[0]) + len(tokens[0])
    for before, token in pairwise(tokens):
        start = folded.index(token, at)
        between = folded[at:start]
        gaps.append(between if between == " " else _joined(gap(between), kind.family, before))
        at = start + len(token)
    return Value(kind, tuple(tokens), tuple(gaps))


def digits_value(kind: Kind, text: str) -> Value | None:
    """`text` as a number in any punctuation, with and without country code; None where it is too short for that."""
    head = _REMARK.split(_PHONE_PREFIX.sub("", fold(text)), maxsplit=1)[0]
    groups = _GROUP.findall(head)
    digits = "".join(groups)
    if not MIN_DIGITS <= len(digits) <= _MAX_DIGITS:
        return None
    national = digits
    if head.lstrip(" (").startswith("+"):
        national = digits[_country_code(digits) :]
    elif digits.startswith("00"):
        digits = digits[2:]
        national = digits[_country_code(digits) :]
    forms = {digits, national}
    if "(0)" in head and "+" in head:  # +44 (0)20 ...
        national = national.replace("0", "", 1)
        forms = {digits, national, digits[: _country_code(digits)] + national}
    forms |= {"0" + national} if national != digits else {national.removeprefix("0")}
    if national != digits:
        forms.add("00" + digits)
    elif len(digits) == 10 and digits[0] not in "01":  # North America, written without and with its code
        forms.add("1" + digits)
    elif len(digits) == 11 and digits[0] == "1":
        forms.add(digits[1:])
    return Value(kind, tuple(groups), (), tuple(sorted(form for form in forms if len(form) >= MIN_DIGITS)))


@cache
def _country_codes() -> frozenset[str]:
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE

    return frozenset(str(code) for code in COUNTRY_CODE_TO_REGION_CODE)


def _country_code(digits: str) -> int:
    """Length of the country code that `digits` begins with, 0 where it begins with none."""
    codes = _country_codes()
    return next((n for n in (1, 2, 3) if digits[:n] in codes), 0)


def _joined(between: str, family: Family, before: str) -> str:
    """What joins two tokens, as it is compared for this family."""
    if family in (Family.NAME, Family.PLACE):
        if "," in between:
            return ","
        if len(before) == 1 and between.startswith("."):  # an initial: `J. Ruiz`, `J.Ruiz`, `J Ruiz`
            return " "
        if between.startswith(". "):  # a title: `Dr. Ruiz`
            return ". "
    return between


@dataclass(slots=True, repr=False)
class SequenceIndex:
    """Many values at once: a directory. `add` them, then `find` in records."""

    _entries: dict[str, list[tuple[tuple[str, ...], Kind]]] = field(default_factory=dict)
    _anchors: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    _digits: dict[str, Kind] = field(default_factory=dict)
    _gaps: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)  # each kept once
    _mailboxes: bool = False
    size: int = 0

    def add(self, value: Value) -> None:
        """Add a value; one already there in the same kind changes nothing."""
        if value.digits:
            for form in value.digits:
                self._digits.setdefault(form, value.kind)
            self.size += 1
            return
        entry = (self._gaps.setdefault(value.gaps, value.gaps), value.kind)
        found = self._entries.setdefault(value.sequence, [])
        if entry in found:
            return
        found.append(entry)
        self.size += 1
        self._mailboxes = self._mailboxes or "@" in value.gaps
        length = len(value.tokens)
        local = value.gaps.index("@") + 1 if "@" in value.gaps else length
        at = 0 if local == 1 else min(range(local), key=lambda i: (zipf(value.tokens[i]), -len(value.tokens[i])))
        shape = (at, length)
        known = self._anchors.get(value.tokens[at], ())
        if shape not in known:
            self._anchors[value.tokens[at]] = (*known, shape)

    def find(self, record: RecordText) -> Iterator[Hit]:
        """Every place of every value, several kinds at one place included."""
        anchors, tokens = self._anchors, record.tokens
        # few distinct tokens are asked of the large table: that is where the time goes
        known = {token for token in set(tokens) if token in anchors}
        if known:
            for at in [i for i, token in enumerate(tokens) if token in known]:
                yield from self._at(record, at)
        if self._digits:
            yield from _numbers(record, self._digits)
        if self._mailboxes and "+" in record.folded and "@" in record.folded:
            yield from self._plus_addresses(record)

    def _at(self, record: RecordText, at: int) -> Iterator[Hit]:
        tokens = record.tokens
        for offset, length in self._anchors[tokens[at]]:
            first = at - offset
            if first < 0 or first + length > len(tokens):
                continue
            for gaps, kind in self._entries.get(" ".join(tokens[first : first + length]), ()):
                hit = _verified(record, first, length, gaps, kind)
                if hit:
                    yield hit

    def _plus_addresses(self, record: RecordText) -> Iterator[Hit]:
        """`name+tag@domain` is the mailbox `name@domain`."""
        for match in _PLUS_ADDRESS.finditer(record.folded):
            plain = f"{match[1]}@{match[2]}"
            for gaps, kind in self._entries.get(" ".join(tokens_of(plain)), ()):
                if "@" in gaps:
                    yield Hit(kind, *record.origin(*match.span()))


def find_values(record: RecordText, values: Iterable[Value]) -> Iterator[Hit]:
    """Every place of a few values, such as those detected in the record itself."""
    digits: dict[str, list[Kind]] = {}
    line = record.line
    for value in values:
        if value.digits:
            for form in value.digits:
                digits.setdefault(form, []).append(value.kind)
            continue
        needle = f" {value.sequence} "
        at = line.find(needle)
        while at >= 0:
            hit = _verified(record, line.count(" ", 0, at), len(value.tokens), value.gaps, value.kind)
            if hit:
                yield hit
            at = line.find(needle, at + 1)
    if digits:
        for hit in _numbers(record, {form: kinds[0] for form, kinds in digits.items()}):
            yield hit


def _verified(record: RecordText, first: int, length: int, gaps: Sequence[str], kind: Kind) -> Hit | None:
    """The hit at these tokens, if what joins them and what stands beside them fits the kind."""
    for i in range(length - 1):
        between = record.gap_after(first + i)
        if between != gaps[i] and _joined(between, kind.family, record.tokens[first + i]) != gaps[i]:
            return None
    start, end = record.span(first, first + length - 1)
    if not _free(record.folded, start, end, kind):
        return None
    return Hit(kind, *record.origin(start, end))


def _free(text: str, start: int, end: int, kind: Kind) -> bool:
    """Whether the value at `start:end` stands for itself and not inside a longer name, number or address."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    glued_before = len(before) == 2 and before[0].isalnum()
    glued_after = len(after) == 2 and after[1].isalnum()
    value = text[start:end]
    if value.replace(".", "").isdecimal():
        # a number is not searched inside a version, a decimal or a time; an address may have a port
        signs = "." if "." in value else ".:"
        if glued_before and before[1] in signs and before[0].isdecimal():
            return False
        if glued_after and after[0] in signs and after[1].isdecimal():
            return False
        if glued_before and before[1] in "-_" and kind.family is Family.EXACT:
            return bool(_OWN_PREFIX.search(text[max(0, start - _PREFIX_LENGTH) : start]))
        return True
    if kind.family is Family.NAME:  # `Li` is not `Li-Wei`; a full name stands for itself
        alone = value.isalpha()
        return not (alone and (glued_after and after[0] == "-" or glued_before and before[1] == "-"))
    if kind.family is Family.PLACE:  # part of a host name, a path or an identifier
        return not (glued_after and after[0] in "-_/\\@." or glued_before and before[1] in "-_/\\@.")
    if kind.family is Family.EMAIL:  # part of a longer address: another mailbox
        return not (glued_after and after[0] in ".-" or glued_before and before[1] in "._+-")
    if kind.family is Family.IP:
        return not _HEX_GROUP_AFTER.match(after) and not _HEX_GROUP_BEFORE.search(text[max(0, start - 6) : start])
    return True


def _numbers(record: RecordText, forms: dict[str, Kind]) -> Iterator[Hit]:
    """Numbers of `MIN_DIGITS` and more whose digits are one of `forms`, on the boundaries of groups."""
    text = record.folded
    for chunk in (_GROUPS_ASCII if text.isascii() else _GROUPS).finditer(text):
        groups = [(m.start(), m.end()) for m in _GROUP.finditer(text, chunk.start(), chunk.end())]
        for first, (start, _) in enumerate(groups):
            digits = ""
            for begin, end in groups[first:]:
                digits += text[begin:end]
                if len(digits) > _MAX_DIGITS:
                    break
                if len(digits) < MIN_DIGITS:
                    continue
                kind = forms.get(digits)
                if kind is None and text[max(0, start - 1) : start] == "+":
                    kind = forms.get(digits[_country_code(digits) :])
                if kind is not None:
                    yield Hit(kind, *record.origin(start, end))

