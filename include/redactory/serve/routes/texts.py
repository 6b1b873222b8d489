"""Texts out with tokens, completions back with values."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from redactory.roundtrip import Report
from redactory.serve.access import TheService, TheSession
from redactory.serve.models import ApiModel, Text
from redactory.serve.work import pseudonymised

router = APIRouter(prefix="/v1/sessions/{session}", tags=["texts"])


class Texts(ApiModel):
    """One text, or several that belong together: who is named in one is found in all."""

    texts: list[Text] = Field(min_length=1, max_length=256)


class SentToken(ApiModel):
    token: str
    entity: str


class Pseudonymised(ApiModel):
    """The texts, and every token of the session so far. What they stand for stays in the service."""

    texts: list[str]
    tokens: list[SentToken]


class Completion(ApiModel):
    """`json`: the completion is JSON, and values go in after parsing."""

    text: Text
    format: Literal["text", "json"] = "text"


class Tokens(ApiModel):
    """Tokens that came back with how often, that did not, and that nobody sent (left as they are)."""

    returned: dict[str, int]
    missing: list[str]
    invented: dict[str, int]


class Rehydrated(ApiModel):
    text: str
    tokens: Tokens


def tokens_of(report: Report) -> Tokens:
    return Tokens(returned=report.returned, missing=list(report.missing), invented=report.invented)


@router.post("/pseudonymise")
async def pseudonymise(service: TheService, held: TheSession, given: Texts) -> Pseudonymised:
    """Replace the values of texts by tokens."""
    texts = await pseudonymised(service, held, given.texts)
    tokens = [SentToken(token=item.token, entity=item.entity) for item in held.session.tokens()]
    return Pseudonymised(texts=texts, tokens=tokens)


@router.post("/rehydrate")
async def rehydrate(service: TheService, held: TheSession, given: Completion) -> Rehydrated:
    """Put the values back into a whole completion."""
    session = held.session
    done = await asyncio.to_thread(session.rehydrate_json if given.format == "json" else session.rehydrate, given.text)
    service.counters.changed(held)
    service.counters.completions.inc()
    return Rehydrated(text=done.text, tokens=tokens_of(done.report))
