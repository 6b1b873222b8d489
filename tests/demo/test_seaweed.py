"""The S3 server of the demo and the integration tests: comes up, keeps its keys, and keeps readers out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from redactory.demo.seaweed import SeaweedServer

pytestmark = [pytest.mark.integration, pytest.mark.timeout(90)]
READER = {"reader": ["Read:published", "List:published"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    with SeaweedServer(tmp_path_factory.mktemp("seaweed"), identities=READER) as running:
        running.create_buckets("landing", "published")
        running.client().put_object(Bucket="landing", Key="a", Body=b"raw")
        running.client().put_object(Bucket="published", Key="a", Body=b"clean")
        yield running


def code(error: pytest.ExceptionInfo[ClientError]) -> str:
    return error.value.response["Error"]["Code"]


def test_reader_opens_the_published_bucket_alone(server: SeaweedServer) -> None:
    reader = server.client("reader")
    assert reader.get_object(Bucket="published", Key="a")["Body"].read() == b"clean"
    assert [o["Key"] for o in reader.list_objects_v2(Bucket="published")["Contents"]] == ["a"]
    for attempt in (
        lambda: reader.get_object(Bucket="landing", Key="a"),
        lambda: reader.list_objects_v2(Bucket="landing"),
        lambda: reader.put_object(Bucket="published", Key="b", Body=b""),
        lambda: reader.delete_object(Bucket="published", Key="a"),
        lambda: reader.create_bucket(Bucket="other"),
    ):
        with pytest.raises(ClientError) as error:
            attempt()
        assert code(error) == "AccessDenied"


def test_create_only_once(server: SeaweedServer) -> None:
    client = server.client()
    client.put_object(Bucket="published", Key="one", Body=b"1", IfNoneMatch="*")
    with pytest.raises(ClientError) as error:
        client.put_object(Bucket="published", Key="one", Body=b"2", IfNoneMatch="*")
    assert code(error) == "PreconditionFailed"


def test_keys_are_private_and_survive_a_restart(tmp_path: Path) -> None:
    first = SeaweedServer(tmp_path, identities=READER)
    with first:
        pid = first.pid
        first.create_buckets("published")
        first.client().put_object(Bucket="published", Key="a", Body=b"kept")
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.killpg(pid, 0)
    for name in ("credentials.json", "identities.json"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0
    with SeaweedServer(tmp_path, identities=READER) as again:
        assert again.secret_key == first.secret_key
        assert again.client("reader").get_object(Bucket="published", Key="a")["Body"].read() == b"kept"
    assert first.secret_key not in repr(first.credentials)
