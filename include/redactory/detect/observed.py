"""Device schemes that an object shows by itself (`VRK-[A-Z]{3}-[A-Z\\d]{5}`), and the names written by them.

A scheme is an expression of RE2 over a name in capitals: fixed letters that several devices share, and how many
letters or digits stand in every other place. It holds no name, so it may be kept and handed on.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers.base import Found, bounded
from redactory.detect.recognisers.device_edges import with_domain
from redactory.detect.recognisers.device_owners import is_plain
from redactory.detect.recognisers.device_schemes import is_numbered, is_service, is_serving
from redactory.policy.model import FormatRule, Policy
from redactory.policy.patterns import compile_re2

OBSERVED = "observed-device"  # rule of a span
_SCORE = 0.85
_PARTS = re.compile(r"[-_]")
_FREE = re.compile(r"(?:\[[^\]]+\]|\\d)\{[\d,]+\}")  # what is not fixed in a scheme
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
        self._schemes = [(re.compile(pattern), fixed_parts(pattern)) for pattern in schemes.patterns]

    def find(self, text: str) -> Iterator[Found]:
        for match in self._written.finditer(text):
            start, end = match.span()
            if stands_alone(text, start, end) and self._is_device(text[start:end]):
                yield Found(start, with_domain(text, end), _SCORE)

    def _is_device(self, name: str) -> bool:
        upper = name.upper()
        return any(is_like_a_device(name, fixed) for scheme, fixed in self._schemes if scheme.fullmatch(upper))


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a whole name, and no part of a longer one."""
    longer = text[start - 1 : start] == "-" or text[end : end + 1] in ("-", "@")
    return bounded(text, start, end) and not longer


def fixed_parts(pattern: str) -> frozenset[int]:
    """Which parts of a scheme's names are the same letters in all of them, or say what kind of device they are."""
    parts = re.sub(r"[(?:|)]", "", _FREE.sub("9", pattern)).replace("_", "-").split("-")
    return frozenset(place for place, part in enumerate(parts) if part.isalpha())


def is_like_a_device(name: str, fixed: Collection[int] = ()) -> bool:
    """Whether nothing in a name of some scheme says that it is a server, a ticket, a code or a word.

    `fixed` are the parts that all names of the scheme have.
    """
    low = name.lower()
    if not (name.isupper() or low == name) or is_numbered(name):
        return False
    parts = _PARTS.split(low)
    *first, last = parts
    if not first and last.isalpha():
        return name.isupper() and not zipf(last)
    if last.isdigit():
        counted = len(last) <= _SERVERS_DIGITS
        return not any(_serves(part) for place, part in enumerate(first) if counted or place not in fixed)
    own = next((parts[place] for place in reversed(range(len(parts))) if place not in fixed), "")
    if own.isalpha() and _serves(own):
        return False
    if not any(map(str.isdigit, low)):
        return not is_plain(own)  # no word of the language
    if last.isalpha():
        return True
    numbered = _COUNTED.fullmatch(last)
    if numbered is None:
        return True
    letters = numbered.group(1)
    return not is_serving(letters) and not any(map(is_service, _endings(letters)))


def _serves(part: str) -> bool:
    return is_service(part) or is_serving(part)


def _endings(letters: str) -> Iterator[str]:
    """`pfs`, `fs` of `vrkpfs`: what may say what a server is for."""
    return (letters[at:] for at in range(len(letters) - 1))
