"""A measured ratio, and the clock it is measured with."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """`value` is what is compared with `bar`: at least that where `at_least`, at most otherwise.

    `ours` and `other` are CPU seconds of one core, `other_name` says of what.
    """

    name: str
    value: float
    bar: float
    at_least: bool
    ours: float
    other: float
    other_name: str
    note: str = ""

    @property
    def met(self) -> bool:
        return self.value >= self.bar if self.at_least else self.value <= self.bar


def faster(name: str, bar: float, ours: float, other: float, other_name: str, note: str = "") -> Ratio:
    """How many times as fast as `other` we are."""
    return Ratio(name, other / ours, bar, True, ours, other, other_name, note)


def slower(name: str, bar: float, ours: float, other: float, other_name: str, note: str = "") -> Ratio:
    """How many times the time of `other` we take."""
    return Ratio(name, ours / other, bar, False, ours, other, other_name, note)


def seconds(run: Callable[[], object]) -> float:
    """CPU seconds of this process in `run`: what other programs on the machine take does not count."""
    gc.collect()
    begin = time.process_time()
    run()
    return time.process_time() - begin
