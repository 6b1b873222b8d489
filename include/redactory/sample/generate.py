"""The sample data set: partitions of tickets, a directory and two answer keys, the same bytes for the same seed."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactory.sample.data import company, names, sentences
from redactory.sample.export import to_json, to_ldif
from redactory.sample.people import SamplePerson, make_people
from redactory.sample.tickets import SampleTicket, TicketWriter

SEED = 20261129
DATES = ("2026-11-28", "2026-11-29")
TICKETS, PEOPLE = 400, 300
MISSING_SHARE = 0.08  # of everybody: contractors and leavers the directory does not hold
_OBJECTS_A_DAY = 3
_FIRST_NUMBER = 40_000
_TOKENS = {
    "person": "<PERSON>",
    "username": "<USER>",
    "email": "<EMAIL>",
    "phone": "<PHONE>",
    "emp_id": "<EMP_ID>",
    "location": "<LOCATION>",
    "ip": "<IP>",
    "hostname": "<HOSTNAME>",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """What was written, and where.

    `objects` are the partition files relative to `partitions` (`dt=2026-11-28/tickets-00.jsonl`).
    """

    folder: Path
    partitions: Path
    objects: tuple[str, ...]
    tickets: Path
    directory_ldif: Path
    directory_json: Path
    remove: Path
    keep: Path
    rows: int
    people: int
    missing: int


def generate(
    folder: str | Path,
    seed: int = SEED,
    *,
    tickets: int = TICKETS,
    people: int = PEOPLE,
    dates: Sequence[str] = DATES,
) -> Sample:
    """Write the sample into `folder` (made if need be; files of an earlier sample are replaced).

    `partitions/dt=DATE/tickets-NN.jsonl[.gz]` hold the rows, `tickets.jsonl` all of them in one file beside
    `directory.ldif`, `directory.json`, `pii.json` and `retention.json`, so that the folder is a corpus to score.
    """
    root = Path(folder)
    rng = random.Random(seed)
    missing = round(people * MISSING_SHARE / (1 - MISSING_SHARE))
    everybody = make_people(rng, names(), company(), people, missing)
    writer = TicketWriter(rng, sentences(), company(), everybody)
    written: list[SampleTicket] = []
    objects: list[str] = []
    partitions = root / "partitions"
    for stale in partitions.glob("dt=*/tickets-*.jsonl*"):
        stale.unlink()
    for index, day in enumerate(dates):
        count = tickets * (index + 1) // len(dates) - tickets * index // len(dates)
        batch = [writer.write(f"INC-{_FIRST_NUMBER + len(written) + n}", day) for n in range(count)]
        objects += _write_day(partitions, f"dt={day}", batch)
        written += batch
    return Sample(
        folder=root,
        partitions=partitions,
        objects=tuple(objects),
        tickets=_write(root / "tickets.jsonl", _lines(written)),
        directory_ldif=_write(root / "directory.ldif", to_ldif(everybody, company()).encode()),
        directory_json=_write(root / "directory.json", to_json(everybody).encode()),
        remove=_write(root / "pii.json", _dump([_removals(ticket) for ticket in written])),
        keep=_write(root / "retention.json", _dump({"tickets": [_retentions(ticket) for ticket in written]})),
        rows=len(written),
        people=_listed(everybody),
        missing=len(everybody) - _listed(everybody),
    )


def _write_day(partitions: Path, folder: str, batch: list[SampleTicket]) -> list[str]:
    """The day's rows in several objects, the last one compressed."""
    size = max(1, -(-len(batch) // _OBJECTS_A_DAY))
    keys = []
    for number, start in enumerate(range(0, len(batch), size)):
        data = _lines(batch[start : start + size])
        key = f"{folder}/tickets-{number:02d}.jsonl"
        if number == _OBJECTS_A_DAY - 1:
            key, data = f"{key}.gz", gzip.compress(data, mtime=0)
        _write(partitions / key, data)
        keys.append(key)
    return keys


def _removals(ticket: SampleTicket) -> dict[str, Any]:
    return _key(ticket, "remove", "pii", lambda kind: {"expected_after_redaction": _TOKENS[kind]})


def _retentions(ticket: SampleTicket) -> dict[str, Any]:
    return _key(
        ticket, "keep", "retain", lambda kind: {"rationale": f"Describes the system: {kind.replace('_', ' ')}."}
    )


def _key(ticket: SampleTicket, side: str, word: str, more: Callable[[str], dict[str, str]]) -> dict[str, Any]:
    instances = [
        {
            "id": f"{ticket.record_id}:{word}:{number:03d}",
            "value": mark.value,
            "type": mark.kind,
            **more(mark.kind),
            "occurrences": paths,
        }
        for number, (mark, paths) in enumerate(ticket.instances(side), start=1)
    ]
    return {"ticket_id": ticket.record_id, f"{word}_instances": instances}


def _lines(batch: list[SampleTicket]) -> bytes:
    return "".join(json.dumps(ticket.record, ensure_ascii=False) + "\n" for ticket in batch).encode()


def _dump(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _listed(people: list[SamplePerson]) -> int:
    return sum(person.listed for person in people)


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
