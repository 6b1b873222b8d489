"""The gate's own folding: case, accents (NFC or NFD), zero-width characters, widths, apostrophes, hyphens.

Folded text is only compared, never published. Scripts written without spaces keep their characters as they are.
"""

from __future__ import annotations

import re
import unicodedata

BOUNDARY = "\x01"  # stands where an emitted token was cut out, and between fields: nothing matches across it

# Written without spaces, or with particles joined to names: every character is a token of its own.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0002fa1f"
)
_UNSPACED = re.compile(f"[{UNSPACED}]")
_APOSTROPHES = "\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u2032\u2035\u00b4\u055a\ua78c\uff07"
_HYPHENS = "\u2010\u2011\u2212\ufe63\uff0d"
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
_ZERO_WIDTH = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]+"
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_WITH_BASE = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")  # and the ASCII letter an accent may stand on


def _fold_char(char: str) -> str:
    if char in _APOSTROPHES:
        return "'"
    if char in _HYPHENS:
        return "-"
    if unicodedata.category(char) == "Cf":
        return ""
    if _UNSPACED.match(char) and not unicodedata.category(char).startswith("M"):
        return char
    if "\uff01" <= char <= "\uff5e":  # full width forms of ASCII
        char = chr(ord(char) - 0xFEE0)
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", char).casefold())
    return "".join(_LETTERS.get(c, c) for c in folded if not unicodedata.category(c).startswith("M"))


class _Table(dict[int, str]):
    """Code point -> folded text, filled as characters come."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_char(chr(code))
        return folded


_TABLE = _Table()


def fold(text: str) -> str:
    """`text` for comparison. ASCII keeps its length and offsets; other text need not."""
    if text.isascii():
        return text.lower()
    text = _ZERO_WIDTH.sub("", text)  # first, so that it does not keep apart what composes
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return _BEYOND_ASCII.sub(lambda run: run[0].translate(_TABLE), text).lower()


def fold_with_origins(text: str) -> tuple[str, list[int]]:
    """`fold(text)`, and for each of its characters the offset in `text` it came from, with `len(text)` at the end."""
    folded: list[str] = []
    origins: list[int] = []
    done = 0
    for run in _WITH_BASE.finditer(text):
        at, stop = run.span()
        folded.append(text[done:at].lower())
        origins += range(done, at)
        done = stop
        while at < stop:
            end = at + 1
            while end < stop and _continues(text[end]):
                end += 1
            piece = fold(text[at:end])
            folded.append(piece)
            origins += [at] * len(piece)
            at = end
    folded.append(text[done:].lower())
    origins += range(done, len(text) + 1)
    return "".join(folded), origins


def _continues(char: str) -> bool:
    """Whether `char` may melt into the character before it, or stand between two that do."""
    if _ZERO_WIDTH.match(char):
        return True
    if char < "\u0300":
        return False
    return unicodedata.category(char).startswith("M") or "\u1160" <= char <= "\u11ff"
