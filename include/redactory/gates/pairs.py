"""Source and staged rows side by side, with the places recorded between them, one row at a time.

A staged object holds the source's rows in order, without those that went to dead-letter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from redactory.errors import GateError
from redactory.gates.integrity import faults
from redactory.gates.staged_rows import StagedRows
from redactory.policy.model import Policy
from redactory.records.model import DeadRow, Row, TextField
from redactory.redact.places import Place


@dataclass(frozen=True, slots=True, repr=False, eq=False)  # hashed by Great Expectations: by identity, not by text
class PairedRow:
    """One row before and after. `source` or `staged` is None where the other side has no such row.

    `number` is the source's row; 0 for a staged row that stands for no row of the source.
    """

    number: int
    source: tuple[TextField, ...] | None
    staged: tuple[TextField, ...] | None
    source_keys: tuple[str, ...] = ()
    staged_keys: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()

    def __repr__(self) -> str:
        return f"PairedRow({self.number})"


@dataclass
class Tally:
    """Rows met on the way; `staged` stands once all have passed."""

    source: int = 0
    staged: int = 0
    dead: int = 0


def paired(
    source: Iterable[Row | DeadRow],
    staged: StagedRows,
    places: Iterable[Place],
    policy: Policy,
    *,
    dead: int,
    dead_rows: Collection[int] | None,
    tally: Tally,
) -> Iterator[PairedRow]:
    """Pair the rows of two readers; `tally` is filled as they pass.

    Rows a reader refuses are dead by themselves. Rows that were held for another reason are known by `dead_rows`;
    without it, a row that has no places and is not what stands next in the staged object counts as held, as long as
    `dead` allows for it.

    Raises:
        GateError: the places do not belong to this object: out of order, or of a row that is not in it.
    """
    groups = _by_row(places)
    number, group = next(groups, (0, ()))
    for row in source:
        tally.source += 1
        own: tuple[Place, ...] = ()
        if number == row.number:
            own = group
            number, group = next(groups, (0, ()))
        elif 0 < number < row.number:
            raise GateError(f"places of row {number} belong to no row of the source: redact the object again")
        listed = dead_rows is not None and row.number in dead_rows
        if isinstance(row, DeadRow) or listed:
            if own:
                raise GateError(f"row {row.number} is in dead-letter and has places: redact the object again")
            tally.dead += 1
            continue
        following = staged.next_for(row, own)
        pair = _pair(row, following, own)
        if dead_rows is None and not own and tally.dead < dead and (following is None or any(faults(pair, policy))):
            tally.dead += 1
            continue
        staged.take()
        yield pair
    if number:
        raise GateError(f"places of row {number} belong to no row of the source: redact the object again")
    for left in staged.rest():
        yield PairedRow(0, None, left.fields if isinstance(left, Row) else (), (), _keys(left))
    tally.staged = staged.read


def _pair(row: Row, following: Row | DeadRow | None, own: tuple[Place, ...]) -> PairedRow:
    staged = following.fields if isinstance(following, Row) else None
    return PairedRow(row.number, row.fields, staged, row.keys, _keys(following), own)


def _keys(row: Row | DeadRow | None) -> tuple[str, ...]:
    return row.keys if isinstance(row, Row) else ()


def _by_row(places: Iterable[Place]) -> Iterator[tuple[int, tuple[Place, ...]]]:
    group: list[Place] = []
    for place in places:
        if group and place.row != group[0].row:
            if place.row < group[0].row:
                raise GateError(f"places are out of order at row {place.row}: redact the object again")
            yield group[0].row, tuple(group)
            group = []
        group.append(place)
    if group:
        yield group[0].row, tuple(group)
