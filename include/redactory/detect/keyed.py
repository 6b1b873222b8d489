"""The key of a field as context for a value that fills it: `"login": "rose"`, `"ext": "7-1401"`, `"office": "Hull"`.

A record in JSON says with a key what a sentence says with words. Spans are of Layer 2, and keep-rules rank above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redactory.detect.answers import answers
from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import evidence, is_name_word
from redactory.detect.pairs import Pair, PairReader, words_of
from redactory.detect.product_frames import NAMED
from redactory.detect.recognisers.account_shapes import is_service_account
from redactory.detect.recognisers.address_grammar import OF_COUNTRY, POSTCODE
from redactory.detect.recognisers.base import scannable
from redactory.detect.recognisers.device_context import owned
from redactory.detect.recognisers.device_numbers import is_makers
from redactory.detect.recognisers.device_schemes import counted_as_server, hosts_in_domain, may_be_device
from redactory.detect.spans import FORMATS, KeepSpan, Span
from redactory.detect.wordlists import read_words
from redactory.policy.model import FIELD_KEY, FormatRule, Policy
from redactory.records.model import TextField

_UNHEARD = 1.5  # Zipf of a word that no text uses
_LONGEST = 80  # characters of a value that fills its field
_LEAF = re.compile(r"(?:([^.\[\]'\"]+)['\"]?\]?(?:\[\d+\])*\.)?([^.\[\]'\"]+)['\"]?\]?(?:\[\d+\])*$")
_PERSON = frozenset(
    ("agent", "approved by", "approver", "assigned to", "assignee", "attendees", "author", "by", "caller",
     "caller name", "cc", "closed by", "contact", "contact name", "created by", "customer", "customer name",
     "display name", "employee name", "engineer", "first", "first name", "followers", "from", "full name",
     "given name", "holder", "last", "last name", "legal name", "manager", "members", "name", "nickname", "on call",
     "oncall", "opened by", "organizer", "owner", "participants", "performed by", "preferred name", "recipient",
     "reported by", "reporter", "requested by", "requested for", "requester", "requestor", "resolved by", "sender",
     "speaker", "submitter", "surname", "technician", "to", "updated by", "user", "user name", "visitor", "watchers",
     "who")
)  # fmt: skip
_USER = frozenset(
    ("account", "account id", "account name", "acct", "author id", "cs username", "duser", "login", "login name",
     "logon", "logon name", "os user", "osuser", "remote user", "run as", "sam account name", "suser", "target user",
     "uid", "upn", "user", "user id", "user name", "userid", "username")
)  # fmt: skip
_PHONE = frozenset(
    ("callback", "callback number", "cell", "contact number", "desk phone", "direct dial", "directory number", "dn",
     "ext", "extension", "fax", "home phone", "internal number", "ip phone", "mobile", "mobile number", "mobile phone",
     "msisdn", "override phone", "phone", "phone ext", "phone no", "phone number", "tel", "telephone",
     "telephone number", "work phone")
)  # fmt: skip
_EMP_ID = frozenset(
    ("associate id", "badge", "badge id", "badge no", "badge number", "colleague id", "contractor id", "emp id",
     "emp no", "emp number", "employee", "employee code", "employee id", "employee no", "employee number", "hr id",
     "hris id", "payroll id", "payroll number", "pernr", "personal nummer", "personalnummer", "personnel no",
     "personnel number", "staff id", "staff no", "staff number", "worker id", "workday id")
)  # fmt: skip
_PLACE = frozenset(
    ("address", "address1", "address2", "addressline1", "addressline2", "address line", "address line1",
     "address line2", "address line 1", "address line 2", "base location", "branch", "building", "campus", "city",
     "delivery address", "desk", "desk code", "desk id", "desk location", "floor", "home address", "home location",
     "home office", "house", "house no", "house number", "l", "locality", "location", "office", "office location",
     "office name", "physical delivery office name", "place", "place of work", "post code", "post office box",
     "postal address", "postal code", "postal town", "postcode", "room", "room code", "room no", "room number",
     "seat", "seat id", "seat number", "shipping address", "site", "street", "street address", "street line 1",
     "street line 2", "street name", "streetaddress", "town", "usual office", "where", "wing", "work address",
     "work location", "workplace", "zip", "zip code", "zipcode",
     # as records in other languages have them
     "adresse", "anschrift", "arbeitsplatz", "b\xe2timent", "calle", "cep", "cidade", "ciudad", "citt\xe0",
     "code postal", "c\xf3digo postal", "direcci\xf3n", "domicilio", "edificio", "endere\xe7o", "etage", "geb\xe4ude",
     "gatuadress", "hausnummer", "indirizzo", "kod pocztowy", "miasto", "ort", "plaats", "plz", "postadress",
     "postleitzahl", "postnummer", "postnr", "ps\u010d", "raum", "rua", "rue", "standort", "straat", "stra\xdfe",
     "strasse", "ulica", "ulice", "ville", "wohnort", "zimmer")
)  # fmt: skip
_PLACES = {"cities": "city", "towns": "town", "offices": "office", "sites": "site", "locations": "location",
           "branches": "branch", "buildings": "building", "campuses": "campus"}  # of lists  # fmt: skip
_DEVICE = frozenset(
    ("asset", "asset tag", "caller computer name", "client host", "client hostname", "client name", "computer",
     "computer name", "dev", "device", "device id", "device name", "endpoint", "endpoint name", "host name",
     "hostname", "laptop", "machine", "machine name", "mobile device", "net bios name", "notebook", "pc", "pc name",
     "shost", "source host", "source workstation", "workstation", "workstation name")
)  # fmt: skip
_CALLS = frozenset(("call", "voice call", "voicemail", "sms", "fax", "cdr", "phone call"))
_SIDES = frozenset(("called", "callee", "caller", "caller id", "destination", "dialed", "dialled", "dst", "from",
                    "number", "source", "src", "to"))  # fmt: skip
_OF = frozenset(("code", "display name", "id", "label", "name", "no", "number", "title"))
_CHANGE = re.compile(r"(.+?) (?:change|changed|update|correction)")  # `{"address_change": {"old": "..."}}`
_VERSIONS = frozenset(("after", "before", "current", "from", "new", "new value", "old", "old value", "previous", "to"))
_NUMBERED_FIELD = re.compile(r"(?:field|question|q|attr|custom field) \d{1,5} ")  # of forms: `field_19_extension`
_THINGS = frozenset(
    ("app", "application", "brand", "category", "channel", "company", "group", "job", "organisation", "organization",
     "product", "project", "queue", "release", "repo", "repository", "role", "script", "server", "service", "software",
     "supplier", "system", "team", "tool", "vendor")
)  # fmt: skip
_OWNERS = _THINGS | {key.split(" ")[0] for key in _USER | _PHONE | _EMP_ID | _PLACE | _DEVICE}
_QUOTED = frozenset(("USER", "PERSON"))  # in prose what stands behind `user:` may be a word of the sentence
_NEXT_SENTENCE = re.compile(r"[.,;] ")
_NUMBER = re.compile(r"\+?\(?\d[\d\s()./x-]{1,22}\d")
_ACCOUNT = re.compile(r"[^\W\d_][\w.'-]{0,40}")
_ID = re.compile(r"[A-Za-z]{0,5}[-_ ]?\d{2,9}(?:-\d{1,6})?(?:-?[A-Za-z]{1,2})?")
_SEAT = re.compile(r"(?=.*\d)(?:[A-Z0-9]{1,5}(?:[-./][A-Z0-9]{1,5}){1,4}[A-Za-z]?|[A-Z]{1,2}\d{1,4}[a-z]?)")
_QUAD = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")  # an address of another kind
_KNOWN_ALONE = frozenset(  # keys of which much that is no place is a value: a town must stand at its beginning
    ("arbeitsplatz", "base location", "branch", "building", "b\xe2timent", "campus", "desk", "desk code", "desk id",
     "desk location", "edificio", "etage", "floor", "geb\xe4ude", "home location", "home office", "house", "l",
     "location", "office location", "ort", "physical delivery office name", "raum", "room", "room code", "room no",
     "room number", "seat", "seat id", "seat number", "site", "standort", "usual office", "where", "wing",
     "work location", "workplace", "zimmer")
)  # fmt: skip
_OF_ROOMS = frozenset(
    ("arbeitsplatz", "desk", "desk code", "desk id", "desk location", "office", "office location",
     "physical delivery office name", "raum", "room", "room code", "room no", "room number", "seat", "seat id",
     "seat number", "workplace", "zimmer")
)  # fmt: skip
_CODES = frozenset(
    ("cep", "code postal", "c\xf3digo postal", "kod pocztowy", "plz", "post code", "postal code", "postcode",
     "postleitzahl", "postnr", "postnummer", "ps\u010d", "zip", "zip code", "zipcode")
)  # fmt: skip
_OF_UNITS = _OF_ROOMS | {"building", "floor", "wing"}
_UNIT = re.compile(r"[^\W\d_]{3,12}\.? ?#?[A-Z]{0,2}\d[\w.-]{0,6}")  # `level 8`, `workplace 375`
_POSTCODE = re.compile(rf"{OF_COUNTRY}?{POSTCODE}|\d{{3}}|\d{{7,8}}")
_NO_PLACE = re.compile(
    r"\b(?:rack|data ?cent(?:er|re)|server|remote|vpn|n/a|none|unknown|home office|cloud|region|dc\d*|colo|"
    r"idc|pop|edge|"
    r"cabinet|closet|comms|idf|mdf|pdu|ups|main|master|develop|prod|staging|test)\b", re.IGNORECASE
)
_EQUIPMENT_BEFORE = re.compile(  # `UPS room: U2`
    r"\b(?:server|ups|switch|comms?|network|battery|generator|plant|machine|rack|chat|zoom|teams|meeting) room\W{1,6}$",
    re.IGNORECASE,
)
_SITED = re.compile(
    r"([^\W\d_][\w'\u2019-]+) (?:office|site|branch|campus|plant|warehouse|depot|base)\s?:\s*$", re.IGNORECASE
)
_PIECES = ("component", "make", "manufacturer", "module", "package")
_THING_KEYS = _THINGS.union(_PIECES, (f"{thing} name" for thing in _THINGS))
_READER = PairReader(_PERSON | _USER | _PHONE | _EMP_ID | _PLACE | _PLACES.keys() | _DEVICE | _THING_KEYS)
_STOP = read_words("system_accounts")
_ROLE = read_words("role_words") | read_words("not_names") | read_words("generic_names")


class KeyLayer:
    """The rule of `policy` whose recogniser is `field-key`; it finds nothing where the policy has none."""

    def __init__(self, policy: Policy) -> None:
        self._rule = next((rule for rule in policy.formats if rule.recogniser == FIELD_KEY), None)

    def find(self, path: str, text: str) -> tuple[list[Span], list[KeepSpan]]:
        """What keys speak for: the last key of `path` for the whole of `text`, and keys within it for their values.

        Spans of people and what is theirs, and keep spans of the names of applications, vendors and services.
        """
        spans: list[Span] = []
        keeps: list[KeepSpan] = []
        if self._rule is None:
            return spans, keeps
        leaf = _LEAF.search(path) if path and text and len(text) <= _LONGEST and "\n" not in text else None
        if leaf is not None:
            _speak(Pair(_key(leaf), 0, len(text), quoted=True), text, self._rule, spans, keeps)
            if spans or keeps:
                return spans, keeps
        for pair in _READER.pairs(scannable(text)):
            _speak(pair, text, self._rule, spans, keeps)
        return spans, keeps


    def answered(self, fields: Sequence[TextField], texts: Sequence[str]) -> Iterator[tuple[int, Span]]:
        """Spans in the `texts` of one record's `fields` that answer what another asks for, with the index of each."""
        if self._rule is None:
            return
        for index, pair in answers(fields, texts):
            spans: list[Span] = []
            _speak(pair, texts[index], self._rule, spans, [])
            yield from ((index, span) for span in spans)


