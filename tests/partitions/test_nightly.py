"""The nightly job over local folders: what is new, what is published, held, failed, quarantined, and run again."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import ConfigError, DirectoryError, PartitionError, StorageError
from redactory.ledger.models import AuditEvent, Base, PartitionRun, PolicyVersion, Run
from redactory.partitions import content, nightly, publish, stage, state
from redactory.partitions.dead_letter import read_dead_letters
from redactory.partitions.layout import attempt_prefix, manifest_key, report_key
from redactory.partitions.manifest import Manifest, generations, read_manifest
from redactory.partitions.quarantine import discard, read_report, release
from redactory.partitions.requests import request_rerun
from redactory.platform import Platform
from redactory.storage import ObjectStore

DATE = "2026-11-29"
PARTITION = f"dt={DATE}"
ROWS = [
    {"id": 1, "note": "Zofia Kowalquist (zkowalq) cannot print; mail zofia@example.org"},
    {"id": 2, "note": "Nothing personal here, error 0xC0000234 on PRNSRV-EAST-01"},
]
GOOD = [{"id": 1, "note": "<PERSON> (<USER>) cannot print; mail <EMAIL>"}, ROWS[1]]
LEAK = [{"id": 1, "note": "see the label", "label": "botan@example.org"}]  # a kept field is read by the gates
Put = Callable[..., str]


def run(platform: Platform, run_id: str = "run-1", **options: Any) -> dict[str, str]:
    """A whole run; partition -> state."""
    found = {}
    for number in nightly.plan_run(platform, run_id=run_id, **options):
        nightly.run_partition(platform, number)
        done = state.load(platform.ledger, number)
        found[done.partition] = done.state
    return found


def manifest(platform: Platform, partition: str = PARTITION) -> Manifest:
    found = read_manifest(platform.published, "notes", partition)
    assert found is not None
    return found


def rows(platform: Platform, partition: str = PARTITION) -> list[dict[str, object]]:
    found = []
    for item in manifest(platform, partition).objects:
        with platform.published.open(item.key) as stream:
            found += [json.loads(line) for line in stream.read().splitlines()]
    return found


def keys(store: ObjectStore, prefix: str = "") -> list[str]:
    return [info.key for info in store.list(prefix)]


def reason(platform: Platform, run_id: str = "run-1") -> str:
    (partition,) = nightly.summarise(platform, run_id).partitions
    return partition.reason


def test_a_new_partition_is_redacted_and_published(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    assert run(platform) == {PARTITION: "published"}
    assert rows(platform) == GOOD
    (entry,) = manifest(platform).objects
    assert (entry.rows_in, entry.rows, entry.dead) == (2, 2, 0)
    assert entry.counts == {"EMAIL": {"identity": 1}, "PERSON": {"identity": 1}, "USER": {"identity": 1}}
    assert {gate.gate for gate in entry.gates} >= {"absence", "vocabulary"}
    assert all(g.success for g in entry.gates)
    assert entry.key_id == platform.keys.primary
    assert entry.source_etag
    assert keys(platform.staging) == []
    assert keys(platform.quarantine) == []
    summary = nightly.summarise(platform, "run-1")
    assert summary.ok
    assert summary.partitions[0].approval == "unattended, by demo"
    assert summary.partitions[0].masked_share > 0
    json.dumps(summary.as_dict())


def test_what_was_published_is_not_new(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(platform)
    assert run(platform, "run-2") == {}


def test_activating_a_version_does_not_reprocess_history(
    platform: Platform, put: Put, new_version: Callable[..., str]
) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(platform)
    newer = new_version(platform, description="another")
    assert run(platform, "run-2") == {}
    put("2026-11-30", "a.jsonl", ROWS)
    assert run(platform, "run-3") == {"dt=2026-11-30": "published"}
    assert manifest(platform, "dt=2026-11-30").policy_version == newer


def test_late_objects_make_a_generation_that_keeps_the_earlier(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(platform)
    put(DATE, "b.jsonl", ROWS[1:])
    assert run(platform, "run-2") == {PARTITION: "published"}
    assert manifest(platform).generation == 2
    assert rows(platform) == [*GOOD, ROWS[1]]
    (second,) = nightly.summarise(platform, "run-2").partitions
    assert (second.objects, second.rows_in) == (1, 1)


def test_an_overwritten_object_replaces_its_predecessor(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(platform)
    put(DATE, "a.jsonl", ROWS[1:])
    assert run(platform, "run-2") == {PARTITION: "published"}
    assert manifest(platform).generation == 2
    assert rows(platform) == ROWS[1:]


def test_a_lost_ledger_does_not_publish_again(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(platform)
    with platform.ledger.session() as session:
        for item in session.scalars(select(PartitionRun)):
            item.state = "planned"  # as if the process was killed before it could note the end
    assert run(platform, "run-2") == {}


def test_markers_and_strays_are_passed_over_and_strays_reported(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    for name in ("_SUCCESS", ".a.crc", "empty.jsonl"):
        platform.landing.put(f"notes/{PARTITION}/{name}", b"" if name == "empty.jsonl" else b"x")
    platform.landing.put("notes/loose.jsonl", b"{}\n")
    platform.landing.put("notes/other=1/zofia@example.org.jsonl", b"{}\n")
    assert run(platform) == {PARTITION: "published"}
    assert len(manifest(platform).objects) == 1
    (note,) = nightly.summarise(platform, "run-1").notes
    assert "2 objects lie outside" in note
    assert "loose.jsonl" in note
    assert "zofia" not in note


@pytest.mark.parametrize("dates", [["29.11.2026"], ["2026-12-01", "2026-12-02"]])
def test_dates_of_which_landing_holds_nothing_are_refused(platform: Platform, put: Put, dates: list[str]) -> None:
    put(DATE, "a.jsonl", ROWS)
    with pytest.raises(ConfigError, match=rf"no partition of {dates[0]}.* \(notes/dt=\.\.\.\)"):
        nightly.plan_run(platform, run_id="run-1", dates=dates)
    assert nightly.plan_run(platform, run_id="run-2", dates=[*dates, DATE]) != []
    assert nightly.plan_run(platform, run_id="run-3", dates=["2026-11-28", DATE], rerun=True) != []


def test_a_partition_of_empty_objects_is_said(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    put(DATE, "late.jsonl", [])
    put("2026-11-28", "a.jsonl", [])
    platform.landing.put("notes/dt=2026-11-28/_SUCCESS", b"")
    platform.landing.put("notes/dt=2026-11-27/_SUCCESS", b"")
    assert run(platform) == {PARTITION: "published"}
    (note,) = nightly.summarise(platform, "run-1").notes
    assert note == (
        "notes: 1 partitions hold nothing but empty objects, so nothing of them is published: dt=2026-11-28"
    )


def test_without_an_approved_version_nothing_is_published(bare_platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    assert run(bare_platform) == {}
    (note,) = nightly.summarise(bare_platform, "run-1").notes
    assert "approve" in note
    assert keys(bare_platform.published) == []


def test_without_a_snapshot_a_run_is_refused(bare_platform: Platform, put: Put, new_version: Any) -> None:
    put(DATE, "a.jsonl", ROWS)
    new_version(bare_platform)
    with pytest.raises(DirectoryError, match="directory"):
        run(bare_platform)
    assert not nightly.summarise(bare_platform, "run-1").ok


def test_an_old_snapshot_is_refused(bare_platform: Platform, put: Put, new_version: Any, people: Any) -> None:
    put(DATE, "a.jsonl", ROWS)
    new_version(bare_platform)
    old = Snapshot(people, "json", datetime.now(UTC) - timedelta(hours=60))
    SnapshotStore(bare_platform.identity, bare_platform.ledger).make_current(old, Comparison(3, 0), instead_of=None)
    with pytest.raises(DirectoryError, match="60 hours"):
        run(bare_platform)
    assert keys(bare_platform.published) == []


def test_a_planted_leak_is_quarantined_and_the_others_go_on(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", LEAK)
    put("2026-11-30", "a.jsonl", ROWS)
    assert run(platform) == {PARTITION: "quarantined", "dt=2026-11-30": "published"}
    assert read_manifest(platform.published, "notes", PARTITION) is None
    assert keys(platform.published, f"notes/{PARTITION}/") == []
    assert keys(platform.staging) == []
    (number,) = [p.id for p in nightly.summarise(platform, "run-1").partitions if p.state == "quarantined"]
    report = read_report(platform, number)
    (failed,) = [gate for gate in report["gates"] if not gate["success"]]
    assert failed["gate"] == "absence"
    assert failed["failures"][0]["row"] == 1
    assert failed["failures"][0]["path"] == "label"
    assert failed["failures"][0]["entity"] == "EMAIL"
    assert "botan" not in json.dumps(report)
    summary = nightly.summarise(platform, "run-1")
    assert not summary.ok
    assert "row 1, label: EMAIL" in " ".join(summary.partitions[0].failures)


def test_quarantine_is_encrypted(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", LEAK)
    run(platform)
    below = platform.quarantine._store  # type: ignore[attr-defined]
    names = keys(below)
    assert report_key(attempt_prefix("notes", PARTITION, 1)) in names
    assert len(names) == 3
    for name in names:
        with below.open(name) as stream:
            data = stream.read()
        assert b"botan" not in data
        assert b"absence" not in data


def test_quarantine_is_not_tried_again_until_something_changes(
    platform: Platform, put: Put, new_version: Callable[..., str]
) -> None:
    put(DATE, "a.jsonl", LEAK)
    run(platform)
    assert run(platform, "run-2") == {}
    assert "release or discard" in nightly.summarise(platform, "run-2").notes[0]
    new_version(platform, fields={"text": ["note", "label"], "keep": ["id"]})
    assert run(platform, "run-3") == {PARTITION: "published"}
    assert rows(platform)[0]["label"] == "<EMAIL>"
    assert state.load(platform.ledger, 1).state == "superseded"
    assert keys(platform.quarantine) == []


def test_release_takes_two_people(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", LEAK)
    run(platform)
    assert release(platform, 1, actor="ada", reason="a test mailbox") == "quarantined"
    assert read_manifest(platform.published, "notes", PARTITION) is None
    with pytest.raises(PartitionError, match="second person"):
        release(platform, 1, actor="ada", reason="again")
    assert release(platform, 1, actor="bob", reason="agreed") == "released"
    (entry,) = manifest(platform).objects
    assert entry.released
    assert not all(gate.success for gate in entry.gates)
    assert run(platform, "run-2") == {}
    with platform.ledger.session(readonly=True) as session:
        asked = session.scalars(select(AuditEvent).where(AuditEvent.event == "release_asked")).all()
    assert [row.actor for row in asked] == ["ada", "bob"]


def test_a_release_killed_in_the_middle_is_taken_up(
    platform: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", LEAK)
    run(platform)
    release(platform, 1, actor="ada", reason="a test mailbox")
    with monkeypatch.context() as patch:
        patch.setattr(publish, "write_manifest", killed)
        with pytest.raises(Killed):
            release(platform, 1, actor="bob", reason="agreed")
    assert release(platform, 1, actor="bob", reason="agreed") == "released"


def test_discard_is_for_good_but_for_a_rerun(platform: Platform, put: Put, new_version: Any) -> None:
    put(DATE, "a.jsonl", LEAK)
    run(platform)
    with pytest.raises(PartitionError, match="reason"):
        discard(platform, 1, actor="ada", reason=" ")
    assert discard(platform, 1, actor="ada", reason="not ours") == "discarded"
    assert keys(platform.quarantine) == []
    new_version(platform, fields={"text": ["note", "label"], "keep": ["id"]})
    assert run(platform, "run-2") == {}
    assert run(platform, "run-3", dates=[DATE], rerun=True) == {PARTITION: "published"}


def test_only_what_waits_in_quarantine_can_be_released(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(platform)
    with pytest.raises(PartitionError, match="not in quarantine"):
        release(platform, 1, actor="ada", reason="why not")


def test_an_unlisted_field_with_text_holds_its_partition(
    platform: Platform, put: Put, new_version: Callable[..., str]
) -> None:
    put(DATE, "a.jsonl", [{"id": 1, "note": "x", "extra": [{"remark": "call Zofia Kowalquist"}], "empty": ""}])
    put("2026-11-30", "a.jsonl", ROWS)
    assert run(platform) == {PARTITION: "held", "dt=2026-11-30": "published"}
    held = nightly.summarise(platform, "run-1").partitions[0]
    assert "extra[*].remark" in held.reason
    assert "Zofia" not in held.reason
    assert read_report(platform, held.id)["unlisted"] == ["extra[*].remark"]
    assert keys(platform.staging) == []
    with pytest.raises(PartitionError, match="cannot be released"):
        release(platform, held.id, actor="ada", reason="fine")
    assert run(platform, "run-2") == {}
    new_version(platform, fields={"text": ["note", "extra[*].remark"], "keep": ["id", "empty"]})
    assert run(platform, "run-3") == {PARTITION: "published"}
    assert rows(platform)[0]["extra"] == [{"remark": "call <PERSON>"}]


def test_rows_that_cannot_be_read_go_to_dead_letter(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", [*ROWS, '{"id": 3, "note": "Zofia'])
    assert run(platform) == {PARTITION: "published"}
    assert rows(platform) == GOOD
    (dead,) = read_dead_letters(platform.dead_letter, attempt_prefix("notes", PARTITION, 1))
    assert dead.row == 3
    assert dead.reason
    assert dead.raw.startswith(b'{"id": 3')
    assert "Zofia" not in repr(dead)
    (partition,) = nightly.summarise(platform, "run-1").partitions
    assert (partition.rows_in, partition.rows_out, partition.rows_dead) == (3, 2, 1)
    below = platform.dead_letter._store  # type: ignore[attr-defined]
    assert all(b"Zofia" not in below.open(name).read() for name in keys(below))


def test_too_many_dead_rows_fail_the_partition(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", [ROWS[0], "{broken", "{broken too"])
    assert run(platform) == {PARTITION: "failed"}
    assert "2 of 3 rows" in reason(platform)
    assert keys(platform.published) == []
    assert keys(platform.staging) == []
    assert len(list(read_dead_letters(platform.dead_letter, attempt_prefix("notes", PARTITION, 1)))) == 2


def test_a_failed_partition_is_tried_again_when_its_source_was_mended(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ["{broken"])
    assert run(platform) == {PARTITION: "failed"}
    put(DATE, "a.jsonl", ROWS)
    assert run(platform) == {PARTITION: "published"}  # the same run, cleared and run again
    assert rows(platform) == GOOD


@pytest.mark.parametrize("name", ["zkowalq.jsonl", "to-zofia@example.org.jsonl", "Zofia Kowalquist/a.jsonl"])
def test_a_name_that_holds_an_identity_fails_unquoted(platform: Platform, put: Put, name: str) -> None:
    put(DATE, name, ROWS)
    put("2026-11-30", "a.jsonl", ROWS)
    assert run(platform) == {PARTITION: "failed", "dt=2026-11-30": "published"}
    summary = nightly.summarise(platform, "run-1")
    assert "rename it" in summary.partitions[0].reason
    everything = json.dumps(summary.as_dict()) + dump(platform)
    assert "zkowalq" not in everything.lower()
    assert "zofia" not in everything.lower()


def test_a_format_that_is_not_read_fails_the_partition(platform: Platform) -> None:
    platform.landing.put(f"notes/{PARTITION}/scan.pdf", b"%PDF")
    assert run(platform) == {PARTITION: "failed"}
    assert "scan.pdf" in reason(platform)
    assert keys(platform.published) == []


def test_a_source_that_changes_before_the_gates_restarts_the_partition(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(platform, run_id="run-1")
    nightly.redact_partition(platform, number)
    put(DATE, "a.jsonl", ROWS[1:])
    assert nightly.check_partition(platform, number)
    assert nightly.publish_partition(platform, number) == "published"
    assert rows(platform) == ROWS[1:]
    assert state.load(platform.ledger, number).restarts == 1


def test_a_source_that_changes_after_the_gates_restarts_the_partition(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(platform, run_id="run-1")
    nightly.redact_partition(platform, number)
    assert nightly.check_partition(platform, number)
    put(DATE, "a.jsonl", LEAK)
    assert nightly.publish_partition(platform, number) == "quarantined"
    assert keys(platform.published) == []


def test_a_restart_forgets_the_dead_letters_of_the_attempt_before(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", [*ROWS, "{broken"])
    (number,) = nightly.plan_run(platform, run_id="run-1")
    nightly.redact_partition(platform, number)
    assert len(keys(platform.dead_letter)) == 1
    put(DATE, "a.jsonl", ROWS)
    assert nightly.check_partition(platform, number)
    assert keys(platform.dead_letter) == []


def test_planning_clears_staging_of_what_is_over(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    (ended,) = nightly.plan_run(platform, run_id="run-1")
    (going_on,) = nightly.plan_run(platform, run_id="run-2")
    (abandoned,) = nightly.plan_run(platform, run_id="run-3")
    left = [f"{attempt_prefix('notes', PARTITION, n)}data/a.jsonl" for n in (ended, going_on, abandoned, 999)]
    for key in left:
        platform.staging.put(key, b"x")
    state.move(platform.ledger, ended, "published")
    state.move(platform.ledger, abandoned, "redacted", planned_at=datetime.now(UTC) - timedelta(days=8))
    nightly.plan_run(platform, run_id="run-4")
    assert keys(platform.staging) == [left[1], left[3]]


def test_a_source_that_keeps_changing_fails(platform: Platform, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put(DATE, "a.jsonl", ROWS)
    real, changes = stage.redact_object, iter(range(100))

    def changing(*args: Any, **options: Any) -> Any:
        summary = real(*args, **options)
        put(DATE, "a.jsonl", [{"id": next(changes), "note": "x"}])
        return summary

    monkeypatch.setattr(stage, "redact_object", changing)
    assert run(platform) == {PARTITION: "failed"}
    assert "changed" in reason(platform)


def test_sources_deleted_meanwhile_fail_the_partition(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(platform, run_id="run-1")
    platform.landing.delete(f"notes/{PARTITION}/a.jsonl")
    assert nightly.run_partition(platform, number) == "failed"


def test_only_checked_partitions_are_published(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", LEAK)
    (number,) = nightly.plan_run(platform, run_id="run-1")
    with pytest.raises(PartitionError, match="check it first"):
        nightly.publish_partition(platform, number)
    nightly.redact_partition(platform, number)
    with pytest.raises(PartitionError, match="check it first"):
        nightly.publish_partition(platform, number)
    assert not nightly.check_partition(platform, number)
    with pytest.raises(PartitionError, match="check it first"):
        nightly.publish_partition(platform, number)
    state.move(platform.ledger, number, "checked")  # a state alone is no verdict
    with pytest.raises(PartitionError):
        nightly.publish_partition(platform, number)
    assert keys(platform.published) == []


def test_planning_again_gives_the_same_ids(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    first = nightly.plan_run(platform, run_id="run-1")
    put("2026-11-30", "a.jsonl", ROWS)
    assert nightly.plan_run(platform, run_id="run-1") == first
    assert len(nightly.plan_run(platform, run_id="run-2")) == 2


def test_a_requested_rerun_publishes_old_objects_once_more(
    platform: Platform, put: Put, new_version: Callable[..., str]
) -> None:
    for date in (DATE, "2026-11-30", "2026-12-01"):
        put(date, "a.jsonl", ROWS)
    run(platform)
    newer = new_version(platform, description="another")
    request_rerun(platform.ledger, "notes", DATE, "2026-11-30", actor="ada")
    assert run(platform, "run-2") == {PARTITION: "published", "dt=2026-11-30": "published"}
    assert manifest(platform).generation == 2
    assert manifest(platform).policy_version == newer
    assert run(platform, "run-3") == {}
    with pytest.raises(PartitionError, match="before it begins"):
        request_rerun(platform.ledger, "notes", "2026-11-30", DATE, actor="ada")


def test_a_run_of_one_date(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    put("2026-11-30", "a.jsonl", ROWS)
    assert run(platform, dates=["2026-11-30"]) == {"dt=2026-11-30": "published"}


class Killed(BaseException):
    """What a SIGKILL is to this process: nothing after it runs."""


def killed(*args: object, **options: object) -> None:
    raise Killed


KILLS = [
    (stage, "redact_object"),
    (state, "redacted"),
    (content, "publish_run"),
    (publish, "_copy"),
    (publish, "write_manifest"),
    (publish, "finish"),
    (publish, "write_symlinks"),
    (publish, "delete_leftovers"),
    (content, "note_published"),
]


@pytest.mark.parametrize(("module", "step"), KILLS, ids=[step for _, step in KILLS])
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_any_step_and_run_again_gives_the_same_bytes(
    platform: Platform, put: Put, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, module: Any, step: str, when: str
) -> None:
    put(DATE, "a.jsonl", ROWS)
    put(DATE, "b.jsonl", [*ROWS, "{broken"])
    real = getattr(module, step)

    def after(*args: Any, **options: Any) -> None:
        real(*args, **options)
        raise Killed

    (number,) = nightly.plan_run(platform, run_id="run-1")
    with monkeypatch.context() as patch:
        patch.setattr(module, step, killed if when == "before" else after)
        with pytest.raises(Killed):
            nightly.run_partition(platform, number)
    for item in (read_manifest(platform.published, "notes", PARTITION) or Nothing).objects:
        assert platform.published.head(item.key) is not None  # whatever a reader sees is whole
    assert run(platform) == {PARTITION: "published"}
    assert generations(platform.published, "notes", PARTITION) == [1]
    named = {item.key for item in manifest(platform).objects}
    assert set(keys(platform.published, f"notes/{PARTITION}/")) == named
    assert rows(platform) == [*GOOD, *GOOD]
    assert run(platform, "run-2") == {}
    assert keys(platform.staging) == []
    with platform.published.open(manifest_key("notes", PARTITION, 1)) as stream:
        seen = stream.read()
    if not EXPECTED:
        EXPECTED.append(undisturbed_manifest(tmp_path, platform))
    assert seen == EXPECTED[0]


class Nothing:
    objects = ()


EXPECTED: list[bytes] = []


def undisturbed_manifest(tmp_path: Any, platform: Platform) -> bytes:
    """The manifest an undisturbed run of the same input, policy, snapshot and key writes elsewhere."""
    from dataclasses import replace

    undisturbed = Platform.open(
        replace(
            platform.settings,
            published=str(tmp_path / "elsewhere"),
            dead_letter=str(tmp_path / "elsewhere-dead"),
            staging=str(tmp_path / "elsewhere-staging"),
        )
    )
    for number in nightly.plan_run(undisturbed, run_id="undisturbed", rerun=True):
        nightly.run_partition(undisturbed, number)
    with undisturbed.published.open(manifest_key("notes", PARTITION, 1)) as stream:
        return stream.read()


def test_two_runs_at_once_publish_once(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    (first,) = nightly.plan_run(platform, run_id="run-1")
    (second,) = nightly.plan_run(platform, run_id="run-2")
    for step in (nightly.redact_partition, nightly.check_partition, nightly.publish_partition):
        step(platform, first)
        step(platform, second)
    assert generations(platform.published, "notes", PARTITION) == [1]
    assert "another run" in state.load(platform.ledger, second).reason
    assert rows(platform) == GOOD


def test_a_store_that_is_away_is_an_error_to_retry(
    platform: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(platform, run_id="run-1")
    with monkeypatch.context() as patch:
        patch.setattr(stage, "redact_object", lambda *a, **o: (_ for _ in ()).throw(StorageError("away")))
        with pytest.raises(StorageError):
            nightly.redact_partition(platform, number)
    assert nightly.run_partition(platform, number) == "published"


def test_a_policy_changed_in_the_ledger_is_refused(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    with platform.ledger.session() as session:
        (version,) = session.scalars(select(PolicyVersion))
        version.canonical = version.canonical.replace('"ignore_case":false', '"ignore_case":true')
    with pytest.raises(PartitionError, match="changed in the ledger"):
        nightly.plan_run(platform, run_id="run-1")


def test_a_jump_of_the_masked_share_alerts(platform: Platform, put: Put) -> None:
    words = "the printer in the hall prints blank pages again and nobody knows why so please look at it soon"
    for day in range(1, 5):
        put(f"2026-11-0{day}", "a.jsonl", [{"id": 1, "note": f"{words} {words} zkowalq"}])
    run(platform, "run-1")
    assert nightly.alerts_of_run(platform, "run-1") == []
    put("2026-11-05", "a.jsonl", [{"id": 1, "note": "zkowalq and zkowalq and zkowalq and zofia@example.org"}])
    assert run(platform, "run-2") == {"dt=2026-11-05": "published"}
    assert nightly.alerts_of_run(platform, "run-2")
    assert nightly.summarise(platform, "run-2").partitions[0].alerts


def test_no_personal_value_in_any_row_of_the_ledger(platform: Platform, put: Put, people: tuple[Person, ...]) -> None:
    put(DATE, "a.jsonl", [*ROWS, '{"id": 3, "note": "Zofia Kowalquist'])
    put("2026-11-30", "a.jsonl", LEAK)
    put("2026-12-01", "a.jsonl", [{"id": 1, "note": "x", "zkowalq": {"zofia@example.org": "text"}}])
    put("2026-12-02", "zkowalq.jsonl", ROWS)
    states = run(platform)
    assert list(states.values()).count("published") == 1
    assert len(states) == 4
    text = (dump(platform) + json.dumps(nightly.summarise(platform, "run-1").as_dict())).lower()
    for person in people[:2]:
        for value in (*person.usernames, *person.display_names, *person.surnames, *person.emails, *person.employee_ids):
            assert value.lower() not in text


def dump(platform: Platform) -> str:
    """Every row of every table as text."""
    with platform.ledger.engine.connect() as connection:
        return "\n".join(
            str(tuple(row)) for table in Base.metadata.sorted_tables for row in connection.execute(table.select())
        )


def test_a_run_that_is_not_known_has_no_summary(platform: Platform) -> None:
    with pytest.raises(PartitionError, match="plan it first"):
        nightly.summarise(platform, "never")
    assert Run.__tablename__ == "runs"
