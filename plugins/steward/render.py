"""Templates: everything is escaped, and nothing is inline but text."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from steward.text import breakable

HERE = Path(__file__).parent
STATIC = HERE / "static"
_VERSION = max(int(file.stat().st_mtime) for file in STATIC.iterdir())


def age(moment: datetime) -> str:
    """How long ago, in the largest unit that is at least two."""
    seconds = max(0, int((datetime.now(UTC) - moment).total_seconds()))
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}s"
    return "1 minute" if seconds >= 60 else "moments"


def span(seconds: int | None) -> str:
    """A duration in words."""
    if seconds is None:
        return "nobody read"
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes >= 2 else f"{seconds} seconds"


_environment = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters.update(age=age, span=span, breakable=breakable, when=lambda moment: f"{moment:%Y-%m-%d %H:%M} UTC")
_environment.globals.update(static_version=_VERSION)


def render(template: str, *, code: int = 200, **values: Any) -> HTMLResponse:
    """A page."""
    values.setdefault("who", None)
    return HTMLResponse(_environment.get_template(template).render(code=code, **values), code)
