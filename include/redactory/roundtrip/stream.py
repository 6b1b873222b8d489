"""Rehydration of a completion that arrives in pieces: the same result for every way of cutting it.

A piece is passed on as soon as no token can begin in what is left of it. What is held back is at most as long as the
longest damaged token.
"""

from __future__ import annotations

from collections.abc import Callable

from redactory.errors import RoundTripError
from redactory.roundtrip.rehydrate import Report, Tally
from redactory.roundtrip.shapes import CONTEXT
from redactory.roundtrip.tokens import TokenMap


class StreamRehydrator:
    """Feed it the pieces of one completion in order, then close it. `done` gets the report of the whole."""

    def __init__(self, tokens: TokenMap, done: Callable[[Report], None] | None = None) -> None:
        self._tally = Tally(tokens)
        self._done = done
        self._shapes = tokens.shapes
        self._text = ""  # what is not passed on yet, and a few characters before it for the conditions on the left
        self._at = 0  # where that begins
        self._closed = False

    @property
    def most_held(self) -> int:
        """Characters held back at most."""
        return self._shapes.width

    def feed(self, piece: str) -> str:
        """What may be passed on after this piece; often a little less than the piece, or a little more."""
        if self._closed:
            raise RoundTripError("the completion has ended already")
        self._text += piece
        return self._pass_on(self._shapes.may_begin(self._text, self._at))

    def close(self) -> str:
        """The rest."""
        if self._closed:
            return ""
        self._closed = True
        rest = self._pass_on(len(self._text))
        if self._done:
            self._done(self.report())
        return rest

    def report(self) -> Report:
        """What became of the tokens so far."""
        return self._tally.report()

    def _pass_on(self, until: int) -> str:
        """Decide every token that begins before `until`: what follows it is known."""
        pieces: list[str] = []
        at = self._at
        for mention in self._shapes.mentions(self._text, self._at):
            if mention.start >= until:
                break
            value = self._tally.value(self._text, mention)
            pieces.append(self._text[at : mention.start])
            pieces.append(self._text[mention.start : mention.end] if value is None else value)
            at = mention.end
        pieces.append(self._text[at:until])
        at = max(at, until)
        kept = max(0, at - CONTEXT)
        self._text, self._at = self._text[kept:], at - kept
        return "".join(pieces)
