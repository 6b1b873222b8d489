"""Recall and retention of redacted records against answer keys (contract.md, scoring).

A value to remove counts as removed when it stands in none of the fields its key lists; a value to keep counts as
kept when it stands in every one of them. Both compare case-sensitive on decoded NFC text; what must go is not looked
for in tokens. The strict figure asks more of a removal: no variant of the value (case, accents, white space) anywhere
in the record, keys included.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from redactory.errors import ScoreError
from redactory.policy.model import Policy
from redactory.policy.transforms import any_token
from redactory.score.keys import FieldPath, Instance, read_key
from redactory.score.match import TYPED, folded, form_of, stands, stands_folded, strings_of, without
from redactory.score.redacted import RedactedRecord, read_redacted

Side = Literal["remove", "keep"]
_NAMED = 5  # missing records named in the error


@dataclass(slots=True)
class Tally:
    """Values of one class. `strict` counts removals that hold anywhere and in any variant."""

    total: int = 0
    met: int = 0
    strict: int = 0

    @property
    def share(self) -> float:
        return self.met / self.total if self.total else 1.0

    @property
    def strict_share(self) -> float:
        return self.strict / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class Miss:
    """A value that still stands, or no longer does. `absent`: the field itself is not in the record."""

    side: Side
    record_id: str
    row: int
    path: str
    kind: str
    form: str
    instance_id: str
    absent: bool = False
    value: str = field(default="", repr=False)


@dataclass(slots=True)
class SideScore:
    """One side by class, and its misses, one for each field concerned."""

    classes: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    misses: list[Miss] = field(default_factory=list)

    @property
    def overall(self) -> Tally:
        tallies = self.classes.values()
        return Tally(sum(t.total for t in tallies), sum(t.met for t in tallies), sum(t.strict for t in tallies))

    @property
    def forms(self) -> Counter[tuple[str, str]]:
        """Missed values by (class, form), a value once however many fields it stands in."""
        distinct = {(miss.instance_id, miss.kind, miss.form) for miss in self.misses}
        return Counter((kind, form) for _, kind, form in distinct)

    @property
    def absent_fields(self) -> int:
        return sum(miss.absent for miss in self.misses)


@dataclass(slots=True)
class Score:
    """Both sides over `records` records; `unscored` are records no key mentions."""

    recall: SideScore = field(default_factory=SideScore)
    retention: SideScore = field(default_factory=SideScore)
    records: int = 0
    unscored: int = 0


def score(
    redacted: str | Path, remove: str | Path | None, keep: str | Path | None, policy: Policy | None = None
) -> Score:
    """Score the records of `redacted` against the keys. Either key may be left out.

    `policy` says which tokens stand in the records: its typed ones, surrogates and ordinals. Without it, everything
    that looks like `<THIS>` is taken for one, and nothing else.

    Raises `ScoreError` when a file cannot be read whole, or when a record of a key is not among the redacted ones:
    what is not there is neither removed nor kept.
    """
    wanted: dict[str, list[tuple[Side, Instance]]] = defaultdict(list)
    keys: list[tuple[Side, str | Path | None]] = [("remove", remove), ("keep", keep)]
    for side, key in keys:
        for instance in read_key(key) if key is not None else ():
            wanted[instance.record_id].append((side, instance))
    if not wanted:
        raise ScoreError("the answer keys hold no value; give --remove, --keep or both")
    tokens = TYPED if policy is None else any_token(policy)
    result = Score()
    found: set[str] = set()
    for record in read_redacted(redacted):
        instances = wanted.get(record.record_id)
        if instances is None:
            result.unscored += 1
            continue
        found.add(record.record_id)
        result.records += 1
        _score_record(record, instances, result, tokens)
    missing = [record_id for record_id in wanted if record_id not in found]
    if missing:
        named = ", ".join(missing[:_NAMED]) + (", ..." if len(missing) > _NAMED else "")
        raise ScoreError(f"{redacted}: {len(missing)} records of the keys are not in it ({named}); is it cut short?")
    return result


def _score_record(
    record: RedactedRecord, instances: Sequence[tuple[Side, Instance]], result: Score, tokens: re.Pattern[str]
) -> None:
    everything = folded(without(tokens, "\n".join(strings_of(record.data, keys=True))))
    for side, instance in instances:
        part = result.recall if side == "remove" else result.retention
        tally = part.classes[instance.kind]
        tally.total += 1
        misses = [
            Miss(
                side, record.record_id, record.row, path, instance.kind, form_of(instance.value),
                instance.instance_id, absent, instance.value,
            )
            for path, absent in _unmet(side, instance, record.data, tokens)
        ]  # fmt: skip
        part.misses += misses
        tally.met += not misses
        tally.strict += not misses and (side == "keep" or not stands_folded(everything, folded(instance.value).strip()))


def _unmet(side: Side, instance: Instance, data: Any, tokens: re.Pattern[str]) -> list[tuple[str, bool]]:
    """(path, field absent) for every field in which the value stands against its side's wish."""

    def in_any(texts: Iterable[str]) -> bool:
        return any(stands(without(tokens, text) if side == "remove" else text, instance.value) for text in texts)

    if not instance.paths:
        anywhere = in_any(strings_of(data))
        return [("**", False)] if anywhere == (side == "remove") else []
    unmet = []
    for listed, path in zip(instance.listed, instance.paths, strict=True):
        texts = _texts_at(data, path)
        if texts is None:
            unmet.append((listed, True))
        elif in_any(texts) == (side == "remove"):
            unmet.append((listed, False))
    return unmet


def _texts_at(data: Any, path: FieldPath) -> list[str] | None:
    """The strings at `path` and below it, None when the record has no such field.

    A trailing index is dropped where the field is no list: some keys number a text that stands alone.
    """
    node = data
    for place, part in enumerate(path):
        in_list = isinstance(part, int) and isinstance(node, list) and part < len(node)
        if in_list or (isinstance(part, str) and isinstance(node, dict) and part in node):
            node = node[part]
        elif part == 0 and isinstance(node, str) and place == len(path) - 1:
            break
        else:
            return None
    return list(strings_of(node))
