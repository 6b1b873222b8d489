"""The S3 server of docker-compose.yaml: what it opens beside S3 gives nothing to who has no credentials."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import httpx
import pytest
from compose import Stack

from redactory.storage.open import s3_client

pytestmark = [pytest.mark.integration, pytest.mark.timeout(180)]
ROOT = Path(__file__).parents[2]
BODY = b"Ottilia Qvarnholt cannot log in\n" * 10_000
ASKED = (
    ("GET", "/buckets/landing/notes/a.txt"),
    ("GET", "/buckets/landing/notes/"),
    ("DELETE", "/buckets/landing/notes/a.txt"),
    ("PUT", "/buckets/landing/notes/b.txt"),
    ("POST", "/col/delete?collection=landing"),
    ("GET", "/dir/assign"),
)


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    made = Stack(ROOT, tmp_path_factory.mktemp("stack"), variables={})
    try:
        made.start("s3")
        made.wait("s3")
        yield made
    finally:
        made.stop()


def test_its_other_ports_give_nothing_away(stack: Stack) -> None:
    s3 = s3_client(
        endpoint_url=f"http://127.0.0.1:{stack.ports['s3']}",
        aws_access_key_id=stack.secret("s3_admin_id"),
        aws_secret_access_key=stack.secret("s3_admin_secret"),
        region_name="us-east-1",
    )
    s3.create_bucket(Bucket="landing")
    s3.put_object(Bucket="landing", Key="notes/a.txt", Body=BODY)
    assert s3.get_object(Bucket="landing", Key="notes/a.txt")["Body"].read() == BODY

    server = next(running.process for running in stack.running if running.name == "s3")
    listening = {c.laddr.port for c in server.net_connections("tcp") if c.status == "LISTEN"} - {stack.ports["s3"]}
    assert len(listening) >= 4  # master, volume, filer, and what they call each other by
    refused = 0
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=10) as stranger:
        for port, (method, path) in product(listening, ASKED):
            try:
                answer = stranger.request(method, f"http://127.0.0.1:{port}{path}")
            except httpx.HTTPError:  # it speaks gRPC, and to who shows a certificate
                continue
            assert not answer.is_success, path
            assert b"Qvarnholt" not in answer.content
            refused += answer.status_code == 401
    assert refused >= len(ASKED)
    assert s3.list_objects_v2(Bucket="landing")["KeyCount"] == 1
    assert s3.get_object(Bucket="landing", Key="notes/a.txt")["Body"].read() == BODY
