"""Sentences as the context network reads them: runs of letters, runs of digits, and every other character alone.

spaCy's own tokens hold a whole `4.N.36` or `ext.4471`; here a value ends where a character of its kind ends.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_SIGHT = 8  # tokens on either side of a word that may be a value: the network sees six, and values have several tokens
_TOKEN = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a sentence, where each begins, and whether a space that is no token follows it."""

    words: list[str]
    starts: list[int]
    spaces: list[bool]

    def doc(self, vocab: Vocab) -> Doc:
        """The sentence as a spaCy `Doc` over `vocab`, whose text is the sentence again."""
        from spacy.tokens import Doc

        return Doc(vocab, words=self.words, spaces=self.spaces)


def cut(sentence: str) -> Tokens:
    words: list[str] = []
    starts: list[int] = []
    spaces: list[bool] = []
    for match in _TOKEN.finditer(sentence):
        token = match.group()
        if token == " " and words and not spaces[-1]:
            spaces[-1] = True
        else:
            words.append(token)
            starts.append(match.start())
            spaces.append(False)
    return Tokens(words, starts, spaces)


def around(sentence: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(start, end) of the stretches of `sentence` that the network can see from the `places`; none without places."""
    if not places:
        return
    starts = cut(sentence).starts
    last = -1, -1
    for start, end in sorted(places):
        first, stop = bisect_right(starts, start) - 1 - _SIGHT, bisect_left(starts, end) + _SIGHT
        begin = starts[first] if first > 0 else 0
        close = starts[stop] if stop < len(starts) else len(sentence)
        if begin <= last[1]:
            last = last[0], max(last[1], close)
            continue
        if last[1] > 0:
            yield last
        last = begin, close
    yield last


def read(vocab: Vocab, sentence: str) -> Doc:
    """`sentence` as a spaCy `Doc` over `vocab`; a token's `idx` is its offset."""
    return cut(sentence).doc(vocab)
