"""The plot of a sweep as SVG: recall and retention above, the masked share below, over the same thresholds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from redactory.score.sweep import SweepRow

_WIDTH, _LEFT, _RIGHT = 760, 78, 24  # pixels
_UPPER, _LOWER = (100, 308), (344, 460)  # top and bottom of each panel
_HEIGHT = 516
_TICKS = 5  # about so many on a vertical axis
_X_TICKS = 13  # at most so many thresholds are written out
_SMALLEST_SPAN = 0.005  # of a vertical axis: half a point, so that noise does not look like a cliff
# Okabe and Ito's colours, which every reader can tell apart; the dashes help where there is no colour
_CURVES = (
    ("recall", "#0072b2", ""),
    ("recall of the entity", "#56b4e9", "6 4"),
    ("retention", "#d55e00", ""),
    ("recall@5", "#cc79a7", "2 3"),
)
_MASKED = ("masked share", "#009e73", "")
_INK, _GRID = "#333333", "#dddddd"


@dataclass(frozen=True, slots=True)
class _Axis:
    """A linear scale from values to pixels, and where its marks stand."""

    low: float
    high: float
    start: float
    end: float
    marks: tuple[float, ...]

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def sweep_svg(rows: Sequence[SweepRow]) -> str:
    """An SVG of `rows`: one entity on one corpus, at least one threshold, ascending."""
    entity, corpus = rows[0].entity, rows[0].corpus
    x = _across([row.threshold for row in rows])
    values: list[Callable[[SweepRow], float | None]] = [
        lambda row: row.recall, lambda row: row.recall_of_entity, lambda row: row.retention,
        lambda row: row.recall_at_5,
    ]  # fmt: skip
    shares = [share for row in rows for value in values if (share := value(row)) is not None]
    upper = _upright(min(shares), max(shares), *_UPPER, ceiling=1.0)
    masked = [row.masked_share for row in rows]
    lower = _upright(min(masked), max(masked), *_LOWER)
    title = f"Thresholds of {entity} on {corpus}"
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img"'
    font = f'font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{_INK}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f"<title>{escape(title)}</title>",
        "<desc>Recall, retention and masked share at each threshold; the policy's own is marked.</desc>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        _text(_LEFT, 26, title, size=16),
        *_frame(x, upper, "share"),
        *_frame(x, lower, "replacements a word", thresholds=True),
        _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, "threshold", anchor="middle"),
    ]
    parts += _present(rows, x)
    at = float(_LEFT)
    for (name, colour, dash), value in zip(_CURVES, values, strict=True):
        points = [(row.threshold, share) for row in rows if (share := value(row)) is not None]
        if points:
            parts += [*_curve(points, x, upper, colour, dash), *_legend(at, 52, name, colour, dash)]
            at += 56 + 6.4 * len(name)
    name, colour, dash = _MASKED
    parts += _curve([(row.threshold, row.masked_share) for row in rows], x, lower, colour, dash)
    parts += [*_legend(at, 52, name, colour, dash), "</svg>"]
    return "\n".join(parts) + "\n"


def _across(values: Sequence[float]) -> _Axis:
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 0.05, high + 0.05
    every = math.ceil(len(values) / _X_TICKS)
    pad = (high - low) * 0.02
    return _Axis(low - pad, high + pad, _LEFT, _WIDTH - _RIGHT, tuple(values[::every]))


def _upright(low: float, high: float, top: float, bottom: float, *, ceiling: float | None = None) -> _Axis:
    """An axis from round number to round number about `low` to `high`."""
    span = max(high - low, _SMALLEST_SPAN)
    middle = (low + high) / 2
    low, high = min(low, middle - span / 2), max(high, middle + span / 2)
    raw = span / _TICKS
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= raw - 1e-12)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    if low / step - first < 0.15 and first > 0:
        first -= 1  # no curve on the lower edge
    if ceiling is not None:
        last = min(last, round(ceiling / step))
    last = max(last, first + 1)
    marks = tuple(index * step for index in range(first, last + 1))
    return _Axis(marks[0], marks[-1], bottom, top, marks)


def _frame(x: _Axis, y: _Axis, label: str, *, thresholds: bool = False) -> list[str]:
    """Grid, marks and the name of the vertical axis."""
    left, right = x.start, x.end
    digits = 0 if all(abs(mark * 100 - round(mark * 100)) < 1e-6 for mark in y.marks) else 1
    if digits and any(abs(mark * 1000 - round(mark * 1000)) > 1e-6 for mark in y.marks):
        digits = 2
    parts = []
    for mark in y.marks:
        height = y.at(mark)
        parts.append(_line(left, height, right, height, _GRID))
        parts.append(_text(left - 8, height + 4, f"{mark * 100:.{digits}f} %", anchor="end"))
    for mark in x.marks:
        across = x.at(mark)
        parts.append(_line(across, y.start, across, y.start + 5, _INK))
        if thresholds:
            parts.append(_text(across, y.start + 20, f"{mark:g}", anchor="middle"))
    parts.append(_line(left, y.start, right, y.start, _INK))
    parts.append(_line(left, y.start, left, y.end, _INK))
    middle = (y.start + y.end) / 2
    parts.append(
        f'<text x="16" y="{middle:.1f}" text-anchor="middle" transform="rotate(-90 16 {middle:.1f})">{label}</text>'
    )
    return parts


def _present(rows: Sequence[SweepRow], x: _Axis) -> list[str]:
    parts = []
    for row in rows:
        if row.present:
            across = x.at(row.threshold)
            right = across > (x.start + x.end) / 2
            parts.append(_line(across, _UPPER[0] - 20, across, _LOWER[1], _INK, dash="2 3"))
            parts.append(
                _text(
                    across + (-6 if right else 6), _UPPER[0] - 12, f"policy: {row.threshold:g}",
                    anchor="end" if right else "start",
                )
            )  # fmt: skip
    return parts


def _curve(
    points: Sequence[tuple[float, float]], x: _Axis, y: _Axis, colour: str, dash: str
) -> list[str]:
    places = [(x.at(threshold), y.at(share)) for threshold, share in points]
    path = " ".join(f"{across:.1f},{height:.1f}" for across, height in places)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>',
        *(f'<circle cx="{across:.1f}" cy="{height:.1f}" r="3" fill="{colour}"/>' for across, height in places),
    ]


def _legend(left: float, height: float, name: str, colour: str, dash: str) -> list[str]:
    return [_line(left, height, left + 26, height, colour, dash=dash, width=2), _text(left + 32, height + 4, name)]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, *, dash: str = "", width: int = 1) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12) -> str:
    bigger = f' font-size="{size}"' if size != 12 else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{bigger}>{escape(text)}</text>'
