"""Everything that is named in one case: people, accounts and places share words, and so do their fakes."""

from __future__ import annotations

from collections.abc import Callable

from redactory.detect.fold import folded
from redactory.transform.pseudonym.draw import Draw
from redactory.transform.pseudonym.kind import Clash
from redactory.transform.pseudonym.person import Fits, People
from redactory.transform.pseudonym.words import NameWords, plain

_TRIES = 200
_EXAMPLE = ("com", "net", "org")
_INWARD = "ABDEFGHJLNPQRSTUWXYZ"  # letters of a British postcode's last part
_INITIALS = 2  # letters before a surname, or after a given name, that can be initials


class Names:
    """The words of one case.

    Args:
        taken: whether a folded word stands in the case itself.
        fits: whether (given name, surname), both folded, is nobody's name in the directory.
    """

    def __init__(self, draw: Draw, locale: str | None, taken: Callable[[str], bool], fits: Fits) -> None:
        self.draw = draw
        self.taken = taken
        self.given = NameWords("given", draw, taken)
        self.family = NameWords("family", draw, lambda word: taken(word) or self.given.used(word))
        self.people = People(self.given, self.family, locale, fits)
        self._handles = NameWords("family", draw, lambda word: taken(word) or self.family.used(word))
        self._places = NameWords(
            "family", draw, lambda word: taken(word) or self.family.used(word) or self._handles.used(word)
        )
        self._locale = locale
        self._numbers: dict[str, str] = {}
        self._postcodes: dict[str, str] = {}
        self.kept: set[str] = set()  # folded words of places that stay

    def place(self, word: str) -> str:
        """The fake of a word that names a place or a firm."""
        return self._places.fake(word, self._locale)

    def letter(self, sign: str) -> str:
        """The fake of a single letter that names a part of a place (`Building B`)."""
        return self._places.initial(sign)

    def domain(self, domain: str) -> str:
        """One domain reserved for examples (RFC 2606) for each domain, named like the firm that has its name."""
        *labels, top = domain.lower().split(".")
        new = ["".join(filter(str.isalnum, plain(self.place(label)))).lower() for label in labels]
        if top == "example":
            return ".".join([*new, top])
        return ".".join([*new, *([] if top in _EXAMPLE else [top]), "example", top if top in _EXAMPLE else "com"])

    def postcode(self, text: str) -> str:
        """Another postcode of the same shape, without white space and in capitals. A British one keeps its area."""
        if text.isdecimal():
            return self.number(text)
        found = self._postcodes.get(text)
        for attempt in range(_TRIES) if found is None else ():
            made = "".join(
                str(self.draw.number(10, "postcode", text, n, attempt)) if sign.isdecimal()
                else self.draw.pick(_INWARD, "inward", text, n, attempt) if len(text) - n <= _INITIALS
                else sign
                for n, sign in enumerate(text)
            )  # fmt: skip
            if made != text and made not in self._postcodes.values():
                found = self._postcodes[text] = made
                break
        if found is None:
            raise Clash("the case holds more postcodes of one area than can be told apart")
        return found

    def number(self, digits: str) -> str:
        """Another number of as many digits, one for each. Raises Clash."""
        found = self._numbers.get(digits)
        if found is None:
            for attempt in range(_TRIES):
                found = self.draw.like(digits, "number", digits, attempt)
                if digits[0] != "0" and found[0] == "0":
                    found = str(1 + self.draw.number(9, "lead", digits, attempt)) + found[1:]
                if found != digits and found not in self._numbers.values():
                    self._numbers[digits] = found
                    return found
            raise Clash("the case holds more short numbers than can be told apart")
        return found

    def account(self, word: str) -> str:
        """The fake of a word of an account or address, in lower case and ASCII: of whoever of the case it names."""
        key = folded(word)
        if len(key) == 1:
            return self.given.initial(key).lower()
        made = self._of_person(key)
        if made is None and len(key) <= _INITIALS:
            made = self._initials(key)
        return made or _joined(self._handles.fake(word, self._locale))

    def _of_person(self, key: str) -> str | None:
        """`moreau`, `jmoreau`, `moreauj`, `julienmoreau`, `julienm` of a person of the case."""
        given = {plain(word): self.given.fake(word, None) for word in self.given.originals()}
        family = {plain(word): self.family.fake(word, None) for word in self.family.originals()}
        if key in given or key in family:
            return _joined(given.get(key) or family[key])
        for word, fake in sorted(family.items(), key=lambda item: -len(item[0])):
            if len(word) < _INITIALS + 1:
                continue
            for head, tail in ((key.removesuffix(word), ""), ("", key.removeprefix(word))):
                rest = head or tail
                if rest == key or len(rest) == 0:
                    continue
                new = given.get(rest) or (self._initials(rest) if len(rest) <= _INITIALS else None)
                if new:
                    return _joined(f"{new}{fake}" if head else f"{fake}{new}")
        for word, fake in sorted(given.items(), key=lambda item: -len(item[0])):
            rest = key.removeprefix(word)
            if len(word) > _INITIALS and 0 < len(rest) < len(key) and len(rest) <= _INITIALS:
                return _joined(fake + "".join(self.family.initial(letter) for letter in rest))
        return None

    def _initials(self, letters: str) -> str:
        first, rest = letters[0], letters[1:]
        return (self.given.initial(first) + "".join(map(self.family.initial, rest))).lower()



def _joined(name: str) -> str:
    return "".join(filter(str.isalnum, plain(name))).lower()
