"""Partitions on a real S3 server: races, kills, readers' credentials, a planted leak."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
import yaml

from redactory.config import Settings
from redactory.demo.seaweed import SeaweedServer
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import StorageError
from redactory.ledger import add_policy_version, set_state
from redactory.partitions import content, nightly, publish, stage, state
from redactory.partitions.layout import manifest_key, symlink_key
from redactory.partitions.manifest import generations, read_manifest
from redactory.partitions.publish import published_urls
from redactory.partitions.retention import expire_generations
from redactory.platform import Platform
from redactory.policy.model import Policy
from redactory.storage import KeyRing

pytestmark = [pytest.mark.integration, pytest.mark.timeout(180)]

BUCKETS = ("landing", "staging", "published", "quarantine", "dead-letter", "review", "identity")
PEOPLE = (
    Person("p1", ("zkowalq",), ("Zofia Kowalquist",), (), (), ("zofia@example.org",)),
    Person("p2", ("bnakamur",), ("Botan Nakamurel",), (), (), ("botan@example.org",)),
)
DATE = "2026-11-29"
PARTITION = f"dt={DATE}"
ROWS = [{"id": n, "note": f"case {n}: Zofia Kowalquist (zkowalq) wrote to botan@example.org"} for n in range(40)]
LEAK = [{"id": 1, "note": "see the label", "label": "botan@example.org"}]  # a kept field is read by the gates
FORK = multiprocessing.get_context("fork")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    reader = {"reader": ["Read:published", "List:published"]}
    with SeaweedServer(tmp_path_factory.mktemp("seaweed"), identities=reader) as running:
        running.create_buckets(*BUCKETS)
        yield running


@pytest.fixture
def opened(server: SeaweedServer, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[], Platform]:
    """Opens the platform of this test anew, as another process would: seven buckets, a prefix of its own in each."""
    prefix = request.node.name.replace("[", "-").replace("]", "")
    home = {"REDACTORY_HOME": str(tmp_path)}
    stores = {f"REDACTORY_{name.replace('-', '_').upper()}": f"s3://{name}/{prefix}" for name in BUCKETS}
    settings = Settings.load(home | stores)
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings, s3=server.client())
    platform.ledger.migrate()
    snapshot = Snapshot(PEOPLE, "json", datetime.now(UTC))
    SnapshotStore(platform.identity, platform.ledger).make_current(snapshot, Comparison(2, 0), instead_of=None)
    data = yaml.safe_load((Path(__file__).parent.parent / "partitions" / "notes.yaml").read_text())
    policy = Policy.model_validate(data)
    add_policy_version(
        platform.ledger, version_id=policy.id, name=policy.name, dataset=policy.dataset, canonical=policy.canonical
    )
    for to_state in ("in_review", "approved"):
        set_state(platform.ledger, policy.id, to_state, actor="test")
    return lambda: Platform.open(settings, s3=server.client())


def put(platform: Platform, date: str, name: str, rows: list[dict[str, Any]]) -> None:
    platform.landing.put(f"notes/dt={date}/{name}", "".join(json.dumps(row) + "\n" for row in rows).encode())


def everything(platform: Platform) -> dict[str, bytes]:
    """What a reader of manifests sees of the partition: the manifest and every object it names, by key."""
    manifest = read_manifest(platform.published, "notes", PARTITION)
    assert manifest is not None
    keys = [manifest_key("notes", PARTITION, manifest.generation), *(item.key for item in manifest.objects)]
    return {key: read(platform, key) for key in keys}


def read(platform: Platform, key: str) -> bytes:
    with platform.published.open(key) as stream:
        return stream.read()


def listed(platform: Platform, store: str = "published", prefix: str = "") -> list[str]:
    return [info.key for info in getattr(platform, store).list(prefix)]


def run(platform: Platform, run_id: str) -> list[str]:
    return [nightly.run_partition(platform, number) for number in nightly.plan_run(platform, run_id=run_id)]


def test_published_objects_are_listed_for_both_kinds_of_readers(opened: Callable[[], Platform]) -> None:
    platform = opened()
    put(platform, DATE, "a.jsonl", ROWS)
    assert run(platform, "run-1") == ["published"]
    urls = published_urls(platform.published, "notes", PARTITION)
    assert read(platform, symlink_key("notes", PARTITION)).decode().split() == urls
    assert (
        b"<PERSON> (<USER>) wrote to <EMAIL>"
        in platform.s3.get_object(Bucket="published", Key=urlparse(urls[0]).path.lstrip("/"))["Body"].read()
    )
    put(platform, DATE, "b.jsonl", ROWS[:3])
    assert run(platform, "run-2") == ["published"]
    assert len(published_urls(platform.published, "notes", PARTITION)) == 2
    assert run(platform, "run-3") == []


def _publish(opened: Callable[[], Platform], number: int, start: Any, answers: Any) -> None:
    platform = opened()
    nightly.redact_partition(platform, number)
    assert nightly.check_partition(platform, number)
    start.wait(120)
    answers.put((number, nightly.publish_partition(platform, number), state.load(platform.ledger, number).reason))


def test_runs_that_race_on_one_partition_publish_once(opened: Callable[[], Platform]) -> None:
    platform = opened()
    put(platform, DATE, "a.jsonl", ROWS)
    put(platform, DATE, "b.jsonl", ROWS[:7])
    numbers = [nightly.plan_run(platform, run_id=f"run-{n}")[0] for n in range(3)]
    start, answers = FORK.Barrier(len(numbers)), FORK.Queue()
    processes = [FORK.Process(target=_publish, args=(opened, number, start, answers)) for number in numbers]
    for process in processes:
        process.start()
    found = [answers.get(timeout=150) for _ in numbers]
    for process in processes:
        process.join(60)
    assert {state_ for _, state_, _ in found} == {"published"}
    assert sum("another run" in reason for _, _, reason in found) == len(numbers) - 1
    assert generations(platform.published, "notes", PARTITION) == [1]
    manifest = read_manifest(platform.published, "notes", PARTITION)
    assert sorted(listed(platform, prefix=f"notes/{PARTITION}/")) == sorted(item.key for item in manifest.objects)
    assert listed(platform, "staging") == []


def die(*args: object, **options: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _killed_at(opened: Callable[[], Platform], module: Any, step: str, calls: int, number: int) -> None:
    """In a child process: run the partition, and die after `step` was done `calls` times."""
    real, done = getattr(module, step), []

    def deadly(*args: Any, **options: Any) -> Any:
        result = real(*args, **options)
        done.append(step)
        if len(done) == calls:
            die()
        return result

    setattr(module, step, deadly)
    nightly.run_partition(opened(), number)


@pytest.mark.parametrize(
    ("module", "step", "calls"),
    [
        (stage, "redact_object", 2),
        (state, "redacted", 1),
        (publish, "_upload", 1),
        (publish, "_upload", 2),
        (publish, "write_manifest", 1),
        (content, "publish_run", 1),
        (content, "note_published", 1),
    ],
    ids=lambda value: value if isinstance(value, (str, int)) else "",
)
def test_kill_9_and_run_again_gives_the_same_bytes(
    opened: Callable[[], Platform], module: Any, step: str, calls: int
) -> None:
    platform = opened()
    put(platform, DATE, "a.jsonl", ROWS)
    put(platform, DATE, "b.jsonl", ROWS[:7])
    (number,) = nightly.plan_run(platform, run_id="run-1")
    child = FORK.Process(target=_killed_at, args=(opened, module, step, calls, number))
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    before = read_manifest(platform.published, "notes", PARTITION)
    assert (before is not None) == (step in ("write_manifest", "publish_run", "note_published"))

    assert run(platform, "run-1") == ["published"]
    assert generations(platform.published, "notes", PARTITION) == [1]
    seen = everything(platform)
    assert set(listed(platform, prefix=f"notes/{PARTITION}/")) == {key for key in seen if "/gen-" in key}
    assert listed(platform, "staging") == []
    assert run(platform, "run-2") == []

    for info in list(platform.published.list()):
        platform.published.delete(info.key)
    (again,) = nightly.plan_run(platform, run_id="undisturbed", rerun=True)
    assert nightly.run_partition(platform, again) == "published"
    assert everything(platform) == seen


def test_a_planted_leak_is_quarantined_and_the_others_go_on(opened: Callable[[], Platform]) -> None:
    platform = opened()
    put(platform, DATE, "a.jsonl", LEAK)
    put(platform, "2026-11-30", "a.jsonl", ROWS)
    assert run(platform, "run-1") == ["quarantined", "published"]
    assert read_manifest(platform.published, "notes", PARTITION) is None
    assert listed(platform, prefix=f"notes/{PARTITION}") == []
    for key in listed(platform, "quarantine"):
        with platform.quarantine._store.open(key) as stream:  # type: ignore[attr-defined]
            assert b"botan" not in stream.read()
    summary = nightly.summarise(platform, "run-1")
    assert not summary.ok
    assert "botan" not in json.dumps(summary.as_dict())


def test_a_readers_credentials_open_the_published_bucket_alone(
    opened: Callable[[], Platform], server: SeaweedServer
) -> None:
    platform = opened()
    put(platform, DATE, "a.jsonl", [*ROWS, {"id": 1, "note": 1}])
    put(platform, "2026-11-30", "a.jsonl", LEAK)
    platform.review.put("sample.jsonl", b"{}")
    platform.dead_letter.put("row.jsonl", b"{}")
    nightly.redact_partition(platform, nightly.plan_run(platform, run_id="run-0")[0])  # leaves something in staging
    run(platform, "run-1")
    reader = Platform.open(platform.settings, s3=server.client("reader"))
    manifest = read_manifest(reader.published, "notes", PARTITION)
    assert read(reader, manifest.objects[0].key) == read(platform, manifest.objects[0].key)
    assert list(reader.published.list())
    with pytest.raises(StorageError):
        reader.published.put("notes/x", b"x")
    with pytest.raises(StorageError):
        reader.published.delete(manifest.objects[0].key)
    for name in ("landing", "staging", "quarantine", "dead_letter", "review", "identity"):
        keys = listed(platform, name)
        assert keys, name
        with pytest.raises(StorageError, match="credentials"):
            list(getattr(reader, name).list())
        with pytest.raises(StorageError, match="credentials"):
            getattr(reader, name).open(keys[0])


def test_a_source_overwritten_while_it_is_worked_on_restarts_the_partition(opened: Callable[[], Platform]) -> None:
    platform = opened()
    put(platform, DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(platform, run_id="run-1")
    nightly.redact_partition(platform, number)
    put(platform, DATE, "a.jsonl", ROWS[:3])
    assert nightly.check_partition(platform, number)
    assert nightly.publish_partition(platform, number) == "published"
    assert read_manifest(platform.published, "notes", PARTITION).objects[0].rows == 3
    assert state.load(platform.ledger, number).restarts == 1


def _killed_while_expiring(opened: Callable[[], Platform], moment: datetime) -> None:
    platform = opened()
    platform.published.delete = die  # type: ignore[method-assign]
    expire_generations(platform, moment=moment)


def test_replaced_generations_stay_for_a_reader_and_then_go(
    opened: Callable[[], Platform], server: SeaweedServer
) -> None:
    platform = opened()
    reader = Platform.open(platform.settings, s3=server.client("reader"))
    put(platform, DATE, "b.jsonl", ROWS[:3])
    put(platform, DATE, "a.jsonl", ROWS)
    assert run(platform, "run-1") == ["published"]
    first = everything(reader)
    put(platform, DATE, "a.jsonl", ROWS[:7])
    assert run(platform, "run-2") == ["published"]
    current = everything(reader)
    assert {key: read(reader, key) for key in first} == first  # who began with the one before goes on with it

    later = datetime.now(UTC) + timedelta(days=platform.settings.replaced_days, minutes=5)
    assert expire_generations(platform, moment=later - timedelta(days=1)) == []
    child = FORK.Process(target=_killed_while_expiring, args=(opened, later))
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    assert everything(reader) == current
    (expired,) = expire_generations(platform, moment=later)
    assert expired.generations == (1,)
    assert everything(reader) == current
    assert listed(reader, prefix=f"notes/_manifests/{PARTITION}/") == [manifest_key("notes", PARTITION, 2)]
    assert set(listed(reader, prefix=f"notes/{PARTITION}/")) == {key for key in current if "/gen-" in key}
    assert published_urls(reader.published, "notes", PARTITION) == read(
        reader, symlink_key("notes", PARTITION)
    ).decode().split()
    put(platform, DATE, "a.jsonl", ROWS[:2])
    assert run(platform, "run-3") == ["published"]
    assert generations(platform.published, "notes", PARTITION) == [2, 3]


def test_a_large_object_is_read_by_ranges(opened: Callable[[], Platform]) -> None:
    """Ranged reads of lines and of Parquet's row groups, from another process for each range."""
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    whole = opened()
    platform = Platform(replace(whole.settings, split_bytes=700), whole.s3)
    put(platform, DATE, "a.jsonl", ROWS)
    data = io.BytesIO()
    table = pa.table({"id": range(60), "note": [row["note"] for row in (ROWS * 2)[:60]]})
    pq.write_table(table, data, row_group_size=9)
    platform.landing.put(f"notes/{PARTITION}/b.parquet", data.getvalue())
    (number,) = nightly.plan_run(platform, run_id="run-1")
    tasks = nightly.range_tasks(platform, [number])
    assert len({task.object_run_id for task in tasks}) == 2

    def work(part: list[nightly.RangeTask]) -> None:
        nightly.redact_ranges(Platform(platform.settings, opened().s3), part)

    workers = [FORK.Process(target=work, args=(tasks[at::2],)) for at in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    assert nightly.run_partition(platform, number) == "published"
    manifest = read_manifest(platform.published, "notes", PARTITION)
    assert manifest is not None
    lines, groups = (platform.published.open(entry.key).read() for entry in manifest.objects)
    assert [json.loads(line)["id"] for line in lines.splitlines()] == list(range(40))
    assert pq.read_table(io.BytesIO(groups)).num_rows == 60
    assert b"Zofia" not in lines + groups
    assert list(platform.staging.list()) == []
