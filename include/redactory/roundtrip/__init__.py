"""The round trip: text out with tokens for its personal values, a completion back with the values in their places."""

from __future__ import annotations

from redactory.roundtrip.pseudonymiser import Pseudonymiser
from redactory.roundtrip.rehydrate import Rehydrated, Report, rehydrate
from redactory.roundtrip.session import Metrics, Session
from redactory.roundtrip.stream import StreamRehydrator
from redactory.roundtrip.structured import rehydrate_json
from redactory.roundtrip.tokens import Sent, TokenMap

__all__ = [
    "Metrics",
    "Pseudonymiser",
    "Rehydrated",
    "Report",
    "Sent",
    "Session",
    "StreamRehydrator",
    "TokenMap",
    "rehydrate",
    "rehydrate_json",
]