def names_device(path: str) -> bool:
    """Whether the last key of `path` says that its text is the name of a device."""
    leaf = _LEAF.search(path)
    return leaf is not None and _key(leaf) in _DEVICE


def _speak(pair: Pair, text: str, rule: FormatRule, spans: list[Span], keeps: list[KeepSpan]) -> None:
    value = text[pair.start : pair.end].strip()
    end = pair.end
    if pair.key in _DEVICE and (sentence := _NEXT_SENTENCE.search(text, pair.start, end)):
        end = sentence.start()  # `Device name: ACM-NB-0417. Retried twice.`
        value = text[pair.start : end]
    if pair.key in _DEVICE and hosts_in_domain(text, pair.start, pair.start + len(value.partition(".")[0])):
        return
    if pair.key in _THING_KEYS:
        if pair.quoted or value[:1].isupper():
            keeps.append(KeepSpan(pair.start, pair.end, NAMED))
        return
    entity = _entity(pair.key, value)
    lead = text[max(0, pair.start - 32) : pair.start]
    if entity == "LOCATION" and (_EQUIPMENT_BEFORE.search(lead) or not pair.quoted and _of_a_town(lead)):
        return
    if entity and (pair.quoted or entity not in _QUOTED):
        spans.append(Span(pair.start, end, entity, FORMATS, rule.id, rule.score))


