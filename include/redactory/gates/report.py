"""The failure report that goes to quarantine beside the data: rows, fields and classes, no value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict

from redactory.gates.model import Failure, GateResult

_IN_WORDS = 5  # failures named in a sentence


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class FailedField(_Part):
    """One failure; `entity` and `path` are empty where none is meant, `row` is 0 where no row is."""

    row: int
    path: str
    entity: str
    list_name: str


class GateReport(_Part):
    """One gate over one object."""

    object: str
    gate: str
    success: bool
    checked: int
    failed: int
    failures: tuple[FailedField, ...]
    guarded: dict[str, int]
    lists: tuple[str, ...]


class FailureReport(_Part):
    """Why a partition was not published. `model_dump_json` is what is written."""

    dataset: str
    partition: str
    policy: str
    snapshot: str
    gates: tuple[GateReport, ...]

    @property
    def passed(self) -> bool:
        return all(gate.success for gate in self.gates)


def failure_report(
    *, dataset: str, partition: str, policy: str, snapshot: str, results: Mapping[str, Iterable[GateResult]]
) -> FailureReport:
    """The report over the objects of a partition. `policy` and `snapshot` are hashes; `results` is by object key."""
    gates = tuple(
        GateReport(
            object=key, gate=one.gate, success=one.success, checked=one.checked, failed=one.failed,
            failures=tuple(
                FailedField(row=f.row, path=f.path, entity=f.entity, list_name=f.list_name) for f in one.failures
            ),
            guarded=one.guarded, lists=one.lists,
        )
        for key, found in results.items()
        for one in found
    )  # fmt: skip
    return FailureReport(dataset=dataset, partition=partition, policy=policy, snapshot=snapshot, gates=gates)


def in_words(result: GateResult) -> str:
    """One gate's verdict in a sentence for a person."""
    if result.success:
        return f"{result.gate}: passed, {result.checked} rows"
    shown = "; ".join(_failure_in_words(failure) for failure in result.failures[:_IN_WORDS])
    more = result.failed - min(len(result.failures), _IN_WORDS)
    rest = f"; and {more} more" if more else ""
    return f"{result.gate}: {result.failed} failures in {result.checked} rows: {shown}{rest}"


def _failure_in_words(failure: Failure) -> str:
    where = " ".join(filter(None, (f"row {failure.row}" if failure.row else "", failure.path)))
    what = f"{failure.entity} ({failure.list_name})" if failure.entity else failure.list_name
    return f"{where}: {what}" if where else what
