"""What goes into the vault and comes out of it, and how scopes are named."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

DATASETS, CONVERSATIONS = "dataset:", "conversation:"  # what the scopes of each kind begin with


@dataclass(frozen=True, slots=True)
class Entry:
    """In `scope`, `token` stands for `value` (never printed).

    `person` is who is meant, where that is known: a key or hash, no name. `key_id` is the surrogate key that made
    the token, if one did. `expires` is UTC; None is never.
    """

    scope: str
    token: str
    entity: str
    value: str = field(repr=False)
    person: str | None = field(default=None, repr=False)
    expires: datetime | None = None
    key_id: str | None = None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What an erasure removed: so many entries, and the tokens that stood for them in published data."""

    entries: int
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The audit chain has `rows` rows; `problems` is empty when it is whole. `anchored`: heads were compared."""

    rows: int
    problems: tuple[str, ...]
    anchored: bool

    @property
    def ok(self) -> bool:
        return not self.problems


def dataset_scope(dataset: str) -> str:
    """The scope of what was published of a dataset: its values are shown by `lookup` alone."""
    return DATASETS + dataset


def conversation_scope(conversation: str) -> str:
    """The scope of one conversation, known by an id that says nothing about who speaks."""
    return CONVERSATIONS + conversation


def is_dataset(scope: str) -> bool:
    """Whether `scope` is that of a published dataset."""
    return scope.startswith(DATASETS)
