"""Directories of any size: people whose names and accounts no text holds, so that only the size differs."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable

from redactory.directory.model import Person

_ONSETS = ("b", "br", "d", "dr", "f", "g", "gr", "k", "kr", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr", "v")
_VOWELS = ("a", "e", "i", "o", "u", "ae", "ou")
_ENDS = ("", "l", "n", "r", "sk", "x", "zt")


def strangers(count: int, seed: int = 1) -> list[Person]:
    """`count` invented people with every attribute a directory has."""
    draw = random.Random(seed)
    givens = [_word(draw, 2).capitalize() for _ in range(min(count, 3_000))]
    surnames = [_word(draw, 3).capitalize() for _ in range(min(count, 40_000))]
    people = []
    for number in range(count):
        given, surname = draw.choice(givens), draw.choice(surnames)
        account = f"{given[0]}{surname}{number}".lower()
        people.append(
            Person(
                hashlib.sha256(account.encode()).hexdigest(), (account,), (f"{given} {surname}",), (given,), (surname,),
                (f"{given}.{surname}{number}@stranger.invalid".lower(),), (f"ZQ{number:07d}",),
            )
        )  # fmt: skip
    return people


def _word(draw: random.Random, syllables: int) -> str:
    pieces: Iterable[str] = (draw.choice(_ONSETS) + draw.choice(_VOWELS) + draw.choice(_ENDS) for _ in range(syllables))
    return "".join(pieces) + "q"  # a letter that ends no word of a language
