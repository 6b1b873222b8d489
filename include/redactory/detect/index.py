"""The directory in the form Layer 1 asks it: what is built once of a snapshot, and can be kept beside it.

Building takes minutes of a large directory, loading what was built seconds. An index holds every identity: it is kept
where the snapshot is kept, and nowhere else.
"""

from __future__ import annotations

import gc
import hashlib
import marshal
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import daachorse

from redactory.detect.composed import MIN_SURNAME, is_short
from redactory.detect.guards import Guard, pattern_guard
from redactory.detect.learned import Shapes, learn
from redactory.detect.names import NameParts, is_generic, names_of
from redactory.detect.phonebook import Numbers, numbers_of
from redactory.detect.variants import ENTITY, Kind, person_patterns, written_out
from redactory.directory.model import Account, Person
from redactory.errors import DirectoryError
from redactory.policy.model import Policy

_FORMAT = 6
_ASKED = 50_000  # answers that are kept: a text asks of the same words again and again
_DIGEST = hashlib.sha256().digest_size
_ENTITY = tuple(ENTITY[kind] for kind in Kind)  # by the number of a kind: quicker than by the kind


class Logins:
    """The accounts of a directory, sorted, as a container: hundreds of thousands take no more than their letters."""

    def __init__(self, accounts: Sequence[str]) -> None:
        self._sorted = accounts
        self._asked: dict[object, bool] = {}

    def __contains__(self, account: object) -> bool:
        known = self._asked.get(account)
        if known is None:
            if len(self._asked) > _ASKED:
                self._asked.clear()
            known = self._asked[account] = isinstance(account, str) and self._holds(account)
        return known

    def _holds(self, account: str) -> bool:
        at = bisect_left(self._sorted, account)
        return at < len(self._sorted) and self._sorted[at] == account


@dataclass(frozen=True, slots=True, repr=False)
class DirectoryIndex:
    """Everything that is known of a snapshot's people, by number: of a person, and of a pattern.

    `names` are lines of given names, surnames and word accounts (`rose|field|rose`), `keys` those of the people. A
    pattern has a `kind`, a `guard`, an owner and, in `shared`, all its owners if several. `parts` says of a pattern
    whether it is a surname (1), a given name (2), both or neither. `guarded` counts by reason what a guard holds back.
    `logins` are the accounts without what parts them, sorted, `surnames` the surnames without it, umlauts both ways.
    Of an address the automaton holds what ends with its @; the `tails` of those patterns are to follow: thousands of
    addresses share a domain.
    """

    names: list[str]
    keys: list[str]
    kinds: bytes
    guards: bytes
    parts: bytes
    owners: array[int]
    tails: dict[int, bytes]
    shared: dict[int, tuple[int, ...]]
    givens: frozenset[str]
    short: frozenset[str]
    numbers: Numbers
    shapes: Shapes
    logins: tuple[str, ...]
    surnames: frozenset[str]
    guarded: Counter[str]
    accounts: tuple[Account, ...]
    automaton: Any


def build_index(policy: Policy, people: Sequence[Person], accounts: Sequence[Account] = ()) -> DirectoryIndex:
    """The index of `people` under a policy's guards; `accounts` go along as they are."""
    collecting = gc.isenabled()
    gc.disable()  # nothing here refers to itself, and every collection would go through millions of entries
    try:
        return _built(policy, people, accounts)
    finally:
        if collecting:
            gc.enable()


def _built(policy: Policy, people: Sequence[Person], accounts: Sequence[Account]) -> DirectoryIndex:
    wanted = {name for name, rule in policy.entities.items() if rule.decision == "redact"}
    sought = tuple(entity in wanted for entity in _ENTITY)
    rules = policy.identity.usernames
    known: dict[str, int] = {}
    kinds, guards, owners = bytearray(), bytearray(), array("I")
    shared: dict[int, list[int]] = {}
    surnames: set[str] = set()
    givens: set[str] = set()
    names: list[str] = []
    logins: set[str] = set()
    joined: set[str] = set()
    guarded: Counter[str] = Counter()
    for person, entry in enumerate(people):
        readings = names_of(entry)
        named = [parts for parts in readings if parts.given and parts.surname and not is_generic(parts.full)]
        words: list[str] = []
        _collect_parts(named, givens, surnames)
        if named:
            joined.update(_joined_surnames(entry, named))
        reasons: set[str] = set()
        for pattern, kind in person_patterns(entry, readings):
            if not pattern or not sought[kind]:
                continue
            number = known.get(pattern)
            if kind is Kind.USER or number is None or kinds[number] > kind:
                guard, reason = pattern_guard(pattern, kind, rules)
                if kind is Kind.USER and guard is not Guard.NEVER:
                    logins.add(pattern.replace(" ", ""))
            if number is None or kinds[number] > kind:
                if reason:
                    reasons.add(reason)
                if guard is Guard.NEVER:
                    continue
                if guard is Guard.ACCOUNT and kind is Kind.USER:
                    words.append(pattern)
                if number is None:
                    known[pattern] = len(kinds)
                    kinds.append(kind)
                    guards.append(guard)
                    owners.append(person)
                    continue
                kinds[number], guards[number] = kind, guard
            if person != owners[number]:
                who = shared.get(number)
                if who is None:
                    shared[number] = [owners[number], person]
                elif who[-1] != person:
                    who.append(person)
        names.append(_name_line(named, words))
        if reasons:
            guarded.update(reasons)
    parts = surnames | givens if wanted & {"PERSON", "USER"} else set()
    short = {part for part in (givens - surnames) & parts if part not in known and is_short(part)}
    for part in parts - short:
        if part not in known:
            known[part] = len(kinds)
            kinds.append(Kind.PART)
            guards.append(Guard.NONE)
            owners.append(0)
    numbers = numbers_of(number for entry in people for number in entry.phones)
    if numbers.short:
        guarded["phone-short"] = len(numbers.short)
    roles = {known[part]: (part in surnames) + 2 * (part in givens) for part in parts - short}
    written = list(known)
    del known
    # patterns that begin alike lie together: the automaton is built in less time
    order = array("I", sorted(range(len(written)), key=written.__getitem__))
    patterns = [written[number].encode() for number in order]
    del written
    kinds_in_order = bytes(map(kinds.__getitem__, order))
    tails = _cut_addresses(patterns, kinds_in_order)
    return DirectoryIndex(
        names=names,
        keys=[entry.key for entry in people],
        kinds=kinds_in_order,
        guards=bytes(map(guards.__getitem__, order)),
        parts=bytes(map(roles.get, order, repeat(0))),
        owners=array("I", map(owners.__getitem__, order)),
        tails=tails,
        shared={place: tuple(shared[number]) for place, number in enumerate(order) if number in shared},
        givens=frozenset(givens),
        short=frozenset(short),
        numbers=numbers,
        shapes=learn(wanted, people),
        logins=tuple(sorted(logins)),
        surnames=frozenset(joined),
        guarded=guarded,
        accounts=tuple(accounts),
        automaton=daachorse.DoubleArrayAhoCorasick(patterns) if patterns else None,
    )  # fmt: skip


