"""Units that may be something else: `Level 3` of a building or of support, `Office 365`, `Bay 4`."""

from __future__ import annotations

import re

SITS = re.compile(
    r"(?:\bsits?|\bseated|\bdesk|\blocated|\bmoved? to|\bmy|\bhis|\bher|\btheir|\buser|\bat|\bin|\bto|"
    r"\bfrom|\bnear|\bby)\b[^.\n]{0,16}$|"
    r"(?:[Rr]oom|[Oo]ffice|[Dd]esk|[Ss]eat|[Ll]ocation|[Ww]orkplace|[Kk]ontor|[Rr]om|[Rr]um|[Rr]aum)[ .]{0,16}[:=] ?$"
)
_WEAK = re.compile(
    r"^(?:office|Office) (?:365$|20\d\d$|97$|[A-Z]{2}$)|^(?:Level|level|Bay|bay|Block|Wing|Stock|Seat|"
    r"[Pp]od|[Qq]uadrant|[Bb]ooth|[Ww]ard|[Tt]heatre)\b|"
    r"^Cabin\b|^(?:[Kk]at|[Oo]da|[Rr]um|[Rr]om|[Bb]ina|[Ss]oba|[Hh]all|Bau|Trakt|Saal|[Ww]ing|[Ee]taj|[Oo]fis)\b|"
    r"^[Dd]esk [A-Z]{2}$|^(?:[Oo]ffice) 1[0-9]$|^[Rr]oom [A-Z]{2}$"
)


