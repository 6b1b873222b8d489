"""Structured completions: values go into the strings after parsing, so that a quote in one cannot break the JSON.

Every other byte stays as it stood: the text is checked by the parser, and strings alone are written anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from redactory.errors import RoundTripError
from redactory.roundtrip.rehydrate import Rehydrated, Tally
from redactory.roundtrip.tokens import TokenMap

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_KEY_FOLLOWS = re.compile(r"[ \t\r\n]*:")
_MAX_NESTED = 4  # JSON inside a string of JSON, as tool calls hold their arguments
_MAX_DEPTH = 200
Fill = Callable[[str], str]


def rehydrate_json(completion: str, tokens: TokenMap, *, keys: bool = True) -> Rehydrated:
    """Put the values back into a completion that is one JSON value. `keys` False leaves the keys of objects alone.

    Raises:
        RoundTripError: it is not JSON, a key stands twice in one object, or two keys became the same.
    """
    tally = Tally(tokens)
    _parsed(completion)
    return Rehydrated(_filled(completion, tally.fill, keys, 0), tally.report())


def fill_value(value: Any, fill: Fill, *, keys: bool = True, depth: int = 0) -> Any:
    """A parsed JSON value with every string filled. Raises RoundTripError where two keys became the same."""
    if depth > _MAX_DEPTH:
        raise RoundTripError(f"the JSON is nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, str):
        return _filled_string(value, fill, keys, 0)
    if isinstance(value, list):
        return [fill_value(item, fill, keys=keys, depth=depth + 1) for item in value]
    if isinstance(value, dict):
        filled = {
            fill(key) if keys else key: fill_value(item, fill, keys=keys, depth=depth + 1)
            for key, item in value.items()
        }
        if len(filled) != len(value):
            raise RoundTripError(_SAME_KEYS)
        return filled
    return value


def strings_of(value: Any) -> list[str]:
    """Every string of a parsed JSON value, keys included."""
    found: list[str] = []

    def collect(text: str) -> str:
        found.append(text)
        return text

    fill_value(value, collect)
    return found


_SAME_KEYS = "two keys of one object became the same with their values back: rehydrate with the keys left alone"


def _filled(text: str, fill: Fill, keys: bool, nested: int) -> str:
    """JSON text with its strings filled; the text is known to be JSON."""
    pieces: list[str] = []
    at = 0
    for match in _STRING.finditer(text):
        if not keys and _KEY_FOLLOWS.match(text, match.end()):
            continue
        before = json.loads(match.group())
        after = _filled_string(before, fill, keys, nested)
        if after != before:
            pieces += [text[at : match.start()], json.dumps(after, ensure_ascii=text.isascii())]
            at = match.end()
    if not pieces:
        return text
    filled = "".join([*pieces, text[at:]])
    if keys:
        _parsed(filled, _SAME_KEYS)
    return filled


def _filled_string(text: str, fill: Fill, keys: bool, nested: int) -> str:
    if nested < _MAX_NESTED and text.lstrip()[:1] in ("{", "["):
        try:
            _parsed(text)
        except RoundTripError:
            return fill(text)
        return _filled(text, fill, keys, nested + 1)
    return fill(text)


def _parsed(text: str, twice: str = "a key stands twice in one object of the JSON") -> None:
    """Raises RoundTripError unless `text` is one JSON value. Quotes nothing of it."""

    def pairs(found: list[tuple[str, Any]]) -> None:
        if len({key for key, _ in found}) != len(found):
            raise RoundTripError(twice)

    try:
        json.loads(text, object_pairs_hook=pairs, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RoundTripError(
            f"the completion is not JSON (line {error.lineno}, column {error.colno}): rehydrate it as text, or cut out "
            "the JSON first"
        ) from None
    except RecursionError:
        raise RoundTripError("the JSON is nested too deep") from None


def _no_constant(name: str) -> None:
    raise RoundTripError(f"{name} is not JSON")
