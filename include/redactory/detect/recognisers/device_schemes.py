"""Devices by a company's own scheme (`GDY-N-00318`, `NB00412`, `k7-0091`): what their shape says, what the text must.

A site, a letter for the kind and a number are a device by themselves; a shape that a ticket or an error code may have
as well needs a word for a device beside it (`her laptop is TX-0441`) or its field's key (`workstation=TX-0441`).
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from redactory.detect.lexicon import is_given, zipf
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import before
from redactory.detect.recognisers.device_numbers import (
    is_lettered_serial,
    is_makers,
    is_of_hp,
    is_of_plant,
    is_other_number,
    is_serial,
)
from redactory.detect.recognisers.device_owners import is_plain, is_somebodys
from redactory.detect.wordlists import read_words

_SERVICE = re.compile(
    r"(?:[a-z]*(?:srv|svr|server)|dc|db|sql|web|app|api|prn|prt|print|printer|psrv|fs|file|filesrv|nas|san|lb|gw|fw|"
    r"sw|switch|router|rtr|ap|wlc|vpn|radius|ise|nps|ca|pki|ad|ldap|dns|dhcp|ntp|mx|smtp|mail|proxy|prx|k8s|node|pod|"
    r"worker|master|esx|esxi|vm|vc|host|bkp|backup|mon|log|elk|jump|bastion|build|ci|git|jenkins|hp|xerox|canon|mfp|mfd|"
    r"cam|pbx)\d*"
)
_SERVING = read_words("serving_words")
_SERVES_ALL = ("broker", "cluster", "gateway", "proxy", "relay", "server")  # with the letters of a site before them
_GLUED_SERVICE = re.compile(
    r"(?:srv|svr|web|sql|app|sap|dc|db|dns|gw|fw|vpn|prn|prt|mfp|rtr|esx|nas|print|mail|image)$"
)
_KINDS = read_words("device_prefixes") | read_words("device_short_prefixes") | {"win"}
_LETTERS = frozenset("ln")  # a laptop, a notebook; other letters are severities of codes too,
_SEVERITY_DIGITS = 4  # which have no more digits than this
_KIND_LETTERS = frozenset("lndwmt")  # before or behind a maker's serial
_LIKELY_LETTERS = frozenset("lnwdtmpc")
_GLUED = re.compile(
    r"[a-z]{0,5}(?:laptop|notebook|desktop|ltop|wks|wkst|lap|ntb|nbk|ltp|lptp|lpt|wst)\d{3,8}[a-z]{0,2}|"
    r"wt[\da-f]{12}|[a-z]{0,4}(?:nb|lt|tb)\d{3,8}|[a-z]{2,4}(?:tab|pc|ws|dt|mac|vdi)\d{4,6}|(?:tab|pc|ws|dt|mac|vdi)\d{5,8}"
)
_SITE_KIND = re.compile(r"[a-z]{1,4}(?:nb|lt|ws|wks|lap|ntb|nbk|dt|pc|tb|tab)")  # `apnb-95122`
# `ACM-W01530`, `ACM-N2926-D`, `ACMOSL-W8739`: a site, a letter for the kind, a number, and the letter of a batch;
# warnings and notices are lettered alike, with four digits and no more than four letters before
_SITE_LETTERED = re.compile(r"(?P<site>[A-Z]{3,6})-[LNWD](?P<number>\d{4,6})(?P<batch>-[A-H])?")
_INITIALS = 3  # letters that tickets, events and errors are numbered by as well: `kws-2207`
_LETTERED = re.compile(r"[ln]\d{5,7}")  # `hhk-l68667`
_COUNTED_KIND = re.compile(r"[a-z]{2,4}\d{3,6}(?:nb|lt|pc|wks?|lap|tab|ltp)")  # `DE2633NB`
_GLUED_LIKELY = re.compile(r"(?:[a-z]{2,4})?(?:pc|ws|dt|mac|tab)\d{3,6}|[a-z]{2,4}\d{4,6}(?:l|n|w|d|t|nb|lt|pc|ws)")
_NEVER = read_words("not_devices")
CODE = re.compile(
    r"^(?:ALERT|INC|REQ|CHG|PRB|RITM|TASK|SCTASK|CASE|TKT|TICKET|KB|CVE|ERR|EVT|EVENT|BUG|RST|DEP|SN|HD|"
    r"SR|IMG|GPO|GRP|GG)$"
)
# `acm-lnx-0417`: a company, what its people work on, and an asset's number; servers are counted with fewer digits
_PLATFORM = re.compile(r"[a-z]{2,5}-(?:dev|lnx|lin|linux|ubu|win|osx|mac|wks|std|mob)-0\d{3,4}")
_INVENTORIED = re.compile(
    r"(?P<company>[A-Z]{2,5})-(?P<site>[A-Z]{2,4})-"
    r"(?:(?P<serial>(?=[A-Z\d]*(?:\d[A-Z]+\d|[A-Z]\d+[A-Z]))[A-Z\d]{5,7})|0\d{4})|(?:NB|LT|LAP|WS|PC)\d-\d{6}"
)
_COUNTED_SERVER = re.compile(r"([a-z]{2,5})-([a-z]{2,6})\d\d")
_COUNTED_HOST = re.compile(r"[a-z]{2,6}-[a-z]{2,6}(?:-[a-z]{2,6})?-?\d\d|[a-z]{5,10}-\d\d")
_DOMAIN = re.compile(r"(?:\.[A-Za-z0-9-]+)*\.(?!local\b|lan\b|home\b)[A-Za-z]{2,}(?![\w-])")
_WRITTEN = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_RUNS = re.compile(r"[a-z]+|\d+")
_PLAIN_ZIPF = 3.0
_WORDLESS = 2.5  # `aws` and `salt` are more frequent
_NO_WORD = 1.0
_INITIALS_ZIPF = 3.8  # initials are abbreviations of something, too
_NEARBY = 80  # characters around a likely name in which a word for a device speaks for it
_SERVERS_DIGITS, _MANY_DIGITS = 3, 4  # servers are numbered with fewer; the more behind `host=`


class Shape(IntEnum):
    """What a name's shape says: nothing, that it may be a device where one is named, where one is near, by itself."""

    NONE = 0
    POSSIBLE = 1
    LIKELY = 2
    DEVICE = 3


