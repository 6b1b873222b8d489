"""Speed of the gates against the redaction they check."""

from __future__ import annotations

import io
from datetime import UTC, datetime

from redactory.bench.model import Ratio, seconds, slower
from redactory.bench.strangers import strangers
from redactory.bench.texts import Tickets
from redactory.directory.model import Snapshot
from redactory.gates import check_object
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import shape_of
from redactory.redact import ObjectSummary, PlacesWriter, Redactor, read_places
from redactory.redact.objects import redact_object
from redactory.redact.observe import observed
from redactory.redact.runners import InProcess

_SHAPE = shape_of("tickets.jsonl")


def against_redaction(policy: Policy, tickets: Tickets, warm: Tickets, identities: int) -> Ratio:
    """All gates over an object, with a directory of `identities` people, against redacting it without NER.

    The snapshot's lists are made before, as for the second object of a run.
    """
    people = (*tickets.snapshot.people, *strangers(max(0, identities - len(tickets.snapshot.people))))
    snapshot = Snapshot(people, "bench", datetime.now(UTC))
    redactor = Redactor(policy, tickets.snapshot, ner=False)
    redactor.redact(warm.rows)
    staged, sidecar, summaries = io.BytesIO(), io.BytesIO(), list[ObjectSummary]()

    def redact() -> None:
        with_places, matcher = PlacesWriter(sidecar), FieldMatcher(policy.fields)
        runner = InProcess(redactor.with_schemes(observed(io.BytesIO(tickets.data), _SHAPE, policy, matcher)))
        summaries.append(redact_object(io.BytesIO(tickets.data), _SHAPE, staged, runner, matcher, places=with_places))
        with_places.close()

    redaction = seconds(redact)
    staged_data, places_data, summary = staged.getvalue(), sidecar.getvalue(), summaries[0]

    def check() -> None:
        check_object(
            source=io.BytesIO(tickets.data), staged=io.BytesIO(staged_data), shape=_SHAPE, policy=policy,
            snapshot=snapshot, places=read_places(io.BytesIO(places_data)), rows_in=summary.rows_in,
            rows_out=summary.rows_out, dead=summary.dead_rows,
        )  # fmt: skip

    first = seconds(check)
    again = seconds(check)
    note = f"the first object of a run {first:.1f} s, with its lists"
    return slower(f"gates, {identities:,} identities", 1, again, redaction, "redaction with --no-ner", note)
