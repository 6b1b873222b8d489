"""Device schemes that an object shows by itself (`VRK-[A-Z]{3}-[A-Z\\d]{5}`), and the names written by them.

A scheme is an expression of RE2 over a name in capitals: fixed letters that several devices share, and how many
letters or digits stand in every other place. It holds no name, so it may be kept and handed on.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers.base import Found, bounded
from redactory.detect.recognisers.device import with_domain
from redactory.detect.recognisers.device_schemes import is_numbered, is_plain, is_service, is_serving
from redactory.policy.model import FormatRule, Policy
from redactory.policy.patterns import compile_re2

OBSERVED = "observed-device"  # rule of a span
_SCORE = 0.85
_PARTS = re.compile(r"[-_]")
_COUNTED = re.compile(r"([a-z]{2,})\d{1,3}")
_SERVERS_DIGITS = 3  # servers are numbered with so many digits at most


@dataclass(frozen=True, slots=True)
class Schemes:
    """The schemes observed in one object, sorted. Where there are none, nothing else is looked for."""

    patterns: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 over the schemes: two objects with the same digest are redacted alike."""
        return hashlib.sha256("\n".join(self.patterns).encode()).hexdigest()


def observing_rule(policy: Policy) -> FormatRule | None:
    """The rule of the policy that asks for schemes to be observed; None where none does."""
    return next(
        (
            rule
            for rule in policy.formats
            if rule.recogniser == "device" and rule.options.get("observe") and policy.redacts(rule.entity or "")
        ),
        None,
    )


class ObservedDevices:
    """Names of observed schemes, with their domain, wherever they stand."""

    def __init__(self, schemes: Schemes) -> None:
        self._written = compile_re2(rf"\b(?:{'|'.join(schemes.patterns)})\b", ignore_case=True)

    def find(self, text: str) -> Iterator[Found]:
        for match in self._written.finditer(text):
            start, end = match.span()
            if stands_alone(text, start, end) and is_like_a_device(text[start:end]):
                yield Found(start, with_domain(text, end), _SCORE)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a whole name, and no part of a longer one."""
    longer = text[start - 1 : start] == "-" or text[end : end + 1] in ("-", "@")
    return bounded(text, start, end) and not longer


def is_like_a_device(name: str) -> bool:
    """Whether nothing in a name of some scheme says that it is a server, a ticket, a code or a word."""
    low = name.lower()
    if not (name.isupper() or low == name) or is_numbered(name):
        return False
    *first, last = _PARTS.split(low)
    if last.isalpha() and not first:
        return name.isupper() and not zipf(last)
    if last.isalpha():
        return not _serves(last) and (any(map(str.isdigit, low)) or not is_plain(last))
    if last.isdigit():
        return len(last) > _SERVERS_DIGITS or not any(map(_serves, first))
    counted = _COUNTED.fullmatch(last)
    return counted is None or not any(is_service(letters) for letters in _endings(counted.group(1)))


def _serves(part: str) -> bool:
    return is_service(part) or is_serving(part)


def _endings(letters: str) -> Iterator[str]:
    """`pfs`, `fs` of `vrkpfs`: what may say what a server is for."""
    return (letters[at:] for at in range(len(letters) - 1))
