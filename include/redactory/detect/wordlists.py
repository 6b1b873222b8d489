"""Word lists that ship with the package, one text file each under `data/`, its origin in its first lines."""

from __future__ import annotations

from importlib.resources import files


def read_words(name: str) -> frozenset[str]:
    """The words of list `name` in lower case; lines that begin with `#` are remarks."""
    text = (files("redactory.detect") / "data" / f"{name}.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.lower().split())


def read_lines(name: str) -> tuple[str, ...]:
    """The lines of list `name` as they are written; lines that begin with `#` are remarks."""
    text = (files("redactory.detect") / "data" / f"{name}.txt").read_text("utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
