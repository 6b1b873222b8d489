"""Devices named after people of the directory, whatever else is in the name: `okonkwo-book`, `ACM-LINDQVIST-4`.

A whole piece of the name is somebody's surname, account (with or without its number), initial and surname or first
name and initial. By itself that counts where the piece is no word of the language, no town and no firm, and where the
rest says device or tells machines apart; where the text or the key speaks of a device, it counts in any case.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from enum import IntEnum
from functools import lru_cache

from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.names import is_ordinary, is_particle
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.account_shapes import is_second_account, is_service_account
from redactory.detect.recognisers.base import before
from redactory.detect.recognisers.device import is_device_word, is_service
from redactory.detect.recognisers.device_schemes import CODE, is_serving
from redactory.detect.wordlists import read_words

_TOKENS = 20_000  # distinct tokens whose answer is remembered
_MIN_ALONE = 4  # letters of a name that counts without a word for a device in the token
_FUSED, _FUSED_ZIPF = 5, 1.2  # letters of an initial and a surname in one, which are no word of any text
_WORD_ZIPF = 4.0  # a name this frequent is a word or a well-known firm's as well
_PLAIN_ZIPF = 3.0  # a word this frequent beside a name may say anything: `okonkwo-report`
_WELL_KNOWN = 8  # notable bearers of a surname
_LETTERS_ZIPF, _UNHEARD = 3.8, 2.0  # letters of a company are abbreviations of something, too
_KINDS = read_words("device_kinds_behind_names")
_AS_MAKERS = re.compile(r"(?:(?:iPhone|iPad|iMac|MacBook|Mac|Air|Pro|Mini|Galaxy|Pixel)-)+[A-Z][a-z]+")
_NOT_MACHINES = frozenset(
    (
        "adm", "admin", "app", "dl", "ext", "fix", "gg", "gmbh", "group", "grp", "gruppe", "grupo", "haus", "hotfix",
        "platz", "priv", "ro", "road", "role", "rw", "sg", "share", "str", "strasse", "street", "team", "ug", "user",
        "users",
    )
)  # fmt: skip
_FILE_AFTER = re.compile(
    r"\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|csv|txt|md|msg|eml|pst|zip|gz|png|jpe?g|gif|mp4|vcf|log|json|ya?ml|xml|"
    r"py|js|ts|sh|ps1|sql|html?|exe|msi|pem|crt|key)(?![\w-])",
    re.IGNORECASE,
)
_KEY_BEFORE = re.compile(
    r"(?:^|[^a-z])(?:device|client|computer|workstation|machine|endpoint|laptop|notebook|pc|asset|dev|"
    r"(?:src|source|client|host|device|computer|workstation|machine|net ?bios)[ _-]?(?:host|name)|host|mac ?name)"
    r"[\"']?\s?(?:[:=]|=>)\s?[\"'\[(<]?$"
)
_NAME_BEFORE = re.compile(r"(?:^|[^a-z])name[\"']?\s?[:=]\s?[\"']?$")
_LEASED = re.compile(r"\b(?:lease|dhcp|mac|hwaddr|vlan|ssid|wlan|wi-?fi|os|serial|enrol\w*)\b", re.IGNORECASE)
_ON_IT = re.compile(
    r"[\"'`)]{0,2}(?::~? ?\S{0,20}[$%#] |:~| (?:is |stands? )?on (?:the|its|my|your) (?:sticker|label|lid))"
)
_LOGGED_FROM = re.compile(
    r"\b(?:(?:log(?:s|ged)?|sign(?:s|ed)?) (?:on|in|into)|connected|session|rdp|ssh)\b[^\n.]{0,40} from [\"'`(\[]?$"
)
_NEARBY = 80


class Named(IntEnum):
    """What a token says by itself: nothing, a device where one is spoken of, a device."""

    NO = 0
    SPOKEN_OF = 1
    DEVICE = 2


class NamedDevices:
    """Host names with somebody's name in them.

    `logins`: accounts without separators, folded and sorted; `surnames`: without separators, folded, umlauts written
    both ways; `givens`: folded given names; `firms`: names of vendors and products in lower case, which are no sign of
    a person by themselves.
    """

    def __init__(
        self, logins: Sequence[str], surnames: Container[str], givens: Container[str], firms: Container[str]
    ) -> None:
        self._logins, self._surnames, self._givens, self._firms = logins, surnames, givens, firms
        self.weight = lru_cache(maxsize=_TOKENS)(self._weight)

    def stands(self, text: str, start: int, end: int) -> bool:
        """Whether the token at `start` to `end` is somebody's device there."""
        weight = self.weight(text[start:end])
        if weight is Named.NO or _FILE_AFTER.match(text, end):
            return False
        return weight is Named.DEVICE or _spoken_of(text, start, end)

    def _weight(self, token: str) -> Named:
        parts = re.split("[-_]", token.lower())
        if CODE.match(parts[0].upper()) or is_second_account(token) or is_service_account(token):
            return Named.NO
        if any(is_service(p) or len(p) > 2 and is_serving(p) or p in _NOT_MACHINES or is_particle(p) for p in parts):
            return Named.NO
        kinds = [part for part in parts if part.rstrip("0123456789") in _KINDS or is_device_word(part)]
        others = [part for part in parts if part not in kinds]
        owners = [part for part in others if self._is_owner(part)]
        if not owners and kinds:
            owners = [part for part in others if part in self._givens or self._is_initialled(part)]
        rest = [part for part in others if part not in owners and not part.isdigit()]
        if len(owners) != 1 or len(parts) == 1 or any(len(part) == 1 or _is_name(part) for part in rest):
            return Named.NO  # `smith-jones`, `okonkwo_a`
        owner = owners[0]
        as_makers = _AS_MAKERS.fullmatch(token) is not None  # write it: `iPad-Ada`
        if not (token.islower() or token.isupper() or as_makers) or len(owner) < 3 or self._is_word(owner):
            return Named.SPOKEN_OF
        if kinds:
            return Named.DEVICE
        known = zipf(owner) < _PLAIN_ZIPF or surname_bearers(owner) >= _WELL_KNOWN  # `HERMES-01` is named after a god
        if len(owner) < _MIN_ALONE or not known or not all(_says_nothing(part, token.isupper()) for part in rest):
            return Named.SPOKEN_OF
        return Named.DEVICE

    def _is_owner(self, part: str) -> bool:
        if len(part) < 2 or part.isdigit():
            return False
        if part in self._surnames or len(part) > 2 and self._is_login(part):
            return True
        if len(part) < _FUSED or zipf(part) >= _FUSED_ZIPF:
            return False
        return part[:-1] in self._givens or self._is_initialled(part)

    def _is_initialled(self, part: str) -> bool:
        """`gokonkwo`, `okonkwog`, `vub`: a surname and an initial."""
        return len(part) > 2 and zipf(part) < _UNHEARD and (part[1:] in self._surnames or part[:-1] in self._surnames)

    def _is_login(self, part: str) -> bool:
        """Whether `part` is an account, or one without its number."""
        at = bisect_left(self._logins, part)
        if at == len(self._logins):
            return False
        login = self._logins[at]
        return login == part or login.startswith(part) and login[len(part) :].isdigit()

    def _is_word(self, part: str) -> bool:
        letters = part.rstrip("0123456789")
        return zipf(letters) >= _WORD_ZIPF or is_ordinary(letters) or letters in self._firms or letters in cities()


def _says_nothing(part: str, capitals: bool) -> bool:
    """Letters of a company or a site, or a code, and no word: `ACM-OKONKWO-4`, no `okonkwo-report`."""
    if not capitals:
        return zipf(part) < _UNHEARD
    return zipf(part) < (_LETTERS_ZIPF if len(part) < _MIN_ALONE else _PLAIN_ZIPF)


def _is_name(part: str) -> bool:
    """A given name or a surname of the lists beside the owner's: both are one person's, and no device's."""
    return len(part) > 2 and part.isalpha() and (is_given(part) or surname_bearers(part) > 1)


def _spoken_of(text: str, start: int, end: int) -> bool:
    lead = before(text, start, device_context.WINDOW)
    if _KEY_BEFORE.search(lead) or device_context.called(lead) or device_context.handled(lead, text, end):
        return True
    if device_context.hosts(lead) or _LOGGED_FROM.search(lead) or _ON_IT.match(text, end):
        return True
    return (
        _NAME_BEFORE.search(lead) is not None
        and _LEASED.search(text, max(0, start - _NEARBY), end + _NEARBY) is not None
    )
