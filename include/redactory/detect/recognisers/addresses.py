"""Addresses that a text announces (`lives at 14 Quist Moor`), and streets by their last word (`81 Quist Fork Apt. 3`).

Where a letter, a parcel or a visit goes, whatever stands there is an address, in any language: names and a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.firmlist import WELL_KNOWN, listed
from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_given, is_particle, surname_bearers, zipf
from redactory.detect.recognisers.address_grammar import (
    CALLS,
    ENDINGS,
    FLAT_FIRST,
    FOREIGN_KINDS,
    KINDS,
    LETTERED,
    NUMBER,
    OF_COUNTRY,
    PARCELS,
    POSTCODE,
    SHORTENED,
    SMALL,
    UNIT_WORD,
)
from redactory.detect.recognisers.base import Found, bounded, is_word, pattern
from redactory.detect.recognisers.city_said import minor
from redactory.policy.patterns import Match, together

_GOODS = (
    r"laptop|notebook|phone|handset|headset|dock|monitor|screen|printer|parcel|package|box|device|replacement|keyboard|"
    r"badge|token|hardware|loaner|kit|equipment|letter|courier|it|them|one|this|that"
)
# where somebody lives or a parcel goes; `sent to` alone may be a message's
_ANNOUNCED = pattern(
    r"\b(?:address (?:for|of)[^:\n]{1,48}: |(?:address|adresse|anschrift|direcci\x{f3}n|indirizzo|endere\x{e7}o|adres)"
    r"(?: (?:is|was|as|of|now|to|on file|has changed to|changed to|will be|ist|est|es))*:? |"
    rf"(?:ship|deliver|dispatch|courier|post|mail|send|sent|return|forward)\w*(?: \pL+){{0,3}}? (?:{_GOODS})"
    r"(?: [^.,;:\n]{1,30})? to:? |(?:ship|deliver|dispatch|courier)\w* to:? |"
    r"(?:lives?|living|resid(?:es?|ing)|stay(?:s|ing)|moved|moving|relocat\w+) (?:now )?(?:at|to|in|from) |"
    r"(?:picks?|picked|collect\w*|pick-?up) (?:(?:it|them) )?(?:up )?(?:at|from) |"
    r"(?:pick-?up|drop-?off|collection)(?: address| point)?: |home(?: office)?(?: is)?(?: at |: )|"
    rf"(?:{PARCELS}|delivery)(?: (?:goes|should go|must go|has to go|"
    r"can go|went))? (?:for|to|at|from) |"
    r"(?:office|branch|store|shop|clinic|surgery|depot|warehouse|premises|garage|showroom|pharmacy|school|"
    r"based|located|address) (?:is )?(?:at|in) )"
)
_TO_SOMEBODY = re.compile(r"[^\W\d_a-z][\w'\u2019-]+(?: [^\W\d_a-z][\w'\u2019-]+){1,2}(?:, ?|\n)")
_WORD = rf"(?!{UNIT_WORD})(?:[^\W\d_a-z][^\W\d_]{{0,2}}\.|[^\W\d_a-z](?:[^\W\d_]|['\u2019-])*)"
_NAMES = rf"(?:{_WORD}|{SMALL}\b)(?:[ -](?:{_WORD}|{SMALL}\b)){{0,5}}"
_UNIT = rf"(?:{UNIT_WORD}|\u0434|\u043a)\.? ?#?[\w/-]{{1,6}}"
_VALUE = re.compile(
    rf"(?:{FLAT_FIRST}[, \n]{{1,2}})*{NUMBER},?[ \n]{_NAMES}|(?:Flat|Studio|Plot) \w{{1,4}}[, \n]{{1,2}}{_NAMES}"
)
_NUMBER_LAST = re.compile(
    rf"{_NAMES},? (?:[Nn][ro]?\.? ?|n\xba ?|\u0434\. ?|\u0431\u0443\u0434\. ?)?{NUMBER}"
    rf"(?=\.?(?:[\s,;)\"|]|$))(?! [a-z]+s\b)"
)
# what has addresses too
_OF_MACHINES = re.compile(
    r"\b(?:ip|e-?mail|mail|mac|web|server|memory|smtp|reply|sender|url|bind|base|source|destination|network|dns|host|"
    r"proxy|gateway|virtual|physical|loopback|start|return|bus|driver|software|language|update|firmware|install\w*|"
    r"feature|app|msi) $",
    re.IGNORECASE,
)
_HOME = re.compile(r"parcel|package|letter|live|living|resid|home|address", re.IGNORECASE)
_GOES = re.compile(r"mov|reloc|send|sent|return|forward|post|mail", re.IGNORECASE)  # data and users do so too
_UNITS = re.compile(rf"(?:\.? ?,? ?{_UNIT}(?![\w-])){{1,4}}")
_POSTCODE = rf"{OF_COUNTRY}?(?:{POSTCODE}|\d{{7}}|(?!(?:19|20)\d{{6}})\d{{8}})(?![\w-])"
_TOWN_WORD = rf"(?!{UNIT_WORD})(?:(?:{SHORTENED}|[^\W\d_a-z])\. )?[^\W\d_a-z](?:[^\W\d_]|['\u2019-])*"
_TOWN = rf"{_TOWN_WORD}(?:[ -](?:{_TOWN_WORD}|{SMALL}\b)){{0,3}}"
_PART = re.compile(
    rf"(?:, ?|\n| - | )(?:(?P<code>{_POSTCODE})(?:[, \n]{{1,2}}(?P<at>(?:{SMALL} )?{_TOWN}))?|"
    rf"(?P<town>{_TOWN})(?!\w)(?P<behind>[ ,]{{1,2}}{_POSTCODE}|(?<=[a-z])-\d{{6}}(?![\w-])|\n{LETTERED}(?!\w))?)"
)
_OF_CALLS = re.compile(rf"{CALLS}\.?", re.IGNORECASE)
_PROVINCE = re.compile(r" ?(?:/ ?[A-Z]{2}|\([A-Z]{2}\))(?!\w)")  # `83838 Quista / SC`, `22046 Merla (CO)`
_KIND = re.compile(
    rf"(?:{FOREIGN_KINDS}|bulevard\w*|\w+(?:{ENDINGS}|gata|gr\xe4nd|veien|vegen|katu|plassen))$", re.IGNORECASE
)
_BY_SUFFIX = pattern(
    r"(?P<value>\d{1,5}[A-Za-z]?),? (?P<names>\p{Lu}[\pL'\x{2019}.-]+(?: \p{Lu}[\pL'\x{2019}.-]+){1,4})",
    ignore_case=False,
)
# no word of a street, but a postcode and a town behind it: `Quistova 45, 021 80 Merla`
_BEFORE_POSTCODE = pattern(
    r"(?P<value>(?:\p{Lu}[\pL'\x{2019}-]+\.? ){1,3}\d{1,4}[A-Za-z]?(?:[/-]\d{1,4}[A-Za-z]?)?),?[ \n]"
    rf"{OF_COUNTRY}?{POSTCODE},?[ \n]"
    r"(?P<town>\p{Lu}[\pL'\x{2019}-]+)",
    ignore_case=False,
)
# a parcel is spoken of, a number follows: where it goes to is an address if a town or a postcode stands behind it
_MENTIONED = pattern(rf"\b(?:{PARCELS}|deliver\w*|ship\w*|post(?:ed|al)?)\b[^.;\n]{{0,48}} (?:to|at) [^.;\n]{{0,40}}\d")
_TO = re.compile(r"\b(?:to|at) ")
together(_ANNOUNCED, _MENTIONED, _BY_SUFFIX, _BEFORE_POSTCODE)
_THINGS = frozenset((
    "access", "active", "approvers", "broker", "cluster", "clusters", "connectors", "consumers", "directory", "error",
    "ethernet", "event", "exchange", "floor", "gigabit", "groups", "hosts", "level", "licences", "licenses", "lists",
    "mailboxes",
    "microsoft", "nodes", "office", "outlook", "patch", "port", "ports", "printer", "printers", "rack", "racks",
    "release", "room", "server", "servers", "service", "services", "sharepoint", "site", "sites", "sql", "support",
    "switch",
    "switches", "teams", "ticket", "tickets", "users", "version", "vlan", "windows",
))  # fmt: skip
_RARE, _UNHEARD = 3.0, 1.5  # Zipf
_MANY = 10  # bearers; a name of this many is one although a firm has it too (`Johnson`)
_LINE_END = re.compile(r"[ \t]*(?:[\r\n|;]|$)")
_LINE_START = re.compile(r"(?:^|[\n|;>])[ \t]*$")
_MOST_PARTS = 4
_SENTENCE_WORD = 5.65  # Zipf; `Please` and more frequent words are in no address (`City` is 5.61)
_NEXT_SENTENCE = re.compile(r"[^\W\d_]{4,}(\.)\s")
_LAST_WORD = re.compile(r"[ \n]([^\W\d_]+)$")
_JOINED = frozenset("./\\-#@:")


def addresses(text: str) -> Iterator[Found]:
    """Addresses that are announced, and streets with an American or British last word."""
    for lead in _ANNOUNCED.finditer(text):
        value = _announced(text, lead)
        if value is None or is_word(text[value.end() : value.end() + 1] or " "):
            continue
        if _names_a_street(value.group()):
            end = in_sentence(text, value.start(), value.end())
            yield Found(value.start(), with_parts(text, end) if end == value.end() else end, 0.75)
    for match in _MENTIONED.finditer(text):
        for goes in _TO.finditer(text, match.start(), match.end()):
            value = _VALUE.match(text, goes.end()) or _NUMBER_LAST.match(text, goes.end())
            last = with_parts(text, value.end()) if value is not None else 0
            if value is not None and "," in text[value.end() : last] and _names_a_street(value.group()):
                yield Found(value.start(), last, 0.75)
    for match in _BY_SUFFIX.finditer(text):
        end = _behind_suffix(match)
        start, names = match.start(), text[match.start(2) : end]
        if not end or not bounded(text, start, end) or text[start - 1 : start] in _JOINED or not _names_a_street(names):
            continue
        last = with_parts(text, end)
        coded = any(map(str.isdigit, text[end:last]))
        placed = coded or last > end and _is_no_product(names)
        if placed or _is_line(text, start, end) and _is_house(match.group(1), names):
            yield Found(start, last, 0.7)
    for match in _BEFORE_POSTCODE.finditer(text):
        start, end = match.span(1)
        town = match.group(2)
        last = max(match.end(), with_parts(text, end))
        rare = zipf(town) < (_RARE if _is_line(text, start, last) else _UNHEARD)
        known = not _OF_CALLS.fullmatch(town) and (is_town(town) or rare)
        if known and bounded(text, start, match.end()) and _names_a_street(match.group(1)):
            yield Found(start, last, 0.75)


def _behind_suffix(match: Match) -> int:
    """Where the last word ends that is one streets end with; 0 where the name would be nothing but that word."""
    words = list(re.finditer(r"\S+", match.group(2)))
    found = [word.end() for word in words[1:] if word.group().lower().rstrip(".") in KINDS]
    return match.start(2) + found[-1] if found else 0


def _announced(text: str, lead: Match) -> re.Match[str] | None:
    """The address that `lead` announces, perhaps behind the name of who lives there."""
    if _OF_MACHINES.search(text, max(0, lead.start() - 16), lead.start()):
        return None
    value, goes = _VALUE.match(text, lead.end()), _GOES.match(lead.group())
    if value is not None:
        return value
    somebody = _TO_SOMEBODY.match(text, lead.end())
    value = _VALUE.match(text, somebody.end()) if somebody is not None else None
    if value is None and somebody is not None:
        value = _NUMBER_LAST.match(text, somebody.end())
    if value is None:
        value = _NUMBER_LAST.match(text, lead.end())
        words = value.group().split(" ")[:-1] if value is not None else []
        rare = _RARE if _HOME.match(lead.group()) else _UNHEARD
        named = any(map(_KIND.match, words)) or goes is None and (len(words) > 1 or words and zipf(words[0]) < rare)
        return value if named else None
    return value


def _names_a_street(value: str) -> bool:
    """Whether one of the words is a name, or none of English, and none is a thing of computers."""
    words = [word.strip(".,'\u2019-") for word in re.split(r"[ \n,-]+", value) if not any(map(str.isdigit, word))]
    if any(word.lower() in _THINGS for word in words):
        return False
    return any(map(_KIND.match, words)) or any(
        len(word) > 2 and (zipf(word) < _RARE or _is_name(word) or fold(word) in cities())
        for word in words
        if not is_particle(word)
    )


def in_sentence(text: str, start: int, end: int) -> int:
    """Where the address ends that runs into the next sentence: `48716 Busan. The`, `10117 Berlin Please`."""
    stop = _NEXT_SENTENCE.search(text, start, end)
    end = stop.start(1) if stop else end
    last = _LAST_WORD.search(text, start, end)
    return last.start() if last is not None and zipf(last.group(1)) >= _SENTENCE_WORD else end


def _is_line(text: str, start: int, end: int) -> bool:
    """Whether nothing else stands in the line or the cell."""
    return bool(_LINE_START.search(text, max(0, start - 8), start) and _LINE_END.match(text, end))


def _is_house(number: str, street: str) -> bool:
    """Whether nothing is counted: a long number, and one of what bears people's names (`1414 Ingrid Spring`)."""
    return len(number) > 2 and street[-1] != "s" and all(map(_is_name, street.split()[:-1]))


