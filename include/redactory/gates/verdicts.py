"""A gate's verdict in words for a person: rows, fields and classes, no value."""

from __future__ import annotations

from redactory.gates.model import Failure, GateResult

_SHOWN = 5  # failures named in a sentence


def in_words(result: GateResult) -> str:
    """One gate's verdict in a sentence."""
    if result.success:
        return f"{result.gate}: passed, {result.checked} rows"
    shown = "; ".join(_failure(failure) for failure in result.failures[:_SHOWN])
    more = result.failed - min(len(result.failures), _SHOWN)
    rest = f"; and {more} more" if more else ""
    return f"{result.gate}: {result.failed} failures in {result.checked} rows: {shown}{rest}"


def _failure(failure: Failure) -> str:
    where = " ".join(filter(None, (f"row {failure.row}" if failure.row else "", failure.path)))
    what = f"{failure.entity} ({failure.list_name})" if failure.entity else failure.list_name
    return f"{where}: {what}" if where else what
