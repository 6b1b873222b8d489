"""Errors as answers: what was wrong and where, and nothing of what was sent."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, status
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from redactory.errors import RedactoryError, RoundTripError
from redactory.serve.detection import Busy
from redactory.serve.models import Fault, Problem
from redactory.serve.sessions import TooMany


def add_answers(app: FastAPI) -> None:
    """Put the handlers on the app."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        """FastAPI's own answer quotes the input, and a misspelt key is input too."""
        known = _known_names(request.app)
        faults = [
            Fault(where=[part if part in known else "?" for part in fault["loc"]], fault=fault["type"])
            for fault in error.errors()
        ]
        return JSONResponse(Problem(detail=faults).model_dump(), status.HTTP_422_UNPROCESSABLE_CONTENT)

    @app.exception_handler(RedactoryError)
    async def ours(request: Request, error: RedactoryError) -> JSONResponse:
        code = status.HTTP_409_CONFLICT if isinstance(error, RoundTripError) else status.HTTP_503_SERVICE_UNAVAILABLE
        return JSONResponse({"detail": str(error)}, code)

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> JSONResponse:
        said = "more texts wait for detection than may; try again"
        return JSONResponse({"detail": said}, status.HTTP_503_SERVICE_UNAVAILABLE, {"Retry-After": "2"})

    @app.exception_handler(TooMany)
    async def too_many(request: Request, error: TooMany) -> JSONResponse:
        said = "as many sessions are open as may be: close some, or wait until they expire"
        return JSONResponse({"detail": said}, status.HTTP_429_TOO_MANY_REQUESTS, {"Retry-After": "30"})


def _known_names(app: FastAPI) -> frozenset[Any]:
    """Names of the API itself; numbers are places in a list or a text."""
    schemas = app.openapi().get("components", {}).get("schemas", {})
    names = {name for schema in schemas.values() for name in schema.get("properties", ())}
    return frozenset((*names, "body", "path", "query", "header", "session", "stream", *range(1024)))