def _is_no_product(street: str) -> bool:
    """Whether `street` is none of a maker's things, and no plural but behind people's names (`3 Tableau Views`)."""
    words = street.split()[:-1]
    makers = listed()[0]
    if any(makers.get(fold(word), 0) & WELL_KNOWN and surname_bearers(word) < _MANY for word in words):
        return False
    return street[-1] != "s" or all(map(_is_name, words))


def _is_name(word: str) -> bool:
    return is_given(word) or surname_bearers(word) > 1


def with_parts(text: str, end: int) -> int:
    """Where the address ends with its flat, its town and its postcode behind `end`."""
    for _ in range(_MOST_PARTS):
        units = _UNITS.match(text, end)
        if units is not None:
            end = units.end()
        stop = text[end : end + 2] in (".\n", ".,")  # `Quista utca 178.`
        part = _PART.match(text, end + stop)
        if part is None or _OF_CALLS.fullmatch(part.group("town") or ""):
            break
        if part.group("code"):
            town = part.group("at") or ""
            if text[end] == " " and not town and len(part.group("code")) < 5:
                break
            known = zipf(town) < _RARE or is_town(town) or _PROVINCE.match(text, part.end())
            end = part.end() if not town or known else part.end("code")
        elif part.group("behind") and not stop or text[end] in ",\n-" and is_town(part.group("town")):
            end = part.end()
        else:
            break
        province = _PROVINCE.match(text, end)
        end = province.end() if province is not None else end
    return end


def is_town(name: str) -> bool:
    """Whether a list has the town `name`, or it is built like one's."""
    key = fold(name).replace("-", " ")
    return key in cities() or minor(name, key) > 0
