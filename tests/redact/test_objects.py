"""One object through the engine: bytes, places, counts, dead letters, unlisted fields, several processes."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Iterable, Iterator

import pytest

from redactory.directory.model import Snapshot
from redactory.errors import RecordError, RedactoryError
from redactory.policy.model import FieldRules, Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, shape_of
from redactory.redact import ObjectSummary, PlacesWriter, Redactor, RowInput, RowResult, read_places
from redactory.redact.objects import BATCH_ROWS, redact_object
from redactory.redact.runners import Forked, InProcess

LINE = {
    "record_id": "T-1",
    "ticket": {"submitted_description": "Triinu Kuusik (tkuusik) sees 0x80070005 on the portal."},
    "correspondence": [{"message": "bokafor\u00e9 is nobody; mail triinu.kuusik@tallgrass.example \u00fcber 1e5"}],
}


class Letters:
    def __init__(self) -> None:
        self.rows: list[DeadRow] = []

    def write(self, row: DeadRow) -> None:
        self.rows.append(row)


def run(
    redactor: Redactor, data: bytes, policy: Policy, runner: object = None
) -> tuple[bytes, ObjectSummary, Letters, io.BytesIO]:
    out, side, letters = io.BytesIO(), io.BytesIO(), Letters()
    summary = redact_object(
        io.BytesIO(data), shape_of("x.jsonl"), out, runner or InProcess(redactor),  # type: ignore[arg-type]
        FieldMatcher(policy.fields), places=PlacesWriter(side), dead_letters=letters,
    )  # fmt: skip
    side.seek(0)
    return out.getvalue(), summary, letters, side


def test_untouched_bytes_stay_and_places_cut_where_they_say(redactor: Redactor, shipped_policy: Policy) -> None:
    raw = (json.dumps(LINE) + "\r\n").encode()  # escapes, CRLF
    out, summary, _, side = run(redactor, raw, shipped_policy)
    assert out.endswith(b"\r\n")
    assert rb"bokafor\u00e9 is nobody; mail <EMAIL> \u00fcber 1e5" in out
    before, after = json.loads(raw), json.loads(out)
    assert after["ticket"]["submitted_description"] == "<PERSON> (<USER>) sees 0x80070005 on the portal."
    places = list(read_places(side))
    texts = {
        "ticket.submitted_description": lambda row: row["ticket"]["submitted_description"],
        "correspondence[0].message": lambda row: row["correspondence"][0]["message"],
    }
    cut = {(p.entity, texts[p.path](before)[p.start : p.end]) for p in places}
    assert cut == {
        ("PERSON", "Triinu Kuusik"), ("USER", "tkuusik"), ("EMAIL", "triinu.kuusik@tallgrass.example"),
    }  # fmt: skip
    assert all(texts[p.path](after)[p.out_start : p.out_end] == f"<{p.entity}>" for p in places)
    assert summary.by_entity() == {"EMAIL": 1, "PERSON": 1, "USER": 1}
    assert (summary.rows_in, summary.rows_out, summary.dead_rows) == (1, 1, 0)


def test_nothing_to_remove_is_byte_for_byte_the_same(redactor: Redactor, shipped_policy: Policy) -> None:
    raw = b'{"record_id":"T-2", "ticket" : {"submitted_description":"VPN\\u00a0down; \\/ 1e5"}}\n\n{"record_id": "T-3"}'
    out, summary, _, _ = run(redactor, raw, shipped_policy)
    assert out == raw
    assert summary.replaced == 0


def test_rows_that_cannot_go_on_are_counted_and_kept(redactor: Redactor, shipped_policy: Policy) -> None:
    good = json.dumps(LINE).encode()
    key = b'{"record_id":"T-4","ticket":{"triinu.kuusik@tallgrass.example":"x"}}'
    lines = [good, b'{"broken', key, b'{"record_id":"a","record_id":"b"}', good]
    out, summary, letters, _ = run(redactor, b"\n".join(lines) + b"\n", shipped_policy)
    assert out.count(b"\n") == 2
    assert (summary.rows_in, summary.rows_out, summary.dead_rows) == (5, 2, 3)
    assert [row.number for row in letters.rows] == [2, 3, 4]
    assert letters.rows[1].raw.strip() == key
    assert letters.rows[1].reason == "personal value in a key"
    assert not any("kuusik" in row.reason for row in letters.rows)


def test_a_key_that_a_name_list_holds_goes_on(redactor: Redactor, shipped_policy: Policy) -> None:
    raw = b'{"record_id":"T-5","ticket":{"iban":"none given","nino":"none given","sid":"none given"}}\n'
    out, summary, _, _ = run(redactor, raw, shipped_policy)
    assert (out, summary.dead_rows) == (raw, 0)


def test_unlisted_fields_are_named_by_path_and_dropped_where_the_policy_says(
    redactor: Redactor, shipped_policy: Policy, directory: Snapshot
) -> None:
    raw = b'{"record_id":"T","odd":[{"remark":"hello there"},{"remark":""}],"ticket":{}}\n'
    _, summary, _, _ = run(redactor, raw, shipped_policy)
    assert summary.unlisted == {"odd[*].remark": 1}
    dropping = shipped_policy.model_copy(update={"fields": FieldRules(keep=["record_id"], unlisted="drop")})
    out, _, _, side = run(Redactor(dropping, directory, ner=False), raw, dropping)
    assert json.loads(out)["odd"] == [{"remark": ""}, {"remark": ""}]
    assert [(p.rule, p.path) for p in read_places(side)] == [("field-dropped", "odd[0].remark")]


def test_declared_entities_go_whole_and_seed_their_record(
    redactor: Redactor, shipped_policy: Policy, directory: Snapshot
) -> None:
    fields = FieldRules(text=["note"], keep=["id"], entities={"caller.name": "PERSON", "caller.phone": "PHONE"})
    policy = shipped_policy.model_copy(update={"fields": fields})
    raw = b'{"id":"1","caller":{"name":"Zo Quill","phone":5550142},"note":"Zo Quill rang"}\n'
    out, *_ = run(Redactor(policy, directory, ner=False), raw, policy)
    assert json.loads(out) == {"id": "1", "caller": {"name": "<PERSON>", "phone": "<PHONE>"}, "note": "<PERSON> rang"}


def test_several_processes_give_the_same_bytes(redactor: Redactor, shipped_policy: Policy) -> None:
    raw = b"".join(json.dumps({**LINE, "record_id": f"T-{n}"}).encode() + b"\n" for n in range(3 * BATCH_ROWS + 7))
    one, counts, _, side = run(redactor, raw, shipped_policy)
    many, counts_many, _, side_many = run(redactor, raw, shipped_policy, Forked(redactor, 2))
    assert many == one
    assert side_many.getvalue() == side.getvalue()
    assert counts_many == counts
    assert ObjectSummary.from_dict(json.loads(json.dumps(counts.as_dict()))) == counts


def test_a_killed_worker_is_an_error_and_not_an_output(redactor: Redactor, shipped_policy: Policy) -> None:
    class Dying(Redactor):
        def __init__(self) -> None:
            pass

        def redact(self, rows: object) -> list[RowResult]:
            os.kill(os.getpid(), signal.SIGKILL)
            return []

    raw = json.dumps(LINE).encode() + b"\n"
    with pytest.raises(RedactoryError, match="a worker process was killed"):
        run(redactor, raw, shipped_policy, Forked(Dying(), 2))


def test_a_lost_batch_is_an_error(redactor: Redactor, shipped_policy: Policy) -> None:
    class Losing:
        reads_numbers = False

        def run(self, batches: Iterable[list[RowInput]]) -> Iterator[list[RowResult]]:
            for n, batch in enumerate(batches):
                if n:
                    yield redactor.redact(batch)

    raw = (json.dumps(LINE).encode() + b"\n") * (2 * BATCH_ROWS)
    with pytest.raises(RecordError, match="another order"):
        run(redactor, raw, shipped_policy, Losing())


def test_a_cut_sidecar_is_refused(redactor: Redactor, shipped_policy: Policy) -> None:
    *_, side = run(redactor, (json.dumps(LINE).encode() + b"\n") * 400, shipped_policy)
    with pytest.raises(RecordError, match="cut off"):
        list(read_places(io.BytesIO(side.getvalue()[:-20])))