def _of_a_town(lead: str) -> bool:
    """`Oslo office: Quillware is slow`: whose office it is has been said, and what follows is what it says."""
    sited = _SITED.search(lead)
    return sited is not None and fold(sited.group(1)) in cities()


def _key(leaf: re.Match[str]) -> str:
    """The last key of a path, with the one above it where that says whose `name`, `id` or `number` it is."""
    above, last = words_of(leaf.group(1) or ""), words_of(leaf.group(2))
    if above in _CALLS and last in _SIDES:
        return "phone"
    if last in _VERSIONS and (changed := _CHANGE.fullmatch(above)):
        return changed.group(1)
    last = _NUMBERED_FIELD.sub("", last)
    return f"{above} {last}" if last in _OF and above in _OWNERS else last


def _entity(key: str, value: str) -> str | None:
    key = _PLACES.get(key, key)
    if key in _PHONE:
        return "PHONE" if _NUMBER.fullmatch(value) else None
    if key in _EMP_ID and _ID.fullmatch(value):
        return "EMP_ID"
    if key in _PERSON and _is_name(value):
        return "PERSON"
    if key in _USER:
        nobody = value.lower() in _STOP or value.lower() in _ROLE or is_service_account(value)
        return "USER" if _ACCOUNT.fullmatch(value) and not nobody else None
    if key in _PERSON and value.islower() and value.isalnum() and value not in _ROLE:
        letters = value.rstrip("0123456789")
        known = letters.isalpha() and (is_given(letters) or zipf(letters) < _UNHEARD)
        return "USER" if len(letters) > 2 and known else None
    if key in _DEVICE:
        name = value.partition(".")[0]
        if not may_be_device(name) or key.startswith("asset") and is_makers(name):
            return None
        return "HOSTNAME" if not counted_as_server(name) or owned(key) else None
    if key in _PLACE:
        return "LOCATION" if _is_place(key, value) else None
    return None


