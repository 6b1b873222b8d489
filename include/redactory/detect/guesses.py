"""What a model says of a sentence, trimmed to the name or place and weighed by the lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, is_ambiguous_name, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names import is_title
from redactory.detect.names_evidence import believe, is_name_word, is_program
from redactory.detect.wordlists import read_words

_WORD = re.compile(r"[^\s,;:()\"\[\]<>|]+")
_NEXT_WORD = re.compile(r" ([^\W\d_]+(?:['\u2019-][^\W\d_]+)*)(?![\w@\\/])")
_BEFORE_PLACE = re.compile(r"\b(?:in|at|from|to|near|of|our|the)\s$")
_NOT_NAMES = read_words("not_names")
_POSSESSIVES = ("'s", "\u2019s", "'S", "\u2019S")
_JOINS_LEFT, _JOINS_RIGHT = "_@\\/-=.#+", "_@\\/="
_ROW_WORD = r"([^\W\d_]{3,}(?:-[^\W\d_]+)?)"
_ROW_AFTER = re.compile(rf"(?:,|,? and|,? &|,? or) {_ROW_WORD}(?![\w@./\\-])")
_ROW_BEFORE = re.compile(rf"(?<![\w@./\\-]){_ROW_WORD}(?:,|,? and|,? &|,? or) $")
WORTH = 0.5
_OTHER_SCORE = 0.85  # Presidio's own for spaCy's labels


@dataclass(frozen=True, slots=True)
class Guess:
    """A span inside one sentence, by one recogniser."""

    start: int
    end: int
    entity: str
    recogniser: str
    score: float


def judge(sentence: str, start: int, end: int, entity: str) -> Iterator[Guess]:
    """The guess the model's span `sentence[start:end]` is worth, if any."""
    if entity == "PERSON":
        yield from _person(sentence, start, end)
    elif entity == "LOCATION":
        yield from _place(sentence, start, end)
    else:
        yield Guess(start, end, entity, "spacy", _OTHER_SCORE)


def in_gazetteer(guess: Guess) -> Iterator[Guess]:
    """A second voice for a place the gazetteer knows; `judge` has looked it up."""
    if guess.entity == "LOCATION" and guess.recogniser == "spacy" and guess.score >= _KNOWN_PLACE:
        yield replace(guess, recogniser="gazetteer", score=0.4)


def in_row(sentence: str, guesses: Sequence[Guess]) -> Iterator[Guess]:
    """`Sunita, Zolwethu and Ingrid`: a rare word no list knows, in one row with people."""
    taken = [(g.start, g.end) for g in guesses if g.score >= WORTH]
    for guess in guesses:
        if guess.entity != "PERSON" or guess.score < WORTH:
            continue
        for match in (_ROW_AFTER.match(sentence, guess.end), _ROW_BEFORE.search(sentence, 0, guess.start)):
            if match is None or any(a < match.end(1) and match.start(1) < b for a, b in taken):
                continue
            word = match.group(1)
            rare = zipf(word) < (3.5 if is_given(word) else 2.8)
            if word[0].isupper() and is_name_word(word) and not word.isupper() and rare:
                yield Guess(*match.span(1), "PERSON", guess.recogniser, 0.55)


def left_over(sentence: str, guess: Guess, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether what other layers leave of a person's span is worth nothing by itself (`Admin` of `Okta Admin`).

    `taken` are intervals of the sentence.
    """
    rest, at = [], guess.start
    for start, end in sorted((a, b) for a, b in taken if a < guess.end and guess.start < b):
        rest.append(sentence[at : max(at, start)])
        at = max(at, end)
    if not rest:
        return False
    words = [w for part in (*rest, sentence[at : max(at, guess.end)]) for w in _WORD.findall(part)]
    return bool(words) and believe(words) < WORTH


def _person(sentence: str, start: int, end: int) -> Iterator[Guess]:
    words = [(start + m.start(), start + m.end()) for m in _WORD.finditer(sentence[start:end])]
    while words and (not _of_a_name(sentence, *words[-1]) or is_particle(sentence[slice(*words[-1])])):
        words.pop()
    while words and (not _of_a_name(sentence, *words[0]) or _opens(sentence[slice(*words[0])])):
        words.pop(0)
    if len(words) > 1 and _labels(sentence, *words[-1]):
        words.pop()  # `VANTERPOOL Vorname:`: the label that follows
    if not words or not all(_of_a_name(sentence, *word) for word in words):
        return
    begin, stop = words[0][0], words[-1][1]
    if _joined(sentence, begin, stop):
        return
    more = _NEXT_WORD.match(sentence, stop)
    if more is not None and _is_surname(more.group(1)):  # the model often stops after the first name
        words.append(more.span(1))
        stop = more.end()
    if sentence[stop - 2 : stop] in _POSSESSIVES:
        stop -= 2
    while sentence[stop - 1] in ".,'\u2019" and not re.search(r"\b[A-Z]\.$", sentence[begin:stop]):
        stop -= 1
    if is_program(sentence, begin, stop):
        return
    yield Guess(begin, stop, "PERSON", "spacy", believe([sentence[a:b] for a, b in words]))


def _of_a_name(sentence: str, start: int, end: int) -> bool:
    word = re.sub(r"['\u2019][sS]$", "", sentence[start:end]).strip(".,")
    return bool(word) and (is_particle(word) or (len(word) == 1 and word.isupper()) or is_name_word(word))


def _labels(sentence: str, start: int, end: int) -> bool:
    value = sentence[start:end].lower()
    if sentence[end : end + 2].strip(" ")[:1] != ":":
        return False
    return value in _NOT_NAMES or value.endswith(("name", "nom", "navn", "namn"))


def _opens(word: str) -> bool:
    """`The Jenkins`, `Hi Ingrid`, `Herr Dr. Jenkins`: the model took the word before along."""
    return is_title(word) or word.lower() in _NOT_NAMES and not is_given(word, certain=True)


def _is_surname(word: str) -> bool:
    return word[0].isupper() and is_name_word(word) and surname_bearers(word) >= 5 and zipf(word) < 4.3


_KNOWN_PLACE = 0.5
UNKNOWN_PLACE = 0.45  # below it: a country, a region, a site; kept unless the policy lowers its threshold


def _place(sentence: str, start: int, end: int) -> Iterator[Guess]:
    """A city of the gazetteer; everyday words only after a preposition, first names hardly."""
    while end > start and (sentence[end - 1] in ".,;:'\u2019" or sentence[end - 2 : end] in _POSSESSIVES):
        end -= 2 if sentence[end - 2 : end] in _POSSESSIVES else 1
    if sentence[start:end].lower().startswith("the "):
        start += 4
    value = sentence[start:end]
    if not value or not value[0].isupper() or _joined(sentence, start, end):
        return
    key = fold(value).replace("-", " ")
    score = 0.75
    if key not in cities():
        score = UNKNOWN_PLACE
    elif key in ambiguous():
        score = 0.6 if _BEFORE_PLACE.search(sentence[:start]) else 0.3
    elif " " not in value and is_given(value, certain=True) and not is_ambiguous_name(value):
        score = UNKNOWN_PLACE
    yield Guess(start, end, "LOCATION", "spacy", score)


def _joined(sentence: str, start: int, end: int) -> bool:
    """Part of a host name, path, address or code."""
    left, right = sentence[start - 1 : start], sentence[end : end + 1]
    if left and left in _JOINS_LEFT:
        return True
    return bool(right) and (right in _JOINS_RIGHT or (right in "-." and sentence[end + 1 : end + 2].isalnum()))
