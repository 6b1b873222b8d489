"""Layer 3: Presidio's recognisers over spaCy, for what the directory and the patterns left unexplained.

Texts are cut into sentences; a sentence is read by the model only where a name-like word is left that no other
layer explained, and only once however often it stands in the batch.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redactory.detect.lexicon import fold, is_ambiguous_name, is_given, is_particle, surname_bearers, zipf
from redactory.detect.models import engine
from redactory.detect.namelist import FirstNameRecognizer
from redactory.detect.names_evidence import believe, is_name_word
from redactory.detect.recognisers.base import Options, number
from redactory.detect.recognisers.city import ambiguous, cities
from redactory.detect.sentences import sentences
from redactory.detect.spans import NER, Span
from redactory.errors import PolicyError
from redactory.policy.model import Policy

RECOGNISERS = ("spacy", "first-names")
_BATCH = 128  # sentences a call of the model; larger batches gain nothing on short texts
_CACHE_SENTENCES = 50_000
_Interval = tuple[int, int]
_CANDIDATE = re.compile(r"[^\W\d_](?:[^\W_]|['\u2019.-](?=[^\W\d_]))*", re.UNICODE)


@dataclass(frozen=True, slots=True)
class _Guess:
    """A span inside one sentence, by one recogniser."""

    start: int
    end: int
    entity: str
    recogniser: str
    score: float


class NerLayer:
    """The recognisers the policy names (`ner.recognisers`), combined per entity as `combine` says.

    `union` takes what any recogniser finds. `agreement` takes what two find: for places the model and the
    gazetteer. Raises `PolicyError` for a recogniser that does not exist, `DetectionError` without the model.
    """

    def __init__(self, policy: Policy) -> None:
        rules = policy.ner
        for name in rules.recognisers:
            if name not in RECOGNISERS:
                raise PolicyError(f"ner.recognisers: no recogniser {name!r}; there are {', '.join(RECOGNISERS)}")
        wanted = {e for e, rule in policy.entities.items() if rule.decision == "redact"}
        self._labels = {label: entity for label, entity in rules.labels.items() if entity in wanted}
        self._agreement = frozenset(e for e, rule in policy.entities.items() if rule.combine == "agreement")
        self._engine: Any = None
        if "spacy" in rules.recognisers and self._labels:
            from presidio_analyzer.predefined_recognizers import SpacyRecognizer

            self._engine = engine(rules.model, tuple(sorted(self._labels.items())))
            self._spacy = SpacyRecognizer(supported_entities=sorted(set(self._labels.values())))
        self._first_names: FirstNameRecognizer | None = None
        if "first-names" in rules.recognisers and "PERSON" in wanted:
            self._first_names = FirstNameRecognizer(rare_zipf=_rare(rules.options))
        self._seen: OrderedDict[str, tuple[_Guess, ...]] = OrderedDict()

    def find(self, texts: Sequence[str], explained: list[list[_Interval]] | None = None) -> list[list[Span]]:
        """Spans of every text; `explained` holds the places other layers account for, in any order."""
        plan: list[list[_Interval]] = []
        unread: dict[str, None] = {}
        for index, text in enumerate(texts):
            known = sorted(explained[index]) if explained is not None else []
            kept = [(a, b) for a, b in sentences(text) if _open(text, a, b, known)]
            plan.append(kept)
            for a, b in kept:
                if text[a:b] not in self._seen:
                    unread[text[a:b]] = None
        fresh = self._read(list(unread))
        out: list[list[Span]] = []
        for text, kept in zip(texts, plan, strict=True):
            spans: list[Span] = []
            for a, b in kept:
                sentence = text[a:b]
                guesses = fresh.get(sentence)
                if guesses is None:
                    guesses = self._seen[sentence]
                spans.extend(Span(a + g.start, a + g.end, g.entity, NER, g.recogniser, g.score) for g in guesses)
            out.append(spans)
        for sentence, guesses in fresh.items():
            self._seen[sentence] = guesses
        while len(self._seen) > _CACHE_SENTENCES:
            self._seen.popitem(last=False)
        return out

    def _read(self, batch: list[str]) -> dict[str, tuple[_Guess, ...]]:
        guesses: dict[str, list[_Guess]] = {sentence: [] for sentence in batch}
        if self._engine is not None:
            entities = sorted(set(self._labels.values()))
            for sentence, artifacts in self._engine.process_batch(batch, language="en", batch_size=_BATCH):
                for result in self._spacy.analyze(sentence, entities, artifacts):
                    guess = _judge(sentence, result.start, result.end, result.entity_type)
                    if guess is not None:
                        guesses[sentence].append(guess)
        if self._first_names is not None:
            for sentence in batch:
                for result in self._first_names.analyze(sentence, ["PERSON"]):
                    guesses[sentence].append(_Guess(result.start, result.end, "PERSON", "first-names", result.score))
        return {sentence: tuple(self._combine(found)) for sentence, found in guesses.items()}

    def _combine(self, found: list[_Guess]) -> list[_Guess]:
        kept = []
        for guess in found:
            if guess.entity in self._agreement and guess.entity != "LOCATION":
                if not any(
                    o.recogniser != guess.recogniser
                    and o.entity == guess.entity
                    and o.start < guess.end
                    and guess.start < o.end
                    for o in found
                ):
                    continue
            kept.append(guess)
        return kept


def _rare(options: Options) -> float:
    return number(options, "first_name_zipf", 4.5)


def _judge(sentence: str, start: int, end: int, entity: str) -> _Guess | None:
    """What the model says, trimmed and weighed by the lists."""
    if entity == "PERSON":
        return _person(sentence, start, end)
    if entity == "LOCATION":
        return _location(sentence, start, end)
    return _Guess(start, end, entity, "spacy", 0.85)


def _person(sentence: str, start: int, end: int) -> _Guess | None:
    tokens = [(start + m.start(), start + m.end()) for m in re.finditer(r"[^\s,;:()\"\[\]<>|]+", sentence[start:end])]

    def good(span: _Interval) -> bool:
        word = re.sub(r"['\u2019][sS]$", "", sentence[span[0] : span[1]]).strip(".,")
        return bool(word) and (is_particle(word) or len(word) == 1 and word.isupper() or is_name_word(word))

    while tokens and (not good(tokens[-1]) or is_particle(sentence[slice(*tokens[-1])])):
        tokens.pop()
    while tokens and not good(tokens[0]):
        tokens.pop(0)
    if not tokens or not all(good(t) for t in tokens):
        return None
    begin, stop = tokens[0][0], tokens[-1][1]
    left, right = sentence[begin - 1 : begin], sentence[stop : stop + 1]
    if (
        left in tuple("_@\\/-=.#+")
        and left
        or right
        and right in "_@\\/="
        or (right in "-." and right and sentence[stop + 1 : stop + 2].isalnum())
    ):
        return None
    # the model often stops after the first name, or begins with the last
    more = re.match(r" ([^\W\d_]+(?:['\u2019-][^\W\d_]+)*)(?![\w@\\/])", sentence[stop:])
    if (
        more
        and is_name_word(more.group(1))
        and more.group(1)[0].isupper()
        and surname_bearers(more.group(1)) >= 5
        and zipf(more.group(1)) < 4.3
    ):
        stop += more.end()
        tokens.append((stop - len(more.group(1)), stop))
    words = [sentence[a:b] for a, b in tokens]
    if sentence[stop - 2 : stop] in ("'s", "\u2019s", "'S", "\u2019S"):
        stop -= 2
    while sentence[stop - 1] in ".,'\u2019" and not re.search(r"\b[A-Z]\.$", sentence[begin:stop]):
        stop -= 1
    return _Guess(begin, stop, "PERSON", "spacy", believe(words))


def _location(sentence: str, start: int, end: int) -> _Guess | None:
    """A place of the model counts where the gazetteer knows it: countries, regions and sites are kept."""
    while end > start and (sentence[end - 1] in ".,;:'\u2019" or sentence[end - 2 : end] in ("'s", "\u2019s")):
        end -= 2 if sentence[end - 2 : end] in ("'s", "\u2019s") else 1
    if sentence[start:end].lower().startswith("the "):
        start += 4
    value = sentence[start:end]
    left, right = sentence[start - 1 : start], sentence[end : end + 1]
    if (
        not value
        or not value[0].isupper()
        or (left and left in "_@\\/-=.")
        or (right and right in "_@\\/=")
        or (right == "-" and sentence[end + 1 : end + 2].isalnum())
    ):
        return None
    key = fold(value).replace("-", " ")
    if key not in cities():
        return None
    if key in ambiguous():
        preposition = re.search(r"\b(?:in|at|from|to|near|of|our|the)\s$", sentence[:start])
        return _Guess(start, end, "LOCATION", "spacy", 0.6) if preposition else None
    if " " not in value and (is_given(value, certain=True) and not is_ambiguous_name(value)):
        return _Guess(start, end, "LOCATION", "spacy", 0.45)
    return _Guess(start, end, "LOCATION", "spacy", 0.75)


def _open(text: str, start: int, end: int, known: Sequence[_Interval]) -> bool:
    """Whether a name-like word stands in the sentence that no other layer explained."""
    spans = [(a, b) for a, b in known if a < end and start < b]
    for match in _CANDIDATE.finditer(text, start, end):
        word = match.group()
        a, b = match.span()
        if len(word) < 2 or not _name_like(word):
            continue
        if not any(x <= a and b <= y for x, y in spans):
            return True
    return False


def _name_like(word: str) -> bool:
    """A capital where the word is not an everyday one, or a given name in any case, or letters without case."""
    first = word[0]
    if first.isupper():
        if zipf(word) >= 4.5 and not is_given(word):
            return False
        return is_name_word(re.sub(r"['\u2019][sS]$", "", word).rstrip("."))
    if first.islower():
        return is_given(word, certain=True) and zipf(word) < 4.3 and not is_ambiguous_name(word)
    return True
