"""Names of personal devices: a device prefix or suffix fused with a person, Windows' default names, phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redactory.detect.lexicon import surname_bearers, zipf
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import (
    Found,
    Options,
    before,
    bounded,
    flag,
    found,
    own_patterns,
    pattern,
    refuse_unknown,
    strings,
)
from redactory.detect.recognisers.device_defaults import after_owners, in_settings
from redactory.detect.recognisers.device_edges import is_free, is_in_path, of_an_account, with_domain
from redactory.detect.recognisers.device_numbers import is_of_plant, is_other_number, minted, serial
from redactory.detect.recognisers.device_owners import (
    RARE,
    any_owner,
    fused_person,
    hardly_word,
    is_name_like,
    numbered_surname,
    owned_in_scheme,
    person_letters,
    personal,
    told_apart,
    username_like,
)
from redactory.detect.recognisers.device_rows import beside
from redactory.detect.recognisers.device_schemes import (
    CODE,
    Shape,
    hosts_in_domain,
    is_device,
    is_glued_service,
    is_numbered,
    is_service,
    is_serving,
    may_be_device,
    names_kind,
    of_a_site,
    serves_sessions,
    shape_of,
    told_by_few,
)
from redactory.detect.wordlists import read_words

DEFAULT_PREFIXES = read_words("device_prefixes")
SHORT_PREFIXES = read_words("device_short_prefixes")
DEFAULT_SUFFIXES = read_words("device_suffixes")
_NAME = pattern(
    r"[\pL\d][\pL\d'\x{2019}]*(?:[-_][\pL\d'\x{2019}]+)+(?:\.(?:[\pL\d-]+\.[\pL\d.-]*[\pL\d]|"
    r"local|lan|home|corp|internal))?"
)
_GLUED = pattern(r"(?:[a-z]+\d|\d+[a-z])[a-z\d]*")  # `NB00412`
_MODEL = re.compile(
    r"^(?:e(?:1[1-6]|1[234][05]|[2-6]\d[05])s?|(?!x64|x86)[lptxz][1-9]\d{1,2}[gps]?\d?|x1(?:c\d*)?|xps\d{2}|zbook\w*|probook\w*|precision\d*)$"
)
_SERVER = re.compile(r"(?:srv|svr|server)\d*")
_SYSTEM = re.compile(r"^w(?:in)?(?:7|8|10|11)$")  # `WIN10-JDOE`: an operating system as a prefix
_EDITION = re.compile(
    r"^(?:(?:1[5-9]|20)\d\d|\d{2}H\d|X(?:64|86)|ARM(?:64)?|PRO|ENT|EDU|IOT|LTS[BC]|HOME|BASE|GOLD|IMG|IMAGE|ISO|UPG|"
    r"REF)$"
)
_BETWEEN = re.compile(r"[^_.]*-[^_.]*")
_HEX_PAIR = re.compile(r"^[0-9A-Fa-f]{2}$")  # of a MAC address
# what Windows, its installer and its cloud PCs call themselves
_WINDOWS = re.compile(
    r"^(?:DESKTOP-[A-Z0-9]{7}|LAPTOP-[A-Z0-9]{8}|PC-[A-Z0-9]{8,12}|MININT-[A-Z0-9]{7}|CPC-[A-Z]{1,5}-[A-Z0-9]{5}|"
    r"CPC-[A-Z0-9]{9,12})$",
    re.IGNORECASE,
)
# in the names of files that two machines changed (`Plan-LAPTOP-9XKT2M4Q.docx`), and in paths
_WINDOWS_WITHIN = pattern(r"(?:DESKTOP-[A-Z\d]{7}|LAPTOP-[A-Z\d]{8})", ignore_case=False)
# what an installer offers: `ubuntu-jdoe`, `DELL-MARTA`
_BORN = re.compile(
    r"^(?:lnx|mint|ubuntu|debian|fedora|manjaro|kali|arch|dell|lenovo|asus|acer|msi|toshiba|medion|gigabyte)$"
)
_ASSET = re.compile(r"^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+$")
_CASE = 24  # characters before a name that say what is numbered
_NAMES = 20_000  # distinct names whose weight is remembered
_TEAM_DEVICES = frozenset(("laptop", "workstation", "desktop", "notebook", "macbook", "tablet", "ipad", "iphone"))


class DeviceRecogniser:
    """Personal devices whole, with their domain. Options `prefixes`, `suffixes`, `patterns` say a company's scheme.

    `prefixes` add to the defaults; `patterns` are RE2 expressions that count as they are. `observe` is for the pass
    over a whole object that comes before.
    """

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("prefixes", "suffixes", "patterns", "observe"), "device")
        flag(options, "observe")
        self._strong = frozenset(p.casefold() for p in (*DEFAULT_PREFIXES, *strings(options, "prefixes")))
        self._short = frozenset(p.casefold() for p in SHORT_PREFIXES)
        self._suffixes = frozenset(s.casefold() for s in (*DEFAULT_SUFFIXES, *strings(options, "suffixes")))
        self._patterns = own_patterns(options)
        self._weigh = lru_cache(maxsize=_NAMES)(self._weighed)  # names of hosts and hyphened words repeat

    def find(self, text: str) -> Iterator[Found]:
        for own in self._patterns:
            for match in own.finditer(text):
                yield found(match, 0.95)
        for match in _GLUED.finditer(text):
            start, end = match.span()
            if not may_be_device(match.group()):
                continue
            if is_free(text, start, end) and is_device(text, start, end):
                yield Found(start, with_domain(text, end), 0.8)
                yield from (Found(*place, 0.6) for place in beside(text, end))
            elif shape_of(match.group()) > Shape.POSSIBLE and of_an_account(text, start, end):
                yield Found(start, end, 0.75)
        yield from in_settings(text)
        if "-" not in text and "_" not in text:
            return
        defaults = [match for match in _WINDOWS_WITHIN.finditer(text) if _is_default(text, *match.span())]
        yield from (found(match, 0.9) for match in defaults)
        for start, end, score in after_owners(text):
            if is_free(text, start, end):
                yield Found(start, end, score)
        for match in _NAME.finditer(text):
            start, end = match.span()
            if any(start < other.start() < end for other in defaults):
                continue
            if is_free(text, start, end):
                name = match.group().split(".", 1)[0]
                score = self._score(text, start, name) or 0.8 * is_device(text, start, start + len(name))
                if score:
                    yield Found(start, end, score)
                    yield from (Found(*place, 0.6) for place in beside(text, end))
            elif of_an_account(text, start, end):
                named = shape_of(match.group()) > Shape.POSSIBLE or _is_named_device(match.group())
                score = self._weigh(match.group())[0] or 0.75 * named
                if score:
                    yield Found(start, end, score)
            elif is_in_path(text, start, end) and self._of_machines(match.group()):
                yield Found(start, end, 0.75)
            if "_" in match.group() and "-" in match.group():  # of a file: `dump_ACM-LT-00412.txt`
                for piece in _BETWEEN.finditer(match.group()):
                    if shape_of(piece.group()) is Shape.DEVICE:
                        yield Found(start + piece.start(), start + piece.end(), 0.75)

    def _of_machines(self, name: str) -> bool:
        """Whether a name in a path is a device's by itself, which words of addresses of pages are not."""
        return shape_of(name) is Shape.DEVICE or name.isupper() and self._weigh(name)[0] > 0

    def _score(self, text: str, start: int, name: str) -> float:
        unsaid, said = self._weigh(name)
        if unsaid and minted(name, said=False) and device_context.is_of_a_case(before(text, start, _CASE)):
            return 0.0
        if said == unsaid or hosts_in_domain(text, start, start + len(name)):
            return unsaid
        lead = before(text, start, device_context.WINDOW)
        if serves_sessions(name, lead) or device_context.numbers(lead):
            return unsaid
        serial = minted(name, said=True)
        few = told_by_few(name)
        handled = (serial or shape_of(name)) and device_context.handled(lead, text, start + len(name), few=few)
        hosts = serial and device_context.hosts(lead) and not device_context.logs(text, start + len(name))
        return said if device_context.called(lead) or handled or hosts else unsaid

    def _weighed(self, name: str) -> tuple[float, float]:
        """The score of a name by itself, and where a word for a device stands before it."""
        return self._weight(name, said=False), self._weight(name, said=True)

    def _weight(self, name: str, *, said: bool) -> float:
        if _WINDOWS.match(name) and any(c.isdigit() for c in name[4:]):
            return 0.95
        parts = re.split(r"[-_]", name)
        if CODE.match(parts[0]) or is_other_number(name.lower()) or all(_HEX_PAIR.match(part) for part in parts):
            return 0.0
        head = parts[0].casefold()
        if _SYSTEM.match(head):
            rest = parts[1:]
            edition = _EDITION.match(rest[0].upper()) is not None
            return 0.85 if not edition and personal(rest, upper=True) else 0.0
        if _BORN.match(head) and len(parts) == 2 and is_name_like(parts[1]):
            return 0.8
        if len(head) < 4 and len(parts) == 3 and is_service(parts[1].casefold()) and parts[2].isdigit():
            return 0.0  # `MBA-FS-02`: the letters of a site
        if head in self._strong or head.rstrip("0123456789") in self._strong:
            words = [part.casefold() for part in parts[1:] if not part.isdigit()]
            if words and (all(map(is_serving, words)) or any(map(_SERVER.fullmatch, words))):
                return 0.0  # `LAPTOP-MGMT-01`, `DESKTOP-SQL-SRV02`
            return 0.9 if personal(parts[1:], upper=parts[0].isupper()) else 0.0
        if not of_a_site(name.casefold().split("-")) and any(map(_serves, parts)):
            return 0.0
        if minted(name, said=said):
            return 0.7
        if len(parts) == 2 and is_of_plant(parts[1]) and username_like(head):
            return 0.85  # `jdoe-C02XL0GYJGH5`
        upper = name.upper() == name
        if self._ends_in_device(parts):
            return 0.85
        numbered = len(parts) == 3 and parts[2].isdigit()  # `lt-jdoe-02`, not `tab-order`
        if (upper or said or numbered or any(map(hardly_word, parts[1:]))) and self._begins_short(parts, said=said):
            return 0.8
        if self._holds_device(parts) and (upper or said or len(parts) == 3 and told_apart(parts[-1])):
            return 0.75
        if len(parts) == 3 and (parts[1].casefold() in self._strong | self._short) and owned_in_scheme(*parts):
            return 0.75  # `acm-nb-ingrid`, `ACM-NB-Bakker`
        if len(parts) == 3 and parts[1].casefold() in _TEAM_DEVICES and parts[2].isdigit() and parts[0].isalpha():
            return 0.7  # `sales-laptop-23`
        if upper and len(parts) <= 3 and any(fused_person(part) for part in parts[1:]):
            return 0.7
        of_scheme = len(parts) == 3 and all(part.isalpha() and len(part) < 5 for part in parts[:2])
        if of_scheme and not parts[2].isdigit() and (said or numbered_surname(parts[2])):
            return 0.7  # `BM-LEU-HO2`: a company, a site, a person
        asset = said and _ASSET.match(name) and (upper or head.isdigit()) and any(c.isdigit() for c in name)
        return 0.75 if asset and not is_numbered(name) else 0.0

    def _begins_short(self, parts: list[str], *, said: bool) -> bool:
        """`NB-KPATEL`, `LT-4F2A91`. `WS-20417` reads as a badge: digits alone need the word `laptop` beside them."""
        rest = parts[1:]
        if parts[0].casefold() not in self._short or (all(part.isdigit() for part in rest) and not said):
            return False
        return person_letters(rest) or (len(rest) == 1 and serial(rest[0]))

    def _ends_in_device(self, parts: list[str]) -> bool:
        """`mkowalski-t480`, `ingrid-macbook-pro`."""
        for length in (2, 1):
            tail = "-".join(parts[-length:]).casefold()
            if len(parts) > length and (tail in self._suffixes or tail.rstrip("0123456789") in self._suffixes):
                owner = parts[:-length]
                if parts[0].isupper() and any(part.isalpha() and zipf(part) < RARE for part in owner[1:]):
                    return True
                initialled = len(owner) == 2 and min(map(len, owner)) == 1 < max(map(len, owner))
                return initialled or any(map(username_like, owner))
        if _MODEL.match(parts[-1].casefold()) and len(parts) == 2:
            named = any_owner(parts[0]) and len(parts[0]) > (3 if parts[0].isupper() else 2)  # no `PXE-E53`
            serves = is_glued_service(parts[0].lower()) and not surname_bearers(parts[0])  # `OSLSAP-P11`
            return not serves and (named or username_like(parts[0]))
        return len(parts) == 2 and _MODEL.match(parts[0].casefold()) is not None and username_like(parts[1])

    def _holds_device(self, parts: list[str]) -> bool:
        """`ACM-LT-00231`: a site, a device, a number or a person."""
        if len(parts) < 3 or not any(p.casefold() in self._strong | self._short for p in parts[1:-1]):
            return False
        return any(c.isdigit() for c in parts[-1]) or person_letters(parts[2:])


