"""Layer 3: Presidio's recognisers over spaCy, for what the directory and the patterns left unexplained.

Texts are cut into sentences; a sentence is read by the model only where a name-like word is left that no other
layer explained, and only once however often it stands in the batch.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from redactory.detect.guesses import Guess, in_gazetteer, in_row, judge, left_over
from redactory.detect.lexicon import is_ambiguous_name, is_given, zipf
from redactory.detect.models import engine
from redactory.detect.namelist import FirstNameRecognizer
from redactory.detect.names_evidence import is_name_word
from redactory.detect.recognisers.base import Options, number, scannable
from redactory.detect.sentences import sentences
from redactory.detect.spans import NER, Span
from redactory.errors import PolicyError
from redactory.policy.model import Policy

RECOGNISERS = ("spacy", "first-names", "gazetteer")
_BATCH = 128  # sentences a call of the model; larger batches gain nothing on short texts
_CACHE_SENTENCES = 50_000
_CACHE_WORDS = 100_000
_Interval = tuple[int, int]
_CANDIDATE = re.compile(r"[^\W\d_](?:[^\W_]|['\u2019.-](?=[^\W\d_]))*", re.UNICODE)


class NerLayer:
    """The recognisers the policy names (`ner.recognisers`), combined per entity as `combine` says.

    `union` takes what any recogniser finds, `agreement` what two find. `gazetteer` only confirms what the model calls
    a place. Option `first_name_zipf`: how rare a first name must be as a word to count alone. Raises `PolicyError`
    for a recogniser that does not exist, `DetectionError` without the model.
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
        self._gazetteer = "gazetteer" in rules.recognisers and "LOCATION" in wanted
        self._seen: OrderedDict[str, tuple[Guess, ...]] = OrderedDict()

    def find(self, texts: Sequence[str], explained: list[list[_Interval]] | None = None) -> list[list[Span]]:
        """Spans of every text; `explained` holds the places other layers account for, in any order."""
        texts = [scannable(text) for text in texts]
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
        for index, (text, kept) in enumerate(zip(texts, plan, strict=True)):
            spans: list[Span] = []
            known = explained[index] if explained is not None else []
            for a, b in kept:
                sentence = text[a:b]
                guesses = fresh.get(sentence)
                if guesses is None:
                    guesses = self._seen[sentence]
                taken = [(x - a, y - a) for x, y in known if x < b and a < y] if guesses else []
                spans.extend(
                    Span(a + g.start, a + g.end, g.entity, NER, g.recogniser, g.score)
                    for g in guesses
                    if not (taken and g.entity == "PERSON" and left_over(sentence, g, taken))
                )
            out.append(spans)
        for sentence, guesses in fresh.items():
            self._seen[sentence] = guesses
        while len(self._seen) > _CACHE_SENTENCES:
            self._seen.popitem(last=False)
        return out

    def _read(self, batch: list[str]) -> dict[str, tuple[Guess, ...]]:
        guesses: dict[str, list[Guess]] = {sentence: [] for sentence in batch}
        if self._engine is not None:
            entities = sorted(set(self._labels.values()))
            for sentence, artifacts in self._engine.process_batch(batch, language="en", batch_size=_BATCH):
                for result in self._spacy.analyze(sentence, entities, artifacts):
                    guesses[sentence].extend(judge(sentence, result.start, result.end, result.entity_type))
        if self._first_names is not None:
            for sentence in batch:
                for result in self._first_names.analyze(sentence, ["PERSON"]):
                    guesses[sentence].append(Guess(result.start, result.end, "PERSON", "first-names", result.score))
        for sentence, found in guesses.items():
            found.extend(list(in_row(sentence, found)))
        if self._gazetteer:
            for found in guesses.values():
                found.extend([known for guess in found for known in in_gazetteer(guess)])
        return {sentence: tuple(self._combine(found)) for sentence, found in guesses.items()}

    def _combine(self, found: list[Guess]) -> list[Guess]:
        """Of an entity under `agreement` only what a second recogniser found too."""
        return [g for g in found if g.entity not in self._agreement or any(_seconds(g, other) for other in found)]


def _seconds(guess: Guess, other: Guess) -> bool:
    """Whether `other` finds the same, or a part of it, with other means."""
    same = other.entity == guess.entity and other.recogniser != guess.recogniser
    return same and other.start < guess.end and guess.start < other.end


def _rare(options: Options) -> float:
    return number(options, "first_name_zipf", 4.5)


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


@lru_cache(maxsize=_CACHE_WORDS)
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
