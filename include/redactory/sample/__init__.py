"""The sample data set of the demo and the tests: invented tickets, people and answer keys, from a seed."""

from __future__ import annotations

from redactory.sample.generate import SEED, Sample, generate

__all__ = ["SEED", "Sample", "generate"]
