"""What Great Expectations is given and gives back: no value in it, and no error taken for a verdict."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
from gate_objects import PEOPLE, policy_with, redacted, snapshot_of

from redactory.errors import GateError
from redactory.gates import absence, check, registry, vocabulary
from redactory.gates.pairs import Tally, paired
from redactory.gates.staged_rows import RowByRow
from redactory.gates.suite import GateSuite
from redactory.policy.paths import FieldMatcher
from redactory.records import open_reader, shape_of

PLANTED = ("mdelgado", "Miguel Delgado", "mdelgado@corplabs.com", "E-40821", "Zebrowski Quill")


def test_results_and_arguments_hold_no_value(
    gates: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    run = GateSuite.result

    def kept(suite: GateSuite, rows: Any) -> Any:
        result = run(suite, rows)
        shown.extend((json.dumps(result.to_json_dict()), repr(result), str(result.describe()), repr(rows)))
        return result

    monkeypatch.setattr(GateSuite, "result", kept)
    caplog.set_level(logging.DEBUG)
    rows = [{"note": " and ".join(PLANTED), "kept": "Zebrowski Quill <EVIL>", "meta": {"mdelgado": "x"}}]
    staged = redacted(rows, [{"note": [("Zebrowski Quill", "PERSON")]}])
    results = gates(staged.changed(" and ", " und "))
    assert [name for name, result in results.items() if not result.success] == ["absence", "integrity"]
    everything = "\n".join([*shown, repr(results), caplog.text, *capsys.readouterr()])
    assert '"success": false' in everything
    for value in (*PLANTED, "Zebrowski", "delgado", "40821"):
        assert value.lower() not in everything.lower()


@pytest.mark.parametrize(
    ("owner", "method", "gate"),
    [(absence.AbsenceInspector, "inspect", "absence"), (vocabulary.Vocabulary, "faults", "vocabulary")],
)
def test_an_error_inside_an_expectation_is_no_verdict(
    gates: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, owner: Any, method: str, gate: str
) -> None:
    def fails(*_: Any) -> None:
        raise KeyError("mdelgado")

    monkeypatch.setattr(owner, method, fails)
    with pytest.raises(GateError, match=f"gate {gate} could not be run: KeyError inside gate {gate}, row 1") as raised:
        gates(redacted([{"note": "mdelgado"}]))
    assert "mdelgado" not in f"{raised.value!r}{raised.value.__cause__}{caplog.text}"


def test_a_gate_that_looks_at_fewer_rows_is_no_verdict(gates: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(self: Any, gate: str, place: int, failures: Any) -> bool:
        return not list(failures)

    monkeypatch.setattr(registry.Check, "note", forgets)
    with pytest.raises(GateError, match="counted 1 rows and noted 0"):
        gates(redacted([{"note": "mdelgado"}]))


def test_expectations_load_the_snapshot_they_name() -> None:
    policy = policy_with()
    known = snapshot_of(*PEOPLE)
    registry.identities(policy, known)
    staged = redacted([{"note": "mdelgado"}])
    fields = FieldMatcher(policy.fields)
    readers = [open_reader(io.BytesIO(data), shape_of("x.jsonl"), fields) for data in (staged.source, staged.staged)]
    rows = list(paired(readers[0], RowByRow(readers[1]), (), policy, dead=0, dead_rows=None, tally=Tally()))
    with registry.opened(policy, known.hash) as (name, _):
        assert GateSuite(known.hash, policy.id, name).validate(rows)["absence"].failed == 1
        with pytest.raises(GateError, match="could not be run"):
            GateSuite("0" * 64, policy.id, name).validate(rows)
    with pytest.raises(GateError, match="could not be run"):
        GateSuite(known.hash, policy.id, name).validate(rows)


def test_batches_are_bounded_by_rows_and_text(gates: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    run = GateSuite.validate

    def noted(suite: GateSuite, rows: Any) -> Any:
        sizes.append(len(rows))
        return run(suite, rows)

    monkeypatch.setattr(GateSuite, "validate", noted)
    gates(redacted([{"note": "x"}] * 7), policy=policy_with(gates={"batch_rows": 3}))
    assert sizes == [3, 3, 1]
    sizes.clear()
    monkeypatch.setattr(check, "BATCH_CHARS", 100)
    gates(redacted([{"note": "x" * 60}] * 5))
    assert sizes == [2, 2, 1]