def is_device(text: str, start: int, end: int) -> bool:
    """Whether the name at `start` to `end` is a device's, by its shape and by what is said around it."""
    name = text[start:end]
    shape = shape_of(name)
    serial = shape <= Shape.POSSIBLE and is_lettered_serial(name)
    if shape is Shape.NONE and not serial and not is_makers(name):
        return False
    lead = before(text, start, device_context.WINDOW)
    if is_makers(name):
        return device_context.names(lead)
    if device_context.numbers(lead):
        return False
    if counted_as_server(name) or hosts_in_domain(text, start, end) or serves_sessions(name, lead):
        return device_context.owned(lead)
    few = told_by_few(name)
    if shape is Shape.DEVICE or device_context.called(lead) or device_context.handled(lead, text, end, few=few):
        return True
    if serial and device_context.done_on(lead):
        return True
    host = device_context.hosts(lead) and not device_context.logs(text, end)
    if shape is Shape.LIKELY:
        spoken_of = device_context.mentioned(text, max(0, start - _NEARBY), end + _NEARBY)
        return host or spoken_of and not device_context.shown(lead)
    return host and sum(map(str.isdigit, name)) >= _MANY_DIGITS


@lru_cache(maxsize=50_000)
def shape_of(name: str) -> Shape:
    """What the letters and digits of `name` say, whatever stands around it."""
    low = name.lower()
    if len(name) > 24 or not _WRITTEN.fullmatch(low):
        return Shape.NONE
    runs = _RUNS.findall(low)
    digits = sum(len(run) for run in runs if run.isdigit())
    words = [run for run in runs if run.isalpha()]
    parts = re.split("[-_]", low)
    if not words or is_other_number(low):
        return Shape.NONE
    if is_of_hp(low):
        return Shape.LIKELY
    if words[0] in _NEVER or not (name.isupper() or name.islower() or name[0].isupper()):
        return Shape.NONE
    if any(len(word) > 4 and word not in _KINDS and is_plain(word) for word in words):
        return Shape.NONE
    if _GLUED.fullmatch(low) and (words[0] in _KINDS or _unheard(words[0])):
        return Shape.DEVICE
    if _inventoried(name) or _before_serial(name):
        return Shape.DEVICE
    lettered = _SITE_LETTERED.fullmatch(name)
    if lettered is not None and not CODE.match(words[0].upper()) and not _serves(words[0]) and _unheard(words[0]):
        long = len(words[0]) > 4 and zipf(words[0]) < _NO_WORD
        certain = long or lettered.group("batch") or len(lettered.group("number")) > _SEVERITY_DIGITS
        return Shape.DEVICE if certain else Shape.LIKELY
    glued = any(word not in _KINDS and _GLUED_SERVICE.search(word) for word in words)
    if _PLATFORM.fullmatch(low) and not _serves(parts[0]) and (name.islower() or not CODE.match(parts[0].upper())):
        return Shape.DEVICE if name.islower() else Shape.POSSIBLE
    if not of_a_site(parts) and (glued or any(map(_serves, parts))):
        return Shape.NONE
    if digits < 2:
        kind = len(parts) == 2 and names_kind(parts[0]) and len(parts[1]) > 3
        if kind and _unheard(parts[1].rstrip("0123456789")):
            return Shape.DEVICE  # `APWS-OKADA`
        return Shape.POSSIBLE if _of_somebody(parts) else Shape.NONE
    if len(parts) == 1:
        if _GLUED_LIKELY.fullmatch(low) and _unheard(words[0]):
            return Shape.LIKELY
        letters = sum(map(len, words))
        if len(runs) > 2:  # a maker's, not a company's
            return Shape.POSSIBLE if _COUNTED_KIND.fullmatch(low) else Shape.NONE
        counted = letters > 1 and digits + letters > 5 and digits > 2 or letters == 1 and digits > _SEVERITY_DIGITS
        return Shape.POSSIBLE if counted else Shape.NONE
    return _joined(parts, digits)


