"""What the service allows: sizes, counts and times."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, counts, seconds. Beyond them a request is refused, and says so."""

    body_bytes: int = 1 << 20
    session_chars: int = 20 << 20  # characters one session may pseudonymise in all
    idle_seconds: float = 900.0  # a session nobody uses this long is forgotten
    sessions_per_client: int = 2_000
    sessions: int = 10_000
    streams_per_session: int = 16
    requests_per_minute: int = 6_000  # of one client
    waiting_chars: int = 64 << 20  # characters that wait for detection, of all clients
    connections: int = 4_096
