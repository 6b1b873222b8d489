"""Layer 3: Presidio's recognisers over spaCy, for what the directory and the patterns left unexplained.

Texts are cut into sentences; a sentence is read only where a name-like word is left that no other layer explained,
and only once however often it stands in the texts. The model reads it only where something it could say would count.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container, Iterator, Sequence
from typing import Any

from redactory.detect.guesses import UNKNOWN_PLACE, WORTH, Guess, in_gazetteer, in_row, judge, left_over
from redactory.detect.lexicon import RARE_ZIPF
from redactory.detect.models import engine, vocabulary
from redactory.detect.namelist import FirstNameRecognizer
from redactory.detect.recognisers.base import Options, number, scannable
from redactory.detect.sentences import sentences
from redactory.detect.spans import NER, Span
from redactory.detect.suspects import Suspect, may_be_person, may_be_place, runs, suspects
from redactory.errors import PolicyError
from redactory.policy.model import Policy
from redactory.policy.pins import CONTEXTS

RECOGNISERS = ("spacy", "first-names", "gazetteer", CONTEXTS)
_BATCH = 128  # sentences a call of the model; larger batches gain nothing on short texts
_CACHE_SENTENCES = 50_000
EVERYTHING = "everything"  # of option `read`: the model is asked about every sentence with a name-like word
_Interval = tuple[int, int]
_Key = tuple[str, bool]  # a sentence, and whether the model reads it


class NerLayer:
    """The recognisers the policy names (`ner.recognisers`), combined per entity as `combine` says.

    `union` takes what any recogniser finds, `agreement` what two find. `gazetteer` only confirms what the model calls
    a place. `contexts` stands for itself: what it is believed depends on the value (`contexts.belief`). Options:
    `first_name_zipf`, how rare a first name must be as a word to count alone; `read`, `everything` to have the model
    read all sentences and not only those in which it could find what counts. Raises `PolicyError` for a recogniser or
    a reading that does not exist, `DetectionError` without the model.
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
        self._contexts = None
        if CONTEXTS in rules.recognisers:
            from redactory.detect.contexts.layer import Contexts

            self._contexts = Contexts(vocabulary(rules.model), wanted)
        read = rules.options.get("read", "")
        if read not in ("", EVERYTHING):
            raise PolicyError(f"ner.options.read: expected {EVERYTHING!r}, or nothing")
        self._everything = read == EVERYTHING
        self._least = {entity: policy.entities[entity].threshold for entity in self._labels.values()}
        self._seen: OrderedDict[_Key, tuple[Guess, ...]] = OrderedDict()

    def find(
        self,
        texts: Sequence[str],
        explained: list[list[_Interval]] | None = None,
        nobody: list[list[_Interval]] | None = None,
        logins: Container[str] = frozenset(),
        doubted: list[list[_Interval]] | None = None,
    ) -> list[list[Span]]:
        """Spans of every text; `explained` holds the places other layers account for, in any order.

        `nobody` are those of them in which no person, but perhaps a town, stands, `doubted` those that only a frame of
        words accounts for: `contexts` is asked about them all the same. `logins` are the directory's accounts.
        """
        texts = [scannable(text) for text in texts]
        plan: list[list[tuple[int, _Key, list[_Interval]]]] = []
        unread: dict[_Key, None] = {}
        for index, text in enumerate(texts):
            known = sorted(explained[index]) if explained is not None else []
            kept = list(self._readings(text, known, nobody[index] if nobody is not None else ()))
            plan.append(kept)
            unread.update((key, None) for _, key, _ in kept if key not in self._seen)
        self._seen.update(self._read(list(unread)))
        out: list[list[Span]] = []
        for kept in plan:
            spans: list[Span] = []
            for start, key, taken in kept:
                spans.extend(
                    Span(start + g.start, start + g.end, g.entity, NER, g.recogniser, g.score)
                    for g in self._seen[key]
                    if not (taken and g.entity == "PERSON" and left_over(key[0], g, taken))
                )
            out.append(spans)
        while len(self._seen) > _CACHE_SENTENCES:
            self._seen.popitem(last=False)
        if self._contexts is not None:
            if explained is not None and doubted is not None:
                explained = [
                    [at for at in places if at not in loose] for places, loose in zip(explained, doubted, strict=True)
                ]
            heard = self._contexts.find(texts, explained, logins)
            out = [[*found, *more] for found, more in zip(out, heard, strict=True)]
        return out

    def _readings(
        self, text: str, known: Sequence[_Interval], nobody: Sequence[_Interval]
    ) -> Iterator[tuple[int, _Key, list[_Interval]]]:
        """(start, what is to be read, explained places in it) of the sentences of `text` that leave something open."""
        for start, end in sentences(text):
            sentence = text[start:end]
            every = suspects(sentence)
            if not every:
                continue
            taken = _inside(known, start, end)
            left = _outside(every, taken)
            if any(suspect.alone for suspect in left):
                towns = _inside(nobody, start, end)
                places = _outside(every, [at for at in taken if at not in towns]) if towns else left
                yield start, (sentence, self._asks(sentence, left, places)), taken

    def _asks(self, sentence: str, people: Sequence[Suspect], places: Sequence[Suspect]) -> bool:
        """Whether the model could find something in `sentence` that counts, in the words that no other layer explained.

        `people` and `places` are those that may be the one and the other.
        """
        if self._engine is None or self._everything:
            return self._engine is not None
        for entity, least in self._least.items():
            if entity == "PERSON":
                if any(may_be_person(run, min(least, WORTH)) for run in runs(people)):
                    return True
            elif entity == "LOCATION" and (entity in self._agreement or least > UNKNOWN_PLACE):
                if any(may_be_place(sentence, run, least) for run in runs(places)):
                    return True
            else:
                return True
        return False

    def _read(self, batch: list[_Key]) -> dict[_Key, tuple[Guess, ...]]:
        guesses: dict[_Key, list[Guess]] = {key: [] for key in batch}
        asked = [sentence for sentence, ask in batch if ask]
        if asked:
            entities = sorted(set(self._labels.values()))
            for sentence, artifacts in self._engine.process_batch(asked, language="en", batch_size=_BATCH):
                for result in self._spacy.analyze(sentence, entities, artifacts):
                    guesses[sentence, True].extend(judge(sentence, result.start, result.end, result.entity_type))
        if self._first_names is not None:
            for (sentence, _), found in guesses.items():
                for result in self._first_names.analyze(sentence, ["PERSON"]):
                    found.append(Guess(result.start, result.end, "PERSON", "first-names", result.score))
        for (sentence, _), found in guesses.items():
            found.extend(list(in_row(sentence, found)))
        if self._gazetteer:
            for found in guesses.values():
                found.extend([known for guess in found for known in in_gazetteer(guess)])
        return {key: tuple(self._combine(found)) for key, found in guesses.items()}

    def _combine(self, found: list[Guess]) -> list[Guess]:
        """Of an entity under `agreement` only what a second recogniser found too."""
        return [g for g in found if g.entity not in self._agreement or any(_seconds(g, other) for other in found)]


def _inside(places: Sequence[_Interval], start: int, end: int) -> list[_Interval]:
    """Those of `places` that reach into `start` to `end`, counted from there."""
    return [(a - start, b - start) for a, b in places if a < end and start < b]


def _outside(words: Sequence[Suspect], taken: Sequence[_Interval]) -> Sequence[Suspect]:
    if not taken:
        return words
    return [word for word in words if not any(a <= word.start and word.end <= b for a, b in taken)]


def _seconds(guess: Guess, other: Guess) -> bool:
    """Whether `other` finds the same, or a part of it, with other means."""
    same = other.entity == guess.entity and other.recogniser != guess.recogniser
    return same and other.start < guess.end and guess.start < other.end


def _rare(options: Options) -> float:
    return number(options, "first_name_zipf", RARE_ZIPF)
