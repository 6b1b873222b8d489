"""docker-compose.yaml: valid by the Compose Specification, and what it promises of every service."""

from __future__ import annotations

import json
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from redactory import config
from redactory.config import ENCRYPTED_STORES, PLAIN_STORES, Settings
from redactory.demo.stage import IDENTITIES
from redactory.serve.clients import Clients
from redactory.storage import KeyRing

ROOT = Path(__file__).parents[2]
OWN_IMAGES = ("redactory", "redactory-ldap")
NAMES = yaml.safe_load((ROOT / "docker-compose.yaml").read_text())["services"]
SCRIPTS = sorted([*(ROOT / "deploy").rglob("*.sh"), *(ROOT / "scripts").glob("*.sh")])
AT_HAND = re.compile(r"(PASSWORD|SECRET|TOKEN|_KEY|_URL|_CONN|BACKEND)$")
PATH = re.compile(r"/run/(secrets|redactory)/([\w.-]+)")


def once(service: dict[str, Any]) -> bool:
    """Whether the service ends by itself."""
    return service["restart"] == "no"


def test_it_is_valid(compose: dict[str, Any]) -> None:
    PyCompose.from_yaml(yaml.safe_dump(compose, sort_keys=False))


def test_the_validation_would_name_a_wrong_line(compose: dict[str, Any]) -> None:
    broken = json.loads(json.dumps(compose))
    broken["services"]["redis"]["restrat"] = "always"
    with pytest.raises(ValueError, match=r"services\.redis.*`restrat`.*at line \d+"):
        PyCompose.from_yaml(yaml.safe_dump(broken))


