"""What the context network says of texts: spans of the entities it was asked for, with a probability each."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from redactory.detect.contexts.candidates import worth_reading
from redactory.detect.contexts.network import LABELS, shipped
from redactory.detect.contexts.tokens import Tokens, around, cut
from redactory.detect.sentences import sentences
from redactory.detect.tokens import VEIL

if TYPE_CHECKING:
    from spacy.vocab import Vocab

_BATCH = 32  # sentences a call of the network, of about one length: its matrices stay in the processor's cache
_CACHE_SENTENCES = 50_000
_EDGES = " \t.,;:!?\"'()[]{}<>|/\\*_`~=#\u2019\u201c\u201d\u2013\u2014-"
_DIGITS = 3  # of a probability: the last ones change with what else is in the batch
_PERSONAL = list(range(2, len(LABELS)))  # behind nothing and the technical
_Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heard:
    """The text from `start` to `end` is an `entity` with this probability."""

    start: int
    end: int
    entity: str
    probability: float

    def moved(self, by: int) -> Heard:
        return Heard(self.start + by, self.end + by, self.entity, self.probability)


class ContextReader:
    """The shipped network over `vocab`, with whose vectors it was trained, asked about `entities`.

    A sentence is read once however often it stands in the texts, and only where a word that nothing explains may be a
    value.
    """

    def __init__(self, vocab: Vocab, entities: Collection[str]) -> None:
        self._vocab = vocab
        self._network = shipped(vocab)
        self._columns = frozenset(LABELS.index(entity) for entity in entities if entity in LABELS)
        self._seen: OrderedDict[str, tuple[Heard, ...]] = OrderedDict()

    def hear(
        self,
        texts: Sequence[str],
        explained: Sequence[Sequence[_Interval]] | None = None,
        logins: Container[str] = frozenset(),
    ) -> list[list[Heard]]:
        """What stands in each text; `explained` holds the places other layers account for, in any order.

        `logins` are the accounts of the directory, which may be everyday words.
        """
        plan = [
            list(self._open(text, explained[index] if explained is not None else (), logins))
            for index, text in enumerate(texts)
        ]
        unread = {sentence: None for kept in plan for _, sentence in kept if sentence not in self._seen}
        self._read(sorted(unread, key=len))
        heard = [[one.moved(at) for at, sentence in kept for one in self._seen[sentence]] for kept in plan]
        while len(self._seen) > _CACHE_SENTENCES:
            self._seen.popitem(last=False)
        return heard

    def _open(
        self, text: str, explained: Sequence[_Interval], logins: Container[str]
    ) -> Iterator[tuple[int, str]]:
        """(start, piece of a sentence) of all that is worth reading."""
        for start, end in sentences(text):
            sentence = text[start:end]
            if VEIL in sentence:
                continue  # redacted before: with the tokens in it, its words would say something else
            taken = [(a - start, b - start) for a, b in explained if a < end and start < b]
            for a, b in around(sentence, worth_reading(sentence, taken, logins)):
                yield start + a, sentence[a:b]

    def _read(self, batch: Sequence[str]) -> None:
        for first in range(0, len(batch), _BATCH):
            part = [(sentence, cut(sentence)) for sentence in batch[first : first + _BATCH]]
            read = self._network.predict([tokens.doc(self._vocab) for _, tokens in part])
            for (sentence, tokens), chances in zip(part, read, strict=True):
                self._seen[sentence] = tuple(self._spans(sentence, tokens, chances))

    def _spans(self, sentence: str, tokens: Tokens, chances: Any) -> Iterator[Heard]:
        """Neighbouring tokens of which one entity is the likeliest; their probability is the mean of the words'."""
        best = _likeliest(tokens.words, chances)
        if self._columns.isdisjoint(best):
            return
        first = 0
        while first < len(best):
            column, last = best[first], first + 1
            while last < len(best) and best[last] == column:
                last += 1
            words = [i for i in range(first, last) if tokens.words[i][0].isalnum()]
            if words and column in self._columns:
                stop = tokens.starts[last - 1] + len(tokens.words[last - 1])
                start, end = _trimmed(sentence, tokens.starts[first], stop)
                alike = _PERSONAL if sentence[start:end].isdigit() else column
                chance = float(chances[words][:, alike].mean(axis=0).sum())
                yield Heard(start, end, LABELS[column], round(chance, _DIGITS))
            first = last


def _likeliest(words: Sequence[str], chances: Any) -> list[int]:
    """The column of each token; whose number it is matters less than that it is somebody's, so these chances add up."""
    best: list[int] = chances.argmax(axis=1).tolist()
    somebodys = chances[:, 2:].sum(axis=1) > chances[:, :2].sum(axis=1)
    for index in somebodys.nonzero()[0]:
        if words[index].isdigit():
            best[index] = 2 + int(chances[index, 2:].argmax())
    return best


def _trimmed(text: str, start: int, end: int) -> _Interval:
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    return start, end
