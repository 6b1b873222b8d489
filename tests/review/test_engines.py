"""Another engine under an approved version: the same output goes on, another one is read first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from redactory import __version__
from redactory.errors import EngineChangedError
from redactory.ledger import get_policy_version
from redactory.ledger.engines import cleared_engines, engine_check
from redactory.ledger.models import AuditEvent, Run
from redactory.partitions.inputs import load_version
from redactory.partitions.nightly import plan_run, redact_partition
from redactory.platform import Platform
from redactory.policy import stamp as stamps
from redactory.policy.stamp import engine_stamp
from redactory.redact.engine import Redactor
from redactory.review import activate, approve, due_reminders, notice_changes, register, reject, write_sample
from redactory.review.cases import open_cases
from redactory.review.engines import FOLDER, PROBES, keep_reference, look_at_engines
from redactory.review.queue import reviews
from redactory.review.verdicts import mark_missed, mark_over, show_row

Approved = Callable[..., str]


@pytest.fixture
def approved(installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]) -> Approved:
    """A version in force, with an over-redaction found on it, so that the policy has a case."""

    def approve_one(**changes: object) -> str:
        version = opened(**changes)
        read_all(version)
        mark_over(installation, version, 1, field=1, start=0, by="ada")
        approve(installation, version, by="ada")
        activate(installation, version, by="ada")
        assert notice_changes(installation).problems == ()
        return version

    return approve_one


@pytest.fixture
def other_release(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Another release runs from here on; `worse`: one that finds nobody any more."""

    def install(*, worse: bool = False, release: str = "9.1") -> None:
        monkeypatch.setattr(stamps, "__version__", release)
        if worse:
            monkeypatch.setattr(Redactor, "_replace", lambda *_: [])

    return install


def check_of(platform: Platform, version: str) -> Any:
    return engine_check(platform.ledger, version, engine_stamp(load_version(platform, version)).digest)


def notes_of(platform: Platform, run: str) -> str:
    with platform.ledger.session(readonly=True) as session:
        found = session.get(Run, run)
        assert found is not None
        return " ".join(found.notes)


def state_of(platform: Platform, version: str) -> str:
    found = get_policy_version(platform.ledger, version)
    assert found is not None
    return found.state


def test_an_approval_notes_the_engine_and_keeps_what_it_writes_for_the_cases(
    installation: Platform, approved: Approved
) -> None:
    version = approved()
    (check,) = cleared_engines(installation.ledger, version)
    assert (check.state, check.actor, check.engine["release"]) == ("approved", "ada", __version__)
    assert check.detail["rows"] == 3
    keys = [found.key for found in installation.review.list(FOLDER)]
    assert keys == [f"{FOLDER}/{version}/{check.stamp}.json"]
    with installation.review.open(keys[0]) as stream:
        kept = stream.read()
    assert b"case 1" in kept
    assert b"Qvarnholt" not in kept
    assert not any(b"probe 1" in file.read_bytes() for file in Path(installation.settings.review).rglob("*.json"))


def test_a_release_that_writes_the_same_goes_on(
    installation: Platform, approved: Approved, other_release: Callable[..., None]
) -> None:
    version = approved()
    other_release()
    assert plan_run(installation, run_id="before") == []  # nobody has compared the two yet
    assert "the engine changed" in notes_of(installation, "before")
    assert notice_changes(installation).problems == ()
    check = check_of(installation, version)
    assert (check.state, check.reason) == (
        "same", f"Redactory {__version__} -> 9.1; its output on the policy's cases is the same"
    )  # fmt: skip
    assert len(plan_run(installation, run_id="after")) == 2
    assert register.load(installation.ledger, version).state == "approved"
    other_release(release="9.2")  # compared with 9.1 in turn
    assert notice_changes(installation).problems == ()
    assert check_of(installation, version).reason.startswith("Redactory 9.1 -> 9.2")


def test_a_release_that_writes_something_else_publishes_nothing_until_its_rows_are_read(
    installation: Platform, approved: Approved, other_release: Callable[..., None], read_all: Callable[..., None]
) -> None:
    version = approved()
    other_release(worse=True)
    noticed = notice_changes(installation)
    (problem,) = noticed.problems
    assert "nothing is published" in problem
    assert "its output differs on case 1, of 37 compared" in problem
    assert noticed.runs == ((version, f"review__{version[:12]}__2"),)
    assert state_of(installation, version) == "active"
    assert plan_run(installation, run_id="meanwhile") == []
    assert notice_changes(installation).runs == noticed.runs  # asked once

    assert write_sample(installation, version) == 3
    review = register.load(installation.ledger, version)
    assert (review.state, review.round, review.decisions) == ("open", 2, [])
    assert f"Redactory {__version__} -> 9.1" in review.cause
    assert "Ylva Qvarnholt" in show_row(installation, version, 1, by="ada").fields[1].after
    assert plan_run(installation, run_id="still") == []
    read_all(version)
    approve(installation, version, by="grace", reason="wanted so")
    assert check_of(installation, version).state == "approved"
    assert notice_changes(installation).problems == ()
    assert len(plan_run(installation, run_id="then")) == 2


