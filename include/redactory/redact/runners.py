"""Who redacts the batches: this process, or several with the models loaded before they are forked."""

from __future__ import annotations

import gc
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from redactory.errors import RedactoryError
from redactory.redact.engine import Redactor, RowInput, RowResult

_AHEAD = 2  # batches in flight for each worker

_shared: Redactor | None = None  # set before the fork, so that workers find the loaded models


class InProcess:
    """One batch after another, here."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self.reads_numbers = redactor.reads_numbers

    def run(self, batches: Iterable[list[RowInput]]) -> Iterator[list[RowResult]]:
        gc.freeze()  # lists, models and the directory are no garbage: collections need not go through them
        try:
            for batch in batches:
                yield self._redactor.redact(batch)
        finally:
            gc.unfreeze()


class Forked:
    """Several processes; results come in the order of the batches. Memory of the models is shared by the fork."""

    def __init__(self, redactor: Redactor, workers: int) -> None:
        self._redactor = redactor
        self._workers = workers
        self.reads_numbers = redactor.reads_numbers

    def run(self, batches: Iterable[list[RowInput]]) -> Iterator[list[RowResult]]:
        global _shared
        _shared = self._redactor
        context = multiprocessing.get_context("fork")
        flight: deque[Future[list[RowResult]]] = deque()
        gc.collect()
        gc.freeze()  # collecting garbage would write to the memory that workers share
        try:
            with ProcessPoolExecutor(self._workers, mp_context=context) as pool:
                for batch in batches:
                    flight.append(pool.submit(_redact, batch))
                    if len(flight) >= self._workers * _AHEAD:
                        yield flight.popleft().result()
                while flight:
                    yield flight.popleft().result()
        except BrokenProcessPool:
            raise RedactoryError(
                "a worker process was killed (out of memory?); nothing is published: run again with fewer workers"
            ) from None
        finally:
            _shared = None
            gc.unfreeze()


def runner_for(redactor: Redactor, workers: int = 1) -> InProcess | Forked:
    """`workers` 1 stays in this process."""
    return Forked(redactor, workers) if workers > 1 else InProcess(redactor)


def _redact(batch: list[RowInput]) -> list[RowResult]:
    assert _shared is not None
    return _shared.redact(batch)
