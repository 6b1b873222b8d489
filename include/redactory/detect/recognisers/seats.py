"""Seats told by a code alone (`6F-373`: a floor, a zone, a place), where the text says that somebody sits there.

Racks, tiles of a hall, ports and parts are written alike: without a word for a seat or for somebody the code stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.recognisers.base import Found, found, is_word, pattern
from redactory.policy.patterns import together

_ZONED = pattern(r"\d{1,2}[A-Z]{1,2}[-.]\d{2,4}", ignore_case=False)
_ANY = (
    r"(?:[A-Z]{1,2}\d{0,2}(?:[/-][A-Z]?\d{1,4}){2,3}|\d{1,2}[A-Z]{1,2}[-.]\d{1,4}|"
    r"[A-Z]{1,2}\d{0,2}[-.]\d{1,4}[A-Z]?|\d{1,2}[-.][A-Z]{1,2}[-.]?\d{1,4}|\d{1,2}[-.]\d{2,4}[A-Z]?|"
    r"[A-Z]\d{1,4}[A-Z]?|\d{1,2}[A-Z]\d{1,3})"
)
_CODE = r"(?:[A-Z]{1,2}\d{0,2}(?:[-.]\d{1,4}){1,2}[A-Z]?|\d{1,2}[-.]\d{2,3}[A-Z]?|\d{1,2}[A-Z]{1,2}[-.]\d{1,4})"
_BARE = rf"(?:{_CODE}|[A-Z]\d{{3,4}})"
# words that leave no doubt, before a code of whatever form
_SAID = pattern(
    r"(?:\b(?:seat|desk|cubicle|cube|workplace|workspace|workstation place|sitting place|sitzplatz|"
    r"arbeitsplatz|schreibtisch|werkplek|escritorio|postazione|scrivania|biurko|"
    r"(?:parking|car ?park)[ :]{1,2}(?:space|bay|spot|slot|place)|stellplatz|parkplatz|parkeerplaats|locker)"
    r"(?: (?:no\.?|nr\.?|number|code|id))?(?: \(| (?:(?:is|changed to|will be|is now|=|:|->) ?)?)|"
    r"\b(?:moved|switched|changed|swapped) (?:desks?|seats?|places?|rooms?|offices?),? ?"
    r"(?:(?:and )?(?:i )?(?:am|i'm|im|is|are|sit|sits) )?(?:now )?(?:at |in |to )?|"
    r"\b(?:my|his|her|their) (?:new |old )?(?:seat|desk|cubicle|workplace) (?:no\.? |number )?(?:is |at |:)?)"
    rf"(?P<value>{_ANY})\b",
)
# somebody is there, at a code that versions and ports do not have
_THERE = pattern(
    r"\b(?:(?:[Ss]its?|[Ss]itting|[Ss]eated|(?:[Ff]ind|[Vv]isit) (?:me|him|her|us|them)) (?:now |here |over )?"
    rf"(?:at|in) (?P<seat>{_CODE})|"
    r"(?:[Ii]'?m|[Ii] am|(?:[Ss]?[Hh]e|[Tt]hey|[Ww]e)(?:'s|'re| is| are)) (?:now |still |sitting )*(?:at|in) "
    r"(?P<code>[A-Z]\d{0,2}[-.]\d{2,4}))\b",
    ignore_case=False,
)
# whose desk it is, where people meet, who sits there in other languages
_PLACED = pattern(
    r"(?:\b(?:[Mm]eeting|[Pp]ick-?up|[Hh]and-?over|[Cc]ollection) (?:point|place)(?: is)?:? |"
    r"\b(?:[Ss]eat|[Dd]esk|[Ww]orkplace|[Rr]oom|[Oo]ffice) of (?:the )?(?:user|caller|requester|employee|colleague)"
    r"(?: is|:) |"
    r"\b(?:[Dd]esk ?phone|[Hh]ot[ -]?desk(?:s|ing)?)(?: (?:on|every|this) \w{3,12})? (?:at|in) |"
    r"\b(?:[Ss]itz(?:e|t|en)|[Zz]it(?:ten)?|[Ss]iede|[Ss]iedz(?:i|\x{119})|[Ss]entad[oa]|[Aa]ssise?) "
    r"(?:jetzt |nun |nu |ora |teraz )?(?:in|auf|an|op|en|au|a|al|w|na) )"
    rf"(?P<value>{_CODE})\b",
    ignore_case=False,
)
# from one seat to another
_MOVED = pattern(
    r"\b(?:[Ss]eat|[Dd]esk|[Ww]orkplace|[Cc]ubicle)(?: (?:has|was|is))? (?:changed|moved|switched|swapped) "
    rf"(?:from (?P<old>{_BARE})(?: to (?P<new>{_BARE}))?|(?:from [^\n;]{{2,40}}? )?to (?P<only>{_CODE}))\b|"
    r"\b(?:[Mm]oved|[Ss]witched|[Cc]hanged|[Ss]wapped) (?:desks?|seats?|places?|rooms?)[,;]? (?:[a-z']+ ){0,2}?now "
    rf"(?:at|in) (?P<now>{_BARE})\b|\b(?:[Ii]|[Ww]e|[Tt]hey|[Ss]?[Hh]e)(?:'ve| have| has)? moved "
    r"(?:from (?P<left>[A-Z]\d{0,2}[-.]\d{3}) )?to (?P<come>[A-Z]\d{0,2}[-.]\d{3})\b",
    ignore_case=False,
)
_STOREY = pattern(
    r"(?:[A-Z0-9\p{Hangul}]{1,3}(?:동|棟|号館|号楼|號樓) ?)?(?:B|지하 ?|地下)?\d{1,2}(?:층|階|楼|层|樓)"
    r"(?: ?\d{2,4}(?:호실|호|号室|室|号))?",
    ignore_case=False,
)
together(_ZONED, _SAID, _THERE, _PLACED, _MOVED, _STOREY)
_LAYERS_AFTER = ("層", "建", "级", "級", "梯")  # `3階層`: layers, not storeys
_SITS = re.compile(
    r"(?:\b(?:desk ?phone|phone|handset|softphone|desk|seat|dock(?:ing station)?|monitor|workplace|cubicle)s?"
    r"(?: (?:no\.?|nr\.?|number|is|was|stands|sits|located|moved|back|now)){0,3} (?:at|in|on|near|to|is|by) |"
    r"\b(?:i|we|she|he|they)(?:'m|'re|'s| am| are| is| sit| sits)?(?: (?:now|still|sitting|usually|here|today))* "
    r"(?:at|in|on|near) |"
    r"\b(?:am|i'?m|sits?|sitting|seated|find (?:me|him|her)|visit (?:me|him|her|us)|come (?:by|over|up)?(?: to)?)"
    r"(?: (?:now|still|currently|usually))* (?:(?:at|in|on|to|near) )?|"
    r"\b(?:user|caller|colleague|requester|employee|engineer|visitor|staff|him|her|them|courier|loaner|laptop)"
    r"(?: (?:is|was|sits|to|now|over))* (?:at|in|to|near) |"
    r"\b(?:swap\w*|mov\w+|switch\w*) (?:seats?|desks?|places?)\b[^.\n]{0,24} (?:between|and|with|from|to) |"
    r"\bask for [^.\n]{2,40} at |\bwhere [\w ']{2,16} (?:sit|sitting|seated)\?\W{1,4})$",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(
    r"\b(?:descr(?:iption)?|desc|if-?alias|alias|port ?name|label)[\"']?[ \t]?[:=]?[ \t]?[\"']$", re.IGNORECASE
)
_OCCUPANT = re.compile(
    r"[ ,/|_-]{1,3}(?:(?:van|von|de|den|der|del|della|di|da|do|dos|du|la|le|ten|ter|te|al|el|bin|in|zu|zur|'t) ){0,3}"
    r"([^\W\d_a-z][^\W\d_]+)"
)
_EQUIPMENT = re.compile(
    r"\b(?:rack|row|cabinet|cage|tile|pdu|ups|cdu|crac|hall|aisle|grid|patch|panel|ports?|slot|blade|chassis|u\d+|"
    r"pos(?:ition)?|part|p/n|model|sku|bin|shelf|gate|bay|pallet|switch|server|uplink|camera|printer|storage|data "
    r"cent(?:er|re))\b[^.\n]{0,24}$",
    re.IGNORECASE,
)
_THINGS = frozenset(("uplink", "trunk", "printer", "camera", "cam", "scanner", "patch", "spare", "panel", "server"))
_WINDOW = 48


def seats(text: str) -> Iterator[Found]:
    """Codes of seats, and storeys in the scripts of East Asia."""
    for match in _ZONED.finditer(text):
        start, end = match.span()
        if _free(text, start, end) and _is_seat(text, start, end):
            yield Found(start, end, 0.75)
    for match in _SAID.finditer(text):
        if _free(text, *match.span(1)):
            yield found(match, 0.75, 1)
    for expression, groups in ((_THERE, 2), (_PLACED, 1), (_MOVED, 6)):
        for match in expression.finditer(text):
            for group in range(1, groups + 1):
                if match.start(group) >= 0 and _free(text, *match.span(group)):
                    yield found(match, 0.75, group)
    if not text.isascii():
        for match in _STOREY.finditer(text):
            start, end = match.span()
            left = text[start - 1 : start] if start else ""
            if not (left.isascii() and left.isalnum()) and text[end : end + 1] not in _LAYERS_AFTER:
                yield Found(start, end, 0.75)


def _is_seat(text: str, start: int, end: int) -> bool:
    lead = text[max(0, start - _WINDOW) : start]
    if _DESCRIBED.search(lead):
        occupant = _OCCUPANT.match(text, end)
        return occupant is not None and _is_somebody(occupant.group(1))
    return _SITS.search(lead) is not None and _EQUIPMENT.search(lead) is None


def _is_somebody(word: str) -> bool:
    if word.lower() in _THINGS:
        return False
    return is_given(word) or surname_bearers(word) > 0 or zipf(word) < 2.0 and not word.isupper()


def _free(text: str, start: int, end: int) -> bool:
    if start and (is_word(text[start - 1]) or text[start - 1] in "-./\\@#"):
        return False
    right = text[end : end + 2]
    return not (right[:1] and (is_word(right[0]) or right[0] in "-/\\@" or right[0] in ".:" and right[1:2].isalnum()))
