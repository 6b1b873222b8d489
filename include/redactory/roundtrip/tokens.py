"""Which token stands for which value: what one conversation or request has sent, and may get back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from redactory.roundtrip.shapes import Shapes, key_of, shapes_of

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Sent:
    """One token that was sent, the entity it names, and the value it stands for.

    `subject` is the key of whom it means, where the policy has one token for all names of a person or account.
    """

    token: str
    entity: str
    value: str = field(repr=False)
    subject: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class TokenMap:
    """The tokens of a session at one time. Never printed with its values.

    Args:
        sent: by token.
        labels: entities whose tokens are looked for in a completion; a token of theirs that was not sent is invented.
        written: tokens the author wrote himself: they are nobody's invention, and mean nothing.
        widths: digits of ids that will be sent without brackets, besides those that were.
    """

    sent: Mapping[str, Sent] = field(repr=False)
    labels: frozenset[str] = field(default=frozenset(), repr=False)
    written: frozenset[Key] = field(default=frozenset(), repr=False)
    widths: frozenset[int] = frozenset()

    @classmethod
    def of(cls, sent: Iterable[Sent], labels: Iterable[str] = (), written: Iterable[Key] = ()) -> TokenMap:
        return cls({item.token: item for item in sent}, frozenset(labels), frozenset(written))

    def __len__(self) -> int:
        return len(self.sent)

    def __iter__(self) -> Iterator[Sent]:
        return iter(self.sent.values())

    @cached_property
    def by_key(self) -> dict[Key, Sent]:
        """The same by label and id, as a damaged token is looked up."""
        return {key: item for token, item in self.sent.items() if (key := key_of(token)) is not None}

    @cached_property
    def shapes(self) -> Shapes:
        """What finds these tokens in a text."""
        labels = self.labels | {label for label, _ in self.by_key}
        longest = max((len(ident) for _, ident in self.by_key), default=1)
        sent = (len(ident) for (_, ident), item in self.by_key.items() if not item.token.startswith("["))
        return shapes_of(labels, longest, self.widths.union(sent))
