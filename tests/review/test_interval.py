"""The exact interval against published values, and what a steward is told."""

from __future__ import annotations

import pytest

from redactory.review.interval import exact, recall_words, rows_words


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Clopper-Pearson, 95 %: the closed forms for none and all, and values of R's binom.test.
        (0, 30, 0.0, 1 - 0.025 ** (1 / 30)),
        (30, 30, 0.025 ** (1 / 30), 1.0),
        (1, 30, 0.000844, 0.172169),
        (5, 10, 0.187086, 0.812914),
        (0, 0, 0.0, 1.0),
    ],
)
def test_exact_interval(hits: int, trials: int, low: float, high: float) -> None:
    found = exact(hits, trials)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-5)


def test_words_promise_no_more_than_the_rows_support() -> None:
    assert "between 98.2 % and 100.0 %" in recall_words(214, 0, 30)
    assert "99.5 %" in recall_words(213, 1, 30)
    assert "no personal value at all" in recall_words(0, 0, 30)
    assert "up to 11.6 % of the rows (about 1 in 9)" in rows_words(0, 30)


def test_more_hits_than_trials_is_an_error() -> None:
    with pytest.raises(ValueError, match="between"):
        exact(4, 3)
