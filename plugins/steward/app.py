"""The app: its routes, its headers, and errors that say what to do and quote no row."""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Awaitable, Callable

from fastapi import FastAPI, HTTPException, Request, Response, status
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from redactory.errors import NotAStewardError, RedactoryError
from steward import actions, pages
from steward.render import render

log = logging.getLogger(__name__)

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def create_app() -> FastAPI:
    """The app as Airflow mounts it."""
    app = FastAPI(title="Redactory: the steward's queue", openapi_url=None, docs_url=None, redoc_url=None)
    app.include_router(pages.router)
    app.include_router(actions.router)

    @app.middleware("http")
    async def headers(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        try:
            response = await go_on(request)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            where = " > ".join(f"{os.path.basename(f.filename)}:{f.lineno}" for f in frames[-4:])
            log.error("%s in %s %s", type(error).__name__, request.scope["path"], where)  # its text may quote a row
            response = _said(request, 500, "Something went wrong; the server's log says where.")
        response.headers.update(HEADERS)
        return response

    @app.exception_handler(StarletteHTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return _said(request, error.status_code, str(error.detail))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return _said(request, status.HTTP_422_UNPROCESSABLE_CONTENT, "The address or the form is not as it should be.")

    @app.exception_handler(RedactoryError)
    async def ours(request: Request, error: RedactoryError) -> Response:
        stranger = isinstance(error, NotAStewardError)
        return _said(request, status.HTTP_403_FORBIDDEN if stranger else status.HTTP_409_CONFLICT, str(error))

    return app


def _said(request: Request, code: int, words: str) -> Response:
    """The error as JSON for scripts, as a page for people."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": words}, code)
    return render("error.html", code=code, words=words)
