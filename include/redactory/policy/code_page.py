"""Expressions and texts in eight bits a character, of which RE2 builds far less than of UTF-8.

In UTF-8 a class such as `\\pL` is hundreds of byte sequences, in a code page a few ranges of bytes: an expression
compiles, and its automaton grows, many times as fast. The page is Latin-1 with the dashes, quotes and arrows that
people write in place of its second set of control characters. A text with any other character is searched in UTF-8.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from functools import lru_cache

import re2

_MARKS = (
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2032\u2039"
    "\u203a\u20ac\u2122\u2190\u2192\u21d2\u2212\u2500\u2502\u2713\u2714\u2002\u2009\u200b\u202f\ufeff"
)
PAGE = "".join(map(chr, range(0x80))) + _MARKS + "".join(map(chr, range(0xA0, 0x100)))
_TABLE = codecs.charmap_build(PAGE)
# Letters of another case, where RE2 does not fold by itself what is Latin-1: of the page, and from outside into it
_FOLDED = {
    (char, PAGE[code ^ 0x20]) for code, char in enumerate(PAGE) if code >= 0xC0 and code & 0x1F not in (0x17, 0x1F)
}
_FOLDED |= set(zip("\u0178\u017f\u212a\u212b\u212b\u1e9e\u039c\u03bc", "\xffsk\xe5\xc5\xdf\xb5\xb5", strict=True))
_TOKEN = re.compile(
    r"""\\x(?:\{(?P<long>[0-9A-Fa-f]{1,6})\}|(?P<short>[0-9A-Fa-f]{2}))
    |(?P<group>\\[pP](?:[A-Z]|\{\^?[A-Za-z_]+\}))
    |\\(?P<control>[nrtfva])
    |(?P<named>\\[dDwWsS])
    |(?P<edge>\\[bBAz])
    |\\(?P<escaped>[\x00-/:-@\[-`{-\x7f])
    |(?P<opening>\[\^?)
    |(?P<flags>\(\?[imsU]*(?:-[imsU]+)?[:)])
    |(?P<plain>[^\\])""",
    re.VERBOSE | re.DOTALL,
)
_CONTROL = {"n": 10, "r": 13, "t": 9, "f": 12, "v": 11, "a": 7}
_TO = re.compile(r"-(?!\]|\Z)")  # a range goes on
_NOTHING, _ANYTHING = r"[^\x00-\xff]", r"[\x00-\xff]"
_Ranges = list[tuple[int, int]]  # of codes, both ends included


class _NotInPageError(Exception):
    """The expression cannot be written in the page."""


def encoded(text: str) -> bytes | None:
    """`text` in the page, a byte a character; None where it holds a character the page has not."""
    if text.isascii():
        return text.encode()
    try:
        return codecs.charmap_encode(text, "strict", _TABLE)[0]
    except UnicodeEncodeError:
        return None


def translated(expression: str, *, ignore_case: bool = False) -> str | None:
    """An expression for RE2's Latin-1 that matches in an encoded text what `expression` matches in the text itself.

    None where that cannot be told.
    """
    try:
        return _Translation(expression, ignore_case).written()
    except _NotInPageError:
        return None


class _Translation:
    """One expression on its way into the page."""

    def __init__(self, expression: str, ignore_case: bool) -> None:
        self._expression = expression
        self._at = 0
        self._folds = [ignore_case]  # whether case is ignored, in every group that is open

    def written(self) -> str:
        out: list[str] = []
        while self._at < len(self._expression):
            token = self._next()
            if token["flags"] is not None:
                self._set_flags(token["flags"])
            elif token["plain"] == "(":
                self._folds.append(self._folds[-1])
            elif token["plain"] == ")" and len(self._folds) > 1:
                self._folds.pop()
            if token["opening"] is not None:
                out.append(_written(*self._class(), negated=token["opening"] == "[^"))
            elif token["group"] is not None:
                out.append(_written(_members(token["group"], self._folds[-1])))
            elif token["long"] or token["short"] or (token["plain"] or "") > "\x7f":
                out.append(_written(self._codes(_point(token))))
            else:
                out.append(token.group())
        return "".join(out)

    def _set_flags(self, written: str) -> None:
        """Flags such as `(?i:` and `(?-i)`, the latter to the end of the group they stand in."""
        on, _, off = written.partition("-")
        fold = "i" not in off and ("i" in on or self._folds[-1])
        if written.endswith(":"):
            self._folds.append(fold)
        else:
            self._folds[-1] = fold

    def _class(self) -> tuple[_Ranges, str]:
        """(codes, what stays as it is written) of the class whose bracket was the last token."""
        ranges: _Ranges = []
        named: list[str] = []
        first = self._at
        while not self._expression.startswith("]", self._at) or self._at == first:
            if self._expression.startswith("[:", self._at):
                raise _NotInPageError
            token = self._next()
            if token["group"] is not None:
                ranges += _members(token["group"], self._folds[-1])
            elif token["named"] is not None:
                named.append(token["named"])
            else:
                low = high = _point(token)
                if _TO.match(self._expression, self._at):
                    self._at += 1
                    high = _point(self._next())
                ranges += self._codes(low, high)
        self._at += 1
        return ranges, "".join(named)

    def _next(self) -> re.Match[str]:
        token = _TOKEN.match(self._expression, self._at)
        if token is None:
            raise _NotInPageError
        self._at = token.end()
        return token

    def _codes(self, low: int, high: int | None = None) -> _Ranges:
        """Codes of the characters from `low` to `high`, or of one."""
        high = low if high is None else high
        if low > high:
            raise _NotInPageError
        if high < 0x80:
            return [(low, high)]
        ranges = _joined(code for code, char in enumerate(PAGE) if low <= ord(char) <= high)
        if self._folds[-1]:
            ranges += [(ord(own), ord(own)) for letter, own in _FOLDED if low <= ord(letter) <= high]
        return ranges


def _point(token: re.Match[str]) -> int:
    """The character that `token` stands for."""
    if digits := token["long"] or token["short"]:
        return int(digits, 16)
    if token["control"]:
        return _CONTROL[token["control"]]
    written = token["escaped"] or token["opening"] or token["plain"]
    if not written or len(written) != 1:
        raise _NotInPageError
    return ord(written)


@lru_cache(maxsize=256)
def _members(group: str, ignore_case: bool) -> _Ranges:
    """Codes of a group such as `\\pL`, as RE2 knows it."""
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    try:
        return _joined(match.start() for match in re2.compile(group, options).finditer(PAGE))
    except re2.error:
        raise _NotInPageError from None


def _joined(codes: Iterable[int]) -> _Ranges:
    ranges: _Ranges = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = ranges[-1][0], code
        else:
            ranges.append((code, code))
    return ranges


def _written(ranges: _Ranges, named: str = "", *, negated: bool = False) -> str:
    inside = "".join(rf"\x{low:02x}" if low == high else rf"\x{low:02x}-\x{high:02x}" for low, high in ranges) + named
    if not inside:
        return _ANYTHING if negated else _NOTHING
    return f"[{'^' if negated else ''}{inside}]"
