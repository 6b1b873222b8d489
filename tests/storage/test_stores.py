"""Folders and encryption at rest: conditional writes, changed sources, damage. Buckets are in tests/integration."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest

from redactory.config import Settings
from redactory.errors import ConfigError, SourceChangedError, StorageError
from redactory.platform import Platform
from redactory.storage import EncryptedStore, KeyRing, ObjectExists, ObjectMissing, open_store
from redactory.storage.local import LocalStore

RING = KeyRing("k2", {"k2": bytes(32), "k1": bytes([1]) * 32})


def test_lists_sorted_by_key_and_by_prefix(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    for key in ("b/2", "a/x", "b/1", "bb"):
        store.put(key, key.encode())
    assert [o.key for o in store.list()] == ["a/x", "b/1", "b/2", "bb"]
    assert [o.key for o in store.list("b/")] == ["b/1", "b/2"]
    assert [o.key for o in store.list("b")] == ["b/1", "b/2", "bb"]
    assert list(store.list("nothing/")) == []


def test_conditional_write_has_one_winner(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    store.put("m/1", b"first", if_none_match=True)
    with pytest.raises(ObjectExists):
        store.put("m/1", b"second", if_none_match=True)
    assert store.open("m/1").read() == b"first"
    assert [o.key for o in store.list()] == ["m/1"]  # no temporary file is left


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    etag = store.put("x", b"one").etag
    assert store.open("x", if_match=etag).read() == b"one"
    store.put("x", b"two")
    with pytest.raises(SourceChangedError):
        store.open("x", if_match=etag)
    store.delete("x")
    with pytest.raises(SourceChangedError):
        store.open("x", if_match=etag)


def test_missing_object_and_keys_that_leave_the_folder(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    with pytest.raises(ObjectMissing):
        store.open("none")
    assert store.head("none") is None
    for key in ("../x", "/x", "a//b", "", "a/./b"):
        with pytest.raises(StorageError):
            store.put(key, b"")


@pytest.mark.parametrize("size", [0, 1, 65535, 65536, 65537, 200_000])
def test_encrypted_store_gives_back_what_it_got(tmp_path: Path, size: int) -> None:
    plain = os.urandom(size)
    store = EncryptedStore(LocalStore(tmp_path), RING)
    store.put("small", plain)
    store.upload("large", io.BytesIO(plain))
    assert store.open("small").read() == plain
    assert store.open("large").read() == plain


def test_nothing_readable_lies_in_an_encrypted_store(tmp_path: Path) -> None:
    EncryptedStore(LocalStore(tmp_path), RING).put("x", b"a sentence that must not be readable" * 10)
    assert b"sentence" not in (tmp_path / "x").read_bytes()


@pytest.mark.parametrize("damage", ["cut", "flip", "chunk-dropped", "moved"])
def test_damage_is_refused(tmp_path: Path, damage: str) -> None:
    below = LocalStore(tmp_path)
    store = EncryptedStore(below, RING)
    store.put("x", os.urandom(150_000))
    raw = (tmp_path / "x").read_bytes()
    head = raw.index(b"k2") + 2 + 7
    chunk = 64 * 1024 + 16
    key = "x"
    if damage == "cut":
        below.put("x", raw[: head + chunk])
    elif damage == "flip":
        below.put("x", raw[:-3] + bytes([raw[-3] ^ 1]) + raw[-2:])
    elif damage == "chunk-dropped":
        below.put("x", raw[:head] + raw[head + chunk :])
    else:
        below.put("y", raw)
        key = "y"
    with pytest.raises(StorageError, match="damaged"):
        store.open(key).read()


def test_an_older_key_still_decrypts(tmp_path: Path) -> None:
    EncryptedStore(LocalStore(tmp_path), KeyRing("k1", {"k1": RING.keys["k1"]})).put("x", b"old")
    assert EncryptedStore(LocalStore(tmp_path), RING).open("x").read() == b"old"
    with pytest.raises(ConfigError, match="key id"):
        EncryptedStore(LocalStore(tmp_path), KeyRing("k9", {"k9": bytes(32)})).open("x")


def test_key_file(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    KeyRing.write_new(path)
    assert len(KeyRing.from_file(path).keys["k1"]) == 32
    with pytest.raises(ConfigError, match="never overwritten"):
        KeyRing.write_new(path)
    path.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod 600"):
        KeyRing.from_file(path)
    with pytest.raises(ConfigError, match="redactory keys new"):
        KeyRing.from_file(tmp_path / "none")
    with pytest.raises(ConfigError, match="line 2") as caught:
        KeyRing.parse("# keys\nk1:c2hvcnQ=\n", "keys")
    assert "c2hvcnQ" not in str(caught.value)
    assert "c2hv" not in repr(RING)


def test_settings_and_platform(tmp_path: Path) -> None:
    settings = Settings.load({"REDACTORY_HOME": str(tmp_path), "REDACTORY_LANDING": "s3://lake/raw"})
    assert settings.landing == "s3://lake/raw"
    assert settings.published == str(tmp_path / "stores" / "published")
    platform = Platform.open(settings)
    platform.published.put("a", b"1")
    with pytest.raises(ConfigError, match="keys new"):
        platform.quarantine.put("a", b"1")
    with pytest.raises(ConfigError, match="ftp"):
        open_store("ftp://host/x")


@pytest.mark.parametrize("endpoint", ["127.0.0.1:8333", "http://user:hush@", "s3"])
def test_an_endpoint_that_is_none_is_said_and_not_quoted(endpoint: str, tmp_path: Path) -> None:
    settings = Settings.load({"REDACTORY_LANDING": "s3://landing", "REDACTORY_S3_ENDPOINT_URL": endpoint})
    with pytest.raises(ConfigError, match="^REDACTORY_LANDING: .*check REDACTORY_S3_ENDPOINT_URL") as said:
        _ = Platform.open(settings).landing
    assert endpoint not in str(said.value)


def test_a_folder_that_cannot_be_written_is_named_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_bytes(b"a file, no folder")
    with pytest.raises(StorageError, match=r"taken \((FileExists|NotADirectory)Error \(.+\)\): check the folder"):
        LocalStore(tmp_path / "taken").put("a", b"x")
    store = LocalStore(tmp_path / "full")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "of a library: Xenia Torvund")

    monkeypatch.setattr(os, "fsync", full)
    for write in (lambda: store.put("a", b"x"), lambda: store.upload("a", io.BytesIO(b"x"))):
        with pytest.raises(StorageError, match=r"full \(OSError \(No space left on device\)\)") as said:
            write()
        assert "Xenia" not in str(said.value)
    assert list((tmp_path / "full").iterdir()) == []