def _is_default(text: str, start: int, end: int) -> bool:
    return bounded(text, start, end) and any(map(str.isdigit, text[start:end]))


def _serves(part: str) -> bool:
    low = part.casefold()
    return is_service(low) or len(low) > 2 and is_serving(low)  # two letters may be somebody's initials


_TOKEN_LEFT = re.compile(r"(?:[A-Za-z0-9]+[-_])*$")
_TOKEN_RIGHT = re.compile(r"(?:[-_][A-Za-z0-9]+)*")
_DEVICE_WORDS = DEFAULT_PREFIXES | SHORT_PREFIXES | DEFAULT_SUFFIXES | frozenset(("win10", "win11", "w10", "w11"))


def device_of(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The edges of the device name of which somebody's name at `start` to `end` is a segment (`NB-HU`), or None."""
    glued = text[start - 1 : start] in ("-", "_") and start > 0 or text[end : end + 1] in ("-", "_") and end < len(text)
    if not glued or not text[start:end].isascii():
        return None
    left, right = _TOKEN_LEFT.search(text, max(0, start - 24), start), _TOKEN_RIGHT.match(text, end)
    first = left.start() if left else start
    last = right.end() if right else end
    segments = [s.casefold() for s in re.split(r"[-_]", text[first:start] + text[end:last]) if s]
    if not is_free(text, first, last) or any(map(is_service, segments)):
        return None
    return (first, last) if any(map(is_device_word, segments)) else None


def is_device_word(part: str) -> bool:
    """Whether a folded piece of a name says what kind of personal device it is: `lt`, `ipad2`."""
    return part.rstrip("0123456789") in _DEVICE_WORDS or names_kind(part)


def _is_named_device(name: str) -> bool:
    """`bright-mbp`: an account's machine, whatever word its owner is called by."""
    parts = re.split("[-_]", name.casefold())
    return len(parts) > 1 and any(map(is_device_word, parts)) and not any(map(_serves, parts))
