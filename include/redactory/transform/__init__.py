"""What stands in a value's place: one small module an operator."""

from __future__ import annotations

from redactory.transform.factory import operator_for
from redactory.transform.operator import Operator
from redactory.transform.operators import Operators, needs_case, needs_key
from redactory.transform.scope import Scope

__all__ = ["Operator", "Operators", "Scope", "needs_case", "needs_key", "operator_for"]
