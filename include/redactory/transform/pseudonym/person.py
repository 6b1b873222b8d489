"""People: every way of writing one, word by word, as the same way of writing the fake one.

Titles, particles, suffixes, order, initials, case and possessives stay; each name becomes its fake. `Moreau, Julien`,
`J. Moreau`, `MOREAU` and `Julien's` all fit `Julien Moreau` before and `Adrien Fabre` after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from redactory.detect import lexicon
from redactory.detect.fold import folded
from redactory.detect.names import is_ordinary
from redactory.transform.pseudonym.kind import Clash
from redactory.transform.pseudonym.lists import Role, is_famous, is_list_name, locale_of
from redactory.transform.pseudonym.words import NameWords, plain

_WORD = re.compile(r"(?<!['\u2019])\b[^\W\d_]+(?:['\u2019](?![sS]\b)[^\W\d_]+)*")
_TITLES = frozenset(
    (
        "dame", "dipl", "don", "dr", "frau", "herr", "ing", "lady", "lord", "m", "madame", "miss", "mlle", "mme",
        "monsieur", "mr", "mrs", "ms", "mx", "prof", "rev", "senor", "senora", "sig", "sir", "sra",
    )
)  # fmt: skip
_SUFFIXES = frozenset(("esq", "ii", "iii", "iv", "jr", "junior", "mba", "md", "phd", "senior", "sr"))
KEPT_WORDS = _TITLES | _SUFFIXES | lexicon.PARTICLES  # folded words of a mention that may stay
_ELIDED = re.compile(r"^([dDlLoO]['\u2019])(?=\w)")

Part = Literal["given", "family", "given-initial", "family-initial", "kept"]
Fits = Callable[[str, str], bool]
_Found = tuple[int, int, str]  # where a word stands in a mention, and the word
_INITIAL: dict[Role, Part] = {"given": "given-initial", "family": "family-initial"}


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str
    part: Part


class People:
    """The people of one case.

    Args:
        given, family: their words.
        locale: of names that speak for none.
        fits: whether a fake of (given name, surname) may be used: nobody of the directory.
    """

    def __init__(self, given: NameWords, family: NameWords, locale: str | None, fits: Fits) -> None:
        self._words: dict[Role, NameWords] = {"family": family, "given": given}
        self._locale, self._fits = locale, fits

    def fake(self, text: str) -> str:
        """The mention as one of the fake person.

        Raises Clash where two fakes together would name somebody who is known.
        """
        first_of_two, comma, second = text.partition(",")
        if comma and set(folded(first_of_two).split()) & set(folded(second).split()):
            return f"{self.fake(first_of_two)},{self.fake(second)}"  # two mentions of one, no `Last, First`
        tokens = self._tokens(text)
        names = [(token.part, token.text) for token in tokens if token.part in ("given", "family")]
        roles: list[tuple[Role, str]] = [("given" if part == "given" else "family", word) for part, word in names]
        locale = locale_of(roles, self._locale)
        surname = next((word for part, word in reversed(names) if part == "family"), None)
        family = self._words["family"].fake(surname, locale) if surname else None
        first: str | None = None
        out, at = [], 0
        for token in tokens:
            new = token.text
            if token.part == "family":
                new = self._words["family"].fake(token.text, locale)
            elif token.part == "given":
                new = self._words["given"].fake(
                    token.text, locale, lambda fake: family is None or self._allowed(fake, family)
                )
                first = first or new
            elif token.part in ("given-initial", "family-initial"):
                role: Role = "given" if token.part == "given-initial" else "family"
                new = self._words[role].initial(token.text, locale)
            out += [text[at : token.start], _written_as(token.text, new)]
            at = token.end
        if first and family and not self._allowed(first, family):
            raise Clash("the fakes of two names together are somebody's name")
        return "".join([*out, text[at:]])

    def same(self, one: str, other: str) -> None:
        """Both mentions mean one person: their words, from the last one backwards, share their fakes."""
        self.fake(one)
        for role, own in self._words.items():
            mine = [token.text for token in self._tokens(one) if token.part == role]
            for token in self._tokens(other):
                if token.part == role and mine:
                    own.alias(token.text, mine[-1])

    def _allowed(self, given: str, family: str) -> bool:
        return not is_famous(given, family) and self._fits(folded(given), folded(family))

    def _tokens(self, text: str) -> list[_Token]:
        found: list[_Found] = []
        for match in _WORD.finditer(text):
            start, word = match.start(), match[0]
            if elided := _ELIDED.match(word):
                start, word = start + elided.end(), word[elided.end() :]
            found.append((start, match.end(), word))
        parts = self._parts(text, found)
        return [_Token(*one, part) for one, part in zip(found, parts, strict=True)]

    def _parts(self, text: str, words: Sequence[_Found]) -> list[Part]:
        parts: list[Part] = ["kept"] * len(words)
        keys = [folded(word) for _, _, word in words]
        names = [i for i in range(len(words)) if not _stays(text, words, keys, i)]
        names = _without_label(text, words, names, keys)
        if not names:
            return parts
        comma = text.find(",", words[names[0]][0])
        for i, role in zip(names, self._roles(text, words, names, comma), strict=True):
            initial = len(words[i][2]) == 1
            parts[i] = _INITIAL[role] if initial else role
        return parts

    def _roles(self, text: str, words: Sequence[_Found], names: Sequence[int], comma: int) -> list[Role]:
        """Which names are given ones, and which surnames."""
        end = words[names[-1]][1]
        if 0 < comma < end and any(words[i][0] > comma for i in names):
            return ["family" if words[i][0] < comma else "given" for i in names]
        groups: list[list[int]] = []  # words joined by hyphens are one name
        for i in names:
            if groups and text[words[groups[-1][-1]][1] : words[i][0]] == "-":
                groups[-1].append(i)
            else:
                groups.append([i])
        if len(groups) == 1:
            return [self._alone(words[i][2]) for i in groups[0]]
        first, last = words[groups[0][0]][2], words[groups[-1][-1]][2]
        if len(first) > 1 and first.isupper() and not last.isupper():
            surnames = {0}  # MOREAU Julien
        elif len(last) == 1 and len(first) > 1:
            surnames = {0} if self._alone(first) == "family" else {len(groups) - 1}  # Moreau J., Julien M.
        else:
            surnames = {len(groups) - 1}
            for n in range(len(groups) - 1):
                after_particle = n > 0 and groups[n][0] > groups[n - 1][-1] + 1
                word = words[groups[n][0]][2]
                surname = self._is_surname(word) if n == 0 else self._alone(word) == "family"
                if after_particle or (len(word) > 1 and surname):
                    surnames.update(range(n, len(groups)))
                    break
        return ["family" if n in surnames else "given" for n, group in enumerate(groups) for _ in group]

    def _is_surname(self, word: str) -> bool:
        """Whether a word is a surname elsewhere in the case, and nobody's given name."""
        return self._words["family"].known(word) is not None and self._words["given"].known(word) is None

    def _alone(self, word: str) -> Role:
        """What a name is that stands alone: what it is elsewhere in the case, else what the lists know it as."""
        for role, own in self._words.items():
            if own.known(word):
                return role
        if is_list_name("given", word):
            return "given"
        if is_list_name("family", word):
            return "family"
        if lexicon.is_given(word, certain=True):
            return "given"
        return "family" if lexicon.surname_bearers(word) else ("given" if lexicon.is_given(word) else "family")


