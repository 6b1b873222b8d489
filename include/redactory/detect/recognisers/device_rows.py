"""Devices that stand in one row with another: `from LAPTOP-KLUND and QAT-118`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.recognisers.device_schemes import Shape, is_numbered, is_service, shape_of

_BESIDE = re.compile(
    r"(?:,(?: and)?| and|,? &| or| for| to| by| with| ?->| ?\u2192| ?/) ?"
    r"([A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*)(?![\w@/\\-]|\.\w| (?:is|was|has|no longer|appears|came|went)\b)"
)


def beside(text: str, end: int) -> Iterator[tuple[int, int]]:
    """(start, end) of what stands in one row with a device and may be one: `from LAPTOP-KLUND and QAT-118`."""
    match = _BESIDE.match(text, end)
    while match is not None and (shape_of(match.group(1)) > Shape.POSSIBLE or _counted(match.group(1))):
        yield match.span(1)
        match = _BESIDE.match(text, match.end())


def _counted(name: str) -> bool:
    """`QAT-118`: what is not code and not service, and told apart by a number."""
    head, _, number = name.partition("-")
    return head.isupper() and number.isdigit() and not (is_numbered(head) or is_service(head.casefold()))
