"""Cases sanitised where they are captured: the original is in memory only, and a store gets the sanitised case."""

from __future__ import annotations

import io
import secrets
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from redactory.errors import RecordError
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, shape_of
from redactory.redact.engine import Redactor
from redactory.redact.files import refusals
from redactory.redact.objects import redact_object
from redactory.redact.runners import InProcess

if TYPE_CHECKING:
    from redactory.ledger import Ledger
    from redactory.storage import ObjectStore

DROPPED = "case_dropped"  # event of the ledger


@dataclass(frozen=True, slots=True)
class Captured:
    """`key` is where the sanitised case lies; None where it was dropped, for `reason`."""

    key: str | None
    reason: str = ""


class Capture:
    """Sanitises one case at a time under one policy.

    Args:
        store: gets the sanitised cases, one an object, under `<dataset>/<partition>=<date>/`.
        ledger: notes what was dropped, and why.
    """

    def __init__(self, redactor: Redactor, store: ObjectStore, ledger: Ledger) -> None:
        self._redactor, self._store, self._ledger = redactor, store, ledger
        self._matcher = FieldMatcher(redactor.policy.fields)
        self._lock = threading.Lock()  # the layers keep caches that are not made for several threads

    def take(self, case: bytes, *, by: str) -> Captured:
        """Sanitise one case (a JSON object, UTF-8) for client `by`, and write it."""
        policy, out = self._redactor.policy, io.BytesIO()
        reason = self._sanitised(case, out)
        if reason:
            self._ledger.audit(DROPPED, by, policy.dataset, {"reason": reason})
            return Captured(None, reason)
        today = datetime.now(UTC).date().isoformat()
        key = f"{policy.dataset}/{policy.partition_key}={today}/{secrets.token_hex(12)}.jsonl"
        self._store.put(key, out.getvalue().rstrip(b"\n") + b"\n")
        return Captured(key)

    def _sanitised(self, case: bytes, out: io.BytesIO) -> str:
        """Write the sanitised case to `out`; why it cannot be kept, or the empty string."""
        line = case.replace(b"\n", b" ").replace(b"\r", b" ")  # in a string they are escaped
        dropped = _Reasons()
        try:
            with self._lock:
                summary = redact_object(
                    io.BytesIO(line), shape_of("case.jsonl"), out, InProcess(self._redactor), self._matcher,
                    dead_letters=dropped,
                )  # fmt: skip
        except RecordError:
            return "it is no JSON object"
        reasons = dropped.reasons or refusals(self._redactor.policy, summary)
        return reasons[0] if reasons else "" if summary.rows_out else "it is empty"


class _Reasons:
    def __init__(self) -> None:
        self.reasons: list[str] = []

    def write(self, row: DeadRow) -> None:
        self.reasons.append(row.reason)
