"""Layer 1 of a large directory: speed against a small one, building, loading, and what processes share of it."""

from __future__ import annotations

import gc
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from redactory.bench.model import Ratio, seconds, slower
from redactory.bench.strangers import strangers
from redactory.bench.texts import Tickets, batches
from redactory.detect.identity import IdentityLayer
from redactory.detect.index import DirectoryIndex
from redactory.directory.model import Snapshot
from redactory.policy.model import Policy
from redactory.redact.indexes import kept_index, made_index
from redactory.storage import EncryptedStore, KeyRing, open_store

_FEW = 1_000
_MEGABYTE = 1_000_000
_WORKERS = 2
_OWN = 0.5  # of what one process takes, at most, may another one add to it


def by_directory(policy: Policy, tickets: Tickets, people: int) -> list[Ratio]:
    """Layer 1 with many people against 1,000, with the same matches; its index made, loaded, and shared by a fork."""
    own = list(tickets.snapshot.people[:_FEW])
    others = strangers(people)
    texts = tickets.texts(len(tickets.rows))
    few = IdentityLayer(policy, own + others[: _FEW - len(own)])
    snapshot = Snapshot((*own, *others[: people - len(own)]), "bench", datetime.now(UTC))
    with tempfile.TemporaryDirectory(prefix="redactory-bench-index-") as folder:
        store = EncryptedStore(open_store(str(Path(folder))), KeyRing("bench", {"bench": os.urandom(32)}))
        build = seconds(lambda: made_index(store, policy, snapshot))
        found: list[DirectoryIndex | None] = []
        load = seconds(lambda: found.append(kept_index(store, policy, snapshot.hash)))
    many = IdentityLayer(policy, snapshot.people, index=found[0])
    small, large = (min(_matching(layer, texts) for _ in range(3)) for layer in (few, many))
    added, alone = _shared(lambda: _matching(many, texts))
    name = f"layer 1, {people:,} people"
    return [
        slower(name, 1.6, large, small, f"{_FEW:,} people"),
        Ratio(f"{name}: built and kept", build, 30.0, False, build, 1.0, "seconds"),
        Ratio(f"{name}: loaded by a worker", load, 3.0, False, load, 1.0, "seconds"),
        Ratio(
            f"{name}: memory a forked worker adds", added / alone, _OWN, False, added, alone, "that of one process",
            f"MB of PSS, {_WORKERS} at once after a scan of {tickets.name}",
        ),
    ]  # fmt: skip


def _matching(layer: IdentityLayer, texts: Sequence[str]) -> float:
    parts = batches(texts, _FEW)
    return seconds(lambda: [layer.matches(part) for part in parts])


def _shared(work: Callable[[], object]) -> tuple[float, float]:
    """(what each of two processes forked from this one adds once it has done `work`, what this one took alone).

    In MB of PSS, in which a page that several processes hold counts once among them.
    """
    gc.collect()
    gc.freeze()
    alone = _proportional(os.getpid())
    workers = [_forked(work) for _ in range(_WORKERS)]
    for _, done, _ in workers:
        os.read(done, 1)
    together = sum(map(_proportional, (os.getpid(), *(process for process, _, _ in workers))))
    for _, done, leave in workers:  # all of them first: a later worker holds a copy of an earlier one's end
        os.close(done)
        os.close(leave)
    for process, _, _ in workers:
        os.waitpid(process, 0)
    gc.unfreeze()
    return (together - alone) / _WORKERS, alone


def _forked(work: Callable[[], object]) -> tuple[int, int, int]:
    """A process that does `work` and stays: its id, a pipe that it writes to when done, one whose end it waits for."""
    (done, says), (waits, leave) = os.pipe(), os.pipe()
    process = os.fork()
    if not process:
        try:
            os.close(leave)
            work()
            os.write(says, b"1")
            os.read(waits, 1)
        finally:
            os._exit(0)
    os.close(says)
    os.close(waits)
    return process, done, leave


def _proportional(process: int) -> float:
    """MB of memory of a process, shared pages by its part of them."""
    found = re.search(r"^Pss: +(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_text(), re.M)
    return int(found.group(1)) * 1024 / _MEGABYTE if found else 0.0
