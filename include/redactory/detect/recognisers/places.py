"""Places of people: building, floor, room, desk; street and postal addresses. Equipment's places stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers import levels
from redactory.detect.recognisers.base import Found, Options, before, bounded, found, is_word, pattern, refuse_unknown
from redactory.policy.patterns import together

_CODE = (
    r"(?:[A-Z]{1,2}[-.]?\d{1,4}(?:[-.]\d{1,4})?[A-Za-z]?|\d{1,2}[A-Za-z][-.]?\d{1,4}|"
    r"\d{1,4}(?:[.\-/]\d{1,4}){0,2}[A-Za-z]?|[A-Z]{1,2})\b"
)
_ORDINAL = r"(?:\d{1,2}(?:st|nd|rd|th)|[Gg]round|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Tt]op)"
_UNIT = (
    r"(?:(?:[Bb]uilding|[Bb]ldg\.?|BLDG\.?|BUILDING|Geb(?:\x{e4}|ae)ude|Haus|[Bb](?:\x{e2}|a)timent|"
    r"[Ee]dificio|Edif[ií]cio|"
    r"[Ff]loor|FLOOR|Etage|\x{c9}tage|\x{e9}tage|Stockwerk|Stock|[Pp]lanta|[Pp]iso|[Ll]evel|[Rr]oom|"
    r"[Ff]lat|ROOM|Rm\.?|Raum|Zimmer|"
    r"[Ss]alle|[Pp]ok(?:\x{f3}j|oju)|[Ss]tanza|[Hh]uone|[Hh]uoneessa|[Ll]okale|[Bb]ureau|[Ss]ala|[Dd]esk|DESK|"
    r"[Cc]ubicle|[Cc]ube|Cubicle|Schreibtisch|[Ss]uite|"
    r"Ste\.?|[Ww]ing|Tower|Block|"
    r"[Oo]ffice|B(?:\x{fc}|ue)ro|[Aa]partment|Apt\.?|[Ss]eat|[Bb]ay|[Ww]orkspace|[Oo]ficina|[Pp]uesto)"
    rf"[ \x{{a0}}]?(?:#|[Nn]o\.? ?|[Nn]r\.? ?|[Nn]umber )?{_CODE}"
    rf"|{_ORDINAL}[ -][Ff]loor|{_ORDINAL} [Ll]evel"
    r"|\d{1,2}\. ?(?:OG|UG|Stock|Etage)|\d{1,2}(?:e|er|\x{e8}me) \x{e9}tage"
    r"|(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Nn]orth-?east|[Nn]orth-?west|[Ss]outh-?east|"
    r"[Ss]outh-?west)[ -](?:[Ww]ing|Tower)"
    r"|HQ|Headquarters)"
)
_CHAIN = pattern(
    rf"{_UNIT}(?:[ \x{{a0}}]?(?:,|-|\x{{2013}}|\x{{b7}}|\bon the|\bin|\bof)?[ \x{{a0}}]{{0,2}}{_UNIT})*",
    ignore_case=False,
)
_SHORT_CODES = pattern(
    r"(?:Bldg|BLDG|Fl|FL|Rm|RM|B)\.?\d{1,2}(?:[-/](?:Fl|FL|F|Rm|RM|R|D)\.?\d{1,4}[A-Z]?){1,2}", ignore_case=False
)
_FUSED_FLOOR = pattern(r"(?:Floor|Building|Bldg|Room|Desk)[-_]?\d{1,4}[A-Z]?", ignore_case=False)
_OFFICE_CODE = pattern(
    r"[A-Z][A-Za-z]{1,11}[-_](?:Office|OFFICE|Site|HQ|Campus|Bldg)(?:[-_][A-Za-z0-9]{1,6})?", ignore_case=False
)
_DIGIT = re.compile("[0-9]")
_STRONG_UNITS = re.compile(
    r"pok[óo]j|stanza|huone|lokale|building|bldg|flat|geb|haus|b[âa]timent|edif|floor|etage|étage|stock|planta|"
    r"piso|room|\brm|raum|zimmer|salle|"
    r"desk|"
    r"cub|schreibtisch|suite|office|büro|buero|apartment|apt|seat|oficina|puesto|bureau",
    re.IGNORECASE,
)
_EQUIPMENT_AFTER = re.compile(
    r"^[ ,-]{0,2}(?:data ?cent|server|comms|telecom|network (?:closet|room)|wiring|closet|rack|idf|"
    r"mdf|cage|switch|patch ?panel|patch\b|row|ups\b|printer|"
    r"mfp|aps?\b|access point|vlan|subnet|cabinet|cluster)",
    re.IGNORECASE,
)
_EQUIPMENT_BEFORE = re.compile(
    r"(?:data ?cent(?:er|re)|server|comms|equipment|telecom|rack|cage|closet|mdf|idf|colo(?:cation)?|"
    r"machine|wiring|chat|"
    r"waiting|break.?out|virtual|zoom|teams|meet|help|service|microsoft|ms|libre|open|front|back|box|"
    r"log|support|trust|security|"
    r"confidence|privilege|integrity|functional|forest|domain|raid|patch|compliance|severity|priority)[ ,/-]{1,2}$",
    re.IGNORECASE,
)
_BEFORE_LEVEL = re.compile(r"(?:office|level|bay|block|wing|cube|seat|tower|ste|haus|stock|sala)", re.IGNORECASE)
_STREET_WORD = (
    r"(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Way|Court|"
    r"Ct\.?|Place|Pl\.?|Square|Sq\.?|"
    r"Terrace|Parkway|Pkwy\.?|Highway|Hwy\.?|Close|Crescent|Circle|Cir\.?|Trail|Row|Plaza|Alley|Loop|"
    r"Gardens|Grove|Hill|Quay|Mews|Walk|"
    r"Parade|Esplanade|Rise|Vale|Mall|Strand|Broadway|Glen|Landing|Crossing|Croft|Turnpike|Expressway|Wharf|"
    r"Park|Ridge|Path|Pike|Run|Heights|Green|Gate|Approach|Wynd|Chase|Brow|Embankment|Causeway|Villas|Meadows?|Orchard|"
    r"Spinney|Copse|Garth|Dell|Fold|Drove|Promenade|Quayside|Lea|Leys|Brae|Vennel|Mead|Hollow)"
)
_UPPER = r"[\p{Lu}][\pL'\x{2019}.-]*"
_POSTCODE = (
    r"(?:[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|"
    r"[A-Z]{1,3}-?\d{4,6}|\d{3}-\d{4}|\d{4}-\d{3}|\d{4,6}|\d{5}-\d{3}|\d{2}-\d{3}|\d{3} \d{2})"
)
_TAIL = (
    rf"(?:,? (?:Apt|Suite|Unit|Ste|Floor|Flat|Room)\.? #?\w{{1,5}})?"
    rf"(?:[,\n] ?(?:{_POSTCODE} )?{_UPPER}(?: {_UPPER}){{0,2}})?(?:,? {_POSTCODE})?"
)
_STREETS = (
    pattern(
        (
            rf"(?:(?:Unit|Apt\.?|Flat|Suite|Level) \d{{1,4}}[A-Z]?, )?\d{{1,5}}[A-Za-z]?,? (?:(?:N|S|E|W|NE|NW|"
            rf"SE|SW|North|South|East|West)\.? )?(?:{_UPPER} |"
            rf"\d{{1,3}}(?:st|nd|rd|th) ){{1,4}}{_STREET_WORD}\b(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:{_UPPER}[ -]){{0,2}}[\p{{Lu}}]\pL*(?:stra(?:\x{{df}}|ss)e|str\.|weg|platz|allee|gasse|damm|ufer|"
            rf"straat|laan|gracht|plein|kade|gatan|v(?:\x{{e4}}|\x{{e5}})gen|vej|gade) \d{{1,4}}"
            rf"(?: ?[a-zA-Z]\b)?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:{_UPPER} ){{1,3}}(?:Stra(?:\x{{df}}|ss)e|Str\.|Weg|Platz|Allee|Ring|Damm|Ufer) \d{{1,4}}"
            rf"(?: ?[a-z]\b)?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"\d{{1,4}}(?: ?bis| ?ter)?,? (?:rue|avenue|av\.|boulevard|bd\.?|place|chemin|impasse|all(?:\x{{e9}}|"
            rf"e)e|quai|cours|route|passage|promenade|esplanade|square|Promenade|Rue|Avenue|Boulevard|Place|"
            rf"Chemin|Impasse|Quai)(?: (?:de la|de "
            rf"l['\x{{2019}}]|du|des|de|la|le|les|d['\x{{2019}}]))? ?{_UPPER}(?:[ -](?:de |du |des |la "
            rf")?{_UPPER}){{0,3}}(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:Calle|C/|Avenida|Avda\.?|Paseo|Plaza|Via|Viale|Piazza|Corso|Rua|Avenida|Largo|Pra(?:\x{{e7}}|c)a|"
            rf"Carrera|Ronda|ul\.|ulica|Ulica|al\.|aleja)(?: (?:de la|de los|de las|del|de|di|della|dei|da|do|dos|"
            rf"la|el))? (?:\p{{Ll}}{{3,12}} )?{_UPPER}(?: (?:de |di |da |do |y |del )?{_UPPER}){{0,3}},? (?:n\.? "
            rf"?\x{{ba}} ?)?\d{{1,4}}[a-zA-Z]?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:{_UPPER} ){{1,3}}(?:ulica|cesta|trg|obala|tiere|utca|\x{{fa}}t|t\x{{e9}}r|ulice|"
            rf"n\x{{e1}}m\x{{11b}}st\x{{ed}}|sokak|Sokak|Sok\.|"
            rf"Sokağı|Caddesi|Cad\.|Bulvarı|katu|tie|vei|veien|gate|gata|gatan|v\x{{e4}}g|v\x{{e4}}gen|"
            rf"torg|All\x{{e9}}|all\x{{e9}}) (?:[Nn]o[:.]? ?)?\d{{1,4}}[A-Za-z]?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        rf"\d{{1,4}}[A-Za-z]?,? (?:B(?:\x{{f3}}|o)thar|Sr(?:\x{{e1}}|a)id|Ascaill|Cearn(?:\x{{f3}}|o)g|Heol|Ffordd|"
        rf"Stryd|Rhodfa|Rathad)(?: (?:na|an|y|yr|{_UPPER})){{1,4}}(){_TAIL}",
        ignore_case=False,
    ),
    pattern(rf"{_UPPER} \d-chome \d{{1,4}}(?:-\d{{1,3}}){{0,2}}(){_TAIL}", ignore_case=False),
    pattern(
        (
            rf"(?:{_UPPER} ){{1,3}}(?:Road|Street|Lane|Marg|Nagar|Salai|Avenue|Boulevard|Drive|Square|Quay) "
            rf"\d{{1,4}}[A-Za-z]?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        rf"(?:P\.? ?O\.? ?(?:Box|box|BOX)|Postfach|Apartado|Bo(?:\x{{ee}}|i)te [Pp]ostale|BP) \d{{1,6}}(){_TAIL}",
        ignore_case=False,
    ),
    pattern(rf"{_UPPER}(?: {_UPPER}){{0,2}}, [A-Z]{{2}},? \d{{5}}(?:-\d{{4}})?", ignore_case=False),
    pattern(r"[A-Z]{1,2}\d[A-Z\d]? \d[A-BD-HJLNP-UW-Z]{2}", ignore_case=False),
    pattern(rf"(?:D-|A-|CH-|F-)?\d{{4,5}} (?:{_UPPER})(?:[ -](?:am|an der|im|{_UPPER})){{0,3}}", ignore_case=False),
)
# `Kirkebakken 12`: the street's kind is the end of one word, which must be no word of English (`Aggregate 12`)
_ONE_WORD_STREET = pattern(
    (
        rf"(?P<street>[\p{{Lu}}]\pL+(?:gata|gaten|gate|veien|vegen|veg|vei|v\x{{e4}}g|v\x{{e6}}nget|torget|torg|torvet|"
        rf"bakken|backen|vegur|gata|t\x{{fa}}n|braut|st\x{{ed}}gur|all\x{{e9}}n?|str\x{{e6}}de|stien|stigen|"
        rf"brygge|kajen|katu|kuja|intie|polku|"
        rf"steeg|singel|dijk|dreef|hof|steig|stieg|chaussee|promenade|markt|ring)) \d{{1,4}}(?: ?[A-Za-z]\b)?(){_TAIL}"
    ),
    ignore_case=False,
)
# chats: `rosenstraße 1`, `calle mayor 25`, `im sitting in room d101`
_LOWER_STREET = pattern(
    r"(?:\p{Ll}{3,24}(?:stra(?:\x{df}|ss)e|str\.|gasse|gracht|straat|gatan|gata|veien|vej)|"
    r"(?:calle|rua|ul\.|ulica|avenida|boulevard|viale|piazza) (?:(?:de la|de|del|do|da|di) )?\p{Ll}{3,20}) "
    r"\d{1,4}[a-z]?|"
    r"(?:(?:unit|apt|flat|suite) \d{1,4}[a-z]?, )?\d{1,5} \p{Ll}{3,15}(?: \p{Ll}{3,15})? "
    r"(?:street|road|avenue|lane|crescent|parade|terrace|boulevard|blvd|quay)|"
    r"(?:unit|apt|flat|suite) \d{1,4}[a-z]?, \d{1,5} \p{Ll}{3,15} (?:place|court|way|close|drive)|"
    r"\d{1,4} (?:rue|avenue|boulevard|place|quai) (?:(?:de la|de|du|des) )?\p{Ll}{3,20}|postfach \d{2,6}|"
    r"po box \d{2,6}",
    ignore_case=False,
)
_LOWER_UNIT = pattern(
    r"(?:sitting|sit|seated|i'?m (?:in|at|on)|come (?:to|by)|find me (?:in|at)|my desk is|up (?:in|at|"
    r"on))(?: (?:in|at|on))? "
    r"(?P<value>(?:room|raum|zimmer|block|bau|building|bldg|floor|level|desk|wing|office|seat|suite) "
    r"(?:[a-z]\d{1,4}|\d{1,4}(?:[.-]\d{1,3})?[a-z]?|[a-h])|\d{1,2}\. ?(?:stock|og|etage))",
    ignore_case=False,
)
_STREET_ZIPF = 1.5
_POSTAL_CONTEXT = re.compile(
    r"(?:address|adresse|anschrift|dirección|direccion|indirizzo|ship|shipped|deliver|send|sent|post|"
    r"courier|lives? (?:at|in)|"
    r"resid|home|mail(?:ed)? to|pick ?up|postcode|zip|plz|location|billing|office at|based at|straße|"
    r"strasse|str\.|\d,)[^\n]{0,40}$",
    re.IGNORECASE,
)


# fields of JSON, CSV and forms that hold nothing but a place
_PLACE_FIELD = pattern(
    r"\"?(?:city|town|street(?:[ _]?address)?|address[ _]?line[ _]?\d?|(?:home|postal)[ _]?address|"
    r"post(?:al)?[ _]?code|zip(?:[ _]?code)?)"
    r"\"?[ \t]{0,2}[:=][ \t]{0,2}\"(?P<value>[^\"\n]{2,80})\""
)
together(
    _CHAIN, _PLACE_FIELD, _SHORT_CODES, _FUSED_FLOOR, _OFFICE_CODE, _ONE_WORD_STREET, _LOWER_STREET, _LOWER_UNIT,
    *_STREETS,
)  # fmt: skip


class PlaceRecogniser:
    """Occupant places whole, chains of them as one (`Building A, Floor 3, Desk 12`)."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "place")

    def find(self, text: str) -> Iterator[Found]:
        yield from self._units(text)
        for match in _PLACE_FIELD.finditer(text):
            if match.start() == 0 or not is_word(text[match.start() - 1]):
                yield found(match, 0.85, 1)
        for expression in (_SHORT_CODES, _FUSED_FLOOR, _OFFICE_CODE):
            for match in expression.finditer(text):
                start, end = match.span()
                if (
                    bounded(text, start, end)
                    and not _joined(text, start, end)
                    and not _EQUIPMENT_AFTER.match(text[end : end + 24])
                ):
                    yield Found(start, end, 0.75)
        if _DIGIT.search(text):
            yield from self._streets(text)

    def _streets(self, text: str) -> Iterator[Found]:
        for index, expression in enumerate(_STREETS):
            for match in expression.finditer(text):
                start, end = match.span()
                end = _whole_words(text, start, end, match.end(1) if expression.groups else end)
                if not end or _joined(text, start, end):
                    continue
                if index >= len(_STREETS) - 2 and not _POSTAL_CONTEXT.search(text[max(0, start - 60) : start]):
                    continue
                yield Found(start, end, 0.8)
        for match in _ONE_WORD_STREET.finditer(text):
            end = _whole_words(text, match.start(), match.end(), match.end(2))
            if end and not _joined(text, match.start(), end) and zipf(match.group(1)) < _STREET_ZIPF:
                yield Found(match.start(), end, 0.75)

        for match in _LOWER_STREET.finditer(text):
            start, end = match.span()
            if bounded(text, start, end) and not _joined(text, start, end):
                yield Found(start, end, 0.7)

    def _units(self, text: str) -> Iterator[Found]:
        for match in _LOWER_UNIT.finditer(text):
            if match.start() == 0 or not is_word(text[match.start() - 1]):
                yield found(match, 0.7, 1)
        for match in _CHAIN.finditer(text):
            start, end = match.span()
            value = match.group()
            if not bounded(text, start, end) or _joined(text, start, end):
                continue
            chained = "," in value or " - " in value or value.count(" ") > 2
            if value in ("HQ", "Headquarters"):
                continue
            if _EQUIPMENT_BEFORE.search(before(text, start, 24)):
                continue
            if not chained and _EQUIPMENT_AFTER.match(text[end : end + 24]):
                continue
            if levels.LEVEL.match(value) and not chained:
                if levels.level_of_a_building(text, start, end):
                    yield Found(start, end, 0.7)
                continue
            if not _STRONG_UNITS.search(value) or levels.VERSIONED.match(value):
                continue
            seated = levels.SITS.search(before(text, start, 40)) or levels.line(text, start, end)
            if levels.weak(value) and not chained and not seated:
                continue
            yield Found(start, end, 0.8)


def _whole_words(text: str, start: int, end: int, must: int) -> int:
    """The end of the address at its last whole word, not before `must`; 0 when there is none."""
    while end > must and not bounded(text, start, end) and " " in text[start:end]:
        end = start + len(text[start:end].rpartition(" ")[0].rstrip(" ,"))  # the last word goes on
    return end if end >= must and bounded(text, start, end) else 0


def _joined(text: str, start: int, end: int) -> bool:
    """Part of a host name or path."""
    left = text[start - 1] if start else " "
    right = text[end] if end < len(text) else " "
    return left in "\\/-_.@" or right in "\\/_@" or (right in "-." and end + 1 < len(text) and is_word(text[end + 1]))
