"""Whether the service is up, what it counted, and what it offers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from redactory.serve.access import Client, TheService
from redactory.serve.api_page import page_of, style
from redactory.serve.models import ApiModel

router = APIRouter(tags=["status"])


class Health(ApiModel):
    status: Literal["ok"] = "ok"


@router.get("/health")
async def health() -> Health:
    """Answers while the service runs."""
    return Health()


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(service: TheService, client: Client) -> Response:
    """Counters in Prometheus's text format."""
    service.counters.open.set(len(service.sessions))
    service.counters.waiting.set(service.detection.waiting)
    return Response(service.counters.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    return HTMLResponse(page_of(request.app.openapi()))


@router.get("/docs.css", include_in_schema=False)
async def docs_style() -> Response:
    return Response(style(), media_type="text/css")
