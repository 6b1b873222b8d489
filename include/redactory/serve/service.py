"""One running service: what its routes share, and how it starts and stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from redactory.roundtrip import Pseudonymiser
from redactory.serve.clients import Clients
from redactory.serve.counters import Counters
from redactory.serve.detection import Detection
from redactory.serve.rates import Rates
from redactory.serve.sessions import Sessions
from redactory.serve.settings import Limits

if TYPE_CHECKING:
    from redactory.evals.capture import Capture
    from redactory.vault import Vault

_SWEEP_SECONDS = 30.0
_EXPIRE_EVERY = 60  # sweeps between two looks for what expired in the vault


@dataclass
class Service:
    """The parts of a service.

    `vault` is None where the policy keeps no conversations, `capture` where no evaluation cases are taken.
    """

    pseudonymiser: Pseudonymiser
    clients: Clients
    limits: Limits = field(default_factory=Limits)
    vault: Vault | None = None
    capture: Capture | None = None

    def __post_init__(self) -> None:
        self.counters = Counters()
        self.rates = Rates(self.limits.requests_per_minute)
        self.sessions = Sessions(self.pseudonymiser, self.limits, self.vault, self.counters.ended)
        self.detection = Detection(self.pseudonymiser, self.limits.waiting_chars)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """From the first request to the last."""
        self.detection.start()
        sweeper = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await sweeper
            await self.detection.stop()

    async def _sweep(self) -> None:
        sweeps = 0
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.sessions.sweep()
            sweeps += 1
            if self.vault is not None and sweeps % _EXPIRE_EVERY == 0:
                with suppress(Exception):  # a database that is away is asked again
                    await asyncio.to_thread(self.vault.expire)
