"""First names from a list, gated by how rare they are as words, as a Presidio recogniser of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from presidio_analyzer import EntityRecognizer, RecognizerResult

from redactory.detect.lexicon import (
    RARE_ZIPF,
    is_ambiguous_name,
    is_borne,
    is_compound,
    is_given,
    is_particle,
    surname_bearers,
    zipf,
)
from redactory.detect.names import is_title
from redactory.detect.names_evidence import is_name_word, is_program, is_unheard, looks_plain
from redactory.detect.wordlists import read_words

_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019\u02bc-][^\W\d_]+)*\.?", re.UNICODE)
_KNOWN = 2  # notable bearers that make a word a surname beside a first name
_WELL_KNOWN = 10
# words this rare (Zipf) are none of the language, hardly any of it, no everyday ones
_UNHEARD, _RARE_WORD, _RARE_TAIL = 2.0, 2.5, 3.0
_RARE_GIVEN = 2.6  # the longer list of given names is believed below it
_EVERYDAY = 3.5
_SHORTEST = 3
_NOT_NAMES = read_words("not_names")


class FirstNameRecognizer(EntityRecognizer):  # type: ignore[misc]
    """Runs of words that begin with a known given name, an initial before a surname, or a given name alone."""

    def __init__(self, *, rare_zipf: float = RARE_ZIPF) -> None:
        self._rare = rare_zipf
        super().__init__(supported_entities=["PERSON"], name="first-names", supported_language="en")

    def load(self) -> None:
        """Nothing to load: the lists load on first use."""

    def analyze(self, text: str, entities: Sequence[str], nlp_artifacts: Any = None) -> list[RecognizerResult]:
        """Presidio's call. `entities` without PERSON finds nothing."""
        if "PERSON" not in entities:
            return []
        return [RecognizerResult("PERSON", start, end, score) for start, end, score in self.names(text)]

    def names(self, text: str) -> Iterator[tuple[int, int, float]]:
        """(start, end, score) of every run of name words."""
        tokens = [m for m in _TOKEN.finditer(text) if _free(text, m.start(), m.end())]
        index = 0
        while index < len(tokens):
            run = self._run(text, tokens, index)
            if run is None:
                index += 1
                continue
            last, score = run
            end = tokens[last].end()
            value = text[tokens[index].start() : end]
            if value.endswith(".") and not re.search(r"\b[A-Z]\.$", value):
                end -= 1
            if value.endswith(("'s", "\u2019s", "'S", "\u2019S")):
                end -= 2
            if not is_program(text, tokens[index].start(), end):
                yield tokens[index].start(), end, score
            index = last + 1

    def _run(self, text: str, tokens: Sequence[re.Match[str]], index: int) -> tuple[int, float] | None:
        word = _bare(tokens[index].group())
        if len(word) == 1 and word.isupper():
            return self._initial(text, tokens, index)
        capital = word[:1].isupper()
        if len(word) < 2 or "'" in word[-2:] or not (word.islower() or is_name_word(word)):
            return None
        if capital and is_title(word):
            return None
        if not is_given(word):
            unheard = capital and zipf(word) < _UNHEARD and word.lower() not in _NOT_NAMES
            return self._unheard(text, tokens, index) if unheard else None
        certain = is_given(word, certain=True)
        last, surname = self._surname(text, tokens, index, capital=capital)
        common = zipf(word)
        plain = is_ambiguous_name(word)
        if not capital:
            if last == index or not certain or plain or common >= 4.3 or surname < _KNOWN:
                return None
            return last, 0.6
        if last > index:
            tail = _bare(tokens[last].group())
            rare_tail = zipf(tail) < 4.3 and not looks_plain(tail)
            if plain and not (surname >= _WELL_KNOWN and rare_tail or is_borne(word) and is_unheard(tail)):
                return None
            if certain or common < 3.5:
                return last, 0.85 if surname >= _KNOWN else (0.65 if certain else 0.5)
            return (last, 0.6) if surname >= _WELL_KNOWN and rare_tail else None
        if plain or len(word) < 3:
            return None
        if word.isupper() and not (text.isupper() and text.count(" ") > 1):
            return None
        rare = common < (self._rare if certain else _RARE_GIVEN)
        if rare and not (looks_plain(word) or _part_of_title(text, tokens, index) or _is_a_thing(text, tokens, index)):
            return index, 0.6
        return None

    def _unheard(self, text: str, tokens: Sequence[re.Match[str]], index: int) -> tuple[int, float] | None:
        """`Lindani Dlamini`, `Irmeli Hakkarainen`: words of no language in a row, and no compounds of it."""
        goes_on = index and _adjacent(text, tokens[index - 1], tokens[index])
        if goes_on and tokens[index - 1].group()[0].isupper() and not _opens(text, tokens, index - 1):
            return None
        last, bearers = self._surname(text, tokens, index, capital=True)
        first, tail = _bare(tokens[index].group()), _bare(tokens[last].group())
        if last == index or min(len(first), len(tail)) < _SHORTEST:
            return None
        if bearers >= _KNOWN or is_given(tail):
            return (last, 0.6) if zipf(tail) < _RARE_TAIL else None
        return None if zipf(tail) >= _UNHEARD or is_compound(first) or is_compound(tail) else (last, 0.6)

    def _surname(self, text: str, tokens: Sequence[re.Match[str]], index: int, *, capital: bool) -> tuple[int, int]:
        """Index of the last token that belongs to the name, and how many notable people bear that surname."""
        last, bearers, upper = index, 0, tokens[index].group().isupper() and len(tokens[index].group()) > 2
        at = index + 1
        while at < len(tokens) and at - index <= 5 and _adjacent(text, tokens[at - 1], tokens[at]):
            if text[tokens[at - 1].end() - 2 : tokens[at - 1].end()] in ("'s", "\u2019s"):
                break
            word = _bare(tokens[at].group())
            if is_particle(word) and (word.islower() or upper) and at + 1 < len(tokens):
                at += 1
                continue
            if capital and len(word) == 1 and word.isupper() and at + 1 < len(tokens):
                if tokens[at].group().endswith(".") or _surname_like(_bare(tokens[at + 1].group())):
                    at += 1
                    continue
                break
            if word[:1].isupper() != capital or (upper and not word.isupper()) or not _surname_like(word):
                break
            count = surname_bearers(word)
            if not capital and (count < _KNOWN or count < _WELL_KNOWN and zipf(word) >= 2.5 or zipf(word) >= 4.0):
                break
            if word.isupper() and len(word) > 1 and not upper:
                break
            if at - index > 3 and count < _KNOWN:
                break
            last, bearers = at, max(bearers, count)
            at += 1
        return last, bearers

    def _initial(self, text: str, tokens: Sequence[re.Match[str]], index: int) -> tuple[int, float] | None:
        """`D. Whitfield`, `J.R. Okafor`."""
        at = index
        if not tokens[index].group().endswith("."):
            return None
        while at + 1 < len(tokens) and len(_bare(tokens[at].group())) == 1 and tokens[at].group().endswith("."):
            at += 1
        word = _bare(tokens[at].group())
        if at == index or len(word) < 3 or not is_name_word(word) or not _adjacent(text, tokens[at - 1], tokens[at]):
            return None
        bearers = surname_bearers(word)
        if (bearers >= _WELL_KNOWN and zipf(word) < 4.4 or bearers >= _KNOWN and zipf(word) < 3.0) and not looks_plain(
            word
        ):
            return at, 0.65
        return None


