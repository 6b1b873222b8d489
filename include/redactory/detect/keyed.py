"""The key of a field as context for a value that fills it: `"login": "rose"`, `"ext": "7-1401"`, `"office": "Hull"`.

A record in JSON says with a key what a sentence says with words. Spans are of Layer 2, and keep-rules rank above them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import evidence, is_name_word
from redactory.detect.recognisers.account_shapes import is_service_account
from redactory.detect.spans import FORMATS, Span
from redactory.detect.wordlists import read_words

RULE = "field-key"
_SCORE = 0.85
_LONGEST = 80  # characters of a value that fills its field
_LEAF = re.compile(r"([^.\[\]'\"]+)['\"]?\]?(?:\[\d+\])*$")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PERSON = frozenset(
    ("agent", "approver", "assignee", "assigned to", "author", "by", "caller", "closed by", "contact", "contact name",
     "created by", "customer", "customer name", "display name", "employee name", "first name", "from", "full name",
     "given name", "last name", "manager", "name", "opened by", "owner", "recipient", "reported by", "reporter",
     "requested by", "requested for", "requester", "resolved by", "sender", "speaker", "submitter", "surname",
     "technician", "to", "updated by", "user name", "user")
)  # fmt: skip
_USER = frozenset(
    ("account", "account name", "acct", "author id", "login", "login name", "logon", "logon name", "os user", "osuser",
     "remote user", "run as", "sam account name", "suser", "target user", "uid", "upn", "user", "user id", "user name",
     "userid", "username")
)  # fmt: skip
_PHONE = frozenset(
    ("callback", "cell", "desk phone", "direct dial", "ext", "extension", "fax", "mobile", "mobile phone", "msisdn",
     "phone", "phone number", "phone ext", "tel", "telephone", "work phone", "home phone")
)  # fmt: skip
_EMP_ID = frozenset(
    ("badge", "badge id", "badge number", "emp id", "employee", "employee id", "employee no", "employee number",
     "hr id", "personnel number", "staff id", "staff no", "staff number", "worker id")
)  # fmt: skip
_PLACE = frozenset(
    ("address", "building", "city", "desk", "floor", "home address", "locality", "location", "office", "office name",
     "postal address", "postcode", "room", "seat", "site", "street", "town", "zip")
)  # fmt: skip
_NUMBER = re.compile(r"\+?\(?\d[\d\s()./x-]{1,22}\d")
_ACCOUNT = re.compile(r"[^\W\d_][\w.'-]{0,40}")
_ID = re.compile(r"[A-Za-z]{0,5}[-_ ]?\d{3,9}(?:-\d{1,4})?[A-Za-z]?")
_NO_PLACE = re.compile(
    r"\b(?:rack|data ?cent(?:er|re)|server|remote|vpn|n/a|none|unknown|home office|cloud|region)\b", re.IGNORECASE
)
_STOP = read_words("system_accounts")
_ROLE = read_words("role_words") | read_words("not_names") | read_words("generic_names")


def by_key(path: str, text: str) -> Span | None:
    """The span over the whole of `text` that the last key of `path` speaks for, or None."""
    if not path or not text or len(text) > _LONGEST or "\n" in text:
        return None
    leaf = _LEAF.search(path)
    if leaf is None:
        return None
    key = _words(leaf.group(1))
    entity = _entity(key, text.strip())
    return Span(0, len(text), entity, FORMATS, RULE, _SCORE) if entity else None


@lru_cache(maxsize=4_096)
def _words(key: str) -> str:
    """`accountName`, `account_name` and `Account-Name` alike as `account name`."""
    return " ".join(re.split(r"[\s_-]+", _CAMEL.sub(" ", key).lower().strip()))


def _entity(key: str, value: str) -> str | None:
    if key in _PHONE:
        return "PHONE" if _NUMBER.fullmatch(value) else None
    if key in _EMP_ID and _ID.fullmatch(value):
        return "EMP_ID"
    if key in _PERSON and _is_name(value):
        return "PERSON"
    if key in _USER:
        nobody = value.lower() in _STOP or value.lower() in _ROLE or is_service_account(value)
        return "USER" if _ACCOUNT.fullmatch(value) and not nobody else None
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
    if _NO_PLACE.search(value) or not value[0].isalnum() or value.isupper() and len(value) < 5:
        return False
    known = fold(value.partition(",")[0]).replace("-", " ") in cities()
    if key in ("location", "site", "building", "floor", "room", "desk", "seat"):
        return known
    return known or any(char.isdigit() for char in value) or value[0].isupper() and zipf(value.split()[0]) < 4.0
