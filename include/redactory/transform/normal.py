"""The normal form of a value: one text for every way of writing the same thing, so that its surrogates agree.

Names and whatever has no form of its own are folded like Layer 1 folds them (case, accents, separators, white space);
addresses, numbers and ids by their own rules. It is made to be hashed or compared, not to be shown.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Callable

from redactory.detect.fold import folded

_POSSESSIVE = re.compile(r"['\u2019]s$", re.I)
_ADDRESS_PREFIX = re.compile(r"^(?:smtp|mailto|sip|x500|eum):", re.I)
_AT = re.compile(r"%40|\s?[\[(]at[\])]\s?", re.I)
_PLUS = re.compile(r"\+[^@]*(?=@)")
_EXTENSION = re.compile(r"\s*(?:;ext=|ext(?:ension)?\.?|x|#)\s*(\d{1,8})\s*$", re.I)
_TRUNK = re.compile(r"\(0\)")
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "md", "mba", "esq", "dr", "prof"))
_MAX_NAME_WORDS = 3  # on either side of the comma of a name written last name first


def normalise(entity: str, value: str) -> str:
    """The normal form of `value` as an `entity`, never empty for a value that is not."""
    return _NORMAL.get(entity, folded)(value) or unicodedata.normalize("NFKC", value).strip()


def _person(value: str) -> str:
    value = _POSSESSIVE.sub("", value.strip())
    last, comma, first = value.partition(",")
    before, after = folded(last).split(), folded(first).split()
    if (
        comma and "," not in first
        and 0 < len(before) <= _MAX_NAME_WORDS and 0 < len(after) <= _MAX_NAME_WORDS
        and not _SUFFIXES.intersection(after)
    ):  # fmt: skip
        return " ".join((*after, *before))
    return folded(value)


def _username(value: str) -> str:
    return folded(value.strip().rpartition("\\")[2].partition("@")[0])


def _email(value: str) -> str:
    """One mailbox: without `mailto:` and plus-tag, in lower case. Dots and hyphens stay, they tell mailboxes apart."""
    plain = unicodedata.normalize("NFKC", _ADDRESS_PREFIX.sub("", value.strip()).strip("<> "))
    return _PLUS.sub("", _AT.sub("@", plain)).casefold()


def _phone(value: str) -> str:
    """Digits, `+` before an international number. National and international forms of one number stay apart."""
    plain = unicodedata.normalize("NFKC", value).strip()
    extension = _EXTENSION.search(plain)
    plain = plain[: extension.start()] if extension else plain
    international = plain.lstrip(" (").startswith("+")
    digits = "".join(filter(str.isdigit, _TRUNK.sub("", plain) if international else plain))
    if not international and digits.startswith("00"):
        international, digits = True, digits[2:]
    if not digits:
        return ""
    return ("+" if international else "") + digits + (f";ext={extension[1]}" if extension else "")


def _ip(value: str) -> str:
    plain = value.strip().strip("[]").partition("%")[0]
    try:
        return str(ipaddress.ip_address(plain))
    except ValueError:
        return plain.casefold()


def _identifier(value: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", value).casefold()))


_NORMAL: dict[str, Callable[[str], str]] = {
    "PERSON": _person,
    "USER": _username,
    "EMAIL": _email,
    "PHONE": _phone,
    "IP": _ip,
    "EMP_ID": _identifier,
    "CARD": _identifier,
    "IBAN": _identifier,
    "NATIONAL_ID": _identifier,
    "PASSPORT": _identifier,
}
