"""The nightly job in steps a scheduler can call one by one: plan, redact, check, publish or quarantine, summarise.

Every step takes and returns ids and short words only, reads its state from the ledger, and can be killed and
called again. What a partition does with its data is a state, not an exception; exceptions are for what a retry
may mend (a store that is away) or a person must (no snapshot, no key).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redactory.partitions.summary import RunSummary
    from redactory.platform import Platform


def plan_run(
    platform: Platform,
    *,
    run_id: str,
    dataset: str | None = None,
    dates: Sequence[str] | None = None,
    rerun: bool = False,
) -> list[int]:
    """Find what is new and note one partition run for each partition that has any; returns their ids.

    `dates` are partition values (`2026-11-29`); None means all. `rerun` publishes old objects of them again.
    Called again with the same `run_id` it returns the same ids. Raises DirectoryError when the directory
    snapshot is missing or too old.
    """
    raise NotImplementedError


def redact_partition(platform: Platform, partition_run_id: int) -> str:
    """Redact every object of the partition to staging. Returns the state: redacted, held, or failed."""
    raise NotImplementedError


def check_partition(platform: Platform, partition_run_id: int) -> bool:
    """Run the gates over the staged objects and watch the shares. True only when every gate passed."""
    raise NotImplementedError


def publish_partition(platform: Platform, partition_run_id: int) -> str:
    """Publish a checked partition. Returns the state: published (or what a restart led to instead)."""
    raise NotImplementedError


def quarantine_partition(platform: Platform, partition_run_id: int, reason: str = "") -> str:
    """Move a partition that did not pass to quarantine with its report. Returns quarantined, held or failed."""
    raise NotImplementedError


def run_partition(platform: Platform, partition_run_id: int) -> str:
    """All steps of one partition in a row; returns the state it ended in."""
    raise NotImplementedError


def alerts_of_run(platform: Platform, run_id: str) -> list[str]:
    """What the monitors said about the partitions of a run, one line each; empty when all is well."""
    raise NotImplementedError


def summarise(platform: Platform, run_id: str) -> RunSummary:
    """End the run in the ledger and say what it did. `RunSummary.ok` is False when any partition was not published."""
    raise NotImplementedError
