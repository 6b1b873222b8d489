"""Products and vendors by the sentences of `use_frames.py`, looked for around what was taken for a person.

Few words of a text are, so that many frames cost little here; what `products.py` reads is read in every text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from redactory.detect import use_frames as frames
from redactory.detect.products import PRODUCT, VENDOR, found_by
from redactory.detect.recognisers.base import pattern, scannable
from redactory.detect.resolve import is_shielded
from redactory.detect.spans import KeepSpan, Span
from redactory.policy.patterns import Pattern

_REACH = 100  # characters of the line before and behind


def _joined(expressions: Sequence[str]) -> Iterator[str]:
    """The same in fewer patterns: those that begin with the name as one. What a name can be takes long to compile."""
    behind = [expression.removeprefix(frames.NAME) for expression in expressions if expression.startswith(frames.NAME)]
    if behind:
        yield f"{frames.NAME}(?:{'|'.join(behind)})"
    yield from (expression for expression in expressions if not expression.startswith(frames.NAME))


def _head(expression: str) -> str:
    """What stands before the name; nothing where the frame begins with it."""
    return expression.partition("(?P<value>")[0]


def _compiled(*of: tuple[str, bool, Sequence[str]]) -> tuple[tuple[Pattern, str, bool], ...]:
    return tuple(
        (pattern(expression, ignore_case=False), rule, loose)
        for rule, loose, expressions in of
        for expression in _joined(expressions)
    )


_FRAMES = {
    "PERSON": _compiled(
        (PRODUCT, False, frames.PRODUCTS),
        (PRODUCT, True, frames.LOOSE_PRODUCTS),
        (VENDOR, False, frames.VENDORS),
        (VENDOR, True, frames.LOOSE_VENDORS),
    ),
    "LOCATION": _compiled((VENDOR, False, frames.CASES), (VENDOR, True, frames.LOOSE_CASES)),
}


# what all frames begin with before the name, and what stands behind it where they begin with it: asked first
_ALL = (*frames.PRODUCTS, *frames.LOOSE_PRODUCTS, *frames.VENDORS, *frames.LOOSE_VENDORS)
_HEADS = pattern(f"(?:{'|'.join(filter(None, map(_head, _ALL)))})[\\p{{Lu}}]", ignore_case=False)
_TAILS = pattern(
    rf"^(?: {frames.WORD}){{0,2}}(?:{'|'.join(e.removeprefix(frames.NAME) for e in _ALL if not _head(e))})",
    ignore_case=False,
)


def by_frame(text: str, spans: Sequence[Span], held: Sequence[KeepSpan]) -> Iterator[KeepSpan]:
    """Names in `text` that a frame calls a product's or a vendor's, where one of `spans` takes them for others'."""
    for span in spans:
        if span.entity not in _FRAMES or not is_shielded(span):
            continue
        goes_on, led_to = text[span.end : span.end + 1], text[span.start - 1 : span.start] == " "
        if not (led_to or goes_on and goes_on in " ,(") and not text.startswith(("The ", "the "), span.start):
            continue
        low = max(text.rfind("\n", 0, span.start) + 1, span.start - _REACH)
        low = text.rfind(" ", 0, low) + 1 if low == span.start - _REACH else low  # no frame begins inside a word
        end = text.find("\n", span.end, span.end + _REACH)
        end = end if end >= 0 else min(len(text), span.end + _REACH)
        if not (_TAILS.is_in(scannable(text[span.end : end])) or _HEADS.is_in(scannable(text[low : span.end]))):
            continue
        if any(keep.start <= span.start and span.end <= keep.end for keep in held):
            continue
        for keep in _framed(scannable(text[low:end]), span.entity):
            if low + keep.start < span.end and span.start < low + keep.end:
                yield KeepSpan(low + keep.start, low + keep.end, keep.rule)


@lru_cache(maxsize=5_000)
def _framed(piece: str, entity: str) -> tuple[KeepSpan, ...]:
    """What the frames against `entity` find in a part of a line."""
    return tuple(
        keep for compiled, rule, loose in _FRAMES[entity] for keep in found_by(piece, compiled, rule, loose=loose)
    )
