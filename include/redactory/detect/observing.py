"""A first pass over an object: names that its texts call somebody's machine, and the schemes they are written by.

Every company names its devices in its own way, and a text often names one without a word for it; somewhere else in the
same object the same scheme stands behind `my laptop` or `workstation=`. A scheme counts when enough different names of
it are called devices, and few are called anything else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from redactory.detect.escapes import spelled_out
from redactory.detect.keep import KeepLayer
from redactory.detect.keyed import names_device
from redactory.detect.lexicon import is_given, surname_bearers
from redactory.detect.observed import Schemes, fixed_parts, is_like_a_device, observing_rule, stands_alone
from redactory.detect.prefilter import sieved
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import before, pattern, scannable
from redactory.detect.recognisers.device import is_device_word
from redactory.detect.recognisers.device_owners import is_plain
from redactory.detect.recognisers.device_schemes import is_numbered, names_kind
from redactory.detect.shapes import free
from redactory.policy.model import Policy
from redactory.records.model import TextField

_MOST_NAMES = 50_000  # different names that are remembered; a scheme shows long before
_MIN_NAMES = 4  # different names of a scheme that are spoken of as devices,
_MIN_LONG = 8  # where its letters are one, or as many as a person's name has: nobody has so many devices,
_MIN_SINGLE = 5  # digits behind a single letter,
_MIN_CALLED = 3  # and that are called so outright
_MIN_SHARE = 0.15  # of the names of its shape; codes are called devices by chance
_MAX_OTHERS = 0.1  # of them that are called something else
_MIN_REST, _REST_SHARE = 2, 0.05  # names of a scheme that no closer one has, and their share
_SHORTEST, _LONGEST = 5, 24
_REMEMBERED = 20_000  # names and paths, which repeat
_FIXED = 4  # letters of a site or a team; longer ones may be a person's name
_MIN_FREE = 3  # digits, or letters and digits, that tell machines apart
# letters and digits in one, capitals joined, words joined of which one is none
_NAME = pattern(
    r"[A-Za-z][A-Za-z_-]*\d[A-Za-z\d_-]*|\d+[A-Za-z_-][A-Za-z\d_-]+|[A-Z]{2,}[_-][A-Z]{2,}[A-Z_-]*|"
    r"[a-z]{3,}(?:[_-][a-z]{2,})+",
    ignore_case=False,
)
_WRITTEN = re.compile(r"[A-Z\d]+(?:[-_][A-Z\d]+)*")
_PARTS = re.compile(r"([-_])")
_LETTERS = re.compile(r"[A-Z]+")
_OTHER = sieved(
    r"\b(?:servers?|services?|printers?|switch|router|firewall|gateway|cluster|node|controller|database|appliance|"
    r"hypervisor|vm|share|queue|site|event|error|code|ticket|incident|request|change|case|order|invoice|part|model|"
    r"licen[cs]e|article|badge|employee|room|rack|circuit|vlan|certificate|port|project|task|bug|build|version)"
    r"(?: (?:name|host|number|no\.?|id|is|was))?[\s:=#(\"'`\[]{1,3}$"
)
_LEAD = 32
# what the texts say of a name, as bits: somebody's machine; dealt with as machines are; a server, a ticket, a room
_CALLED, _HANDLED, _OTHERWISE = 1, 2, 4


def observer_for(policy: Policy) -> Observer | None:
    """The observer a policy asks for; None where it asks for none."""
    rule = observing_rule(policy)
    if rule is None or rule.entity is None:
        return None
    keep = KeepLayer(policy)

    @cache
    def held(name: str) -> bool:
        return any(span.start == 0 and span.end == len(name) for span in keep.find([name])[0])

    return Observer(rule.entity, held)


class Observer:
    """Takes the fields of an object's rows, in order, and tells the schemes of its devices.

    `entity` is a device's, `held` whether a keep-rule holds a name as a whole. The answer depends on the object alone,
    not on batches.
    """

    def __init__(self, entity: str, held: Callable[[str], bool]) -> None:
        self._entity = entity
        self._held = held
        self._said: dict[str, int] = {}

    def look(self, fields: Iterable[TextField]) -> None:
        """Note what the fields of a row say of the names in them."""
        for field in fields:
            declared = field.listing == "entity" and field.entity == self._entity
            if declared or field.listing == "text" and _under_a_key(field.path):
                name = field.text.strip().partition(".")[0]
                if _WRITTEN.fullmatch(name.upper()):
                    self._note(name.upper(), _CALLED)
            elif field.listing == "text":
                self._read(spelled_out(scannable(field.text)))

    def _read(self, text: str) -> None:
        for match in _NAME.finditer(text):
            start, end = match.span()
            while text[end - 1] in "-_":
                end -= 1
            if not _SHORTEST <= end - start <= _LONGEST or not stands_alone(text, start, end):
                continue
            name = text[start:end].upper()
            if not _is_none(name) and not self._said.get(name, 0) & _CALLED:
                self._note(name, _said(text, start, end))

    def _note(self, name: str, said: int) -> None:
        if name in self._said or len(self._said) < _MOST_NAMES:
            self._said[name] = self._said.get(name, 0) | said

    def schemes(self) -> Schemes:
        """The schemes that hold."""
        alike: dict[str, list[str]] = defaultdict(list)
        groups: dict[_Anchor, set[str]] = defaultdict(set)
        for name, said in self._said.items():
            spoken = said & (_CALLED | _HANDLED) and not self._held(name)
            for outline in _outlines(name):
                alike[outline].append(name)
                for anchor in _anchors(name, outline) if spoken else ():
                    if is_like_a_device(name, (anchor.place,)):
                        groups[anchor].add(name)
        found: list[tuple[re.Pattern[str], set[str]]] = []
        for anchor, names in sorted(groups.items(), key=_closest_first):
            rest = sum(not any(scheme.fullmatch(name) for scheme, _ in found) for name in names)
            size = len(anchor.letters)
            short = size > 1 and (size <= _FIXED or _is_word(anchor.letters))
            least = _MIN_NAMES if short else _MIN_LONG
            if len(names) < least or rest < max(_MIN_REST, _REST_SHARE * len(names)):
                continue
            written = _written(anchor, sorted(names))
            if written is not None and self._holds(re.compile(written), names, alike[anchor.outline]):
                found = [one for one in found if not all(map(re.compile(written).fullmatch, one[1]))]
                found.append((re.compile(written), names))
        return Schemes(tuple(sorted(scheme.pattern for scheme, _ in found)))

    def _holds(self, scheme: re.Pattern[str], names: Collection[str], alike: Sequence[str]) -> bool:
        fixed = fixed_parts(scheme.pattern)
        matching = [name for name in alike if scheme.fullmatch(name) and is_like_a_device(name, fixed)]
        called = sum(bool(self._said[name] & _CALLED) for name in names)
        if called < _MIN_CALLED or len(names) < _MIN_SHARE * len(matching):
            return False
        others = sum(self._said[name] & (_CALLED | _OTHERWISE) == _OTHERWISE or self._held(name) for name in matching)
        return others <= _MAX_OTHERS * len(matching)


_under_a_key = lru_cache(maxsize=_REMEMBERED)(names_device)


class _Anchor(NamedTuple):
    """Names of one outline with the same letters in one place: those at the beginning of part `place`."""

    outline: str
    place: int
    letters: str


def _closest_first(group: tuple[_Anchor, set[str]]) -> tuple[int, int, _Anchor]:
    anchor, names = group
    return -len(anchor.letters), -len(names), anchor


def _said(text: str, start: int, end: int) -> int:
    lead = before(text, start, device_context.WINDOW)
    if device_context.numbers(lead) or _OTHER.search(lead[-_LEAD:]):
        return _OTHERWISE
    if device_context.called(lead):
        return _CALLED
    return _HANDLED if device_context.handled(lead, text, end) else 0


def _outlines(name: str) -> Iterator[str]:
    """`VRK-BOD-QXZPL` as `3-a-5`, `3-a-a`, `a-a-5` and `a-a-a`: sites and people have names of any length."""
    first, *rest = _PARTS.split(name)
    if not rest:
        yield str(len(first))
        return
    *middle, last = rest
    between = "".join(
        "a" if part.isalpha() else str(len(part)) if place % 2 else part for place, part in enumerate(middle)
    )
    for begin, end in product(_lengths(first), _lengths(last)):
        yield f"{begin}{between}{end}"


def _lengths(part: str) -> tuple[str, ...]:
    return (str(len(part)), "a") if part.isalpha() else (str(len(part)),)


def _anchors(name: str, outline: str) -> Iterator[_Anchor]:
    parts = _PARTS.split(name)[::2]
    for place, part in enumerate(parts):
        letters = _LETTERS.match(part)
        if letters is None:
            continue
        size = letters.end()
        if size == 1 and sum(map(str.isdigit, name)) < _MIN_SINGLE:
            continue
        if size == len(part) > _FIXED and (place or _is_somebodys(part)) and not _is_word(part):
            continue
        if size == len(part) or part[size:].isdigit() and len(parts) > 1:
            yield _Anchor(outline, place, letters.group())
        if size < len(part):
            yield from (_Anchor(outline, place, part[:length]) for length in range(2, min(size, _FIXED + 1)))
            if len(parts) == 1:
                yield _Anchor(outline, place, letters.group())
        elif not place and len(parts) > 1 and not _is_word(part):  # a company's letters and a site's
            yield from (_Anchor(outline, place, part[:length]) for length in range(_FIXED - 1, min(size, _FIXED + 1)))


def _is_kind(part: str) -> bool:
    return is_device_word(part.lower()) and not names_kind(part.lower())


def _is_word(letters: str) -> bool:
    return is_device_word(letters.lower()) or is_plain(letters.lower())


@lru_cache(maxsize=_REMEMBERED)
def _is_none(name: str) -> bool:
    """`READ-ONLY`, `INC-4471`: words alone, tickets and codes, whatever is said of them."""
    parts = _PARTS.split(name)[::2]
    return is_numbered(name) or len(parts) > 1 and all(part.isalpha() and is_plain(part.lower()) for part in parts)


def _is_somebodys(letters: str) -> bool:
    return is_given(letters) or surname_bearers(letters) > 0


def _written(anchor: _Anchor, names: Sequence[str]) -> str | None:
    """The scheme of `names`.

    None where too little is left that tells machines apart, where more than one word of any length is, or where nothing
    but a word for a device is fixed before somebody's letters (`LAPTOP-JDOE`): those are told without a scheme.
    """
    expression, left, own, loose = "", 0, False, 0
    for place, column in enumerate(zip(*map(_PARTS.split, names), strict=True)):
        fixed, rest = "", column
        if place == 2 * anchor.place:
            fixed, rest = anchor.letters, tuple(part[len(anchor.letters) :] for part in column)
            if rest[0].isalpha() and len(set(rest)) == 1:
                return None  # these are no more than the beginning of what is fixed
        elif place % 2 or _is_fixed(column):
            fixed, rest = column[0], ()
        if rest and all(map(_is_kind, rest)):
            fixed, rest = f"(?:{'|'.join(sorted(set(rest)))})", ()  # kinds are few, and all of them are seen
        expression += fixed
        own = own or fixed.isalpha() and not _is_kind(fixed)
        if any(rest):
            expression += free(rest)
            left += max(map(len, rest))
            own = own or not all(map(str.isalpha, rest))
            loose += all(map(str.isalpha, rest)) and len(set(map(len, rest))) > 1
    numbered = all(any(map(str.isdigit, name)) for name in names)
    return expression if own and left >= _MIN_FREE and (loose < 2 or numbered) else None


def _is_fixed(column: Sequence[str]) -> bool:
    """Whether the same letters stand in a place of all names, and are nobody's name."""
    same = column[0]
    return len(set(column)) == 1 and same.isalpha() and (len(same) <= _FIXED or _is_word(same))
