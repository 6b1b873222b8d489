"""A score as text for people and as plain data for programs. Values appear only where they are asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from redactory.score.score import Miss, Score, SideScore

_TITLES = (("recall", "Removed"), ("retention", "Kept"))
# Published figures of the project whose contract this one implements: with rules written for its own tickets, and
# run unchanged on tickets it has never seen.
_REFERENCE_CORPUS = "itsm-dev"
_REFERENCE = (
    "for comparison, the published reference of this contract: 98.9 % recall and 97.6 % retention on its own tickets, "
    "79 % and 88 % on other people's"
)


def print_score(score: Score, console: Console, *, misses: int = 0, show_values: bool = False) -> None:
    """Both sides by class, the misses by form, and with `misses` that many of them one by one."""
    for name, title in _TITLES:
        side: SideScore = getattr(score, name)
        if not side.classes:
            continue
        console.print(_table(side, f"{title} ({name})", strict=name == "recall"))
        for (kind, form), count in side.forms.most_common():
            console.print(f"  {count:>4}  {kind}: {form}", highlight=False)
        if side.absent_fields:
            console.print(f"  {side.absent_fields} listed fields are not in the redacted records; counted as missed")
    if misses:
        _print_misses([*score.recall.misses, *score.retention.misses][:misses], console, show_values)
    extra = f", {score.unscored} without a key" if score.unscored else ""
    console.print(f"{score.records} records scored{extra}", highlight=False)


def print_corpora(scores: Sequence[tuple[str, Score]], console: Console) -> None:
    """One line a corpus."""
    table = Table(title="Corpora", title_justify="left")
    for heading in (
        "corpus",
        "records",
        "recall",
        "anywhere",
        "retention",
        "lowest class removed",
        "lowest class kept",
    ):
        table.add_column(heading, justify="left" if "lowest" in heading or heading == "corpus" else "right")
    for name, score in scores:
        removed, kept = score.recall.overall, score.retention.overall
        table.add_row(
            name,
            str(score.records),
            percent(removed.share),
            percent(removed.strict_share),
            percent(kept.share),
            _lowest(score.recall),
            _lowest(score.retention),
        )
    console.print(table)
    note = reference_note([name for name, _ in scores])
    if note:
        console.print(f"{_REFERENCE_CORPUS}: {note}", highlight=False)


def reference_note(corpora: Collection[str]) -> str | None:
    """What the published reference scores, where its corpus is among `corpora`."""
    return _REFERENCE if _REFERENCE_CORPUS in corpora else None


def as_data(score: Score, *, misses: int = 0, show_values: bool = False) -> dict[str, Any]:
    """The score as JSON-ready data: shares from 0 to 1."""
    return {
        "records": score.records,
        "unscored_records": score.unscored,
        "recall": _side_data(score.recall, strict=True),
        "retention": _side_data(score.retention, strict=False),
        "misses": [
            {
                "side": miss.side,
                "record_id": miss.record_id,
                "row": miss.row,
                "path": miss.path,
                "class": miss.kind,
                "form": miss.form,
                "field_absent": miss.absent,
                **({"value": miss.value} if show_values else {}),
            }
            for miss in [*score.recall.misses, *score.retention.misses][:misses]
        ],
    }


def _side_data(side: SideScore, *, strict: bool) -> dict[str, Any]:
    def tally(entry: Any) -> dict[str, Any]:
        data = {"total": entry.total, "met": entry.met, "share": round(entry.share, 5)}
        return data | ({"anywhere": round(entry.strict_share, 5)} if strict else {})

    return {
        **tally(side.overall),
        "classes": {kind: tally(entry) for kind, entry in sorted(side.classes.items())},
        "forms": [{"class": kind, "form": form, "count": count} for (kind, form), count in side.forms.most_common()],
        "absent_fields": side.absent_fields,
    }


def _table(side: SideScore, title: str, *, strict: bool) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("class")
    for heading in ("values", "missed", "share", *(("anywhere",) if strict else ())):
        table.add_column(heading, justify="right")
    for kind, tally in [*sorted(side.classes.items()), ("all", side.overall)]:
        row = [kind, str(tally.total), str(tally.total - tally.met), percent(tally.share)]
        table.add_row(*row, *((percent(tally.strict_share),) if strict else ()), end_section=False)
    return table


def _print_misses(misses: Sequence[Miss], console: Console, show_values: bool) -> None:
    for miss in misses:
        what = "still stands" if miss.side == "remove" else "no longer stands"
        if miss.absent:
            what = "field is not there"
        value = f"  {miss.value!r}" if show_values else ""
        console.print(
            f"{miss.record_id}  {miss.path}  {miss.kind} ({miss.form}): {what}{value}",
            highlight=False, markup=False, soft_wrap=True,
        )  # fmt: skip


def _lowest(side: SideScore) -> str:
    if not side.classes:
        return "-"
    kind, tally = min(side.classes.items(), key=lambda entry: entry[1].share)
    return f"{kind} {percent(tally.share)}"


def percent(share: float) -> str:
    """Rounded down, so that 100 % is said of nothing less."""
    return f"{int(share * 10_000 + 1e-9) / 100:.2f} %"