def _opens(text: str, tokens: Sequence[re.Match[str]], index: int) -> bool:
    """Whether the word opens a sentence, and is an everyday one: `Added Lindani Dlamini`."""
    begins = index == 0 or text[: tokens[index].start()].rstrip()[-1:] in ".!?:\n"
    return begins and zipf(tokens[index].group()) >= _EVERYDAY and not is_given(tokens[index].group())


_THINGS = frozenset(("a", "an", "any", "each", "every", "my", "our", "that", "the", "this", "your"))


def _is_a_thing(text: str, tokens: Sequence[re.Match[str]], index: int) -> bool:
    """`the Kestrel dashboard`: people have no article."""
    before = tokens[index - 1] if index else None
    return before is not None and before.group().lower() in _THINGS and _adjacent(text, before, tokens[index])


def _part_of_title(text: str, tokens: Sequence[re.Match[str]], index: int) -> bool:
    """`Manifest Hub`, `Luna Portal`: the name stands in a run of capitals that is no name."""
    if index + 1 < len(tokens) and _adjacent(text, tokens[index], tokens[index + 1]):
        word = _bare(tokens[index + 1].group())
        if word[:1].isupper() and looks_plain(word):
            return True
    if index and _adjacent(text, tokens[index - 1], tokens[index]) and not tokens[index - 1].group().endswith("."):
        word = _bare(tokens[index - 1].group())
        opens = index == 1 or text[: tokens[index - 1].start()].rstrip()[-1:] in ".!?:\n"
        return word[:1].isupper() and not opens and not is_given(word) and len(word) > 2
    return False


def _bare(word: str) -> str:
    return re.sub(r"['\u2019][sS]$", "", word.rstrip("."))


def _surname_like(word: str) -> bool:
    """A known surname that is not a plain word, or a word no list knows."""
    if len(word) < 2 or not (word.islower() or is_name_word(word)):
        return False
    bearers = surname_bearers(word)
    if looks_plain(word):
        return False
    return bearers >= _KNOWN or is_given(word, certain=True) or zipf(word) < _RARE_WORD and not is_compound(word)


def _adjacent(text: str, left: re.Match[str], right: re.Match[str]) -> bool:
    between = text[left.end() : right.start()]
    if between == "" and left.group().endswith("."):
        return True
    return between != "" and between.strip(" \u00a0") == "" and len(between) <= 3


def _free(text: str, start: int, end: int) -> bool:
    """Not part of a host name, path, address or code."""
    left = text[start - 1] if start else " "
    right = text[end] if end < len(text) else " "
    if right.isupper() and text[end - 1] == "." and end - start == 2:
        right = " "  # `J.R.`
    if left.isalnum() or left in "_@\\/-=&#+" or right.isalnum() or right in "_@\\/":
        return left == "@" and (start < 2 or text[start - 2].isspace()) and not right.isalnum() and right not in "_\\/"
    if (
        left == "."
        and start > 1
        and text[start - 2].isalnum()
        and not (text[start - 2].isupper() and (start < 3 or not text[start - 3].isalnum()))
    ):
        return False
    return not (right in "-=" and end + 1 < len(text) and (text[end + 1].isalnum()))
