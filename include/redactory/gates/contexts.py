"""The contexts in which a guarded value is searched: the policy's patterns, with a stand-in for the value.

A pattern is compiled once, whatever the values: the value in the text is swapped for the stand-in, so that no value
is ever part of a pattern.
"""

from __future__ import annotations

import re
from typing import Any

from redactory.gates.folding import BOUNDARY
from redactory.policy.model import GateRules
from redactory.policy.patterns import compile_re2

PLACEHOLDER = "{value}"
_STAND_IN = "Rq7gx0Value0xg7qR"  # letters and digits, as a value has, so that \b works beside it
_WINDOW = 120  # characters looked at on either side
_LAST_KEY = re.compile(r"([^.\[\]']+)'?\]?(?:\[\d+\])?$")


class GuardedContexts:
    """The policy's contexts by entity.

    Raises PolicyError where RE2 refuses a pattern.
    """

    def __init__(self, rules: GateRules) -> None:
        self._patterns: dict[str, list[Any]] = {}
        for context in rules.guarded_contexts:
            compiled = [
                compile_re2(pattern.replace(PLACEHOLDER, _STAND_IN), where=f"gates.guarded_contexts {context.entity}")
                for pattern in context.patterns
            ]
            self._patterns.setdefault(context.entity, []).extend(compiled)

    def hold(self, entity: str, text: str, start: int, end: int, path: str) -> bool:
        """Whether `text[start:end]`, in the field at `path`, stands in a context of `entity`.

        A field that is the value and nothing else is read with its key in front: `uid: value`.
        """
        patterns = self._patterns.get(entity)
        if not patterns:
            return False
        before = text[max(0, start - _WINDOW) : start]
        after = text[end : end + _WINDOW]
        if not before.strip() and not after.strip():
            key = _LAST_KEY.search(path)
            before = f"{key[1]}: " if key else ""
        window = (before + _STAND_IN + after).replace(BOUNDARY, " ")
        return any(pattern.search(window) for pattern in patterns)
