"""The pseudonym: a fake value of the same shape, within one case and never beyond it (docs/eval-cases.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from redactory.errors import PolicyError
from redactory.policy.transforms import PseudonymOptions, TransformRule
from redactory.transform.operator import Operator
from redactory.transform.pseudonym.case import CaseScope
from redactory.transform.pseudonym.kind import Unfit
from redactory.transform.pseudonym.kinds import kind_of
from redactory.transform.pseudonym.shifted import Shifted
from redactory.transform.scope import Scope


class Pseudonym(Operator):
    """Replaces a value by its fake in a `CaseScope`. What it validates needs no case."""

    name = "pseudonym"

    def __init__(self, entity: str, token: str, rule: TransformRule) -> None:
        super().__init__(entity, token)
        self.options = rule.pseudonym or PseudonymOptions()
        self._kind = kind_of(entity, self.options)

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        if not isinstance(scope, CaseScope):
            raise PolicyError(f"{self.entity} is replaced by pseudonyms, which hold within one evaluation case")
        return scope.fake(self.entity, self.options, value)

    def validate(self, replacement: str) -> bool:
        return self._kind.valid(replacement)

    def elsewhere(self, values: Iterable[str], text: str) -> Iterator[tuple[int, int]]:
        """Where one of `values` stands in `text` in another spelling that only its kind can tell: dates."""
        if isinstance(self._kind, Shifted):
            days = set()
            for value in values:
                with suppress(Unfit):
                    days.add(self._kind.canonical(value))
            yield from self._kind.places(text, days)

    def keeps(self, value: str, replacement: str) -> bool:
        """Whether `replacement` is as valid as `value` was: the format check of a case."""
        return self._kind.keeps(value, replacement)
