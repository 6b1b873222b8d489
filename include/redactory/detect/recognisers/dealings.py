"""What is done with people alone, whatever word or product their name is: `remind May to`, `if Will rings again`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, is_borne, is_given, zipf
from redactory.detect.product_people import GREETED, REACHED, is_meant
from redactory.detect.recognisers.base import Found, found, is_word, pattern
from redactory.policy.patterns import together

_ONE = r"(?P<value>[\p{Lu}][\pL\pM]+(?:-[\pL][\pL\pM]+)?)"
_EVERYDAY = 5.6  # Zipf; no word in use more often is somebody's name by its place alone
_DATES = frozenset(("april", "august", "june", "may", "summer", "autumn", "winter", "spring", "easter", "christmas"))
_RARE = 2.0  # Zipf; a name no list knows is no word either
_MONTHS = frozenset(("april", "august", "june", "may"))
# what nobody but a person does: a name here need not be in any list
_SURE = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        (
            rf"\b(?:[Ii]f|[Ww]hen|[Uu]nless|[Oo]nce|[Ii]n case) {_ONE} (?:rings|phones|complains|turns up|shows up|"
            r"drops by|calls (?:again|back|in)|asks again|is back from)\b"
        ),
        (
            rf"\b(?:[Ww]ould|[Cc]ould|[Dd]oes|[Dd]id|[Ww]ill|[Cc]an) {_ONE} (?:have (?:time|a (?:minute|moment|word))|"
            r"mind if|be free|be around)\b"
        ),
        rf"(?m:^|[.!?] |[\"\x{{201c}}]){_ONE} is (?:fine|ok|okay|happy) (?:with waiting|to wait)\b",
        rf"{_ONE} knows (?:the|this|that|our|their|his|her) (?:[\pL-]+ ){{1,2}}best\b",
        rf"{_ONE} is (?:[\p{{Lu}}][\pL'\x{{2019}}-]+ ){{2,3}}in the directory\b",
        (
            rf"{_ONE} from (?:the )?(?:[\p{{Lu}}][\pL-]+ ){{1,3}}(?:branch|office|site|plant|store|warehouse|depot) "
            r"(?:rang|called|phoned|complained|wrote)\b"
        ),
        rf"(?i:\b(?:{GREETED}))[,!]? {_ONE}\s*(?:[!,.?\n]|$)",
        (rf"\b(?:[Aa]sk for|[Cc]ollected by|[Pp]icked up by|[Hh]anded (?:over )?to|[Ll]ent to) {_ONE}(?:[.,;:!?]|"
        rf" (?:at|in|on|until|by|and) |$)"),
        (rf"\bthat {_ONE} (?:made|sent|wrote|reported|mentioned|attached|shared|found|forwarded|prepared|took|gave|"
        rf"left)\b"),
        (rf"(?m:^|[\s(])@{_ONE} (?:fyi|FYI|can|could|would|will|please|pls|see|any|are|is|do|did|have|has|you|your|"
        rf"thanks|thx|ok|just|i|I|we|for|when|what|why|how|where|who|yes|no|not)\b"),
        rf"\b(?:(?:right|correct|wrong) number for|[Hh]old for|put me through to|speaking to) {_ONE}(?:[?.,;\"!]|$)",
        (
            rf"{_ONE} from (?:the )?(?:[\p{{Lu}}][\pL-]+ ?){{1,3}} (?:drives|drove|comes|came over|visits|travels|"
            rf"flies|cycled|rang|phoned|walked)\b"
        ),
        (rf"{_ONE} (?:kept the recording|stayed (?:until|late|on)|drove (?:over|to|home)|borrowed|is on the (?:train|"
        rf"phone))\b"),
        rf"\bboth [\p{{Lu}}][\pL'\x{{2019}}-]+ and {_ONE}, who\b",
        rf"(?m:^){_ONE}\? (?:[Ss]till|[Aa]re|[Yy]ou|[Cc]an|[Cc]ould|[Aa]ny)\b",
        rf"[\"'\x{{201c}}\x{{201d}}\x{{2019}}] ?[-\x{{2013}}\x{{2014}}] {_ONE}, \d{{1,2}}[:.]\d\d\b",
    )
)
_LIKELY = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        rf"\b(?:[Ss]creen ?shot|[Pp]hoto|[Pp]icture|[Rr]ecording|[Cc]omment|[Vv]oicemail|[Nn]ote) by {_ONE}\b",
        rf"\bfor {_ONE} only[,;] (?:every(?:body|one) else|(?:all )?the (?:others|rest)|no(?:body| one) else)\b",
        rf"\b[Kk]eep {_ONE} (?:informed|posted|updated|in (?:the loop|copy|cc)|on copy)\b",
        rf"\b(?:[CcWw]ould|[Cc]an|[Ww]ill) {_ONE} (?:please )?(?:ring|call|phone|text) (?:me|us|him|her|them|back)\b",
        (
            rf"{_ONE} (?:is|was|comes) back (?:from (?:(?:\w+ )?leave|holiday|vacation|lunch)|"
            r"at (?:the|his|her) desk)\b"
        ),
        rf"(?m:^|[.!?:] ){_ONE} or,? failing (?:that|him|her|them)\b",
        rf"\b(?:[Rr]emind|[Pp]ing|[Nn]udge|[Pp]ester|[Aa]sk|[Tt]ell) {_ONE} (?:to|if|when|once|whether|about)\b",
        rf"\b[Tt]ell {_ONE} (?:that|the|it['\x{{2019}}]?s|it is|we|I)\b",
        (
            r"\b(?:[Tt]ag|[Ss]ticker|[Ll]abel|[Bb]adge|[Ii]nventory|[Oo]wner field|[Aa]sset list)"
            rf"(?: on [\pL\d<>\x{{fffc}}-]{{2,24}})? says {_ONE}[.,;]"
        ),
        (
            rf"(?m:^|[.!?][\"\x{{201d}}]? |[\"\x{{201c}}]){_ONE} (?:is (?:off sick|out sick)|"
            r"is (?:fine|ok|okay|happy) with|likes|dislikes|hates)\b"
        ),
    )
)
# where products stand as well: the words behind must say so too, and the name be nothing but a first name
_MEANT = (
    pattern(rf"(?i:\b(?:{REACHED})) {_ONE}", ignore_case=False),
    pattern(
        rf"(?m:^|[.!?;:,] |\band |\bbut )(?:{_ONE}) (?:is|was|has been|got|gets|has|knows|sits|rang|phoned|forgot|"
        r"agreed|promised|called|orders|brings|signs|collects|leaves|wants|thinks|says|said)\b",
        ignore_case=False,
    ),
)
# first names that are words, capitalised within a sentence where somebody stands: `Explained it to Mark twice.`
_PLACED = pattern(
    r"\b(?:to|with|from|by|than|nor|both|neither|per|lost|beside|behind|after|before|for|that|was|told|cc|"
    r"(?:next|according) to|share it with|(?:user|colleague|manager|boss|approver|contact|name|requester) is) "
    rf"{_ONE}"
    r"(?: (?:twice|once|again|regarding|about|yesterday|today|tomorrow|tonight|on|over|at|in|while|when|because|until|"
    r"himself|herself|instead|too|as well|last|this|has|is|was|put it|who|whose|nor|or|but|if|could|would|can|"
    r"said|says|and (?:me|I|her|him|them|the others))\b|[.!?](?:\s|$)|[,;)](?:\s|$)|$)",
    ignore_case=False,
)
_ALL = together(*_SURE, *_LIKELY, *_MEANT, _PLACED)


def dealt_with(text: str) -> Iterator[Found]:
    """Names that stand where somebody is reminded, asked, quoted or ill, or where people stand in sentences."""
    if not _ALL.matching(text):
        return
    yield from _dealt_with(text)
    for match in _PLACED.finditer(text):
        name = match.group(1)
        if is_borne(name) and not name.isupper() and zipf(name) < _EVERYDAY and not _is_place(name):
            yield found(match, 0.7, 1)


def _dealt_with(text: str) -> Iterator[Found]:
    for compiled in (*_SURE, *_LIKELY):
        for match in compiled.finditer(text):
            name = match.group(1)
            if match.start() and is_word(text[match.start()]) and is_word(text[match.start() - 1]) or name.isupper():
                continue
            if compiled is _LIKELY[-1] and name.lower() in _MONTHS:
                continue
            if is_given(name) or compiled in _SURE and zipf(name) < _RARE and _WHOLE.fullmatch(name):
                yield found(match, 0.75, 1)
    for compiled in _MEANT:
        for match in compiled.finditer(text):
            if is_given(match.group(1), certain=True) and is_meant(text, *match.span(1)):
                yield found(match, 0.75, 1)


def _is_place(name: str) -> bool:
    return (town := fold(name)) in cities() or town in ambiguous() or town in _DATES


_WHOLE = re.compile(r"[^\W\d_][^\W\d_A-Z]+(?:-[^\W\d_]+)?")  # not `AnyConnect`


def is_dealt_with(text: str, start: int, end: int) -> bool:
    """Whether something is done with the name at `start` to `end`; its place in a sentence alone does not count."""
    first = max(0, start - 48)
    return any((first + f.start, first + f.end) == (start, end) for f in _dealt_with(text[first : end + 32]))
