"""Recall at five and mean reciprocal rank of a corpus for a set of questions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from redactory.retrieval.model import Chunk, Question
from redactory.retrieval.rankers import Ranker

DEPTH = 5
_SHUFFLE = 20261129  # chunks of equal score stand in this order, the same for every form


@dataclass(frozen=True, slots=True)
class Measure:
    """One ranker over one form of a corpus; all from 0 to 1 (a cosine may be negative).

    `recall` is the share of a question's relevant chunks among the first five, averaged over the questions.
    """

    form: str
    ranker: str
    recall: float
    mrr: float
    mean_cosine: float


def measure(form: str, kind: type[Ranker], chunks: Sequence[Chunk], questions: Sequence[Question]) -> Measure:
    """Ask every question of one form of a corpus. `questions` are in that same form."""
    ranker = kind([chunk.text for chunk in chunks])
    place = {chunk.id: index for index, chunk in enumerate(chunks)}
    order = list(range(len(chunks)))
    random.Random(_SHUFFLE).shuffle(order)
    recalls, reciprocals = [], []
    for question in questions:
        scores = ranker.scores(question.text)
        ranking = np.lexsort((np.asarray(order), -scores))
        ranks = {int(index): rank for rank, index in enumerate(ranking, start=1)}
        found = [ranks[place[chunk]] for chunk in question.relevant]
        recalls.append(sum(rank <= DEPTH for rank in found) / len(found))
        reciprocals.append(1 / min(found))
    return Measure(
        form, ranker.name, sum(recalls) / len(recalls), sum(reciprocals) / len(reciprocals), ranker.mean_cosine()
    )
