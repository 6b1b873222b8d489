"""Places of people: building, floor, room, desk; street and postal addresses. Equipment's places stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_compound, zipf
from redactory.detect.names_evidence import is_name_word
from redactory.detect.recognisers import houses, letterheads, levels, native_streets, postal_records, seats, streets
from redactory.detect.recognisers.addresses import addresses, in_sentence, with_parts
from redactory.detect.recognisers.base import Found, Options, before, bounded, found, is_word, pattern, refuse_unknown
from redactory.detect.recognisers.device_schemes import is_serving
from redactory.policy.patterns import Match, together

_CODE = (
    r"(?:[A-Z]{1,2}[-.]?\d{1,4}(?:[-.]\d{1,4})?[A-Za-z]?|\d{1,2}[A-Za-z][-.]?\d{1,4}|"
    r"\d{1,4}(?:[.\-/]\d{1,4}){0,2}(?:-?[A-Za-z])?|[A-Z]{1,2})\b"
)
_ORDINAL = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|[Gg]round|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ss]eventh|"
    r"[Ee]ighth|[Nn]inth|[Tt]enth|[Ee]leventh|[Tt]welfth|[Tt]op|"
    r"[Ll]ower [Gg]round|[Uu]pper [Gg]round|[Bb]asement)"
)
_UNIT = (
    r"(?:(?:[Bb]uilding|[Bb]ldg\.?|BLDG\.?|BUILDING|Geb(?:\x{e4}|ae)ude|Haus|[Bb](?:\x{e2}|a)timent|"
    r"[Ee]dificio|Edif[ií]cio|"
    r"[Ll]okaal|[Ee]difici|"
    r"[Ff]loor|FLOOR|Etage|\x{c9}tage|\x{e9}tage|Stockwerk|Stock|[Pp]lanta|[Pp]iso|[Ll]evel|[Rr]oom|"
    r"Ebene|[Nn]iveau|[Nn]ivel|[Ll]ivello|[Nn]iv\x{e5}|Cabin|"
    r"[Ff]lat|ROOM|Rm\.?|Raum|Zimmer|"
    r"[Ss]alle|[Pp]ok(?:\x{f3}j|oju)|[Ss]tanza|[Hh]uone|[Hh]uoneessa|[Ll]okale|[Bb]ureau|[Ss]ala|[Dd]esk|DESK|"
    r"[Cc]ubicle|[Cc]ube|Cubicle|Schreibtisch|[Ss]uite|"
    r"Ste\.?|[Ww]ing|Tower|[Bb]lock|"
    r"[Kk]amer|[Vv]erdieping|[Gg]ebouw|[Bb]yggnad|[Bb]ygning|[Kk]erros|[Rr]akennus|[Bb]udynek|[Bb]udynku|[Pp]i\x{119}tro|"
    r"[\x{c9}\x{e9}]p\x{fc}let|[Ss]zoba|[Ee]melet|[Cc]l\x{103}direa|[Ee]taj|[Bb]irou|[Oo]fis|[Kk]ancel\x{e1}(?:\x{159}|ria)|"
    r"[Bb]udova|[Bb]udov\x{11b}|[Pp]atro|[Mm]\x{ed}stnost|[Pp]oschodie|[Zz]grada|[Pp]avilion|[Pp]avillon|[Pp]avilh\x{e3}o|[Hh]all|"
    r"Bau|Trakt|Saal|[Bb]ina|[Kk]at|[Oo]da|[Rr]um|[Rr]om|[Ss]oba|[Bb]ygg|[Vv]\x{e5}ning|[Ee]tasje|[Ll]antai|[Tt]ingkat|[Tt]\x{1ea7}ng|"
    r"[Oo]ffice|B(?:\x{fc}|ue)ro|[Aa]partment|Apt\.?|[Ss]eat|[Bb]ay|[Ww]orkspace|[Oo]ficina|[Pp]uesto|"
    r"Zi\.|[Bb]ur\.|[Pp]ok\.|[Pp]av\.|[Ee]dif\.|Geb\.|[Ww]hg\.?|[Ll]gh|[Aa]pto\.?|[Mm]ieszkanie|[Dd]ve\x{159}e|"
    r"[Pp]od|[Qq]uadrant|[Bb]ooth|[Ww]ard|[Tt]heatre|[Cc]lassroom|[Hh]angar|"
    r"[Pp]ortacabin|[Hh]ot ?desk)"
    rf"[ \x{{a0}}]?(?:#|[Nn]o\.? ?|[Nn]r\.? ?|[Nn]umber )?{_CODE}"
    rf"|(?:Building|Warehouse|Tower|Block|Wing|House|Hall|Annexe?|Pavilion) {levels.COUNTED}\b"
    rf"|(?:[Pp]avill?ion|Pavillon|[Ll]oft|Warehouse|Hall|[Aa]nnexe?) (?:[A-H]\d?|\d)\b"
    rf"|{_ORDINAL}[ -][Ff]loor|{_ORDINAL} [Ll]evel"
    r"|\d{1,2}(?:\.|\x{ba}|\x{aa}|\x{b0}|o|er|e)? ?(?:andar|piso|planta|patro|pi\x{119}tr(?:o|ze|a)|emelet|kerros|"
    r"kerroksessa|etasje|etg|v\x{e5}n(?:ing)?|etaj|nadstropj[eu]|h\x{e6}\x{f0}|auk\x{161}tas|st\x{101}vs|korrus|"
    r"poschod\x{ed}|podla\x{17e}\x{ed}|sprat|verdieping)"
    rf"|{levels.STOREYS}"
    r"|\d{1,2}\. ?(?:kat|sal|krs)"
    r"|\d{1,2}\. ?(?:OG|UG|(?:Ober|Unter)gescho(?:ss|\x{df})|Stock|[Ee]tage|[Ff]loor)"
    r"|\d{1,2}(?:e|er|\x{e8}me) \x{e9}tage"
    r"|(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Nn]orth-?east|[Nn]orth-?west|[Ss]outh-?east|"
    r"[Ss]outh-?west)[ -](?:[Ww]ing|Tower|Block|Pavilion|Annexe?|Quad)"
    r"|(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Mm]ain|[Cc]entral) [Cc]ampus|[Bb]uilding (?:North|South|East|West)"
    r"|(?:[Tt]he )?(?:[Aa]nnexe?|[Mm]ezzanine(?: (?:[Ff]loor|[Ll]evel))?)|HQ|Headquarters)"
)
_CHAIN = pattern(
    rf"{_UNIT}(?:[ \x{{a0}}]?(?:,|-|\x{{2013}}|\x{{b7}}|\bon the|\bin|\bof)?[ \x{{a0}}]{{0,2}}{_UNIT}"
    r"|, L\d{1,2}\b|,? L\d{1,2}-\d{2,3}\b)*(?: office\b)?",
    ignore_case=False,
)
_SHORT_CODES = pattern(
    r"(?:Bldg|BLDG|Fl|FL|Rm|RM|B)\.?\d{1,2}(?:[-/](?:Fl|FL|F|Rm|RM|R|D)\.?\d{1,4}[A-Z]?){1,2}", ignore_case=False
)
# `room: D-5.23`, whatever follows
_LABELLED = pattern(
    r"(?:room|desk|seat|cubicle|zimmer|raum|arbeitsplatz|bureau|salle|sala|stanza|lokaal|kamer|despacho|office)"
    r"(?: (?:no\.?|nr\.?|number))?(?: booking| booked| reservation)?[ .\x{2026}]{0,16}[:=#] ?\"?"
    r"(?P<value>[A-Z]{1,2}[-.]?\d{1,4}(?:[-.]\d{1,4})?[A-Za-z]?|\d{1,2}[A-Z]?[.-]\d{1,4}[A-Za-z]?|\d{1,3}-[A-Z])\b",
)
_FUSED_FLOOR = pattern(r"(?:Floor|Building|Bldg|Room|Desk)[-_]?\d{1,4}[A-Z]?", ignore_case=False)
_OFFICE_CODE = pattern(
    r"[A-Z][A-Za-z]{1,11}[-_](?:Office|OFFICE|Site|HQ|Campus|Bldg)(?:[-_][A-Za-z0-9]{1,6})?", ignore_case=False
)
_DIGIT = re.compile("[0-9]")
_STRONG_UNITS = re.compile(
    r"zi\.|bur\.|pok\.|pav\.|whg|lgh|apto|mieszkanie|dve\u0159e|pok[óo]j|stanza|huone|lokale|sala\b|andar|patro|pi\u0119tro|emelet|kerros|etasje|v\u00e5ning|etaj|kamer|verdieping|"
    r"gebouw|byggnad|bygning|rakennus|budyn|p\u00fclet|szoba|direa|birou|ofis|kancel|budov|stnost|poschodie|zgrada|pavil|"
    r"bygg\b|lantai|tingkat|t\u1ea7ng|etg|v\u00e5n\b|kerroks|h\u00e6\u00f0|auk\u0161tas|st\u0101vs|korrus|poschod|podla\u017e|"
    r"sprat|nadstropj|krs\b|\d\. ?sal\b|pi\u0119tr|"
    r"geschoss|gescho\u00df|chauss|entresol|planta baja|\bpiano|begane|f\u00f6ldsz|p\u0159\u00edzem|pr\u00edzem|"
    r"r\u00e9s-do|cabin|\bblock$|quad$|mezzanine floor|campus|mezzanine,|wing|tower|\bog\b|\bug\b|hall\b|\bbau\b|trakt|"
    r"saal|bina|kat\b|oda\b|rum\b|rom\b|soba|"
    r"building|bldg|flat|geb|haus|b[âa]timent|edif|floor|etage|étage|stock|planta|"
    r"piso|room|\brm|raum|zimmer|salle|"
    r"lokaal|warehouse|loft|"
    r"desk|"
    r"cub|schreibtisch|suite|office|büro|buero|apartment|apt|seat|oficina|puesto|bureau|annexe?|"
    r"classroom|hangar|portacabin|theatre|hot ?desk|\bpod\b|\bward\b|quadrant|booth",
    re.IGNORECASE,
)
_EQUIPMENT_AFTER = re.compile(
    r"^[ ,-]{0,2}(?:data ?cent|server|comms|telecom|network (?:closet|room)|wiring|closet|rack|idf|"
    r"mdf|cage|switch|patch ?panel|patch\b|row|ups\b|printer|"
    r"mfp|aps?\b|access point|vlan|subnet|cabinet|cluster)",
    re.IGNORECASE,
)
_EQUIPMENT_BEFORE = re.compile(
    r"(?:\b(?:chiller|power|pump|boiler|cooling|intake|transformer|switchgear|hvac|ahu|crac|[lh]v|pbx|radio|cross-?connect|"
    r"fib(?:re|er)|transmission)|\bups|\bhp|battery|generator|plant|switch|price|node|electrical|hub|meet-?me|technical|riser|network|data|"
    r"distribution|cabling|storage|tape|computer|data ?cent(?:er|re)|server|comms|equipment|telecom|rack|cage|closet|"
    r"mdf|idf|colo(?:cation)?|(?<!coffee )(?<!vending )(?<!drinks )(?<!fax )machine|wiring|chat|"
    r"waiting|break.?out|virtual|zoom|teams|meet|help|service|microsoft|ms|libre|front|back|box|log|support|trust|security|"
    r"confidence|privilege|integrity|functional|forest|domain|raid|patch|compliance|severity|priority)[ ,/-]{1,2}$",
    re.IGNORECASE,
)
_LOWER_UNIT = pattern(
    r"(?:sitting|sit|seated|i'?m (?:in|at|on)|come (?:to|by)|find me (?:in|at)|my desk is|up (?:in|at|"
    r"on)|(?:sitter|finns|jobbar) p\x{e5})(?: (?:in|at|on))? "
    r"(?P<value>(?:room|raum|zimmer|block|bau|building|bldg|floor|level|desk|wing|office|seat|suite|plan|workplace) "
    r"(?:[a-z]\d{1,4}|\d{1,4}(?:[.-]\d{1,3})?[a-z]?|[a-h])|\d{1,2}\. ?(?:stock|og|etage))",
    ignore_case=False,
)
_STREET_ZIPF = 2.0
_ENDS = re.compile(r" ?(?:[,;.()\n|\"<\\]|$)")
_LAST = re.compile(r"[ ,\n]+[^ \n]*$")
_UNHEARD, _STREET_WORD = 1.2, 3.5  # Zipf of the rarest and of the most frequent word of a street without its kind
# fields of JSON, CSV and forms that hold nothing but a place
_PLACE_FIELD = pattern(
    r"\"?(?:(?:city|town|locality|municipality)(?:[ _-]?name)?|street(?:[ _]?address)?|"
    r"address[ _]?line[ _]?\d?|(?:home|postal)[ _]?address|post(?:al)?[ _]?code|zip(?:[ _]?code)?)"
    r"\"?[ \t]{0,2}[:=][ \t]{0,2}\"(?P<value>[^\"\n]{2,80})\""
)
# in two, and `streets.NUMBERED` alone: several capitalised words may begin a match of each
together(_CHAIN, houses.NAMED, streets.LINE)
together(
    _LABELLED, _PLACE_FIELD, _SHORT_CODES, _FUSED_FLOOR, _OFFICE_CODE, _LOWER_UNIT,
    streets.BLOCK_FIRST, streets.ONE_WORD_STREET, streets.LOWER_STREET, streets.LOWER_VIA, streets.NUMBER_FIRST,
    *streets.STREETS,
)  # fmt: skip


class PlaceRecogniser:
    """Occupant places whole, chains of them as one (`Building A, Floor 3, Desk 12`)."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "place")

    def find(self, text: str) -> Iterator[Found]:
        yield from self._units(text)
        yield from houses.houses(text)
        yield from seats.seats(text)
        for match in _LABELLED.finditer(text):
            start, end = match.span(1)
            if (
                bounded(text, match.start(), end)
                and not _joined(text, start, end)
                and not _EQUIPMENT_BEFORE.search(before(text, match.start(), 24))
            ):
                yield Found(start, end, 0.75)
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
                    and not is_serving(re.split("[-_]", match.group().lower())[0])  # `FGT-HQ-01`
                ):
                    yield Found(start, end, 0.75)
        if _DIGIT.search(text):
            yield from addresses(text)
            yield from self._streets(text)
            yield from letterheads.letterheads(text)
            yield from postal_records.postal_records(text)
            yield from native_streets.native_streets(text)

    def _streets(self, text: str) -> Iterator[Found]:
        for index, expression in enumerate(streets.STREETS):
            for match in expression.finditer(text):
                start, end = match.span()
                must = match.end(expression.groups) if expression.groups else start
                end = in_sentence(text, must, end)
                end = _whole_words(text, start, end, must if expression.groups else end)
                if not end or _joined(text, start, end):
                    continue
                postal = _postal(text, start) and text[start - 1 : start] != ":"  # `<IP>:37953 MULTI`: a port
                if index >= len(streets.STREETS) - streets.IN_ADDRESSES and not postal:
                    continue
                if expression.groups > 1 and zipf(match.group(1)) >= _STREET_ZIPF:
                    continue  # `Im Ticket 31`
                yield Found(start, with_parts(text, end), 0.8)
        for match in streets.ONE_WORD_STREET.finditer(text):
            end = _whole_words(text, match.start(), match.end(), match.end(2))
            if end and not _joined(text, match.start(), end) and zipf(match.group(1)) < _STREET_ZIPF:
                yield Found(match.start(), with_parts(text, end), 0.75)
        for match in streets.BLOCK_FIRST.finditer(text):
            name, start = match.group(1), match.start()
            romaji = streets.ROMAJI.fullmatch(name.partition("-")[0]) and _ENDS.match(text, match.end(2))
            end = _whole_words(text, start, match.end(), match.end(2))
            if end and not _joined(text, start, end) and zipf(name) < _STREET_ZIPF and (romaji or _postal(text, start)):
                yield Found(start, with_parts(text, end), 0.75)
        for match in streets.LOWER_VIA.finditer(text):
            lead = text[max(0, match.start() - 60) : match.start()]
            addressed = lead.rstrip(" \t>").endswith("\n") or streets.ADDRESSED_BEFORE.search(lead)
            end = _whole_words(text, match.start(), match.end(), match.end(2))
            if end and addressed and zipf(match.group(1)) < _STREET_WORD:
                yield Found(match.start(), with_parts(text, end), 0.7)
        yield from (found(match, 0.8, 1) for match in streets.LINE.finditer(text))
        for match in streets.NUMBERED.finditer(text):
            begin, end = _street_before(text, match), match.end(2)
            if begin is not None and bounded(text, begin, end) and not _joined(text, begin, end):
                yield Found(begin, end, 0.7)
        for match in streets.NUMBER_FIRST.finditer(text):
            town = fold(match.group(2)).replace("-", " ")
            known = town in cities() or town.split(" ")[0] in cities()
            if known and _postal(text, match.start()) and max(map(zipf, match.group(1).split())) < _STREET_WORD:
                start, end = match.span()
                if bounded(text, start, end) and not _joined(text, start, end):
                    yield Found(start, end, 0.7)
        for match in streets.LOWER_STREET.finditer(text):
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
            if not bounded(text, start, end) or _joined(text, start, end) or value in ("HQ", "Headquarters"):
                continue
            chained = "," in value or " - " in value or value.count(" ") > 2
            lead = before(text, start, 24)
            if _EQUIPMENT_BEFORE.search(lead) or lead.endswith("open ") and value.lower().startswith("office"):
                continue
            if levels.OCCUPIED.match(value):
                yield Found(start, end, 0.7)
                continue
            if not chained and _EQUIPMENT_AFTER.match(text[end : end + 24]):
                continue
            if levels.LEVEL.match(value) and not chained:
                if levels.level_of_a_building(text, start, end):
                    yield Found(start, end, 0.7)
                continue
            if levels.PART_OF_SITE.match(value) and not chained:
                if levels.part_of_a_site(text, start, end):
                    yield Found(start, end, 0.7)
                continue
            if not chained and (levels.VERSIONED.match(value) or not _STRONG_UNITS.search(value)):
                continue
            if levels.POD.match(value) and not levels.is_seated_pod(text, start, end):
                continue
            seated = levels.SITS.search(before(text, start, 40)) or levels.listed(text, start, end)
            if levels.weak(value) and not chained and not seated:
                continue
            yield Found(start, end, 0.8)


