"""Counts of one redacted object: no value, only how many of what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ObjectSummary:
    """`counts` maps (entity, layer) to the number of replacements; `dead` maps a reason to rows.

    `unlisted` maps the path of an unlisted field with text (indices as `[*]`) to rows. `words` counts the words
    of the free text, so that `masked_share` is replacements a word.
    """

    rows_in: int = 0
    rows_out: int = 0
    dead: Counter[str] = field(default_factory=Counter)
    counts: Counter[tuple[str, int]] = field(default_factory=Counter)
    unlisted: Counter[str] = field(default_factory=Counter)
    chars: int = 0
    masked_chars: int = 0
    words: int = 0

    @property
    def dead_rows(self) -> int:
        return self.dead.total()

    @property
    def replaced(self) -> int:
        return self.counts.total()

    @property
    def masked_share(self) -> float:
        """Replacements a word of free text, 0 to 1."""
        return self.replaced / self.words if self.words else 0.0

    def by_entity(self) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for (entity, _), count in self.counts.items():
            totals[entity] += count
        return dict(sorted(totals.items()))

    def by_layer(self) -> dict[int, int]:
        totals: Counter[int] = Counter()
        for (_, layer), count in self.counts.items():
            totals[layer] += count
        return dict(sorted(totals.items()))

    def add(self, other: ObjectSummary) -> None:
        """Add another object's counts to these."""
        for name in ("rows_in", "rows_out", "chars", "masked_chars", "words"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.dead.update(other.dead)
        self.counts.update(other.counts)
        self.unlisted.update(other.unlisted)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, keys sorted, the same for the same counts."""
        return {
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "dead_rows": self.dead_rows,
            "dead": dict(sorted(self.dead.items())),
            "replaced": self.replaced,
            "counts": {f"{entity}/{layer}": n for (entity, layer), n in sorted(self.counts.items())},
            "unlisted": dict(sorted(self.unlisted.items())),
            "chars": self.chars,
            "masked_chars": self.masked_chars,
            "words": self.words,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ObjectSummary:
        """What `as_dict` gave."""
        counts: Counter[tuple[str, int]] = Counter()
        for key, n in data["counts"].items():
            entity, _, layer = key.rpartition("/")
            counts[entity, int(layer)] = n
        return cls(
            data["rows_in"], data["rows_out"], Counter(data["dead"]), counts, Counter(data["unlisted"]),
            data["chars"], data["masked_chars"], data["words"],
        )  # fmt: skip
