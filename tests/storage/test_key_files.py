"""Key files: new, rotated, refused where others may read them and where they lie with data."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from redactory.config import Settings
from redactory.errors import ConfigError
from redactory.storage.keys import KeyRing, refuse_beside_data
from redactory.transform.keys import SurrogateKeys

KEY = base64.b64encode(b"k" * 32).decode()


def test_a_rotated_file_keeps_its_lines_its_comments_and_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# of the support desk\nk1:{KEY}\n")
    path.chmod(0o600)
    ring = KeyRing.rotate(path, "k2")
    assert (ring.primary, list(ring.keys), ring.keys["k1"]) == ("k2", ["k2", "k1"], b"k" * 32)
    assert path.read_text().endswith(f"# of the support desk\nk1:{KEY}\n")
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["keys"]
    with pytest.raises(ConfigError, match="there already"):
        KeyRing.rotate(path, "k1")


@pytest.mark.parametrize(
    ("ids", "following"),
    [(["k1"], "k2"), (["k9", "k1"], "k10"), (["k1", "k7"], "k8"), (["2026-11"], "2026-12"), (["x"], "x2")],
)
def test_the_next_id_is_nobodys(ids: list[str], following: str) -> None:
    ring = KeyRing(ids[0], dict.fromkeys(ids, b"k" * 32))
    assert ring.next_id() == following


def test_a_file_may_not_lie_in_or_beside_data(tmp_path: Path) -> None:
    stores = [str(tmp_path / "stores" / "published"), f"file://{tmp_path}/other/landing", "s3://bucket/published"]
    for path in ("stores/published/keys", "stores/published/a/keys", "stores/keys", "other/keys"):
        with pytest.raises(ConfigError, match="would get it too"):
            refuse_beside_data(tmp_path / path, stores, "a key")
    link = tmp_path / "secrets"
    (tmp_path / "stores" / "published").mkdir(parents=True)
    link.symlink_to(tmp_path / "stores" / "published")
    with pytest.raises(ConfigError, match="in or beside"):
        refuse_beside_data(link / "keys", stores, "a key")
    refuse_beside_data(tmp_path / "elsewhere" / "keys", stores, "a key")


def test_surrogate_keys_come_from_the_environment_before_the_file(tmp_path: Path) -> None:
    home = {"REDACTORY_HOME": str(tmp_path / "var")}
    with pytest.raises(ConfigError, match=r"there is no surrogate key.* keys new --for surrogates"):
        SurrogateKeys.load(Settings.load(home))
    KeyRing.write_new(Settings.load(home).surrogate_key_file, "s1")
    assert SurrogateKeys.load(Settings.load(home)).current.id == "s1"
    settings = Settings.load({**home, "REDACTORY_SURROGATE_KEYS": f"e2:{KEY},e1:{KEY}"})
    keys = SurrogateKeys.load(settings)
    assert keys.current.id == "e2"
    assert keys.get("e1") == keys.keys[1]
    assert keys.get("e9") is None
    assert KEY not in repr(settings) + repr(keys)
    assert "kkkk" not in repr(keys)
    wrong = Settings.load({**home, "REDACTORY_SURROGATE_KEYS": "e1:c2hvcnQ="})
    with pytest.raises(ConfigError, match="REDACTORY_SURROGATE_KEYS, line 1: a key is 32 bytes") as caught:
        SurrogateKeys.load(wrong)
    assert "c2hvcnQ" not in str(caught.value)


def test_a_surrogate_key_file_that_others_may_read_or_that_lies_with_data_is_refused(tmp_path: Path) -> None:
    home = {"REDACTORY_HOME": str(tmp_path / "var")}
    open_to_all = tmp_path / "secrets" / "keys"
    KeyRing.write_new(open_to_all, "s1")
    open_to_all.chmod(0o640)
    with pytest.raises(ConfigError, match="others may read"):
        SurrogateKeys.load(Settings.load({**home, "REDACTORY_SURROGATE_KEY_FILE": str(open_to_all)}))
    beside = tmp_path / "var" / "stores" / "keys"
    KeyRing.write_new(beside, "s1")
    with pytest.raises(ConfigError, match="in or beside a folder of data"):
        SurrogateKeys.load(Settings.load({**home, "REDACTORY_SURROGATE_KEY_FILE": str(beside)}))
    work = tmp_path / "work"
    KeyRing.write_new(work / "keys", "s1")
    named = Settings.load({**home, "REDACTORY_SURROGATE_KEY_FILE": str(work / "keys")})
    with pytest.raises(ConfigError, match="in or beside a folder of data"):
        SurrogateKeys.load(named, beside=[str(work)])
