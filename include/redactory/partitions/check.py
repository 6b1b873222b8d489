"""The gates over every staged object of a partition, and the monitors over its shares; both into the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from redactory.errors import GateError
from redactory.gates.model import GateResult
from redactory.gates.monitors import Alert, Shares, check_monitors
from redactory.ledger import Ledger
from redactory.ledger.models import GateResultRow, MonitorAlert, ObjectRun, PartitionRun
from redactory.partitions import state
from redactory.partitions.dead_letter import dead_row_numbers
from redactory.partitions.inputs import Prepared
from redactory.partitions.layout import attempt_prefix, data_key, dead_prefix, landing_key, places_key
from redactory.partitions.names import NameCheck
from redactory.records import shape_of
from redactory.redact.places import read_places

if TYPE_CHECKING:
    from redactory.platform import Platform

FAILURES_KEPT = 200  # places of failure a gate result keeps in the ledger; `failed` counts them all


def check_objects(platform: Platform, run: PartitionRun, inputs: Prepared) -> bool:
    """Run the gates over every object of the run and note their results. True when all passed.

    The source is read again with If-Match on its ETag. Raises SourceChangedError where it is another one now,
    GateError where a gate could not be run.
    """
    from redactory.gates import check_object

    prefix = attempt_prefix(run.dataset, run.partition, run.id)
    results: list[tuple[ObjectRun, GateResult]] = []
    for item in run.objects:
        key = landing_key(run.dataset, run.partition, item.name)
        with (
            platform.landing.open(key, if_match=item.etag) as source,
            platform.staging.open(data_key(prefix, item.name), if_match=item.staged_etag) as staged,
            platform.staging.open(places_key(prefix, item.name)) as sidecar,
        ):
            found = check_object(
                source=source,
                staged=staged,
                shape=shape_of(item.name),
                policy=inputs.policy,
                snapshot=inputs.snapshot,
                places=read_places(sidecar),
                rows_in=item.rows_in,
                rows_out=item.rows_out,
                dead=item.rows_dead,
                matcher=inputs.matcher,
                dead_rows=dead_row_numbers(platform.dead_letter, dead_prefix(prefix, item.name)),
            )
        if not found:
            raise GateError("no gate ran over an object: a partition without a verdict is not published")
        results.extend((item, result) for result in found)
    _record(platform.ledger, run.id, results, inputs.names)
    return all(result.success for _, result in results)


def watch(ledger: Ledger, partition_run_id: int, inputs: Prepared) -> None:
    """Compare the run's shares with those of the dataset's published partitions before it; note the alerts."""
    rules = inputs.policy.monitors
    with ledger.session() as session:
        run = state.get(session, partition_run_id)
        query = (
            select(PartitionRun)
            .options(selectinload(PartitionRun.counts))
            .where(
                PartitionRun.dataset == run.dataset,
                PartitionRun.partition != run.partition,
                PartitionRun.state.in_(("published", "released")),
                PartitionRun.id < run.id,
            )
            .order_by(PartitionRun.id.desc())
            .limit(rules.window)
        )
        history = [_shares(past) for past in reversed(list(session.scalars(query)))]
        alerts = check_monitors(history, _shares(run), rules)
        run.alerts[:] = [
            MonitorAlert(monitor=alert.monitor, message=alert.message, detail=_detail(alert)) for alert in alerts
        ]


def failure_lines(run: PartitionRun, limit: int = 20) -> tuple[str, ...]:
    """Where gates failed, a line each: object, row, path, class. No value."""
    names = {item.id: item.name for item in run.objects}
    lines: list[str] = []
    for gate in run.gates:
        if gate.success:
            continue
        name = names.get(gate.object_run_id or 0, "")
        if not gate.failures:
            lines.append(f"{gate.gate}: {name}: failed {gate.failed} times")
        lines += [
            f"{gate.gate}: {name} row {f['row']}, {f['path'] or 'the whole row'}: {f['entity']} ({f['list']})"
            for f in gate.failures
        ]
    if len(lines) > limit:
        lines[limit - 1 :] = [f"... and {len(lines) - limit + 1} more, in the quarantine report"]
    return tuple(lines)


def _record(ledger: Ledger, run_id: int, results: Sequence[tuple[ObjectRun, GateResult]], names: NameCheck) -> None:
    with ledger.session() as session:
        run = state.get(session, run_id)
        run.gates[:] = [
            GateResultRow(
                object_run_id=item.id,
                gate=result.gate,
                success=result.success,
                checked=result.checked,
                failed=result.failed,
                failures=[
                    {"row": f.row, "path": names.checked(f.path or ""), "entity": f.entity, "list": f.list_name}
                    for f in result.failures[:FAILURES_KEPT]
                ],
                guarded=dict(sorted(result.guarded.items())),
                lists=list(result.lists),
            )
            for item, result in results
        ]


def _shares(run: PartitionRun) -> Shares:
    counts: dict[str, dict[str, int]] = {}
    for count in run.counts:
        counts.setdefault(count.entity, {})[count.layer] = count.count
    replaced = sum(count.count for count in run.counts)
    return Shares(f"{run.dataset}/{run.partition}", replaced / run.words if run.words else 0.0, counts)


def _detail(alert: Alert) -> dict[str, float | None]:
    return {"measured": alert.measured, "limit": alert.limit, "trailing": alert.trailing}
