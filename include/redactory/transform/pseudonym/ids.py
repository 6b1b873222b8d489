"""Order and employee IDs, cards, IBANs and passports: another one of the same shape, with the right check signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from redactory.policy.transforms import Checksum, FieldFormat
from redactory.transform.normal import normalise
from redactory.transform.pseudonym.kind import Kind, Unfit, refilled
from redactory.transform.validators import validator_of

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw

_TRIES = 4_000  # national checks of an IBAN let one in a few hundred pass
_PREFIX = re.compile(r"^[A-Z]{2,}(?=\d)|^[A-Z](?=\d{3})")  # what says which kind of number it is
_ISSUER = 2  # leading digits of a card that tell its network
_CARD = re.compile(r"^\d{12,19}$")
_SIGN = re.compile(r"[^\W_]")


def check_signs(scheme: Checksum, body: str) -> str:
    """The check signs that belong behind `body`. Raises Unfit where it holds what the scheme cannot count."""
    module, call = {
        "luhn": ("luhn", "calc_check_digit"),
        "damm": ("damm", "calc_check_digit"),
        "verhoeff": ("verhoeff", "calc_check_digit"),
        "mod97": ("iso7064.mod_97_10", "calc_check_digits"),
        "mod11_2": ("iso7064.mod_11_2", "calc_check_digit"),
        "mod11_10": ("iso7064.mod_11_10", "calc_check_digit"),
        "mod37_2": ("iso7064.mod_37_2", "calc_check_digit"),
        "mod37_36": ("iso7064.mod_37_36", "calc_check_digit"),
    }[scheme]
    if scheme in ("luhn", "damm", "verhoeff", "mod11_2", "mod11_10"):
        body = "".join(filter(str.isdecimal, body))
    try:
        return str(getattr(import_module(f"stdnum.{module}"), call)(body))
    except Exception:  # its own errors quote the number
        raise Unfit(f"a value does not fit the check {scheme}") from None


class Identifier(Kind):
    """An ID: letters for letters, digits for digits, a leading word such as `ORD-` kept.

    Args:
        checksum: its last sign (two of mod97) is made to check the others.
        pattern: RE2; the whole fake must match, where the whole value does.
    """

    def __init__(self, checksum: Checksum | None = None, pattern: str | None = None) -> None:
        self._checksum = checksum
        self._asked: Callable[[str], bool] = (
            validator_of(FieldFormat(checksum=checksum, pattern=pattern)) if checksum or pattern else _has_sign
        )

    def canonical(self, value: str) -> str:
        return normalise("EMP_ID", value).upper()

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        prefix = _PREFIX.match(canonical)
        kept = prefix[0] if prefix else ""
        count = 0 if self._checksum is None else 2 if self._checksum == "mod97" else 1
        if len(canonical) - len(kept) <= count:
            raise Unfit("a value is too short for a fake one with its check")
        body = canonical[len(kept) : len(canonical) - count]
        new = kept + draw.like(body, "id", canonical, attempt)
        if canonical[len(kept)] != "0" and new[len(kept)] == "0":
            new = f"{kept}{draw.number(9, 'lead', canonical, attempt) + 1}{new[len(kept) + 1 :]}"
        return new + (check_signs(self._checksum, new) if self._checksum else "")

    def render(self, fake: str, value: str) -> str:
        return refilled(fake, value)

    def valid(self, text: str) -> bool:
        return _has_sign(text)

    def keeps(self, value: str, fake: str) -> bool:
        return self._asked(fake) or not self._asked(value)


class Card(Identifier):
    """A payment card: its network and length, zeros where an issuer would stand, and the Luhn digit."""

    def __init__(self) -> None:
        super().__init__("luhn")

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        if not _CARD.match(canonical):
            return draw.like(canonical, "card", canonical, attempt)
        body = canonical[:_ISSUER] + "0000" + draw.like(canonical[6:-1], "card", canonical, attempt)
        return body + check_signs("luhn", body)


class Iban(Identifier):
    """An IBAN of the same country, valid by its check digits and its country's own rules."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = validator_of(FieldFormat(kind="iban"))

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        from stdnum import iban

        if not iban.is_valid(canonical):
            return canonical[:2] + draw.like(canonical[2:], "iban", canonical, attempt)
        for again in range(_TRIES):
            bban = draw.like(canonical[4:], "iban", canonical, attempt, again)
            number = f"{canonical[:2]}00{bban}"
            number = f"{canonical[:2]}{iban.calc_check_digits(number)}{bban}"
            if iban.is_valid(number):
                return number
        raise Unfit("no valid account number was found")


def _has_sign(text: str) -> bool:
    return _SIGN.search(text) is not None