def _inventoried(name: str) -> bool:
    """`ACM-PLY-M4R92`, `ACM-OSL-03125`, `NB7-755707`: a company, a site or a team, a serial or a number."""
    match = _INVENTORIED.fullmatch(name)
    if match is None:
        return False
    company, site = match.group("company"), match.group("site")
    if company is None:
        return True  # a kind and six digits
    if CODE.match(company) or company.lower() in _NEVER or not _unheard(company.lower()):
        return False
    return match.group("serial") is not None or _unheard(site.lower()) and not _serves(site.lower())


def _before_serial(name: str) -> bool:
    """`ACM-L-7QX2M4K`, `L-7QX2M4K-ACM`, `OSL-PF3KX7LN`: letters of a company and a kind, and a maker's serial."""
    parts = name.split("-") if name.isupper() else []
    serials = list(filter(is_serial, parts))
    others = [part.lower() for part in parts if part not in serials]
    if len(serials) != 1 or not 0 < len(others) < 3 or is_numbered(parts[0]) or any(map(_serves, others)):
        return False
    sites = [part for part in others if part not in _KINDS and part not in _KIND_LETTERS]
    if not all(part.isalpha() and 1 < len(part) < 6 and _unheard(part) for part in sites):
        return False
    return len(sites) < len(others) and len(parts) == 3 or is_of_plant(serials[0])


def _joined(parts: list[str], digits: int) -> Shape:
    numbered = any(sum(map(str.isdigit, part)) > 2 for part in parts)
    short = all(len(part) < 6 or any(map(str.isdigit, part)) or part in _KINDS for part in parts)
    lettered = _LETTERED.fullmatch(parts[1]) is not None
    counted = lettered or names_kind(parts[0]) and digits > 3
    if counted and len(parts) == 2 and parts[0].isalpha() and len(parts[0]) < 6:
        return Shape.DEVICE if lettered or len(parts[0]) > _INITIALS else Shape.LIKELY
    if numbered and short and len(parts) > 2:
        kinds = [part for part in parts if part.rstrip("0123456789") in _KINDS]
        letters = [part for part in parts[1:] if len(part) == 1 and part.isalpha()]
        if kinds or any(letter in _LETTERS for letter in letters):
            return Shape.DEVICE
        if any(letter in _LIKELY_LETTERS for letter in letters):
            return Shape.DEVICE if digits > _SEVERITY_DIGITS else Shape.LIKELY
    if numbered and (parts[0] in _LIKELY_LETTERS or len(parts) == 2 and parts[0] in _KINDS):
        return Shape.LIKELY
    return Shape.POSSIBLE


def may_be_device(name: str) -> bool:
    """Whether `name` is a device's where it is called one."""
    return bool(shape_of(name)) or is_lettered_serial(name) or is_makers(name)


def counted_as_server(name: str) -> bool:
    """`acm-crm04`: a site, what it is for, and two digits, which are too few for machines of people."""
    match = _COUNTED_SERVER.fullmatch(name.lower())
    return match is not None and not any(part in _KINDS or is_given(part, certain=True) for part in match.groups())


