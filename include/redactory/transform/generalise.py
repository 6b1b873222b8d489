"""Generalisation: a date to its month, an age to its band, a postcode to its area, an address to its network.

A value that cannot be read becomes the typed token, never stays. One that is no finer than asked for stays as it is.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from redactory.policy.transforms import GeneraliseOptions, TransformRule
from redactory.transform import dates
from redactory.transform.operator import Operator
from redactory.transform.scope import Scope

OLDEST_BAND = 90  # ages from here on are one band: so few people reach them that a band would tell who
_OLDEST = 130
_NETWORK = {4: 16, 6: 48}
_AGE = re.compile(r"^(\d{1,3})([ -]?(?:years?|yrs?|y/o|yo|y)?\.?(?:[ -]old)?)$", re.I)
_BAND = re.compile(r"^(?:(\d{1,3})-(\d{1,3})|(\d{2})\+)([ -]?(?:years?|yrs?|y/o|yo|y)?\.?(?:[ -]old)?)$", re.I)
_UK_POSTCODE = re.compile(r"^([A-Z]{1,2})\d[A-Z\d]?\d[A-Z]{2}$")
_POSTCODE = re.compile(r"^(?=(?:[A-Z]*\d){3})[A-Z0-9]{4,10}$")
_AREA = re.compile(r"^(?:[A-Z]|[A-Z0-9]{2})$")
_UNIT = r"(?:[$€£¥]|[A-Z]{3}|%)"
_NUMBER = re.compile(rf"^({_UNIT} ?)?(-?)(\d{{1,3}}(?:[ ,]\d{{3}})+|\d+)(?:\.\d{{1,2}}|\.\d{{4,}})?( ?{_UNIT})?$")
_BUCKET = re.compile(rf"^(?:{_UNIT} ?)?(-?\d+)(?:-| to )(-?\d+)(?: ?{_UNIT})?$")
_AROUND = 24  # characters on either side in which the rest of a band or a network may stand


class Generalise(Operator):
    """Replaces a value by what it has in common with many others."""

    name = "generalise"

    def __init__(self, entity: str, token: str, rule: TransformRule) -> None:
        super().__init__(entity, token)
        self._options = rule.generalise or GeneraliseOptions(date="month")
        self._coarser, self._is_coarse = _kind(self._options)

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        plain = value.strip()
        if self._is_coarse(plain):
            return value
        return self._coarser(plain) or self.token

    def validate(self, replacement: str) -> bool:
        return replacement == self.token or self._is_coarse(replacement)

    def stands_at(self, text: str, start: int, end: int) -> bool:
        """Such as the address in `203.0.0.0/16`, or the first age of `30-39`."""
        lefts = [at for at in range(max(0, start - _AROUND), start + 1) if not at or not text[at - 1].isalnum()]
        rights = [at for at in range(end, min(len(text), end + _AROUND) + 1) if not text[at : at + 1].isalnum()]
        return any(
            self._is_coarse(text[left:right])
            for left in lefts for right in rights if (left, right) != (start, end)
        )  # fmt: skip


def _kind(options: GeneraliseOptions) -> tuple[Callable[[str], str | None], Callable[[str], bool]]:
    """What makes a value coarser (None where it cannot be read), and what tells that one is coarse already."""
    if to := options.date:
        return lambda value: dates.coarser(value, to, options.day_first), lambda value: dates.is_coarse(value, to)
    if years := options.age:
        return lambda value: _age(value, years), lambda value: _is_band(value, years)
    if size := options.number:
        return lambda value: _bucket(value, size), lambda value: _is_bucket(value, size)
    if options.ip:
        return _network, _is_network
    return _area, lambda value: _AREA.match(value) is not None


def _age(value: str, years: int) -> str | None:
    found = _AGE.match(value)
    if not found or int(found[1]) > _OLDEST:
        return None
    return _band(int(found[1]), years) + found[2]


def _band(age: int, years: int) -> str:
    first = age - age % years
    return f"{OLDEST_BAND}+" if age >= OLDEST_BAND else f"{first}-{min(first + years, OLDEST_BAND) - 1}"


def _is_band(value: str, years: int) -> bool:
    found = _BAND.match(value)
    if not found:
        return False
    age = int(found[1] or found[3])
    return value.startswith(_band(age, years)) and _band(age, years) + found[4] == value


def _bucket(value: str, size: int) -> str | None:
    found = _NUMBER.match(value)
    if not found:
        return None
    before, sign, digits, after = (part or "" for part in found.groups())
    number = int(re.sub(r"\D", "", digits))
    if sign and ("." in value or number):  # a fraction below zero belongs to the bucket below
        number = -number - ("." in value)
    first = number - number % size
    return f"{before}{first}{' to ' if first < 0 else '-'}{first + size - 1}{after}"


def _is_bucket(value: str, size: int) -> bool:
    found = _BUCKET.match(value)
    return found is not None and int(found[1]) % size == 0 and int(found[2]) == int(found[1]) + size - 1


def _area(value: str) -> str | None:
    plain = re.sub(r"[\s-]", "", value).upper()
    if found := _UK_POSTCODE.match(plain):
        return found[1]
    return plain[:2] if _POSTCODE.match(plain) else None


def _network(value: str) -> str | None:
    address, _, prefix = value.partition("/")
    try:
        read = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return None
    length = _NETWORK[read.version]
    return str(ipaddress.ip_network(f"{read}/{length}", strict=False))


def _is_network(value: str) -> bool:
    try:
        network = ipaddress.ip_network(value)
    except ValueError:
        return False
    return "/" in value and network.prefixlen <= _NETWORK[network.version] and str(network) == value
