"""What the houses of a company are called, and how their rooms are numbered, by the offices of its people.

`Linden Court 2.14` and `Linden Court, Room B117` are two offices of the house `Linden Court`; `Annex 3, K-4.118` is a
room of a code that no plain number or version has.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, zipf

_MIN_ROOMS = 3  # different rooms behind the same words
_COMMON = 3.0  # a single word from this frequency on (Zipf) may be anything
_UNIT = (
    r"(?:[Rr]oom|R[Mm]\.?|Raum|Zimmer|[Dd]esk|[Ff]loor|F[Ll]\.?|[Ll]evel|Etage|[Oo]ffice|B(?:\xfc|ue)ro|[Bb]ureau|"
    r"[Ss]alle|"
    r"[Ss]ala|[Kk]amer|[Ll]okaal|[Ss]eat|[Ss]uite|[Cc]ubicle)"
)
_CODE = r"(?:[A-Z]{1,2}[-.]?)?\d{1,4}(?:[.\-/]\d{1,4}){0,2}(?:-?[A-Za-z])?"
_ROOM = re.compile(rf"[ ,\u2013/-]{{1,3}}(?:{_UNIT} ?)?{_CODE}$")
_UNITS = re.compile(rf"(?:[ ,\u2013/-]{{1,3}}{_UNIT} ?{_CODE})+$")
_BEHIND = (
    rf"(?:,? (?:{_UNIT} ?{_CODE}|[A-Z]{{1,2}}[-.]?\d{{1,4}}(?:[.-]\d{{1,4}})?|"
    r"\d{1,2}\.\d{2,3})\b)?"
)
_EQUIPMENT = re.compile(
    r"\b(?:data ?cent(?:er|re)|server|rack|ups|comms?|telecom|network|wiring|closet|cage|mdf|idf|colo|switch|plant)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[,;/()\s]+")
_MIN_CODES = 5
_OFFICE_CODE = re.compile(r"[A-Z]{2,5}\d{0,2}(?:[-/][A-Z]{1,5}\d{0,2})?[-/](?:[A-Z]\d{1,3}|\d{1,3})")
_RUNS = re.compile(r"[A-Z]+|\d+|[-/]")
_CODED = re.compile(r"[A-Z]{1,3}\d{0,3}(?:[-.]\d{1,4}){1,2}[a-zA-Z]?|\d{1,2}[A-Z]{1,2}[-.]\d{2,4}")
# machines stand there, or the code is none of a room
_NO_ROOM = re.compile(
    r"\b(?:racks?|cabinets?|closets?|patch(?:[ -]?panel| field)?s?|panels?|ports?|switch(?:es)?|v-?lans?|outlets?|"
    r"sockets?|server ?rooms?|cages?|pdus?|ups|vrfs?|circuits?|uplinks?|slots?|trays?|rows?|tiles?|bays?|breakers?|"
    r"feeds?|chassis|data ?cent(?:er|re)s?|mdf|idf)\b[^.\n]{0,24}$|"
    r"\b(?:errors?|fault|alarm|codes?|parts?|p/n|s/n|serial|tickets?|models?|type|versions?|ver|rev(?:ision)?|release|"
    r"build|firmware|sku|spare|item|order|drawing|standard|series|article|catalog(?:ue)?|toner|cartridge|battery|"
    r"asset|filter|fuse|schedule|policy|clause|section|control|annex|appendix|requirement|rule|chapter|figure|table)"
    r"(?: (?:no\.?|nr\.?|numbers?|codes?|ids?|is|was|says|shows|to|and))*[ :#=(\"']*$",
    re.IGNORECASE,
)

_KINDS = frozenset((
    "annex", "annexe", "building", "court", "hall", "house", "pavilion", "tower", "warehouse", "wing", "yard"
))  # fmt: skip
_ANY_KIND = _KINDS | {"bldg", "block", "haus", "loft", "pavillon"}
_UNIT_WORDS = frozenset((
    "bay", "cubicle", "desk", "etage", "fl", "floor", "field", "home", "hot", "hq", "hub", "lab", "level", "main",
    "mobile", "no", "office", "open", "remote", "rm", "room", "seat", "service", "shared", "site", "space",
    "store", "suite", "team", "virtual", "zone", "raum", "zimmer", "bureau", "sala", "salle", "kamer", "lokaal"
))  # fmt: skip


def names_of_buildings(offices: Iterable[str]) -> list[str]:
    """RE2 expressions of the names that stand before several rooms of `offices`, each with a room that may follow."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for office in offices:
        room = _ROOM.search(office.strip())
        if room is not None:
            rooms[_UNITS.sub("", office.strip()[: room.start()])].add(office)
    names = sorted(name for name, behind in rooms.items() if len(behind) >= _MIN_ROOMS and _is_name(name))
    spelled = sorted({form for name in names for form in _spelled(name)}, key=lambda form: (-len(form), form))
    return [re.escape(form) + _BEHIND for form in spelled]


def codes_of_rooms(offices: Iterable[str]) -> set[str]:
    """The parts of `offices` that are codes by themselves (`K-4.118`, `5C-210`): letters, digits, a sign between."""
    parts = {part for office in offices for part in _PARTS.split(office)}
    return {part for part in parts if _CODED.fullmatch(part)}


def codes_of_offices(offices: Iterable[str]) -> list[str]:
    """RE2 expressions for offices that are a code of letters and numbers (`QX-LND-04`, `LND2/W3`), the numbers free.

    A part of one letter, as of a wing, is any letter; the letters of towns and houses are those of the directory.
    """
    codes = {office for office in map(str.strip, offices) if _OFFICE_CODE.fullmatch(office)}
    if len(codes) < _MIN_CODES:
        return []
    return sorted({_RUNS.sub(lambda run: _run(run.group()), code) for code in codes})


def _run(run: str) -> str:
    if run.isdigit():
        return rf"\d{{{len(run)}}}"
    return "[A-Z]" if run.isalpha() and len(run) == 1 else re.escape(run)


def is_room(text: str, start: int, end: int) -> bool:
    """Whether the code at `start` to `end` may be a room: no machine, error or part is named before it."""
    longer = text[end : end + 1] in (".", ":") and text[end + 1 : end + 2].isalnum()
    return not longer and _NO_ROOM.search(text[max(0, start - 40) : start]) is None


def _spelled(name: str) -> Iterator[str]:
    yield name
    yield name.upper()
    if " " in name and fold(name).split()[-1] in _KINDS:
        yield name.lower()


def _is_name(name: str) -> bool:
    """Whether `name` is a name that means no more than one house: no unit, no town, no room of machines."""
    words = fold(name).replace("-", " ").split()
    told = [word for word in words if len(word) > 1 and not word.isdigit()]  # the rest tells houses of a kind apart
    if not told or _EQUIPMENT.search(name) or not name[0].isupper() or all(word in _UNIT_WORDS for word in told):
        return False
    if told == words and all(word in _ANY_KIND for word in words):
        return False
    if len(words) > 1:
        return True
    town = words[0] in cities() or words[0] in ambiguous()
    return not town and len(words[0]) > 3 and zipf(words[0]) < _COMMON
