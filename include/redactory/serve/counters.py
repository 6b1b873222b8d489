"""What the service counts: sessions, texts, tokens. Never a value, a text, or a client's name."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from redactory.roundtrip import Session
from redactory.serve.sessions import Held


class Counters:
    """Counters of one running service, in the text format of Prometheus."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.opened = Counter("redactory_sessions_opened", "sessions opened", ["scope"], registry=registry)
        self.open = Gauge("redactory_sessions_open", "sessions in memory", registry=registry)
        self.waiting = Gauge("redactory_texts_waiting", "records that wait for detection", registry=registry)
        self.texts = Counter("redactory_texts_pseudonymised", "texts pseudonymised", registry=registry)
        self.completions = Counter("redactory_completions_rehydrated", "completions rehydrated", registry=registry)
        self.requests = Counter("redactory_requests", "requests answered", ["status"], registry=registry)
        self._sent = Counter("redactory_tokens_sent", "distinct tokens of a session, sent", registry=registry)
        self._returned = Counter("redactory_tokens_returned", "distinct tokens that came back", registry=registry)
        self._invented = Counter("redactory_tokens_invented", "mentions of tokens never sent", registry=registry)
        self._missing = Counter("redactory_tokens_missing", "tokens not back when a session ended", registry=registry)

    def changed(self, held: Held) -> None:
        """Something may have changed in a session since it was counted last."""
        before, after = held.counted, held.session.metrics
        held.counted = after
        self._sent.inc(after.sent - before.sent)
        self._returned.inc(after.returned - before.returned)
        self._invented.inc(after.invented - before.invented)

    def ended(self, session: Session) -> None:
        """A session left the memory."""
        self._missing.inc(session.metrics.missing)

    def text(self) -> bytes:
        return generate_latest(self._registry)
