"""Evaluation cases: sanitised under one mapping a case, checked, and held against the user's own evaluator."""

from __future__ import annotations

from redactory.evals.sanitiser import CaseRedactor, redactor_for

__all__ = ["CaseRedactor", "redactor_for"]
