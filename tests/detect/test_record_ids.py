"""A record's own number and those like it, where the policy keeps the field that gives it."""

from __future__ import annotations

import pytest

from redactory.detect.record_ids import own_ids
from redactory.records.model import Listing, TextField

TEXT = "Merged with KLM-HRS-02211; shipped KLM-OSL-03125, KWS-4120"


@pytest.mark.parametrize(
    ("path", "number", "held"),
    [
        ("record_id", "KLM-HRS-01105", ["KLM-HRS-02211"]),
        ("ticket.number", "KWS-4410", ["KWS-4120"]),
        ("user.id", "KLM-HRS-01105", []),
        ("record_id", "KLM-HRS", []),
    ],
)
@pytest.mark.parametrize("listing", ["keep", "text"])
def test_numbers_like_the_given_one(path: str, number: str, held: list[str], listing: Listing) -> None:
    record = [TextField(path, number, listing), TextField("text", TEXT, "text")]
    spans = own_ids(record, [field.text for field in record if field.listing == "text"])[-1]
    assert [TEXT[span.start : span.end] for span in spans] == held
