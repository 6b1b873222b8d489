"""What routes ask for: the service, the client behind the bearer token, its session."""

from __future__ import annotations

import math
from typing import Annotated

from fastapi import Depends, HTTPException, Path, Request, status
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from redactory.serve.service import Service
from redactory.serve.sessions import Held, Unknown

_bearer = HTTPBearer(auto_error=False, description="A token of `redactory serve token NAME`.")


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(_service)]


def _client(
    service: TheService, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> str:
    name = service.clients.name_of(given.credentials) if given else None
    if name is None:
        raise HTTPException(
            status.HTTP_401_UNAUTHORIZED, "a bearer token of this service is needed", {"WWW-Authenticate": "Bearer"}
        )
    wait = service.rates.take(name)
    if wait:
        raise HTTPException(
            status.HTTP_429_TOO_MANY_REQUESTS, "too many requests", {"Retry-After": str(math.ceil(wait))}
        )
    return name


Client = Annotated[str, Depends(_client)]
SessionId = Annotated[str, Path(max_length=64, description="id of a session of this client")]


async def _session(service: TheService, client: Client, session: SessionId) -> Held:
    try:
        return await service.sessions.get(client, session)
    except Unknown:
        raise HTTPException(
            status.HTTP_404_NOT_FOUND, "no such session: it has ended, or was never opened by this client"
        ) from None


TheSession = Annotated[Held, Depends(_session)]
