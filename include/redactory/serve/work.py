"""What several routes do with a session: detection off the loop, then its tokens, then the counts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fastapi import HTTPException, status

from redactory.serve.service import Service
from redactory.serve.sessions import Held


async def pseudonymised(service: Service, held: Held, texts: Sequence[str], *, result: bool = False) -> list[str]:
    """The texts with tokens. `result`: a tool's answer, in which tokens of the session may stand.

    Raises:
        HTTPException: the session has had as much text as it may.
        Busy: too much waits for detection.
    """
    chars = sum(map(len, texts))
    if held.chars + chars > service.limits.session_chars:
        said = "this session has had as much text as it may: open another"
        raise HTTPException(status.HTTP_413_CONTENT_TOO_LARGE, said)
    held.chars += chars
    spans = await service.detection.spans(held.session.record(texts))
    ours = result and held.session.tools == "outside"
    async with held.lock:
        replaced = await asyncio.to_thread(held.session.replace, texts, spans, ours=ours)
    service.counters.changed(held)
    service.counters.texts.inc(len(texts))
    return replaced
