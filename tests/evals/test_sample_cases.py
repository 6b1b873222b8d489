"""The project's sample as cases: names of every origin and spelling; all can be kept, and nobody of it is left."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from case_objects import KEYS, policy_without_model, sanitised

from redactory.directory import read_export
from redactory.evals.sanitiser import CaseRedactor
from redactory.sample import Sample, generate

ACCOUNT = ("name", "username", "email", "phone", "employee_id")


def test_every_ticket_can_be_kept_and_nobody_of_the_directory_is_in_one(tmp_path: Path) -> None:
    sample = generate(tmp_path, tickets=40, people=60)
    policy = policy_without_model()
    snapshot = read_export(sample.directory_ldif, policy.identity)
    cases = list(_cases(sample))
    done = sanitised(CaseRedactor(policy, snapshot, keys=KEYS), *cases)
    assert len(cases) == 40
    assert done.reasons == []
    text = "".join(done.lines)
    values = [v for p in snapshot.people for v in (*p.display_names, *p.emails, *p.usernames) if len(v) > 5]
    assert len(values) > 100
    assert [value for value in values if value in text] == []


def _cases(sample: Sample) -> Iterator[dict[str, Any]]:
    for name in sample.objects:
        data = (sample.partitions / name).read_bytes()
        for line in (gzip.decompress(data) if name.endswith(".gz") else data).decode().splitlines():
            ticket = json.loads(line)
            asks = ticket.pop("requester", {})
            account = {key: asks[key] for key in ACCOUNT if isinstance(asks.get(key), str)}
            messages = [{"role": "user", "content": text} for text in _texts(ticket)]
            yield {"id": str(ticket.get("record_id", "")), "messages": messages, "account": account}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
