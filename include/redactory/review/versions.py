"""The life of a policy version up to its approval (contract.md, review).

The nightly run notices changed files and goes on with the newest approved version of the ledger; what a file
holds now counts for nothing until a person has read what it does.
"""

from __future__ import annotations

from dataclasses import dataclass

from redactory import __version__
from redactory.errors import PolicyError
from redactory.ledger import add_policy_version, get_policy_version, list_policy_versions, set_state
from redactory.platform import Platform
from redactory.policy import load_policy
from redactory.policy.load import policy_files


@dataclass(frozen=True)
class Noticed:
    """`versions`: ids that wait for a review to begin, newest first. `problems`: files that cannot be a policy."""

    versions: tuple[str, ...]
    problems: tuple[str, ...] = ()


def notice_changes(platform: Platform) -> Noticed:
    """Note every policy file whose version the ledger does not know.

    A wrong file hinders no other one: it is a problem of its own, and the approved version goes on.
    A version that was noticed before and whose review never began is returned again.

    Raises:
        PolicyError: the folder of policies is missing or empty.
    """
    platform.ledger.migrate()
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
    drafts = [v.id for v in list_policy_versions(platform.ledger) if v.state == "draft" and v.id in present]
    return Noticed(tuple(drafts), tuple(problems))


def approve(platform: Platform, version_id: str, *, by: str, how: str = "reviewed", reason: str = "") -> None:
    """Approve a version whose sample was written: from now on runs use it.

    Args:
        by: who approved, as Airflow or the command line knows them.
        how: "reviewed", or how else it came about ("unattended, by demo"); it stands in ledger and summary.

    Raises:
        PolicyError: no sample was written, so nobody can have read it.
        LedgerError: the version is unknown or not in review.
    """
    version = get_policy_version(platform.ledger, version_id)
    if version is not None and version.sampled_at is None:
        raise PolicyError(
            f"policy version {version_id[:12]}: its first rows were not laid out yet, so nobody has read them; "
            "run policy_review (or `redactory review sample`) first"
        )
    set_state(platform.ledger, version_id, "approved", actor=by, how=how, reason=reason)


def reject(platform: Platform, version_id: str, *, by: str, reason: str) -> None:
    """Send a version back. Runs go on with the version approved before it."""
    set_state(platform.ledger, version_id, "rejected", actor=by, reason=reason)
