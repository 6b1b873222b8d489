"""What one run did, for a table, a log and an exit code. Holds no personal value."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """One gate over one partition: how much it checked and how often it failed."""

    gate: str
    success: bool
    checked: int
    failed: int


@dataclass(frozen=True, slots=True)
class PartitionSummary:
    """One partition run. `counts` is entity -> layer -> values replaced; `files` are URLs of published objects."""

    id: int
    dataset: str
    partition: str
    state: str
    reason: str
    policy_version: str
    approval: str
    snapshot_hash: str
    generation: int | None
    rows_in: int
    rows_out: int
    rows_dead: int
    chars: int
    masked_chars: int
    counts: dict[str, dict[str, int]]
    gates: tuple[GateVerdict, ...]
    failures: tuple[str, ...]
    guarded: dict[str, int]
    alerts: tuple[str, ...]
    objects: int
    output: str

    @property
    def masked_share(self) -> float:
        """Characters replaced over characters read, 0 to 1."""
        return self.masked_chars / self.chars if self.chars else 0.0


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A whole run. `ok` is False when a partition it planned was not published, or the run could not be planned."""

    run_id: str
    ok: bool
    partitions: tuple[PartitionSummary, ...]
    notes: tuple[str, ...] = ()
    waiting: tuple[str, ...] = field(default=())

    @property
    def problems(self) -> tuple[str, ...]:
        """One line for every partition that was not published, with what to do."""
        return tuple(
            f"{p.dataset}/{p.partition}: {p.state}{': ' + p.reason if p.reason else ''}"
            for p in self.partitions
            if p.state not in ("published", "released")
        )

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain JSON types."""
        return asdict(self)
