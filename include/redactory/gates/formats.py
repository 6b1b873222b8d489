"""Where a replacement stands for a field with a declared format, it passes that field's validator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from redactory.policy.model import Policy
from redactory.policy.paths import ByPath
from redactory.transform.validators import validator_of

if TYPE_CHECKING:
    from redactory.gates.pairs import PairedRow

NOT_VALID = "a replacement that is not what the field's format asks for"


class Formats:
    """The formats a policy declares for fields. What did not pass before, and what was emptied, need not pass after."""

    def __init__(self, policy: Policy) -> None:
        self._validators = ByPath({path: validator_of(rule) for path, rule in policy.fields.formats.items()})

    def faults(self, pair: PairedRow) -> Iterator[tuple[str, str, str]]:
        """(path, entity, what is wrong) for each field of a staged row whose text was replaced by an invalid one."""
        texts = {field.path: field.text for field in pair.source or ()}
        entities = {place.path: place.entity for place in pair.places}
        for field in pair.staged or ():
            before = texts.get(field.path)
            if before is None or field.text == before or not field.text:
                continue
            validator = self._validators.of(field.path)
            if validator is not None and validator(before) and not validator(field.text):
                yield field.path, entities.get(field.path, ""), NOT_VALID
