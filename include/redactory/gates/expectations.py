"""Our expectations: each asks one question of every staged row, beside its source row.

Each takes the hash of the directory snapshot and the id of the check, both free of values, and loads what they name
(`registry`). An error inside is reported with its type and the row alone: messages and locals may hold text.
Importing this module imports Great Expectations (5 s).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")

import pandas as pd  # type: ignore[import-untyped]
from great_expectations.execution_engine import PandasExecutionEngine
from great_expectations.expectations.expectation import ColumnPairMapExpectation
from great_expectations.expectations.metrics.map_metric_provider import (
    ColumnPairMapMetricProvider,
    column_pair_condition_partial,
)

from redactory.errors import GateError
from redactory.gates import integrity
from redactory.gates.model import ABSENCE, FORMAT, INTEGRITY, ROWS, VOCABULARY, Failure
from redactory.gates.pairs import PairedRow
from redactory.gates.registry import Check, check_called, loaded

SOURCE, STAGED = "source", "staged"  # columns of a batch
MISSING = "no staged row for this row of the source, or one that cannot be read"
ADDED = "a staged row that stands for no row of the source"
_DOMAIN = ("batch_id", "table", "column_A", "column_B", "row_condition", "condition_parser", "ignore_row_if")
_VALUES = ("snapshot", "policy", "check")

Question = Callable[[Check, int, PairedRow], Iterable[Failure]]


def _absence(check: Check, place: int, row: PairedRow) -> Iterable[Failure]:
    found = check.inspector.inspect(row, check.keyed(row))
    check.guarded[place] = found.guarded
    return found.failures


def _vocabulary(check: Check, place: int, row: PairedRow) -> Iterable[Failure]:
    return [Failure(row.number, path, entity, what) for path, entity, what in check.vocabulary.faults(row)]


def _format(check: Check, place: int, row: PairedRow) -> Iterable[Failure]:
    return [Failure(row.number, path, entity, what) for path, entity, what in check.formats.faults(row)]


def _integrity(check: Check, place: int, row: PairedRow) -> Iterable[Failure]:
    return [Failure(row.number, path, "", what) for path, what in integrity.faults(row, check.policy)]


def _rows(check: Check, place: int, row: PairedRow) -> Iterable[Failure]:
    if row.staged is None:
        return [Failure(row.number, "", "", MISSING)]
    return [Failure(row.number, "", "", ADDED)] if row.source is None else []


def _asked(gate: str, question: Question, rows: pd.Series, values: dict[str, Any]) -> pd.Series:
    """Whether each row passes. Column B carries the pair: the staged row, and what it is compared with."""
    check = check_called(values["check"])
    loaded(values["snapshot"], values["policy"])
    passed = []
    for place, row in rows.items():
        try:
            passed.append(check.note(gate, int(place), question(check, int(place), row)))
        except GateError:
            raise
        except Exception as error:  # its text and its traceback may hold values
            raise GateError(f"{type(error).__name__} inside gate {gate}, row {row.number}") from None
    return pd.Series(passed, index=rows.index, dtype=bool)


class _Metric(ColumnPairMapMetricProvider):
    condition_domain_keys = _DOMAIN
    condition_value_keys = _VALUES


class IdentitiesAbsent(_Metric):
    condition_metric_name = "redactory.identities_absent"

    @column_pair_condition_partial(engine=PandasExecutionEngine)
    def _pandas(cls, column_A: pd.Series, column_B: pd.Series, **values: Any) -> pd.Series:
        return _asked(ABSENCE, _absence, column_B, values)


class TokensOfThePolicy(_Metric):
    condition_metric_name = "redactory.tokens_of_the_policy"

    @column_pair_condition_partial(engine=PandasExecutionEngine)
    def _pandas(cls, column_A: pd.Series, column_B: pd.Series, **values: Any) -> pd.Series:
        return _asked(VOCABULARY, _vocabulary, column_B, values)


class SourceTextKept(_Metric):
    condition_metric_name = "redactory.source_text_kept"

    @column_pair_condition_partial(engine=PandasExecutionEngine)
    def _pandas(cls, column_A: pd.Series, column_B: pd.Series, **values: Any) -> pd.Series:
        return _asked(INTEGRITY, _integrity, column_B, values)


class FormatsKept(_Metric):
    condition_metric_name = "redactory.formats_kept"

    @column_pair_condition_partial(engine=PandasExecutionEngine)
    def _pandas(cls, column_A: pd.Series, column_B: pd.Series, **values: Any) -> pd.Series:
        return _asked(FORMAT, _format, column_B, values)


class RowForRow(_Metric):
    condition_metric_name = "redactory.row_for_row"

    @column_pair_condition_partial(engine=PandasExecutionEngine)
    def _pandas(cls, column_A: pd.Series, column_B: pd.Series, **values: Any) -> pd.Series:
        return _asked(ROWS, _rows, column_B, values)


class _RowExpectation(ColumnPairMapExpectation):
    """Arguments shared by ours: ids only. `ignore_row_if` keeps rows that have one side alone."""

    column_A: str = SOURCE
    column_B: str = STAGED
    snapshot: str
    policy: str
    check: str
    ignore_row_if: str = "neither"
    domain_keys: ClassVar[Any] = (*_DOMAIN[:1], *_DOMAIN[2:])
    success_keys: ClassVar[tuple[str, ...]] = (*_VALUES, "mostly")


class ExpectNoIdentityAnywhere(_RowExpectation):
    """No value to remove stands anywhere in a staged row."""

    map_metric: ClassVar[str] = IdentitiesAbsent.condition_metric_name


class ExpectOnlyTokensOfThePolicy(_RowExpectation):
    """Every token-shaped text is one the policy emits where the places say so, or the source's own."""

    map_metric: ClassVar[str] = TokensOfThePolicy.condition_metric_name


class ExpectSourceTextKept(_RowExpectation):
    """A staged row is its source row with the recorded replacements, and nothing else."""

    map_metric: ClassVar[str] = SourceTextKept.condition_metric_name


class ExpectFormatsKept(_RowExpectation):
    """A replacement in a field with a declared format passes the field's validator."""

    map_metric: ClassVar[str] = FormatsKept.condition_metric_name


class ExpectRowForRow(_RowExpectation):
    """Every living source row has its staged row, and no other row is staged."""

    map_metric: ClassVar[str] = RowForRow.condition_metric_name


BY_GATE: dict[str, type[_RowExpectation]] = {
    ROWS: ExpectRowForRow,
    INTEGRITY: ExpectSourceTextKept,
    VOCABULARY: ExpectOnlyTokensOfThePolicy,
    ABSENCE: ExpectNoIdentityAnywhere,
    FORMAT: ExpectFormatsKept,
}
