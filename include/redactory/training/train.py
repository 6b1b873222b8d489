"""Training of the context network on labelled sentences."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from redactory.detect.contexts.network import LABELS, build
from redactory.detect.contexts.tokens import read
from redactory.training.sentences import Example

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab
    from thinc.api import Model

_BATCH = 64
_DROPOUT = 0.1
_LOWER, _UPPER = 0.08, 0.04  # of the sentences, read in lower case or in capitals
_RENUMBERED = 0.7


def train(
    vocab: Vocab,
    examples: Sequence[Example],
    epochs: int,
    seed: int = 1,
    report: Callable[[int, float], None] | None = None,
) -> Model[Sequence[Doc], Any]:
    """A network trained on `examples`, each read once an epoch; `report` gets the epoch and its mean loss a token."""
    from thinc.api import Adam, fix_random_seed, set_dropout_rate

    fix_random_seed(seed)
    chance = random.Random(seed)
    network = build(vocab)
    optimizer = Adam(0.001, L2=0.01, L2_is_weight_decay=True, use_averages=True)
    examples = list(examples)
    for epoch in range(epochs):
        chance.shuffle(examples)
        set_dropout_rate(network, _DROPOUT)
        lost = read_tokens = 0.0
        for first in range(0, len(examples), _BATCH):
            docs, truths = zip(*_batch(vocab, examples[first : first + _BATCH], chance), strict=True)
            guesses, backprop = network.begin_update(docs)
            backprop([guess - truth for guess, truth in zip(guesses, truths, strict=True)])
            network.finish_update(optimizer)
            for guess, truth in zip(guesses, truths, strict=True):
                lost -= float(np.log(np.maximum((guess * truth).sum(axis=1), 1e-9)).sum())
                read_tokens += len(truth)
        if report is not None:
            report(epoch, lost / read_tokens)
    for node in network.walk():
        for name in node.param_names:
            node.set_param(name, optimizer.averages.get((node.id, name), node.get_param(name)))
    return network


def _batch(
    vocab: Vocab, examples: Sequence[Example], chance: random.Random
) -> Iterator[tuple[Doc, np.ndarray[Any, Any]]]:
    for example in examples:
        doc = read(vocab, _varied(example, chance))
        yield doc, truth(doc, example.spans)


def _varied(example: Example, chance: random.Random) -> str:
    """The sentence with other digits in its values, now and then in another case; every offset stays."""
    text = example.text
    for start, end, label in example.spans:
        if label and chance.random() < _RENUMBERED:
            digits = "".join(chance.choice("0123456789") if c in "0123456789" else c for c in text[start:end])
            text = text[:start] + digits + text[end:]
    kind = chance.random()
    if kind < _LOWER + _UPPER and text.isascii():
        return text.lower() if kind < _LOWER else text.upper()
    return text


def truth(doc: Doc, spans: Sequence[tuple[int, int, str]]) -> np.ndarray[Any, Any]:
    """The label of every token of `doc`, tokens x `LABELS`: a one in its column."""
    table = np.zeros((len(doc), len(LABELS)), dtype=np.float32)
    table[:, 0] = 1
    at = {token.idx: token.i for token in doc}
    for start, end, label in spans:
        for offset in range(start, end):
            if offset in at:
                table[at[offset]] = 0
                table[at[offset], LABELS.index(label)] = 1
    return table
