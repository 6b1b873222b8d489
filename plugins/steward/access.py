"""Who asks: logged in to Airflow, allowed to answer reviews there; and that it is their own page that asks.

A plugin's app is open to everybody unless it says otherwise, so every route of this one depends on `Person`. Who is a
steward of which policy stands in the policy, and is checked by the engine with every call.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import cache
from typing import Annotated
from urllib.parse import parse_qs

from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity
from airflow.api_fastapi.core_api.security import GetUserDep, requires_access_dag
from airflow.configuration import conf
from fastapi import Depends, HTTPException, Request, status

from redactory.platform import Platform

DAG = "policy_review"
TOKEN_FIELD, TOKEN_HEADER = "form_token", "x-form-token"
LONGEST_FORM = 64 * 1024  # bytes
_may_answer = requires_access_dag(method="PUT", access_entity=DagAccessEntity.HITL_DETAIL, param_dag_id=DAG)


@dataclass(frozen=True)
class Person:
    """Somebody logged in who may answer reviews. `token` makes their forms theirs."""

    name: str
    token: str


def person(user: GetUserDep, allowed: Annotated[None, Depends(_may_answer)]) -> Person:
    """401 without a log-in, 403 for whom Airflow does not let answer reviews."""
    name = str(user.get_name())
    return Person(name, _token(name))


PersonDep = Annotated[Person, Depends(person)]


class Form(dict[str, str]):
    """The fields of a form that was sent by one of our own pages."""

    def number(self, name: str) -> int:
        """A field that is a number. 422 where it is none."""
        text = self.get(name, "")
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise HTTPException(status.HTTP_422_UNPROCESSABLE_CONTENT, f"{name} is not a number")
        return int(text)


async def form(request: Request, who: PersonDep) -> Form:
    """The form, if a page of this person sent it: another site can neither read their token nor pass for our origin."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(status.HTTP_403_FORBIDDEN, "the form was sent by another site")
    body = await request.body()
    if len(body) > LONGEST_FORM:
        raise HTTPException(status.HTTP_413_CONTENT_TOO_LARGE, "the form is too long")
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise HTTPException(status.HTTP_400_BAD_REQUEST, "the form cannot be read") from None
    found = Form({name: values[-1] for name, values in fields.items()})
    given = request.headers.get(TOKEN_HEADER) or found.pop(TOKEN_FIELD, "")
    if not hmac.compare_digest(given.encode(), who.token.encode()):
        raise HTTPException(status.HTTP_403_FORBIDDEN, "the form is not from a page of yours: reload it")
    return found


FormDep = Annotated[Form, Depends(form)]


@cache
def open_once() -> Platform:
    """The platform, opened with the process's first request."""
    from redactory_airflow.connections import open_platform

    return open_platform()


def platform() -> Platform:
    """The platform of this installation."""
    return open_once()


PlatformDep = Annotated[Platform, Depends(platform)]


def _token(name: str) -> str:
    secret = conf.get("api", "secret_key").encode()
    return hmac.new(secret, b"redactory-steward-form\0" + name.encode(), hashlib.sha256).hexdigest()
