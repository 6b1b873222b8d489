"""What every task of a worker needs, loaded once before the worker forks its tasks: libraries, word lists, models.

A task then starts with all of it, and tasks of one machine share its memory.
"""

from __future__ import annotations

import logging
from pathlib import Path

from redactory.errors import RedactoryError

log = logging.getLogger(__name__)
_TEXT = "Please call Ann Lee of Leeds on +44 20 8366 1177, or write to ann@example.org."  # no real person


def warm(policies: Path) -> None:
    """Load what the policy files in `policies` ask for, without a directory. A file that is wrong is passed over."""
    from redactory.gates import expectations
    from redactory.partitions import check, content, inputs, nightly, quarantine, stage
    from redactory.policy import load_policies
    from redactory.records.model import TextField
    from redactory.redact.engine import Redactor, RowInput

    loaded = (check, content, expectations, inputs, nightly, quarantine, stage)
    log.debug("loaded %s", [module.__name__ for module in loaded])
    try:
        found = load_policies(policies)
    except RedactoryError as error:
        log.warning("nothing is loaded ahead: %s", error)
        return
    for policy in found.values():
        try:
            Redactor(policy, None).redact([RowInput(1, (TextField("text", _TEXT, "text"),), ())])
        except RedactoryError as error:  # a key or a list of accounts is the task's business
            log.info("policy %s is not loaded ahead: %s", policy.name, error)
