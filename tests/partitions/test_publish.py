"""Publishing: numbered generations, one winner, what readers see."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import pytest

from redactory.errors import PartitionError
from redactory.partitions import publish
from redactory.partitions.layout import manifest_key, symlink_key
from redactory.partitions.manifest import Manifest, ObjectEntry, generations, read_manifest
from redactory.partitions.publish import Content, publish_content, published_urls
from redactory.storage import ObjectStore, open_store

PARTITION = "dt=2026-11-29"


@pytest.fixture
def store(tmp_path: Path) -> ObjectStore:
    return open_store(str(tmp_path / "published"))


def content(policy: str = "p1", **objects: tuple[str, bytes]) -> Content:
    """Content by name of object (without ending): its source's ETag, and its redacted bytes."""
    data = {f"{name}.jsonl": value for name, value in objects.items()}
    entries = tuple(entry(name, etag, body, policy) for name, (etag, body) in data.items())
    return Content(
        dataset="notes",
        partition=PARTITION,
        policy_name="notes",
        policy_version=policy,
        snapshot="s",
        engine_version="1",
        key_id="k1",
        entries=entries,
        open_staged=lambda name: io.BytesIO(data[name][1]),
    )


def entry(name: str, etag: str, body: bytes, policy: str) -> ObjectEntry:
    numbers: dict[str, Any] = dict.fromkeys(
        ("size", "source_size", "rows_in", "rows", "dead", "chars", "masked_chars", "words", "generation"), 1
    )
    return ObjectEntry(
        name=name,
        source_etag=etag,
        key="",
        etag="",
        sha256=hashlib.sha256(body).hexdigest(),
        policy_version=policy,
        snapshot="s",
        engine_version="1",
        **numbers,
    )


def read(store: ObjectStore, key: str) -> bytes:
    with store.open(key) as stream:
        return stream.read()


def bodies(store: ObjectStore) -> dict[str, bytes]:
    manifest = read_manifest(store, "notes", PARTITION)
    assert manifest is not None
    return {item.name: read(store, item.key) for item in manifest.objects}


def test_the_first_generation(store: ObjectStore) -> None:
    done = publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert (done.manifest.generation, done.by_other) == (1, False)
    assert bodies(store) == {"a.jsonl": b"one\n"}
    assert published_urls(store, "notes", PARTITION) == [f"file://{store.url}/{done.manifest.objects[0].key}"]
    assert read(store, symlink_key("notes", PARTITION)).decode().split() == published_urls(store, "notes", PARTITION)


def test_late_objects_make_a_generation_that_keeps_the_earlier_ones(store: ObjectStore) -> None:
    publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    done = publish_content(store, content("p2", b=("e2", b"two\n")), base_generation=1, rerun=False)
    assert done.manifest.generation == 2
    assert bodies(store) == {"a.jsonl": b"one\n", "b.jsonl": b"two\n"}
    assert [o.policy_version for o in done.manifest.objects] == ["p1", "p2"]
    assert len(read(store, symlink_key("notes", PARTITION)).split()) == 2


def test_an_overwritten_source_replaces_its_predecessor(store: ObjectStore) -> None:
    publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    old = read_manifest(store, "notes", PARTITION)
    publish_content(store, content(a=("e9", b"new\n")), base_generation=1, rerun=False)
    assert bodies(store) == {"a.jsonl": b"new\n"}
    assert read(store, old.objects[0].key) == b"one\n"  # who still reads the older manifest is not cut off


def test_publishing_again_is_done_already(store: ObjectStore) -> None:
    mine = content(a=("e1", b"one\n"))
    publish_content(store, mine, base_generation=0, rerun=False)
    again = publish_content(store, mine, base_generation=0, rerun=False)
    assert again.by_other
    assert generations(store, "notes", PARTITION) == [1]


def test_a_rerun_makes_a_new_generation_once(store: ObjectStore) -> None:
    publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    again = content("p2", a=("e1", b"uno\n"))
    assert publish_content(store, again, base_generation=1, rerun=True).manifest.generation == 2
    assert publish_content(store, again, base_generation=1, rerun=True).by_other
    assert generations(store, "notes", PARTITION) == [1, 2]
    assert bodies(store) == {"a.jsonl": b"uno\n"}


def race(monkeypatch: pytest.MonkeyPatch, store: ObjectStore, other: Content) -> None:
    """Let `other` publish in the moment before the first manifest is written."""
    real, fired = publish.write_manifest, []

    def write(into: ObjectStore, manifest: Manifest) -> object:
        if not fired:
            fired.append(True)
            publish_content(into, other, base_generation=0, rerun=False)
        return real(into, manifest)

    monkeypatch.setattr(publish, "write_manifest", write)


