"""The ordinal: `[PERSON_1]`, the same for the same value inside one scope and telling nothing outside it."""

from __future__ import annotations

import re

from redactory.detect.accounts import ORG
from redactory.policy.transforms import OrdinalOptions, TransformRule
from redactory.transform.normal import normalise
from redactory.transform.operator import Operator
from redactory.transform.scope import Scope

LINKED = ""  # the one series of numbers where names, addresses and accounts of a person share theirs


class Ordinal(Operator):
    """Replaces a value by its number in the scope, in brackets or in a fixed width.

    More values than a fixed width can count become the typed token.
    """

    name = "ordinal"

    def __init__(self, entity: str, token: str, rule: TransformRule, *, linked: bool) -> None:
        super().__init__(entity, token)
        self._label = token[1:-1]
        self._width = (rule.ordinal or OrdinalOptions()).width
        self._named = linked or entity == ORG
        self._series = LINKED if linked else self._label
        self._shape = re.compile(rule.shape(self._label) or "")
        self._number = re.compile(r"\d+(?=\]?$)")

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        whom = subject if self._named else None
        number = scope.number(self._series, whom or f"{self.entity}\0{normalise(self.entity, value)}")
        if self._width is None:
            return f"[{self._label}_{number}]"
        digits = f"{number:0{self._width}}"
        return f"{self._label}_{digits}" if len(digits) == self._width else self.token

    def validate(self, replacement: str) -> bool:
        return self._shape.fullmatch(replacement) is not None or (
            self._width is not None and replacement == self.token
        )

    def reserve(self, text: str, scope: Scope) -> None:
        """Numbers of ordinals in `text` are given to nobody."""
        if self._label not in text:
            return
        for found in self._shape.finditer(text):
            digits = self._number.search(found[0])
            if digits:
                scope.reserve(self._series, int(digits[0]))