def test_an_engine_sent_back_publishes_nothing_and_the_one_before_goes_on(
    installation: Platform, approved: Approved, other_release: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    version = approved()
    other_release(worse=True)
    notice_changes(installation)
    write_sample(installation, version)
    show_row(installation, version, 1, by="ada")
    mark_missed(installation, version, 1, field=1, start=0, end=4, entity="PERSON", by="ada")
    reject(installation, version, by="ada", reason="it finds nobody")
    assert (state_of(installation, version), check_of(installation, version).state) == ("active", "refused")
    assert "was sent back with it" in notice_changes(installation).problems[0]
    assert plan_run(installation, run_id="bad") == []
    monkeypatch.undo()
    assert notice_changes(installation).problems == ()
    assert len(plan_run(installation, run_id="good")) == 2


def test_the_engine_in_use_goes_on_while_another_one_is_read_beside_it(
    installation: Platform, approved: Approved, other_release: Callable[..., None], read_all: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Two installations of different releases over one ledger: an upgrade without a pause."""
    version = approved()
    other_release(worse=True)
    assert len(notice_changes(installation).runs) == 1
    monkeypatch.undo()
    assert notice_changes(installation).runs == ()  # the one in use asks nobody, and reminds nobody
    assert due_reminders(installation, datetime.now(UTC) + timedelta(days=9)) == []
    write_sample(installation, version)  # by hand, of the wrong engine: it is read, and decides nothing on the other
    read_all(version)
    approve(installation, version, by="ada")
    assert len(plan_run(installation, run_id="old")) == 2
    other_release(worse=True)
    assert len(notice_changes(installation).runs) == 1
    assert register.load(installation.ledger, version).state == "waiting"


def test_a_newer_version_makes_the_second_reading_needless(
    installation: Platform, approved: Approved, other_release: Callable[..., None], opened: Callable[..., str],
    read_all: Callable[..., None],
) -> None:  # fmt: skip
    version = approved()
    other_release(worse=True)
    notice_changes(installation)
    assert [item.version.id for item in reviews(installation, by="ada")] == [version]
    second = opened(description="another")
    read_all(second)
    approve(installation, second, by="ada")
    activate(installation, second, by="ada")
    assert [item.version.id for item in reviews(installation, by="ada")] == [second]
    assert due_reminders(installation, datetime.now(UTC) + timedelta(days=9)) == []
    assert notice_changes(installation).problems == ()
    assert len(plan_run(installation, run_id="night")) == 2


def test_what_cannot_be_compared_is_read(
    installation: Platform, approved: Approved, other_release: Callable[..., None]
) -> None:
    version = approved()
    installation.review.delete_prefix(FOLDER)
    other_release()
    assert "cannot be compared" in look_at_engines(installation)[version]
    assert register.load(installation.ledger, version).state == "waiting"


def test_a_case_found_since_is_compared_too_once_an_engine_that_may_publish_has_seen_it(
    installation: Platform, approved: Approved, opened: Callable[..., str], other_release: Callable[..., None]
) -> None:
    version = approved()
    second = opened(review={"rows": 3, "stewards": ["ada"]})
    text = show_row(installation, second, 2, by="ada").fields[1].before
    at = text.index("Yllebylle")
    mark_missed(installation, second, 2, field=1, start=at, end=at + 9, entity="PERSON", by="ada")
    assert len(open_cases(installation, "notes")) == 2
    stamp = engine_stamp(load_version(installation, version))
    keep_reference(installation, version, stamp)
    other_release(worse=True)
    said = look_at_engines(installation)[version]
    assert "differs on cases 1, 2, of 38 compared" in said


def test_a_version_approved_before_engines_were_noted_is_noted_with_its_release_alone(
    installation: Platform, opened: Callable[..., str], other_release: Callable[..., None]
) -> None:
    from redactory.ledger import set_state

    version = opened()
    set_state(installation.ledger, version, "approved", actor="ada")
    other_release()
    assert "nothing is noted of it" in look_at_engines(installation)[version]
    other = opened(description="another")
    set_state(installation.ledger, other, "approved", actor="ada")
    with installation.ledger.session() as session:
        session.get_one(type(get_policy_version(installation.ledger, other)), other).engine_version = "9.1"
    assert look_at_engines(installation) == {}
    with installation.ledger.session(readonly=True) as session:
        assert [e.subject for e in session.query(AuditEvent) if e.event == "engine_noted"] == [other]


def test_an_engine_that_changes_between_plan_and_redaction_redacts_nothing(
    installation: Platform, approved: Approved, other_release: Callable[..., None]
) -> None:
    approved()
    number = plan_run(installation, run_id="night")[0]
    other_release()
    with pytest.raises(EngineChangedError, match="nothing is published under it"):
        redact_partition(installation, number)


def test_the_sentences_are_of_nobody_and_touch_every_layer(project: Any) -> None:
    from redactory.policy import load_policy
    from redactory.records import TextField
    from redactory.redact import RowInput

    lines = [line for line in PROBES.read_text().splitlines() if line and not line.startswith("#")]
    policy = load_policy(project / "policies" / "it-tickets.yaml")
    results = Redactor(policy).redact([RowInput(n, (TextField("p", t, "text"),), ()) for n, t in enumerate(lines)])
    assert {place.layer for result in results for place in result.places} >= {2, 3}
    assert len({place.entity for result in results for place in result.places}) >= 9
    assert results[-1].places == []
