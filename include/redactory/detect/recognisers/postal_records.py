"""Postcodes and streets by what a record calls them (`zip 586 01, city`), and the addresses of contact cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers.address_grammar import GROUPED, LETTERED, NUMBER, OF_COUNTRY, POSTCODE, TOWN_WORD
from redactory.detect.recognisers.addresses import is_town
from redactory.detect.recognisers.base import Found, bounded, found, pattern
from redactory.policy.patterns import together

_CALLED = (
    r"(?:zip(?:[ _-]?codes?)?|post(?:al)?[ _-]?codes?|plz|postleitzahl|code postal|c\x{f3}digo postal|codice postale|"
    r"kod pocztowy|postnummer|postnr\.?|postinumero|ps\x{10d}|ir\x{e1}ny\x{ed}t\x{f3}sz\x{e1}m|cep|eircode|pincode|"
    r"po(?:\x{161}|s)tna \x{161}tevilka|po(?:\x{161}|s)tanski broj|cod po(?:\x{219}|s)tal|posta kodu|"
    r"\x{438}\x{43d}\x{434}\x{435}\x{43a}\x{441}|\x{90f5}\x{4fbf}\x{756a}\x{53f7}|\x{90ae}\x{7f16}|\x{c6b0}\x{d3b8}\x{bc88}\x{d638})"
)
_CODE = rf"(?-i:{OF_COUNTRY}?(?:{POSTCODE}|\d{{7,8}}))"  # in capitals, where the word for it is in any case
_SAID = pattern(
    rf"\b{_CALLED}(?: (?:is|was|now|are|changed|from|wrong|should be|to|ist|neu|est|es)){{0,3}}\\?[\"']?"
    rf"(?: ?[:=|>]{{1,2}} ?| )\\?[\"']?(?P<value>{_CODE})"
    rf"(?:[ ,]{{1,2}}(?:to|->|now|instead of|not) (?P<other>{_CODE}))?"
)
# abbreviations that mean other things too: a town stands behind the number
_SHORT = pattern(
    rf"\b(?:CAP|CP|NPA|PIN) (?P<value>{_CODE}),? (?:\p{{Lu}}\pL+|ville|citt\x{{e0}}|localit)", ignore_case=False
)
_CARD = pattern(
    r"(?m:^)[ \t>]*(?:item\d{1,2}\.)?(?:ADR(?:;[^:\n]{1,60})?:(?P<parts>[^\n;]{0,60}(?:;[^\n;]{0,60}){4,6})|"
    r"LABEL(?:;[^:\n]{1,60})?:(?P<label>[^\n]{4,80}(?: \n[^\n:]{2,60}){0,4}))",
    ignore_case=False,
)
_BETWEEN = r'(?: ?[/|;] ?|"[,;]")'
# between signs, behind somebody and before the town: `Ann Lee / 586 01 / Jihlava`
_PARTED = pattern(
    rf"(?:(?P<street>\p{{Lu}}[\pL.'\x{{2019}}-]+(?: [\pL.'\x{{2019}}-]+){{0,3}} {NUMBER}){_BETWEEN})?"
    rf"(?P<code>{OF_COUNTRY}?{POSTCODE}){_BETWEEN}(?P<town>{TOWN_WORD}(?: {TOWN_WORD}){{0,2}})",
    ignore_case=False,
)
_STREET = pattern(
    r"\b(?:street(?:[ _-]?(?:address|name|line ?\d))?|address[ _-]?line[ _-]?\d|stra(?:\x{df}|ss)e|gatuadress|ulice|"
    r"ulica|straat|rue|calle|rua)[:=] ?\"?(?P<value>\p{Lu}[^,;|{}<>\"\n=:]{2,50}? "
    r"\d{1,5} ?[a-z]?(?:[/-]\d{1,4} ?[a-z]?)?)(?:[,;|}\n]|$)"
)
together(_SAID, _SHORT, _CARD, _STREET)  # `_PARTED` alone: capitals are everywhere
_SIGN = re.compile(r'[\dA-Z](?: ?[/|;] ?|"[,;]")[A-Z\xc0-\u024f]')
_PROVEN = re.compile(rf"{OF_COUNTRY}?(?:{GROUPED}|{LETTERED})")
_ADDRESSED = re.compile(
    r"addres|adres|anschrift|deliver|ship|invoice|bill|parcel|courier|indirizzo|direcci|endere", re.IGNORECASE
)
_RARE = 2.5  # Zipf; `Ticket 5 / 10412 / London` is no street
_COMPONENTS = 6  # of an address of vCard (RFC 6350, 6.3.1); the seventh is the country
_PART = re.compile(r"[^;\s][^;\r\n]*")
_COUNTED = re.compile(r"\d{4,8}(?![\d-])(?! ?[,;.)\n/|]| ?$| -| (?:is|was|to|city|town|in)\b)")  # `zip 4500 files`


def postal_records(text: str) -> Iterator[Found]:
    """Postcodes that are called so, and what a card holds of an address but its country."""
    for match in _SAID.finditer(text):
        for group in (1, 2):
            start, end = match.span(group)
            if start >= 0 and _stands(text, start, end) and not (
                text[start - 1].isspace() and text[start - 2].isalpha() and _COUNTED.match(text, start)
            ):
                yield Found(start, end, 0.8)
    for match in _SHORT.finditer(text):
        if _stands(text, *match.span(1)):
            yield found(match, 0.75, 1)
    for match in _STREET.finditer(text):
        yield found(match, 0.75, 1)
    for match in _PARTED.finditer(text) if _SIGN.search(text) else ():
        postal = (
            match.start(1) >= 0 and zipf(match.group(1).split(" ")[0]) < _RARE
            or _PROVEN.fullmatch(match.group(2))
            or _ADDRESSED.search(text, max(0, match.start() - 80), match.start())
        )
        if postal and is_town(match.group(3)) and bounded(text, *match.span()):
            yield found(match, 0.75, 2)
            if match.start(1) >= 0:
                yield found(match, 0.75, 1)
    for match in _CARD.finditer(text):
        if match.start(2) >= 0:
            yield found(match, 0.85, 2)
            continue
        at = match.start(1)
        for part in match.group(1).split(";")[:_COMPONENTS]:
            if _PART.fullmatch(part):
                yield Found(at, at + len(part), 0.85)
            at += len(part) + 1


def _stands(text: str, start: int, end: int) -> bool:
    """Whether the number is whole: no version, date or longer number."""
    goes_on = text[end : end + 1] in tuple("-./:@") and text[end + 1 : end + 2].isalnum()
    return bounded(text, start, end) and not goes_on
