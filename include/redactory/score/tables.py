"""Sweeps and ablations as tables for people, and as CSV and plain data for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, fields
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table

from redactory.score.ablate import AblationRow
from redactory.score.report import percent
from redactory.score.sweep import SweepRow

_DIGITS = 6  # of a share in CSV and JSON
_CLASSES_SHOWN = 3


def print_sweep(rows: Sequence[SweepRow], console: Console) -> None:
    """A table for each entity of each corpus; the policy's own threshold is marked."""
    for (corpus, entity), part in groupby(rows, key=lambda row: (row.corpus, row.entity)):
        table = Table(title=f"{entity} on {corpus}", title_justify="left")
        of_entity = list(part)
        asked = ["recall@5"] if of_entity[0].recall_at_5 is not None else []
        for heading in (
            "threshold", "recall", f"recall of {entity}", "retention", f"kept values lost to {entity}", "masked share",
            *asked, "",
        ):  # fmt: skip
            table.add_column(heading, justify="right")
        for row in of_entity:
            own = "-" if row.recall_of_entity is None else percent(row.recall_of_entity)
            found = [] if row.recall_at_5 is None else [f"{row.recall_at_5:.3f}"]
            table.add_row(
                f"{row.threshold:g}", percent(row.recall), own, percent(row.retention), str(row.kept_lost),
                percent(row.masked_share), *found, "policy" if row.present else "",
                style="bold" if row.present else None,
            )  # fmt: skip
        console.print(table)


def sweep_csv(rows: Sequence[SweepRow]) -> str:
    """One line a row, with the names of `SweepRow` as the header; an absent share is empty."""
    return _csv([field.name for field in fields(SweepRow)], [list(_rounded(asdict(row)).values()) for row in rows])


def print_ablation(rows: Sequence[AblationRow], console: Console) -> None:
    """A table for each corpus, the costliest first, with the classes that lost most."""
    for corpus, part in groupby(rows, key=lambda row: row.corpus):
        table = Table(title=f"Switched off, on {corpus}", title_justify="left")
        for heading in ("off", "recall", "change", "retention", "change", "masked share", "classes that change most"):
            text = heading in ("off", "classes that change most")
            table.add_column(heading, justify="left" if text else "right")
        for row in part:
            table.add_row(
                row.off, percent(row.recall), points(row.recall_change), percent(row.retention),
                points(row.retention_change), percent(row.masked_share), _classes(row),
            )  # fmt: skip
        console.print(table)


def ablation_csv(rows: Sequence[AblationRow]) -> str:
    """One line a row; the classes are left to the JSON."""
    names = [field.name for field in fields(AblationRow) if field.name != "classes"]
    return _csv(names, [[_rounded(asdict(row))[name] for name in names] for row in rows])


def ablation_data(rows: Sequence[AblationRow]) -> list[dict[str, Any]]:
    """JSON-ready: shares and differences from 0 to 1, the classes that changed by side."""
    data = []
    for row in rows:
        classes: dict[str, dict[str, float]] = {"recall": {}, "retention": {}}
        for (side, kind), change in row.classes.items():
            classes[side][kind] = round(change, _DIGITS)
        data.append(_rounded(asdict(row)) | {"classes": classes})
    return data


def points(change: float) -> str:
    """A difference of shares in percentage points, signed; nothing for none."""
    return f"{change * 100:+.2f}" if abs(change) >= 0.00005 else "0"


def _classes(row: AblationRow) -> str:
    most = sorted(row.classes.items(), key=lambda item: (-abs(item[1]), item[0]))[:_CLASSES_SHOWN]
    return ", ".join(f"{kind} {points(change)}" for (_, kind), change in most)


def _rounded(data: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in data.items()}


def _csv(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value
