"""The ablation: each layer, rule and recogniser off in turn, and what that costs or gains on both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from redactory.policy.model import Policy
from redactory.score.corpora import Corpus
from redactory.score.score import SideScore
from redactory.score.trials import Bench, Outcome, spread

FULL = "nothing"
_KEEP_GROUPS = ("patterns", "vendors", "firms", "terms", "technical")


@dataclass(frozen=True, slots=True)
class Variant:
    """One thing switched off: the policy without it, and whether directory and model take part."""

    off: str
    policy: Policy
    directory: bool = True
    ner: bool | None = None


@dataclass(frozen=True, slots=True)
class AblationRow:
    """What came out with `off` switched off; shares from 0 to 1, differences against the full run.

    `classes` holds the classes that changed: (side, class) -> difference of the share.
    """

    corpus: str
    off: str
    recall: float
    recall_change: float
    retention: float
    retention_change: float
    masked_share: float
    classes: dict[tuple[str, str], float]


def variants(policy: Policy, *, ner: bool | None = None) -> Iterator[Variant]:
    """The full run first, then everything that can be switched off. `ner` as for a redactor."""
    yield Variant(FULL, policy, ner=ner)
    yield Variant("layer 1 (directory)", policy, directory=False, ner=ner)
    identity = policy.identity
    if identity.nicknames:
        rules = identity.model_copy(update={"nicknames": False})
        yield Variant("identity: nicknames", policy.model_copy(update={"identity": rules}), ner=ner)
    if identity.usernames.ambiguous != "always":
        guard = identity.usernames.model_copy(update={"ambiguous": "always"})
        rules = identity.model_copy(update={"usernames": guard})
        yield Variant("identity: guard of usernames", policy.model_copy(update={"identity": rules}), ner=ner)
    if policy.formats:
        yield Variant("layer 2 (formats)", policy.model_copy(update={"formats": []}), ner=ner)
    for rule in policy.formats if len(policy.formats) > 1 else ():
        others = [other for other in policy.formats if other.id != rule.id]
        yield Variant(f"formats: {rule.id}", policy.model_copy(update={"formats": others}), ner=ner)
    yield from _without_keep(policy, ner)
    if policy.ner.enabled if ner is None else ner:
        yield Variant("layer 3 (NER)", policy, ner=False)
        for name in policy.ner.recognisers if len(policy.ner.recognisers) > 1 else ():
            left = [other for other in policy.ner.recognisers if other != name]
            model = policy.ner.model_copy(update={"recognisers": left})
            yield Variant(f"NER: {name}", policy.model_copy(update={"ner": model}), ner=ner)


def _without_keep(policy: Policy, ner: bool | None) -> Iterator[Variant]:
    keep = policy.keep
    groups = [name for name in _KEEP_GROUPS if getattr(keep, name) or (name == "technical" and keep.technical is None)]
    empty: dict[str, list[str]] = {name: [] for name in groups}
    one = [(f"keep: {name}", {name: list[str]()}) for name in groups]
    for name, change in [("keep-rules (all)", empty), *one]:
        if change:
            rules = keep.model_copy(update=change)
            yield Variant(name, policy.model_copy(update={"keep": rules}), ner=ner)


def ablate_corpus(
    corpus: Corpus,
    policy: Policy,
    *,
    ner: bool | None = None,
    workers: int = 1,
    done: Callable[[], None] | None = None,
) -> list[AblationRow]:
    """The full run, then a row for each variant, the costliest first. `done` is called after each trial."""
    bench = Bench(corpus, policy)

    def run(variant: Variant) -> Outcome:
        return bench.run(bench.redactor(variant.policy, directory=variant.directory, ner=variant.ner))

    first, *rest = variants(policy, ner=ner)
    # the full run goes first and here, so that workers are forked with the model's findings at hand
    (full,) = spread(run, [first], 1, done)
    outcomes = spread(run, rest, workers, done)
    rows = [_row(corpus, variant, full, outcome) for variant, outcome in zip(rest, outcomes, strict=True)]
    return [_row(corpus, first, full, full), *sorted(rows, key=lambda row: row.recall_change + row.retention_change)]


def _row(corpus: Corpus, variant: Variant, full: Outcome, outcome: Outcome) -> AblationRow:
    before, after = full.score, outcome.score
    recall, retention = after.recall.overall.share, after.retention.overall.share
    return AblationRow(
        corpus.name,
        variant.off,
        recall,
        recall - before.recall.overall.share,
        retention,
        retention - before.retention.overall.share,
        outcome.summary.masked_share,
        {
            **_changes("recall", before.recall, after.recall),
            **_changes("retention", before.retention, after.retention),
        },
    )


def _changes(side: str, before: SideScore, after: SideScore) -> dict[tuple[str, str], float]:
    changes = {(side, kind): after.classes[kind].share - tally.share for kind, tally in before.classes.items()}
    return {key: change for key, change in changes.items() if change}
