"""What addresses are made of, in expressions: words, kinds of street, numbers, flats, postcodes, parcels.

A part without a class of letters is read the same by RE2 and by Python's `re`, and serves both. Where a capital is
asked for, `UPPER` and `TOWN_WORD` are RE2's.
"""

from __future__ import annotations

from redactory.detect.wordlists import read_words

# -- words ---------------------------------------------------------------------------------------------------------
UPPER = r"\p{Lu}[\pL'\x{2019}.-]*"
SHORTENED = "(?:St|Ste|Mt|Ft)"  # of towns: `St. Gallen`; `Ulm. ` ends a sentence
TOWN_WORD = rf"(?:(?:{SHORTENED}|\p{{Lu}})\. )?\p{{Lu}}[\pL'\x{{2019}}-]+(?:\.[\pL'\x{{2019}}-]+)*"
# kinds of street in a word of their own, in languages other than English
FOREIGN_KINDS = (
    "rue|avenue|avenida|boulevard|bulevard|chemin|quai|all\u00e9e|impasse|route|calle|via|viale|piazza|corso|rua|travessa|"
    "ulica|ulice|strada|jalan|utca|cesta|trg|t\u00e9r|n\u00e1m\u011bst\u00ed|n\u00e1mestie|gatv\u0117|iela|"
    "\u0111\u01b0\u1eddng|ph\u1ed1|ng\u00f5|h\u1ebbm"
)
# the articles and prepositions inside names of streets and towns, and kinds of street, which few write with a capital
SMALL = (
    "(?:de la|de los|de las|d[eiua]|do|das|dos|del|della|delle|degli|dei|des|du|van|von|der|den|dem|het|la|le|les|los|"
    rf"las|el|na|nad|pod|ke|u|y|e|am|an|im|zum|zur|place|gang|gate|gata|vei|{FOREIGN_KINDS})"
)
# what a German, a Dutch or a Scandinavian street ends with, in one word with its name
PLAIN_ENDINGS = "stra(?:\u00df|ss)e|str\\.|gasse|gracht|straat|gatan"  # in lower case no other word ends so
ENDINGS = f"(?:{PLAIN_ENDINGS}|allee|damm|ufer|laan|kade|v\u00e4gen|vej|gade)"
# last words that prove a street behind a number and a name; any other kind needs more
SURE_KINDS = (
    r"(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Way|Court|"
    r"Ct\.?|Place|Pl\.?|Square|Sq\.?|Terrace|Parkway|Pkwy\.?|Highway|Hwy\.?|Close|Crescent|Circle|Cir\.?|Trail|Row|"
    r"Plaza|Alley|Loop|Gardens|Grove|Hill|Quay|Mews|Walk|Parade|Esplanade|Rise|Vale|Mall|Strand|Broadway|Glen|Landing|"
    r"Crossing|Croft|Turnpike|Expressway|Wharf|Park|Ridge|Path|Pike|Run|Heights|Green|Gate|Approach|Wynd|Chase|Brow|"
    r"Embankment|Causeway|Villas|Meadows?|Orchard|Spinney|Copse|Garth|Fold|Drove|Promenade|Quayside|Lea|Leys|Brae|"
    r"Vennel|Mead|Hollow|Throughway|Skyway|Trafficway|Stravenue|Freeway|Motorway|Viaduct)"
)
KINDS = read_words("street_suffixes")  # all of them, folded

# -- numbers -------------------------------------------------------------------------------------------------------
NUMBER = r"\d{1,5}[A-Za-z]?(?:[/-]\d{1,5}[A-Za-z]?){0,2}"
UNIT_WORD = (
    r"(?:[Aa]partment|Apt|Suite|Ste|Flat|Unit|Studio|Floor|Room|Interior|Int|Depto|Edif|Piso|Puerta|Bloque|Bl|Sc|Ap|Et|"
    "Etage|Piano|Appartamento|Scala|Interno|Stan|Byt|Kat|Daire|No|Nr|\u043a\u0432|\u0441\u0442\u0440)\\b"
)
FLAT_FIRST = (
    "(?:Flat|Level|Floor|Studio|Unit|Apt\\.?|Apartment|Suite|Block|Lot|Plot|House|H\\.? ?No\\.?|S\u1ed1|No\\.) ?#?"
    r"[\w/-]{1,7}"
)
FLAT_BEHIND = r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room|Etage)\.? #?\w{1,5})"

# -- postcodes -----------------------------------------------------------------------------------------------------
# of the United Kingdom, Canada, Ireland: letters prove them; then Japan, Portugal, Brazil and the United States,
# Poland, Sweden, Czechia and India, the Netherlands
LETTERED = r"(?:[A-Z]{1,2}\d(?:[A-Z\d]|\d\d)? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]\d[\dW] ?[A-Z\d]{4})"
GROUPED = r"(?:\d{3}-\d{4}|\d{4}-\d{3}|\d{5}-\d{3,4}|\d{2}-\d{3}|\d{3} \d{2,3}|\d{4} ?[A-Z]{2})"
POSTCODE = rf"(?:{GROUPED}|{LETTERED}|\d{{4,6}})"
OF_COUNTRY = r"(?:[A-Z]{1,3}-|[A-Z]{2,3} )"  # or of a state, before a postcode: `D-10115`, `TX 75001`

# -- what the line of an address is followed by ----------------------------------------------------------------------
CALLS = r"(?:t[e\u00e9]l\w*|phone|fon|fax|mob\w*|cell|direct|durchwahl|[tmfe])"

# -- who announces one ---------------------------------------------------------------------------------------------
PARCELS = "parcel|package|shipment|letter|courier|replacement|label"
ADDRESSED = (
    r"address|adresse|anschrift|direcci[o\u00f3]n|indirizzo|ship|deliver|courier|parcel|package|c/o|\bspedi|\bconsegn|"
    r"\babita|\bsede\b|\blives? (?:at|in)|\bliving "
)
