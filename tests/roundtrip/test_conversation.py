"""Conversations: kept in the vault, gone on with by another process, expired, forgotten."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from redactory.errors import RoundTripError
from redactory.roundtrip import Pseudonymiser, Session
from redactory.roundtrip.conversation import Conversation
from redactory.storage.keys import KeyRing
from redactory.vault import Entry, Vault, conversation_scope

KEPT = {"roundtrip": {"conversations": True, "hours": 2.0}}
PseudonymiserOf = Callable[..., Pseudonymiser]


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    ring = KeyRing.parse(f"m1:{base64.b64encode(secrets.token_bytes(32)).decode()}", "test")
    vault = Vault.open(f"sqlite:///{tmp_path / 'vault.db'}", ring)
    yield vault
    vault.close()


def conversation(by: Pseudonymiser, vault: Vault, begun: datetime | None = None) -> tuple[Session, Conversation]:
    """The conversation as a process that has just started sees it."""
    keeper = Conversation(vault, "app/c1", by.policy, begun or datetime.now(UTC))
    return Session(by, keeper), keeper


def test_another_process_goes_on(pseudonymiser_of: PseudonymiserOf, vault: Vault) -> None:
    by = pseudonymiser_of(**KEPT)
    session, _ = conversation(by, vault)
    first, _ = session.pseudonymise("Oriel Vance and Ines Marr")
    session, _ = conversation(by, vault)
    assert session.rehydrate(first).text == "Oriel Vance and Ines Marr"
    second, _ = session.pseudonymise("INES MARR met Tam O'Neil")
    assert second == "[PERSON_2] met [PERSON_3]"
    session, _ = conversation(by, vault)
    assert session.rehydrate("[PERSON_3] [PERSON_1]").text == "Tam O'Neil Oriel Vance"


def test_the_authors_own_tokens_outlive_a_process(pseudonymiser_of: PseudonymiserOf, vault: Vault) -> None:
    by = pseudonymiser_of(**KEPT)
    session, _ = conversation(by, vault)
    first, _ = session.pseudonymise("he wrote [PERSON_1]")
    session, _ = conversation(by, vault)
    second, _ = session.pseudonymise("Oriel Vance")
    assert session.rehydrate(f"{first}: {second}").text == "he wrote [PERSON_1]: Oriel Vance"


def test_only_where_the_policy_allows_it(pseudonymiser_of: PseudonymiserOf, vault: Vault) -> None:
    with pytest.raises(RoundTripError, match=r"roundtrip\.conversations"):
        conversation(pseudonymiser_of(), vault)


def test_it_expires_when_it_should(pseudonymiser_of: PseudonymiserOf, vault: Vault) -> None:
    by = pseudonymiser_of(**KEPT)
    begun = datetime.now(UTC) - timedelta(hours=1)
    session, keeper = conversation(by, vault, begun)
    session.pseudonymise("Oriel Vance")
    _, later = conversation(by, vault)
    assert later.expires == keeper.expires == begun + timedelta(hours=2)  # going on does not prolong it
    vault.expire(begun + timedelta(hours=2))
    session, _ = conversation(by, vault)
    assert not len(session.tokens())


def test_forgotten(pseudonymiser_of: PseudonymiserOf, vault: Vault, tmp_path: Path) -> None:
    by = pseudonymiser_of(**KEPT)
    session, keeper = conversation(by, vault)
    session.pseudonymise("Oriel Vance")
    keeper.forget()
    assert vault.entries(conversation_scope("app/c1")) == []


def test_no_clear_value_at_rest(pseudonymiser_of: PseudonymiserOf, vault: Vault, tmp_path: Path) -> None:
    session, _ = conversation(pseudonymiser_of(**KEPT), vault)
    session.pseudonymise("Oriel Vance <oriel.vance@tallgrass.example> on 203.0.113.9")
    at_rest = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert at_rest
    for value in (b"Vance", b"vance", b"203.0.113.9"):
        assert value not in at_rest


def test_a_text_is_not_given_out_before_its_tokens_are_kept(pseudonymiser_of: PseudonymiserOf) -> None:
    class Away:
        kept: list[str] = []

        def load(self) -> tuple[()]:
            return ()

        def put(self, sent: list[object]) -> None:
            if not self.kept:
                self.kept.append("once")
                raise ConnectionError
            self.kept += [item.token for item in sent]  # type: ignore[attr-defined]

    away = Away()
    session = Session(pseudonymiser_of(**KEPT), away)  # type: ignore[arg-type]
    with pytest.raises(ConnectionError):
        session.pseudonymise("Oriel Vance")
    session.pseudonymise("Ines Marr")
    assert away.kept == ["once", "[PERSON_1]", "[PERSON_2]"]


def test_two_processes_at_once_are_noticed(pseudonymiser_of: PseudonymiserOf, vault: Vault) -> None:
    scope = conversation_scope("app/c1")
    vault.put(Entry(scope, "[PERSON_1]", "PERSON", value) for value in ("Oriel Vance", "Ines Marr"))
    with pytest.raises(RoundTripError, match="at once") as noticed:
        conversation(pseudonymiser_of(**KEPT), vault)
    assert "Vance" not in str(noticed.value)
