"""How far the context network is believed: its word for it, and what the value itself looks like.

The network reads what stands around a value. What a value of an entity can look like, the lists and shapes of the other
layers know better: each entity has a least probability, and a value that does not look like one counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import lru_cache

from redactory.detect.contexts.candidates import is_login, may_be_account
from redactory.detect.gazetteer import ambiguous, cities, small_towns
from redactory.detect.lexicon import fold, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names import is_title
from redactory.detect.names_evidence import believe, is_name_word
from redactory.detect.recognisers.account_shapes import is_service_account
from redactory.detect.recognisers.coined_towns import BEHIND, HEADS
from redactory.detect.recognisers.device_owners import dotted_owner, numbered_surname
from redactory.detect.recognisers.device_schemes import is_glued_service, is_serving
from redactory.detect.spans import KeepSpan, Span
from redactory.policy.pins import CONTEXTS

TAKEN = 0.5
# read off unseen sentences: below these, values that must stay are called so (docs/detection.md)
LEAST = {"PHONE": 0.65, "EMP_ID": 0.6, "LOCATION": 0.6, "USER": 0.8, "HOSTNAME": 0.8, "PERSON": 0.8}
_UNKNOWN = 0.85  # of a place no gazetteer knows, and a name that is a word
_COINED = 0.92  # of a place that is a word of no language, as the names of products are
_CODE, _MIXED_CODE = 0.7, 0.9  # of `4.N.36`, and of `AK-403`, which may as well be an error
_NUMBERED = 0.93  # of an account with a digit or a mark, as hosts have
_CERTAIN = 0.95  # where the value is far more often something else
_LONG_NUMBER = 0.9  # nine digits and more in one piece, without the zero or the plus of a phone number
_BORNE = 5  # notable people of one surname
_SURE = 0.95  # a score
_NEVER = 2.0
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_OF_A_NUMBER = frozenset(("", "x", "ext", "extn", "extension", "tel", "phone", "dw", "durchwahl", "poste", "intern"))
_JOINS = frozenset("-\u2010\u2011\u2013\u2212_/#$%&")  # what a piece of a code, an option or a path stands behind
_HEADS = frozenset(map(str.lower, HEADS))
_LANGUAGES = ("de", "fr", "es", "it", "nl", "pt", "pl", "sv", "cs")
_HEARD = 3.3  # Zipf; a word this frequent in one of the languages is the word
_EVERYDAY = 4.5
_SEAT = re.compile(r"[A-Z]?[\d.-]+[A-Z]?")
_OF_A_HOST = re.compile(r"[a-z]0\d$")  # `tcrnps02`
_YEAR = re.compile(r"(?:19|20)\d\d")
_OF_A_YEAR = re.compile(r"[^\W\d_]+ (?:19|20)\d\d")  # `Office 2019`
_DASHED = re.compile(r"[\d-]+")  # `3-2-1`
_FACILITY_BEFORE = re.compile(r"(?i:\b(?:racks?|panels?|ports?|cabinets?|cages?|rows?|slots?|bays?|vlans?|outlets?)) $")
_RESOLUTION = re.compile(r"\d{3,5}x\d{3,5}")
_BEFORE_TECHNICAL = re.compile(
    r"(?i:\b(?:ports?|errors?|codes?|exit|status|sip|http|rows?|lines \d+|invoices?|orders?|part|tickets?|models?|"
    r"builds?|versions?|serials?|firmware|server|printer|ip phone|job|jobs|pid|event|id|files?|"
    r"refs?|references?|cases?)\b"
    r"(?:[^.!?\n]|\.(?= ?\d)){0,28}$)"
)
_BEHIND_COUNTED = re.compile(
    r" (?:to \d+ )?(?:rows|records|entries|lines|users|items|seconds|minutes|ms|s|times|"
    r"bytes|[KMGT]B|pixels|jobs|tickets|in stock|was released)\b"
)
_DEFAULT_DEVICE = re.compile(r"(?:WIN|DESKTOP|LAPTOP)-(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{7,11}")


def belief(
    text: str, start: int, end: int, entity: str, probability: float, logins: Container[str] = frozenset()
) -> float:
    """Score 0 to 1 of `text[start:end]`: at least 0.5 where it is as probable as it must be, 0 where it looks wrong.

    `logins` are the accounts of the directory.
    """
    looks = _LOOKS.get(entity)
    if looks is None:
        return 0.0
    least = max(LEAST[entity], looks(text, start, end))
    if entity == "USER" and least > 1 and is_login(text[start:end], logins):
        least = _UNKNOWN
    if least > 1:
        return 0.0
    if probability < least:
        return TAKEN * probability / least
    return TAKEN + (1 - TAKEN) * (probability - least) / (1 - least)


def overruled(text: str, spans: Sequence[Span], frames: Sequence[KeepSpan]) -> list[KeepSpan]:
    """Those of `frames` (names that words around them make a firm's) in which the network is sure of a town."""
    sure = [
        (span.start, span.end)
        for span in spans
        if span.rule == CONTEXTS and span.entity == "LOCATION" and span.score >= _SURE and _is_town(text, span)
    ]
    return [keep for keep in frames if any(start <= keep.start and keep.end <= end for start, end in sure)]


def _is_town(text: str, span: Span) -> bool:
    key = _key(text[span.start : span.end])
    return _is_listed(key) and key not in ambiguous()


def _key(value: str) -> str:
    """`value` as the gazetteer writes it."""
    return fold(value).replace("-", " ")


def _is_listed(key: str) -> bool:
    return key in cities() or key in small_towns()


def _phone(text: str, start: int, end: int) -> float:
    """Three to fifteen digits without a word that is not said of numbers; nothing below zero, no part of a code."""
    value = text[start:end]
    letters = "".join(filter(str.isalpha, value)).lower()
    if letters not in _OF_A_NUMBER or "\u2013" in value or value.count(".") == 3 or _joined(text, start, end):
        return _NEVER  # three points: an address or a version
    if not 3 <= len(_DIGIT.findall(value)) <= 15 or _RESOLUTION.fullmatch(value):
        return _NEVER
    if _counts(text, start, end):
        return _CERTAIN
    return _LONG_NUMBER if len(value) > 8 and value.isdigit() and value[0] != "0" and text[start - 1] != "+" else 0.0


def _counts(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a number or a code says that it is a machine's, or counts something."""
    return _BEFORE_TECHNICAL.search(text, max(0, start - 40), start) is not None or (
        _BEHIND_COUNTED.match(text, end) is not None
    )


def _joined(text: str, start: int, end: int) -> bool:
    """Whether the value is a piece of something longer."""
    if start > 0 and (text[start - 1] in _JOINS or text[start - 1] == "." and text[max(0, start - 2)].isalnum()):
        return True
    return text[end : end + 1] in ("-", "_") or text[end : end + 1] == "/" and text[end + 1 : end + 2].isdigit()


def _employee_number(text: str, start: int, end: int) -> float:
    """Digits alone: codes of letters and digits are as often errors, and the policy's format knows its own."""
    value = text[start:end]
    return 0.0 if value.isdigit() and 4 <= len(value) <= 12 and not _joined(text, start, end) else _NEVER


def _place(text: str, start: int, end: int) -> float:
    """A seat, a room, an address; or words that are a town's or no language's."""
    value = text[start:end]
    if _DIGIT.search(value):
        if _joined(text, start, end):
            return _NEVER
        if value.isdigit():
            return _CERTAIN if len(value) > 2 and not _YEAR.fullmatch(value) else _NEVER
        if " " in value:
            return _NEVER if _OF_A_YEAR.fullmatch(value) else 0.0
        if len(value) < 3 or _counts(text, start, end) or _DASHED.fullmatch(value):
            return _CERTAIN
        if _FACILITY_BEFORE.search(text, max(0, start - 24), start):
            return _NEVER
        return _CODE if _SEAT.fullmatch(value) else _MIXED_CODE
    words = [word for word in _WORD.findall(value) if not is_particle(word)]
    if not words or not all(map(is_name_word, words)) or any(word.isupper() and len(word) < 5 for word in words):
        return _NEVER
    key = _key(value)
    if key in ambiguous():
        return _UNKNOWN if BEHIND.match(text, end) else _NEVER
    if _is_listed(key):
        return 0.0
    if len(words) > 1 and fold(words[0]) in _HEADS:
        return _UNKNOWN
    if max(map(zipf, words)) >= _EVERYDAY:
        return _NEVER
    return _UNKNOWN if any(_heard(fold(word)) for word in words) else _COINED


@lru_cache(maxsize=20_000)
def _heard(word: str) -> bool:
    """Whether some language uses `word` so often that a text rather means the word."""
    from wordfreq import zipf_frequency

    return zipf(word) >= _HEARD or any(zipf_frequency(word, lang, "small") >= _HEARD for lang in _LANGUAGES)


def _person(text: str, start: int, end: int) -> float:
    words = [word for word in _WORD.findall(text[start:end]) if not is_particle(word)]
    if not words or len(words) > 5 or not all(word[0].isupper() and is_name_word(word) for word in words):
        return _NEVER
    if is_title(words[-1]):
        return _NEVER
    if text[end : end + 1] == ":" and len(words) > 1 and _heard(words[-1].lower()):
        return _NEVER  # `Dupuis Vorname:`, the label that follows
    if believe(words) >= TAKEN:
        return 0.0
    return _UNKNOWN if all(is_given(word) or surname_bearers(word) >= _BORNE for word in words) else _NEVER


def _account(text: str, start: int, end: int) -> float:
    """A word of no language in lower case, with or without a number; no account or host of a system."""
    value = text[start:end].rpartition("\\")[2]
    if len(value) > 40 or not value.islower() or is_service_account(value) or _joined(text, start, end):
        return _NEVER
    if _serves(value):
        return _NEVER
    if not may_be_account(value) or value.isalpha() and _heard(value):
        return _NEVER
    if value.isalpha():
        return 0.0
    return _NEVER if _OF_A_HOST.search(value) and not numbered_surname(value) else _NUMBERED


def _serves(value: str) -> bool:
    """`tlnfs09`, `nlmexch01`: a number behind letters that end in what a server does."""
    letters = value.rstrip("0123456789")
    if is_serving(value) or is_glued_service(letters):
        return True
    return len(letters) < len(value) and any(is_serving(letters[at:]) for at in range(1, len(letters) - 2))


def _device(text: str, start: int, end: int) -> float:
    """Windows' own names, and an account of two names with what kind of machine it has."""
    value = text[start:end]
    if _DEFAULT_DEVICE.fullmatch(value):
        return 0.0
    return 0.0 if any(map(dotted_owner, value.split("-")[:-1])) else _NEVER


_LOOKS: dict[str, Callable[[str, int, int], float]] = {
    "PHONE": _phone, "EMP_ID": _employee_number, "LOCATION": _place, "PERSON": _person, "USER": _account,
    "HOSTNAME": _device,
}  # fmt: skip
