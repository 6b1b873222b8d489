"""A real Airflow API server with the plugin, its own log-in and roles, over an installation in folders."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from redactory.config import Settings
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.ledger import list_policy_versions
from redactory.platform import Platform
from redactory.review import notice_changes, write_sample
from redactory.storage import KeyRing

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent
ROLES = {"ada": "op", "grace": "op", "bob": "op", "vic": "viewer"}
PEOPLE = (Person("p1", ("qvarnholt",), ("Ylva Qvarnholt",), ("Ylva",), ("Qvarnholt",), ("ylva@tallgrass.example",)),)
POLICY: dict[str, Any] = {
    "entities": dict.fromkeys(("PERSON", "USER", "EMAIL", "EMP_ID", "PHONE", "LOCATION"), {}),
    "fields": {"keep": ["id"], "text": ["note"]},
    "ner": {"enabled": False},
}
SCRIPT = "<script>document.title='owned'</script>"
NOTES = (
    "Ylva Qvarnholt wrote line 1",
    f"{SCRIPT} from Ylva Qvarnholt & <b>Yllebylle</b> on Meridian",
    "Ylva Qvarnholt sent invoice\u202egpj.exe\u202c with zero\u200bwidth",
)


@dataclass
class Site:
    """The server, and the platform its pages read. `clients` are logged in once."""

    url: str
    platform: Platform
    passwords: dict[str, str]
    clients: dict[str, httpx.Client] = field(default_factory=dict)

    def as_(self, name: str) -> httpx.Client:
        if name not in self.clients:
            answer = httpx.post(
                f"{self.url}/auth/token", json={"username": name, "password": self.passwords[name]}, timeout=60
            )
            token = answer.raise_for_status().json()["access_token"]
            self.clients[name] = httpx.Client(
                base_url=f"{self.url}/steward", cookies={"_token": token}, timeout=60, trust_env=False
            )
        return self.clients[name]

    def token(self, name: str) -> str:
        page = self.as_(name).get("/").raise_for_status().text
        return page.split('name="form-token" content="')[1].split('"')[0]

    def post(self, name: str, path: str, **fields: object) -> httpx.Response:
        """A form as the page's own script sends it."""
        return self.as_(name).post(
            path, data={k: str(v) for k, v in fields.items()},
            headers={"X-Form-Token": self.token(name), "Accept": "application/json"},
        )  # fmt: skip

    def open_review(self, *stewards: str, **changes: object) -> str:
        """A review of a policy of its own, with the stewards named; returns the version's id."""
        name = f"notes-{secrets.token_hex(4)}"
        land(self.platform, name)
        review = {"rows": len(NOTES), "stewards": list(stewards or ("ada", "grace"))}
        policy = {**POLICY, "name": name, "dataset": name, "review": review, **changes}
        (self.platform.settings.policies / f"{name}.yaml").write_text(yaml.safe_dump(policy))
        notice_changes(self.platform)
        (version,) = list_policy_versions(self.platform.ledger, name)
        write_sample(self.platform, version.id)
        return version.id


def land(platform: Platform, dataset: str) -> None:
    lines = [json.dumps({"id": str(n), "note": note}, ensure_ascii=False) for n, note in enumerate(NOTES)]
    platform.landing.put(f"{dataset}/dt=2026-11-29/a.jsonl", ("\n".join(lines) + "\n").encode())


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("steward")


@pytest.fixture(scope="session")
def settings_environment(home: Path) -> dict[str, str]:
    (home / "policies").mkdir()
    return {"REDACTORY_HOME": str(home / "var"), "REDACTORY_POLICIES": str(home / "policies")}


@pytest.fixture(scope="session")
def site(home: Path, settings_environment: dict[str, str]) -> Iterator[Site]:
    settings = Settings.load(settings_environment)
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings)
    platform.ledger.migrate()
    SnapshotStore(platform.identity, platform.ledger).make_current(
        Snapshot(PEOPLE, "json", datetime.now(UTC)), Comparison(1, 0), instead_of=None
    )
    passwords = {name: secrets.token_urlsafe(9) for name in ROLES}
    (home / "passwords.json").write_text(json.dumps(passwords))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    airflow = home / "airflow"
    inherited = {
        k: v for k, v in os.environ.items() if not k.startswith(("AIRFLOW", "AWS_", "REDACTORY_", "PYTHONPATH"))
    }
    environment = {
        **inherited,
        **settings_environment,
        "PATH": os.pathsep.join((str(PROGRAMS), inherited.get("PATH", os.defpath))),
        "AIRFLOW_HOME": str(airflow),
        "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"),
        "AIRFLOW__CORE__PLUGINS_FOLDER": str(ROOT / "plugins"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": ",".join(f"{n}:{r}" for n, r in ROLES.items()),
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(home / "passwords.json"),
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{airflow / 'airflow.db'}",
        "AIRFLOW__API__BASE_URL": f"http://127.0.0.1:{port}",
        "AIRFLOW__API__SECRET_KEY": secrets.token_hex(32),
        "AIRFLOW__API_AUTH__JWT_SECRET": secrets.token_hex(32),
        "AIRFLOW__USAGE_DATA_COLLECTION__ENABLED": "False",
        "REDACTORY_POLICIES": str(home / "policies"),
        "NO_COLOR": "1",
    }
    subprocess.run(["airflow", "db", "migrate"], env=environment, check=True, capture_output=True, timeout=300)
    log = (home / "server.log").open("wb")
    server = subprocess.Popen(
        ["airflow", "api-server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"],
        env=environment, stdout=log, stderr=log, start_new_session=True,
    )  # fmt: skip
    found = Site(f"http://127.0.0.1:{port}", platform, passwords)
    try:
        deadline = time.monotonic() + 180
        while True:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{found.url}/steward/", timeout=30, trust_env=False).status_code == 401:
                    break
            if time.monotonic() > deadline or server.poll() is not None:
                pytest.fail(f"the API server did not start:\n{(home / 'server.log').read_text()[-3000:]}")
            time.sleep(0.3)
        yield found
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            server.wait(20)
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        log.close()


@pytest.fixture
def opened(site: Site) -> Callable[..., str]:
    return site.open_review
