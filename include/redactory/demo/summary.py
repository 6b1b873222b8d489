"""The demo's last page, for a data owner: what was read, what was replaced, what the gates said, where it lies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from redactory.demo.stage import Stage
    from redactory.partitions.summary import PartitionSummary, RunSummary

LAYERS = {"declared": "declared field", "identity": "directory", "formats": "formats", "ner": "names (NER)"}
SHOWN_CHARS = 360


def show(stage: Stage, run_id: str, seconds: float, console: Console) -> None:
    """Prints the summary of run `run_id`."""
    from redactory.partitions.nightly import summarise

    summary = summarise(stage.platform, run_id)
    console.print()
    console.print(_partitions(summary))
    console.print(_classes(summary))
    console.print(_gates(summary))
    for partition in summary.partitions[:1]:
        console.print(f"Policy version {partition.policy_version[:12]}: {partition.approval}")
        console.print(f"Directory snapshot {partition.snapshot_hash[:12]}")
    said = [line for p in summary.partitions for line in (*p.failures, *p.alerts)]
    for note in (*summary.notes, *summary.problems, *said):
        console.print(f"Note: {note}", markup=False, soft_wrap=True)
    console.print("Output:")
    for partition in summary.partitions:
        console.print(f"  {partition.output or 'not published'}", markup=False, soft_wrap=True)
    copies = stage.fetch_published((p.dataset, p.partition) for p in summary.partitions if p.output)
    console.print(f"  copied, as a reader sees it, to {copies}", markup=False, soft_wrap=True)
    _record(stage, summary, console)
    console.print(f"\nDone in {seconds:.0f} s.")


def _partitions(summary: RunSummary) -> Table:
    table = Table(title="Partitions", title_justify="left")
    table.add_column("partition", no_wrap=True)
    for name in ("rows read", "rows published", "set aside", "values replaced", "masked share"):
        table.add_column(name, justify="right")
    table.add_column("verdict")
    for p in summary.partitions:
        table.add_row(
            f"{p.dataset}/{p.partition}", f"{p.rows_in:,}", f"{p.rows_out:,}", f"{p.rows_dead:,}",
            f"{_replaced(p):,}", f"{p.masked_share:.1%}", p.state,
        )  # fmt: skip
    table.caption = "masked share: replacements a word of free text; set aside: rows that cannot be parsed"
    table.caption_justify = "left"
    return table


def _classes(summary: RunSummary) -> Table:
    totals: dict[str, dict[str, int]] = {}
    for partition in summary.partitions:
        for entity, layers in partition.counts.items():
            for layer, count in layers.items():
                row = totals.setdefault(entity, {})
                row[layer] = row.get(layer, 0) + count
    found = {layer for row in totals.values() for layer in row}
    columns = [*(layer for layer in LAYERS if layer in found), *sorted(found - set(LAYERS))]
    table = Table(title="Values replaced, by class and by the layer that found them", title_justify="left")
    table.add_column("class")
    for layer in columns:
        table.add_column(LAYERS.get(layer, layer), justify="right")
    table.add_column("all", justify="right")
    for entity, row in sorted(totals.items(), key=lambda item: -sum(item[1].values())):
        table.add_row(entity, *(f"{row.get(layer, 0):,}" for layer in columns), f"{sum(row.values()):,}")
    sums = [sum(row.get(layer, 0) for row in totals.values()) for layer in columns]
    table.add_section()
    table.add_row("all", *(f"{n:,}" for n in sums), f"{sum(sums):,}")
    return table


def _gates(summary: RunSummary) -> Table:
    table = Table(title="Gates: what had to hold before anything was published", title_justify="left")
    for name in ("partition", "gate"):
        table.add_column(name)
    for name in ("checked", "failed"):
        table.add_column(name, justify="right")
    table.add_column("verdict")
    for p in summary.partitions:
        for gate in p.gates:
            verdict = Text("passed", style="green") if gate.success else Text("FAILED", style="bold red")
            table.add_row(p.partition, gate.gate, f"{gate.checked:,}", f"{gate.failed:,}", verdict)
    return table


def _record(stage: Stage, summary: RunSummary, console: Console) -> None:
    """One record before and after, the first one with several replacements. Sample data only."""
    pair = next((found for p in summary.partitions if (found := _pair(stage, p))), None)
    if pair is None:
        return
    table = Table(title="One record of the sample, before and after", title_justify="left", show_lines=True)
    for name in ("field", "before", "after"):
        table.add_column(name, overflow="fold")
    for path, before, after in pair:
        table.add_row(path, Text(_shown(before)), Text(_shown(after), style="green"))
    console.print(table)


def _shown(text: str) -> str:
    """The text, or its beginning and a sign that it goes on."""
    return text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS].rsplit(None, 1)[0] + " …"


def _pair(stage: Stage, partition: PartitionSummary) -> list[tuple[str, str, str]]:
    from redactory.partitions.layout import landing_key
    from redactory.partitions.manifest import read_manifest

    manifest = read_manifest(stage.platform.published, partition.dataset, partition.partition)
    for entry in manifest.objects if manifest else ():
        source = stage.platform.landing.open(landing_key(partition.dataset, partition.partition, entry.name))
        with source, stage.platform.published.open(entry.key) as published:
            for before, after in zip(source, published, strict=False):
                changed = _changed("", json.loads(before), json.loads(after))
                if len(changed) >= 3:
                    return changed[:6]
    return []


def _changed(path: str, before: Any, after: Any) -> list[tuple[str, str, str]]:
    """Path, text before, text after, of every string that differs."""
    if isinstance(before, dict) and isinstance(after, dict):
        items = [(f"{path}.{key}" if path else key, before[key], after.get(key)) for key in before]
    elif isinstance(before, list) and isinstance(after, list):
        items = [(f"{path}[{n}]", b, a) for n, (b, a) in enumerate(zip(before, after, strict=False))]
    else:
        return [(path, str(before), str(after))] if before != after else []
    return [found for item in items for found in _changed(*item)]


def _replaced(partition: PartitionSummary) -> int:
    return sum(count for layers in partition.counts.values() for count in layers.values())
