"""Which snapshot is in force after which export."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from redactory.directory.checks import compare, coverage
from redactory.directory.export import FileSource
from redactory.directory.model import Person, Snapshot
from redactory.directory.refresh import approve, refresh, reject, require_fresh, snapshot_store
from redactory.directory.stored import object_key, read_snapshot, to_bytes
from redactory.errors import DirectoryError
from redactory.ledger import Ledger
from redactory.ledger.models import AuditEvent, DirectorySnapshot
from redactory.policy.model import IdentityRules
from redactory.storage import EncryptedStore, KeyRing, open_store

Made = Callable[..., Snapshot]


@dataclass
class Given:
    """A source that gives what it is told to."""

    snapshot: Snapshot

    def read(self, rules: IdentityRules) -> Snapshot:
        return self.snapshot


@dataclass
class Place:
    identity: EncryptedStore
    ledger: Ledger
    folder: Path


@pytest.fixture
def place(tmp_path: Path) -> Place:
    key_file = tmp_path / "keys"
    KeyRing.write_new(key_file)
    ledger = Ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    ledger.migrate()
    folder = tmp_path / "identity"
    return Place(EncryptedStore(open_store(str(folder)), KeyRing.from_file(key_file)), ledger, folder)


def in_force(place: Place) -> str | None:
    row = snapshot_store(place).current_row()
    return row.hash if row else None


def events(place: Place) -> list[str]:
    with place.ledger.session(readonly=True) as session:
        return [row.event for row in session.query(AuditEvent).order_by(AuditEvent.id)]


def test_first_refresh_again_and_joiners(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    first = snapshot_of(50)
    outcome = refresh(place, Given(first), rules)
    assert (outcome.state, outcome.people, outcome.joiners, outcome.leavers) == ("current", 50, 50, 0)
    again = refresh(place, Given(first), rules)
    assert (again.state, again.joiners, again.hash) == ("unchanged", 0, first.hash)
    moved = refresh(place, Given(snapshot_of(52, first=3)), rules)
    assert (moved.state, moved.joiners, moved.leavers) == ("current", 5, 3)
    assert in_force(place) == moved.hash
    assert snapshot_store(place).row(first.hash).state == "superseded"
    back = refresh(place, Given(first), rules)
    assert (back.state, in_force(place)) == ("current", first.hash)


def test_a_shrunk_export_is_held_until_somebody_approves(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    """cases: shrunk."""
    whole, shrunk = snapshot_of(100), snapshot_of(60)
    refresh(place, Given(whole), rules)
    for _ in range(2):
        outcome = refresh(place, Given(shrunk), rules)
        assert (outcome.state, outcome.leavers, outcome.in_force) == ("held", 40, whole.hash)
        assert "40% fewer people" in outcome.reason
        assert in_force(place) == whole.hash
    with pytest.raises(DirectoryError, match="needs a name and a reason"):
        approve(place, shrunk.hash, "", "")
    approve(place, shrunk.hash, "steward", "a site was sold")
    assert in_force(place) == shrunk.hash
    row = snapshot_store(place).row(shrunk.hash)
    assert (row.approved_by, row.state) == ("steward", "current")
    assert refresh(place, Given(shrunk), rules).state == "unchanged"
    assert events(place) == ["snapshot_current", "snapshot_held", "snapshot_held", "snapshot_approved"]


def test_the_threshold_is_the_policys(place: Place, snapshot_of: Made) -> None:
    refresh(place, Given(snapshot_of(100)), IdentityRules())
    assert refresh(place, Given(snapshot_of(80)), IdentityRules()).state == "current"
    assert refresh(place, Given(snapshot_of(63)), IdentityRules()).state == "held"
    assert refresh(place, Given(snapshot_of(63)), IdentityRules(max_shrink=0.3)).state == "current"


def test_a_rejected_export_stays_rejected(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    whole, shrunk = snapshot_of(100), snapshot_of(10)
    refresh(place, Given(whole), rules)
    refresh(place, Given(shrunk), rules)
    reject(place, shrunk.hash, "steward", "a broken export")
    outcome = refresh(place, Given(shrunk), rules)
    assert outcome.state == "held"
    assert "rejected by steward" in outcome.reason
    assert snapshot_store(place).row(shrunk.hash).state == "rejected"
    with pytest.raises(DirectoryError, match="nothing to decide"):
        reject(place, whole.hash, "steward", "no")
    with pytest.raises(DirectoryError):
        approve(place, "0" * 64, "steward", "no such snapshot")


def test_a_lost_attribute_is_held(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    refresh(place, Given(snapshot_of(100)), rules)
    outcome = refresh(place, Given(snapshot_of(100, mail=False)), rules)
    assert outcome.state == "held"
    assert "fewer people with email" in outcome.reason


def test_a_refused_export_changes_nothing(place: Place, rules: IdentityRules, snapshot_of: Made, write) -> None:
    """cases: truncated-export, the last good snapshot stays in force."""
    good = snapshot_of(30)
    refresh(place, Given(good), rules)
    cut = write("people.ldif", "dn: uid=a,dc=org\nuid: a\n\ndn: uid=b,dc=org\nuid: b\n\ndn: uid=c,dc=org\nui")
    with pytest.raises(DirectoryError, match="people.ldif"):
        refresh(place, FileSource(cut), rules)
    bare = Snapshot(people=(Person(key="1" * 64, emails=("a@example.org",)),), source="csv", taken_at=datetime.now(UTC))
    with pytest.raises(DirectoryError, match=r"username is there for 0 of 1 people \(0%\)"):
        refresh(place, Given(bare), rules)
    assert in_force(place) == good.hash
    assert len(list(place.identity.list())) == 1
    assert events(place) == ["snapshot_current", "snapshot_refused", "snapshot_refused"]


def test_age(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    now = datetime.now(UTC)
    old = snapshot_of(5, taken_at=now - timedelta(hours=60))
    refresh(place, Given(old), rules)
    current = snapshot_store(place).current()
    with pytest.raises(DirectoryError, match="60 hours ago"):
        require_fresh(current, rules, now)
    assert refresh(place, Given(snapshot_of(5, taken_at=now)), rules).state == "unchanged"
    current = snapshot_store(place).current()
    assert current.hash == old.hash
    require_fresh(current, rules, now)


def test_a_snapshot_comes_back_as_it_was_and_is_ciphertext_at_rest(
    place: Place, rules: IdentityRules, snapshot_of: Made
) -> None:
    made = snapshot_of(40)
    refresh(place, Given(made), rules)
    assert read_snapshot(place.identity, made.hash) == Snapshot(made.people, made.source, made.taken_at)
    raw = b"".join(path.read_bytes() for path in place.folder.rglob("*") if path.is_file())
    assert b"user0001" not in raw
    assert to_bytes(made) not in raw
    with place.ledger.session(readonly=True) as session:
        for row in session.query(DirectorySnapshot):
            assert "user0001" not in str([getattr(row, column.name) for column in row.__table__.columns])


def test_another_snapshots_bytes_are_refused(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    good, other = snapshot_of(40), snapshot_of(41)
    refresh(place, Given(good), rules)
    place.identity.put(object_key(good.hash), to_bytes(other))
    with pytest.raises(DirectoryError, match="not what its hash says"):
        snapshot_store(place).current()
    place.identity.put(object_key(good.hash), b"no snapshot")
    with pytest.raises(DirectoryError, match="damaged"):
        snapshot_store(place).current()
    held = refresh(place, Given(other), rules)
    assert (held.state, held.in_force) == ("held", good.hash)
    assert "cannot be read" in held.reason
    place.identity.delete(object_key(good.hash))
    with pytest.raises(DirectoryError, match="cannot be read"):
        snapshot_store(place).current()
    assert refresh(place, Given(good), rules).state == "unchanged"
    assert snapshot_store(place).current().hash == good.hash, "the lost object was put back"


def test_a_refresh_that_lost_a_race_says_so(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    first, second, third = snapshot_of(40), snapshot_of(41), snapshot_of(42)
    refresh(place, Given(first), rules)
    refresh(place, Given(second), rules)
    with pytest.raises(DirectoryError, match="meanwhile"):
        snapshot_store(place).make_current(third, compare(third, first), instead_of=first.hash)
    assert in_force(place) == second.hash


def test_find_by_prefix(place: Place, rules: IdentityRules, snapshot_of: Made) -> None:
    made = snapshot_of(9)
    refresh(place, Given(made), rules)
    snapshots = snapshot_store(place)
    assert snapshots.find(made.hash[:8]).hash == made.hash
    for wrong in ("", made.hash[:7], "zzzzzzzz", "0" * 12):
        with pytest.raises(DirectoryError):
            snapshots.find(wrong)


def test_coverage_and_hash_do_not_depend_on_order(snapshot_of: Made) -> None:
    made = snapshot_of(6)
    turned = Snapshot(people=made.people[::-1], source="csv", taken_at=made.taken_at)
    assert turned.hash == made.hash
    assert coverage(made) == coverage(turned)
    assert coverage(made)["email"] == 6
