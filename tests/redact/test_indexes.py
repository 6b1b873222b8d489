"""The index of a directory, kept: the same matches as one that is built, encrypted, and never used damaged."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import zstandard

from redactory.bench.strangers import strangers
from redactory.detect.index import build_index, from_bytes, to_bytes
from redactory.directory.model import Account, Snapshot
from redactory.errors import DirectoryError
from redactory.policy.model import Policy
from redactory.records.model import TextField
from redactory.redact import Redactor, indexes
from redactory.redact.engine import RowInput
from redactory.storage import EncryptedStore, KeyRing, ObjectStore, open_store

TEXT = "Triinu Kuusik (tkuusik) wrote from triinu.kuusik@tallgrass.example; Okafor-Lind, Bem called +372 5555 0199."


@pytest.fixture
def known(directory: Snapshot) -> Snapshot:
    """People with every attribute, and an account."""
    first, *others = directory.people
    first = replace(first, phones=("+372 5555 0199",), employee_ids=("TG-40817",), locations=("Tartu",))
    people = (first, *others, *strangers(60))
    return Snapshot(people, "ldif", directory.taken_at, accounts=(Account("a" * 64, "Tallgrass", ("TG",)),))


@pytest.fixture
def store(tmp_path: Path) -> ObjectStore:
    return EncryptedStore(open_store(str(tmp_path / "identity")), KeyRing("k1", {"k1": bytes(32)}))


def spans(redactor: Redactor, text: str = TEXT) -> list[object]:
    (result,) = redactor.redact([RowInput(1, (TextField("text", text, "text"),), ())])
    return list(result.places)


def test_a_kept_index_finds_what_a_built_one_finds(shipped_policy: Policy, known: Snapshot) -> None:
    built = build_index(shipped_policy, known.people, known.accounts)
    loaded = from_bytes(to_bytes(built))
    without_people = Snapshot((), "index", known.taken_at, hash=known.hash, accounts=loaded.accounts)
    text = TEXT + " TG-40818 of Braubraesk near Tartu; " + known.people[40].usernames[0]
    expected = spans(Redactor(shipped_policy, known, ner=False), text)
    assert len(expected) >= 6
    assert spans(Redactor(shipped_policy, without_people, ner=False, index=loaded), text) == expected
    assert loaded.accounts == known.accounts
    assert loaded.guarded == built.guarded
    assert loaded.keys == [person.key for person in known.people]


def test_an_empty_directory_has_an_index_too(shipped_policy: Policy) -> None:
    loaded = from_bytes(to_bytes(build_index(shipped_policy, ())))
    assert spans(Redactor(shipped_policy, None, ner=False, index=loaded), "tkuusik") == []


@pytest.mark.parametrize("at", [0, 40, 500, -1])
def test_damage_is_noticed(shipped_policy: Policy, known: Snapshot, at: int) -> None:
    data = bytearray(to_bytes(build_index(shipped_policy, known.people)))
    data[at] ^= 1
    with pytest.raises(DirectoryError, match="damaged"):
        from_bytes(bytes(data))
    with pytest.raises(DirectoryError, match="damaged"):
        from_bytes(b"")


def test_kept_encrypted_and_found_again(
    store: ObjectStore, shipped_policy: Policy, known: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "WORTH_KEEPING", 2)
    assert indexes.kept_index(store, shipped_policy, known.hash) is None
    indexes.made_index(store, shipped_policy, known)
    kept = indexes.kept_index(store, shipped_policy, known.hash)
    assert kept is not None
    assert kept.keys == [person.key for person in known.people]
    (path,) = (path for path in (tmp_path / "identity").rglob("*") if path.is_file())
    data = path.read_bytes()
    assert b"kuusik" not in data
    with pytest.raises(zstandard.ZstdError):
        zstandard.ZstdDecompressor().decompress(data)


def test_a_small_directory_is_not_kept(store: ObjectStore, shipped_policy: Policy, known: Snapshot) -> None:
    indexes.made_index(store, shipped_policy, known)
    assert not list(store.list())


def test_a_damaged_one_is_built_again(
    store: ObjectStore, shipped_policy: Policy, known: Snapshot, caplog: pytest.LogCaptureFixture
) -> None:
    key = indexes.index_key(shipped_policy, known.hash)
    store.upload(key, io.BytesIO(b"not an index"))
    assert indexes.kept_index(store, shipped_policy, known.hash) is None
    store.upload(key, io.BytesIO(zstandard.ZstdCompressor().compress(b"\0" * 100)))
    assert indexes.kept_index(store, shipped_policy, known.hash) is None
    assert "built again" in caplog.text


def test_other_guards_and_other_code_have_their_own(
    shipped_policy: Policy, known: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = indexes.index_key(shipped_policy, known.hash)
    usernames = shipped_policy.identity.usernames.model_copy(update={"min_length": 9})
    identity = shipped_policy.identity.model_copy(update={"usernames": usernames})
    entities = {name: rule for name, rule in shipped_policy.entities.items() if name != "EMAIL"}
    others = {
        indexes.index_key(shipped_policy.model_copy(update={"identity": identity}), known.hash),
        indexes.index_key(shipped_policy.model_copy(update={"entities": entities}), known.hash),
        indexes.index_key(shipped_policy, "0" * 64),
    }
    monkeypatch.setattr(indexes, "code_key", lambda: "other")
    others.add(indexes.index_key(shipped_policy, known.hash))
    assert key not in others
    assert len(others) == 4


def test_indexes_of_older_snapshots_go_after_a_week(
    store: ObjectStore, shipped_policy: Policy, known: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "WORTH_KEEPING", 2)
    store.upload(f"{indexes.PREFIX}{'0' * 64}/old", io.BytesIO(b"x"))
    indexes.made_index(store, shipped_policy, known)
    assert len(list(store.list())) == 2

    class Later(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime.now(UTC) + timedelta(days=8)

    monkeypatch.setattr(indexes, "datetime", Later)
    indexes.made_index(store, shipped_policy, known)
    assert [info.key for info in store.list()] == [indexes.index_key(shipped_policy, known.hash)]
