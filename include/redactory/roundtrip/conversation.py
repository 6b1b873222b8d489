"""A conversation's tokens in the vault, so that another process can go on with it until it expires."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from redactory.errors import RoundTripError
from redactory.roundtrip.tokens import Sent
from redactory.transform.normal import normalise

if TYPE_CHECKING:
    from redactory.policy.model import Policy
    from redactory.vault import Vault


class Conversation:
    """The keeper of one conversation. One process at a time may go on with it.

    Args:
        vault: holds what the tokens stand for.
        name: the conversation's own id; it says nothing about who speaks.
        policy: must allow conversations (`roundtrip.conversations`).
        begun: when it began; the values of one that is in the vault already keep their expiry.

    Raises:
        RoundTripError: the policy does not allow it.
    """

    def __init__(self, vault: Vault, name: str, policy: Policy, begun: datetime) -> None:
        from redactory.vault import conversation_scope

        require_conversations(policy)
        self._vault = vault
        self._scope = conversation_scope(name)
        self.expires = begun + timedelta(hours=policy.roundtrip.hours)

    def load(self) -> Sequence[Sent]:
        """What was sent before. Raises RoundTripError where two processes gave one token to two values."""
        found: dict[str, Sent] = {}
        for entry in self._vault.entries(self._scope):
            sent = Sent(entry.token, entry.entity, entry.value, entry.person)
            first = found.setdefault(entry.token, sent)
            if normalise(first.entity, first.value) != normalise(sent.entity, sent.value):
                raise RoundTripError("two processes went on with this conversation at once; begin a new one")
            if entry.expires is not None:
                self.expires = min(self.expires, entry.expires)
        return tuple(found.values())

    def put(self, sent: Sequence[Sent]) -> None:
        from redactory.vault import Entry

        self._vault.put(
            Entry(self._scope, item.token, item.entity, item.value, item.subject, self.expires) for item in sent
        )

    def forget(self) -> None:
        """Everything of the conversation leaves the vault."""
        self._vault.drop(self._scope)


def require_conversations(policy: Policy) -> None:
    """Raise RoundTripError where the policy keeps nothing of a conversation."""
    if not policy.roundtrip.conversations:
        raise RoundTripError(
            f"policy {policy.name} keeps nothing of a conversation (roundtrip.conversations): its sessions live in "
            "memory only"
        )
