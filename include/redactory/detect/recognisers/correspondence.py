"""Names by the forms of letters and lists: subjects, greetings from a town, care of, spelled, cards, lists."""

from __future__ import annotations

from collections.abc import Iterator

from redactory.detect.lexicon import is_ambiguous_name, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import all_rare
from redactory.detect.recognisers.base import Found, found, is_word, pattern
from redactory.policy.patterns import together

_CAP = r"\p{Lu}(?:[\pL\pM'\x{2019}]*[\pL\pM])?(?:-\p{Lu}[\pL\pM]+)?"
_PART = r"(?:de la|van der|van den|von der|de|del|della|di|da|dos|van|von|der|den|ten|ter|bin|al|el|la|le)"
# `Best regards from sunny Graz, Ann`
SIGNED_FROM = pattern(
    r"(?:[Gg]reetings|[Rr]egards|[Bb]est|[Cc]heers|[Ww]ishes|[Gg]r\x{fc}\x{df}e) (?:from|aus) (?:\p{Ll}+ )?"
    rf"{_CAP}(?: {_CAP})?,[ \t]*\r?\n?[ \t]*(?P<value>{_CAP}(?: (?:{_PART} )?{_CAP}){{0,2}})[.!]?[ \t]*(?:[\r\n]|$)",
    ignore_case=False,
)
# whom a mail is about: `FW: Ann Lee // access`
SUBJECT = pattern(
    r"(?m:^|[\n\"] ?|[Ss]ubject: ?)"
    r"(?:(?:R[Ee]|F[Ww]d?|AW|WG|TR|SV|VS|RV|RES|ENC|[Ss]ubject|[Bb]etreff)(?:\[\d\])?: ?){1,4}"
    rf"(?P<value>{_CAP} (?:{_PART} )?{_CAP}) ?(?://|-|\x{{2013}}|\x{{2014}}|:|\||/) ",
    ignore_case=False,
)
CARE_OF = pattern(
    r"(?:(?:[Cc]/[Oo]:?|[Cc]are of)(?: [Ff]am(?:\.|ilie|iljen|ily))?|[Gg]ez\.|i\. ?[AV]\.|FAO:?|[Aa]ttn\.?:?|z\. ?Hd\.|"
    rf"(?:[Ss]ur|[Ll]ast |[Ff]amily |[Mm]aiden )name is) (?P<value>{_CAP}(?: (?:{_PART} )?{_CAP}){{0,3}})",
    ignore_case=False,
)
# whose father somebody is, and what stands on a badge
RELATED = pattern(
    r"(?:(?:[Bb]adge|[Nn]ame ?(?:tag|plate|badge)|[Dd]oor (?:sign|plate)|[Pp]assport|[Dd]riving licen[cs]e|"
    r"[Bb]usiness card):|\b(?:[Ff]ather|[Mm]other|[Hh]usband|[Ww]ife|[Ss]on|[Dd]aughter|[Bb]rother|[Ss]ister|"
    r"[Gg]uardian|"
    r"[Ss]ecretary|[Cc]arer|[Ss]uccessor|[Pp]redecessor|[Ll]ine manager|PA|[Ww]idow|[Pp]arents?|[Nn]eighbour) of) "
    rf"(?P<value>{_CAP}(?: (?:{_PART} )?{_CAP}){{0,3}})",
    ignore_case=False,
)
# of a business card: `N:Diaz;Ann`
_CARD = pattern(
    rf"(?m:^)N(?:;[A-Z=-]+)*:(?P<last>{_CAP}(?: {_CAP})*);(?P<first>{_CAP}(?: {_CAP})*)(?:;|\s|$)", ignore_case=False
)
# who is responsible, accountable, consulted, informed: `R=Ann Lee, A=Bo Diaz`
_RACI = pattern(rf"\b[RACI] ?[=:] ?(?P<value>{_CAP} (?:{_PART} )?{_CAP})", ignore_case=False)
# `my name is spelled d e e p t i`, `surname Diaz, D-I-A-Z`
SPELLED = pattern(
    r"\b(?:[Ss]pel(?:t|led|ling|l)|(?:[Ss]ur|[Ll]ast |[Ff]irst |[Ff]amily |[Mm]y )name|[Nn]ame is)\b[^.\n]{0,40}?[ (\"]"
    r"(?P<value>\p{Lu}(?:-\p{Lu}){2,}|\pL(?:-\pL){3,}|\pL(?: \pL){3,})(?:[\s,.;:)\"!?]|$)",
    ignore_case=False,
)
# as French and Asian lists have them: `LEE Ann`
_SURNAME_FIRST = pattern(
    r"(?P<value>\p{Lu}{3,}(?:[ -]\p{Lu}{2,}){0,2} \p{Lu}\p{Ll}+(?:-\p{Lu}?\p{Ll}+)?)", ignore_case=False
)
# `Ann (alee), Bo (bdiaz) and ...`
_BESIDE_ACCOUNT = pattern(rf"(?P<value>{_CAP}) \([a-z][a-z\d._]{{2,24}}\)", ignore_case=False)
together(_BESIDE_ACCOUNT, SIGNED_FROM, SUBJECT, CARE_OF, RELATED, _CARD, _RACI, SPELLED, _SURNAME_FIRST)
_COMMON, _RARE = 4.0, 2.5  # Zipf


def laid_out(text: str) -> Iterator[Found]:
    """Names that a card of a person or a matrix of responsibilities gives."""
    if "VCARD" in text:
        for match in _CARD.finditer(text):
            yield from (found(match, 0.9, group) for group in (1, 2))
    if "RACI" in text:
        for match in _RACI.finditer(text):
            words = match.group(1).split()
            if is_given(words[0]) or all_rare(words, _RARE):
                yield found(match, 0.75, 1)


def beside_accounts(text: str) -> Iterator[Found]:
    """First names with an account in brackets behind them."""
    for match in _BESIDE_ACCOUNT.finditer(text):
        start = match.start()
        free = start == 0 or not (is_word(text[start - 1]) or text[start - 1] in "-./@")
        if free and is_given(match.group(1), certain=True):
            yield found(match, 0.7, 1)


def surnames_first(text: str) -> Iterator[Found]:
    """Surnames in capitals with the first name behind them; `SAP Julia` is none."""
    for match in _SURNAME_FIRST.finditer(text):
        *surname, given = match.group(1).split()
        rare = all(zipf(word) < _COMMON and surname_bearers(word) > 1 for word in surname)
        if rare and is_given(given, certain=True) and not is_ambiguous_name(given):
            yield found(match, 0.7, 1)
