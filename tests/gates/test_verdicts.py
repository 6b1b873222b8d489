"""A verdict in words: what a person is told, and that no value is in it."""

from __future__ import annotations

from typing import Any

from gate_objects import redacted

from redactory.gates import in_words


def test_words_name_rows_fields_and_classes(gates: Any) -> None:
    results = gates(redacted([{"note": "fine"}, {"note": "mdelgado", "kept": "will Springfield"}])).values()
    words = [in_words(result) for result in results]
    assert words[0] == "absence: 1 failures in 2 rows: row 2 note: USER (directory)"
    assert words[3] == "rows: passed, 2 rows"


def test_words_are_few(gates: Any) -> None:
    result = gates(redacted([{"note": "mdelgado"}] * 9))["absence"]
    assert in_words(result).endswith("; and 4 more")
