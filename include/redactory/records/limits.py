"""Bounds on what one row may take, so that memory does not grow with the object. Row text is never cut to fit."""

from __future__ import annotations

MAX_ROW_BYTES = 64 << 20  # a longer row goes to dead-letter (`reasons.TOO_LARGE`)
KEPT_OF_HUGE_ROW = 1 << 20  # bytes of such a row that its dead-letter entry holds; the source object has it whole
MAX_ROW_VALUES = 200_000  # fields are Python objects: some 400 bytes each (`reasons.TOO_MANY`)
MAX_DEPTH = 256  # Spark's and Python's own readers stop at about 1,000 (`reasons.TOO_DEEP`)
MAX_BLANK_BYTES = 16 << 20  # blank lines in one stretch, kept in memory until the next row
READ_SIZE = 1 << 18
