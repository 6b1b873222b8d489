"""Many rows of one file: memory that does not grow with them, and two worker processes against one."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import orjson

from redactory.bench.model import Ratio
from redactory.directory import read_export
from redactory.errors import RedactoryError
from redactory.policy import load_policy
from redactory.policy.paths import FieldMatcher
from redactory.records import shape_of
from redactory.redact.engine import Redactor
from redactory.redact.objects import redact_object
from redactory.redact.runners import runner_for

_FEW = 50_000
_LARGEST = 1_500.0  # MB a worker with NER may take
_DISTINCT = 2_000  # texts of the rows whose number alone matters
_WORDS = ("printer", "queue", "Anselm Brody", "restarted", "office in", "Leeds", "at", "10.4.7.19")


class _Lines(io.RawIOBase):
    """A file of `rows` short lines of JSON, made while it is read. `distinct` texts come in turn."""

    def __init__(self, rows: int, distinct: int) -> None:
        self._lines = _lines(rows, distinct)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while len(self._rest) < len(buffer) and (line := next(self._lines, b"")):
            self._rest += line
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


class _Nowhere(io.RawIOBase):
    """Takes what is written, and counts nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:  # type: ignore[override]
        return len(memoryview(data))  # type: ignore[arg-type]


def _lines(rows: int, distinct: int) -> Iterator[bytes]:
    for row in range(rows):
        number = row % distinct
        words = " ".join(_WORDS[(number * step + step) % len(_WORDS)] for step in range(1, 4))
        yield orjson.dumps({"record_id": f"R-{row}", "text": f"{words}, no. {number}"}) + b"\n"


def by_rows(policy: Path, directory: Path, rows: int, partition: int) -> list[Ratio]:
    """Peak memory of `rows` rows against 50,000, with NER; one process against two over `partition` rows."""
    (few, _), (many, _) = (_task(policy, directory, count, _DISTINCT, 1, "ner") for count in (_FEW, rows))
    _, alone = _task(policy, directory, partition, partition, 1, "no-ner")
    _, together = _task(policy, directory, partition, partition, 2, "no-ner")
    return [
        Ratio(f"peak memory, {rows:,} rows, three layers", many / few, 1.15, False, many, few, f"{_FEW:,} rows", "MB"),
        Ratio("the same, MB", many, _LARGEST, False, many, 1.0, "MB"),
        Ratio(
            "two worker processes", alone / together, 1.6, True, together, alone, "one",
            f"seconds by the clock, {partition:,} rows, layers 1 and 2",
        ),
    ]  # fmt: skip


def _task(policy: Path, directory: Path, rows: int, distinct: int, workers: int, layers: str) -> tuple[float, float]:
    """(peak memory in MB, seconds by the clock without the start) of a process that redacts `rows` rows."""
    command = [sys.executable, "-m", __name__, *map(str, (policy, directory, rows, distinct, workers, layers))]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True)
    if done.returncode:
        raise RedactoryError("the task whose memory is measured failed; try `redactory redact` with the same policy")
    memory, taken = map(float, done.stdout.split())
    return memory, taken


def _measured(
    policy: Path, directory: Path, rows: int, distinct: int, workers: int, layers: str
) -> tuple[float, float]:
    rules = load_policy(policy)
    redactor = Redactor(rules, read_export(directory, rules.identity), ner=layers == "ner")

    def redact(count: int) -> None:
        source = io.BufferedReader(_Lines(count, min(count, distinct)))
        out = io.BufferedWriter(_Nowhere())
        runner = runner_for(redactor, workers)
        redact_object(source, shape_of("rows.jsonl"), out, runner, FieldMatcher(rules.fields))

    redact(1_000)  # lists and patterns load on first use
    begin = time.perf_counter()
    redact(rows)
    taken = time.perf_counter() - begin
    peak = re.search(r"^VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.M)
    return int(peak.group(1)) * 1024 / 1_000_000 if peak else 0.0, taken


if __name__ == "__main__":
    _policy, _directory, _rows, _distinct, _workers, _layers = sys.argv[1:]
    _found = _measured(Path(_policy), Path(_directory), int(_rows), int(_distinct), int(_workers), _layers)
    sys.stdout.write(" ".join(map(str, _found)))