def test_a_race_lost_to_the_same_content_is_published_by_the_other(
    store: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    race(monkeypatch, store, content(a=("e1", b"one\n")))
    done = publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert done.by_other
    assert generations(store, "notes", PARTITION) == [1]
    assert bodies(store) == {"a.jsonl": b"one\n"}


def test_a_race_lost_to_another_policy_leaves_the_winners_bytes(
    store: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    race(monkeypatch, store, content("p2", a=("e1", b"two\n")))
    done = publish_content(store, content("p1", a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert done.by_other
    assert done.manifest.policy_version == "p2"
    assert bodies(store) == {"a.jsonl": b"two\n"}
    assert generations(store, "notes", PARTITION) == [1]
    assert len(list(store.list(f"notes/{PARTITION}/"))) == 1  # the loser's copy is gone


def test_a_late_copy_does_not_write_over_the_winners_bytes(store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    real, fired = publish._copy, []

    def copy(into: ObjectStore, mine: Content, base: Manifest | None, generation: int) -> Manifest:
        if not fired:
            fired.append(True)  # the other publishes after this one's look and before its first byte
            publish_content(into, content("p2", a=("e1", b"two\n")), base_generation=0, rerun=False)
        return real(into, mine, base, generation)

    monkeypatch.setattr(publish, "_copy", copy)
    publish_content(store, content("p1", a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert bodies(store) == {"a.jsonl": b"two\n"}


def test_a_race_lost_to_other_objects_goes_on_top_of_them(store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    race(monkeypatch, store, content(b=("e2", b"two\n")))
    done = publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert done.manifest.generation == 2
    assert not done.by_other
    assert bodies(store) == {"a.jsonl": b"one\n", "b.jsonl": b"two\n"}


def test_what_a_killed_attempt_left_is_never_named_and_goes(store: ObjectStore) -> None:
    store.put(f"notes/{PARTITION}/gen-000001-0123456789ab/a.jsonl", b"half")
    publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert bodies(store) == {"a.jsonl": b"one\n"}
    assert list(store.list(f"notes/{PARTITION}/gen-000001-0123456789ab/")) == []


def test_a_generation_that_others_may_be_writing_is_left_alone(store: ObjectStore) -> None:
    store.put(f"notes/{PARTITION}/gen-000002-0123456789ab/a.jsonl", b"on its way")
    publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    assert store.head(f"notes/{PARTITION}/gen-000002-0123456789ab/a.jsonl") is not None


def test_a_staged_object_that_was_changed_is_not_published(store: ObjectStore) -> None:
    mine = content(a=("e1", b"one\n"))
    changed = Content(**{f: getattr(mine, f) for f in Content.__dataclass_fields__ if f != "open_staged"},
                      open_staged=lambda name: io.BytesIO(b"clear text\n"))  # fmt: skip
    with pytest.raises(PartitionError, match="not the one the gates read"):
        publish_content(store, changed, base_generation=0, rerun=False)
    assert generations(store, "notes", PARTITION) == []
    assert list(store.list()) == []


def test_a_slow_publisher_does_not_set_the_symlinks_back(store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
    real, fired = store.put, []

    def put(key: str, data: bytes, **options: Any) -> object:
        if key == symlink_key("notes", PARTITION) and not fired:
            fired.append(True)  # the other publishes between this one's look and its write
            publish_content(store, content(b=("e2", b"two\n")), base_generation=1, rerun=False)
        return real(key, data, **options)

    monkeypatch.setattr(store, "put", put)
    publish.write_symlinks(store, "notes", PARTITION)
    assert read(store, symlink_key("notes", PARTITION)).decode().split() == published_urls(store, "notes", PARTITION)
    assert len(published_urls(store, "notes", PARTITION)) == 2


def test_manifests_are_a_function_of_their_content(store: ObjectStore, tmp_path: Path) -> None:
    other = open_store(str(tmp_path / "other"))
    for into in (store, other):
        publish_content(into, content(b=("e2", b"two\n"), a=("e1", b"one\n")), base_generation=0, rerun=False)
    key = manifest_key("notes", PARTITION, 1)
    assert read(store, key) == read(other, key)


def test_a_damaged_manifest_is_an_error(store: ObjectStore) -> None:
    store.put(manifest_key("notes", PARTITION, 1), b'{"dataset": "notes"}')
    with pytest.raises(PartitionError, match="not a manifest"):
        publish_content(store, content(a=("e1", b"one\n")), base_generation=0, rerun=False)
