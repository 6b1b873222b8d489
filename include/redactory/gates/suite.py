"""The suite, and its runs over batches of rows, in an ephemeral context that sends nothing and keeps nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from redactory.errors import GateError
from redactory.gates.model import GATES
from redactory.gates.pairs import PairedRow

if TYPE_CHECKING:
    from great_expectations.core import ExpectationSuiteValidationResult

os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")

# results without values: the default and `COMPLETE` print what failed
RESULT_FORMAT: dict[str, Any] = {"result_format": "BASIC", "partial_unexpected_count": 0}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One gate over one batch: rows looked at, and rows that failed."""

    rows: int
    failed: int


class GateSuite:
    """The gates of one check, as Great Expectations runs them. Arguments are ids; no value is among them."""

    def __init__(self, snapshot_hash: str, policy_id: str, check: str, gates: Sequence[str] = GATES) -> None:
        import great_expectations as gx

        from redactory.gates.expectations import BY_GATE

        self._gates = gates
        self._suite = gx.ExpectationSuite(
            name=check,
            expectations=[
                BY_GATE[gate](snapshot=snapshot_hash, policy=policy_id, check=check) for gate in gates
            ],
        )

    def validate(self, rows: Sequence[PairedRow]) -> dict[str, Verdict]:
        """Run every gate over one batch.

        Raises:
            GateError: an expectation could not be evaluated, which is neither a pass nor a failure of the data.
        """
        return _verdicts(self.result(rows), len(rows), self._gates)

    def result(self, rows: Sequence[PairedRow]) -> ExpectationSuiteValidationResult:
        """Great Expectations' own result over one batch. It holds no value."""
        import pandas as pd  # type: ignore[import-untyped]

        from redactory.gates.expectations import SOURCE, STAGED

        frame = pd.DataFrame(
            {
                SOURCE: pd.Series([row.number for row in rows], dtype=object),
                STAGED: pd.Series(list(rows), dtype=object),
            }
        )
        batch = _definition().get_batch(batch_parameters={"dataframe": frame})
        return batch.validate(self._suite, result_format=RESULT_FORMAT)


def _verdicts(
    result: ExpectationSuiteValidationResult, rows: int, asked: Sequence[str]
) -> dict[str, Verdict]:
    from redactory.gates.expectations import BY_GATE

    gates = {_type_of(expectation): gate for gate, expectation in BY_GATE.items()}
    verdicts: dict[str, Verdict] = {}
    for one in result.results:
        config = one.expectation_config
        gate = gates[config.type] if config else ""
        if _raised(one.exception_info):
            raise GateError(f"gate {gate} could not be run: {_reason(one.exception_info)}")
        details = one.result
        looked, failed = details.get("element_count"), details.get("unexpected_count")
        if looked != rows or failed is None or bool(one.success) is not (failed == 0):
            raise GateError(f"gate {gate} looked at {looked} of {rows} rows and contradicts itself")
        verdicts[gate] = Verdict(rows, failed)
    if missing := [gate for gate in asked if gate not in verdicts]:
        raise GateError(f"no result for gate {', '.join(missing)}")
    return verdicts


def _type_of(expectation: Any) -> str:
    return str(expectation.expectation_type)


def _raised(info: dict[str, Any] | None) -> bool:
    """Whether `exception_info`, flat or keyed by metric, speaks of an exception."""
    if not info:
        return False
    if "raised_exception" in info:
        return bool(info["raised_exception"])
    return any(isinstance(one, dict) and one.get("raised_exception") for one in info.values())


def _reason(info: dict[str, Any] | None) -> str:
    """Our own words inside an `exception_info`, which may hold others."""
    infos = [info or {}, *(one for one in (info or {}).values() if isinstance(one, dict))]
    texts = [str(one.get("exception_message", "")) for one in infos]
    for text in texts:
        at = text.find(" inside gate ")
        if at >= 0:
            return text[text.rfind(" ", 0, at) + 1 :].split("\n")[0].strip("'\" .")
    return "an expectation raised an error"


@cache
def _definition() -> Any:
    """A batch definition over whole data frames, made once a process."""
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    logging.getLogger("great_expectations").setLevel(logging.ERROR)
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    source = context.data_sources.add_pandas("staged")
    return source.add_dataframe_asset("rows").add_batch_definition_whole_dataframe("batch")
