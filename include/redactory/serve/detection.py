"""Detection off the event loop: one thread, fed with whatever waits as one batch (models are only fast in batches).

More threads would not help, since detection holds the interpreter; what waits is bounded in characters.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

from redactory.detect.spans import Span
from redactory.records.model import TextField
from redactory.roundtrip import Pseudonymiser

_BATCH_RECORDS = 64
_BATCH_CHARS = 1 << 18

Found = list[list[Span]]


class Busy(Exception):
    """More waits for detection than may."""


class _Waiting(NamedTuple):
    record: Sequence[TextField]
    chars: int
    answer: asyncio.Future[Found]


class Detection:
    """Answers requests in the order they came. Start it inside the running event loop."""

    def __init__(self, pseudonymiser: Pseudonymiser, waiting_chars: int) -> None:
        self._detect = pseudonymiser.detect
        self._limit = waiting_chars
        self._waiting: deque[_Waiting] = deque()
        self._chars = 0
        self._arrived = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="detection")
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Records that wait."""
        return len(self._waiting)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def spans(self, record: Sequence[TextField]) -> Found:
        """Spans of every field of a record. Raises Busy where too much waits."""
        chars = sum(len(field.text) for field in record)
        if self._waiting and self._chars + chars > self._limit:
            raise Busy
        waiting = _Waiting(record, chars, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._chars += chars
        self._arrived.set()
        return await waiting.answer

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._arrived.wait()
            batch = self._batch()
            if not batch:
                continue
            answers = await loop.run_in_executor(self._thread, self._answers, [item.record for item in batch])
            for item, answer in zip(batch, answers, strict=True):
                if item.answer.done():  # whoever asked has gone
                    continue
                if isinstance(answer, Exception):
                    item.answer.set_exception(answer)
                else:
                    item.answer.set_result(answer)

    def _batch(self) -> list[_Waiting]:
        batch: list[_Waiting] = []
        chars = 0
        while self._waiting and len(batch) < _BATCH_RECORDS and (not batch or chars < _BATCH_CHARS):
            item = self._waiting.popleft()
            self._chars -= item.chars
            if not item.answer.done():
                batch.append(item)
                chars += item.chars
        if not self._waiting:
            self._arrived.clear()
        return batch

    def _answers(self, records: list[Sequence[TextField]]) -> list[Found | Exception]:
        """In the thread. A record that cannot be read fails alone."""
        try:
            return list(self._detect(records))
        except Exception as error:
            if len(records) == 1:
                return [error]
            return [answer for record in records for answer in self._answers([record])]
