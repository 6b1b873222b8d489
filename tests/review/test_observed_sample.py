"""A sample shows what the night would publish: with the device schemes of the whole object, not of thirty rows."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

from redactory.platform import Platform
from redactory.review.sample import load_rows

SERIALS = ("4HB2K", "R9XTV", "61CDM", "W3ZQP")
DEVICE: dict[str, Any] = {"id": "device", "entity": "HOSTNAME", "recogniser": "device", "options": {"observe": True}}
ENTITIES = dict.fromkeys(("PERSON", "USER", "EMAIL", "EMP_ID", "PHONE", "LOCATION", "HOSTNAME"), {})


def lay_out(platform: Platform, name: str, notes: list[str]) -> None:
    lines = [json.dumps({"id": f"{name}{n}", "note": note}) for n, note in enumerate(notes)]
    platform.landing.put(f"notes/dt=2026-12-01/{name}.jsonl", ("\n".join(lines) + "\n").encode())


def test_rows_are_redacted_as_in_their_whole_object(installation: Platform, opened: Callable[..., str]) -> None:
    called = [f"My laptop QWN{serial} does not wake up." for serial in SERIALS]
    lay_out(installation, "a", ["Nothing new about QWNJ7LNC.", *called])
    lay_out(installation, "b", ["Nothing new about QWNJ7LNC."])
    review = {"rows": 6, "stewards": ["ada"]}
    first = opened(entities=ENTITIES, formats=[DEVICE], review=review)
    after = {row.fields[0].before: row.fields[1].after for row in load_rows(installation, first)}
    assert after["a0"] == "Nothing new about <HOSTNAME>."
    assert after["b0"] == "Nothing new about QWNJ7LNC."  # an object of its own


def test_an_object_that_is_cut_off_is_shown_as_far_as_it_is_read(
    installation: Platform, opened: Callable[..., str]
) -> None:
    lines = b"".join(json.dumps({"id": str(n), "note": f"line {n} {n * n}"}).encode() + b"\n" for n in range(20_000))
    installation.landing.put("notes/dt=2026-12-02/a.jsonl.gz", gzip.compress(lines)[:-3_000])
    version = opened(entities=ENTITIES, formats=[DEVICE], review={"rows": 3, "stewards": ["ada"]})
    assert [row.fields[0].before for row in load_rows(installation, version)] == ["0", "1", "2"]
