"""What makes a town of a word that has other meanings too, or that no list has: who is there, how it is built."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.firmlist import WELL_KNOWN, listed
from redactory.detect.gazetteer import ambiguous, cities, small_towns
from redactory.detect.lexicon import fold, is_ambiguous_name, is_compound, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names_evidence import is_name_word, is_unheard
from redactory.detect.recognisers.base import is_word, pattern

MIN_POPULATION = 50_000  # smaller towns need a context
PLAIN_WORD = 5.0  # a more frequent word (Zipf) is not told to be a city by the gazetteer alone
_STAYS_BEFORE = re.compile(r"\b(?:be|being|stay|staying) in\s+$")
_STAYS_AFTER = re.compile(
    r" (?:from|until|till|til|on|next|this|tomorrow|today|tonight|all (?:day|week)|for (?:a|the|two|three)|between|"
    r"starting|again|during)\b"
)
_OF_THE = re.compile(r"\b(?:of|at|in|from|to) the\s+$")
_BASE = re.compile(r" base\b")
_CONTRAST_AFTER = re.compile(
    r"^(?:,| (?:instead of|rather than|and not|but not|to|and|or|&|/)) ([^\W\d_]+(?:[ -][^\W\d_]+)?)"
)
_CONTRAST_BEFORE = re.compile(
    r"([^\W\d_]+) (?:instead of|rather than|and not|but not|and|or) $|\bfrom ([^\W\d_]+) (?:to|via) $"
)
# `Ann Lee / 00731442 / Nice - `: a row of what is known of somebody
_ROW_BEFORE = re.compile(r"\w [/|] (?:[A-Za-z]{1,4}-?)?\d{4,8} [/|] $")
_ROW_AFTER = re.compile(r" ?(?:[-\u2013/|]|$)")
# `"W5-71749";"Mobile";"ann.lee@acme.example"`, `81.2.69.160 | Split`: the cell between a number and an address
_CELL = re.compile(r"(?:^|[;|\t\n])[ \"]{0,2}(?P<cell>[^;|\t\n\"]{2,60})\"? ?[;|\t] ?\"?$")
_CELL_AFTER = re.compile(r"\"? ?[;|\t][ \"]{0,2}(?P<cell>[^;|\t\n\"]{2,60})")
_TELEPHONE = re.compile(r"[+(0]")
_FROM_ADDRESS = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?: \(| [|;] )([^\W\d_]+(?:[ -][^\W\d_]+)?)")
_EDITIONS = frozenset(("Business", "Commerce", "Enterprise", "Express", "Premium", "Standard"))  # towns as well
_BRAND_BEFORE = re.compile(r"(?:^|[\s(\"'])([A-Z]+[a-z]+(?:[A-Z]\w*)?) $")
_GOES_ON = re.compile(" [a-z]")
_KINDS_OF_LINES = frozenset(("mobile",))


def is_edition(text: str, start: int, name: str) -> bool:
    """Whether the word at `start` is an edition of the product before it: `GitHub Enterprise`."""
    brand = _BRAND_BEFORE.search(text, max(0, start - 24), start) if name in _EDITIONS else None
    if brand is None:
        return False
    return not brand.group(1).istitle() or bool(listed()[0].get(fold(brand.group(1)), 0) & WELL_KNOWN)


def in_row(text: str, start: int, end: int) -> bool:
    """Whether the word at `start` to `end` is the town in a row of what is known of somebody, or of a sign-in."""
    low, high = max(0, start - 80), end + 80
    left, right = text[low:start], text[end:high]
    if _ROW_AFTER.match(right) and _ROW_BEFORE.search(left):
        return True
    kind = text[start:end].lower() in _KINDS_OF_LINES
    cells = [cell.group(1) for cell in (_CELL.search(left), _CELL_AFTER.match(right)) if cell]
    if len(cells) > 1 and any("@" in cell for cell in cells) and not any(map(_TELEPHONE.match, cells)):
        return not kind or any(any(map(str.isdigit, cell)) for cell in cells if "@" not in cell)
    addressed = list(_FROM_ADDRESS.finditer(text, max(0, start - 160), end + 80))
    if not any(match.start(1) == start for match in addressed) or _GOES_ON.match(right):
        return False
    others = (match.group(1) for match in addressed if match.start(1) != start)
    return not kind or any(map(_is_plain_city, others))

# `the Split number`: of the people there
_NUMBER_OF = re.compile(r" (?:phone |fax |desk )?(?:numbers?\b|line\b(?! ?\d))")
_DEFINITE = re.compile(r"\b(?:the|our|your|their)\s+$")
_NUMBERED = frozenset(("Mobile", "Orange", "Call", "Best", "Same", "Case", "Version"))  # what else has a number
# the line of a signature: `Team lead, Reading`
_ROLE_BEFORE = re.compile(
    r"(?:^|\n)[ \t>]*(?:[^\W\d_][\w&/-]* ){0,4}(?:[Ll]ead(?:er)?|[Mm]anager|[Aa]nalyst|[Ee]ngineer|[Dd]irector|"
    r"[Ss]pecialist|[Cc]oordinator|[Cc]onsultant|[Aa]ssistant|[Oo]fficer|[Tt]echnician|[Cc]lerk|[Bb]uyer|[Pp]lanner|[Cc]ontroller|"
    r"[Aa]dministrator|[Aa]rchitect|[Dd]eveloper|[Nn]urse|[Aa]ccountant|[Ss]upervisor|[Rr]epresentative|[Aa]ssociate|"
    r"[Ee]xecutive|[Aa]dvis[eo]r|[Rr]eceptionist|[Ss]ecretary|[Ss]cientist|[Dd]esigner|[Oo]perator|[Aa]gent|[Pp]artner)"
    r"(?:,| \||  ?[-\u2013]) $"
)
# `Ann Lee | Building 7 | Nice`, and as directories write somebody: `"Lee, Ann", Nice, `
_UNIT_BEFORE = re.compile(
    r"\b(?:[Bb]uilding|[Bb]ldg|[Ff]loor|[Ll]evel|[Rr]oom|[Dd]esk|[Oo]ffice|[Ss]uite|[Bb]lock) [\w.-]{1,8} "
    r"[|/\u00b7\u2022\u2013-] $"
)
# `Nice | +33 4 99 57 12 34`, the line of a signature
_TELEPHONE_BEHIND = re.compile(r" ?[|/\u00b7\u2022] ?(?:\+|\(?0)\d[\d ()/-]{5}")
_LINE_OR_ROW = re.compile(r"(?:^|\n[ \t>]*|\w(?:,| [|/\u00b7\u2022]) )$")
_NAME_BEFORE = re.compile(r"\"[^\W\d_][^\",\n]{1,30}, [^\W\d_][^\",\n]{1,30}\"[,;] $")
_END_OF_LINE = re.compile(r"[.,]?[ \t]*(?:[\r\n]|$)")
# what stands in or goes to nothing but a place
_NOTHING_ELSE = pattern(
    r"\b(?:[Bb]ased in|[Ll]iv(?:es?|ing) in|[Bb]orn in|[Ff](?:ly|lies|lew|lying|lown) (?:in)?to|"
    r"[Tt]ravel\w* (?:to|from)|[Dd]riv(?:es?|ing) to|[Rr]elocat\w+ (?:to|from)|[Hh]otel in|"
    r"(?:[Oo]ffices?|[Bb]ranch|[Pp]lant|[Ww]arehouse|[Dd]epot|[Ff]actory|[Ss]tore) in|"
    r"(?:[Ss]taff|[Pp]eople|[Cc]olleagues?) in|(?:City|Town|Ort|Ville|Location|Office):) "
    r"(?P<value>\p{Lu}\p{Ll}{3,}(?:[ -]\p{Lu}\p{Ll}{2,})?)",
    ignore_case=False,
)
# where people are at home, work from, travel to, sign in from, what is sent to them: there an unknown word is a town
_TOWN = (
    r"\p{Ll}{0,2}\p{Lu}[\pL\pM'\x{2019}]+(?:(?: (?:(?:de|del|da|di|do|du|la|le|am|an|ter|op|sur|upon|on) )?|"
    r"-(?:(?:de|del|la|le|les|en|am|an|der|sur|sous|upon|on|op|by|in)-)?(?:la-|le-|les-)?)\p{Lu}[\pL\pM'\x{2019}]+){0,3}"
)
_HOME = r"(?:[Hh]ome (?:office|address|connection|network|line|internet|broadband|wi-?fi|router|town))"
_WHERE_ONE_IS = pattern(
    "|".join((
        rf"\b(?:[Ff]rom|[Aa]t) home,? (?:\(|in )({_TOWN})",
        rf"\b{_HOME} (?:\(|in )({_TOWN})",
        rf"\b(?:[Uu]sers?|[Cc]olleagues?|[Cc]allers?|[Cc]lients?) (?:in|from|at) ({_TOWN}) \([Hh]ome",
        (
            rf"\b(?:[Ww]ork(?:s|ed|ing)?|[Oo]therwise|[Rr]est of the week|[Oo]ther days) (?:from|out of) ({_TOWN})"
            r"(?:[,.;\n]|$| (?:until|till|this|next|today|tomorrow|again|all|since|on|for|most|every|while|and is))"
        ),
        rf"\b(?:[Tt]ravel\w*|[Cc]ommut\w+) (?:between|from) [^.,;:!?()\n]{{2,40}} (?:and|to) ({_TOWN})",
        rf"\b(?:[Tt]ravel\w*|[Cc]ommut\w+) between ({_TOWN}) and ",
        (
            r"\b(?:[Ss]en[dt]|[Ss]hip(?:ped)?|[Pp]ost(?:ed)?|[Mm]ail(?:ed)?|[Cc]ouriered)\b[^.,;:\n]{0,24} "
            r"(?:(?:starter|welcome|joiner|onboarding) (?:packs?|kits?|box)|badge|access card|key ?fob) to "
            rf"({_TOWN})(?:[.,;\n]|$| (?:by|via|today|yesterday|on|last|this))"
        ),
        # an app can be signed in from, too: the town must be known or be formed as one
        (
            rf"\b(?:[Ss]ign|[Ll]og)-?(?: ?[io]n)s? from ({_TOWN}) "
            r"(?:works?|fails?|failed|is|are|was|were|has|looks?|again)\b"
        ),
    )),
    ignore_case=False,
)
_SETTINGS = 8  # groups of it; in the last one a town must be known
# there a name somebody bears is a town as well: nobody takes a train to a person, or has their time zone
_SURE_SETTING = pattern(
    "|".join((
        (
            r"\b(?:[Tt]he|a|my|his|her|last|next|night) (?:train|bus|tram|ferry|plane|flight|metro|taxi|coach|"
            rf"motorway) (?:to|from|near) ({_TOWN})"
        ),
        rf"\btime ?-?zone of ({_TOWN})",
        (
            r"\b(?:[Cc]onnect(?:ed|ing)|[Dd]ial(?:led|ling|ed|ing)? in|[Ll]ogg(?:ed|ing) (?:in|on)|[Ww]ork(?:ed|ing)|"
            rf"[Cc]all(?:ed|ing)|[Jj]oin(?:ed|ing)) from ({_TOWN}) (?:until|till|til|since|this (?:week|morning)|"
            r"yesterday|today|all (?:day|week)|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
        ),
        (
            rf"\b(?:I'?m|I am|[Hh]e is|[Ss]he is|[Hh]e's|[Ss]he's|[Tt]hey are) (?:in|at) ({_TOWN}) "
            r"(?:with (?:a|the|our) (?:customer|client|supplier|partner|vendor)|"
            r"for (?:a|the) (?:workshop|week|meeting|fair|conference|training)|this week|next week|until|till|all week)"
        ),
        (
            r"\b(?:provider|ISP|isp|antenna|cell tower|hotspot|exit node|access line|network)s? (?:near|in|around|"
            rf"close to) ({_TOWN})"
        ),
        (
            r"\b(?:[Ww]eather in|[Vv]illage of|[Ll]iv(?:es?|ing) near|[Gg]reetings from|"
            r"(?:my|his|her|our|their) (?:flat|house|apartment|place|home|cottage|parents|family|hotel) (?:in|near)) "
            rf"({_TOWN})"
        ),
        rf"\b(?:[Dd]riv(?:e|ing|es)|[Ff]l(?:y|ying|ew)|[Tt]ravel\w*|[Cc]ommut\w+) from ({_TOWN}) to ",
        rf"\b(?:[Ll]ost|[Ss]tolen|[Ll]eft behind|[Ff]orgotten) (?:in|near) ({_TOWN})[\"'.,;)\n]",
        rf"\b(?:app|client|browser)\b[^,\n]{{1,40}}, location ({_TOWN}), (?:status|result|device|ip|IP|risk)",
    )),
    ignore_case=False,
)
_SURE_SETTINGS = 9
_ON_A_RIVER = re.compile(r"\w(?:-(?:sur|sous|l\u00e8s|by|on|upon|under)-| (?:upon|aan den?|an der|am) )[^\W\d_a-z]")
_TOWN_PARTS = re.compile(r"[ -]")
_SELDOM, _COMMON = 2.2, 4.0  # Zipf
_JOINED = re.compile(r"[_/\\@]|\.\w")
SMALL_TOWN = 15_000  # people; below, a text must say that a place is meant
_KNOWN_WORD = 3.0  # Zipf; a word this frequent is no small town
# what towns of English-speaking countries are named with, behind and before somebody's name
_TOWN_END = re.compile(
    r"\w{3}(?:mouth|burgh?|bourg|borough|bury|chester|ville|shire|stad|stadt|furt|haven|berg|fort|port|ford|ham|dorf|"
    r"land|town|wick|worth|thorpe|hurst|stead)$",
    re.I,
)
_ENDED = re.compile(
    r"(\w{2,})(?:mouth|burgh?|borough|bury|chester|ville|shire|stad|furt|haven|berg|fort|port|land|town|side|ton|view)"
)
_FIRST_WORDS = frozenset(("New", "North", "South", "East", "West", "Port", "Lake", "Fort", "Mount"))


def is_told(text: str, start: int, end: int) -> bool:
    """Whether the words around `text[start:end]` speak of a place where people are."""
    left, right = text[max(0, start - 40) : start], text[end : end + 32]
    low = left.lower()
    if _STAYS_BEFORE.search(low) and _STAYS_AFTER.match(right):
        return True  # `I will be in Reading from Monday`
    if _BASE.match(right) and _OF_THE.search(low):
        return True  # `of the Natal base`
    if _NUMBER_OF.match(right) and _DEFINITE.search(low) and text[start:end] not in _NUMBERED:
        return True
    if _END_OF_LINE.match(right) and (
        _ROLE_BEFORE.search(text, max(0, start - 64), start) or _UNIT_BEFORE.search(text, max(0, start - 40), start)
    ):
        return True
    if _TELEPHONE_BEHIND.match(right) and text[start:end].lower() not in _KINDS_OF_LINES and _LINE_OR_ROW.search(left):
        return True
    if right[:1] in ",;)\n" and _NAME_BEFORE.search(text, max(0, start - 80), start):
        return True
    return _beside_city(left, right)


def minor(name: str, key: str) -> int:
    """As many people as a town has that the large list lacks; 1 where a name is built like one's, else 0."""
    if zipf(name) >= _KNOWN_WORD:
        return 0
    return SMALL_TOWN - 1 if key in small_towns() else int(_is_built(name))


