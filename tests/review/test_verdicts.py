"""Verdicts: saved at once, undone, seen by the other steward; findings are places and encrypted cases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from redactory.errors import ReviewError
from redactory.ledger.models import AuditEvent, Base
from redactory.platform import Platform
from redactory.review.cases import open_cases
from redactory.review.register import load
from redactory.review.verdicts import (
    mark_missed,
    mark_over,
    mark_read,
    read_notes,
    show_row,
    undo,
    withdraw,
    write_note,
)

NICKNAME = "Yllebylle"


def place(installation: Platform, version: str, row: int = 2) -> tuple[int, int]:
    text = show_row(installation, version, row, by="ada").fields[1].before
    return text.index(NICKNAME), text.index(NICKNAME) + len(NICKNAME)


def miss(installation: Platform, version: str, by: str = "ada") -> int:
    start, end = place(installation, version)
    return mark_missed(installation, version, 2, field=1, start=start, end=end, entity="PERSON", by=by)


def read_rows(installation: Platform, version: str) -> dict[int, list[str]]:
    rows = load(installation.ledger, version).rows
    return {row.number: [v.steward for v in row.verdicts if v.read_at] for row in rows}


def test_a_row_counts_as_read_only_by_who_was_shown_it(installation: Platform, opened: Callable[..., str]) -> None:
    version = opened()
    with pytest.raises(ReviewError, match="not shown to ada"):
        mark_read(installation, version, 1, by="ada")
    show_row(installation, version, 1, by="ada")
    mark_read(installation, version, 1, by="ada")
    show_row(installation, version, 1, by="grace")
    mark_read(installation, version, 1, by="grace")
    assert read_rows(installation, version) == {1: ["ada", "grace"], 2: [], 3: []}


def test_every_view_of_an_original_is_an_audit_row(installation: Platform, opened: Callable[..., str]) -> None:
    version = opened()
    show_row(installation, version, 1, by="ada")
    show_row(installation, version, 1, by="ada")
    show_row(installation, version, 3, by="grace")
    with installation.ledger.session(readonly=True) as session:
        views = [(e.actor, e.detail["row"]) for e in session.query(AuditEvent) if e.event == "original_shown"]
    assert views == [("ada", 1), ("ada", 1), ("grace", 3)]


def test_only_stewards_of_the_policy_see_a_row(installation: Platform, opened: Callable[..., str]) -> None:
    version = opened()
    for stranger in ("mallory", "ADA", ""):
        with pytest.raises(ReviewError, match="no steward"):
            show_row(installation, version, 1, by=stranger)


def test_undo_takes_back_the_last_thing_alone(installation: Platform, opened: Callable[..., str]) -> None:
    version = opened()
    miss(installation, version)
    mark_read(installation, version, 2, by="ada")
    assert undo(installation, version, 2, by="grace") == ""
    assert undo(installation, version, 2, by="ada") == "read"
    assert undo(installation, version, 2, by="ada") == "missed mark"
    assert undo(installation, version, 2, by="ada") == ""
    assert open_cases(installation, "notes") == []
    assert list(installation.review.list("policy-cases/")) == []


def test_a_missed_mention_is_a_place_in_the_ledger_and_text_only_under_the_key(
    installation: Platform, opened: Callable[..., str]
) -> None:
    version = opened()
    miss(installation, version)
    write_note(installation, version, 2, f"{NICKNAME} is a nickname", by="ada")
    (case,) = open_cases(installation, "notes")
    assert (case.kind, case.entity, case.row, case.path) == ("missed", "PERSON", 2, "note")
    with installation.ledger.session(readonly=True) as session:
        told = " ".join(str(row) for t in Base.metadata.sorted_tables for row in session.execute(t.select()))
    assert NICKNAME not in told
    assert "Qvarnholt" not in told
    files = [f for f in Path(installation.settings.review).rglob("*") if f.is_file()]
    assert len(files) == 4  # rows, note, case, and the hashes by which engines are compared
    assert not any(NICKNAME.encode() in f.read_bytes() for f in files)
    (row,) = [r for r in load(installation.ledger, version).rows if r.number == 2]
    assert read_notes(installation, row) == {"ada": f"{NICKNAME} is a nickname"}


def test_what_cannot_be_a_missed_mention_is_refused(installation: Platform, opened: Callable[..., str]) -> None:
    version = opened()
    show_row(installation, version, 1, by="ada")
    bad = [
        ({"start": 0, "end": 14, "entity": "PERSON"}, "replaced already"),
        ({"start": 14, "end": 15, "entity": "PERSON"}, "no letter"),
        ({"start": 15, "end": 900, "entity": "PERSON"}, "no letter"),
        ({"start": 15, "end": 20, "entity": "IBAN"}, "no such entity"),
    ]
    for given, reason in bad:
        with pytest.raises(ReviewError, match=reason):
            mark_missed(installation, version, 1, field=1, by="ada", **given)  # type: ignore[arg-type]
    with pytest.raises(ReviewError, match="no such field"):
        mark_missed(installation, version, 1, field=7, start=0, end=3, entity="PERSON", by="ada")
    miss(installation, version)
    with pytest.raises(ReviewError, match="marked already, by ada"):
        miss(installation, version, by="grace")


def test_a_token_that_should_have_stayed(installation: Platform, opened: Callable[..., str]) -> None:
    version = opened()
    mark_over(installation, version, 1, field=1, start=5, by="ada")
    (case,) = open_cases(installation, "notes")
    assert (case.kind, case.entity, case.start, case.end) == ("over", "PERSON", 0, 14)
    with pytest.raises(ReviewError, match="nothing is replaced"):
        mark_over(installation, version, 1, field=1, start=20, by="ada")


def test_somebody_elses_mark_is_withdrawn_with_a_reason_alone(
    installation: Platform, opened: Callable[..., str]
) -> None:
    version = opened()
    number = miss(installation, version)
    with pytest.raises(ReviewError, match="takes a reason"):
        withdraw(installation, version, number, by="grace")
    withdraw(installation, version, number, by="grace", reason="a product, not a person")
    assert open_cases(installation, "notes") == []