def _postal(text: str, start: int) -> bool:
    """Whether the words before `start` speak of an address."""
    return streets.POSTAL_CONTEXT.search(text[max(0, start - 60) : start]) is not None


def _street_before(text: str, match: Match) -> int | None:
    """Where the street begins whose name and number `match` ends with, or None.

    None of its words is one of every day, and one is of no language at all; an address is spoken of, or a town
    stands behind it.
    """
    start, rarest, at = None, _STREET_WORD, match.end(1)
    for word in reversed(match.group(1).split(" ")):
        at -= len(word)
        frequency = zipf(word)
        if frequency >= _STREET_WORD or is_compound(word) or not (word.islower() or is_name_word(word)):
            break
        rarest = min(rarest, frequency)
        start = at if word[0].isupper() else start
        at -= 1
    if rarest >= _UNHEARD:
        return None
    town = (match.group(3) or "").lstrip(", ").removeprefix("in ")
    return start if start is None or fold(town) in cities() or _postal(text, start) else None


def _whole_words(text: str, start: int, end: int, must: int) -> int:
    """The end of the address at its last whole word, not before `must`; 0 when there is none."""
    while end > must and not bounded(text, start, end):
        kept = _LAST.sub("", text[start:end])  # the last word goes on
        if len(kept) == end - start:
            break
        end = start + len(kept)
    return end if end >= must and bounded(text, start, end) else 0


def _joined(text: str, start: int, end: int) -> bool:
    """Part of a host name or path."""
    left = text[start - 1] if start else " "
    escaped = text[end : end + 2] in ("\\,", "\\;", "\\n")  # as calendars write commas and lines
    right = text[end] if end < len(text) and not escaped else " "
    return left in "\\/-_.@" or right in "\\/_@" or (right in "-." and end + 1 < len(text) and is_word(text[end + 1]))
