"""Devices named after accounts of the directory, whatever a company's scheme: `ipad-jdoe`, `jdoe.clients.corp.example`.

A device carries an account without what parts it (`j.doe`, `JDOE`), cut where the name would be too long, glued to the
letters of a site (`OSLJDOE-N`, `OSLJDOEL2`), or as the first label of a host; or somebody's name (`named_devices`).
Spans rank with Layer 1: no host name holds them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Container, Iterator, Sequence
from functools import lru_cache

from redactory.detect.lexicon import zipf
from redactory.detect.named_devices import NamedDevices
from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.base import bounded
from redactory.detect.recognisers.device import is_device_word, is_service, username_like
from redactory.detect.recognisers.device_edges import with_domain
from redactory.detect.spans import IDENTITY, Span

RULE = "account-device"
_HOST = sieved(r"(?<![\w./\\@-])[A-Za-z][A-Za-z0-9]{2,24}+(?:\.[A-Za-z0-9-]{1,40}){1,5}\.[A-Za-z]{2,12}(?![\w-])")
_JOINED = re.compile(r"(?<![\w./\\@-])[A-Za-z0-9]{1,24}+(?:[-_][A-Za-z0-9]{1,24}+){1,3}(?![\w@-])")
_FUSED = sieved(r"(?<![\w.\\@-])[A-Za-z]{8,24}+\d{1,3}(?![\w@-])")
_DOTTED = re.compile(r"\.[A-Za-z0-9-]+\.[A-Za-z]")  # most texts hold no host of three labels
_TAIL = re.compile(r"[A-Za-z]?\d{0,3}")  # what tells the devices of one person apart
_SITE = (2, 3, 4)  # letters of a site or company before an account
_MIN_CUT = 8  # letters of an account that a device name has cut short
_MIN_GLUED, _MIN_LABEL, _MIN_FUSED = 4, 5, 5
_WORD_ZIPF = 3.0  # an account this frequent as a word needs capitals or a domain of clients
_UNHEARD = 1.2  # a token with an account in it is no word of any text
_TOKENS = 20_000  # distinct tokens whose answer is remembered
_CLIENTS = frozenset(
    (
        "byod", "client", "clients", "desktop", "desktops", "endpoint", "endpoints", "laptop", "laptops", "notebooks",
        "pcs", "wks", "workstation", "workstations",
    )
)  # fmt: skip
_DEVICE_BEFORE = re.compile(
    r"(?:^|[^A-Za-z0-9])((?:workstation|laptop|desktop|notebook|macbook|imac|mac|iphone|ipad|surface|tablet|thinkpad|pc"
    r"|ws|wks|nb|lt|ltp)[-_])$",
    re.I,
)
_DEVICE_AFTER = re.compile(r"(?:[-_][A-Za-z0-9]+)+")
_SCHEME_BEFORE = re.compile(r"(?<![\w.-])([A-Za-z]{2,4}-[A-Za-z]{2,4}-)$")
_SCHEME_SERVICE = re.compile(
    r"(?i)(?:^|-)(?:srv|svr|dc|db|sql|web|app|api|prn|prt|ps|fs|nas|san|lb|gw|fw|sw|rtr|ap|wlc|vpn|ise|nps|ca|"
    r"ad|dns|dhcp|ntp"
    r"|mx|vm|esx|bkp|mon|log|elk|git|ci|k8s|mfp|pbx|svc|gg|dl|grp|app|role|prod|test|dev|uat|stg)-"
)


def device_by_scheme(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The edges of a device named after a company, a site and the account at `start` to `end` (`BM-DUD-MARSH`)."""
    if text[start - 1 : start] != "-" or text[end : end + 1] in ("-", "_"):
        return None
    before = _SCHEME_BEFORE.search(text[max(0, start - 12) : start])
    if before is None or _SCHEME_SERVICE.search(before.group(1)):
        return None
    head, value = before.group(1), text[start:end]
    if not (head.isupper() and value.isupper() or head.islower() and value.islower()):
        return None
    return start - len(head), end


