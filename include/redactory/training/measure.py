"""How well a context network reads sentences it was not trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from redactory.detect.contexts.network import LABELS
from redactory.detect.contexts.tokens import read
from redactory.training.sentences import Example
from redactory.training.train import truth

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab
    from thinc.api import Model

_BATCH = 256


@dataclass(frozen=True, slots=True)
class Reading:
    """Of the tokens of one label: how many there are, how many were called so, and how many of those rightly."""

    label: str
    tokens: int
    called: int
    right: int

    @property
    def recall(self) -> float:
        return self.right / self.tokens if self.tokens else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.called if self.called else 1.0


def measure(network: Model[Sequence[Doc], Any], vocab: Vocab, examples: Sequence[Example]) -> list[Reading]:
    """One `Reading` for each label but that of plain text, in the order of `LABELS`."""
    tokens: Counter[int] = Counter()
    called: Counter[int] = Counter()
    right: Counter[int] = Counter()
    for first in range(0, len(examples), _BATCH):
        batch = examples[first : first + _BATCH]
        docs = [read(vocab, example.text) for example in batch]
        for doc, example, chances in zip(docs, batch, network.predict(docs), strict=True):
            meant = truth(doc, example.spans).argmax(axis=1)
            said = chances.argmax(axis=1)
            tokens.update(meant.tolist())
            called.update(said.tolist())
            right.update(meant[meant == said].tolist())
    return [Reading(label, tokens[i], called[i], right[i]) for i, label in enumerate(LABELS) if label]