def told_by_few(name: str) -> bool:
    """`mongo-rs0-1`, `ISILON-03`: no kind, nobody's name, and no more digits than servers are counted with."""
    runs = _RUNS.findall(name.lower())
    few = 0 < sum(len(run) for run in runs if run.isdigit()) < _SERVERS_DIGITS and runs[-1].isdigit()
    return few and not any(run in _KINDS or names_kind(run) or is_given(run, certain=True) for run in runs)


def hosts_in_domain(text: str, start: int, end: int) -> bool:
    """`pacs-arc-02.example.org`, `ingest-07.example.org`: words of no kind and no person, two digits, and a domain."""
    name = text[start:end].lower()
    tested = device_context.tested(text, end) and told_by_few(name)
    if tested or _DOMAIN.match(text, end) is None or _COUNTED_HOST.fullmatch(name) is None:
        return tested
    return not any(word in _KINDS or names_kind(word) or is_somebodys(word) for word in re.findall("[a-z]+", name))


def serves_sessions(name: str, lead: str) -> bool:
    """`session on xqm-02`, `profile on XQM-OSL-02`: letters and two digits, where many people have theirs."""
    *letters, number = re.split("[-_]", name.lower())
    if len(number) > 2 or not number.isdigit() or not letters or not device_context.hosts_many(lead):
        return False
    return all(part.isalpha() and part not in _KINDS and not is_given(part) for part in letters)


def names_kind(part: str) -> bool:
    """Whether a folded piece is a site and a kind in one that is no word: `apnb`, `osllt`."""
    return _SITE_KIND.fullmatch(part) is not None and _unheard(part) and zipf(part) < _WORDLESS


def _of_somebody(parts: list[str]) -> bool:
    """`lq-surface`, `sabbagh-x1`, `acm-osl-tewodros`: a kind, or a company and a site, and letters that are no word.

    `acm-martin`: or a company and a first name.
    """
    others = [part for part in parts if part.rstrip("0123456789") not in _KINDS and not part.isdigit()]
    if len(parts) == 2 == len(others) and len(parts[0]) in (3, 4) and _unheard(parts[0]):  # `OSL-OKONKWO`
        return len(parts[1]) > 4 and is_somebodys(parts[1]) and not is_plain(parts[1])
    if len(parts) == 3 and len(others) == 3 and all(part.isalpha() and 1 < len(part) < 5 for part in parts[:2]):
        others = [part for part in parts[2:] if len(part) > 5]
    if len(parts) == 2 and 1 < len(parts[0]) < 5 and is_given(parts[1], certain=True):
        return parts[0].isalpha() and not _serves(parts[0]) and _unheard(parts[0])
    return len(others) == 1 < len(parts) and len(others[0]) > 1 and _unheard(others[0].rstrip("0123456789"))


def of_a_site(parts: list[str]) -> bool:
    """`lt-nas-0528`: a kind, a site, a number; whatever else the letters of the site may mean."""
    return len(parts) == 3 and parts[0] in _KINDS and len(parts[1]) == 3 and parts[2].isdigit() and len(parts[2]) > 2


def is_service(part: str) -> bool:
    """Whether a folded piece of a name says that it serves many: `srv`, `dc01`."""
    return _SERVICE.fullmatch(part) is not None


def is_glued_service(letters: str) -> bool:
    """Whether folded letters end in what a server does: `emldc`, `oslsql`."""
    return len(letters) > 3 and _GLUED_SERVICE.search(letters) is not None


def is_numbered(name: str) -> bool:
    """Whether what a name begins with, or all of it, numbers tickets, codes, sizes and the like."""
    low = name.lower()
    head = re.split("[-_]", low)[0]
    bare = head.rstrip("0123456789")
    if CODE.match(head.upper()) or CODE.match(bare.upper()) or head in _NEVER or bare in _NEVER:
        return True
    return is_other_number(low)


def _serves(part: str) -> bool:
    return is_service(part) or is_serving(part)


def is_serving(part: str) -> bool:
    """Whether a folded piece of a name is a word for what serves many, whatever kind of machine it is: `mgmt`."""
    word = part.rstrip("0123456789")
    return word in _SERVING or word.endswith(_SERVES_ALL)


def _unheard(word: str) -> bool:
    return zipf(word) < (_INITIALS_ZIPF if len(word) < 4 else _PLAIN_ZIPF)
