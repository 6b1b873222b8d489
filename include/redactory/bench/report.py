"""The bench's figures as a table for people and as JSON for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from redactory.bench.model import Ratio
from redactory.score.score import Score

_PACKAGES = ("redactory", "spacy", "presidio-analyzer", "google-re2", "daachorse", "orjson")


def machine() -> dict[str, str]:
    """Where and with what it was measured."""
    found = {"cpu": _cpu(), "cores": str(os.cpu_count()), "python": platform.python_version()}
    return found | {package: version(package) for package in _PACKAGES}


def print_report(ratios: Sequence[Ratio], scores: Sequence[tuple[str, Score]], console: Console) -> None:
    """Ratios with their bars, scores, machine."""
    table = Table(title="One core", title_justify="left")
    for heading in ("what", "against", "ratio", "bar", "", "ours, s", "other, s", "of what"):
        table.add_column(heading, justify="right" if heading in ("ratio", "bar", "ours, s", "other, s") else "left")
    for ratio in ratios:
        bar = f"{'≥' if ratio.at_least else '≤'} {ratio.bar:g}"
        table.add_row(
            ratio.name, ratio.other_name, f"{ratio.value:.2f}", bar, "met" if ratio.met else "missed",
            f"{ratio.ours:.2f}", f"{ratio.other:.3f}", ratio.note,
        )  # fmt: skip
    console.print(table)
    for name, score in scores:
        recall, retention = score.recall.overall.share, score.retention.overall.share
        console.print(f"{name}: recall {recall:.2%}, retention {retention:.2%}, policy as shipped")
    console.print(", ".join(f"{key} {value}" for key, value in machine().items()))


def as_data(ratios: Sequence[Ratio], scores: Sequence[tuple[str, Score]]) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "machine": machine(),
        "ratios": [asdict(ratio) | {"met": ratio.met} for ratio in ratios],
        "scores": [
            {"corpus": name, "recall": score.recall.overall.share, "retention": score.retention.overall.share}
            for name, score in scores
        ],
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
