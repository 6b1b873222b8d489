"""The user's own evaluator on cases before and after: which verdicts changed.

The evaluator is a shell command that reads one case on standard input. Its verdict is `verdict` of the JSON object it
prints last, any other JSON value it prints last, or else its exit code. What it prints is compared and never shown.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactory.errors import EvalsError


@dataclass(frozen=True, slots=True)
class Replayed:
    """One case: its id, and whether the evaluator said the same of both."""

    id: str
    same: bool


def read_cases(path: Path) -> dict[str, bytes]:
    """The lines of a file by the `id` of their cases.

    Raises EvalsError where a line has no `id` of its own, or the file cannot be read.
    """
    lines: dict[str, bytes] = {}
    try:
        raw = path.read_bytes().splitlines()
    except OSError as error:
        raise EvalsError(f"{path}: {error.strerror}") from None
    for number, line in enumerate(raw, 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except ValueError:
            raise EvalsError(f"{path}, line {number}: not JSON") from None
        name = case.get("id") if isinstance(case, dict) else None
        if not isinstance(name, str | int) or str(name) in lines:
            raise EvalsError(f"{path}, line {number}: cases are compared by `id`, which is missing or stands twice")
        lines[str(name)] = line
    return lines


def replay(
    command: str, original: Mapping[str, bytes], sanitised: Mapping[str, bytes], *, timeout: float
) -> Iterator[Replayed]:
    """Run the evaluator on every case that is in both files.

    Raises EvalsError where it cannot be run, does not end in time, or no case is in both files.
    """
    both = [name for name in original if name in sanitised]
    if not both:
        raise EvalsError("no case of the original is in the sanitised file: was `id` rewritten? The policy keeps it")
    for name in both:
        before = verdict(command, original[name], timeout=timeout)
        after = verdict(command, sanitised[name], timeout=timeout)
        yield Replayed(name, before == after)


def verdict(command: str, case: bytes, *, timeout: float) -> Any:
    """What the evaluator says of one case. Raises EvalsError."""
    try:
        done = subprocess.run(
            command, shell=True, input=case + b"\n", capture_output=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise EvalsError(f"the evaluator did not end within {timeout:g} seconds") from None
    if done.returncode in (126, 127):
        raise EvalsError("the evaluator could not be run: its command was not found, or may not be executed")
    lines = done.stdout.decode("utf-8", "replace").strip().splitlines()
    try:
        said = json.loads(lines[-1]) if lines else None
    except ValueError:
        return done.returncode
    if isinstance(said, dict) and "verdict" in said:
        return said["verdict"]
    return done.returncode if said is None else said
