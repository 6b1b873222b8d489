"""A few chunks of two customers who wrote about the same things, and a policy that knows both."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from redactory.directory.accounts import with_accounts
from redactory.directory.model import Snapshot
from redactory.policy import load_policy
from redactory.policy.model import Policy
from redactory.retrieval.model import Chunk, Question

SHIPPED = Path(__file__).parents[2] / "policies" / "it-tickets.yaml"


@pytest.fixture
def policy() -> Policy:
    return load_policy(SHIPPED)


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    path = tmp_path / "accounts.csv"
    path.write_text("name,short_names,domains\nNorthwind Traders,Northwind,northwind.example\nBraid,,braid.example\n")
    return with_accounts(Snapshot((), "none", datetime.now(UTC)), path)


@pytest.fixture
def chunks() -> list[Chunk]:
    return [
        Chunk(f"{org[0]}{number}", text.format(org=org))
        for org in ("Northwind", "Braid")
        for number, text in enumerate(
            (
                "{org} cannot export invoices since the release.",
                "The webhook of {org} is retried five times.",
                "{org} asks for the audit log of last year.",
                "Reports for {org} arrive empty on Mondays.",
            )
        )
    ]


@pytest.fixture
def questions() -> list[Question]:
    return [
        Question("q1", "Why can Northwind Traders not export invoices?", ("N0",)),
        Question("q2", "What about the webhook at Braid?", ("B1",)),
    ]
