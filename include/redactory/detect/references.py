"""Second references: who is in a record, searched for in every text of that record.

A record's cast comes from what Layer 1 found in it, from its own account and declared fields, and from what the
other layers found. First names, surnames and nicknames of the cast rank below keep-rules; the record's own account
and declared values rank with Layer 1 (contract.md, three layers; fields).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from redactory.detect import lexicon
from redactory.detect.account_context import in_account_context, is_treated_as_account
from redactory.detect.fold import Folded, fold, is_boundary, is_cjk
from redactory.detect.guards import Guard, capitalised, username_guard
from redactory.detect.names import NameParts, is_generic, is_ordinary, is_particle, nicknames_of, read_name
from redactory.detect.recognisers.device import device_of
from redactory.detect.recognisers.distinguished import unescaped
from redactory.detect.resolve import REPEAT, SECOND_REFERENCE
from redactory.detect.spans import IDENTITY, Span
from redactory.detect.standing import hint_stands, in_file_name, part_stands, repeat_stands
from redactory.detect.variants import email_of, name_patterns, username_of
from redactory.policy.model import UsernameGuard

IN_FILE_NAME = "file-name"  # rule of a name inside the name of a document: no keep-rule of file names holds it
SEED = "record-seed"  # rule of a value of the record's own account or declared fields found elsewhere in it
_REPEATED = frozenset(
    (
        "PERSON", "USER", "EMP_ID", "HOSTNAME", "PHONE", "LOCATION", "EMAIL", "IP",
        "CARD", "IBAN", "NATIONAL_ID", "PASSPORT",
    )
)
_MIN_REPEAT = 4  # characters of a repeated value that is no name
_MIN_ACCOUNT = 5  # characters of an account derived from a name or an address
_MIN_SPLIT_ACCOUNT = 4  # the same, where a dot or an underscore stands in it
_MAX_ACCOUNT_ZIPF = 1.2
_SHORT_FORM, _SHORT_FORM_ZIPF = 4, 2.8  # characters of a first name's beginning that stands for it, and how rare it is
_NUMBER = re.compile(r"\d{1,3}(?![^\W_])")
_ACCOUNT_SHAPE = re.compile(r"^([a-z]) ?([a-z]{4,})\d{0,4}$")
_LOCAL_PIECES = re.compile(r"[._-]+")
_EMPTY = frozenset(
    ("n/a", "na", "none", "null", "nil", "unknown", "anonymous", "tbd", "true", "false", "yes", "no", "other", "system")
)
@dataclass(slots=True)
class Cast:
    """Who and what a record speaks of. Keys are folded, as `fold` writes them."""

    parts: dict[str, None] = field(default_factory=dict)  # first names, surnames, nicknames
    seeds: dict[str, str] = field(default_factory=dict)  # value -> entity; ranks with Layer 1
    repeats: dict[str, str] = field(default_factory=dict)  # value -> entity; ranks below keep-rules
    accounts: dict[str, bool] = field(default_factory=dict)  # accounts that are words -> whether somebody's for certain
    hints: dict[str, str] = field(default_factory=dict)  # surname -> initial, read from an account (`jdoe`)

    def __bool__(self) -> bool:
        return bool(self.parts or self.seeds or self.repeats or self.accounts or self.hints)


class References:
    """Builds the cast of a record and searches for it.

    Args:
        nicknames: whether common nicknames of a person count as them.
        usernames: guards the record's own account values as it guards the directory's.
    """

    def __init__(self, *, nicknames: bool, usernames: UsernameGuard) -> None:
        self._nicknames = nicknames
        self._usernames = usernames
        self._guarded: dict[str, bool] = {}
        self._lines: dict[str, tuple[str, ...]] = {}

    def add_person(self, cast: Cast, line: str) -> None:
        """Adds a directory person, given as the identity layer's name line (`priya|nair`)."""
        given, surnames, *accounts = line.split("|")
        for account in accounts[0].split(",") if accounts else ():
            self.add_account(cast, account)
        parts = self._lines.get(line)
        if parts is None:
            firsts = [token for token in given.split(",") if token]
            parts = tuple(self._singles(firsts, [name for name in surnames.split(",") if name]))
            if len(self._lines) < 100_000:
                self._lines[line] = parts
        for part in parts:
            cast.parts[part] = None

    def add_name(self, cast: Cast, name: NameParts) -> None:
        """Adds the parts of a name that stands in the record."""
        for part in self._singles(name.given, [" ".join(name.surname), *name.surname[-1:]]):
            cast.parts[part] = None
        for account in (name.given[0], "".join(name.surname)) if name.given and name.surname else ():
            self.add_account(cast, account, certain=False)
        if name.given and name.surname and name.given[0].isalpha():
            for account in _accounts(name.given[0], "".join(name.surname).replace("'", "")):
                cast.repeats.setdefault(account, "USER")

    def add_found(self, cast: Cast, entity: str, value: str) -> None:
        """Adds a value that Layer 2 or 3 found, so that it goes in every place of the record."""
        if entity == "EMAIL":
            self._add_local_part(cast, value)
            return
        if entity not in _REPEATED:
            return
        value = unescaped(value) if entity == "PERSON" else value
        key = fold(value.strip()).data.decode("utf-8").strip()
        tokens = tuple(key.split())
        if not tokens or len(key) > 120:
            return
        if entity == "PERSON":
            name = read_name(value) if len(tokens) > 1 else None
            if name is not None and name.given and not is_generic(tokens):
                self.add_name(cast, name)
                first, last = " ".join(name.given), " ".join(name.surname)
                turned = (key, f"{last}  {first}") if len(first) > 1 else () if "," in value else (key,)  # `Lee, I`
                cast.repeats.update(dict.fromkeys((f"{first} {last}", *turned), entity))
            elif len(key) > 2 or is_cjk(key[0]):
                cast.parts[key] = None
        elif entity == "LOCATION":
            if len(key) >= _MIN_REPEAT and not is_generic(tokens) and not (len(tokens) == 1 and _is_word(key)):
                cast.repeats[key] = entity
        elif entity == "PHONE":
            if sum(map(str.isdigit, key)) >= 7:
                cast.repeats[key] = entity
        elif entity == "USER" and (_is_word(key) or len(key) < _MIN_REPEAT):
            self.add_account(cast, key)
        elif len(key) >= _MIN_REPEAT and not (key.isdigit() and len(key) < 5) and not (key.isalpha() and _is_word(key)):
            cast.repeats[key] = entity
            if entity == "USER":
                _add_hint(cast, key)

    def add_account(self, cast: Cast, account: str, *, certain: bool = True) -> None:
        """Adds a folded account that a guard holds back: places in which accounts are dealt with count for it."""
        guarded = self._guarded.get(account)
        if guarded is None:
            guarded = username_guard(account, self._usernames)[0] is Guard.ACCOUNT
            if len(self._guarded) < 100_000:
                self._guarded[account] = guarded
        if guarded:
            cast.accounts[account] = certain or cast.accounts.get(account, False)

    def add_seed(self, cast: Cast, value: str, entity: str | None) -> None:
        """Adds a value of the record's own: of an account field (`entity` None) or of a declared one."""
        value = value.strip()
        if not 2 <= len(value) <= 120 or value.lower() in _EMPTY or not any(map(str.isalnum, value)):
            return
        if value.startswith("<") and value.endswith(">"):
            return
        kind = entity or ("EMAIL" if email_of(value) else "PERSON" if " " in value else "USER")
        key = fold(value).data.decode("utf-8").strip()
        if kind == "EMAIL" and (address := email_of(value)):
            cast.seeds[fold(address).data.decode("utf-8")] = "EMAIL"
            self._add_local_part(cast, address)
        elif kind == "PERSON":
            name = read_name(value)
            if name is None or is_generic(name.full):
                return
            if name.given and name.surname:
                for pattern, _ in name_patterns(name):
                    cast.seeds.setdefault(pattern, "PERSON")
                self.add_name(cast, name)
            else:
                cast.parts[" ".join(name.full)] = None
        elif kind == "USER":
            account = fold(username_of(value)).data.decode("utf-8").strip()
            if len(account) > 1:
                cast.seeds[account] = "USER"
                self.add_account(cast, account)
        elif kind == "PHONE":
            if sum(map(str.isdigit, value)) >= 7:
                cast.seeds[key] = "PHONE"
        elif len(key) >= _MIN_REPEAT and not _is_word(key):
            cast.seeds[key] = kind

    def find(self, source: Folded, cast: Cast) -> Iterator[Span]:
        """Spans of the cast in `source`, the joined texts of the record."""
        for value, entity in cast.seeds.items():
            for start, end in _occurrences(source, value):
                if self._seed_stands(source.text, start, end, value, entity):
                    yield Span(start, end, entity, IDENTITY, SEED, 1.0)
        for value, certain in cast.accounts.items():
            for start, end in _occurrences(source, value):
                text = source.text
                if in_account_context(text, start, end) or certain and is_treated_as_account(text, start, end):
                    yield Span(start, end, "USER", IDENTITY, SECOND_REFERENCE, 0.8)
        for surname, initial in list(cast.hints.items()):
            for start, end in _occurrences(source, surname):
                begin = hint_stands(source.text, start, end, surname, initial)
                if begin is not None:
                    yield Span(begin, end, "PERSON", IDENTITY, SECOND_REFERENCE, 0.8)
                    if begin < start:
                        self.add_found(cast, "PERSON", source.text[begin:end])
        for value, entity in cast.repeats.items():
            for start, end in _occurrences(source, value, numbered=entity == "USER"):
                if repeat_stands(source.text, start, end, entity):
                    yield Span(start, end, entity, IDENTITY, REPEAT, 0.9)
        for value in cast.parts:
            for start, end in _occurrences(source, value):
                device = device_of(source.text, start, end)
                if device is not None:
                    yield Span(*device, "HOSTNAME", IDENTITY, SECOND_REFERENCE, 0.9)
                elif in_file_name(source.text, start, end, value):
                    yield Span(start, end, "PERSON", IDENTITY, IN_FILE_NAME, 0.9)
                elif part_stands(source.text, start, end, value):
                    yield Span(start, end, "PERSON", IDENTITY, SECOND_REFERENCE, 0.9)

    def _singles(self, given: Iterable[str], surnames: Iterable[str]) -> Iterator[str]:
        for index, first in enumerate(given):
            if len(first) > 1 and not is_particle(first):
                yield first
                if index == 0 and self._nicknames:
                    yield from (short for short in nicknames_of(first) if len(short) > 2)
                    yield from (first[:n] for n in range(3, len(first)) if _is_short_form(first, n))
        for last in surnames:
            if len(last) > 1 and not is_particle(last):
                yield last

    def _add_local_part(self, cast: Cast, address: str) -> None:
        local = address.rpartition("@")[0].partition("+")[0]
        pieces = [piece for piece in _LOCAL_PIECES.split(fold(local).data.decode("utf-8").replace(" ", ".")) if piece]
        if not pieces or is_generic(tuple(pieces)):
            return
        if len(pieces) == 1 and len(local) > 2 and lexicon.is_given(local) and not is_ordinary(local):
            cast.parts[local] = None
        if len(pieces) == 1 and len(local) >= _MIN_ACCOUNT and lexicon.zipf(local) < _MAX_ACCOUNT_ZIPF:
            cast.repeats.setdefault(pieces[0], "USER")
            _add_hint(cast, pieces[0])
        if len(pieces) == 2 and all(piece.isalpha() and len(piece) > 1 for piece in pieces):
            first, last = pieces
            if lexicon.is_given(first) or not (is_ordinary(first) or is_ordinary(last)):
                cast.repeats[f"{first} {last}"] = "PERSON"
                for piece in pieces:
                    if len(piece) > 2 and not is_generic((piece,)):
                        cast.parts[piece] = None

    def _seed_stands(self, text: str, start: int, end: int, value: str, entity: str) -> bool:
        piece = text[start:end]
        if entity == "USER":
            guard, _ = username_guard(value, self._usernames)
            if any(char.isspace() or char == "," for char in piece) and " " in value:
                return False
            if guard is Guard.NEVER:
                return False
            return guard is Guard.NONE or in_account_context(text, start, end)
        if entity == "PERSON":
            return capitalised(piece) or not all(is_ordinary(token) or len(token) < 3 for token in value.split())
        return True


