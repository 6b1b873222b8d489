"""Values back in their tokens' places: one pass over the completion, so that a value is never read for tokens.

`Tally` says which tokens came back, which are missing, and which nobody sent. Those are left as they stand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from redactory.roundtrip.shapes import Mention
from redactory.roundtrip.tokens import TokenMap


@dataclass(frozen=True, slots=True)
class Report:
    """Tokens that came back with how often, tokens that did not, and tokens that were never sent. No values."""

    returned: dict[str, int]
    missing: tuple[str, ...]
    invented: dict[str, int]


@dataclass(frozen=True, slots=True)
class Rehydrated:
    """A completion with its values, and what became of the tokens."""

    text: str = field(repr=False)
    report: Report


class Tally:
    """Looks up tokens and counts them, over one or several pieces of a completion."""

    def __init__(self, tokens: TokenMap) -> None:
        self._tokens = tokens
        self._returned: Counter[str] = Counter()
        self._invented: Counter[str] = Counter()

    def value(self, text: str, mention: Mention) -> str | None:
        """What takes the place of a token mentioned in `text`; None for one that was not sent."""
        item = self._tokens.by_key.get(mention.key)
        if item is not None:
            self._returned[item.token] += 1
            if item.token.startswith("["):
                return item.value
            start, end = mention.inner  # sent without brackets: those about it are the text's own
            return text[mention.start : start] + item.value + text[end : mention.end]
        if mention.sure and mention.key not in self._tokens.written:
            self._invented["[{}_{}]".format(*mention.key)] += 1
        return None

    def fill(self, text: str) -> str:
        """A whole text with its values."""
        pieces: list[str] = []
        at = 0
        for mention in self._tokens.shapes.mentions(text):
            value = self.value(text, mention)
            if value is not None:
                pieces += [text[at : mention.start], value]
                at = mention.end
        return "".join([*pieces, text[at:]]) if pieces else text

    def report(self) -> Report:
        missing = tuple(token for token in self._tokens.sent if token not in self._returned)
        return Report(dict(self._returned), missing, dict(self._invented))


def rehydrate(completion: str, tokens: TokenMap) -> Rehydrated:
    """Put the values back into a completion that is plain text."""
    tally = Tally(tokens)
    return Rehydrated(tally.fill(completion), tally.report())