def _is_name(value: str) -> bool:
    """Whether the words of `value` may be somebody's name, and none of them is a role's or a system's."""
    words = value.replace(",", " ").split()
    if not 1 <= len(words) <= 4 or not all(is_name_word(word.strip(".")) for word in words):
        return False
    if any(fold(word) in _ROLE and not is_given(word, certain=True) for word in words):
        return False
    if len(words) == 1:
        return words[0][0].isupper() and (is_given(words[0]) or zipf(words[0]) < 2.0 and not words[0].isupper())
    return is_given(words[0]) or surname_bearers(words[-1]) > 1 or evidence(words) >= 0.2


def _is_place(key: str, value: str) -> bool:
    if key in _OF_ROOMS and _SEAT.fullmatch(value):
        return True
    if key in _OF_UNITS and _UNIT.fullmatch(value):
        return _NO_PLACE.search(value) is None
    if key in _CODES:
        return _POSTCODE.fullmatch(value) is not None
    if _NO_PLACE.search(value) or not value[0].isalnum() or _QUAD.match(value) or value.isupper() and len(value) < 5:
        return False
    town = fold(value.partition(",")[0]).replace("-", " ")
    known = town in cities() or town in ambiguous()
    if key in _KNOWN_ALONE:
        first = fold(value.split()[0].strip(","))
        return known or value[0].isupper() and first in cities() and first not in ambiguous()
    if known or any(char.isdigit() for char in value):
        return True
    somebody = is_given(value, certain=True)  # `same address: Juliette` is told by the names of the record
    return value[0].isupper() and zipf(value.split()[0]) < 4.0 and not somebody
