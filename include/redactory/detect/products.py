"""Products and vendors that bear a person's name, told by how the text uses them: `the Ellie plug-in is down`.

What is installed, logged in to, licensed or crashes is no person, whatever a name list says of the word; who sends
an engineer or takes a warranty case is a company. Spans found here hold off what layers 2 and 3 take for people
(contract.md, third-party vendors and applications are kept), never a directory identity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from redactory.detect import product_patterns as products
from redactory.detect import vendor_patterns as vendors
from redactory.detect.lexicon import fold, is_given
from redactory.detect.product_frames import BY_USE, VENDOR, Frames
from redactory.detect.product_uses import OF_NO_TOWN
from redactory.detect.recognisers.base import is_word, pattern, scannable
from redactory.detect.resolve import is_shielded
from redactory.detect.spans import KeepSpan, Span

_REACH = 100  # characters of the line before and behind what was struck

_IN_EVERY_TEXT = Frames(
    products.NAMED_PRODUCTS, products.OF_NO_PERSON, OF_NO_TOWN, products.INSTALLED, products.PRODUCTS,
    products.LOOSE_PRODUCTS, products.SHARED, products.EXPLAINED,
    vendors.VENDORS, vendors.VENDORS_WITH_SITES, vendors.VENDORS_OF_TOWNS, vendors.EXPLAINING, vendors.CHECKED,
)  # fmt: skip
# looked for around what was struck as the entity
_AROUND = {
    "PERSON": Frames(
        products.AROUND_PRODUCTS, products.AROUND_LOOSE_PRODUCTS,
        vendors.CASES, vendors.LOOSE_CASES, vendors.AROUND_VENDORS, vendors.AROUND_LOOSE_VENDORS,
    ),
    "LOCATION": Frames(vendors.CASES, vendors.LOOSE_CASES),
}  # fmt: skip

_ROUND = pattern(
    r"(?:(?:Meeting|Call|Workshop|Kick-?off|Session) with |(?:On the call|Attendees|Present|Participants): )"
    r"[^\n]{3,240}",
    ignore_case=False,
)
_ATTENDEE = re.compile(r"([^\W\d_a-z][^\W\d_]+ [^\W\d_a-z][\w'\u2019-]+) \(([^\W\d_a-z][\w&+'\u2019 -]{2,40})\)")


def by_use(text: str) -> Iterator[KeepSpan]:
    """Names in `text` that its own words use as a product's or a vendor's."""
    yield from _IN_EVERY_TEXT.names(text)
    for start, end in _firms_of_attendees(text):
        yield KeepSpan(start, end, VENDOR)


def by_frame(text: str, spans: Sequence[Span], held: Sequence[KeepSpan]) -> Iterator[KeepSpan]:
    """Names in `text` that more sentences call a product's or a vendor's, where one of `spans` takes them for others'.

    Few words of a text are struck, so that many frames cost little here; what `by_use` reads is read in every text.
    """
    for span in spans:
        if span.entity not in _AROUND or not is_shielded(span):
            continue
        goes_on, led_to = text[span.end : span.end + 1], text[span.start - 1 : span.start] == " "
        if not (led_to or goes_on and goes_on in " ,(") and not text.startswith(("The ", "the "), span.start):
            continue
        if any(keep.start <= span.start and span.end <= keep.end for keep in held):
            continue
        low = max(text.rfind("\n", 0, span.start) + 1, span.start - _REACH)
        low = text.rfind(" ", 0, low) + 1 if low == span.start - _REACH else low  # no frame begins inside a word
        end = text.find("\n", span.end, span.end + _REACH)
        end = end if end >= 0 else min(len(text), span.end + _REACH)
        for keep in _around(scannable(text[low:end]), span.entity):
            if low + keep.start < span.end and span.start < low + keep.end:
                yield KeepSpan(low + keep.start, low + keep.end, keep.rule)


@lru_cache(maxsize=5_000)
def _around(piece: str, entity: str) -> tuple[KeepSpan, ...]:
    """What the frames against `entity` find in a part of a line."""
    return tuple(_AROUND[entity].names(piece))


def _firms_of_attendees(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the firms behind those who meet: `Call with Ann Lee (Warner Chapman) and Bo Diaz`."""
    if " (" not in text:
        return
    for meeting in _ROUND.finditer(text):
        for match in _ATTENDEE.finditer(text, *meeting.span()):
            person, firm = ({fold(word) for word in match.group(group).split()} for group in (1, 2))
            if person.isdisjoint(firm) and not (len(firm) == 1 and is_given(match.group(2))):
                yield match.span(2)  # another name of the same person has a word in common, or is a first name


def repeated(
    texts: Sequence[str],
    keeps: Sequence[Iterable[KeepSpan]],
    people: Iterable[str],
    guesses: Iterable[str],
    struck: frozenset[str],
) -> list[list[KeepSpan]]:
    """The same names in every text of one record, though only one place tells what they are.

    A product named like one of `people` (identities) or like a part of one of the `guesses` is not repeated, and one
    of whose words none is `struck` anywhere need not be.
    """
    rules: dict[str, str] = {}
    for text, held in zip(texts, keeps, strict=True):
        for keep in held:
            if keep.rule in BY_USE and not struck.isdisjoint((name := text[keep.start : keep.end]).split()):
                rules.setdefault(name, keep.rule)
    if not rules:
        return [[] for _ in texts]
    others = (*people, *(guess for guess in guesses if guess not in rules))
    borne = {fold(word) for name in others for word in re.split(r"[\s,.-]+", name) if word}
    names = [name for name in rules if borne.isdisjoint(fold(word) for word in name.split())]
    return [[span for name in names for span in _places(text, name, rules[name])] for text in texts]


def _places(text: str, name: str, rule: str) -> Iterator[KeepSpan]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and (is_word(text[at - 1]) or text[at - 1] in "@\\")) and not (
            end < len(text) and (is_word(text[end]) or text[end] in "@\\")
        ):
            yield KeepSpan(at, end, rule)
        at = text.find(name, end)