# storeys in words, in the languages of Europe
_COUNTED_IN = (
    r"(?:[Ee]rste[rsn]?|[Zz]weite[rsn]?|[Dd]ritte[rsn]?|[Vv]ierte[rsn]?|[Ff]\x{fc}nfte[rsn]?|[Ss]echste[rsn]?) "
    r"(?:Stock(?:werk)?|Etage|OG|Obergescho(?:ss|\x{df}))|"
    r"(?:premier|deuxi\x{e8}me|second|troisi\x{e8}me|quatri\x{e8}me|cinqui\x{e8}me|sixi\x{e8}me|dernier) \x{e9}tage|"
    r"(?:primera?|segunda?|tercera?|cuarta|quinta|sexta|\x{fa}ltima) planta|"
    r"(?:primer|segundo|tercer|cuarto|quinto|sexto|\x{fa}ltimo|terceiro|quarto|primeiro) (?:piso|andar)|"
    r"(?:primo|secondo|terzo|quarto|quinto|sesto|ultimo) piano|"
    r"(?:eerste|tweede|derde|vierde|vijfde|zesde|bovenste) verdieping|"
    r"(?:f\x{f6}rsta|andra|tredje|fj\x{e4}rde|femte|f\x{f8}rste|fjerde|\x{f8}verste) "
    r"(?:v\x{e5}ning(?:en)?|etasje|etage|sal)|"
    r"(?:pierwsz|drug|trzeci|czwart|pi\x{105}t)(?:ym|im|e|ie) pi\x{119}tr(?:ze|o)"
)
_AT_GROUND = (
    r"(?:Erd|Ober|Unter|Dach|Zwischen|Hoch|Sockel)gescho(?:ss|\x{df})|"
    r"[Rr]ez-de-(?:chauss\x{e9}e|jardin)|[Ee]ntresol|[Pp]lanta baja|[Pp]iano (?:terra|terreno|rialzato)|"
    r"[Bb]egane grond|[Bb]ottenv\x{e5}ning(?:en)?|[Ss]tueetagen?|[Pp]ohjakerro(?:s|ksessa)|[Ff]\x{f6}ldszint|"
    r"[Pp]\x{159}\x{ed}zem\x{ed}|[Pp]r\x{ed}zem(?:ie|\x{ed})|[Zz]emin kat(?:ta)?|[Rr]\x{e9}s-do-ch\x{e3}o"
)
STOREYS = rf"{_COUNTED_IN}|{_AT_GROUND}|\d{{1,2}}[\x{{b0}}\x{{ba}}] piano|piano \d"
LEVEL = re.compile(
    r"^(?:(?:[Ll]evel|Ebene|[Nn]iveau|[Nn]ivel|[Ll]ivello|[Nn]iv\u00e5) \d{1,2}|block [A-Za-z]\d?|wing [A-Z]\d?)$"
)
COUNTED = "(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve)"
_PART = r"(?:Loft|Warehouse|Hall|Annexe?|Tower|Block|Wing|House)"
PART_OF_SITE = re.compile(rf"^{_PART} (?:[A-Z]\d?|\d|{COUNTED})(?: office)?$")  # `Block D`, `Hall 4`, `Tower Two`
_AT_BUILDING = re.compile(
    r"\b(?:on|at|in|to|of|from|near|opens?|enter|entering|leav\w+|reach\w*|inside|outside|into|behind|opposite|point|"
    r"(?:point|badge|key|pass|plan|list) for|"
    r"between|over|or|visit\w*|throughout|across)\s(?:the\s)?$",
    re.IGNORECASE,
)
# `Where: `, `**Place:** `, `door="`
LABEL = re.compile(
    r"(?:^|[^\w-])(?:where|place|location|site|building|floor|address|office|workplace|desk|seat|room|door|entrance|ort|"
    r"standort|geb\u00e4ude|arbeitsplatz|lieu|b\u00e2timent|lugar|ubicaci\u00f3n|edificio|luogo|sede|plaats|locatie|gebouw|"
    r"miejsce|plats|sted|paikka|hely|konum|local)\**\s?[:=>]\**\s?[\"']?$",
    re.IGNORECASE,
)
POD = re.compile(r"^[Pp]od ")  # of desks, or of containers
_POD_OF_DESKS = re.compile(
    r"\b(?:sits?|sat|sitting|seats?|seated|desks?|i'?m|we'?re|(?:is|are|was|were) (?:now )?|moved?|come|over|floor|"
    r"building|room|office|chair|window|walk\w*|works?|working|meet|stop by|near|next to|beside|by)\b"
    r"[^.\n]{0,24}$|[,;|(-] ?$",
    re.IGNORECASE,
)
_POD_OF_CONTAINERS = re.compile(
    r"\b(?:k8s|kube\w*|deployments?|namespaces?|containers?|nodes?|replicas?|crash\w*|restart\w*|evicted|cluster|helm|"
    r"logs?|image|oom\w*|pending|pods)\b", re.IGNORECASE,
)
# a floor and a room; Office has had no such version
OCCUPIED = re.compile(r"office (?:10|\d)\.\d{2,3}$|Office (?:10|\d)\.(?:0\d|\d{3})$")
VERSIONED = re.compile(r"^(?:[Ss]uite|[Oo]ffice|Block|Tower|[Bb]ay) \d+(?:\.\d+)+")  # a product of that name
_AT_LEVEL = re.compile(
    r"(?:\b(?:sits?|seated|sitting|located|desk(?: is)?|moved|relocated|courier|meet|stored|kept|room|bridge|"
    r"i'?m|we'?re|working|based|come up|up|over|drop\w*|desk move)\b[^.\n]{0,24}?)?\b(?:on|at|in|is|to|op|"
    r"auf|au|al|en el|no)\s(?:(?:the|der|die)\s)?$|"
    r"\b(?:corridor|kitchen|lobby|reception|lifts?|elevators?|stair\w*|toilets?|users|people|every(?:one|body)|staff|"
    r"colleagues|printers?|desks|rooms|side|end|part|half|rest|all|whole) of\s(?:the\s)?$|"
    r"\b(?:walk\w*|come|came|comes|coming|run|ran|bring\w*|brought|carr\w+|moved?|moving|back|stairs?|lift|view)\b"
    r"(?: [a-z]+){0,3} from\s(?:the\s)?$|"
    r"\bsitting (?:in |at |on )?$",
    re.IGNORECASE,
)
_GRADE_AFTER = re.compile(
    r"^ ?(?:support|escalation|eskal|ticket|tech|engineer|team|incident|issue|priorit|sever|access|agent|analyst|"
    r"alert|log|clearance|approval|backup|raid|cache|\d|of\b|"
    r"(?:de|di|du|des|der|van) (?:support|soporte|suporte|supporto|risque|riesgo|servi))",
    re.IGNORECASE,
)
# what a reader of badges logs: `Block B granted`
_PASSED_AFTER = re.compile(
    r" (?:(?:main |side |east |west |north |south )?(?:entry|entrance|access|door|gate|turnstile|reception|lobby)[ :]"
    r"{1,2})?(?:(?:access )?(?:granted|denied|refused|rejected)|held open|forced open|unlocked|entered)\b"
    r"(?! (?:to|by) (?:process|pid|block|transaction))", re.IGNORECASE,
)
# `Level 4 lost power to the switches`
_DARK_AFTER = re.compile(
    r" (?:(?:has )?lost|ha[sd] no|is without) (?:power|network|wi-?fi|electricity|heating|internet)\b|"
    r" (?:near|next to|by|beside|opposite) the (?:lift|elevator|kitchen|stair|window|printer|reception|canteen|coffee)"
)
_CALLED_OVER = re.compile(r"\b(?:evacuat\w+|muster|roll ?call|fire warden\w*|headcount)\b[^\n]{0,60}$", re.IGNORECASE)
_GRADE_BEFORE = re.compile(
    r"\b(?:log|trace|debug|battery|escalat\w+|security|support|raid|priority|trust|set|logging|volume) [\w ]{0,12}$",
    re.IGNORECASE,
)


