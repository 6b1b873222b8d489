"""What a run clears away before it begins: staging of attempts that are over, and what expired in the vault."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from redactory.ledger.models import PartitionRun, now
from redactory.partitions.layout import attempt_prefix
from redactory.partitions.ranges import delete_ranges
from redactory.partitions.state import ENDED

if TYPE_CHECKING:
    from redactory.platform import Platform

ABANDONED = timedelta(days=7)  # an attempt this old is not going on; its partition was planned anew since
_ATTEMPT = re.compile(r"^[^/]+/[^/]+/(?:run|ranges)-(\d{8,})/")


def clean_staging(platform: Platform) -> int:
    """Delete what ended or abandoned attempts left in staging; returns how many objects.

    Attempts this ledger does not know are left alone: they may be another installation's.
    """
    found = {int(m[1]) for m in (_ATTEMPT.match(info.key) for info in platform.staging.list()) if m}
    deleted = 0
    for number in sorted(found):
        with platform.ledger.session(readonly=True) as session:
            run = session.get(PartitionRun, number)
        if run is not None and (run.state in ENDED or now() - run.planned_at > ABANDONED):
            deleted += platform.staging.delete_prefix(attempt_prefix(run.dataset, run.partition, run.id))
            deleted += delete_ranges(platform, run)
    return deleted


def expire_vault(platform: Platform) -> int:
    """Remove what is past its expiry from the vault, where there is one; returns how many entries."""
    if platform.settings.vault_url is None:
        return 0
    from redactory.vault import open_vault

    return open_vault(platform.settings, platform.ledger).expire()
