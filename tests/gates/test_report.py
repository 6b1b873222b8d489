"""The failure report: what a steward and a machine are told, and that no value is in it."""

from __future__ import annotations

import json
from typing import Any

from gate_objects import redacted

from redactory.gates import FailureReport, failure_report, in_words


def test_report_names_rows_fields_and_classes(gates: Any) -> None:
    results = gates(redacted([{"note": "fine"}, {"note": "mdelgado", "kept": "will Springfield"}])).values()
    report = failure_report(
        dataset="tickets", partition="dt=2026-11-29", policy="p" * 64, snapshot="s" * 64, results={"a.jsonl": results}
    )
    text = report.model_dump_json()
    assert not report.passed
    assert FailureReport.model_validate_json(text) == report
    first = json.loads(text)["gates"][0]
    assert first["failures"] == [{"row": 2, "path": "note", "entity": "USER", "list_name": "directory"}]
    assert first["guarded"] == {"LOCATION": 1, "USER": 1}
    assert "mdelgado" not in text
    words = [in_words(result) for result in results]
    assert words[0] == "absence: 1 failures in 2 rows: row 2 note: USER (directory)"
    assert words[3] == "rows: passed, 2 rows"


def test_words_are_few(gates: Any) -> None:
    result = gates(redacted([{"note": "mdelgado"}] * 9))["absence"]
    assert in_words(result).endswith("; and 4 more")
