"""Who is a steward of which policy: what the policy in use says, not what the version under review would like to say.

A version that names other stewards is decided on by those of the version in use; the new ones decide on the next.
Where no version is in use, the version under review says it itself. The settings are read from the text of a version
alone: one that a release before this one wrote still says who judges the version that replaces it.
"""

from __future__ import annotations

import hashlib
import json

from pydantic import ValidationError

from redactory.errors import NotAStewardError, ReviewError
from redactory.ledger import newest_approved
from redactory.ledger.models import PolicyVersion
from redactory.platform import Platform
from redactory.policy.model import ReviewRules


def rules_of(platform: Platform, version: PolicyVersion) -> ReviewRules:
    """The review settings that hold for a version: those of the version in use, its own where there is none."""
    return own_rules(newest_approved(platform.ledger, version.name) or version)


def own_rules(version: PolicyVersion) -> ReviewRules:
    """What a version itself says of reviews; settings that this release no longer knows count for nothing.

    Raises ReviewError where its text was changed in the ledger.
    """
    if hashlib.sha256(version.canonical.encode()).hexdigest() != version.id:
        raise ReviewError(f"the text of policy version {version.id[:12]} was changed in the ledger: restore it")
    said = json.loads(version.canonical).get("review", {})
    try:
        return ReviewRules.model_validate({key: said[key] for key in said.keys() & ReviewRules.model_fields.keys()})
    except ValidationError:
        raise ReviewError(
            f"who may decide on policy {version.name} cannot be told: the review settings of version "
            f"{version.id[:12]} do not fit this release"
        ) from None


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
