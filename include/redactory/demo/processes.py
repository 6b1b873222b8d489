"""Which processes the demo started, so that it ends those and no others, even after it was killed itself.

Every process inherits the environment variable REDACTORY_DEMO, which names the demo's folder; a record in that
folder names the group leaders. A pid alone is never trusted: its start time has to agree too.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

MARK = "REDACTORY_DEMO"
TERM_SECONDS = 20.0
KILL_SECONDS = 10.0
_PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>
_SAME_START = 2.0  # seconds two readings of one process's start time may differ by


@dataclass(frozen=True, slots=True)
class Started:
    """One group leader: what it is for, its pid, when it began (Unix time)."""

    name: str
    pid: int
    began: float

    def process(self) -> psutil.Process | None:
        """The process, if it is still the same one."""
        with suppress(psutil.Error):
            found = psutil.Process(self.pid)
            if abs(found.create_time() - self.began) < _SAME_START and found.status() != psutil.STATUS_ZOMBIE:
                return found
        return None


def adopt_orphans() -> None:
    """Makes this process the parent of descendants whose own parent ends (Linux), so that it can wait for them too.

    Otherwise they go to process 1, which in a container often waits for nobody and leaves them as zombies.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Record:
    """The list of group leaders in `folder/processes.json`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._path = self.folder / "processes.json"

    def add(self, name: str, pid: int) -> None:
        """Note a process just started."""
        entries = [*self._entries(), Started(name, pid, psutil.Process(pid).create_time())]
        self._path.write_text(json.dumps([asdict(entry) for entry in entries]))

    def running(self) -> list[psutil.Process]:
        """Every live process of this demo: the recorded ones, their descendants, whoever carries the mark."""
        found: dict[int, psutil.Process] = {}
        for entry in self._entries():
            process = entry.process()
            if process is not None:
                found[process.pid] = process
                with suppress(psutil.Error):
                    found.update((child.pid, child) for child in process.children(recursive=True))
        found.update((process.pid, process) for process in self._marked())
        found.pop(os.getpid(), None)
        return [process for process in found.values() if _alive(process)]

    def end(self) -> list[int]:
        """End everything: SIGTERM, then SIGKILL. Returns the pids that are left, which should be none."""
        for number, patience in ((signal.SIGTERM, TERM_SECONDS), (signal.SIGKILL, KILL_SECONDS)):
            processes = self.running()
            for process in processes:
                with suppress(psutil.Error):
                    process.send_signal(number)
            deadline = time.monotonic() + patience
            while processes and time.monotonic() < deadline:
                _reap(processes)
                processes = [p for p in processes if _alive(p)]
                time.sleep(0.1)
        _reap_adopted()
        left = [process.pid for process in self.running()]
        if not left:
            self._path.unlink(missing_ok=True)
        return left

    def _entries(self) -> list[Started]:
        try:
            return [Started(**entry) for entry in json.loads(self._path.read_text())]
        except (OSError, ValueError, TypeError):
            return []

    def _marked(self) -> Iterator[psutil.Process]:
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if process.uids().real == os.getuid() and process.environ().get(MARK) == str(self.folder):
                    yield process


def _alive(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _reap(processes: list[psutil.Process]) -> None:
    """Collect our own children that ended, or they stay as zombies until we end."""
    for process in processes:
        with suppress(ChildProcessError, OSError):
            os.waitpid(process.pid, os.WNOHANG)


def _reap_adopted() -> None:
    """Collect whichever children ended meanwhile, orphans we adopted among them."""
    with suppress(ChildProcessError, OSError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