def _stays(text: str, words: Sequence[_Found], keys: Sequence[str], i: int) -> bool:
    """Whether a word is a title before a name, a suffix behind one, or a particle inside one."""
    start_of_name, last = i == 0, len(words) - 1
    _, end, word = words[i]
    if start_of_name and i < last and keys[i] in _TITLES:
        return word[:1].isupper() or text[end : end + 1] == "."
    if 0 < i == last and keys[i] in _SUFFIXES:
        return True
    return i < last and keys[i] in lexicon.PARTICLES and (word.islower() or not start_of_name and len(keys[i]) > 1)


def _without_label(text: str, words: Sequence[_Found], names: list[int], keys: Sequence[str]) -> list[int]:
    """The names but for a label of ordinary words: `Household: Juliette` is no name of two words."""
    for n, (before, after) in enumerate(pairwise(names), 1):
        label = names[:n]
        if any(sign in text[words[before][1] : words[after][0]] for sign in ":;\n") and all(
            is_ordinary(keys[i]) for i in label
        ):
            return names[n:]
    return names


def _written_as(before: str, name: str) -> str:
    """`name` in the case of `before`, and without accents where `before` has none."""
    if before.isascii():
        name = plain(name)
    if len(before) > 1 and before.isupper():
        return name.upper()
    return name.lower() if before.islower() else name
