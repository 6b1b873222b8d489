"""Field paths: how a policy names the fields of a record, and which listing a concrete field falls under.

Grammar (contract.md, fields): keys joined by dots (`ticket.summary`), `[*]` for every element of a list,
`['a.b']` for a key with dots, brackets, quotes or stars in it (`''` is a quote inside), `*` for any one key,
`**` for any number of keys and elements, none included. `$` alone is the record itself, where a row is a bare
string. `[3]` is one element: answer keys use it, policies may not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from redactory.errors import PolicyError
from redactory.policy.model import FieldRules

Listing = Literal["text", "keep", "drop", "entity", "unlisted"]


class Wild(Enum):
    """Parts of a path that stand for more than one name."""

    ELEMENT = "[*]"
    KEY = "*"
    ANY = "**"


Part = str | int | Wild
Path = tuple[Part, ...]

_SPECIAL = frozenset(".[]*'\"")
_CACHE_LIMIT = 50_000  # distinct paths remembered; records with invented keys must not fill the memory


def parse_path(text: str) -> Path:
    """The parts of `text`: `str` a key, `int` one element, `Wild` the rest.

    Raises `PolicyError` naming the path, the character (from 1) and the reason.
    """
    if text == "$":
        return ()
    if not text or text != text.strip():
        raise PolicyError(f"field path {text!r}: empty, or with white space at an end")
    parts: list[Part] = []
    at = 0
    while at < len(text):
        if text[at] == "[":
            part, at = _bracket(text, at)
        else:
            if parts:
                if text[at] != ".":
                    raise _wrong(text, at, "a dot or a bracket must stand here")
                at += 1
            elif text[at] == ".":
                raise _wrong(text, at, "a key must stand before the dot")
            part, at = _name(text, at)
        if part is Wild.ANY and parts and parts[-1] is Wild.ANY:
            raise _wrong(text, at - 1, "`**` twice in a row says no more than once")
        parts.append(part)
    return tuple(parts)


def parse_concrete(text: str) -> tuple[str | int, ...]:
    """The parts of a path without wildcards (`resolution.steps[3]`). Raises `PolicyError` as `parse_path`."""
    parts = parse_path(text)
    if any(isinstance(part, Wild) for part in parts):
        raise PolicyError(f"field path {text!r}: a wildcard cannot stand in the path of one field")
    return tuple(part for part in parts if not isinstance(part, Wild))


def _name(text: str, at: int) -> tuple[Part, int]:
    end = at
    while end < len(text) and text[end] not in ".[":
        end += 1
    name = text[at:end]
    if name == "**":
        return Wild.ANY, end
    if name == "*":
        return Wild.KEY, end
    if not name:
        raise _wrong(text, at, "a key is missing")
    for offset, sign in enumerate(name):
        if sign in _SPECIAL:
            raise _wrong(text, at + offset, f"{sign!r} in a key: write the key as ['...']")
    return name, end


def _bracket(text: str, at: int) -> tuple[Part, int]:
    if text.startswith("[*]", at):
        return Wild.ELEMENT, at + 3
    if text[at + 1 : at + 2] in ("'", '"'):
        return _quoted(text, at, text[at + 1])
    end = text.find("]", at)
    inside = text[at + 1 : end] if end > 0 else ""
    if not (inside.isascii() and inside.isdigit()):
        raise _wrong(text, at, "write [*], an element's number such as [3], or a quoted key such as ['a.b']")
    return int(inside), end + 1


def _quoted(text: str, at: int, quote: str) -> tuple[Part, int]:
    key: list[str] = []
    end = at + 2
    while end < len(text):
        if text[end] != quote:
            key.append(text[end])
            end += 1
        elif text[end + 1 : end + 2] == quote:
            key.append(quote)
            end += 2
        elif text[end + 1 : end + 2] == "]":
            return "".join(key), end + 2
        else:
            raise _wrong(text, end, "a bracket must close after the quote (a quote in a key is written twice)")
    raise _wrong(text, at, "the quoted key does not end")


def _wrong(text: str, at: int, reason: str) -> PolicyError:
    return PolicyError(f"field path {text!r}: character {at + 1}: {reason}")


def covers(path: Path, parts: Sequence[str | None]) -> bool:
    """Whether `path` names the field at `parts` (None stands for any element of a list)."""
    if not path:
        return not parts
    first = path[0]
    if first is Wild.ANY:
        return any(covers(path[1:], parts[skip:]) for skip in range(len(parts) + 1))
    if not parts:
        return False
    if first is Wild.ELEMENT:
        fits = parts[0] is None
    elif first is Wild.KEY:
        fits = parts[0] is not None
    else:
        fits = parts[0] == first
    return fits and covers(path[1:], parts[1:])


def specificity(path: Path) -> tuple[int, int, int]:
    """Greater is more specific: without `**` before with it, then more keys by name, then fewer wildcards."""
    names = sum(isinstance(part, (str, int)) for part in path)
    return (0 if Wild.ANY in path else 1, names, names - len(path))


class ByPath[Setting]:
    """Settings by path: the one whose path names a field most specifically. Raises PolicyError as `parse_path`."""

    def __init__(self, settings: Mapping[str, Setting]) -> None:
        parsed = [(_listable(text), setting) for text, setting in settings.items()]
        self._settings = sorted(parsed, key=lambda item: specificity(item[0]), reverse=True)
        self._known: dict[str, Setting | None] = {}

    def of(self, path: str) -> Setting | None:
        """The setting of the field at a concrete path (`resolution.steps[3]`), None where no path names it."""
        if not self._settings:
            return None
        if path not in self._known:
            if len(self._known) >= _CACHE_LIMIT:
                self._known.clear()
            parts = [None if isinstance(part, int) else part for part in parse_concrete(path)]
            self._known[path] = next((setting for text, setting in self._settings if covers(text, parts)), None)
        return self._known[path]


@dataclass(frozen=True, slots=True)
class Listed:
    """How the policy lists one field. `entity` is set where `listing` is `entity`."""

    listing: Listing
    entity: str | None = None
    account: bool = False


@dataclass(frozen=True, slots=True)
class _Rule:
    path: Path
    listed: Listed
    rank: tuple[tuple[int, int, int], int]


_ORDER: dict[Listing, int] = {"entity": 3, "keep": 2, "drop": 1, "text": 0}  # on a tie (FieldRules)


class FieldMatcher:
    """Tells for any path of a record under which listing it falls.

    `override` (the command line's `--fields`) takes the place of the policy's `text` and `keep`: its paths are
    text, and what they leave is kept. Fields the policy declares an entity, and fields it drops, stay so
    unless an override path is more specific: naming free text never publishes a declared phone number.

    Raises `PolicyError` for a path that cannot be parsed, or that names one element of a list.
    """

    def __init__(self, rules: FieldRules, override: Sequence[str] | None = None) -> None:
        text = list(rules.text if override is None else override)
        found = [
            *_rules(text, Listed("text")),
            *_rules(rules.drop, Listed("drop")),
            *(rule for path, entity in rules.entities.items() for rule in _rules([path], Listed("entity", entity))),
        ]
        if override is None:
            found += _rules(rules.keep, Listed("keep"))
        self._rules = sorted(found, key=lambda rule: rule.rank, reverse=True)
        self._account = [_listable(path) for path in rules.account]
        self._otherwise = Listed("unlisted" if override is None else "keep")
        self._cache: dict[tuple[str | None, ...], Listed] = {}

    def listing(self, parts: tuple[str | None, ...]) -> Listed:
        """The listing of the field at `parts`: keys, and None for an element of a list."""
        known = self._cache.get(parts)
        if known is None:
            if len(self._cache) >= _CACHE_LIMIT:
                self._cache.clear()
            known = self._cache[parts] = self._look_up(parts)
        return known

    def _look_up(self, parts: tuple[str | None, ...]) -> Listed:
        listed = next((rule.listed for rule in self._rules if covers(rule.path, parts)), self._otherwise)
        if any(covers(path, parts) for path in self._account):
            return Listed(listed.listing, listed.entity, account=True)
        return listed


def _rules(paths: Iterable[str], listed: Listed) -> list[_Rule]:
    parsed = [_listable(text) for text in paths]
    return [_Rule(path, listed, (specificity(path), _ORDER[listed.listing])) for path in parsed]


def _listable(text: str) -> Path:
    path = parse_path(text)
    if any(isinstance(part, int) for part in path):
        raise PolicyError(f"field path {text!r}: a listing holds for every element of a list, write [*]")
    return path
