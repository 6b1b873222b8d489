"""The gates every output partition passes before it is published, and the monitors beside them."""

from __future__ import annotations

from redactory.gates.answer_key import AnswerKey
from redactory.gates.check import check_object
from redactory.gates.model import GATES, Failure, GateResult
from redactory.gates.monitors import Alert, Shares, check_monitors
from redactory.gates.verdicts import in_words

__all__ = [
    "GATES",
    "Alert",
    "AnswerKey",
    "Failure",
    "GateResult",
    "Shares",
    "check_monitors",
    "check_object",
    "in_words",
]
