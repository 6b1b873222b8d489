"""Phones: a number of the same region, from the ranges its regulator keeps for drama where those are valid numbers.

Elsewhere the leading digits stay, which tell the area and the kind of line, and the rest is drawn until
`phonenumbers` takes it for a number of that region.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from redactory.transform.normal import normalise
from redactory.transform.pseudonym.kind import Kind, Unfit, refilled

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw

# Ofcom (GB), NANPA (US, CA), Arcep (FR), Bundesnetzagentur (DE), ACMA (AU), PTS (SE): `#` is any digit
RESERVED: dict[str, tuple[str, ...]] = {
    "GB": ("2079460###", "1134960###", "1214960###", "1314960###", "1414960###", "1514960###", "1614960###"),
    "FR": ("19900####", "26191####", "35301####", "46571####", "53649####"),
    "DE": ("3023125###", "6990009###", "4066969###", "17139200##"),
    "AU": ("255501###", "355501###", "755501###", "855501###"),
    "SE": ("313900#6##", "8465004##", "4062804##"),
}
_NORTH_AMERICA = frozenset(("US", "CA"))
_KEPT = 3  # leading national digits that stay where no range is reserved
_TRUNK = 2
_TRIES = 400
_EXTENSION = re.compile(r"(?:;ext=|\s*(?:ext(?:ension)?\.?|x|#)\s*)(\d{1,8})\s*$", re.I)


class Phone(Kind):
    """Args: region: of numbers written without a country code."""

    def __init__(self, region: str | None = None) -> None:
        self._region = region

    def canonical(self, value: str) -> str:
        """E.164 where the number can be read, else its digits; an extension behind it."""
        main, extension = _split(value)
        number = self._read(main)
        head = f"+{number.country_code} {_national(number)}" if number else normalise("PHONE", main)
        return f"{head};{extension}" if extension else head

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        head, _, extension = canonical.partition(";")
        code, space, national = head.partition(" ")
        new = draw.like(head, "phone", head, attempt)
        if not space and head[0] in "0+":  # not to be read: what says where it belongs stays
            new = head[:_TRUNK] + new[_TRUNK:]
        if space:
            new = f"{code} {self._drawn(code, national, draw, attempt)}"
        tail = draw.like(extension, "extension", canonical, attempt)
        return f"{new};{tail}" if extension else new

    def render(self, fake: str, value: str) -> str:
        head, _, extension = fake.partition(";")
        code, space, national = head.partition(" ")
        main, own = _split(value)
        if not space:
            digits = "".join(filter(str.isdigit, head))
        else:
            plain = "".join(filter(str.isdigit, main))
            before = _national(number) if (number := self._read(main)) else ""
            digits = plain.removesuffix(before) + national
        written = refilled(digits, main)
        return written + value[len(main) : value.rindex(own, len(main))] + extension if own else written

    def valid(self, text: str) -> bool:
        return any(map(str.isdigit, text))

    def keeps(self, value: str, fake: str) -> bool:
        return self.valid(fake) and (self._read(_split(value)[0]) is None or self._read(_split(fake)[0]) is not None)

    def _read(self, text: str) -> Any:
        """The number, where it is a valid one."""
        import phonenumbers

        try:
            number = phonenumbers.parse(re.sub(r"^\s*00", "+", text), self._region)
        except phonenumbers.NumberParseException:
            return None
        return number if phonenumbers.is_valid_number(number) else None

    def _drawn(self, code: str, national: str, draw: Draw, attempt: int) -> str:
        import phonenumbers

        region = phonenumbers.region_code_for_number(phonenumbers.parse(f"{code}{national}")) or ""
        ranges = RESERVED.get(region, ())
        if region in _NORTH_AMERICA:
            ranges = (f"{national[:3]}55501##",)
        if ranges:
            same = [one for one in ranges if one[0] == national[0]] or list(ranges)
            ranges = tuple(one for one in same if len(one) == len(national)) or tuple(same)
        for again in range(_TRIES):
            if ranges:
                shape = draw.pick(ranges, "range", national, attempt, again)
            else:
                shape = national[:_KEPT] + "#" * (len(national) - _KEPT)
            new = draw.like(shape.replace("#", "0"), "number", national, attempt, again)
            new = "".join(n if s == "#" else s for n, s in zip(new, shape, strict=True))
            found = phonenumbers.parse(f"{code}{new}")
            if phonenumbers.is_valid_number(found) and phonenumbers.region_code_for_number(found) == region:
                return new
        raise Unfit("no valid phone number of the same region was found")


def _split(value: str) -> tuple[str, str]:
    """The number and its extension."""
    found = _EXTENSION.search(value)
    return (value[: found.start()], found[1]) if found and found.start() else (value, "")


def _national(number: Any) -> str:
    import phonenumbers

    return str(phonenumbers.national_significant_number(number))