def device_around(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The edges of the device name that is fused with the account at `start` to `end`, or None."""
    before = _DEVICE_BEFORE.search(text[max(0, start - 24) : start])
    if before is None:
        return None
    rest = _DEVICE_AFTER.match(text, end)
    return start - len(before.group(1)), rest.end() if rest else end


class AccountDevices:
    """Device names that hold an account or a name; the arguments are those of `NamedDevices`."""

    def __init__(
        self,
        logins: Sequence[str],
        surnames: Collection[str] = frozenset(),
        givens: Container[str] = frozenset(),
        firms: Container[str] = frozenset(),
    ) -> None:
        self._logins = logins
        self._people = bool(logins or surnames)
        self._named = NamedDevices(logins, surnames, givens, firms)
        self._is_host = lru_cache(maxsize=_TOKENS)(self._names_host)
        self._is_joined = lru_cache(maxsize=_TOKENS)(self._names_joined)
        self._is_fused = lru_cache(maxsize=_TOKENS)(self._names_fused)

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """Spans of every text."""
        if not self._people:
            return [[] for _ in texts]
        return [list(self._of(text)) for text in texts]

    def _of(self, text: str) -> Iterator[Span]:
        if _DOTTED.search(text):
            yield from (_device(*m.span()) for m in _HOST.finditer(text) if self._is_host(m.group()))
        for match in _FUSED.finditer(text):
            if bounded(text, *match.span()) and self._is_fused(match.group()):
                yield _device(match.start(), with_domain(text, match.end()))
        if "-" in text or "_" in text:
            for match in _JOINED.finditer(text):
                if bounded(text, *match.span()) and (
                    self._is_joined(match.group()) or self._named.stands(text, *match.span())
                ):
                    yield _device(match.start(), with_domain(text, match.end()))

    def _names_host(self, host: str) -> bool:
        label, *domain = host.lower().split(".")
        if is_service(label) or not (label.isalnum() and any(map(str.isalpha, label))):
            return False
        if _names_clients(domain):
            return self._is_login(label) or username_like(label)
        return len(label) >= _MIN_LABEL and zipf(label) < _UNHEARD and self._is_login(label)

    def _names_joined(self, token: str) -> bool:
        parts = token.lower().replace("_", "-").split("-")
        others = [part for part in parts if not is_device_word(part)]
        if len(others) < len(parts):
            found = any(self._is_login(p) and (token.isupper() or zipf(p) < _WORD_ZIPF) for p in others)
        else:
            head, *tail = parts
            found = (
                len(tail) == 1
                and _TAIL.fullmatch(tail[0]) is not None
                and head.isalpha()
                and (token.isupper() or token.islower())
                and any(len(head) - site >= _MIN_GLUED and self._is_login(head[site:]) for site in _SITE)
                and zipf(head) < _UNHEARD
            )
        return found and not any(map(is_service, parts))

    def _names_fused(self, token: str) -> bool:
        """Whether `token` is the letters of a site, a whole account, and what tells somebody's devices apart."""
        letters = token.lower().rstrip("0123456789")
        if not (token.isupper() or token.islower()) or zipf(letters) >= _UNHEARD:
            return False
        accounts = (letters[site : len(letters) - tail] for site in _SITE for tail in (0, 1))
        return any(len(name) >= _MIN_FUSED and self._is_login(name, whole=True) for name in accounts)

    def _is_login(self, name: str, *, whole: bool = False) -> bool:
        """Whether `name` is an account, or the beginning of one where it need not be the `whole`."""
        if len(name) < 3:
            return False
        at = bisect_left(self._logins, name)
        if at == len(self._logins):
            return False
        login = self._logins[at]
        return login == name or not whole and len(name) >= _MIN_CUT and login.startswith(name)


def _device(start: int, end: int) -> Span:
    return Span(start, end, "HOSTNAME", IDENTITY, RULE, 1.0)


def _names_clients(labels: Sequence[str]) -> bool:
    """Whether one of a domain's folded labels says that its hosts are people's: `clients`, `acm-workstations`."""
    return any(word in _CLIENTS for label in labels for word in label.split("-"))
