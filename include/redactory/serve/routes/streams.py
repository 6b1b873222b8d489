"""Completions that arrive in pieces: piece by piece in calls of their own, or as one body answered while it comes."""

from __future__ import annotations

import codecs
import secrets
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request, status
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from redactory.roundtrip import StreamRehydrator
from redactory.serve.access import TheService, TheSession
from redactory.serve.models import ApiModel, Text
from redactory.serve.routes.texts import Tokens, tokens_of
from redactory.serve.service import Service
from redactory.serve.sessions import Held

router = APIRouter(prefix="/v1/sessions/{session}", tags=["streams"])


class _WhileItComes(StreamingResponse):
    """Starlette's own would read the request's body itself, waiting for the client to hang up."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.stream_response(send)


class Stream(ApiModel):
    stream: str


class Piece(ApiModel):
    """The next piece of a completion; `last` ends it."""

    text: Text
    last: bool = False


class Passed(ApiModel):
    """What may be passed on; `tokens` says, at the end, what became of them."""

    text: str
    tokens: Tokens | None = None


@router.post("/streams", status_code=status.HTTP_201_CREATED)
async def begin(service: TheService, held: TheSession) -> Stream:
    """Begin a completion that arrives in pieces."""
    if len(held.streams) >= service.limits.streams_per_session:
        raise HTTPException(status.HTTP_429_TOO_MANY_REQUESTS, "this session has as many open streams as it may")
    name = secrets.token_urlsafe(8)
    held.streams[name] = held.session.stream()
    return Stream(stream=name)


@router.post("/streams/{stream}")
async def feed(
    service: TheService, held: TheSession, stream: Annotated[str, Path(max_length=64)], given: Piece
) -> Passed:
    """The next piece in, what may be passed on out. At most a damaged token is held back."""
    rehydrator = held.streams.get(stream)
    if rehydrator is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "no such stream of this session")
    text = rehydrator.feed(given.text)
    if not given.last:
        return Passed(text=text)
    del held.streams[stream]
    text += _closed(service, held, rehydrator)
    return Passed(text=text, tokens=tokens_of(rehydrator.report()))


@router.post(
    "/rehydrate/stream",
    response_class=StreamingResponse,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
    responses={200: {"content": {"text/plain": {}}, "description": "the same text with its values"}},
)
async def rehydrate_stream(service: TheService, held: TheSession, request: Request) -> StreamingResponse:
    """UTF-8 text in, the same text with its values out, answered while it arrives (for clients that can do both)."""
    return _WhileItComes(_passed_on(service, held, request), media_type="text/plain; charset=utf-8")


async def _passed_on(service: Service, held: Held, request: Request) -> AsyncIterator[str]:
    rehydrator = held.session.stream()
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    async for body in request.stream():
        if text := rehydrator.feed(decoder.decode(body)):
            yield text
    yield rehydrator.feed(decoder.decode(b"", final=True)) + _closed(service, held, rehydrator)


def _closed(service: Service, held: Held, rehydrator: StreamRehydrator) -> str:
    rest = rehydrator.close()
    service.counters.changed(held)
    service.counters.completions.inc()
    return rest
