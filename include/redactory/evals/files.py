"""A file of cases: each is written sanitised, or dropped into a ledger that names its line and its reason."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from redactory.errors import EvalsError, RecordError
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, shape_of
from redactory.redact.engine import Redactor
from redactory.redact.files import refusals
from redactory.redact.objects import redact_object
from redactory.redact.runners import InProcess
from redactory.redact.summary import ObjectSummary
from redactory.storage.local import LocalStore

_SPOOL = 32 << 20  # larger outputs go through a temporary file; it holds sanitised cases alone


class DroppedCases:
    """JSON lines of what was dropped: the line in the file, and why. No value of a case is among it."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, row: DeadRow) -> None:
        self._out.write(json.dumps({"line": row.number, "reason": row.reason}) + "\n")


def sanitise_file(source: Path, target: Path, dropped: Path, redactor: Redactor) -> tuple[ObjectSummary, list[str]]:
    """Sanitise the cases of `source`; returns the counts, and why nothing was written, where nothing was.

    Raises EvalsError where a file is the other one, is no JSONL or cannot be read; StorageError where OUT cannot be
    written.
    """
    shape = shape_of(source.name)
    if shape.format != "jsonl":
        raise EvalsError(f"{source.name}: cases are JSON lines, one case a line (.jsonl)")
    if len({path.resolve() for path in (source, target, dropped)}) < 3:
        raise EvalsError("the cases, the output and the ledger of dropped cases are three files")
    try:
        with (
            source.open("rb") as stream,
            tempfile.SpooledTemporaryFile(_SPOOL) as out,
            dropped.open("w", encoding="utf-8") as ledger,
        ):
            matcher = FieldMatcher(redactor.policy.fields)
            summary = redact_object(
                stream, shape, cast(BinaryIO, out), InProcess(redactor), matcher, dead_letters=DroppedCases(ledger)
            )
            refused = refusals(redactor.policy, summary)
            if not refused:
                out.seek(0)
                LocalStore(target.parent).upload(target.name, cast(BinaryIO, out))  # whole, or not at all
    except OSError as error:
        raise EvalsError(f"{error.filename}: {error.strerror}") from None
    except RecordError as error:
        raise EvalsError(f"{source}: {error}") from None
    return summary, refused
