"""`redactory stores create` against a real S3 server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from redactory.config import ENCRYPTED_STORES, PLAIN_STORES
from redactory.demo.seaweed import SeaweedServer

pytestmark = pytest.mark.integration
STORES = PLAIN_STORES + ENCRYPTED_STORES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    with SeaweedServer(tmp_path_factory.mktemp("seaweed"), identities={"reader": ["Read:landing"]}) as running:
        yield running


def create(server: SeaweedServer, identity: str) -> tuple[int, str]:
    keys = server.credentials[identity]
    environment: Mapping[str, str] = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "REDACTORY_"))},
        **{f"REDACTORY_{name.upper()}": f"s3://{name.replace('_', '-')}/prefix" for name in STORES},
        "REDACTORY_S3_ENDPOINT_URL": server.endpoint_url,
        "AWS_ACCESS_KEY_ID": keys.access_key,
        "AWS_SECRET_ACCESS_KEY": keys.secret_key,
        "AWS_DEFAULT_REGION": server.region,
    }
    command = [str(Path(sys.executable).parent / "redactory"), "stores", "create"]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def test_missing_buckets_are_made_once(server: SeaweedServer) -> None:
    code, words = create(server, "reader")
    assert code == 2
    assert "may create buckets" in words
    assert "made: landing, staging, published, quarantine, dead-letter, review, identity" in create(server, "admin")[1]
    assert create(server, "admin") == (0, "every bucket is there already\n")
    names = {bucket["Name"] for bucket in server.client().list_buckets()["Buckets"]}
    assert names == {name.replace("_", "-") for name in STORES}
