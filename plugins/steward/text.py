"""The text of a row as pieces that a page can show: words to select, marks in their colours, no hidden characters.

Everything is escaped by the templates. What could reorder or hide text (bidi controls, zero-width and control
characters) becomes a visible sign, so that nobody approves what they did not see.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from redactory.ledger.review_models import Finding
from redactory.policy.model import EntityRule
from redactory.redact import Place
from redactory.review.sample import SampleField

LAYERS = {0: "declared field", 1: "directory", 2: "format", 3: "names (NER)"}
COLOURS = 12  # classes c0 to c11 of the style sheet; cx is for what has no entity
NEUTRAL = "cx"
# The classes stewards meet most come first: they have the digits, and colours that are farthest apart.
_FIRST = ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION", "IP", "HOSTNAME")
_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f]|['\u2019](?=[^\W_]))*|.", re.DOTALL)  # a word, or one other sign
_NAMES = {
    "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2066": "LRI",
    "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\u200e": "LRM", "\u200f": "RLM", "\u061c": "ALM",
    "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\ufeff": "BOM", "\u00ad": "SHY", "\u2060": "WJ",
    "\u00a0": "NBSP", "\t": "TAB", "\r": "CR", "\u2028": "LS", "\u2029": "PS", "\u0085": "NEL",
}  # fmt: skip


@dataclass(frozen=True)
class Sign:
    """A run of plain text, or one character that would not be seen (`name` says which)."""

    text: str
    name: str = ""


@dataclass(frozen=True)
class Piece:
    """A part of a field. `kind`: word (may be selected), gap, mark. Offsets are of the original text.

    `missed` and `earlier` name the entity of a finding on it, `over` says that a mark should have stayed, `gone` that
    the version in use replaces it, `new` that the version in use does not.
    """

    kind: str
    start: int
    end: int
    signs: tuple[Sign, ...]
    entity: str = ""
    colour: str = ""
    told: str = ""
    missed: str = ""
    earlier: str = ""
    over: bool = False
    gone: str = ""
    new: bool = False


@dataclass(frozen=True)
class FieldView:
    """One field on the page. `single` where there is nothing to compare: it is shown once."""

    index: int
    path: str
    listing: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    single: bool
    changed: bool
    findings: tuple[Finding, ...] = field(default=())


def signs(text: str) -> tuple[Sign, ...]:
    """`text` with every character that would not be seen, or would reorder others, as a sign of its own."""
    found: list[Sign] = []
    plain: list[str] = []
    for char in text:
        name = _hidden(char)
        if not name:
            plain.append(char)
            continue
        if plain:
            found.append(Sign("".join(plain)))
            plain = []
        found.append(Sign(char, name))
    if plain:
        found.append(Sign("".join(plain)))
    return tuple(found)


def in_order(entities: Mapping[str, EntityRule]) -> list[str]:
    """The entities a policy redacts: those met most first, then the rest of tier 2, then tier 1."""

    def rank(name: str) -> tuple[int, int, str]:
        known = _FIRST.index(name) if name in _FIRST else len(_FIRST)
        return known, -entities[name].tier, name

    return sorted((name for name, rule in entities.items() if rule.decision == "redact"), key=rank)


def colours(entities: Sequence[str]) -> dict[str, str]:
    """Entity -> class of its colour, the same on every page of a policy."""
    return {entity: f"c{n % COLOURS}" for n, entity in enumerate(entities)}


def breakable(path: str) -> list[str]:
    """A path in parts between which a line may break."""
    return [part for part in re.split(r"(?<=[.\]])(?=[^.])|(?=\[)", path) if part]


def view(
    index: int,
    sample: SampleField,
    palette: dict[str, str],
    findings: Sequence[Finding],
    earlier: Sequence[Finding],
) -> FieldView:
    """One field with what was found in it, now (`findings`) and on earlier versions (`earlier`)."""
    mine = [f for f in findings if f.field == index]
    context = _Context(sample, palette, mine, [f for f in earlier if f.field == index])
    single = sample.before == sample.after and not sample.places and sample.listing not in ("text", "entity")
    return FieldView(
        index, sample.path, sample.listing, tuple(context.pieces(after=False)), tuple(context.pieces(after=True)),
        single, sample.changed, tuple(mine),
    )  # fmt: skip


class _Context:
    def __init__(
        self, sample: SampleField, palette: dict[str, str], findings: Sequence[Finding], earlier: Sequence[Finding]
    ) -> None:
        self.sample, self.palette = sample, palette
        self.missed = [f for f in findings if f.kind == "missed"]
        self.over = {f.start for f in findings if f.kind == "over"}
        self.earlier = [f for f in earlier if f.kind == "missed"]
        used = sample.used_places
        spots = {(p.start, p.end) for p in sample.places}
        self.known = None if used is None else {(p.start, p.end) for p in used}
        self.gone = [p for p in used or () if (p.start, p.end) not in spots and p.entity]

    def pieces(self, *, after: bool) -> Iterator[Piece]:
        at = 0
        for place in self.sample.places:
            yield from self._text(at, place.start)
            yield self._mark(place, after=after)
            at = place.end
        yield from self._text(at, len(self.sample.before))

    def _text(self, start: int, end: int) -> Iterator[Piece]:
        for found in _WORD.finditer(self.sample.before, start, end):
            first, last = found.span()
            text = found.group()
            kind = "word" if any(map(str.isalnum, text)) else "gap"
            yield Piece(
                kind, first, last, signs(text),
                missed=_entity(self.missed, first, last),
                earlier=_entity(self.earlier, first, last),
                gone=next((p.entity for p in self.gone if p.start < last and first < p.end), ""),
            )  # fmt: skip

    def _mark(self, place: Place, *, after: bool) -> Piece:
        text = self.sample.after[place.out_start : place.out_end] if after else ""
        shown = text if after else self.sample.before[place.start : place.end]
        layer = LAYERS.get(place.layer, str(place.layer))
        entity = place.entity or "field dropped"
        told = f"{entity}: {layer}, {place.rule}, score {place.score:.2f}"
        if after and not shown:
            shown = "(removed)"
        new = self.known is not None and (place.start, place.end) not in self.known
        return Piece(
            "mark", place.start, place.end, signs(shown), entity, self.palette.get(place.entity, NEUTRAL), told,
            over=place.start in self.over, new=new,
        )  # fmt: skip


def _entity(findings: Sequence[Finding], start: int, end: int) -> str:
    return next((f.entity for f in findings if f.start < end and start < f.end), "")


def _hidden(char: str) -> str:
    """The name of a character that is not seen as itself; empty for any other one."""
    if char in _NAMES:
        return _NAMES[char]
    if char in "\n ":
        return ""
    category = unicodedata.category(char)
    return f"U+{ord(char):04X}" if category in ("Cc", "Cf", "Co", "Cn", "Cs", "Zs", "Zl", "Zp") else ""
