"""The context network as a recogniser of Layer 3."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from redactory.detect.contexts.belief import belief
from redactory.detect.contexts.reader import ContextReader, Heard
from redactory.detect.names import is_title
from redactory.detect.spans import NER, Span
from redactory.policy.pins import CONTEXTS

if TYPE_CHECKING:
    from spacy.vocab import Vocab

_FIRST_WORD = re.compile(r"([^\W\d_]+\.?)\s+")
_MORE_GROUPS = re.compile(r"(?: \d{3}){1,3}(?![\w-])")
_MARKS = "-_."  # join the pieces of a code


class Contexts:
    """Asked about `entities`, over the vectors of `vocab`."""

    def __init__(self, vocab: Vocab, entities: Collection[str]) -> None:
        self._reader = ContextReader(vocab, entities)

    def find(
        self,
        texts: Sequence[str],
        explained: Sequence[Sequence[tuple[int, int]]] | None,
        logins: Container[str] = frozenset(),
    ) -> list[list[Span]]:
        """Spans of every text, none of them inside what is `explained`; `logins` are the directory's accounts."""
        found = []
        for index, (text, heard) in enumerate(zip(texts, self._reader.hear(texts, explained, logins), strict=True)):
            known = explained[index] if explained is not None else ()
            spans = []
            for one in heard:
                one = _whole(text, one)
                if _accounted_for(text, one, known):
                    continue
                score = belief(text, one.start, one.end, one.entity, one.probability, logins)
                if score:
                    spans.append(Span(one.start, one.end, one.entity, NER, CONTEXTS, score))
            found.append(spans)
        return found


def _accounted_for(text: str, one: Heard, known: Sequence[tuple[int, int]]) -> bool:
    """Whether `one` is inside what is known, or a code of which a part is known: it is not two things."""
    if one.entity != "PERSON" and " " not in text[one.start : one.end]:
        return any(start < one.end and one.start < end for start, end in known)
    return any(start <= one.start and one.end <= end for start, end in known)


def _whole(text: str, heard: Heard) -> Heard:
    """`heard` to where its first and last words begin and end: no span cuts a word, nor a code (`D2-167-07`)."""
    start, end = heard.start, heard.end
    joined = _MARKS if any(map(str.isdigit, text[start:end])) and heard.entity != "PERSON" else ""
    while start > 0 and text[start].isalnum() and _goes_on(text, start - 1, -1, joined):
        start -= 1 if text[start - 1].isalnum() else 2
    while end < len(text) and text[end - 1].isalnum() and _goes_on(text, end, 1, joined):
        end += 1 if text[end].isalnum() else 2
    if heard.entity == "PHONE" and (more := _MORE_GROUPS.match(text, end)) is not None:
        end = more.end()
    while heard.entity == "PERSON" and (title := _FIRST_WORD.match(text, start, end)) and is_title(title.group(1)):
        start = title.end()
    return replace(heard, start=start, end=end)


def _goes_on(text: str, at: int, step: int, joined: str) -> bool:
    """Whether the character at `at` belongs to the word beside it, or joins it to a further one."""
    if text[at].isalnum():
        return True
    beyond = at + step
    return text[at] in joined and 0 <= beyond < len(text) and text[beyond].isalnum()
