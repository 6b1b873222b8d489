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

_REACH = 100  # characters of the line before and behind
_LEAST = 4  # characters of a frame beside the name


def _joined(expressions: Sequence[str]) -> Iterator[str]:
    """The same in fewer patterns: those that begin with the name as one. What a name can be takes long to compile."""
    behind = [expression.removeprefix(frames.NAME) for expression in expressions if expression.startswith(frames.NAME)]
    yield f"{frames.NAME}(?:{'|'.join(behind)})"
    yield from (expression for expression in expressions if not expression.startswith(frames.NAME))


_FRAMES = tuple(
    (pattern(expression, ignore_case=False), rule, loose)
    for rule, loose, expressions in (
        (PRODUCT, False, frames.PRODUCTS),
        (PRODUCT, True, frames.LOOSE_PRODUCTS),
        (VENDOR, False, frames.VENDORS),
        (VENDOR, True, frames.LOOSE_VENDORS),
    )
    for expression in _joined(expressions)
)


def by_frame(text: str, spans: Sequence[Span], held: Sequence[KeepSpan]) -> Iterator[KeepSpan]:
    """Names in `text` that a frame calls a product's or a vendor's, where one of `spans` takes them for a person's."""
    for span in spans:
        if span.entity != "PERSON" or not is_shielded(span):
            continue
        if any(keep.start <= span.start and span.end <= keep.end for keep in held):
            continue
        low = max(text.rfind("\n", 0, span.start) + 1, span.start - _REACH)
        low = text.rfind(" ", 0, low) + 1 if low == span.start - _REACH else low  # no frame begins inside a word
        end = text.find("\n", span.end, span.end + _REACH)
        piece = scannable(text[low : end if end >= 0 else span.end + _REACH])
        if len(piece) < span.end - span.start + _LEAST:
            continue
        for keep in _framed(piece):
            if low + keep.start < span.end and span.start < low + keep.end:
                yield KeepSpan(low + keep.start, low + keep.end, keep.rule)


@lru_cache(maxsize=5_000)
def _framed(piece: str) -> tuple[KeepSpan, ...]:
    """What the frames find in a part of a line."""
    return tuple(keep for compiled, rule, loose in _FRAMES for keep in found_by(piece, compiled, rule, loose=loose))
