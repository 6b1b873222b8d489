"""The values a gate proves absent, and how each is searched (contract.md, gates).

Strong values are searched everywhere: addresses, ids, unguarded usernames, names not made wholly of dictionary words.
Everything else is guarded: usernames that are words, cities, single names, short extensions.
"""

from __future__ import annotations

import gc
import ipaddress
import re
from collections.abc import Iterator

from redactory.directory.model import Account, Person, Snapshot
from redactory.gates.folding import BOUNDARY, UNSPACED, fold
from redactory.gates.matcher import Family, Kind, SequenceIndex, Strength, Value, digits_value, sequence_value
from redactory.gates.record_text import tokens_of
from redactory.gates.words import WORD_ZIPF, is_name, is_word, zipf
from redactory.policy.model import Policy, UsernameGuard

DIRECTORY, DETECTED, ACCOUNT, ANSWER_KEY = "directory", "detected", "account fields", "answer key"
ACCOUNT_LIST = "account list"
MIN_ID_DIGITS = 6  # a shorter number alone is also a port, an extension or a year
MIN_ID_LENGTH = 4
MIN_HOSTNAME_LENGTH = 6
MIN_ORGANISATION_LENGTH = 4  # a shorter name alone is also an abbreviation of something else
_CACHE = 100_000
_REMARK = re.compile(r"\([^)]*\)|\[[^\]]*\]|\"[^\"]*\"")
_ADDRESS_PREFIX = re.compile(r"^(?:smtp|mailto|sip|x500|eum):", re.I)
_UNSPACED = re.compile(f"[{UNSPACED}]")


class ValueLists:
    """Turns texts into values, by the guards of one policy. Holds values in memory only; its repr shows none."""

    def __init__(self, policy: Policy) -> None:
        self._guard: UsernameGuard = policy.identity.usernames
        self.organisations = policy.redacts("ORG")
        self._stop = {fold(name) for name in self._guard.stop}
        vendors = (name for vendor in policy.keep.vendors for name in (vendor.name, *vendor.aliases))
        self._kept = {fold(term).strip() for term in (*policy.keep.terms, *vendors)}
        self._known: dict[tuple[str, str, str], tuple[Value, ...]] = {}
        self._kinds: dict[tuple[str, str, Strength, Family], Kind] = {}

    def __repr__(self) -> str:
        return "ValueLists()"

    def of(self, entity: str, text: str, list_name: str) -> tuple[Value, ...]:
        """The values that one text of class `entity` stands for; none where it holds no letter and no digit."""
        key = (entity, text, list_name)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _CACHE:
                self._known.clear()
            found = self._known[key] = tuple(self._values(entity, text, list_name))
        return found

    def directory(self, snapshot: Snapshot | None) -> SequenceIndex:
        """Every identity of the snapshot, and every account where the policy redacts organisations, indexed."""
        index = SequenceIndex()
        collecting = gc.isenabled()
        gc.disable()  # nothing here is garbage, and looking for it doubles the time
        try:
            for person in snapshot.people if snapshot else ():
                for value in self._person(person):
                    index.add(value)
            for account in snapshot.accounts if snapshot and self.organisations else ():
                for value in self._account(account):
                    index.add(value)
        finally:
            if collecting:
                gc.enable()
        return index

    def _person(self, person: Person) -> Iterator[Value]:
        for username in person.usernames:
            if "@" in username:
                yield from self._values("EMAIL", username, DIRECTORY)
            yield from self._values("USER", username.rpartition("\\")[2].partition("@")[0], DIRECTORY)
        for address in person.emails:
            yield from self._values("EMAIL", _ADDRESS_PREFIX.sub("", address.strip()).strip("<> "), DIRECTORY)
        for name in _spellings(person):
            yield from self._values("PERSON", name, DIRECTORY)
        for employee_id in person.employee_ids:
            yield from self._values("EMP_ID", employee_id, DIRECTORY)
        for phone in person.phones:
            yield from self._values("PHONE", phone, DIRECTORY)
        for place in person.locations:
            yield from self._values("LOCATION", place, DIRECTORY)

    def _account(self, account: Account) -> Iterator[Value]:
        for written in (account.name, *account.short_names, *account.domains):
            yield from self._values("ORG", written, ACCOUNT_LIST)

    def _values(self, entity: str, text: str, list_name: str) -> Iterator[Value]:
        folded = fold(text).replace(BOUNDARY, " ")
        tokens = tokens_of(folded)
        if not tokens:
            return
        strength, family = self._classified(entity, folded, tokens, list_name)
        if list_name in (DETECTED, ACCOUNT) and folded.strip() in self._kept:
            strength = min(strength, Strength.GUARDED)  # the same word is also a product: second references rank lower
        kind = self._kind(entity, list_name, strength, family)
        value: Value | None = None
        if entity == "PHONE":
            value = digits_value(kind, text)
        elif strength is Strength.STRONG and entity not in ("EMP_ID", "IP", "USER") and all(map(str.isdecimal, tokens)):
            value = digits_value(kind, text)  # a card or national number in any punctuation
        yield value or sequence_value(kind, folded, tokens)

    def _kind(self, entity: str, list_name: str, strength: Strength, family: Family) -> Kind:
        key = (entity, list_name, strength, family)
        return self._kinds.setdefault(key, Kind(*key))

    def _classified(self, entity: str, folded: str, tokens: list[str], list_name: str) -> tuple[Strength, Family]:
        if entity == "EMAIL":
            local, at, domain = folded.rpartition("@")
            if at and local and "." in domain:
                return Strength.STRONG, Family.EMAIL
            return (Strength.STRONG if len(tokens) > 3 else Strength.GUARDED), Family.EXACT
        if entity == "IP":
            return (Strength.STRONG if _is_ip(folded) else Strength.GUARDED), Family.IP
        if entity == "PHONE":
            long = sum(len(token) for token in tokens if token.isdecimal()) >= 7
            return (Strength.STRONG if long else Strength.GUARDED), Family.EXACT
        if entity == "USER":
            return self._username(folded, tokens), Family.EXACT
        if entity == "PERSON":
            return _name_strength(tokens, list_name), Family.NAME
        if entity == "LOCATION":
            return (Strength.STRONG if _is_address(tokens) else Strength.GUARDED), Family.PLACE
        if entity == "ORG":
            return _organisation_strength(folded, tokens, list_name), Family.EXACT
        if entity == "HOSTNAME":
            telling = any(token.isdecimal() is False and not is_word(token) for token in tokens)
            telling = telling or (len(tokens) > 1 and any(c.isdecimal() for c in folded))
            long = sum(map(len, tokens)) >= MIN_HOSTNAME_LENGTH
            return (Strength.STRONG if long and telling else Strength.GUARDED), Family.EXACT
        return _id_strength(tokens), Family.EXACT

    def _username(self, folded: str, tokens: list[str]) -> Strength:
        guard = self._guard
        if folded in self._stop:
            return Strength.COUNTED
        if guard.ambiguous == "always":
            return Strength.STRONG
        length = sum(map(len, tokens))
        if len(tokens) == 1:
            ambiguous = folded.isdecimal() and length < MIN_ID_DIGITS or zipf(folded) >= guard.word_zipf
        else:
            ambiguous = all(map(is_word, tokens))
        if not ambiguous and length >= guard.min_length:
            return Strength.STRONG
        return Strength.COUNTED if guard.ambiguous == "never" else Strength.GUARDED


