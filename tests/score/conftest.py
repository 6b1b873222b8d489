"""A tiny redacted file and its keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

RECORDS = [
    {
        "record_id": "T-1",
        "ticket": {"text": "<PERSON> cannot reach VPNGW-1; <USER> is locked", "tags": ["vpn", "Orrin Vale"]},
        "notes": [{"body": "orrin  VALE called"}],
    },
    {"record_id": "T-2", "ticket": {"text": "throttling on <HOSTNAME>", "tags": []}, "count": 4085},
]
REMOVE = [
    {
        "ticket_id": "T-1",
        "pii_instances": [
            {"id": "1", "value": "Orrin Vale", "type": "person", "occurrences": ["ticket.text"]},
            {"id": "2", "value": "Orrin Vale", "type": "person", "occurrences": ["ticket.text", "ticket.tags[1]"]},
            {"id": "3", "value": "ovale", "type": "username", "occurrences": ["ticket.text"]},
        ],
    },
    {
        "ticket_id": "T-2",
        "pii_instances": [
            {"id": "4", "value": "rot", "type": "username", "occurrences": ["ticket.text"]},
            {"id": "5", "value": "4085", "type": "phone", "occurrences": []},
        ],
    },
]
KEEP = {
    "tickets": [
        {
            "ticket_id": "T-1",
            "retain_instances": [
                {"id": "6", "value": "VPNGW-1", "type": "service_hostname", "occurrences": ["ticket.text"]},
                {"id": "7", "value": "vpn", "type": "app_name", "occurrences": ["ticket.tags[0]", "ticket.text"]},
            ],
        },
        {
            "ticket_id": "T-2",
            "retain_instances": [
                {"id": "8", "value": "throttling", "type": "word", "occurrences": ["ticket.text"]},
                {"id": "9", "value": "PRN-9", "type": "service_hostname", "occurrences": ["ticket.text"]},
            ],
        },
    ]
}


def lines(records: list[Any]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


class Files:
    """Writes redacted records and keys, and hands back their paths."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def redacted(self, records: list[Any] | None = None, name: str = "out.jsonl") -> Path:
        path = self.folder / name
        path.write_bytes(lines(RECORDS if records is None else records))
        return path

    def key(self, data: Any, name: str) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(data))
        return path

    @property
    def remove(self) -> Path:
        return self.key(REMOVE, "pii.json")

    @property
    def keep(self) -> Path:
        return self.key(KEEP, "retention.json")


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)