def level_of_a_building(text: str, start: int, end: int) -> bool:
    """`meet at Level 13`, or alone in a line of a signature; not a grade of support."""
    if _GRADE_AFTER.match(text[end : end + 16]) or _GRADE_BEFORE.search(text[max(0, start - 32) : start]):
        return False
    if _DARK_AFTER.match(text[end : end + 32]) or _CALLED_OVER.search(text[max(0, start - 80) : start]):
        return True
    return bool(_AT_LEVEL.search(text[max(0, start - 40) : start])) or listed(text, start, end)


def part_of_a_site(text: str, start: int, end: int) -> bool:
    """`in Block D`, `does not open Hall 4`, or alone in a line; not a block of a file."""
    if _GRADE_AFTER.match(text[end : end + 16]):
        return False
    if _PASSED_AFTER.match(text[end : end + 48]):
        return True
    return bool(_AT_BUILDING.search(text[max(0, start - 24) : start])) or level_of_a_building(text, start, end)


def is_seated_pod(text: str, start: int, end: int) -> bool:
    """`sits in pod 3`, `desk pod 3`; not a lone `pod 3`, and none of a cluster."""
    before, after = text[max(0, start - 48) : start], text[end : end + 48]
    if _POD_OF_CONTAINERS.search(before) or _POD_OF_CONTAINERS.search(after):
        return False
    return _POD_OF_DESKS.search(before) is not None


def line(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a line, a cell or a listed part by itself."""
    left, right = text[max(0, start - 3) : start].rstrip(" \t"), text[end : end + 2].lstrip(" \t")
    return left[-1:] in ("\n", "|", ",", ";", "(", "-") and right[:1] in ("", "\n", "|", ",", ";", ")", ".", "\r")


def listed(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` stands by itself, or behind what a form calls a place: `Where: Linden House, Linz`."""
    return LABEL.search(text[max(0, start - 24) : start]) is not None or line(text, start, end)


def weak(value: str) -> bool:
    """`Office 365`, `level 3`: a product, a grade."""
    return bool(_WEAK.match(value))
