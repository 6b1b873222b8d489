"""Folding: text as the identity automaton reads it, with exact offsets back into the original.

Folded text is UTF-8 in which case, accents, ligatures, full-width forms, zero-width characters, apostrophe and
hyphen variants and runs of white space no longer count (contract.md, decisions: person name). The separators
`.` `,` `_` `-` and white space all become one space each, so that one pattern stands for `p.nair`, `P_Nair` and
`P-NAIR`; whoever matches looks at the original to tell them apart. ASCII text without runs of white space takes
a fast path and needs no offsets.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

SEPARATOR = "\x00"  # joins several texts into one; no pattern holds it

_UPPER = bytes(range(ord("A"), ord("Z") + 1))
_TABLE = bytes.maketrans(_UPPER + b".,_-\t\n\r\x0b\x0c`", _UPPER.lower() + b" " * 9 + b"'")
_TEXT_TABLE = {code: chr(_TABLE[code]) for code in range(128)}
_SPECIAL = re.compile(r"\s{2,}|[^\x00-\x7f]")
_RUN = re.compile(r"\s{2}")
_APOSTROPHES = frozenset("\u2018\u2019\u201b\u02bc\u02bb\u02b9\u2032\u00b4\uff07\uff40")
_HYPHENS = frozenset("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d")
_DROPPED = frozenset("\u00ad\u034f\u061c\u180e\u2060\ufeff")
# letters that have no decomposition and are written without their stroke or bar
_PLAIN = {
    "ß": "ss", "ẞ": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
    "ı": "i", "ŋ": "n", "ŧ": "t", "ə": "e",
}  # fmt: skip
_MARKS = (  # combining marks that are accents; the vowel signs of Indic scripts are letters and stay
    (0x0300, 0x036F), (0x0591, 0x05C7), (0x0610, 0x061A), (0x064B, 0x065F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F),
)  # fmt: skip


def around(text: str, start: int, end: int, width: int) -> tuple[str, str]:
    """Up to `width` characters before and 24 after `text[start:end]`, of its own text where several are joined."""
    before, after = text[max(0, start - width) : start], text[end : end + 24]
    if SEPARATOR in before:
        before = before.rpartition(SEPARATOR)[2]
    if SEPARATOR in after:
        after = after.partition(SEPARATOR)[0]
    return before, after


def is_accent(char: str) -> bool:
    """Whether `char` is a combining mark that folding drops."""
    code = ord(char)
    return code >= 0x0300 and any(low <= code <= high for low, high in _MARKS)


@lru_cache(maxsize=50_000)
def _fold_char(char: str) -> bytes:
    """What one non-ASCII character becomes: nothing, one byte or several."""
    if char in _APOSTROPHES:
        return b"'"
    if char in _HYPHENS:
        return b" "
    if char.isspace():
        return b" "
    category = unicodedata.category(char)
    if char in _DROPPED or (category == "Cf"):
        return b""
    if category == "Cs":
        return b"\x01"
    out = []
    for piece in unicodedata.normalize("NFKD", char).casefold():
        if not is_accent(piece):
            out.append(_PLAIN.get(piece, piece))
    return "".join(out).encode("utf-8", "replace").translate(_TABLE)


@dataclass(frozen=True, slots=True)
class Folded:
    """`data` is the folded text. `at` and `origin` are breakpoints: the byte `at[i]` stands at character `origin[i]`.

    Between two breakpoints bytes and characters advance together. No breakpoints: offsets are the same. `seams` are
    the bytes before which a character was dropped: two letters that meet there need not be one word.
    """

    text: str
    data: bytes
    at: tuple[int, ...] = ()
    origin: tuple[int, ...] = ()
    seams: frozenset[int] = frozenset()

    def start(self, position: int) -> int:
        """The character of the original at which byte `position` begins."""
        if not self.at:
            return position
        return self._locate(position, position)

    def end(self, position: int) -> int:
        """The character of the original at which a match ending before byte `position` ends, its accents included."""
        text = self.text
        if not self.at:
            return position
        end = self._locate(position - 1, position)
        while end < len(text) and is_accent(text[end]):
            end += 1
        return end

    def _locate(self, inside: int, position: int) -> int:
        index = bisect_right(self.at, inside) - 1
        if index < 0:
            return position
        character = self.origin[index] + position - self.at[index]
        if index + 1 < len(self.origin) and character > self.origin[index + 1]:
            return self.origin[index + 1]
        return character


def fold(text: str) -> Folded:
    """Fold `text`; any Unicode text is taken, lone surrogates included."""
    if text.isascii() and not _RUN.search(text):
        return Folded(text, text.encode("ascii").translate(_TABLE))
    pieces: list[bytes] = []
    at: list[int] = []
    origin: list[int] = []
    seams: list[int] = []
    done = written = 0
    for found in _SPECIAL.finditer(text):
        start, end = found.span()
        if start > done:
            pieces.append(text[done:start].encode("ascii").translate(_TABLE))
            written += start - done
        char = found.group()
        new = b" " if end - start > 1 else _fold_char(char)
        if len(new) != 1 or end - start != 1:
            at += (written, written + len(new))
            origin += (start, end)
            if not new:
                seams.append(written)
        pieces.append(new)
        written += len(new)
        done = end
    pieces.append(text[done:].encode("ascii").translate(_TABLE))
    return Folded(text, b"".join(pieces), tuple(at), tuple(origin), frozenset(seams))


def folded(text: str) -> str:
    """`text` folded, with single spaces and none at its ends: the shape of a name in a pattern."""
    return " ".join(words(text))


def words(text: str) -> tuple[str, ...]:
    """The folded words of `text`, apostrophes inside them."""
    if text.isascii() and text.isprintable():
        return tuple(text.translate(_TEXT_TABLE).split())
    return tuple(word for word in fold(text).data.decode("utf-8").split(" ") if word)


def is_cjk(char: str) -> bool:
    """Whether `char` belongs to a script written without spaces, in which every edge is a word boundary."""
    code = ord(char)
    return code >= 0x0E00 and (
        code <= 0x0EFF  # Thai, Lao
        or 0x1100 <= code <= 0x11FF
        or 0x2E80 <= code <= 0x9FFF
        or 0xA960 <= code <= 0xA97F
        or 0xAC00 <= code <= 0xD7FF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF66 <= code <= 0xFFDC
        or 0x20000 <= code <= 0x3FFFF
    )


def is_wordlike(char: str) -> bool:
    """Whether `char` continues a word: a letter, a digit or a combining mark. `_` does not."""
    return char.isalnum() or (not char.isascii() and unicodedata.category(char)[0] == "M")


def is_boundary(text: str, position: int) -> bool:
    """Whether a word may begin or end at `position` of `text`."""
    if position <= 0 or position >= len(text):
        return True
    left, right = text[position - 1], text[position]
    if not (is_wordlike(left) and is_wordlike(right)):
        return True
    if not left.isalnum():  # a mark belongs to the letter it stands on; one on a slash or a space is no letter
        left = next((c for c in reversed(text[:position]) if not is_wordlike(c) or c.isalnum()), " ")
        if not left.isalnum():
            return True
    return is_cjk(left) or is_cjk(right)
