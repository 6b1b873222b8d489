"""Words of a sentence that may be a name or a place, weighed without a model: where nothing it could say would count.

What a model calls a person counts by what the lists say of its words (`names_evidence.believe`), what it calls a place
by the gazetteer (`guesses`). So a sentence none of whose runs of words could reach the policy's thresholds need not be
read at all: the answer would be thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from redactory.detect.gazetteer import cities
from redactory.detect.guesses import judge
from redactory.detect.lexicon import fold, is_ambiguous_name, is_given, is_particle, zipf
from redactory.detect.names_evidence import believe, is_name_word

_WORD = re.compile(r"[^\W\d_](?:[^\W_]|['\u2019.-](?=[^\W\d_]))*")
_GAP = re.compile(r"[^\w]{0,4}")  # what may stand between two words of one name
_SENTENCES = 50_000
_WORDS = 100_000
_LONGEST = 6  # words of a run that are weighed together
_EVERYDAY = 4.5  # a more frequent word (Zipf) with a capital is no name unless a list says so
_RARE_LOWER = 4.3  # a given name in lower case counts below this frequency


@dataclass(frozen=True, slots=True)
class Suspect:
    """`sentence[start:end]` may be a name or a part of one; `alone`: it may be one by itself.

    `name` is the word as it is weighed, empty where it never is part of a name the model finds. `joined` is whether it
    may go on from the suspect before it.
    """

    start: int
    end: int
    name: str
    alone: bool
    joined: bool


@lru_cache(maxsize=_SENTENCES)
def suspects(sentence: str) -> tuple[Suspect, ...]:
    """The suspects of `sentence` from left to right; none where no word of it may be a name by itself."""
    found = []
    last = -1
    for match in _WORD.finditer(sentence):
        name, alone = _weighed(match.group())
        if name or alone:
            start, end = match.span()
            joined = last >= 0 and _GAP.fullmatch(sentence, last, start) is not None
            found.append(Suspect(start, end, name, alone, joined))
            last = end
    return tuple(found) if any(suspect.alone for suspect in found) else ()


def runs(words: Sequence[Suspect]) -> Iterator[Sequence[Suspect]]:
    """`words` that may belong to one name, neighbours by neighbours; one that explains itself breaks no run."""
    first = 0
    for index in range(1, len(words) + 1):
        if index == len(words) or not words[index].joined:
            yield words[first:index]
            first = index


def may_be_person(words: Sequence[Suspect], least: float) -> bool:
    """Whether some of the `words`, in a row, would be believed to be a person with a score of at least `least`."""
    names = [suspect.name for suspect in words if suspect.name]
    return any(
        _believed(tuple(names[first:last])) >= least
        for first in range(len(names))
        for last in range(first + 1, min(len(names), first + _LONGEST) + 1)
    )


def may_be_place(sentence: str, words: Sequence[Suspect], least: float) -> bool:
    """Whether some of the `words` stand for a town of the gazetteer that would count with at least `least`."""
    heads = _heads()
    for first, suspect in enumerate(words):
        if _head(fold(suspect.name)) in heads:
            for other in words[first : first + _LONGEST]:
                guesses = judge(sentence, suspect.start, other.end, "LOCATION")
                if any(guess.score >= least for guess in guesses):
                    return True
    return False


@cache
def _heads() -> frozenset[str]:
    """The first words of the gazetteer's names."""
    return frozenset(map(_head, cities()))


def _head(name: str) -> str:
    return name.replace("-", " ").partition(" ")[0].rstrip(".")


@lru_cache(maxsize=_WORDS)
def _believed(names: tuple[str, ...]) -> float:
    return believe(names)


@lru_cache(maxsize=_WORDS)
def _weighed(word: str) -> tuple[str, bool]:
    """`word` as part of a name, empty where it is none, and whether it may be a name by itself."""
    bare = re.sub(r"['\u2019][sS]$", "", word).rstrip(".")
    initial = len(bare) == 1 and bare.isupper()
    part = initial or is_particle(bare) or is_name_word(bare)
    return bare if part else "", len(word) > 1 and _name_like(word)


def _name_like(word: str) -> bool:
    """A capital where the word is not an everyday one, or a given name in any case, or letters without case."""
    first = word[0]
    if first.isupper():
        if zipf(word) >= _EVERYDAY and not is_given(word):
            return False
        return is_name_word(re.sub(r"['\u2019][sS]$", "", word).rstrip("."))
    if first.islower():
        return is_given(word, certain=True) and zipf(word) < _RARE_LOWER and not is_ambiguous_name(word)
    return True
