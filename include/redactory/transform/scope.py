"""What must stay the same inside one record, conversation, request or case: the state of operators that have one.

It lives as long as what it stands for and holds personal values: it is never logged, and its repr shows counts only.
"""

from __future__ import annotations

from collections import Counter


class Scope:
    """Numbers given to values, in the order of their first appearance."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._last: Counter[str] = Counter()
        self._reserved: set[tuple[str, int]] = set()

    def __repr__(self) -> str:
        return f"Scope({len(self._numbers)} values)"

    def number(self, series: str, subject: str) -> int:
        """The number of `subject` in `series`, from 1; a new one for who is new, never a reserved one."""
        known = self._numbers.get((series, subject))
        if known is not None:
            return known
        number = self._last[series] + 1
        while (series, number) in self._reserved:
            number += 1
        self._last[series] = self._numbers[series, subject] = number
        return number

    def reserve(self, series: str, number: int) -> None:
        """Give `number` to nobody: it stands in the source's own text already, or in an earlier turn."""
        self._reserved.add((series, number))
