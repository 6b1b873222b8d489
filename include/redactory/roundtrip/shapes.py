"""How a token looks when it comes back: as it was sent, or with the damage models and formats do to it.

A token is `[LABEL_ID]`; its id is an ordinal or the hex digits of a surrogate. Taken for one are also, in any case of
letters: other or escaped brackets (Markdown, JSON, HTML, URL), a hyphen or a space for the underscore, an escaped
underscore, and no brackets at all where word boundaries stand instead. A match reads a whole id, so that `PERSON_1`
is never found in `PERSON_10`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

MAX_LABEL = 32  # characters of an entity's label (policy/model.py)
_ORDINAL_DIGITS = 6  # of an invented token that is still reported
_SHORTEST_DIGEST = 6  # hex digits of an invented surrogate that is reported: `[ORG added]` is none

_SQUARE = (
    (r"\[", r"\]"),
    (r"\\\[", r"\\\]"),
    (r"\\\\\[", r"\\\\\]"),
    (r"\\{1,2}u005[bB]", r"\\{1,2}u005[dD]"),
    (r"&#91;|&#[xX]5[bB];|&lbrack;|&lsqb;", r"&#93;|&#[xX]5[dD];|&rbrack;|&rsqb;"),
    (r"%5[bB]", r"%5[dD]"),
    ("\uff3b|\u3010|\u27e6", "\uff3d|\u3011|\u27e7"),
)
_ANGLE = (
    (r"<", r">"),
    (r"&lt;|&#60;|&#[xX]3[cC];", r"&gt;|&#62;|&#[xX]3[eE];"),
    (r"\\{1,2}u003[cC]", r"\\{1,2}u003[eE]"),
    (r"%3[cC]", r"%3[eE]"),
)
_PAIRS = (*_SQUARE, *_ANGLE)
_FIRST_OF_BRACKETS = r"\[\\&%\uff3b\u3010\u27e6<"
_UNDERSCORE = r"(?:\\{0,2}_|\uff3f|\\{1,2}u005[fF]|&#95;|&#[xX]5[fF];|&lowbar;|%5[fF])"
_HYPHEN = r"(?:\\?[-\u2010\u2011\u2013])"
_SPACE = r"[ \u00a0]"
# Left and right of a token without brackets. An underscore beside it is emphasis, unless a letter stands behind that.
_LEFT = r"(?:(?<![^\W_])(?<![^\W_]_)(?<![^\W_]__)|(?<=\\[nrt]))"
_RIGHT = r"(?!_{0,2}[^\W_])"
# A hyphen or a space could be the author's: more must speak for the token.
_LOOSE_LEFT = r"(?<![-\u2010\u2011\u2013.@#\w])"
_LOOSE_RIGHT = r"(?![-\u2010\u2011\u2013_.,@][^\W_])(?![^\W_])"
_BRACKETED, _PLAIN, _HYPHENED, _SPACED, _OTHER, _FIXED = range(1, 7)  # the groups of each form of a token
LOOKAHEAD = 3  # characters the right-hand conditions look at
CONTEXT = 4  # characters the left-hand conditions look at
_LONGEST_BRACKET, _LONGEST_JOIN = 8, 10


@dataclass(frozen=True, slots=True)
class Mention:
    """`text[start:end]` reads as the token of `key`: label and id. `sure` where little else could be meant.

    `inner` is the same place without brackets.
    """

    start: int
    end: int
    key: tuple[str, str]
    sure: bool
    inner: tuple[int, int]


def key_of(token: str) -> tuple[str, str] | None:
    """Label and id of a token as it is sent; None for what is not of that shape."""
    match = _EXACT.fullmatch(token)
    return (match["label"], match["id"].lower()) if match else None


_EXACT = regex.compile(r"\[?(?P<label>[A-Z][A-Z0-9_]*)_(?P<id>[0-9]+|[0-9a-f]{4,64})\]?")


class Shapes:
    """Finds tokens of some labels in text.

    Args:
        labels: entities whose tokens are looked for, damage included; of any other label `[LABEL_1]` exactly.
        longest_id: characters of the longest id.
        widths: digits of ids that are sent without brackets: those tokens are found beside `_` and letters too.
    """

    def __init__(self, labels: Iterable[str], longest_id: int, widths: Iterable[int] = ()) -> None:
        names = sorted(set(labels), key=lambda label: (-len(label), label))
        longest_id = max(longest_id, _ORDINAL_DIGITS)
        ident = rf"[0-9a-fA-F]{{1,{longest_id}}}"
        gap = rf"(?:{_SPACE}?(?:{_UNDERSCORE}|{_HYPHEN}){_SPACE}?|{_SPACE}?)"
        opened = "|".join(f"(?P<o{i}>{opening})" for i, (opening, _) in enumerate(_PAIRS))
        closed = "".join(f"(?(o{i})(?:{closing}))" for i, (_, closing) in enumerate(_PAIRS))
        bracketed = rf"(?:{opened})\s?(?P<l1>{_joined(names, gap)}){gap}(?P<i1>{ident})\s?{closed}"
        plain = rf"(?P<l2>{_joined(names, _UNDERSCORE)}){_UNDERSCORE}(?P<i2>{ident})"
        hyphened = rf"(?P<l3>{_joined(names, f'(?:{_UNDERSCORE}|{_HYPHEN})')}){_HYPHEN}(?P<i3>{ident})"
        spaced = rf"(?P<l4>{_joined(names, f'(?:{_UNDERSCORE}|{_SPACE})', any_case=False)}){_SPACE}(?P<i4>{ident})"
        other = rf"\[(?P<l5>[A-Z][A-Z0-9_]{{0,{MAX_LABEL - 1}}})_(?P<i5>[0-9]{{1,{_ORDINAL_DIGITS}}})\]"
        fixed = "|".join(rf"[0-9]{{{width}}}(?![0-9])" for width in sorted(widths)) or r"(?!)"
        fixed = rf"(?<![A-Za-z0-9])(?P<l6>{_joined(names, '_', any_case=False)})_(?P<i6>{fixed})"
        letters = "".join(sorted({letter for name in names for letter in (name[0], name[0].lower())}))
        first = f"(?=[{letters}])" if letters else "(?!)"
        bare = rf"{fixed}|{_LEFT}{plain}{_RIGHT}|{_LOOSE_LEFT}(?:{hyphened}|{spaced}){_LOOSE_RIGHT}"
        # What stands first decides quickly that no token begins at most places.
        self._find = regex.compile(rf"(?=[{_FIRST_OF_BRACKETS}])(?:{bracketed}|{other})|{first}(?:{bare})")
        # `fixed` begins as `plain` does
        self._begun = regex.compile("|".join((bracketed, plain, hyphened, spaced, other)))
        self._labels = {_squeezed(name): name for name in names}
        pieces = max([name.count("_") for name in names], default=0) + 1
        longest_label = max([len(name) for name in names], default=0) + pieces * _LONGEST_JOIN
        longest = 2 * (_LONGEST_BRACKET + 1) + longest_label + longest_id
        self.width = max(longest, MAX_LABEL + _ORDINAL_DIGITS + 3) + LOOKAHEAD

    def mentions(self, text: str, start: int = 0) -> Iterator[Mention]:
        """Every token in `text` from `start` on, in order; they do not overlap."""
        for match in self._find.finditer(text, start):
            yield self._mention(match)

    def may_begin(self, text: str, start: int) -> int:
        """The first place from `start` on where a token may begin that the text, cut off here, does not decide yet.

        `len(text)` where there is none. It lies at most `width` characters before the end.
        """
        for at in range(max(start, len(text) - self.width), len(text)):
            match = self._begun.match(text, at, partial=True)
            if match is not None and (match.partial or match.end() + self._looks_at(match) > len(text)):
                return at
        return len(text)

    def _looks_at(self, match: regex.Match[str]) -> int:
        """Characters behind a match that decide on it: none where a bracket closes it."""
        return 0 if match[f"l{_BRACKETED}"] or match[f"l{_OTHER}"] else LOOKAHEAD

    def _mention(self, match: regex.Match[str]) -> Mention:
        form = int(match.lastgroup[1:])  # its id is the last group of every form
        label, ident = match[f"l{form}"], match[f"i{form}"]
        known = self._labels.get(_squeezed(label), label)
        deliberate = form not in (_HYPHENED, _SPACED) and (form != _PLAIN or label.isupper())
        numbered = ident.isdigit() or (len(ident) >= _SHORTEST_DIGEST and any(map(str.isdigit, ident)))
        inner = match.start(f"l{form}"), match.end(f"i{form}")
        return Mention(match.start(), match.end(), (known, ident.lower()), deliberate and numbered, inner)


@lru_cache(maxsize=64)
def shapes_of(labels: frozenset[str], longest_id: int, widths: frozenset[int]) -> Shapes:
    """The compiled shapes; the last ones used are kept."""
    return Shapes(labels, longest_id, widths)


_JOINS = regex.compile(rf"{_UNDERSCORE}|{_HYPHEN}|\s")


def _squeezed(label: str) -> str:
    return _JOINS.sub("", label).upper()


def _joined(names: list[str], join: str, *, any_case: bool = True) -> str:
    """Alternatives of all labels, their underscores loosened to `join`."""
    if not names:
        return r"(?!)"
    pattern = "|".join(join.join(map(regex.escape, name.split("_"))) for name in names)
    return f"(?i:{pattern})" if any_case else f"(?:{pattern})"
