"""What every task of a worker needs, loaded once before the worker forks its tasks: libraries, word lists, models.

A task then starts with all of it, and tasks of one machine share its memory.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from redactory.config import Settings
from redactory.directory.model import Person, Snapshot
from redactory.errors import RedactoryError

log = logging.getLogger(__name__)
# One person who does not exist, in the forms that make each layer and each list load what it is made of.
_PERSON = Person("warm", ("alee", "market"), ("Ann Lee", "Will Market"), ("Ann",), ("Lee",), ("ann@example.org",))
_TEXT = "Ann Lee of Leeds (alee, +44 20 8366 1177) asked. Ann wrote: ask Anders Brandt of Meridian, from 203.0.113.9."


def warm(settings: Settings) -> None:
    """Load what the policy files ask for, without a directory. A file that is wrong is passed over."""
    from redactory.evals.sanitiser import redactor_for
    from redactory.gates import expectations
    from redactory.gates.registry import identities
    from redactory.partitions import check, content, inputs, nightly, quarantine, stage
    from redactory.policy import load_policies
    from redactory.policy.pins import check_pins
    from redactory.records.model import TextField
    from redactory.redact.engine import RowInput
    from redactory.transform import needs_key
    from redactory.transform.keys import SurrogateKeys

    loaded = (check, content, expectations, inputs, nightly, quarantine, stage)
    log.debug("loaded %s", [module.__name__ for module in loaded])
    try:
        found = load_policies(settings.policies)
    except RedactoryError as error:
        log.warning("nothing is loaded ahead: %s", error)
        return
    snapshot = Snapshot((_PERSON,), "json", datetime.now(UTC))
    for policy in found.values():
        try:
            check_pins(policy)
            keys = SurrogateKeys.load(settings) if needs_key(policy) else None
            redactor_for(policy, snapshot, keys=keys).redact([RowInput(1, (TextField("text", _TEXT, "text"),), ())])
            identities(policy, snapshot)
        except RedactoryError as error:  # a key, a list of accounts, a version pinned: the task's business
            log.info("policy %s is not loaded ahead: %s", policy.name, error)
