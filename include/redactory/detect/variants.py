"""The patterns of one person: every way a directory entry is written in text (contract.md, decisions).

A pattern is folded text (see `fold`): `nair  priya` with two spaces stands for `Nair, Priya`, as a comma and a
space both fold to a space. `Kind` says how a match of it is to be checked against the original.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import IntEnum

from redactory.detect.fold import fold, folded
from redactory.detect.names import (
    NameParts,
    is_generic,
    is_ordinary,
    is_particle,
    names_of,
    read_name,
    respellings,
    transliterated,
)
from redactory.directory.model import Person


class Kind(IntEnum):
    """How a pattern came about. A lower number wins where two persons share one pattern."""

    EMAIL = 0
    NAME = 1
    REVERSED = 2  # nair priya
    COMMA = 3  # nair, priya
    INITIAL = 4  # p nair
    INITIAL_DOT = 5  # p. nair
    LAST_INITIAL = 6  # nair p
    LAST_INITIAL_COMMA = 7  # nair, p
    GIVEN_INITIAL = 8  # priya n
    SINGLE = 9
    USER = 10
    EMP_ID = 11
    LOCATION = 12
    PART = 13  # a given name or surname that stands for nobody by itself: see `composed`


ENTITY = {
    Kind.EMAIL: "EMAIL", Kind.USER: "USER", Kind.EMP_ID: "EMP_ID", Kind.LOCATION: "LOCATION",
    Kind.PART: "PERSON",
} | {kind: "PERSON" for kind in Kind if Kind.NAME <= kind <= Kind.SINGLE}  # fmt: skip

_ADDRESS_PREFIX = re.compile(r"^(?:smtp|mailto|sip|x500|eum):", re.I)


def email_of(value: str) -> str | None:
    """The address of a directory value: `SMTP:` prefixes go, what is no address is None."""
    value = value.strip()
    value = (_ADDRESS_PREFIX.sub("", value) if ":" in value else value).strip("<> ")
    local, at, domain = value.rpartition("@")
    return value if at and local and domain and " " not in value else None


def username_of(value: str) -> str:
    """The account of a directory value: without `DOMAIN\\` and, where it is written as an address, its domain."""
    return value.strip().rpartition("\\")[2].partition("@")[0]


def name_patterns(parts: NameParts) -> list[tuple[str, Kind]]:
    """The spellings of one reading of a name of two words or more."""
    given, surname, full = parts.given, parts.surname, parts.full
    first, last, initial = given[0], " ".join(surname), given[0][0]
    whole_given = " ".join(given)
    found = [
        (" ".join(full), Kind.NAME), (f"{last} {whole_given}", Kind.REVERSED), (f"{last}  {whole_given}", Kind.COMMA)
    ]  # fmt: skip
    if parts.surname_first:
        found.append((f"{whole_given} {last}", Kind.NAME))
    if len(given) > 1:
        found += ((f"{first} {last}", Kind.NAME), (f"{last}  {first}", Kind.COMMA))
        for middle in given[1:]:
            found += (
                (f"{first} {middle[0]} {last}", Kind.NAME),
                (f"{first} {middle[0]}  {last}", Kind.NAME),
                (f"{initial} {middle[0]} {last}", Kind.INITIAL),
                (f"{initial}  {middle[0]}  {last}", Kind.INITIAL_DOT),
            )
    if len(surname) > 1 and not any(map(is_particle, surname)):
        # the first surname alone, as in Spanish
        found += ((f"{first} {surname[0]}", Kind.NAME), (f"{first} {surname[-1]}", Kind.NAME))
    if len(full) > 2 and not is_particle(full[1]) and len(full[1]) > 1 and len(surname) == 1:
        found.append((f"{full[0]} {full[1]}", Kind.NAME))
        if len(full) == 3 and not is_particle(full[-2]):
            found += (
                (f"{initial} {full[1]} {full[2]}", Kind.INITIAL), (f"{initial}  {full[1]} {full[2]}", Kind.INITIAL_DOT)
            )  # fmt: skip
    if len(first) > 1:
        found += (
            (f"{initial} {last}", Kind.INITIAL),
            (f"{initial}  {last}", Kind.INITIAL_DOT),
            (f"{last} {initial}", Kind.LAST_INITIAL),
            (f"{last}  {initial}", Kind.LAST_INITIAL_COMMA),
        )
        if not is_ordinary(first):
            found.append((f"{first} {surname[0][0]}", Kind.GIVEN_INITIAL))
    return found


def person_patterns(person: Person, readings: list[NameParts] | None = None) -> Iterator[tuple[str, Kind]]:
    """Every pattern of `person`, unfiltered: guards are the caller's. Repeats may occur.

    `readings` are its `names_of`, where the caller has them.
    """
    accounts = {folded(username_of(name)) for name in person.usernames}
    for value in person.emails:
        address = email_of(value)
        if address:
            yield folded(address), Kind.EMAIL
    written = written_out(person)
    if readings is None or written is not person:
        readings = names_of(written)
    for parts in readings:
        if is_generic(parts.full):
            yield " ".join(parts.full), Kind.NAME
        elif parts.surname and parts.given:
            yield from name_patterns(parts)
            for spelled in _respelled(parts):
                yield from name_patterns(spelled)
        elif " ".join(parts.full) not in accounts:
            yield " ".join(parts.full), Kind.SINGLE
    for account in accounts:
        yield account, Kind.USER
    tokens = {token for parts in readings for token in parts.full}
    for value in person.emails:
        local = folded((email_of(value) or "").partition("@")[0])
        if local not in accounts and not is_generic(tuple(local.split(" "))) and any(
            len(token) > 2 and token in local for token in tokens
        ):
            yield local, Kind.USER  # the mailbox of a person is an account of the person
    for value in person.employee_ids:
        yield folded(value), Kind.EMP_ID
        joined = folded(value).replace(" ", "")
        if joined != folded(value) and not joined.isdigit():
            yield joined, Kind.EMP_ID
    for value in person.locations:
        yield folded(value), Kind.LOCATION
        exact = fold(value.strip()).data.decode("utf-8")  # `St. Louis` keeps both of its separators
        if exact != folded(value):
            yield exact, Kind.LOCATION


def _respelled(parts: NameParts) -> Iterator[NameParts]:
    """Other spellings of a name: of each word alone, and of all words that have one."""
    if parts.full != parts.given + parts.surname:
        return
    if len(parts.given) > 1 and not any(map(is_particle, parts.given)):
        joined = ("".join(parts.given),)  # `Seo-yeon`, `Seoyeon`
        yield NameParts(joined + parts.surname, joined, parts.surname)
    if len(parts.surname) > 1 and is_particle(parts.surname[0]):
        joined = ("".join(parts.surname),)  # `Al-Hassan`, `Alhassan`
        yield NameParts(parts.given + joined, parts.given, joined)
    others = [respellings(token) for token in parts.full]
    if not any(others):
        return
    changes = [{index: other} for index, found in enumerate(others) for other in found]
    if sum(map(bool, others)) > 1:
        changes.append({index: found[-1] for index, found in enumerate(others) if found})
    for change in changes:
        given, surname = (
            tuple(word for index, token in part for word in change.get(index, token).split())
            for part in (
                list(enumerate(parts.full))[: len(parts.given)],
                list(enumerate(parts.full))[len(parts.given) :],
            )
        )
        yield NameParts(given + surname, given, surname)


def written_out(person: Person) -> Person:
    """`person` with transliterated spellings beside its own, where it has letters to write out."""

    def both(values: tuple[str, ...]) -> tuple[str, ...]:
        values = tuple(unicodedata.normalize("NFC", value) for value in values)
        return values + tuple(out for value in values if (out := transliterated(value)) != value)

    if all(value.isascii() for value in (*person.display_names, *person.given_names, *person.surnames)):
        return person
    return Person(
        key=person.key,
        display_names=both(person.display_names),
        given_names=both(person.given_names),
        surnames=both(person.surnames),
    )


__all__ = ["ENTITY", "Kind", "email_of", "name_patterns", "person_patterns", "read_name", "username_of", "written_out"]
