"""Trials: one corpus redacted and scored again and again, each time with one setting changed.

A trial takes a policy like any other, but layers that its change leaves alone are shared between trials, with what
they remember of the texts: above all the model, which reads each sentence once and not once a trial.
"""

from __future__ import annotations

import io
import multiprocessing
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactory.detect.ner import NerLayer
from redactory.directory import read_export
from redactory.errors import RedactoryError, ScoreError
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import shape_of
from redactory.redact import ObjectSummary, Place, PlacesWriter, Redactor, read_places
from redactory.redact.objects import redact_object
from redactory.redact.observe import observed
from redactory.redact.runners import InProcess
from redactory.retrieval.forms import in_form, redacted
from redactory.retrieval.measure import measure
from redactory.retrieval.model import Question, read_chunks
from redactory.retrieval.rankers import Bm25
from redactory.score.corpora import Corpus
from redactory.score.score import Score, score


@dataclass(frozen=True, slots=True)
class Outcome:
    """One trial's score, counts and places; recall@5 of the questions, where any were asked."""

    score: Score
    summary: ObjectSummary
    places: tuple[Place, ...] = ()
    retrieval: float | None = None


class Bench:
    """One corpus under one policy, ready for trials.

    `questions` are asked of the redacted records in each trial, redacted as they are. Raises `ScoreError` in a trial
    whose rows do not all come through.
    """

    def __init__(self, corpus: Corpus, policy: Policy, questions: Sequence[Question] = ()) -> None:
        self.corpus, self.policy, self._questions = corpus, policy, questions
        self._snapshot = read_export(corpus.directory, policy.identity)
        self._models: dict[str, NerLayer] = {}

    def redactor(self, policy: Policy, *, directory: bool = True, ner: bool | None = None) -> Redactor:
        """A redactor for `policy`; `directory` False leaves layer 1 empty, `ner` None follows the policy."""
        model = self._model(policy) if (policy.ner.enabled if ner is None else ner) else False
        return Redactor(policy, self._snapshot if directory else None, ner=model)

    def run(self, redactor: Redactor) -> Outcome:
        """Redact the corpus and score it."""
        sidecar = io.BytesIO()
        with tempfile.TemporaryDirectory(prefix="redactory-trial-") as folder:
            output = Path(folder) / self.corpus.tickets.name
            shape, matcher = shape_of(self.corpus.tickets.name), FieldMatcher(redactor.policy.fields)
            with self.corpus.tickets.open("rb") as source:
                runner = InProcess(redactor.with_schemes(observed(source, shape, redactor.policy, matcher)))
            with self.corpus.tickets.open("rb") as source, output.open("wb") as out:
                summary = redact_object(source, shape, out, runner, matcher, places=PlacesWriter(sidecar))
            if summary.dead_rows:
                reasons = ", ".join(f"{reason} ({rows} rows)" for reason, rows in sorted(summary.dead.items()))
                raise ScoreError(f"{self.corpus.tickets}: rows that could not go on: {reasons}")
            result = score(output, self.corpus.remove, self.corpus.keep, redactor.policy)
            found = self._asked(output, redactor) if self._questions else None
        sidecar.seek(0)
        return Outcome(result, summary, tuple(read_places(sidecar)), found)

    def _asked(self, redacted_records: Path, redactor: Redactor) -> float:
        _, asked = in_form(lambda texts: redacted(redactor, texts), [], self._questions)
        return measure("trial", Bm25, read_chunks(redacted_records), asked).recall

    def _model(self, policy: Policy) -> NerLayer:
        """Layer 3 for `policy`, shared by policies that tell it the same."""
        entities = [(name, rule.decision, rule.combine, rule.threshold) for name, rule in policy.entities.items()]
        key = f"{policy.ner.model_dump_json()} {entities}"
        if key not in self._models:
            self._models[key] = NerLayer(policy)
        return self._models[key]


_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None  # set before the fork, for the workers to find


def spread[Item, Result](
    run: Callable[[Item], Result], items: Sequence[Item], workers: int, done: Callable[[], None] | None = None
) -> list[Result]:
    """`run` of every item in order, in `workers` processes forked from this one; `done` is called after each."""
    global _work
    if workers <= 1 or len(items) <= 1:
        return _gathered((run(item) for item in items), done)
    _work = (run, items)
    try:
        with ProcessPoolExecutor(min(workers, len(items)), mp_context=multiprocessing.get_context("fork")) as pool:
            return _gathered(pool.map(_run_one, range(len(items))), done)
    except BrokenProcessPool:
        raise RedactoryError("a worker process was killed (out of memory?); run again with --workers 1") from None
    finally:
        _work = None


def _gathered[Result](results: Iterable[Result], done: Callable[[], None] | None) -> list[Result]:
    gathered = []
    for result in results:
        gathered.append(result)
        if done is not None:
            done()
    return gathered


def _run_one(index: int) -> Any:
    assert _work is not None
    run, items = _work
    return run(items[index])
