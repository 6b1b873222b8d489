"""Tools a model calls: what they are given, and what they answered. Where they stand is the policy's word."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field, field_validator

from redactory.roundtrip.structured import strings_of
from redactory.serve.access import TheService, TheSession
from redactory.serve.models import ApiModel, Text, whole
from redactory.serve.work import pseudonymised

router = APIRouter(prefix="/v1/sessions/{session}/tools", tags=["tools"])

Where = Field(None, description="where the caller takes the tool to stand; another word than the policy's is refused")


class Call(ApiModel):
    """The arguments of a call as the model wrote them, parsed."""

    arguments: Any
    tools: Literal["inside", "outside"] | None = Where

    @field_validator("arguments")
    @classmethod
    def _can_be_answered(cls, arguments: Any) -> Any:
        for text in strings_of(arguments):
            whole(text)
        return arguments


class Arguments(ApiModel):
    """The arguments to call the tool with: with values where tools stand inside, unchanged where they stand outside."""

    arguments: Any


class Result(ApiModel):
    """What the tool answered."""

    text: Text
    tools: Literal["inside", "outside"] | None = Where


class ForModel(ApiModel):
    """What the model may read of it."""

    text: str


@router.post("/arguments")
async def arguments(service: TheService, held: TheSession, given: Call) -> Arguments:
    """Arguments for the tool."""
    for_tool = await asyncio.to_thread(held.session.tool_arguments, given.arguments, tools=given.tools)
    service.counters.changed(held)
    return Arguments(arguments=for_tool)


@router.post("/result")
async def result(service: TheService, held: TheSession, given: Result) -> ForModel:
    """A tool's answer for the model."""
    held.session.agree(given.tools)
    (text,) = await pseudonymised(service, held, [given.text], result=True)
    return ForModel(text=text)
