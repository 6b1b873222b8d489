"""What the redactor leaves of an account, the absence gate does not find either: two matchers, one list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from redactory.directory.model import Account, Snapshot
from redactory.gates.absence import AbsenceInspector
from redactory.gates.contexts import GuardedContexts
from redactory.gates.pairs import PairedRow
from redactory.gates.values import ValueLists
from redactory.policy.model import Policy
from redactory.policy.transforms import any_token
from redactory.records import TextField
from redactory.redact import Redactor, RowInput

ACCOUNTS = (
    Account("a", "Northwind Traders", ("Northwind", "NW"), ("northwind.example", "nw-traders.example")),
    Account("b", "Braid", (), ("braid.example",)),
    Account("c", "O'Malley & Søn A/S", ("O'Malley",)),
    Account("d", "Morning-Star Group", ("MSG", "Morning Star")),
    Account("e", "Société Générale de Test"),
    Account("f", "3Stones", ("3S",)),
)
_NAMES = [name for account in ACCOUNTS for name in (account.name, *account.short_names, *account.domains)]
_GLUE = (
    "", " ", "  ", "\n", ", ", "-", "_", ".", "/", "@", "'s ", "\u2019s ", "(", ")", ":", "=", "x", "7", "é", "%20",
)  # fmt: skip
_WORDS = ("the", "called", "braid", "morning", "star", "https://", "portal.", "INC-77", "<ORG>", "\u200b")
_pieces = st.lists(
    st.tuples(
        st.sampled_from([*_NAMES, *_WORDS]),
        st.sampled_from((str, str.upper, str.lower, str.title)),
        st.sampled_from(_GLUE),
    ).map(lambda piece: piece[1](piece[0]) + piece[2]),
    max_size=6,
).map("".join)


@pytest.fixture(scope="module")
def redactor(directory: Snapshot) -> Redactor:
    entities = {name: {} for name in ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION", "ORG")}
    data = {"name": "t", "dataset": "t", "entities": entities, "fields": {"text": ["**"]}, "ner": {"enabled": False}}
    return Redactor(Policy.model_validate(data), replace(directory, accounts=ACCOUNTS, hash=""))


@pytest.fixture(scope="module")
def inspector(redactor: Redactor, directory: Snapshot) -> AbsenceInspector:
    policy = redactor.policy
    lists = ValueLists(policy)
    index = lists.directory(replace(directory, accounts=ACCOUNTS, hash=""))
    return AbsenceInspector(index, lists, GuardedContexts(policy.gates), any_token(policy))


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(_pieces)
@example("Braid called, BRAID too")
@example("https://portal.NORTHWIND.example/x?c=Northwind%20Traders")
@example("O'MALLEY & SØN A/S and O\u2019Malley")
def test_the_gate_finds_nothing_the_redactor_left(redactor: Redactor, inspector: AbsenceInspector, text: str) -> None:
    source = TextField("body", text, "text")
    result = redactor.redact([RowInput(1, (source,), ())])[0]
    staged = text
    for edit in reversed(result.edits.get(0, [])):
        staged = staged[: edit.start] + edit.replacement + staged[edit.end :]
    row = PairedRow(1, (source,), (replace(source, text=staged),), places=tuple(result.places))
    assert inspector.inspect(row).failures == set(), staged
