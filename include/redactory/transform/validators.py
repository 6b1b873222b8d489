"""Validators of fields: whether a text is what a reader of that field takes for an e-mail address or an order ID.

They are those a downstream system would apply, from the libraries that keep such rules (phonenumbers, python-stdnum).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from redactory.policy.patterns import compile_re2
from redactory.policy.transforms import Checksum, FieldFormat, FormatKind
from redactory.transform import dates

Validator = Callable[[str], bool]

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"  # of a domain
_EMAIL = re.compile(rf"^[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_LABEL}\.)+[A-Za-z]{{2,}}$")
_POSTCODE = re.compile(r"^(?=.*\d)[A-Za-z0-9][A-Za-z0-9 -]{1,8}[A-Za-z0-9]$")
_NUMBER = re.compile(r"^[+-]?\d+(?:[.,]\d+)*$")
_DIGITS_AT_END = re.compile(r"^.*?([0-9]+[Xx]?)$")  # what modulus 11 counts of `ORD1234X`
_CARD_DIGITS = range(12, 20)


def validator_of(rule: FieldFormat) -> Validator:
    """The validator of one declared format. Raises PolicyError for a pattern that RE2 cannot compile."""
    checks: list[Validator] = []
    if rule.kind is not None:
        checks.append(_KINDS[rule.kind])
    if rule.pattern is not None:
        pattern = compile_re2(rf"\A(?:{rule.pattern})\z")
        checks.append(lambda value: pattern.search(value) is not None)
    if rule.checksum is not None:
        checksum = _CHECKSUMS[rule.checksum]
        checks.append(lambda value: checksum("".join(filter(str.isalnum, value))))
    return lambda value: all(check(value) for check in checks)


def _is_phone(value: str) -> bool:
    import phonenumbers

    if not value.lstrip(" (").startswith(("+", "00")):  # national: how many digits there may be is all that can be said
        return bool(re.fullmatch(r"[\d ().\-/x]+", value)) and 6 <= sum(map(str.isdigit, value)) <= 15
    try:
        number = phonenumbers.parse(re.sub(r"^\s*00", "+", value))
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_possible_number(number))


def _is_ip(value: str) -> bool:
    try:
        ipaddress.ip_interface(value)
    except ValueError:
        return False
    return True


def _is_iban(value: str) -> bool:
    from stdnum import iban

    return bool(iban.is_valid(value))


def _is_card(value: str) -> bool:
    digits = re.sub(r"[ -]", "", value)
    return digits.isdecimal() and len(digits) in _CARD_DIGITS and _luhn(digits)


def _is_date(value: str) -> bool:
    return dates.coarser(value, "month", True) is not None or dates.coarser(value, "month", False) is not None


def _luhn(value: str) -> bool:
    from stdnum import luhn

    return bool(luhn.is_valid("".join(filter(str.isdecimal, value))))


def _mod97(value: str) -> bool:
    from stdnum.iso7064 import mod_97_10

    return bool(mod_97_10.is_valid(value))


def _iso7064(scheme: str, value: str) -> bool:
    from importlib import import_module

    return bool(import_module(f"stdnum.iso7064.{scheme}").is_valid(value.upper()))


def _damm(value: str) -> bool:
    from stdnum import damm

    return bool(damm.is_valid("".join(filter(str.isdecimal, value))))


def _verhoeff(value: str) -> bool:
    from stdnum import verhoeff

    return bool(verhoeff.is_valid("".join(filter(str.isdecimal, value))))


_KINDS: dict[FormatKind, Validator] = {
    "email": lambda value: _EMAIL.match(value) is not None,
    "phone": _is_phone,
    "ip": _is_ip,
    "iban": _is_iban,
    "card": _is_card,
    "postcode": lambda value: _POSTCODE.match(value) is not None,
    "date": _is_date,
    "number": lambda value: _NUMBER.match(value) is not None,
}
_CHECKSUMS: dict[Checksum, Validator] = {
    "luhn": _luhn,
    "mod97": _mod97,
    "mod11_2": lambda value: _iso7064("mod_11_2", _DIGITS_AT_END.sub(r"\1", value)),
    "mod11_10": lambda value: _iso7064("mod_11_10", _DIGITS_AT_END.sub(r"\1", value)),
    "mod37_2": lambda value: _iso7064("mod_37_2", value),
    "mod37_36": lambda value: _iso7064("mod_37_36", value),
    "damm": _damm,
    "verhoeff": _verhoeff,
}
