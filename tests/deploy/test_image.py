"""The Dockerfile: what it builds from is there and pinned, and the lock it installs from is the project's."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text()).splitlines()


def words(instruction: str) -> list[list[str]]:
    return [line.split()[1:] for line in LINES if line.startswith(instruction + " ")]


def test_images_are_pinned_by_version() -> None:
    for image, *_ in words("FROM"):
        assert re.search(r":\d+\.\d+(\.\d+)?(-[a-z-]+)?$", image), image


def test_packages_of_the_system_are_pinned_by_version() -> None:
    (install,) = [line for line in LINES if "apt-get install" in line]
    packages = install.split("--no-install-recommends", 1)[1].split("&&")[0].split()
    assert packages
    assert [package for package in packages if not re.fullmatch(r'"[a-z-]+=\d+\.\d+[\w.*+-]*"', package)] == []


def test_python_is_the_projects() -> None:
    wanted = (ROOT / ".python-version").read_text().strip()
    assert {image for image, *_ in words("FROM") if image.startswith("python:")} == {
        image for image, *_ in words("FROM") if image.startswith(f"python:{wanted}.")
    }


def test_it_installs_the_lock_and_nothing_else() -> None:
    installs = [line for line in LINES if "uv sync" in line or "pip install" in line]
    assert all("--frozen" in line or '"uv==' in line for line in installs)
    assert sum("uv sync --frozen --no-dev" in line for line in installs) == 2


def test_the_lock_is_the_projects() -> None:
    uv = Path(sys.executable).with_name("uv")
    done = subprocess.run([str(uv), "lock", "--check", "--offline"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_locked_package_is_a_wheel() -> None:
    """The image has no compiler."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    assert [package["name"] for package in lock["package"] if not package.get("wheels")] == ["redactory"]


def test_what_it_copies_is_there_and_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for source in [word for line in words("COPY") for word in line[:-1] if not line[0].startswith("--from")]:
        assert (ROOT / source).exists(), source
        assert any(fnmatch(source.split("/")[0], pattern) for pattern in allowed), source


@pytest.mark.parametrize("stage", ["redactory", "ldap"])
def test_a_stage_ends_as_another_account_than_root(stage: str) -> None:
    begin = next(n for n, line in enumerate(LINES) if line.endswith(f" AS {stage}"))
    rest = LINES[begin + 1 :]
    end = next((n for n, line in enumerate(rest) if line.startswith("FROM ")), len(rest))
    users = [line.split()[1] for line in rest[:end] if line.startswith("USER ")]
    assert users
    assert users[-1].split(":")[0] not in ("root", "0")
