"""Sessions: open one, look at its counts, end it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from fastapi import APIRouter, status

from redactory.serve.access import Client, SessionId, TheService, TheSession
from redactory.serve.models import ApiModel
from redactory.serve.sessions import Held

router = APIRouter(prefix="/v1/sessions", tags=["sessions"])


class Open(ApiModel):
    scope: Literal["request", "conversation"] = "request"


class Opened(ApiModel):
    """`request` lives in memory, until nobody uses it; `conversation` in the vault, until `expires`."""

    session: str
    scope: Literal["request", "conversation"]
    tools: Literal["inside", "outside"]
    expires: datetime | None


class Counts(ApiModel):
    """Distinct tokens sent, returned and missing so far, and mentions of tokens that were never sent."""

    sent: int
    returned: int
    missing: int
    invented: int


class State(Opened):
    counts: Counts


@router.post("", status_code=status.HTTP_201_CREATED)
async def open_session(service: TheService, client: Client, wanted: Open) -> Opened:
    """Open a session: texts that share their tokens."""
    name, held = await service.sessions.open(client, conversation=wanted.scope == "conversation")
    service.counters.opened.labels(wanted.scope).inc()
    return Opened(**_described(name, held))


@router.get("/{session}")
async def look(held: TheSession, session: SessionId) -> State:
    """A session's counts."""
    metrics = held.session.metrics
    counts = Counts(
        sent=metrics.sent, returned=metrics.returned, missing=metrics.missing, invented=metrics.invented
    )
    return State(**_described(session, held), counts=counts)


@router.delete("/{session}", status_code=status.HTTP_204_NO_CONTENT)
async def end(service: TheService, held: TheSession, session: SessionId) -> None:
    """End a session: its values leave the memory, and the vault."""
    await service.sessions.close(session, held)


def _described(name: str, held: Held) -> dict[str, object]:
    expires = held.conversation.expires if held.conversation else None
    return {"session": name, "scope": held.scope, "tools": held.session.tools, "expires": expires}