def _is_short_form(first: str, size: int) -> bool:
    """`Srini` of Srinivas: a given name itself, or the beginning of a rare one that is no word."""
    short = first[:size]
    if lexicon.is_given(short, certain=True):
        return True
    return _SHORT_FORM <= size <= len(first) - 2 and lexicon.zipf(short) < _SHORT_FORM_ZIPF and not is_ordinary(short)


def _add_hint(cast: Cast, account: str) -> None:
    """`jdoe` and `jdoe42` say that a J… Doe may stand in the record."""
    found = _ACCOUNT_SHAPE.match(account)
    if found and not is_generic((found.group(2),)):
        cast.hints.setdefault(found.group(2), found.group(1))


def _is_word(key: str) -> bool:
    return key.isalpha() and key.isascii() and lexicon.zipf(key) >= 3.0 and not lexicon.is_given(key)


@lru_cache(maxsize=20_000)
def _accounts(first: str, last: str) -> tuple[str, ...]:
    """Accounts as companies make them of a folded first name and surname; a space stands for any separator."""
    made = [first[0] + last, first + last, last + first[0], first + last[0], last + first]
    made += [first[0] + last[:n] for n in range(4, min(8, len(last)))]
    made += [last[:n] + first[:m] for n in (3, 4, 5, 6) for m in (1, 2, 3) if n + m > 5]
    made += [first[:n] + last[:m] for n in (2, 3) for m in (3, 4, 5) if n + m > 5]
    split = [f"{first[0]} {last}", f"{first} {last}", f"{last} {first[0]}", f"{first} {last[0]}", f"{last} {first}"]
    accounts = [a for a in made if len(a) >= _MIN_ACCOUNT] + [a for a in split if len(a) >= _MIN_SPLIT_ACCOUNT]
    return tuple(dict.fromkeys(a for a in accounts if lexicon.zipf(a) < _MAX_ACCOUNT_ZIPF))


def _occurrences(source: Folded, value: str, *, numbered: bool = False) -> Iterator[tuple[int, int]]:
    """Every place of the folded `value` on word boundaries, in characters of the original.

    `numbered` takes the digits behind an account along (`jdoe2`).
    """
    needle, data = value.encode("utf-8"), source.data
    at = data.find(needle)
    while at >= 0:
        start, end = source.start(at), source.end(at + len(needle))
        if is_boundary(source.text, start):
            digits = _NUMBER.match(source.text, end) if numbered else None
            end = digits.end() if digits else end
            if is_boundary(source.text, end):
                yield start, end
        at = data.find(needle, at + 1)


