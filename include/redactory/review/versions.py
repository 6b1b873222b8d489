"""Changed policy files: noticed once, asked about once, and again where a question ended without an answer.

The nightly run notices changed files and goes on with the newest approved version of the ledger; what a file
holds now counts for nothing until a person has read what it does (contract.md, review).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from redactory import __version__
from redactory.errors import PolicyError
from redactory.ledger import add_policy_version, approved_policies, list_policy_versions
from redactory.ledger.models import PolicyVersion, now
from redactory.platform import Platform
from redactory.policy import load_policy
from redactory.policy.load import policy_files
from redactory.review import register
from redactory.review.access import rules_of
from redactory.review.decide import settle
from redactory.review.engines import look_at_engines, may_serve


@dataclass(frozen=True)
class Noticed:
    """`versions`: ids whose review has not begun, newest first. `problems`: files that cannot be a policy, and policies
    that the running engine may not publish under.

    `runs`: version -> name of the run that has to ask about it; starting a run of that name twice starts one.
    """

    versions: tuple[str, ...]
    problems: tuple[str, ...] = ()
    runs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Waiting:
    """A review that nobody has decided on for longer than its policy likes. Holds no personal value."""

    version_id: str
    policy: str
    since: datetime
    read: int
    rows: int
    stewards: tuple[str, ...]

    @property
    def words(self) -> str:
        """The reminder as a sentence."""
        who = ", ".join(self.stewards) or "any steward"
        return (
            f"policy {self.policy}, version {self.version_id[:12]} waits for review since "
            f"{self.since:%Y-%m-%d %H:%M} UTC: {self.read} of {self.rows} rows are read; {who} may decide"
        )


def notice_changes(platform: Platform) -> Noticed:
    """Note every policy file whose version the ledger does not know.

    A wrong file hinders no other one: it is a problem of its own, and the approved version goes on.

    Raises:
        PolicyError: the folder of policies is missing or empty.
    """
    platform.ledger.migrate()
    _settle_decided(platform)
    problems: list[str] = []
    present: set[str] = set()
    for path in policy_files(platform.settings.policies):
        try:
            policy = load_policy(path)
        except PolicyError as error:
            problems.append(str(error))
            continue
        present.add(policy.id)
        add_policy_version(
            platform.ledger, version_id=policy.id, name=policy.name, dataset=policy.dataset,
            canonical=policy.canonical, source_file=path.name, engine_version=__version__,
        )  # fmt: skip
    held = look_at_engines(platform)
    problems += held.values()
    known = [v for v in list_policy_versions(platform.ledger) if v.id in present]
    drafts = tuple(v.id for v in known if v.state == "draft")
    undecided = [v for v in known if v.state in ("draft", "in_review")]
    undecided += [v for v in approved_policies(platform.ledger) if v.id in held and _is_undecided(platform, v)]
    runs = tuple((v.id, run) for v in undecided if (run := _run(platform, v)) is not None)
    return Noticed(drafts, tuple(problems), runs)


def due_reminders(platform: Platform, at: datetime | None = None) -> list[Waiting]:
    """The open reviews whose stewards are to be reminded now; each is noted as reminded."""
    at = at or now()
    found = []
    for version in list_policy_versions(platform.ledger):
        review = register.find(platform.ledger, version.id)
        if review is None or review.state != register.OPEN:
            continue
        if version.state == "retired" or review.cause and may_serve(platform, version):
            continue  # a newer version is in use, or this engine goes on while another one has to be read
        rules = rules_of(platform, version)
        last = review.reminded_at or review.opened_at or review.created_at
        if at - last < timedelta(hours=rules.reminder_hours):
            continue
        with platform.ledger.session() as session:
            register.locked(session, version.id).reminded_at = at
            platform.ledger.audit("review_reminded", "redactory", version.id, session=session)
        read = sum(any(v.read_at for v in row.verdicts) for row in review.rows)
        since = review.opened_at or review.created_at
        found.append(Waiting(version.id, version.name, since, read, len(review.rows), tuple(rules.stewards)))
    return found


def _settle_decided(platform: Platform) -> None:
    """Bring versions into the state their reviews have come to, where the run that should have has died."""
    for version in list_policy_versions(platform.ledger):
        review = register.find(platform.ledger, version.id)
        if review is None or review.state in register.UNDECIDED:
            continue
        if version.state == "in_review" or review.cause:
            settle(platform, version.id)


def _is_undecided(platform: Platform, version: PolicyVersion) -> bool:
    review = register.find(platform.ledger, version.id)
    return review is not None and review.state in register.UNDECIDED


def _run(platform: Platform, version: PolicyVersion) -> str | None:
    """The run that has to ask about a version; None where one that was started by hand waits for the answer."""
    with platform.ledger.session() as session:
        review = register.ensure(session, version.id)
        by_hand = review.run_id is not None and not review.run_id.startswith(register.RUNS)
        return None if by_hand else register.run_name(version.id, review.asked)
