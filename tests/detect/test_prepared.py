"""Word lists kept between processes: used only whole, only by what made them, and never needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from wordfreq import zipf_frequency

from redactory.detect import prepared as lists
from redactory.detect.lexicon import zipf


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    lists._folder.cache_clear()
    yield tmp_path / "redactory"
    lists._folder.cache_clear()


def made(calls: list[int]) -> Callable[[], dict[str, int]]:
    """A list of its own; `calls` counts how often it is made."""

    def towns() -> dict[str, int]:
        calls.append(1)
        return {"bergen": 5, "åre": 1}

    return lists.prepared(towns)


def test_made_once_and_left_for_the_next_process(folder: Path) -> None:
    calls: list[int] = []
    first = made(calls)
    assert first() == first() == {"bergen": 5, "åre": 1}
    assert made(calls)() == {"bergen": 5, "åre": 1}
    assert len(calls) == 1
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 64])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes) -> None:
    calls: list[int] = []
    made(calls)()
    (path,) = folder.iterdir()
    path.write_bytes(damage)
    assert made(calls)() == {"bergen": 5, "åre": 1}
    assert len(calls) == 2
    assert made(calls)() == {"bergen": 5, "åre": 1}
    assert len(calls) == 2


def test_cut_in_the_middle(folder: Path) -> None:
    calls: list[int] = []
    made(calls)()
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    assert made(calls)() == {"bergen": 5, "åre": 1}
    assert len(calls) == 2


def test_other_code_makes_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    made(calls)()
    monkeypatch.setattr(lists, "code_key", lambda: "0" * 24)
    made(calls)()
    assert len(calls) == 2
    assert len(list(folder.iterdir())) == 2


def test_a_folder_that_others_may_write_is_not_used(folder: Path) -> None:
    folder.mkdir()
    os.chmod(folder, 0o777)
    calls: list[int] = []
    made(calls)()
    made(calls)()
    assert len(calls) == 2
    assert not list(folder.iterdir())


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    lists._folder.cache_clear()
    calls: list[int] = []
    assert made(calls)() == {"bergen": 5, "åre": 1}
    lists._folder.cache_clear()


@pytest.mark.parametrize(
    "word",
    [
        "house", "House", "zzyzx", "Müller", "straße", "Dvořák", "O'Brien", "d'Angelo", "l'hôtel", "smith-jones",
        "ann lee", "a lee", "b'yard", "m2", "don't", "it's", "nair.p", "José María", "山田", "Иван", "", "-", "'",
    ],
)  # fmt: skip
def test_frequencies_are_those_of_the_package(word: str) -> None:
    assert zipf(word) == zipf_frequency(word, "en")
