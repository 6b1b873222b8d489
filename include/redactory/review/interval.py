"""What a sample can support: the exact binomial interval (Clopper and Pearson, Biometrika 26, 1934), in words."""

from __future__ import annotations

from dataclasses import dataclass

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A share estimated from `hits` of `trials`, and the bounds that hold with 95 % confidence."""

    hits: int
    trials: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share in the sample itself; 0 of 0 is 0."""
        return self.hits / self.trials if self.trials else 0.0


def exact(hits: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """The exact two-sided interval for a share of `hits` in `trials`. Without trials anything is possible: 0 to 1."""
    if not 0 <= hits <= trials:
        raise ValueError("hits lie between 0 and trials")
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    low = float(betaincinv(hits, trials - hits + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, trials - hits, 1 - tail)) if hits < trials else 1.0
    return Interval(hits, trials, low, high)


def recall_words(replaced: int, missed: int, rows: int) -> str:
    """The recall that the rows support, as a sentence for a steward."""
    trials = replaced + missed
    if not trials:
        return f"These {rows} rows hold no personal value at all, so they say nothing about what the version finds."
    found = exact(replaced, trials)
    low, high = _percent(found.low), _percent(found.high, up=True)
    seen = f"{replaced} of {trials} values that had to go were replaced ({_percent(found.share)})"
    return (
        f"In the {rows} rows read, {seen}. Were all text like this, the version would find between {low} and {high} of "
        "the values (95 % confidence, exact binomial)."
    )


def rows_words(rows_with_missed: int, rows: int) -> str:
    """How many rows of the whole data may hold a missed mention, as a sentence for a steward."""
    if not rows:
        return "No row was read."
    found = exact(rows_with_missed, rows)
    verb = "hold" if rows_with_missed > 1 else "holds"
    seen = f"{rows_with_missed or 'None'} of {rows} rows read {verb}"
    one_in = max(1, round(1 / found.high))
    return (
        f"{seen} a missed mention; in all the data it may still be up to {_percent(found.high, up=True)} of the rows "
        f"(about 1 in {one_in}). {rows} rows cannot promise less."
    )


def _percent(share: float, *, up: bool = False) -> str:
    """One decimal, rounded to the side that promises less; never 100 % for what is below it."""
    tenths = share * 1000
    rounded = -(-tenths // 1) if up else tenths // 1
    return f"{min(rounded, 1000) / 10:.1f} %"
