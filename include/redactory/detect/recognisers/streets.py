"""Streets as they are written in many countries, and where a text speaks of a postal address."""

from __future__ import annotations

import re

from redactory.detect.recognisers.address_grammar import (
    ADDRESSED,
    ENDINGS,
    FLAT_BEHIND,
    FLAT_FIRST,
    OF_COUNTRY,
    PLAIN_ENDINGS,
    POSTCODE,
    SURE_KINDS,
    TOWN_WORD,
    UPPER,
)
from redactory.detect.recognisers.base import pattern

_WARDS = r"(?:, ?[\p{Lu}]\pL+-(?:ku|shi|cho|machi|gun|ken|to))*"
_NUMBER = r"\d{1,4}(?: ?[a-zA-Z]\b)?(?:[/-]\d{1,4}|-(?:I{1,3}|IV|hs|huis|bis)\b)?(?: ?[a-zA-Z]\b)?"
_GERMAN_ADJECTIVES = (  # of streets: `Am Alten Markt`
    r"Alten|Neuen|Hohen|Langen|Kurzen|Kleinen|Gro(?:ss|\x{df})en|Breiten|Schmalen|Oberen|Unteren|Mittleren|Inneren|"
    r"\x{c4}u(?:ss|\x{df})eren|Schwarzen|Wei(?:ss|\x{df})en|Roten|Gr\x{fc}nen|Krummen|Steilen|Kalten|Heiligen|Sch\x{f6}nen|"
    r"Tiefen|Stillen|Goldenen|Steinernen|Wilden|Sandigen|Hinteren|Vorderen|\pL{3,}er"
)
_TAIL = (
    rf"{FLAT_BEHIND}?(?:[,\n] ?(?:{OF_COUNTRY}?{POSTCODE} )?{TOWN_WORD}(?: {TOWN_WORD}){{0,2}}"
    rf"(?:,? {OF_COUNTRY}?{POSTCODE})?)?"
)
_FRENCH_NAME = (
    rf"(?: (?:de la|de l['\x{{2019}}]|du|des|de|la|le|les|d['\x{{2019}}]))? ?(?:\d{{1,2}}(?:er)? )?"
    rf"{UPPER}(?:[ -](?:de |du |des |la )?{UPPER}){{0,3}}"
)
STREETS = (
    pattern(
        (
            rf"(?:{FLAT_FIRST},? )?\d{{1,5}}[A-Za-z]?(?:[/-](?:\d{{1,4}}|[A-Za-z]))?,? (?:(?:N|S|E|W|NE|NW|"
            rf"SE|SW|North|South|East|West)\.? )?(?:{UPPER} |"
            rf"\d{{1,3}}(?:st|nd|rd|th) ){{1,4}}{SURE_KINDS}\b(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:{UPPER}[ -]){{0,2}}[\p{{Lu}}]\pL*(?:{ENDINGS}|weg|platz|plein) "
            rf"{_NUMBER}(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:{UPPER}[ -]){{1,3}}(?:Stra(?:\x{{df}}|ss)e|Str\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer) {_NUMBER}()"
            rf"{_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"\d{{1,4}}(?: ?bis| ?ter)?,? (?:rue|avenue|av\.|boulevard|bd\.?|place|chemin|impasse|all(?:\x{{e9}}|"
            rf"e)e|quai|cours|route|passage|promenade|esplanade|square|Promenade|Rue|Avenue|Boulevard|Place|"
            rf"Chemin|Impasse|Quai){_FRENCH_NAME}(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:[Cc]alle|C/|Avda\.?|[Aa]venida|Av\.|[Aa]vinguda|[Cc]arrer|Passeig|[Pp]aseo|Rambla|Plaza|Via|[Vv]iale|"
            rf"[Pp]iazza|[Pp]iazzale|[Pp]iazzetta|[Vv]icolo|[Ll]ungomare|[Cc]orso|[Rr]ua|Largo|Str\.|Sderot|Rehov|"
            rf"\x{{15e}}os\.|\x{{218}}os\.|"
            rf"Alameda|Travessa|Pra(?:\x{{e7}}|c)a|Carrera|Ronda|Strada|Calea|Bulevardul|Bulevar|Bulevard|Rruga|Odos|"
            rf"Leoforos|Prospekt|Jalan|Jl\.|Gang|Gg\.|Lorong|Glorieta|Pasaje|Camino|Carretera|Traves\x{{ed}}a|"
            rf"Callej\x{{f3}}n|Urbanizaci\x{{f3}}n|Andador|Privada|Calzada|Perif\x{{e9}}rico|Circunvalaci\x{{f3}}n|"
            rf"Prolongaci\x{{f3}}n|Retorno|Estrada|Rodovia|Ladeira|Beco|Viela|Vereda|Condom\x{{ed}}nio|Loteamento|"
            rf"Residencial|Contrada|Borgo|Salita|Rotonda|Aleea|[\x{{218}}S]oseaua|Intrarea|Drumul|Splaiul|[Uu]l\.|[Uu]lica|bul\.|[Aa]l\.|[Aa]leja|[Oo]s\.|[Pp]l\.|"
            rf"n\x{{e1}}m\.)"
            rf"(?: (?:de la|de los|de las|del|de|di|della|dei|da|do|dos|la|el))?(?: \p{{Ll}}\pL{{2,14}}|"
            rf" (?:\p{{Ll}}{{3,12}} )?"
            rf"{UPPER}(?: (?:de |di |da |do |y |del )?{UPPER}){{0,3}}),? (?:n\.? ?\x{{ba}} ?|"
            rf"[Nn][or][.:]? ?)?{_NUMBER}(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        (
            rf"(?:{UPPER} ){{1,3}}(?:ulica|cesta|trg|obala|tiere|utca|u\.|k\x{{f6}}r\x{{fa}}t|krt\.|"
            rf"s\x{{e9}}t\x{{e1}}ny|t\x{{159}}\x{{ed}}da|\x{{fa}}t|t\x{{e9}}r|ulice|gatv\x{{117}}|g\.|pr\.|iela|"
            rf"bulv\x{{101}}ris|prospekts|maantee|puiestee|t\x{{e4}}nav|n\x{{e1}}m\x{{11b}}st\x{{ed}}|sokak|"
            rf"Sokak|Sok\.|"
            rf"Sokağı|Caddesi|Cad\.|Bulvarı|katu|tie|valtatie|puistotie|vei|veien|gate|gata|gatan|v\x{{e4}}g|"
            rf"v\x{{e4}}gen|"
            rf"torg|prospekt|All\x{{e9}}|all\x{{e9}}) (?:[Nn]o[:.]? ?)?{_NUMBER}(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        rf"\d{{1,4}}[A-Za-z]?,? (?:B(?:\x{{f3}}|o)thar|Sr(?:\x{{e1}}|a)id|Ascaill|Cearn(?:\x{{f3}}|o)g|Heol|Ffordd|"
        rf"Stryd|Rhodfa|Rathad)(?: (?:na|an|y|yr|{UPPER})){{1,4}}(){_TAIL}",
        ignore_case=False,
    ),
    # `chemin de Quistal 6`, the number last as in Switzerland and Belgium
    pattern(
        rf"(?:rue|ruelle|avenue|chemin|boulevard|route|impasse|quai|place|sentier){_FRENCH_NAME},? {_NUMBER}()"
        rf"{_TAIL}",
        ignore_case=False,
    ),
    # `Ulica kneza Branimira 7`, `vul. Lesi Ukrainky 4`
    pattern(
        (
            rf"(?:[Uu]l\.|[Uu]lic[aei]|[Uu]licy|[Uu]litsa|[Vv]ul\.|[Vv]ulytsia|Trg|N\x{{e1}}b\x{{159}}e\x{{17e}}\x{{ed}}|"
            rf"N\x{{e1}}m\x{{11b}}st\x{{ed}}|T\x{{159}}\x{{ed}}da|\x{{160}}etali\x{{161}}te|Obala)"
            rf"(?: (?:\p{{Lu}}[\pL'\x{{2019}}.-]+|\p{{Ll}}\pL{{1,14}}|\d{{1,2}}\.)){{1,4}},? "
            rf"(?:(?:d|bud)\.? ?)?{_NUMBER}(?:,? (?:korp|kv|k)\.? ?\d{{1,4}}){{0,2}}(){_TAIL}"
        ),
        ignore_case=False,
    ),
    # `18/4 Charoen Rat Soi 6`, `214 Gaepo-ro 12-gil`
    pattern(
        rf"\d{{1,4}}(?:[/-]\d{{1,4}})? (?:{UPPER} ){{1,3}}Soi(?: \d{{1,3}}(?:/\d{{1,2}})?)?(){_TAIL}",
        ignore_case=False,
    ),
    pattern(
        rf"\d{{1,4}}(?:-\d{{1,3}})? ([\p{{Lu}}]\pL+)-(?:daero|ro|gil|dong)(?: \d{{1,3}}(?:beon)?-gil)?(){_TAIL}",
        ignore_case=False,
    ),
    pattern(
        rf"([\p{{Lu}}]\pL+)-(?:daero|ro|gil)(?: \d{{1,3}}(?:beon)?-gil)? \d{{1,4}}(?:-\d{{1,3}})?(){_TAIL}",
        ignore_case=False,
    ),
    # `Am Stadtbad 31`
    pattern(
        (
            rf"(?:Am|An der|An den|Auf der|Auf dem|Auf den|Bei der|Beim|Hinter der|Hinter den|Im|In der|In den|"
            rf"Unter den|Vor dem|Zum|Zur|Ober der) ((?:(?:{_GERMAN_ADJECTIVES}) )?[\p{{Lu}}]\pL{{3,}}) "
            rf"\d{{1,3}}(?: ?[a-z]\b)?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    # `Quistovského 116/12`: two numbers behind what no word of English ends with
    pattern(
        rf"(?:{UPPER} ){{0,2}}\p{{Lu}}\pL+(?:sk\x{{e9}}ho|ck\x{{e9}}ho|sk\x{{e1}}|ck\x{{e1}}|"
        rf"n\x{{ed}}|\x{{fd}}ch|ova) \d{{2,4}}/\d{{1,2}}[a-z]?\b(){_TAIL}",
        ignore_case=False,
    ),
    # `56, 4th Cross, Quista Layout`
    pattern(
        rf"\d{{1,4}}[A-Z]?(?:/\d{{1,4}})?, \d{{1,2}}(?:st|nd|rd|th) (?:Cross|Main|Block|Stage|Phase)"
        rf"(?: (?:Road|Street|Cross))?(?:, {UPPER}(?: {UPPER}){{0,2}}){{1,2}}(){_TAIL}",
        ignore_case=False,
    ),
    # `B-14, Sector 22`
    pattern(rf"[A-Z]-?\d{{1,4}}[A-Z]?,? Sector \d{{1,3}}[A-Z]?(){_TAIL}", ignore_case=False),
    # `Plot 131, Phase II`
    pattern(
        (
            rf"(?:Plot|House|H\. ?No\.?|Door|Shop|Survey|Villa|"
            rf"Sector)(?: [Nn]o\.?)? \d{{1,4}}[A-Z]?(?:[/-]\d{{1,4}})?,? "
            rf"(?:Phase|Sector|Block|Stage|Street|Road|Lane|Cross|Main|Plot)(?: [Nn]o\.?)? (?:\d{{1,3}}[A-Z]?|"
            rf"[IVX]{{1,4}}|[A-Z])\b(?:, (?:Phase|Sector|Block|Stage) (?:\d{{1,3}}[A-Z]?|[IVX]{{1,4}}|[A-Z])\b)?()"
            rf"{_TAIL}"
        ),
        ignore_case=False,
    ),
    # `Calle 93 # 11-27`
    pattern(
        rf"(?:Calle|Carrera|C(?:ra|l|ll|r)\.?|Kra\.?|Diagonal|Transversal|Avenida|Av\.) \d{{1,3}} ?[A-Z]?"
        rf"(?: (?:[Bb]is|[Ss]ur|[Nn]orte|[Ee]ste))? ?(?:#|[Nn]o\.?|N\x{{b0}}) ?\d{{1,3}} ?[A-Z]? ?- ?\d{{1,3}}()"
        rf"{_TAIL}",
        ignore_case=False,
    ),
    # `14 Kungsgatan`, `5 Piazza Dante`: the number first, where the name says that it is a street
    pattern(
        rf"\d{{1,4}}[A-Za-z]?,? (?:(?:{UPPER} )?[\p{{Lu}}]\pL+(?:{ENDINGS}|singel|gata|veien|katu)|"
        rf"(?:Via|Viale|Piazza|Piazzale|Corso|Calle|Avenida|Plaza|Paseo|Rua|Pra(?:\x{{e7}}|c)a|Ulica|Ul\.|Jalan)"
        rf"(?: (?:de la|de|del|della|dei|da|do))?(?: {UPPER}){{1,3}})(){_TAIL}",
        ignore_case=False,
    ),
    # `3-14-2 Akasaka, Minato-ku`
    pattern(
        rf"\d{{1,2}}-\d{{1,2}}(?:-\d{{1,3}})? {UPPER}, ?[\p{{Lu}}]\pL+-(?:ku|shi|cho|machi|gun)(){_WARDS}{_TAIL}",
        ignore_case=False,
    ),
    pattern(rf"{UPPER} \d-chome \d{{1,4}}(?:-\d{{1,3}}){{0,2}}(){_TAIL}", ignore_case=False),
    pattern(
        (
            rf"(?:{UPPER} ){{1,3}}(?:Road|Street|Lane|Marg|Nagar|Salai|Avenue|Boulevard|Drive|Square|Quay) "
            rf"\d{{1,4}}[A-Za-z]?(){_TAIL}"
        ),
        ignore_case=False,
    ),
    pattern(
        rf"(?:(?:P\.? ?O\.?|GPO|Post(?: [Oo]ffice)?|Private|Locked) ?(?:Box|box|BOX|Bag)|Postfach|Postboks|Postbus|"
        rf"Postilokero|Casella [Pp]ostale|Skr(?:ytka|\.) poczt(?:owa|\.)|Apartado(?: [Pp]ostal| de [Cc]orreos)?|"
        rf"Caixa [Pp]ostal|Bo(?:\x{{ee}}|i)te [Pp]ostale|BP|CP) "
        rf"\d{{1,6}}(?:-\d{{4,6}})?(){_TAIL}",
        ignore_case=False,
    ),
    # mail to the armed forces of the United States (USPS Publication 28, 225.1)
    pattern(
        r"(?:(?:PSC|CMR|U[Nn][Ii][Tt]) \d{1,5},? B[Oo][Xx] \d{1,5}|US(?:S|NS|NV|CGC) [\p{Lu}][\pL -]{1,30})[,\n]? ?"
        r"(?:APO|FPO|DPO),? (?:AA|AE|AP),? \d{5}(?:-\d{4})?",
        ignore_case=False,
    ),
    pattern(rf"{UPPER}(?: {UPPER}){{0,2}}, [A-Z]{{2}},? \d{{5}}(?:-\d{{4}})?", ignore_case=False),
    # the last three count where an address is spoken of
    pattern(rf"Box \d{{1,6}}, (?:\d{{3}} \d{{2}}|\d{{4,6}}) {UPPER}", ignore_case=False),
    pattern(r"[A-Z]{1,2}\d[A-Z\d]? \d[A-BD-HJLNP-UW-Z]{2}", ignore_case=False),
    pattern(rf"(?:D-|A-|CH-|F-)?\d{{4,5}} (?:{UPPER})(?:[ -](?:am|an der|im|{UPPER})){{0,3}}", ignore_case=False),
)
IN_ADDRESSES = 3  # the last of them are streets only where an address is spoken of
# `4-118 Midorigaoka`: a block and a house of Japan, the name in Latin letters or behind words of an address
BLOCK_FIRST = pattern(
    rf"\d{{1,4}}-\d{{1,4}}(?:-\d{{1,4}})? (\p{{Lu}}\p{{Ll}}{{2,}}(?:-\pL+)?){_WARDS}(){_TAIL}",
    ignore_case=False,
)
# kana as Hepburn writes them
ROMAJI = re.compile(
    r"(?:(?:[bdfghjkmnprstwyz]|ch|ts|sh|[bghkmnpr]y|kk|ss|ssh|tt|tch|pp)?[aeiou]|n(?![aeiouy])|m(?=[bmp]))+",
    re.IGNORECASE,
)
# `Kirkebakken 12`: the street's kind is the end of one word, which must be no word of English (`Aggregate 12`)
ONE_WORD_STREET = pattern(
    (
        rf"(?P<street>[\p{{Lu}}]\pL+(?:gata|gaten|gate|veien|vegen|veg|vei|v\x{{e4}}g|v\x{{e6}}nget|torget|torg|torvet|"
        rf"bakken|backen|vegur|gata|t\x{{fa}}n|braut|st\x{{ed}}gur|all\x{{e9}}n?|str\x{{e6}}de|stien|stigen|"
        rf"brygge|kajen|katu|kuja|intie|polku|"
        rf"plassen|kroken|gr\x{{e4}}nd|gr\x{{e4}}nden|bulevardi|kaari|raitti|aukio|plantsoen|gaarde|v\x{{e6}}nge|toften|"
        rf"steeg|singel|dijk|dreef|hof|steig|stieg|chaussee|promenade|markt|ring)) \d{{1,4}}(?: ?[A-Za-z]\b)?(){_TAIL}"
    ),
    ignore_case=False,
)
# `via` is a word of English too
LOWER_VIA = pattern(
    rf"via (?:(?:de|della|dei|del|di|san|santa) )?([\p{{Lu}}]\p{{Ll}}{{3,}})(?: {UPPER}){{0,2}},? {_NUMBER}(){_TAIL}",
    ignore_case=False,
)
ADDRESSED_BEFORE = re.compile(rf"(?:{ADDRESSED})[^\n]{{0,40}}$", re.IGNORECASE)
# a line by itself: the number behind a street's kind, which may be an abbreviation of other things too
LINE = pattern(
    rf"(?m:^)[> \t]{{0,4}}(?P<value>(?:(?:[NSEW]|NE|NW|SE|SW)\.? )?(?:{UPPER} ){{1,3}}"
    r"(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Boulevard|Blvd\.?|Parkway|Pkwy\.?) \d{1,5}[A-Za-z]?|"
    rf"(?:Rue|Quai|Avenue|Boulevard|Chemin|Impasse|All\x{{e9}}e){_FRENCH_NAME},? \d{{1,4}}(?: ?(?:bis|ter|[a-zA-Z]))?)"
    r"[ \t]*,?[ \t]*(?:\r?\n|$)",
    ignore_case=False,
)
# any name and a number: a street only where an address is spoken of, or a town stands behind it
NUMBERED = pattern(
    rf"({UPPER}(?: (?:\p{{Ll}}\pL+|{UPPER})){{0,3}}) (?:\d{{1,3}}(?: ?[a-zA-Z]\b)?|\d{{1,4}}/\d{{1,4}})()"
    rf"(,? (?:in )?{UPPER})?",
    ignore_case=False,
)
# the same the other way round: `9 Beaumont, London`
NUMBER_FIRST = pattern(
    rf"(?:[Ll]evel \d{{1,2}}, )?\d{{1,4}}[A-Za-z]? ({UPPER}(?: {UPPER}){{0,2}}), (?:{OF_COUNTRY}?{POSTCODE} )?"
    rf"({UPPER}(?: {UPPER})?)(?:,? {OF_COUNTRY}?{POSTCODE})?",
    ignore_case=False,
)
# chats: `rosenstraße 1`, `calle mayor 25`, `im sitting in room d101`
LOWER_STREET = pattern(
    rf"(?:\p{{Ll}}{{3,24}}(?:{PLAIN_ENDINGS}|gata|veien|vej)|"
    r"(?:calle|rua|ul\.|ulica|avenida|boulevard|viale|piazza) (?:(?:de la|de|del|do|da|di) )?\p{Ll}{3,20}) "
    r"\d{1,4}[a-z]?|"
    r"(?:(?:unit|apt|flat|suite) \d{1,4}[a-z]?, )?\d{1,5} \p{Ll}{3,15}(?: \p{Ll}{3,15})? "
    r"(?:street|road|avenue|lane|crescent|parade|terrace|boulevard|blvd|quay)|"
    r"(?:unit|apt|flat|suite) \d{1,4}[a-z]?, \d{1,5} \p{Ll}{3,15} (?:place|court|way|close|drive)|"
    r"\d{1,4} (?:rue|avenue|boulevard|place|quai) (?:(?:de la|de|du|des) )?\p{Ll}{3,20}|postfach \d{2,6}|"
    r"po box \d{2,6}",
    ignore_case=False,
)
POSTAL_CONTEXT = re.compile(
    rf"(?:{ADDRESSED}|send|sent|post|label|consignee|loaner|resid|home|mail(?:ed)? to|pick ?up|postcode|zip|plz|"
    r"location|billing|office at|based at|stra\xdfe|strasse|str\.|\d,)[^\n]{0,40}$",
    re.IGNORECASE,
)
