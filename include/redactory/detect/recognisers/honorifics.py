"""Names that a form of address makes one, of any culture: `Watanabe-san`, `Hope sir`, `Engr. Sunday`, `Pak Budi`.

An honorific is said to people alone, so what it stands beside is a name, whatever word it is; the honorific stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.recognisers.base import Found, is_word, pattern
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import together

_CAP = r"\p{Lu}(?:[\pL\pM'\x{2019}]*[\pL\pM])?"
_PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]en|[Dd]er|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Tt]en|[Tt]er|[Ll]a|[Ll]e|"
    r"[Aa]l|[Ee]l|[Bb]in|[Bb]int|[Ii]bn|[Bb]en|[Aa]bu|[Aa]it|[Mm]ac|[Ss]t\.?|'t) ){1,3}"
)
_NAME = rf"{_CAP}(?:-{_CAP})*(?:[ \x{{a0}}](?:{_PARTICLES})?(?:\p{{Lu}}\.|{_CAP}(?:-{_CAP})*)){{0,2}}"
# hyphened to the name: Japanese, Korean, South Asian, Turkish, Persian
_HYPHENED = (
    "san|sama|sensei|senpai|chan|kun|dono|nim|ssi|seonsaengnim|sunbaenim|ji|jee|saheb|sahib|saab|garu|bhai|bhaiya|"
    "didi|anna|akka|bey|hanım|abi|abla|jan|joon"
)
_BEHIND = (
    "sir|ma'?am|mam|madam|madame|didi|bhai|bhaiya|bhaiyya|ji|jee|garu|saheb|sahib|saab|san|sama|sensei|senpai|nim|ssi|"
    "seonsaengnim|bey|hanım|hanim|efendi|abi|ağabey|abla|hoca|aunty|oga"
)
# beside those of `person_patterns`: West African, Malay, Indonesian, South Asian, Lusophone, Nordic, Slavic
_TITLES = (
    "Alhaji|Alhaja|Hajia|Hajiya|Mallam|Malam|Otunba|Chief|Engr|Arc|Barr|Barrister|Oga|Pastor|Evang|Rev|Ustaz|Ustadz|"
    "Ustaadh|Ustad|Sheikh|Shaikh|Sheik|Sayyid|Hj|Haji|Hajjah|Datuk|Dato|Datin|Puan|Encik|Cik|Tuan|Pak|Bapak|Bu|Ibu|"
    "Mbak|Kak|Shri|Shrimati|Smt|Kumari|Khun|Bwana|Ndugu|Mzee|Ato|Woizero|Dona|Doña|Seu|Kuya|Hr|Fru|Frk|Herra|Rouva|"
    "Pani|Paní|Pán|Sayın|Srta|Domnul|Doamna|Gospodin|Gospođa|Dott|Dottore|Dottoressa|Avv|Mevrouw|Mevr|Meneer|Heer|"
    "Maître|Docteur|Docent|Mgr|Capt|Sgt|Amb"
)
_SUFFIXED = pattern(
    rf"(?:(?P<given>{_CAP}) )?(?P<value>(?:{_PARTICLES})?{_CAP}(?:-{_CAP})*|\p{{Ll}}{{3,20}})[-\x{{2010}}\x{{2011}}]"
    rf"(?P<said>{_HYPHENED})",
    ignore_case=False,
)
FOLLOWED = pattern(rf"(?P<value>{_NAME}) (?:{_BEHIND})(?:[^\pL\d-]|$)", ignore_case=False)
TITLED = pattern(rf"(?:{_TITLES})\.?,? (?P<value>{_NAME})", ignore_case=False)
# words of other meanings too: what follows must look like a name
WEAKLY_TITLED = pattern(
    rf"(?:Mas|Bang|Pan|Don|Lord|Lady|Sir|Dame|Col|Lt|Maj|Ing|Lic|Madam)\.? (?P<value>{_NAME})", ignore_case=False
)
_LOWER = (
    rf"(?P<value>(?:(?:van|von|vom|zu|de|den|der|del|della|di|da|dos|du|ten|ter|la|le|al|el|bin) ){{0,2}}"
    rf"(?:\p{{Ll}}{{2,20}}|{_CAP}(?:-{_CAP})*))"
)
_LOWER_TITLED = pattern(
    rf"(?:mr|mrs|ms|miss|dr|pak|ibu|mbak|engr|oga|alhaji|alhaja|mallam|hajia|ustaz|encik|puan|frau|herr|dona|chief)\.? "
    rf"{_LOWER}",
    ignore_case=False,
)
# a title, and in lower case what no noun of the language is, and a list knows
_LOWER_BEHIND = pattern(
    r"(?:Mr|Mrs|Ms|Miss|Frau|Herrn?|Dr)\.? (?P<value>(?:(?:van|von|zu|de|der|den) ){0,2}\p{Ll}{3,20})",
    ignore_case=False,
)
together(_SUFFIXED, FOLLOWED, TITLED, WEAKLY_TITLED, _LOWER_TITLED, _LOWER_BEHIND)
_CALENDAR = frozenset((
    "may", "april", "june", "august", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
))  # fmt: skip
_NOBODY = (read_words("not_names") | read_words("role_words") | read_words("nobody")) - _CALENDAR
_STORAGE = "san"  # `fabric-san` is a network
_EVERYDAY, _COMMON, _UNCOMMON = 5.6, 4.0, 2.5  # Zipf
_TITLE_BEFORE = re.compile(
    rf"(?:^|[^\w])(?:M(?:r|rs|s|x|iss)|Frau|Herrn?|Mme|Monsieur|Dr|Prof|Se\u00f1ora?|{_TITLES})\.? $"
)
_HONORIFIC_BEHIND = re.compile(rf"[-\u2010\u2011](?:{_HYPHENED})(?![\w-])| (?:{_BEHIND})(?![\w-])")


def honoured(text: str) -> Iterator[Found]:
    """Names with an honorific hyphened to them, and titled ones in lower case."""
    for match in _SUFFIXED.finditer(text):
        start, end = match.span(2)
        word = text[start:end].rpartition(" ")[2]
        if not _free(text, match.start(), match.end()) or word.lower() in _NOBODY:
            continue
        if word.islower() and not _is_listed(word) or match.group(3) == _STORAGE and not _may_be_name(word):
            continue
        given = match.group(1)
        yield Found(match.start() if given and is_given(given) and zipf(given) < _EVERYDAY else start, end, 0.85)
    for match in _LOWER_TITLED.finditer(text):
        word = match.group(1).rpartition(" ")[2]
        if _free(text, match.start(), match.end()) and word.lower() not in _NOBODY and _may_be_name(word):
            yield Found(*match.span(1), 0.75)
    for match in _LOWER_BEHIND.finditer(text):
        word = match.group(1).rpartition(" ")[2]
        known = _is_listed(word) and zipf(word) < _COMMON and word not in _NOBODY
        if known and _free(text, match.start(), match.end()):
            yield Found(*match.span(1), 0.75)


def is_addressed(text: str, start: int, end: int) -> bool:
    """Whether the word at `start` to `end` has a title before it or an honorific behind it: `Park-nim`."""
    return bool(_TITLE_BEFORE.search(text, max(0, start - 16), start) or _HONORIFIC_BEHIND.match(text, end))


def _may_be_name(word: str) -> bool:
    """Whether a list knows `word` for a name, or no language uses it."""
    return zipf(word) < _UNCOMMON or _is_listed(word)


def _is_listed(word: str) -> bool:
    return zipf(word) < _EVERYDAY and (is_given(word) or surname_bearers(word) > 0)


def _free(text: str, start: int, end: int) -> bool:
    if start and (is_word(text[start - 1]) or text[start - 1] in "-./@\\_"):
        return False
    right = text[end : end + 2].ljust(2)
    return not (is_word(right[0]) or right[0] in "-/\\@" or right[0] == "." and is_word(right[1]))
