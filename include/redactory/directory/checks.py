"""What a snapshot must show before it may become current, and how old a current one may be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from redactory.directory.model import Snapshot
from redactory.directory.people import FIELD_OF_KIND
from redactory.errors import DirectoryError
from redactory.policy.model import IdentityRules

KIND_FLOOR = 20  # fewer people than this with a kind of value: one person more or less is a large share


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two snapshots by key: how many people came, and how many left."""

    joiners: int
    leavers: int


def coverage(snapshot: Snapshot) -> dict[str, int]:
    """Kind of value (`username`, `email`, ...) -> how many people have at least one."""
    return {kind: sum(1 for person in snapshot.people if getattr(person, name)) for kind, name in FIELD_OF_KIND.items()}


def compare(new: Snapshot, old: Snapshot | None) -> Comparison:
    """Joiners and leavers of `new` against `old`; everybody joins where there is no old one."""
    keys, before = {p.key for p in new.people}, {p.key for p in old.people} if old else set()
    return Comparison(joiners=len(keys - before), leavers=len(before - keys))


def check_attributes(snapshot: Snapshot, rules: IdentityRules) -> None:
    """Refuse a snapshot with nobody in it, or without the kinds the policy requires. Raises DirectoryError."""
    people = len(snapshot.people)
    if not people:
        raise DirectoryError("the directory export holds no person")
    found = coverage(snapshot)
    for kind in rules.required:
        share = found.get(kind, 0) / people
        if share < rules.required_share:
            raise DirectoryError(
                f"the directory export is not usable: {kind} is there for {found.get(kind, 0)} of {people} people "
                f"({share:.0%}), and the policy wants {rules.required_share:.0%} (identity.required_share); export the "
                f"attributes listed under identity.attributes.{kind}, or add the attribute that holds it there"
            )


def shrinkage(new: Snapshot, old: Snapshot | None, rules: IdentityRules) -> str:
    """Why `new` has to wait for approval, empty where it need not: people or accounts lost beyond `max_shrink`.

    Where the people are there, so must be what they are known by: a kind of value lost beyond the same share
    (an attribute this account may no longer read) holds the snapshot as well.
    """
    if old is None:
        return ""
    losses = [
        _loss("people", len(new.people), len(old.people), rules.max_shrink),
        _loss("accounts", len(new.accounts), len(old.accounts), rules.max_shrink),
    ]
    if not losses[0]:
        now, before = coverage(new), coverage(old)
        losses += [
            _loss(f"people with {kind}", now[kind], count, rules.max_shrink)
            for kind, count in before.items()
            if count >= KIND_FLOOR
        ]
    found = [loss for loss in losses if loss]
    if not found:
        return ""
    return f"{'; '.join(found)} (the policy allows {rules.max_shrink:.0%}, identity.max_shrink)"


def _loss(what: str, now: int, before: int, allowed: float) -> str:
    lost = (before - now) / before if before else 0.0
    return f"{lost:.0%} fewer {what} than the last snapshot: {now} instead of {before}" if lost > allowed else ""


def require_fresh(snapshot: Snapshot, rules: IdentityRules, now: datetime) -> None:
    """Refuse a snapshot older than `max_age_hours` at `now` (aware). Raises DirectoryError."""
    age = now - snapshot.taken_at
    if age > timedelta(hours=rules.max_age_hours):
        raise DirectoryError(
            f"directory snapshot {snapshot.hash[:12]} was taken {age.total_seconds() / 3600:.0f} hours ago, and the "
            f"policy allows {rules.max_age_hours:g} (identity.max_age_hours): run directory_refresh with a new export"
        )