def _name_strength(tokens: list[str], list_name: str) -> Strength:
    letters = [token for token in tokens if not token.isdecimal()]
    if len(letters) < 2:
        return Strength.GUARDED
    if all(map(_UNSPACED.match, letters)):
        return Strength.STRONG
    if not all(map(is_word, letters)):
        return Strength.STRONG
    if any(is_name(token) for token in letters if len(token) > 1):
        return Strength.CAPITAL
    # `Service Desk`: a directory entry that names nobody
    return Strength.COUNTED if list_name == DIRECTORY else Strength.GUARDED


def _organisation_strength(folded: str, tokens: list[str], list_name: str) -> Strength:
    """A name of the list that is made of common words is searched where it is written with capitals."""
    if "." in folded and len(tokens) > 1 and " " not in folded.strip():
        return Strength.STRONG  # a domain
    if sum(map(len, tokens)) < MIN_ORGANISATION_LENGTH:
        return Strength.GUARDED
    if not all(token.isdecimal() or zipf(token) >= WORD_ZIPF for token in tokens):
        return Strength.STRONG
    return Strength.CAPITAL if list_name == ACCOUNT_LIST else Strength.GUARDED


def _id_strength(tokens: list[str]) -> Strength:
    joined = "".join(tokens)
    digits = sum(map(str.isdecimal, joined))
    if digits == len(joined):
        return Strength.STRONG if digits >= MIN_ID_DIGITS else Strength.GUARDED
    if digits and len(joined) >= MIN_ID_LENGTH:
        return Strength.STRONG
    words = [token for token in tokens if not is_word(token)]
    return Strength.STRONG if len(tokens) > 1 and words else Strength.GUARDED


def _is_address(tokens: list[str]) -> bool:
    """A street or desk with its number, in three words or more: `14 Kestrel Lane`, not a city."""
    return len(tokens) >= 3 and any(map(str.isdecimal, tokens)) and sum(len(t) > 2 and t.isalpha() for t in tokens) > 1


def _is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text.strip().strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True


def _spellings(person: Person) -> Iterator[str]:
    """Display names as they stand, without remarks in brackets, and reversed."""
    seen: set[str] = set()
    shown = [_REMARK.sub(" ", name).strip(" ,-") for name in person.display_names]
    together = [f"{first} {last}" for first in person.given_names[:2] for last in person.surnames[:2]]
    for name in (*shown, *together):
        for spelling in (name, *_reversed(name, person.surnames)):
            if spelling and spelling not in seen:
                seen.add(spelling)
                yield spelling


def _reversed(name: str, surnames: tuple[str, ...]) -> Iterator[str]:
    """`Ruiz, José` for `José Ruiz`, and the other way round."""
    last, comma, first = name.partition(",")
    if comma:
        if first.strip() and last.strip():
            yield f"{first.strip()} {last.strip()}"
        return
    known = next((s for s in surnames if name.endswith(f" {s}") and len(s) < len(name)), None)
    head, _, tail = (name[: -len(known)], "", known) if known else name.rpartition(" ")
    if head.strip() and tail:
        yield f"{tail}, {head.strip()}"
