"""Expressions of Python's `re` with a quick no: RE2 looks at a text first, and most texts hold nothing.

What stands before a place is searched for thousands of times and seldom found; `re` tries it at every character of
the window, RE2 goes once over it from its end. RE2 is asked a wider expression, without look-arounds, and about ASCII
alone, where both engines mean the same by `\\w`, `\\b` and case: what it does not find, `re` would not find either.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cached_property

from redactory.errors import PolicyError
from redactory.policy.patterns import Pattern

_SPACE = r"\s\v\x1c-\x1f"  # what `re` calls a space in ASCII; RE2 leaves the last ones out
_TOKEN = re.compile(
    r"""(?P<escape>\\(?:u[0-9a-fA-F]{4}|.))
    |(?P<look>\(\?<?[=!])
    |(?P<group>\(\?P<\w+>|\(\?>|\((?!\?))
    |(?P<class>\[\^?\]?)
    |(?P<count>(?:[*+?]|\{\d*,?\d*\})(?P<greed>[+?]?))
    |(?P<end>\$)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_FOLD_TO_ASCII = re.compile("[\u0130\u0131\u017f\u212a]")  # letters `re` takes for an ASCII one where case is ignored


class Sieved:
    """An expression that is asked about many texts and matches in few: what `re.compile` gives, as far as needed."""

    def __init__(self, expression: str, flags: int = 0) -> None:
        self._expression = re.compile(expression, flags)

    @cached_property
    def _wider(self) -> Pattern:
        compiled = self._expression
        return Pattern(widened(compiled.pattern, compiled.flags), ignore_case=bool(compiled.flags & re.IGNORECASE))

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        """The first match in `text`, or in a part of it, as `re` has it."""
        return self._expression.search(text, pos, endpos) if self._may_be_in(text[max(0, pos - 1) : endpos]) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every match in `text`, from left to right."""
        return self._expression.finditer(text) if self._may_be_in(text) else iter(())

    def _may_be_in(self, text: str) -> bool:
        return not text.isascii() or self._wider.is_in(text)


def sieved(expression: str, flags: int = 0) -> Sieved:
    """`re.compile` for an expression that most texts do not match. Of flags it knows IGNORECASE and MULTILINE."""
    return Sieved(expression, flags)


def widened(expression: str, flags: int = 0) -> str:
    """An expression of RE2 that matches in every ASCII text in which `expression` does, and perhaps in others.

    Raises `PolicyError` where that cannot be told.
    """
    if flags & ~(re.IGNORECASE | re.MULTILINE | re.UNICODE) or _FOLD_TO_ASCII.search(expression):
        raise PolicyError(f"no wider expression for RE2: {expression}")
    out = ["(?m)"] if flags & re.MULTILINE else []
    at, in_class = 0, False
    while (token := _TOKEN.match(expression, at)) is not None:
        at, kind, written = token.end(), token.lastgroup, token.group()
        if kind == "escape":
            out.append(_escape(written, in_class))
        elif in_class:
            at = token.start() + 1
            out.append(r"\[" if written[0] == "[" else written[0])
            in_class = written[0] != "]"
        elif kind == "look":
            at = _closing(expression, token.start())
        elif kind == "group":
            out.append("(?:")
        elif kind == "class":
            out.append(written.replace("]", r"\]"))
            in_class = True
        elif token.group("greed") == "+":
            out.append(written[:-1])  # possessive: RE2 has no such thing, and gives back
        elif kind == "end" and not flags & re.MULTILINE:
            out.append(r"(?:\n?\z)")  # where `re` sees an end too
        else:
            out.append(written)
    return "".join(out)


def _escape(written: str, in_class: bool) -> str:
    if written == r"\s":
        return _SPACE if in_class else f"[{_SPACE}]"
    if written == r"\Z":
        return r"\z"
    return rf"\x{{{written[2:]}}}" if len(written) == 6 else written


def _closing(expression: str, at: int) -> int:
    """Behind the bracket that closes the one at `at`."""
    depth, in_class = 0, False
    while True:
        token = _TOKEN.match(expression, at)
        assert token is not None  # the expression was compiled
        at, written = token.end(), token.group()
        if token.lastgroup == "escape":
            continue
        if in_class:
            at, in_class = token.start() + 1, written[0] != "]"
        elif token.lastgroup == "class":
            in_class = True
        elif written[0] == "(":
            depth += 1
        elif written == ")":
            depth -= 1
            if not depth:
                return at
