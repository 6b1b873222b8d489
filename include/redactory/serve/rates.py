"""How often a client may ask: a bucket that holds a minute's requests and fills evenly."""

from __future__ import annotations

import time
from collections.abc import Callable


class Rates:
    """One bucket a client; there are as many as the tokens file has clients."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}  # client -> (left, when)

    def take(self, client: str) -> float:
        """0 where the client may ask now; otherwise the seconds after which it may."""
        now = self._clock()
        left, when = self._buckets.get(client, (self._most, now))
        left = min(self._most, left + (now - when) * self._most / 60)
        if left < 1:
            self._buckets[client] = (left, now)
            return (1 - left) * 60 / self._most
        self._buckets[client] = (left - 1, now)
        return 0.0
