"""Evaluation cases at capture: what is written is the sanitised case alone."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Request, status

from redactory.serve.access import Client, TheService
from redactory.serve.models import ApiModel

router = APIRouter(prefix="/v1/cases", tags=["cases"])

_BODY = {
    "requestBody": {
        "required": True,
        "description": "One case: messages, documents, tool calls, criteria, the joined account record.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


class Captured(ApiModel):
    """Where the sanitised case lies in the store of captured cases."""

    key: str


@router.post("", status_code=status.HTTP_201_CREATED, openapi_extra=_BODY)
async def capture(service: TheService, client: Client, request: Request) -> Captured:
    """Sanitise a case and write it. A case that cannot be kept is dropped (422), with the reason in the ledger."""
    if service.capture is None:
        raise HTTPException(
            status.HTTP_409_CONFLICT, "this service captures no cases: it was started without --cases"
        )
    body = await request.body()
    done = await asyncio.to_thread(service.capture.take, body, by=client)
    if done.key is None:
        raise HTTPException(status.HTTP_422_UNPROCESSABLE_CONTENT, f"the case was dropped: {done.reason}")
    return Captured(key=done.key)
