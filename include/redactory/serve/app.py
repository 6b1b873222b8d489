"""The app: its routes, inside the boundary that every request passes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from redactory import __version__
from redactory.serve.answers import add_answers
from redactory.serve.boundary import Boundary
from redactory.serve.models import Problem
from redactory.serve.routes import cases, sessions, status, streams, texts, tools
from redactory.serve.service import Service

DESCRIPTION = (
    "Text out with tokens for its personal values, a model's completion back with the values in their places. What the "
    "tokens stand for stays in this service. Every route but `/health` takes a bearer token."
)
PROBLEMS: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "no token, or not one of this service"},
    404: {"model": Problem, "description": "no such session of this client"},
    409: {"model": Problem, "description": "the policy, or the text, does not allow it"},
    413: {"model": Problem, "description": "too large"},
    422: {"model": Problem, "description": "the request is not as it should be"},
    429: {"model": Problem, "description": "too often, or too many"},
    503: {"model": Problem, "description": "busy, or the vault is away"},
}


def create_app(service: Service) -> FastAPI:
    """The app of one service."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = FastAPI(
        title="Redactory",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # FastAPI's own pages load their scripts from a CDN; see api_page
        redoc_url=None,
    )
    app.state.service = service
    for routes in (status, sessions, texts, streams, tools, cases):
        app.include_router(routes.router, responses=PROBLEMS)
    add_answers(app)
    app.add_middleware(Boundary, service=service)
    return app
