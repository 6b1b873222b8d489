"""The sessions of a running service: each belongs to one client, ends when nobody uses it, and is counted."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from redactory.roundtrip import Metrics, Pseudonymiser, Session, StreamRehydrator
from redactory.roundtrip.conversation import Conversation, require_conversations
from redactory.serve.settings import Limits
from redactory.vault import Vault

_ID = re.compile(r"[A-Za-z0-9_-]{22}")


class Unknown(Exception):
    """No such session of this client: it never was, or has ended."""


class TooMany(Exception):
    """The client, or the service, has as many sessions as may be."""


@dataclass(eq=False)
class Held:
    """One session as the service holds it.

    `used`: when, on the registry's clock. `counted`: its counts when they were added up last. `chars`: of its texts.
    `lock` is held while its tokens change.
    """

    client: str
    session: Session
    conversation: Conversation | None
    used: float
    counted: Metrics
    chars: int = 0
    streams: dict[str, StreamRehydrator] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def scope(self) -> str:
        return "conversation" if self.conversation else "request"


class Sessions:
    """Opened, found, closed and swept.

    Args:
        vault: None where the policy keeps no conversations.
        ended: hears of every session that leaves the memory.
    """

    def __init__(
        self,
        pseudonymiser: Pseudonymiser,
        limits: Limits,
        vault: Vault | None,
        ended: Callable[[Session], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._by = pseudonymiser
        self._limits = limits
        self._vault = vault
        self._ended = ended
        self._clock = clock
        self._held: dict[str, Held] = {}
        self._coming_back = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._held)

    async def open(self, client: str, *, conversation: bool) -> tuple[str, Held]:
        """A new session.

        Raises:
            TooMany: the client or the service has as many as may be.
            RoundTripError: a conversation where the policy allows none.
        """
        if conversation:
            require_conversations(self._by.policy)
        self._require_room(client)
        name = secrets.token_urlsafe(16)
        held = self._held[name] = await self._made(client, name, conversation=conversation)
        return name, held

    async def get(self, client: str, name: str) -> Held:
        """A session of this client; a conversation comes back from the vault. Raises Unknown for everything else."""
        held = self._held.get(name)
        if held is None and self._vault is not None and _ID.fullmatch(name):
            async with self._coming_back:
                held = self._held.get(name) or await self._come_back(client, name)
        if held is None or held.client != client:
            raise Unknown
        if held.conversation and held.conversation.expires <= datetime.now(UTC):
            await self.close(name, held)
            raise Unknown
        held.used = self._clock()
        return held

    async def close(self, name: str, held: Held) -> None:
        """End a session; what the vault holds of a conversation is removed."""
        async with held.lock:
            if held.conversation:
                await asyncio.to_thread(held.conversation.forget)
            self._drop(name)

    def sweep(self) -> None:
        """Forget sessions that nobody used. A conversation stays in the vault until it expires."""
        late = self._clock() - self._limits.idle_seconds
        for name, held in list(self._held.items()):
            if held.used < late and not held.lock.locked():
                self._drop(name)

    def _require_room(self, client: str) -> None:
        own = sum(held.client == client for held in self._held.values())
        if own >= self._limits.sessions_per_client or len(self._held) >= self._limits.sessions:
            raise TooMany

    async def _come_back(self, client: str, name: str) -> Held | None:
        self._require_room(client)
        held = await self._made(client, name, conversation=True)
        if not len(held.session.tokens()):  # nothing of it in the vault: no conversation of this client, or expired
            return None
        self._held[name] = held
        return held

    async def _made(self, client: str, name: str, *, conversation: bool) -> Held:
        keeper = None
        if conversation:
            assert self._vault is not None
            keeper = Conversation(self._vault, f"{client}/{name}", self._by.policy, datetime.now(UTC))
        session = await asyncio.to_thread(Session, self._by, keeper) if keeper else Session(self._by)
        return Held(client, session, keeper, self._clock(), session.metrics)

    def _drop(self, name: str) -> None:
        held = self._held.pop(name, None)
        if held is not None:
            self._ended(held.session)
