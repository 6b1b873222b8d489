"""The mapping of one case: which value has which fake. It lives as long as the case is being written, and no longer.

Distinct values get distinct fakes; no fake is a value, a word or a name of the case itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from itertools import chain

from redactory.detect.fold import folded
from redactory.policy.transforms import PseudonymOptions
from redactory.transform.pseudonym.draw import Draw
from redactory.transform.pseudonym.kind import Clash, Kind, Unfit
from redactory.transform.pseudonym.kinds import Person, kind_of
from redactory.transform.pseudonym.names import Names
from redactory.transform.pseudonym.person import Fits
from redactory.transform.scope import Scope

_ATTEMPTS = 300
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")


class CaseScope(Scope):
    """The scope pseudonyms are made in.

    Args:
        key: 32 bytes of this case alone.
        locale: of names that speak for none (`fr`); None takes English.
        region: of phone numbers written without country code (`FR`).
        fits: whether (given name, surname), both folded, is nobody's name in the directory.
        known: whether (entity, value) is somebody's account, address or ID there.
    """

    def __init__(
        self,
        key: bytes,
        *,
        locale: str | None = None,
        region: str | None = None,
        fits: Fits = lambda given, family: True,
        known: Callable[[str, str], bool] = lambda entity, value: False,
    ) -> None:
        super().__init__()
        self._draw = Draw(key)
        self._region = region
        self._known = known
        self._words: set[str] = set()
        self._names = Names(self._draw, locale, self._words.__contains__, fits)
        self._kinds: dict[str, Kind] = {}
        self._originals: dict[str, set[str]] = {}
        self._fakes: dict[tuple[str, str], str] = {}
        self._used: dict[str, set[str]] = {}

    def __repr__(self) -> str:
        return f"CaseScope({len(self._fakes)} values)"

    def read(self, texts: Iterable[str]) -> None:
        """The case's own words: none of them is used for a fake."""
        self._words.update(chain.from_iterable(folded(unescaped(text)).split() for text in texts))

    def meet(self, entity: str, options: PseudonymOptions, value: str) -> None:
        """A value that will be asked for: no other one gets it as its fake, and names get their fakes now."""
        kind, value = self._kind(entity, options), unescaped(value)
        if isinstance(kind, Person):
            kind.render("", value)
        else:
            self._originals.setdefault(entity, set()).add(kind.canonical(value))

    def same(self, entity: str, options: PseudonymOptions, one: str, other: str) -> None:
        """Both values mean one thing: they share their fake."""
        kind = self._kind(entity, options)
        if isinstance(kind, Person):
            self._names.people.same(one, other)
        else:
            self._fakes[entity, kind.canonical(other)] = self._fake(entity, kind, one)

    def keep(self, value: str) -> None:
        """A value that bears on the outcome, and stays, inside an address too."""
        self._names.kept.update(folded(value).split())

    def fake(self, entity: str, options: PseudonymOptions, value: str) -> str:
        """What stands for `value`, in the shape it was written in.

        Raises:
            Unfit: there is no such value.
            Clash: not with what was drawn for the others.
        """
        kind, plain = self._kind(entity, options), unescaped(value)
        new = kind.render(self._fake(entity, kind, plain), plain)
        if folded(new) == folded(plain):
            raise Unfit(f"no fake could be made of a {entity}")
        return new if plain == value else json.dumps(new)[1:-1]

    def _fake(self, entity: str, kind: Kind, value: str) -> str:
        canonical = kind.canonical(value)
        found = self._fakes.get((entity, canonical))
        if found is not None or isinstance(kind, Person):
            return found or canonical
        originals, used = self._originals.get(entity, set()), self._used.setdefault(entity, set())
        for attempt in range(_ATTEMPTS):
            made = kind.fake(canonical, self._draw, attempt)
            taken = made == canonical or made in originals or made in used or self._known(entity, made)
            if not taken and kind.keeps(value, kind.render(made, value)):
                used.add(made)
                self._fakes[entity, canonical] = made
                return made
        raise Clash(f"no fake of its own was found for a {entity}")

    def _kind(self, entity: str, options: PseudonymOptions) -> Kind:
        found = self._kinds.get(entity)
        if found is None:
            found = self._kinds[entity] = kind_of(entity, options, self._names, self._region)
        return found


def unescaped(text: str) -> str:
    """`text` with the `\\u00e9` of JSON inside a string read; half a pair stays as it is."""
    if "\\u" not in text:
        return text
    return _ESCAPED.sub(lambda run: _whole(run[0]), text)


def _whole(run: str) -> str:
    read: str = json.loads(f'"{run}"')
    return run if any(0xD800 <= ord(sign) < 0xE000 for sign in read) else read
