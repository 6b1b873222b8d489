"""`redactory ledger runs|show|audit|migrate`. What ran, with which policy, directory and key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactory.errors import LedgerError

if TYPE_CHECKING:
    from datetime import datetime

    from redactory.ledger import Ledger
    from redactory.ledger.models import PartitionRun

app = typer.Typer(no_args_is_help=True, help="The ledger: what ran, with which policy, directory and key.")

Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="how many, newest first")]


@app.command()
def runs(limit: Limit = 20) -> None:
    """The latest runs: state, partitions by state, rows."""
    from collections import Counter

    from rich.console import Console
    from rich.table import Table
    from sqlalchemy import select
    from sqlalchemy.orm import selectinload

    from redactory.ledger.models import Run

    table = Table("run", "state", "started", "ended", "partitions", "rows", "dead")
    query = select(Run).order_by(Run.started_at.desc()).limit(limit).options(selectinload(Run.partitions))
    with _ledger().session(readonly=True) as session:
        found = list(session.scalars(query))
    for run in found:
        states = Counter(partition.state for partition in run.partitions)
        table.add_row(
            run.id, run.state, _time(run.started_at), _time(run.ended_at),
            ", ".join(f"{count} {state}" for state, count in sorted(states.items())) or "none",
            str(sum(p.rows_out for p in run.partitions)), str(sum(p.rows_dead for p in run.partitions)),
        )  # fmt: skip
    Console().print(table if found else "no runs yet")


@app.command()
def show(
    target: Annotated[str, typer.Argument(help="a run's id, or the number of one of its partition runs")],
    as_json: Annotated[bool, typer.Option("--json", help="as JSON")] = False,
) -> None:
    """One run and its partitions: versions, counts by class and layer, gate results, alerts."""
    from sqlalchemy import select
    from sqlalchemy.orm import selectinload

    from redactory.ledger.models import PartitionRun, Run

    query = select(PartitionRun).order_by(PartitionRun.id)
    query = query.options(*(selectinload(getattr(PartitionRun, name)) for name in _PARTS))
    by_number = PartitionRun.id == int(target) if target.isdigit() and len(target) < 10 else None
    with _ledger().session(readonly=True) as session:
        run = session.get(Run, target)
        found = list(session.scalars(query.where(PartitionRun.run_id == target)))
        if run is None and by_number is not None:
            found = list(session.scalars(query.where(by_number)))
            run = session.get(Run, found[0].run_id) if found else None
    if run is None:
        raise LedgerError("the ledger knows no run or partition run of that name: `redactory ledger runs` lists them")
    if as_json:
        data = {"run": run.id, "state": run.state, "notes": run.notes, "partitions": [_facts(p) for p in found]}
        typer.echo(json.dumps(data, indent=1, ensure_ascii=False))
        return
    typer.echo(f"{run.id}: {run.state}, {_time(run.started_at)} to {_time(run.ended_at) or 'now'}")
    for note in run.notes:
        typer.echo(f"  note: {note}")
    for partition in found:
        _print(partition)


@app.command()
def audit(limit: Limit = 30) -> None:
    """The latest audit rows: who did what."""
    from rich.console import Console
    from rich.table import Table
    from sqlalchemy import select

    from redactory.ledger.models import AuditEvent

    table = Table("at", "event", "by", "subject", "detail")
    query = select(AuditEvent).order_by(AuditEvent.id.desc()).limit(limit)
    with _ledger().session(readonly=True) as session:
        for row in session.scalars(query):
            detail = ", ".join(f"{name}={value}" for name, value in row.detail.items() if value not in ("", None))
            table.add_row(_time(row.at), row.event, row.actor, row.subject[:24], detail)
    Console().print(table)


@app.command()
def migrate() -> None:
    """Bring the ledger's database to this release's schema."""
    ledger = _ledger()
    typer.echo(f"the ledger stands at schema {ledger.revision()}")


_PARTS = ("objects", "gates", "counts", "alerts", "decisions")


def _facts(run: PartitionRun) -> dict[str, Any]:
    counts: dict[str, dict[str, int]] = {}
    for count in run.counts:
        counts.setdefault(count.entity, {})[count.layer] = count.count
    plain = (
        "id", "dataset", "partition", "state", "reason", "generation", "policy_version", "snapshot_hash",
        "engine_version", "key_id", "surrogate_key_id",
        "rows_in", "rows_out", "rows_dead", "chars", "masked_chars", "words", "restarts",
    )  # fmt: skip
    return {name: getattr(run, name) for name in plain} | {
        "counts": counts,
        "objects": [{"name": o.name, "etag": o.etag, "rows": o.rows_out, "dead": o.rows_dead} for o in run.objects],
        "gates": [
            {"gate": g.gate, "success": g.success, "checked": g.checked, "failed": g.failed, "failures": g.failures}
            for g in run.gates
        ],
        "alerts": [alert.message for alert in run.alerts],
        "decisions": [{"decision": d.decision, "by": d.actor, "reason": d.reason} for d in run.decisions],
    }


def _print(run: PartitionRun) -> None:
    facts = _facts(run)
    generation = f", generation {run.generation}" if run.generation else ""
    typer.echo(f"\n[{run.id}] {run.dataset}/{run.partition}: {run.state}{generation}")
    if run.reason:
        typer.echo(f"  {run.reason}")
    typer.echo(
        f"  policy {run.policy_version[:12]}, directory {run.snapshot_hash[:12]}, engine {run.engine_version}, "
        f"key {run.key_id or '-'}, surrogate key {run.surrogate_key_id or '-'}"
    )
    typer.echo(
        f"  rows: {run.rows_in} in, {run.rows_out} out, {run.rows_dead} in dead-letter; {len(run.objects)} objects"
    )
    for entity, layers in facts["counts"].items():
        typer.echo(f"  {entity}: " + ", ".join(f"{layer} {count}" for layer, count in layers.items()))
    for gate in run.gates:
        verdict = "passed" if gate.success else f"FAILED {gate.failed} times"
        typer.echo(f"  gate {gate.gate}: {verdict}, {gate.checked} rows")
    for alert in facts["alerts"]:
        typer.echo(f"  alert: {alert}")
    for decision in facts["decisions"]:
        typer.echo(f"  {decision['decision']} by {decision['by']}: {decision['reason']}")


def _time(moment: datetime | None) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S") if moment else ""


def _ledger() -> Ledger:
    from redactory.config import Settings
    from redactory.ledger import Ledger

    ledger = Ledger(Settings.load().ledger_url)
    ledger.migrate()
    return ledger