def test_every_part_of_the_platform_is_there(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {
        "postgres", "redis", "s3", "init", "api-server", "scheduler", "dag-processor", "triggerer", "worker", "sample",
        "ldap", "serve",
    }  # fmt: skip
    profiles = {name: service["profiles"] for name, service in compose["services"].items() if "profiles" in service}
    assert profiles == {"sample": ["demo"], "ldap": ["demo"], "serve": ["serve"]}


@pytest.mark.parametrize("name", NAMES)
class TestService:
    @pytest.fixture
    def service(self, compose: dict[str, Any], name: str) -> dict[str, Any]:
        found: dict[str, Any] = compose["services"][name]
        return found

    def test_its_image_is_pinned(self, service: dict[str, Any]) -> None:
        image, _, tag = service["image"].partition(":")
        assert re.match(r"\d+\.\d+(\.\d+)?(-[a-z]+)?$", tag), tag
        if image in OWN_IMAGES:
            assert tag == version("redactory")

    def test_it_is_not_root_and_may_do_nothing_special(self, service: dict[str, Any]) -> None:
        assert service["user"] not in ("", "0", "root", "0:0")
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["read_only"] is True
        assert "privileged" not in service

    def test_its_health_is_checked_or_it_ends(self, service: dict[str, Any]) -> None:
        check = service["healthcheck"]
        assert check.get("disable", False) is once(service)
        if not once(service):
            assert check["test"][0] in ("CMD", "CMD-SHELL")
            assert service["restart"] == "unless-stopped"

    def test_its_memory_and_logs_are_bounded(self, service: dict[str, Any]) -> None:
        assert service["deploy"]["resources"]["limits"]["memory"]
        assert service["logging"]["options"]["max-size"]

    def test_no_secret_stands_in_it(self, service: dict[str, Any], secrets: Path) -> None:
        text = yaml.safe_dump(service)
        assert not re.search(r"://[^/\s'\"]*:[^@/\s'\"]+@", text)
        for name, value in service.get("environment", {}).items():
            if AT_HAND.search(name) and not name.startswith("AIRFLOW__SECRETS"):
                assert name.endswith(("_FILE", "_CMD")) or re.match(r"(https?://[\w.-]+:\d+(/|$)|/)", value), name
        made = {file.read_text().strip() for file in secrets.iterdir()}
        assert not any(value and value in text for value in made)

    def test_what_it_reads_of_secrets_is_granted_and_no_more(
        self, service: dict[str, Any], compose: Any, secrets: Path
    ) -> None:
        granted = set(service.get("secrets", []))
        assert granted <= set(compose["secrets"])
        text = yaml.safe_dump({key: service[key] for key in ("command", "environment") if key in service})
        named = {match[2] for match in PATH.finditer(text)}
        assert named <= granted
        scripts = [ROOT / word.removeprefix("/opt/redactory/") for word in service["command"] if word.endswith(".sh")]
        scripts += [ROOT / mount.split(":")[0] for mount in service.get("volumes", []) if ".sh:" in mount]
        read = "\n".join(path.read_text() for path in scripts) + text + str(service.get("healthcheck"))
        if "connections.json" in granted and "redactory_keys" in granted:
            read += "ldap_ca.pem"  # named by the connection, for who reads the directory
        if "security.toml" in granted and service["working_dir"] == "/run/redactory":  # it is looked for there
            read += "security.toml" + (secrets / "security.toml").read_text()
        said = {name: re.sub(r"^[a-z]+_db_password$", "_db_password", name) for name in granted}
        assert {name for name in granted if said[name] not in read} == set()

    def test_its_volumes_networks_and_friends_exist(self, service: dict[str, Any], compose: Any) -> None:
        for mount in service.get("volumes", []):
            source, target, *_ = mount.split(":")
            assert (ROOT / source).exists() if source.startswith("./") else source in compose["volumes"], mount
            assert target.startswith("/")
        assert set(service["networks"]) <= set(compose["networks"])
        for friend, condition in service.get("depends_on", {}).items():
            wanted = "service_completed_successfully" if once(compose["services"][friend]) else "service_healthy"
            assert condition == {"condition": wanted}, friend

    def test_only_loopback_is_published(self, service: dict[str, Any]) -> None:
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
        assert not service.get("ports") or "outside" in service["networks"]

    def test_airflow_knows_every_variable(self, service: dict[str, Any], airflow_options: Any) -> None:
        for name in service.get("environment", {}):
            if not name.startswith("AIRFLOW__"):
                continue
            section, option = (part.lower() for part in name.removeprefix("AIRFLOW__").split("__", 1))
            plain = option.removesuffix("_cmd")
            assert plain in airflow_options[section], name
            assert airflow_options[section][plain] or plain == option, f"{name}: Airflow reads no command for it"

    def test_redactory_knows_every_variable(self, service: dict[str, Any]) -> None:
        """The engine's settings stand in config.py's table; Dags and plugin read the rest under their full names."""
        known = config.__doc__ or ""
        for folder in ("dags", "plugins"):
            known += "\n".join(path.read_text() for path in (ROOT / folder).rglob("*.py"))
        stores = {f"REDACTORY_{name.upper()}" for name in PLAIN_STORES + ENCRYPTED_STORES}
        mine = {name for name in service.get("environment", {}) if name.startswith("REDACTORY_")}
        assert {name for name in mine - stores if not re.search(rf"\b{name}\b", known)} == set()


def test_volumes_networks_and_secrets_are_all_used(compose: dict[str, Any]) -> None:
    services = compose["services"].values()
    mounts = {mount.split(":")[0] for service in services for mount in service.get("volumes", [])}
    assert set(compose["volumes"]) == {mount for mount in mounts if not mount.startswith("./")}
    assert set(compose["networks"]) == {name for service in services for name in service["networks"]}
    assert set(compose["secrets"]) == {name for service in services for name in service.get("secrets", [])}
    assert [name for name, network in compose["networks"].items() if not network.get("internal")] == ["outside"]


def test_a_worker_holds_nothing_of_airflows_state(compose: dict[str, Any]) -> None:
    worker = compose["services"]["worker"]
    assert {"airflow_db_url", "fernet_key", "jwt_secret", "airflow_passwords.json"}.isdisjoint(worker["secrets"])
    assert "container_name" not in worker  # --scale
    assert "ports" not in worker


def test_the_service_of_the_round_trip_holds_what_it_needs_alone(compose: dict[str, Any]) -> None:
    serve = compose["services"]["serve"]
    assert set(serve["secrets"]) == {"ledger_url", "redactory_keys", "surrogate_keys", "s3_serve", "serve_tokens"}
    assert "tasks" not in serve["networks"]
    assert "queue" not in serve["networks"]


def test_the_settings_of_tasks_are_those_of_several_machines(compose: dict[str, Any]) -> None:
    environment = compose["services"]["worker"]["environment"]
    settings = Settings.load({k: v for k, v in environment.items() if not k.endswith("_URL_FILE")})
    assert all(url.startswith("s3://") for url in settings.stores)


def test_the_script_writes_every_secret_once(compose: dict[str, Any], secrets: Path) -> None:
    for name, secret in compose["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
        assert (secrets / name).stat().st_size > 10, name
    assert secrets.stat().st_mode & 0o777 == 0o700
    before = {file.name: file.read_bytes() for file in secrets.iterdir()}
    script = ROOT / "scripts" / "compose-secrets.sh"
    subprocess.run(["bash", str(script), str(secrets)], check=True, capture_output=True)
    assert {file.name: file.read_bytes() for file in secrets.iterdir()} == before


def test_two_installations_share_no_secret(secrets: Path, tmp_path: Path) -> None:
    script = ROOT / "scripts" / "compose-secrets.sh"
    subprocess.run(["bash", str(script), str(tmp_path / "other")], check=True, capture_output=True)
    others = {file.name: file.read_bytes() for file in (tmp_path / "other").iterdir()}
    assert [file.name for file in secrets.iterdir() if file.read_bytes() == others[file.name]] == []


def test_what_the_script_writes_can_be_read(secrets: Path) -> None:
    for name in ("redactory_keys", "surrogate_keys", "vault_keys"):
        KeyRing.parse((secrets / name).read_text(), name)
    found = json.loads((secrets / "s3_identities.json").read_text())["identities"]
    assert [identity["name"] for identity in found] == ["admin", "source", "platform", "reader", "serve"]
    actions = {identity["name"]: set(identity["actions"]) for identity in found}
    assert actions["reader"] == set(IDENTITIES["reader"])
    assert actions["platform"] == set(IDENTITIES["platform"])
    assert actions["serve"] == {"Read:identity", "List:identity"}
    (secrets / "tokens").write_bytes((secrets / "serve_tokens").read_bytes())
    (secrets / "tokens").chmod(0o600)  # as the image's entry makes it
    assert Clients.from_file(secrets / "tokens").name_of((secrets / "serve_token").read_text()) == "app"
    (secrets / "tokens").unlink()
    assert set(json.loads((secrets / "connections.json").read_text())) == {"aws_default", "ldap_default"}
    (secrets / "probe").write_text("x")
    assert subprocess.call(["git", "check-ignore", "-q", "secrets/probe"], cwd=ROOT) == 0
    (secrets / "probe").unlink()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_read_and_started(script: Path) -> None:
    shell = script.read_text().split("\n")[0].split("/")[-1].split()[-1]
    assert subprocess.call([shell, "-n", str(script)]) == 0
    assert script.parent.name == "scripts" or script.stat().st_mode & 0o111
