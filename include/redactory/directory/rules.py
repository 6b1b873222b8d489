"""One directory serves every policy: the identity rules a refresh goes by when there are several."""

from __future__ import annotations

from collections.abc import Iterable

from redactory.policy.model import IdentityRules, Policy


def rules_of(policies: Iterable[Policy]) -> IdentityRules:
    """The union of what `policies` read and require, and the strictest of their limits; defaults without any."""
    every = list({policy.identity.model_dump_json(): policy.identity for policy in policies}.values())
    if len(every) < 2:
        return every[0] if every else IdentityRules()
    first = every[0]
    attributes = {kind: list(names) for kind, names in first.attributes.items()}
    required = list(first.required)
    for rules in every[1:]:
        for kind, names in rules.attributes.items():
            known = attributes.setdefault(kind, [])
            known.extend(name for name in names if name not in known)
        required.extend(kind for kind in rules.required if kind not in required)
    return first.model_copy(
        update={
            "attributes": attributes,
            "required": required,
            "required_share": max(rules.required_share for rules in every),
            "max_shrink": min(rules.max_shrink for rules in every),
            "max_age_hours": min(rules.max_age_hours for rules in every),
        }
    )
