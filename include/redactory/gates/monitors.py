"""Monitors: the share of replaced text and the mix of placeholders, watched from partition to partition.

A gate proves absence; it does not see a rule that went wild. A public account of such a failure: the share rose from
1.4 % to 7.9 % in one deploy, and 84 % of all placeholders bore one label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from redactory.policy.model import MonitorRules

SHARE, LABEL = "masked-share", "placeholder-mix"
MIN_PLACEHOLDERS = 50  # fewer placeholders than this say nothing about their mix


@dataclass(frozen=True, slots=True)
class Shares:
    """What one partition looked like: `masked_share` from 0 to 1, `counts` entity -> layer -> replacements."""

    partition: str
    masked_share: float
    counts: Mapping[str, Mapping[str, int]]

    @property
    def by_entity(self) -> dict[str, int]:
        return {entity: sum(layers.values()) for entity, layers in self.counts.items()}

    @property
    def mix(self) -> dict[str, float]:
        """Share of each class and layer (`PERSON/ner`) among all placeholders."""
        total = sum(self.by_entity.values())
        return {
            f"{entity}/{layer}": count / total
            for entity, layers in sorted(self.counts.items())
            for layer, count in sorted(layers.items())
            if total
        }


@dataclass(frozen=True, slots=True)
class Alert:
    """A monitor that went off. `measured` and `limit` are shares; `trailing` is the median, None where none counts."""

    monitor: str
    partition: str
    message: str
    measured: float
    limit: float
    trailing: float | None = None


def check_monitors(history: Sequence[Shares], current: Shares, rules: MonitorRules) -> list[Alert]:
    """What is out of the ordinary in `current`. `history` is oldest first; its last `rules.window` count."""
    return [*_share_alerts(history[-rules.window :], current, rules), *_label_alerts(current, rules)]


def _share_alerts(history: Sequence[Shares], current: Shares, rules: MonitorRules) -> list[Alert]:
    if len(history) < rules.min_history:
        return []
    usual = median(past.masked_share for past in history)
    change = abs(current.masked_share - usual)
    if change <= rules.max_change * usual:
        return []
    up = current.masked_share > usual
    limit = usual * (1 + rules.max_change if up else 1 - rules.max_change)
    message = (
        f"{current.partition}: masked share {current.masked_share:.2%}, {'above' if up else 'below'} the limit of "
        f"{max(limit, 0.0):.2%} set by the median {usual:.2%} of the last {len(history)} partitions. "
        + (f"Most of it: {_largest(current)}" if up else "A source may have changed its shape, or a layer is off")
    )
    return [Alert(SHARE, current.partition, message, current.masked_share, max(limit, 0.0), usual)]


def _label_alerts(current: Shares, rules: MonitorRules) -> list[Alert]:
    counts = Counter(current.by_entity)
    total = counts.total()
    if total < MIN_PLACEHOLDERS:
        return []
    label, count = counts.most_common(1)[0]
    share = count / total
    if share <= rules.max_label_share:
        return []
    message = (
        f"{current.partition}: {share:.0%} of {total} placeholders are {label}, more than {rules.max_label_share:.0%}. "
        f"Most of it: {_largest(current)}"
    )
    return [Alert(LABEL, current.partition, message, share, rules.max_label_share)]


def _largest(current: Shares) -> str:
    name, share = max(current.mix.items(), key=lambda item: item[1], default=("nothing", 0.0))
    return f"{name}, {share:.0%} of the placeholders"
