"""Which rows a steward reads: the first of the newest partition that has any, or an even draw from each kind of record.

The draw is a seeded reservoir a kind, so that the same seed over the same partition gives the same rows, and memory
holds no more rows than are wanted of each kind.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from redactory.errors import PartitionError, RecordError
from redactory.partitions.discover import newest_first
from redactory.platform import Platform
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, open_reader, shape_of

MAX_KINDS = 200  # kinds of record told apart; whatever comes later counts as one more
LOOKED_AT = 2000  # rows whose fields are looked at, to say which ones the sample does not show
_INDEX = re.compile(r"\[\d+\]")
_SEED_BITS = 32


@dataclass(frozen=True)
class Drawn:
    """The rows chosen, in the order they stand in the partition, and the landing key of the object of each.

    `fields` are the paths (`[*]` for every element) of the redacted fields that hold text in the first rows of the
    partition, `seed` that of a stratified draw.
    """

    partition: str
    rows: tuple[Row, ...]
    keys: tuple[str, ...]
    fields: frozenset[str]
    seed: int | None = None


class _Placed(NamedTuple):
    key: str
    row: Row


def draw(platform: Platform, policy: Policy) -> Drawn:
    """The rows of the newest partition with any that `policy.review` wants read.

    An object that cannot be read as a whole is passed over: the night names it.

    Raises:
        PartitionError: the landing store holds nothing of the policy's dataset that can be read.
    """
    for partition, keys in newest_first(platform.landing, policy):
        if (drawn := _drawn(platform, policy, partition, keys)).rows:
            return drawn
    raise PartitionError(
        f"no row of dataset {policy.dataset} can be read in the landing store: put a partition there "
        f"({policy.dataset}/{policy.partition_key}=<date>/<file>), then start the review again"
    )


def _drawn(platform: Platform, policy: Policy, partition: str, keys: list[str]) -> Drawn:
    rules = policy.review
    fields: set[str] = set()
    if rules.sample == "stratified":
        seed = rules.seed if rules.seed is not None else secrets.randbits(_SEED_BITS)
        rows = _stratified(_looked_at(_rows(platform, policy, keys), fields), rules.rows, rules.strata, seed)
    else:
        seed, rows = None, []
        for number, placed in enumerate(_looked_at(_rows(platform, policy, keys), fields)):
            if number < rules.rows:
                rows.append(placed)
            elif number >= LOOKED_AT:
                break
    return Drawn(
        partition, tuple(one.row for one in rows), tuple(one.key for one in rows), frozenset(fields), seed
    )  # fmt: skip


def general(path: str) -> str:
    """The path with every element's number as `[*]`."""
    return _INDEX.sub("[*]", path)


def shows(row: Row) -> set[str]:
    """The paths of the row's redacted fields that hold a letter or digit."""
    return {
        general(field.path)
        for field in row.fields
        if field.listing in ("text", "entity") and any(map(str.isalnum, field.text))
    }


def _stratified(rows: Iterator[_Placed], wanted: int, strata: list[str], seed: int) -> list[_Placed]:
    chance = random.Random(seed)
    kinds: dict[tuple[str, ...], list[tuple[int, _Placed]]] = {}
    seen: dict[tuple[str, ...], int] = {}
    for place, row in enumerate(rows):
        kind = _kind(row.row, strata)
        if kind not in kinds and len(kinds) >= MAX_KINDS:
            kind = ()
        held = kinds.setdefault(kind, [])
        count = seen[kind] = seen.get(kind, 0) + 1
        if len(held) < wanted:
            held.append((place, row))
        elif (at := chance.randrange(count)) < wanted:
            held[at] = (place, row)
    chosen: list[tuple[int, _Placed]] = []
    queues = [chance.sample(held, len(held)) for held in kinds.values()]
    while len(chosen) < wanted and any(queues):
        for queue in queues:
            if queue and len(chosen) < wanted:
                chosen.append(queue.pop())
    return [row for _, row in sorted(chosen, key=lambda pair: pair[0])]


def _kind(row: Row, strata: list[str]) -> tuple[str, ...]:
    if not strata:
        return tuple(sorted(shows(row)))
    values = {general(field.path): field.text for field in row.fields}
    return tuple(values.get(path, "") for path in strata)


def _looked_at(rows: Iterator[_Placed], fields: set[str]) -> Iterator[_Placed]:
    for number, placed in enumerate(rows):
        if number < LOOKED_AT:
            fields |= shows(placed.row)
        yield placed


def _rows(platform: Platform, policy: Policy, keys: list[str]) -> Iterator[_Placed]:
    matcher = FieldMatcher(policy.fields)
    for key in keys:
        try:
            with platform.landing.open(key) as stream:
                for row in open_reader(stream, shape_of(key), matcher):
                    if isinstance(row, Row):
                        yield _Placed(key, row)
        except RecordError:
            continue
