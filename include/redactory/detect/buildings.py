"""What the houses of a company are called: the words before the room in the offices of its people.

`Linden Court 2.14` and `Linden Court, Room B117` are two offices of the house `Linden Court`.
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
    r"(?:[Rr]oom|R[Mm]\.?|Raum|Zimmer|[Dd]esk|[Ff]loor|F[Ll]\.?|[Ll]evel|Etage|[Oo]ffice|B(?:\xfc|ue)ro|[Bb]ureau|[Ss]alle|"
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
