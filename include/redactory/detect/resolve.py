"""The one place where spans are resolved: one span a place, nothing of a loser left in clear (contract.md, layers).

Longest first, then layer, then score. Keep-rules hold spans of layers 2 and 3 and second references off, never
Layer 1 and declared fields. What of a losing span reaches beyond the winner goes too, unless a keep-rule holds it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining

from redactory.detect.fold import is_wordlike
from redactory.detect.product_frames import LISTED, LOOSE, NAMED, PRODUCT, VENDOR, holds
from redactory.detect.product_people import is_meant
from redactory.detect.spans import FORMATS, IDENTITY, NER, KeepSpan, Span

SECOND_REFERENCE = "second-reference"  # rule of a first name, surname or nickname that follows a person of the record
REPEAT = "repeat"  # rule of a value that was found elsewhere in the record

# entities whose values are one piece by their format: a keep-rule that covers a part of one does not split it
_ATOMIC = frozenset(("EMAIL", "IP", "PHONE", "HOSTNAME", "IBAN", "CARD", "NATIONAL_ID", "PASSPORT", "EMP_ID"))
_PRIORITY = {"EMAIL": 0, "HOSTNAME": 1, "PERSON": 2, "USER": 3, "EMP_ID": 4, "PHONE": 5, "IP": 6, "LOCATION": 7}
_NAMES = frozenset(("vendor", "term", PRODUCT, LOOSE, NAMED, VENDOR))  # keep-rules that know a name, wherever it stands
_JOINED = frozenset((" and ", " & ", " und ", " et ", " y ", " e ", " en ", " och ", " og ", " or "))
_TRIMMED = frozenset(("PERSON", "LOCATION"))
_NOT_NAME_EDGE = " \t\r\n\x0b\x0c\u00a0,.;:!?\"'()[]{}<>|/\\*_`~=+\u2018\u2019\u201c\u201d\u2013\u2014-"
_POSSESSIVES = ("'s", "\u2019s", "'S", "\u2019S")
_BROKEN = frozenset("-\u00ad")  # what a word is broken with
_BREAK = re.compile(r"(?:\u00ad|-\r?\n)[^\W\d_A-Z]+")
_FIRST_MARK = "\u0300"  # combining marks begin here
_NAME_GAP = frozenset((" ", "  ", "-", "\u2010", "\u2011", "\u00a0"))


@dataclass(frozen=True, slots=True)
class Loss:
    """`loser` was dropped or cut because of `winner` (None: by a setting of the policy)."""

    loser: Span
    winner: Span | KeepSpan | None
    why: str


def is_shielded(span: Span) -> bool:
    """Whether keep-rules rank above `span`."""
    return span.layer in (FORMATS, NER) or (span.layer == IDENTITY and span.rule in (SECOND_REFERENCE, REPEAT))


def resolve(
    text: str,
    spans: Sequence[Span],
    keeps: Sequence[KeepSpan] = (),
    walls: Sequence[tuple[int, int]] = (),
    lost: list[Loss] | None = None,
) -> list[Span]:
    """The spans of `text` that are replaced: ascending, disjoint.

    No span of any layer reaches into `walls`. Losers are noted in `lost` where it is given.
    """
    if not spans:
        return []
    held = sorted(keeps, key=lambda keep: (keep.start, keep.end)) if keeps else ()
    pending: list[Span] = []
    for span in spans:
        span = _trim(text, span) if span.entity in _TRIMMED and span.layer else span
        if span.end < len(text) and text[span.end] >= _FIRST_MARK and combining(text[span.end]):
            span = span._replace(end=_word_end(text, span.end))
        elif span.entity == "PERSON" and text[span.end : span.end + 1] in _BROKEN:
            span = span._replace(end=_behind_break(text, span.end))
        if span.end <= span.start:
            continue
        if walls and any(start < span.end and end > span.start for start, end in walls):
            pending += _pieces(text, span, walls)
        elif held and is_shielded(span):
            pending += _outside_keeps(text, span, held, lost, spans)
        else:
            pending.append(span)
    if len(pending) == 1:
        return pending
    return _merged(text, _choose(text, pending, held, lost))


def _word_end(text: str, position: int) -> int:
    """Where the word ends whose letter bears the combining mark at `position`: no span ends inside a letter."""
    while position < len(text) and (combining(text[position]) or text[position].isalnum()):
        position += 1
    return position


def _behind_break(text: str, position: int) -> int:
    """Where the word ends that is broken at `position`: `Vanter-` and, on the next line, `pool`."""
    while (rest := _BREAK.match(text, position)) is not None:
        position = rest.end()
    return position


def _order(span: Span) -> tuple[int, int, bool, float, int, int, str]:
    layer = NER if span.rule in (SECOND_REFERENCE, REPEAT) else span.layer  # whoever found it there first is named
    return (
        span.start - span.end, layer, span.rule in (SECOND_REFERENCE, REPEAT), -span.score,
        _PRIORITY.get(span.entity, 9), span.start, span.rule,
    )  # fmt: skip


def _choose(
    text: str, pending: list[Span], held: Sequence[KeepSpan], lost: list[Loss] | None
) -> list[Span]:
    chosen: list[tuple[int, int, Span]] = []
    losers: list[tuple[Span, Span]] = []
    for span in sorted(pending, key=_order):
        winner = _overlapping(chosen, span)
        if winner is None:
            insort(chosen, (span.start, span.end, span), key=lambda item: item[0])
        elif winner.start <= span.start and span.end <= winner.end:
            if lost is not None and (span.start, span.end, span.entity, span.rule) != (
                winner.start, winner.end, winner.entity, winner.rule,
            ):  # fmt: skip
                lost.append(Loss(span, winner, _why(winner, span)))
        else:
            losers.append((span, winner))
    for span, winner in losers:
        taken = [(start, end) for start, end, _ in chosen]
        if is_shielded(span):
            taken += [(keep.start, keep.end) for keep in held if holds(keep.rule, span.entity)]
        rest = _pieces(text, span, taken)
        if lost is not None:
            why = _why(winner, span)
            lost.append(Loss(span, winner, f"{why}; what it leaves uncovered goes too" if rest else why))
        for piece in rest:
            insort(chosen, (piece.start, piece.end, piece), key=lambda item: item[0])
    return [span for _, _, span in chosen]


def _overlapping(chosen: list[tuple[int, int, Span]], span: Span) -> Span | None:
    index = bisect_left(chosen, span.end, key=lambda item: item[0])
    if index and chosen[index - 1][1] > span.start:
        return chosen[index - 1][2]
    return None


def _outside_keeps(
    text: str, span: Span, held: Sequence[KeepSpan], lost: list[Loss] | None, others: Sequence[Span]
) -> list[Span]:
    """What keep-rules leave of `span`: itself, pieces of it, or nothing; `others` were found in the same text."""
    index = bisect_left(held, span.end, key=lambda keep: keep.start)
    over = [keep for keep in held[:index] if keep.end > span.start and holds(keep.rule, span.entity)]
    if over and span.entity == "PERSON" and span.rule in (REPEAT, SECOND_REFERENCE):
        over = [keep for keep in over if not _gives_way(text, span, keep, others)]
    if not over:
        return [span]
    if span.rule in (REPEAT, SECOND_REFERENCE) and _is_strong(text, span) and not any(
        (keep.start, keep.end) == (span.start, span.end) for keep in over
    ):
        return [span]  # a whole name or number of this record, in whatever technical text it stands
    if span.layer == FORMATS and span.entity in _ATOMIC and not any(
        keep.start <= span.start and span.end <= keep.end for keep in over
    ):
        return [span]  # the whole address, not the vendor's domain in it
    numbered = any(map(str.isdigit, text[span.start : span.end]))
    if span.layer == FORMATS and span.entity == "LOCATION" and all(
        keep.rule in _NAMES and keep.end <= span.end
        and (span.start < keep.start or numbered and span.start == keep.start and keep.end < span.end)
        for keep in over
    ):  # fmt: skip
        return [span]  # `P.O. Box 331`, `500 Oracle Parkway`, `Corn Exchange House`: one decision on a place
    rest = _pieces(text, span, [(keep.start, keep.end) for keep in over])
    if lost is not None:
        lost.append(Loss(span, over[0], "a keep-rule holds it" if not rest else "a keep-rule holds a part of it"))
    return rest


def _gives_way(text: str, span: Span, keep: KeepSpan, others: Sequence[Span]) -> bool:
    """Whether `keep` takes for a product or a firm the very words that are somebody of the record there."""
    if (keep.start, keep.end) != (span.start, span.end) or keep.rule not in _NAMES and keep.rule != LISTED:
        return False
    if keep.rule == LOOSE or is_meant(text, span.start, span.end):
        return True
    return any(  # `Ann Lee and Claude`
        text[other.end : span.start] in _JOINED or text[span.end : other.start] in _JOINED
        for other in others
        if other.entity == "PERSON" and (other.layer <= IDENTITY or " " in text[other.start : other.end])
    )


def _is_strong(text: str, span: Span) -> bool:
    """Whether the gates search the value everywhere (contract.md, gates): full names, addresses, numbers."""
    if span.entity == "PERSON":
        return any(map(str.isspace, text[span.start : span.end]))
    return span.entity in _ATOMIC and span.entity != "HOSTNAME"


def _pieces(text: str, span: Span, taken: Sequence[tuple[int, int]]) -> list[Span]:
    """The parts of `span` outside `taken` that hold letters or digits, cut down to them."""
    out: list[Span] = []
    position = span.start
    inside = sorted(item for item in taken if item[1] > span.start and item[0] < span.end)
    for start, end in [*inside, (span.end, span.end)]:
        low, high = position, min(start, span.end)
        while low < high and not is_wordlike(text[low]):
            low += 1
        while high > low and not is_wordlike(text[high - 1]):
            high -= 1
        if low < high:
            out.append(Span(low, high, span.entity, span.layer, span.rule, span.score))
        position = max(position, end)
    return out


def _trim(text: str, span: Span) -> Span:
    """`span` without white space, punctuation and a possessive at its ends, which stay in the text."""
    start, end = span.start, span.end
    first, last = text[start : start + 1], text[end - 1 : end]
    if first.isalnum() and last.isalnum() and last not in "sS":
        return span
    while start < end and text[start] in _NOT_NAME_EDGE:
        start += 1
    while end > start and text[end - 1] in _NOT_NAME_EDGE:
        if text[end - 1] == "." and span.layer == IDENTITY:
            break  # an initial's dot belongs to it
        end -= 1
    if text.endswith(_POSSESSIVES, start, end):
        end -= 2
    if (start, end) == (span.start, span.end):
        return span
    return Span(start, end, span.entity, span.layer, span.rule, span.score)


def _merged(text: str, spans: list[Span]) -> list[Span]:
    """Pieces of one name become one span, so that it reads as one token."""
    out: list[Span] = []
    for span in spans:
        last = out[-1] if out else None
        if (
            last is not None
            and span.entity == last.entity
            and (
                last.end == span.start
                or (span.entity == "PERSON" and _is_name_gap(text, last.end, span.start))
            )
            and not (last.layer <= IDENTITY and span.layer <= IDENTITY and not (is_shielded(last) or is_shielded(span)))
        ):
            best = min(last, span, key=lambda item: (is_shielded(item), item.layer, -(item.end - item.start)))
            out[-1] = Span(last.start, span.end, best.entity, best.layer, best.rule, min(last.score, span.score))
        else:
            out.append(span)
    return out


def _is_name_gap(text: str, start: int, end: int) -> bool:
    gap = text[start:end]
    return gap in _NAME_GAP or (gap == ". " and text[start - 1].isupper() and not text[start - 2 : start - 1].isalnum())


def _why(winner: Span, loser: Span) -> str:
    if winner.end - winner.start > loser.end - loser.start:
        return "the other is longer"
    if winner.layer != loser.layer:
        return "same length, earlier layer"
    return "same length and layer" + (", higher score" if winner.score > loser.score else "")
