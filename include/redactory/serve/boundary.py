"""The outermost layer: bodies have a size, answers are not stored, and no failure tells more than where it was."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redactory.errors import raised
from redactory.serve.service import Service

log = logging.getLogger(__name__)

HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
_TOO_LARGE = "the body is larger than this service takes"


class Boundary:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._service.limits.body_bytes:
                raise HTTPException(413, _TOO_LARGE)
            return message

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message["headers"], *HEADERS]}
                self._service.counters.requests.labels(str(message["status"])).inc()
            await send(message)

        try:
            if _announced(scope) > self._service.limits.body_bytes:
                raise HTTPException(413, _TOO_LARGE)
            await self._app(scope, limited, answer)
        except Exception as error:
            if not isinstance(error, HTTPException):  # its own words may quote what was sent
                log.error("%s", raised(error))
            if started:
                raise ConnectionAbortedError("the answer was cut off; the line above says why") from None
            code = error.status_code if isinstance(error, HTTPException) else 500
            said = error.detail if isinstance(error, HTTPException) else "something went wrong; the log says where"
            await JSONResponse({"detail": said}, code)(scope, receive, answer)


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
