"""The base of what is sent and answered: unknown keys are refused, and errors quote no input."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def whole(text: str) -> str:
    """Raises ValueError for half a surrogate pair, which JSON can escape and no answer can hold."""
    if _LONE_SURROGATE.search(text):
        raise ValueError("half a surrogate pair")
    return text


Text = Annotated[str, AfterValidator(whole)]


class ApiModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Fault(ApiModel):
    """Where a request is not as it should be (`?` for a name that is not the API's), and in what way."""

    where: list[str | int]
    fault: str


class Problem(ApiModel):
    """Why a request was refused. It quotes nothing of what was sent."""

    detail: str | list[Fault]