def _cut_addresses(patterns: list[bytes], kinds: bytes) -> dict[int, bytes]:
    """Leaves of each address in `patterns` what ends with its @, and returns the rest by its place."""
    tails: dict[int, bytes] = {}
    same: dict[bytes, bytes] = {}
    for place, kind in enumerate(kinds):
        if kind == Kind.EMAIL:
            local, at, domain = patterns[place].rpartition(b"@")
            patterns[place], tails[place] = local + at, same.setdefault(domain, domain)
    return tails


def _joined_surnames(entry: Person, readings: Sequence[NameParts]) -> Iterator[str]:
    """The surnames of one person as a name of a device carries them: `de la Fuente` glued, `Sjöström` both ways."""
    written = written_out(entry)
    for parts in readings if written is entry else names_of(written):
        if parts.given:
            yield "".join(parts.surname).replace("'", "")


def _name_line(readings: Sequence[NameParts], accounts: Sequence[str]) -> str:
    """Given names, surnames and guarded accounts of a person as one compact line: `rose|field|rose`, folded."""
    given: dict[str, None] = {}
    surname: dict[str, None] = {}
    for parts in readings:
        given.update(dict.fromkeys(parts.given))
        surname[" ".join(parts.surname)] = None
        surname[parts.surname[-1]] = None
    line = ",".join(given) + "|" + ",".join(surname)
    return f"{line}|{','.join(accounts)}" if accounts else line


def _collect_parts(readings: Sequence[NameParts], givens: set[str], surnames: set[str]) -> None:
    """Adds the given names and surnames of one person to those of the directory."""
    for parts in readings:
        if "".join(parts.full).replace("'", "").isalpha():
            givens.add(" ".join(parts.given))
            givens.add(parts.given[0])
            last = " ".join(parts.surname)
            if len(last) >= MIN_SURNAME and not is_generic(parts.surname):
                surnames.add(last)


def to_bytes(index: DirectoryIndex) -> bytes:
    """`index` as it is kept: a SHA-256 of the rest, the length of its tables, the tables, the automaton."""
    shapes, numbers = index.shapes, index.numbers
    tables = marshal.dumps(
        (
            _FORMAT, index.names, index.keys, index.kinds, index.guards, index.parts, index.owners.tobytes(),
            index.tails, index.shared, index.givens, index.short, (numbers.long, numbers.short),
            (shapes.written, shapes.bare, shapes.begun, shapes.schemes, shapes.surnames), index.logins,
            index.surnames, dict(index.guarded),
            tuple((account.key, account.name, account.short_names, account.domains) for account in index.accounts),
        )
    )  # fmt: skip
    automaton = index.automaton.serialize() if index.automaton is not None else b""
    rest = (len(tables).to_bytes(8), tables, automaton)
    digest = hashlib.sha256()
    for piece in rest:
        digest.update(piece)
    return b"".join((digest.digest(), *rest))


def from_bytes(data: bytes) -> DirectoryIndex:
    """The index that `to_bytes` wrote. Raises DirectoryError where it is damaged, before anything of it is used."""
    view = memoryview(data)
    if len(data) < _DIGEST + 8 or hashlib.sha256(view[_DIGEST:]).digest() != view[:_DIGEST]:
        raise DirectoryError("the index of the directory is damaged")
    size = int.from_bytes(view[_DIGEST : _DIGEST + 8])
    tables, automaton = view[_DIGEST + 8 : _DIGEST + 8 + size], view[_DIGEST + 8 + size :]
    found = marshal.loads(tables)
    if found[0] != _FORMAT:
        raise DirectoryError("the index of the directory was built by another release")
    _, names, keys, kinds, guards, parts, owners, tails, shared, givens, short, numbers, *others = found
    shapes, logins, surnames, guarded, accounts = others
    return DirectoryIndex(
        names, keys, kinds, guards, parts, array("I", owners), tails, shared, givens, short,
        Numbers(*numbers), Shapes(*shapes), logins, surnames, Counter(guarded),
        tuple(Account(*account) for account in accounts),
        daachorse.DoubleArrayAhoCorasick.deserialize(bytes(automaton)) if automaton else None,
    )  # fmt: skip
