"""Word lists that ship with the package, one text file each under `data/`, its origin in its first lines."""

from __future__ import annotations

from importlib.resources import files


def read_words(name: str) -> frozenset[str]:
    """The words of list `name` in lower case; lines that begin with `#` are remarks."""
    text = (files("redactory.detect") / "data" / f"{name}.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.lower().split())
