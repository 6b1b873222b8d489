"""Who is a steward of which policy: what the policy in use says, not what the version under review would like to say.

A version that names other stewards is decided on by those of the version in use; the new ones decide on the next.
Where no version is in use, the version under review says it itself.
"""

from __future__ import annotations

from redactory.errors import NotAStewardError
from redactory.ledger import newest_approved
from redactory.ledger.models import PolicyVersion
from redactory.partitions.inputs import load_version
from redactory.platform import Platform
from redactory.policy.model import ReviewRules


def rules_of(platform: Platform, version: PolicyVersion) -> ReviewRules:
    """The review settings that hold for a version: those of the version in use, its own where there is none."""
    used = newest_approved(platform.ledger, version.name)
    return load_version(platform, used.id if used is not None else version.id).review


def stewards_of(platform: Platform, version: PolicyVersion) -> tuple[str, ...]:
    """User names that may decide on a version; empty where anybody may whom the scheduler lets in."""
    return tuple(rules_of(platform, version).stewards)


def is_steward(platform: Platform, version: PolicyVersion, user: str) -> bool:
    """Whether `user` may read and decide on a version. Names are compared as they are written."""
    stewards = stewards_of(platform, version)
    return bool(user.strip()) and (not stewards or user in stewards)


def require_steward(platform: Platform, version: PolicyVersion, user: str) -> None:
    """Raises NotAStewardError for anybody but a steward of the version's policy."""
    if not is_steward(platform, version, user):
        raise NotAStewardError(
            f"{user or 'nobody'} is no steward of policy {version.name}: its policy file names who is"
        )
