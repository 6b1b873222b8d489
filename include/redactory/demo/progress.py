"""What the demo says while it works: a line that moves on a terminal, one line a step in a pipe."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.status import Status

_DONE = ("success", "skipped", "failed", "upstream_failed", "removed")
_WORKING = ("running", "up_for_retry", "awaiting_input", "deferred")


class Progress:
    """Steps with the time they took; `note` says what a step is doing."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._began = time.monotonic()
        self._status: Status | None = None
        self._title = self._last = ""

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self._began

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """One step: shown while it lasts, and with its seconds when it is done."""
        began = time.monotonic()
        self._title, self._last = title, ""
        if self.console.is_terminal:
            with self.console.status(title) as self._status:
                yield
            self._status = None
        else:
            yield
        self.console.print(f"{self.seconds:5.0f} s  {title} ({time.monotonic() - began:.0f} s)", highlight=False)

    def note(self, text: str) -> None:
        """What the step is at now; the same text again is not repeated."""
        if text == self._last:
            return
        self._last = text
        if self._status is not None:
            self._status.update(f"{self._title}: {text}")
        else:
            self.console.print(f"{self.seconds:5.0f} s    {text}", highlight=False)

    def tasks(self, instances: Sequence[Mapping[str, Any]]) -> None:
        """Note the state of a Dag run: how many tasks are done, and what is being worked on."""
        states = Counter(str(task["state"]) for task in instances)
        done = sum(states[state] for state in _DONE)
        names = Counter(task["task_id"].rpartition(".")[2] for task in instances if task["state"] in _WORKING)
        working = ", ".join(name if count == 1 else f"{name} ({count})" for name, count in sorted(names.items()))
        if working:
            self.note(f"{done} of {len(instances)} tasks done; at work: {working}")
