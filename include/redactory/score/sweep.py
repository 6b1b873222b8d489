"""The sweep: what each threshold of an entity would do to recall, to retention and to how much is masked.

A threshold is tried only where it can change anything: two thresholds with no candidate's score between them give
the same output, and the highest threshold of the sweep shows every score, because it leaves layer 3 the most to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import orjson

from redactory.detect.spans import Span
from redactory.errors import ConfigError
from redactory.policy.model import Policy
from redactory.retrieval.model import Question
from redactory.score.corpora import Corpus
from redactory.score.harm import KeptText
from redactory.score.keys import read_key
from redactory.score.score import Tally
from redactory.score.trials import Bench, spread

_DIGITS = 4  # of a threshold: 0.1 + 0.2 is 0.3
ALL = "all"


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One threshold of one entity on one corpus; shares from 0 to 1.

    `recall_of_entity` is None where the key has no value of the entity. `kept_lost` counts the values to keep that
    a replacement of this entity strikes. `masked_share` is replacements a word of free text. `present` marks the
    policy's own threshold.
    """

    corpus: str
    entity: str
    threshold: float
    present: bool
    recall: float
    recall_of_entity: float | None
    retention: float
    kept_lost: int
    masked_share: float
    replaced: int
    recall_at_5: float | None = None


@dataclass(frozen=True, slots=True)
class _Point:
    entity: str
    threshold: float


def thresholds_between(low: float, high: float, step: float) -> list[float]:
    """`low`, then every `step` up to `high`. Raises `ConfigError` when that is no range."""
    if not 0.0 <= low <= high <= 1.0 or step <= 0.0:
        raise ConfigError("--from and --to must lie between 0 and 1 in this order, and --step above 0")
    count = int((high - low) / step + 1e-9)
    return [round(low + index * step, _DIGITS) for index in range(count + 1)]


def entities_named(name: str, policy: Policy) -> list[str]:
    """The entities `name` means: one in any case, or `all`. Raises `ConfigError` for one the policy has not."""
    labels = [label for label, rule in policy.entities.items() if rule.decision == "redact"]
    if name.casefold() == ALL:
        return labels
    label = name.upper().replace("-", "_")
    if label not in labels:
        raise ConfigError(f"--entity {name}: the policy redacts no such entity; it has {', '.join(labels)}, or all")
    return [label]


def sweep_corpus(
    corpus: Corpus,
    policy: Policy,
    entities: Sequence[str],
    thresholds: Sequence[float],
    *,
    ner: bool | None = None,
    workers: int = 1,
    done: Callable[[], None] | None = None,
    questions: Sequence[Question] = (),
) -> list[SweepRow]:
    """A row for each entity and threshold, the policy's own included, in order. `done` is called after each trial."""
    bench = Bench(corpus, policy, questions)
    lowest = {label: rule.model_copy(update={"threshold": 0.0}) for label, rule in policy.entities.items()}
    base = bench.redactor(policy.model_copy(update={"entities": lowest}), ner=ner)
    present = {label: rule.threshold for label, rule in policy.entities.items() if rule.decision == "redact"}
    classes = _classes_of(corpus, policy)
    kept = KeptText(corpus, policy)

    def run(point: _Point) -> tuple[SweepRow, set[float]]:
        scores: set[float] = set()

        def note(span: Span) -> None:
            if span.entity == point.entity:
                scores.add(span.score)

        outcome = bench.run(base.with_thresholds(present | {point.entity: point.threshold}, note))
        recall, retention = outcome.score.recall, outcome.score.retention
        own = _sum(recall.classes[kind] for kind in classes.get(point.entity, ()) if kind in recall.classes)
        row = SweepRow(
            corpus.name, point.entity, point.threshold, point.threshold == present[point.entity],
            recall.overall.share, own.share if own.total else None, retention.overall.share,
            kept.lost_to(point.entity, retention.misses, outcome.places),
            outcome.summary.masked_share, outcome.summary.replaced, outcome.retrieval,
        )  # fmt: skip
        return row, scores

    grids = {label: sorted({*thresholds, present[label]}) for label in entities}
    tops = [_Point(label, grids[label][-1]) for label in entities]
    first, rest = tops[:1], tops[1:]
    # the first trial runs here, so that workers are forked with every layer warm
    found = [*spread(run, first, 1, done), *spread(run, rest, workers, done)]
    rows = {(row.entity, row.threshold): row for row, _ in found}
    scores = {row.entity: seen for row, seen in found}
    chosen = {label: _representatives(grids[label], scores[label]) for label in entities}
    wanted = [
        _Point(label, value)
        for label in entities
        for value in sorted(set(chosen[label].values()))
        if (label, value) not in rows
    ]
    rows |= {(row.entity, row.threshold): row for row, _ in spread(run, wanted, workers, done)}
    return [
        _moved(rows[label, chosen[label][value]], value, value == present[label])
        for label in entities
        for value in grids[label]
    ]


def _representatives(grid: Sequence[float], scores: set[float]) -> dict[float, float]:
    """For each threshold the highest one that lets the same scores pass."""
    passing = {value: frozenset(score for score in scores if score >= value) for value in grid}
    return {value: max(other for other in grid if passing[other] == passing[value]) for value in grid}


def _moved(row: SweepRow, threshold: float, present: bool) -> SweepRow:
    values = {name: getattr(row, name) for name in SweepRow.__slots__}
    return SweepRow(**values | {"threshold": threshold, "present": present})


def _sum(tallies: Iterator[Tally]) -> Tally:
    found = list(tallies)
    return Tally(sum(t.total for t in found), sum(t.met for t in found), sum(t.strict for t in found))


def _classes_of(corpus: Corpus, policy: Policy) -> dict[str, set[str]]:
    """Entity -> the classes of the answer key that mean it: by the token the key expects, else by the name."""
    by_token = {policy.token(label): label for label in policy.entities}
    classes: dict[str, set[str]] = {}
    for instance in read_key(corpus.remove):
        label = instance.kind.upper()
        if label in policy.entities:
            classes.setdefault(label, set()).add(instance.kind)
    data = orjson.loads(corpus.remove.read_bytes())
    records = data if isinstance(data, list) else next(iter(data.values()))
    for record in records:
        for item in next((value for value in record.values() if isinstance(value, list)), ()):
            entity = by_token.get(str(item.get("expected_after_redaction")))
            if entity is not None and isinstance(item.get("type"), str):
                classes.setdefault(entity, set()).add(item["type"])
    return classes
