"""Pseudonyms: fake values of the same shape, one mapping a case, never a global one."""

from __future__ import annotations

from redactory.transform.pseudonym.case import CaseScope, unescaped
from redactory.transform.pseudonym.kind import Clash, Unfit
from redactory.transform.pseudonym.near import are_near
from redactory.transform.pseudonym.operator import Pseudonym

__all__ = ["CaseScope", "Clash", "Pseudonym", "Unfit", "are_near", "unescaped"]
