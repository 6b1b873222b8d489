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
_SHARED = 0.5  # of the large directory's index, at most, may be a second process's own


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
    mine, all_of_it = _forked(lambda: _matching(many, texts))
    name = f"layer 1, {people:,} people"
    return [
        slower(name, 1.6, large, small, f"{_FEW:,} people"),
        Ratio(f"{name}: built and kept", build, 30.0, False, build, 1.0, "seconds"),
        Ratio(f"{name}: loaded by a worker", load, 3.0, False, load, 1.0, "seconds"),
        Ratio(
            f"{name}: a forked worker's own memory", mine / all_of_it, _SHARED, False, mine, all_of_it, "all it uses",
            f"MB after a scan of {tickets.name}",
        ),
    ]  # fmt: skip


def _matching(layer: IdentityLayer, texts: Sequence[str]) -> float:
    parts = batches(texts, _FEW)
    return seconds(lambda: [layer.matches(part) for part in parts])


def _forked(work: Callable[[], object]) -> tuple[float, float]:
    """(its own, all) memory of a process forked from this one that has done `work`, in MB."""
    gc.collect()
    gc.freeze()
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            work()
            sizes = dict(re.findall(r"^(\w+): +(\d+) kB", Path("/proc/self/smaps_rollup").read_text(), re.M))
            own = int(sizes["Private_Clean"]) + int(sizes["Private_Dirty"])
            os.write(write, f"{own} {sizes['Rss']}".encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        mine, whole = (int(size) * 1024 / _MEGABYTE for size in answer.read().split())
    os.waitpid(child, 0)
    gc.unfreeze()
    return mine, whole