def unknown_towns(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of words of no language where nothing but a town can stand: `she lives in Quistal`."""
    for match in _NOTHING_ELSE.finditer(text):
        words, end = re.split("[ -]", match.group(1)), match.end()
        named = all(is_unheard(word) or word in _FIRST_WORDS or _is_somebody(word) for word in words)
        begins = is_unheard(words[0]) or len(words) > 1 and words[0] in _FIRST_WORDS
        if named and begins and _JOINED.match(text, end) is None and not is_word(text[end : end + 1] or " "):
            yield match.span(1)
    for match in _WHERE_ONE_IS.finditer(text):
        group = next(number for number in range(1, _SETTINGS + 1) if match.start(number) >= 0)
        start, end = match.span(group)
        if _JOINED.match(text, end) is None and _may_be_town(match.group(group), formed=group == _SETTINGS):
            yield start, end
    for match in _SURE_SETTING.finditer(text):
        group = next(number for number in range(1, _SURE_SETTINGS + 1) if match.start(number) >= 0)
        start, end = match.span(group)
        name = match.group(group)
        acronym = name.isupper() and len(name) < 5
        if acronym or _JOINED.match(text, end) is not None or listed()[0].get(fold(name.split()[0]), 0) & WELL_KNOWN:
            continue
        somebody = " " not in name and zipf(name) < _COMMON and _is_somebody(name)
        if somebody or _may_be_town(name, formed=False):
            yield start, end


def _may_be_town(name: str, *, formed: bool) -> bool:
    """Whether `name` can be a town where one is named; with `formed` it must be listed, or begin or end as they do."""
    key = fold(name).replace("-", " ")
    if key in cities() or key in small_towns():
        return zipf(name) < _KNOWN_WORD
    if _ON_A_RIVER.search(name):
        return True
    words = [word for word in _TOWN_PARTS.split(name) if not word.islower()]
    if _TOWN_END.search(name) and zipf(words[-1]) < _SELDOM or words[0] in _FIRST_WORDS and len(words) > 1:
        return zipf(words[-1]) < PLAIN_WORD
    known = [word for word in words if not _is_seldom(word)]
    if formed or len(known) == len(words):
        return False
    parted = len(words) < len(_TOWN_PARTS.split(name))  # `am`, `do`, `sur` between
    parted = parted or is_particle(words[0]) or fold(words[0]) in small_towns()
    return all(_is_somebody(word) or parted and zipf(word) < _COMMON for word in known)


def _is_seldom(word: str) -> bool:
    return is_name_word(word) and zipf(word) < _SELDOM and not is_compound(word)


def _is_built(name: str) -> bool:
    """`Kevinfurt`, `Port Tadasbury`, `New Heather`: somebody's name and what towns end or begin with."""
    first, _, second = name.partition(" ")
    if second:
        return first in _FIRST_WORDS and (_is_ended(second) or _is_somebody(second))
    return _is_ended(name)


def _is_ended(word: str) -> bool:
    """Whether a word of no language ends as towns do, behind a name."""
    found = _ENDED.fullmatch(word)
    return found is not None and len(found.group(1)) > 3 and zipf(word) < 1.0 and _is_somebody(found.group(1))


def _is_somebody(word: str) -> bool:
    named = is_given(word) or surname_bearers(word) > 1
    return named and not is_ambiguous_name(word) and zipf(word) < PLAIN_WORD


def _beside_city(left: str, right: str) -> bool:
    """`Split instead of Bergen`: what is set against a plain city is one too."""
    after, before = _CONTRAST_AFTER.match(right), _CONTRAST_BEFORE.search(left)
    words = [after.group(1), after.group(1).split()[0]] if after and after.group(1)[0].isupper() else []
    words += [before.group(1) or before.group(2)] if before else []
    return any(_is_plain_city(word) for word in words)


def _is_plain_city(word: str) -> bool:
    key = fold(word).replace("-", " ")
    return cities().get(key, 0) >= MIN_POPULATION and key not in ambiguous() and zipf(word) < PLAIN_WORD


# capitals, a town written as one, a number: `FS-Bergen-01`; not `lb-central-2`, not `DC-EAST-03`
_HOST_HINT = re.compile(r"-[A-Z][a-z]{2,20}-\d")
_IN_HOST = re.compile(r"(?<![\w-])(?:[A-Z]{2,8}-){1,2}([A-Z][a-z]{2,20})-\d{1,4}(?![\w-])")


def towns_in_hosts(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the towns inside the names of hosts: composites whose other parts stay."""
    for match in _IN_HOST.finditer(text) if _HOST_HINT.search(text) else ():
        key = fold(match.group(1)).replace("-", " ")
        if cities().get(key, 0) >= MIN_POPULATION and key not in ambiguous():
            yield match.span(1)
