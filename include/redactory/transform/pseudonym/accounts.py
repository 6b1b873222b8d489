"""Accounts: addresses, usernames and devices, word by word as those of the fake person they belong to.

Domains become ones that are reserved for examples (RFC 2606); parts that say what a mailbox or a device is for stay.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from redactory.detect.fold import folded
from redactory.detect.wordlists import read_words
from redactory.policy.transforms import FieldFormat
from redactory.transform.normal import normalise
from redactory.transform.pseudonym.kind import Kind, Unfit
from redactory.transform.pseudonym.words import plain
from redactory.transform.validators import validator_of

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw
    from redactory.transform.pseudonym.names import Names

_PART = re.compile(r"[^\W\d_]+|\d+")
_RESERVED = re.compile(r"(?:^|\.)example(?:\.(?:com|org|net))?$")
_DOT = re.compile(r"\.|\s*[\[(]\s*dot\s*[\])]\s*|\s+dot\s+", re.I)
_ADDRESS = re.compile(  # `@` and dots may be spoken
    rf"([^\s@:<>]+?)(@|%40|\s*[\[(]\s*at\s*[\])]\s*|\s+at\s+)([\w-]+(?:(?:{_DOT.pattern})[\w-]+)*)", re.I
)
_ROLES = read_words("system_accounts") | read_words("role_words")
_DEVICES = (
    read_words("device_prefixes") | read_words("device_short_prefixes") | read_words("device_suffixes")
)  # fmt: skip


class Username(Kind):
    """An account name; what stands before a backslash stays."""

    kept = _ROLES

    def __init__(self, names: Names | None) -> None:
        self._names = names

    def canonical(self, value: str) -> str:
        return plain(normalise("USER", value))

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        return self.rewritten(canonical) + (str(attempt + 1) if attempt else "")

    def render(self, fake: str, value: str) -> str:
        domain, slash, account = value.rpartition("\\")
        account, at, rest = account.partition("@")
        new = self.rewritten(account)
        number = fake.removeprefix(self.rewritten(self.canonical(account)))
        return f"{domain}{slash}{new}{number}{at}{rest}"

    def valid(self, text: str) -> bool:
        return _PART.search(text) is not None

    def rewritten(self, text: str) -> str:
        """Each word as its fake, in its case; each number as another one."""
        assert self._names is not None
        out, at = [], 0
        for part in _PART.finditer(text):
            out.append(text[at : part.start()])
            out.append(self._part(part[0], alone=part[0] == text))
            at = part.end()
        return "".join([*out, text[at:]])

    def _part(self, word: str, *, alone: bool) -> str:
        assert self._names is not None
        if word.isdecimal():
            return self._names.number(word)
        if folded(word) in self.kept and not alone:
            return word
        new = self._names.account(word)
        return new.upper() if word.isupper() else new.capitalize() if word[0].isupper() else new


class Hostname(Username):
    """A device that is named after somebody: `LT-JMOREAU-01`."""

    kept = _DEVICES

    def canonical(self, value: str) -> str:
        return plain(folded(value))

    def render(self, fake: str, value: str) -> str:
        return self.rewritten(value) + fake.removeprefix(self.rewritten(self.canonical(value)))


class Mailbox(Kind):
    """An e-mail address, with its plus-tag and what stands around it."""

    def __init__(self, names: Names | None) -> None:
        self._names = names
        self._account = Username(names)
        self._is_address = validator_of(FieldFormat(kind="email"))

    def canonical(self, value: str) -> str:
        found = _ADDRESS.search(value)
        if found is None:
            raise Unfit("an address has no two parts")
        local, _, domain = normalise("EMAIL", f"{found[1]}@{_DOT.sub('.', found[3])}").rpartition("@")
        return f"{plain(local)}@{domain}"

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        assert self._names is not None
        local, _, domain = canonical.rpartition("@")
        new = self._account.rewritten(local) + (str(attempt + 1) if attempt else "")
        return f"{new.lower()}@{self._names.domain(domain)}"

    def render(self, fake: str, value: str) -> str:
        found = _ADDRESS.search(value)
        if found is None:
            raise Unfit("an address has no two parts")
        local, _, domain = fake.rpartition("@")
        _, plus, tag = found[1].partition("+")
        local += plus + self._account.rewritten(tag)
        if found[1].isupper():
            local, domain = local.upper(), domain.upper()
        dots = _DOT.findall(found[3]) or ["."]
        text = f"{local}{found[2]}{domain.replace('.', dots[-1])}"
        return value[: found.start()] + text + value[found.end() :]

    def valid(self, text: str) -> bool:
        found = _ADDRESS.search(text)
        if found is None:
            return False
        domain = _DOT.sub(".", found[3]).lower()
        return self._is_address(f"{found[1]}@{domain}") and _RESERVED.search(domain) is not None
