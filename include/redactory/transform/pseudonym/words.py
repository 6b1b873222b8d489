"""Words of names: each given name and each surname of a case has one fake, so that whoever shares a name still does.

Initials have one fake letter each, so that `J. Moreau` can be written without knowing which J is meant. Names that are
nearly alike get fakes that are; names that are not get fakes that are not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

from redactory.detect.fold import folded
from redactory.detect.names import nicknames_of
from redactory.transform.pseudonym.draw import Draw
from redactory.transform.pseudonym.lists import DEFAULT_LOCALE, Role, is_feminine, locales
from redactory.transform.pseudonym.near import alike, are_near

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COMMON = "ABCDEFGHJLMNPRSTV"  # initials that many names have in most locales
_ENOUGH = 2  # names of a letter that a locale must have before an initial becomes that letter

Taken = Callable[[str], bool]


class NameWords:
    """Fakes of the words of one role.

    Args:
        taken: whether a word may not be used, because the case holds it itself.
    """

    def __init__(self, role: Role, draw: Draw, taken: Taken) -> None:
        self._role, self._draw, self._taken = role, draw, taken
        self._fakes: dict[str, str] = {}  # folded word -> its fake
        self._used: dict[str, str] = {}  # folded fake -> fake
        self._initials: dict[str, str] = {}

    def known(self, word: str) -> str | None:
        """The fake a word has already."""
        return self._fakes.get(folded(word))

    def used(self, word: str) -> bool:
        """Whether a folded word is a fake of this role."""
        return word in self._used

    def originals(self) -> Iterable[str]:
        """Folded words that have a fake."""
        return self._fakes

    def initial(self, letter: str, locale: str | None = None) -> str:
        """The fake of an initial, one capital letter."""
        plain = (folded(letter) or "x")[0].upper()
        named = (fake for word, fake in self._fakes.items() if word[0].upper() == plain)
        found = self._initials.get(plain) or next((_first(fake) for fake in named), None)
        if found is None:
            found = self._initials[plain] = self._new_initial(plain, locale or DEFAULT_LOCALE)
        return found

    def fake(self, word: str, locale: str | None, fits: Taken = lambda fake: True) -> str:
        """The fake of a word, the same whenever it is asked for. `fits` may refuse one that is new."""
        key = folded(word)
        found = self._fakes.get(key)
        if found is None:
            found = self._new(word, locale or DEFAULT_LOCALE, fits)
            self._fakes[key] = found
            self._used[folded(found)] = found
        return found

    def alias(self, word: str, other: str) -> None:
        """`word` gets the fake of `other`, unless it has one."""
        self._fakes.setdefault(folded(word), self._fakes[folded(other)])

    def _new(self, word: str, locale: str, fits: Taken) -> str:
        if self._role == "given" and (short := self._nickname(folded(word))):
            return short
        letter = self.initial(word, locale)
        near = next((other for other in self._fakes if are_near(other, folded(word))), None)
        pools = [self._pool(locale, letter, is_feminine(word) if self._role == "given" else None)]
        pools += [self._pool(other, letter, None) for other in (locale, DEFAULT_LOCALE, *locales())]
        for pool in pools:
            free = [name for name in pool if self._free(name) and fits(name)]
            free = [name for name in free if self._as_near(name, near)]
            if free:
                return self._best(free, word, self._pool(locale, letter, None) if near is None else [])
        if near is not None and self._free(made := alike(self._fakes[near], near, folded(word))) and fits(made):
            return made
        return self._compound(word, letter, fits)

    def _best(self, names: list[str], word: str, others: list[str]) -> str:
        """A plain name for a plain one, about as long; if possible alike to one of `others`, which may be needed."""
        accents = not word.isascii()
        drawn = self._draw.shuffled(names, self._role, folded(word))
        ending = folded(word)[-2:] if self._role == "family" else ""  # Kowalski is no Sikora: Kowalska may come
        drawn.sort(
            key=lambda name: (
                not accents and not name.isascii(), not folded(name).endswith(ending), abs(len(name) - len(word)) // 3
            )
        )  # fmt: skip
        return next((name for name in drawn if any(are_near(name, other) for other in others)), drawn[0])

    def _nickname(self, key: str) -> str | None:
        """For a nickname of a name of the case, or the other way round: one of its fake, or the fake itself."""
        whole = next((other for other in self._fakes if other in nicknames_of(key)), None)
        if whole is None:
            return None
        free = [name for name in sorted(nicknames_of(folded(self._fakes[whole]))) if self._free(name)]
        return self._draw.pick(free, "nickname", key).title() if free else self._fakes[whole]

    def _as_near(self, name: str, near: str | None) -> bool:
        """Alike to the fake of the word that is alike, and to no other fake."""
        if near is not None:
            return are_near(name, self._fakes[near])
        return not any(are_near(name, used) for used in self._used)

    def _free(self, name: str) -> bool:
        return folded(name) not in self._used and not self._taken(folded(name))

    def _pool(self, locale: str, letter: str, feminine: bool | None) -> list[str]:
        own = locales()[locale]
        if self._role == "family":
            names: tuple[str, ...] = own.family
        else:
            names = (
                (*own.masculine, *own.feminine) if feminine is None else own.feminine if feminine else own.masculine
            )
        return [name for name in names if _first(name) == letter]

    def _new_initial(self, letter: str, locale: str) -> str:
        free = [new for new in _LETTERS if new not in self._initials.values()]
        other = [new for new in free if new != letter] or free
        rich = [new for new in other if new in _COMMON and len(self._pool(locale, new, None)) >= _ENOUGH]
        if self._role == "given":  # a second name of this letter may be nearly alike
            rich = [new for new in rich if self._has_near(self._pool(locale, new, None))] or rich
        return self._draw.pick(rich or other, self._role, "initial", letter)

    @staticmethod
    def _has_near(names: list[str]) -> bool:
        return any(are_near(one, other) for n, one in enumerate(names) for other in names[:n])

    def _compound(self, word: str, letter: str, fits: Taken) -> str:
        """Two names in one, where the lists have no single one left."""
        every = [name for locale in locales() for name in self._pool(locale, letter, None)]
        firsts = self._draw.shuffled(every, self._role, word, "first") or [f"{letter}o"]
        tails = [name for own in locales().values() for name in own.family if name.isascii()]
        for second in self._draw.shuffled(tails, self._role, word, "second"):
            for first in firsts:
                made = f"{first}-{second}"
                if self._free(made) and fits(made):
                    return made
        raise AssertionError("more names than a case can hold")


def _first(name: str) -> str:
    return plain(name)[0].upper()


def plain(text: str) -> str:
    """`text` in ASCII: accents go, other letters are written out."""
    out = []
    for sign in text:
        if sign.isascii():
            out.append(sign)
        else:
            kept = "".join(c for c in unicodedata.normalize("NFKD", sign) if c.isascii())
            out.append(kept or (folded(sign).title() if sign.isupper() else folded(sign)))
    return "".join(c for c in "".join(out) if c.isascii())
