"""The lists fake people are made of, and who they may never be: people everybody knows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml

from redactory.detect.fold import folded
from redactory.errors import DetectionError

Role = Literal["given", "family"]
DEFAULT_LOCALE = "en"
_LEANING = 0.75  # of the locale a case declares, beside a name on a list (1) and a clue (0.5)


@dataclass(frozen=True, slots=True)
class Locale:
    """Names of one locale. `clues` matches a name in lower case that no list holds."""

    name: str
    clues: re.Pattern[str]
    masculine: tuple[str, ...]
    feminine: tuple[str, ...]
    family: tuple[str, ...]


@cache
def locales() -> dict[str, Locale]:
    """Every locale by its name."""
    data = yaml.safe_load(_text("names.yaml"))
    return {
        name: Locale(
            name, re.compile(own["clues"]), tuple(own["m"]), tuple(own["f"]), tuple(own["family"])
        )
        for name, own in data.items()
    }  # fmt: skip


@cache
def _known() -> dict[tuple[Role, str], tuple[frozenset[str], bool | None]]:
    """(role, folded name) -> its locales, and whether it is a woman's; the first list that has it decides that."""
    found: dict[tuple[Role, str], tuple[frozenset[str], bool | None]] = {}
    for name, own in locales().items():
        listed: list[tuple[Role, bool | None, tuple[str, ...]]] = [
            ("given", False, own.masculine), ("given", True, own.feminine), ("family", None, own.family)
        ]  # fmt: skip
        for role, feminine, names in listed:
            for word in names:
                before, sex = found.get((role, folded(word)), (frozenset[str](), feminine))
                found[role, folded(word)] = before | {name}, sex
    return found


def locale_of(words: list[tuple[Role, str]], leaning: str | None) -> str | None:
    """The locale the (role, word) of one name speak for; `leaning` where they speak for none, and in doubt."""
    votes: dict[str, float] = {} if leaning is None else {leaning: _LEANING}
    for role, word in words:
        known = _known().get((role, folded(word)))
        if known:
            for name in known[0]:
                votes[name] = votes.get(name, 0.0) + 1.0 / len(known[0])
            continue
        for name, own in locales().items():
            if own.clues.search(word.lower()):
                votes[name] = votes.get(name, 0.0) + 0.5
    return max(sorted(votes), key=lambda name: votes[name]) if votes else None


def is_feminine(word: str) -> bool | None:
    """Whether a given name is a woman's; None where it cannot be told."""
    key = folded(word)
    known = _known().get(("given", key))
    if known:
        return known[1]
    if key.endswith(("a", "elle", "ette", "ie", "ienne", "ine")):
        return True
    return False if key.endswith(("o", "us", "ien", "er", "ard")) else None


def is_list_name(role: Role, word: str) -> bool:
    """Whether the lists hold `word` in that role."""
    return (role, folded(word)) in _known()


@cache
def _famous() -> frozenset[str]:
    from vicary import gazetteer

    try:
        real = gazetteer.load().full
    except (OSError, RuntimeError, ValueError):
        raise DetectionError(
            "the name lists of the package `vicary` cannot be read: install the versions of uv.lock again"
        ) from None
    invented = (line for line in _text("invented_people.txt").splitlines() if not line.startswith("#"))
    return frozenset((*map(folded, invented), *(name for name in real if " " in name)))


def is_famous(given: str, family: str) -> bool:
    """Whether everybody knows somebody of that name, real or invented."""
    return f"{folded(given)} {folded(family)}" in _famous()


def _text(name: str) -> str:
    return (files("redactory.transform.pseudonym") / "data" / name).read_text("utf-8")
