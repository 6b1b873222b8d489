"""Walks one line of JSON: its string values with their paths and places, checked against the grammar on the way.

Nothing is built but the fields: one pattern match a member, so that places in the line are known and every byte
that is not replaced can be written as it stood.
"""

from __future__ import annotations

import re
from json import decoder
from typing import NamedTuple

from redactory.records.binary import MIN_LENGTH, holds_base64, holds_binary
from redactory.records.fields import FieldNode, FieldTree
from redactory.records.limits import MAX_DEPTH, MAX_ROW_VALUES
from redactory.records.model import TextField
from redactory.records.paths import ROOT
from redactory.records.reasons import (
    BINARY,
    DUPLICATE_KEY,
    LONE_SURROGATE,
    NOT_JSON,
    TOO_DEEP,
    TOO_MANY,
    Refused,
)

_scanstring = decoder.scanstring  # type: ignore[attr-defined]

_WS = r"[ \t\r\n]*+"
_STRING = r'"([^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+)"'
_SCALAR = r"(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+|true|false|null)"
_VALUE = rf"(?:(?:{_STRING}|{_SCALAR}){_WS}([,}}\]])|([{{\[]){_WS}([}}\]])?)"
_MEMBER = re.compile(rf"{_WS}{_STRING}{_WS}:{_WS}{_VALUE}").match
_ITEM = re.compile(rf"{_WS}{_VALUE}").match
_LONE_VALUE = re.compile(rf"{_WS}(?:{_STRING}|{_SCALAR}){_WS}\Z").match
_OPEN = re.compile(rf"{_WS}([{{\[]){_WS}([}}\]])?").match
_AFTER = re.compile(rf"{_WS}([,}}\]])").match
_END = re.compile(rf"{_WS}\Z").match
_SURROGATE = re.compile("[\ud800-\udfff]").search
_CLOSERS = {"{": "}", "[": "]"}


class Scan(NamedTuple):
    """Fields in the order of the line; `spans` holds start and end of each one's token, quotes left out."""

    fields: tuple[TextField, ...]
    spans: tuple[int, ...]
    keys: tuple[str, ...]


def scan(line: str, tree: FieldTree) -> Scan:
    """Every string of a line, and the numbers and booleans the policy declares an entity.

    Raises Refused for a line that is not one JSON value (NaN and Infinity are none), for a key twice in one
    object, half a surrogate pair, binary content, and past the bounds of `limits`.
    """
    sure = holds_base64 if line.isascii() else holds_binary  # JSON allows control characters as escapes alone
    opened = _OPEN(line)
    if opened is None:
        return _lone(line, tree.root)
    fields: list[TextField] = []
    spans: list[int] = []
    keys: dict[str, None] = {}
    pos = opened.end()
    opener, closer = opened.groups()
    if closer is not None:
        if closer != _CLOSERS[opener] or _END(line, pos) is None:
            raise Refused(NOT_JSON)
        return Scan((), (), ())
    node, prefix = tree.root, ""
    in_object = opener == "{"
    seen: dict[str, None] = {}
    index = 0
    stack: list[tuple[FieldNode, str, bool, dict[str, None], int]] = []
    while True:
        if in_object:
            match = _MEMBER(line, pos)
            if match is None:
                raise Refused(NOT_JSON)
            key, text, scalar, closer, opener, empty = match.groups()
            if "\\" in key:
                key = _decoded(line, match.start(1), key)
            if key in seen:
                raise Refused(DUPLICATE_KEY)
            seen[key] = None
            child = node.children.get(key) or tree.child(node, key)
            path = prefix + child.suffix
            group = 2
        else:
            match = _ITEM(line, pos)
            if match is None:
                raise Refused(NOT_JSON)
            text, scalar, closer, opener, empty = match.groups()
            child = node.item or tree.item(node)
            path = f"{prefix}[{index}]"
            index += 1
            group = 1
        pos = match.end()
        if text is not None:
            start, end = match.span(group)
            if "\\" in text:
                text = _decoded(line, start, text)
                holds = holds_binary
            else:
                holds = sure
            if len(text) >= MIN_LENGTH and child.listing != "drop" and holds(text):
                raise Refused(BINARY)
            fields.append(TextField(path, text, child.listing, child.entity, child.account))
            spans += (start, end)
        elif opener is not None:
            if empty is None:
                if len(stack) >= MAX_DEPTH - 1:
                    raise Refused(TOO_DEEP)
                stack.append((node, prefix, in_object, seen, index))
                node, prefix, in_object, seen, index = child, path, opener == "{", {}, 0
                continue
            if empty != _CLOSERS[opener]:
                raise Refused(NOT_JSON)
            match = _AFTER(line, pos)
            if match is None:
                raise Refused(NOT_JSON)
            closer, pos = match.group(1), match.end()
        elif child.listing == "entity" and scalar != "null":
            start, end = match.span(group + 1)
            fields.append(TextField(path, scalar, child.listing, child.entity, child.account))
            spans += (start, end)
        while closer != ",":
            if closer != ("}" if in_object else "]"):
                raise Refused(NOT_JSON)
            keys.update(seen)
            if not stack:
                if _END(line, pos) is None:
                    raise Refused(NOT_JSON)
                return Scan(tuple(fields), tuple(spans), tuple(keys))
            node, prefix, in_object, seen, index = stack.pop()
            match = _AFTER(line, pos)
            if match is None:
                raise Refused(NOT_JSON)
            closer, pos = match.group(1), match.end()
        if len(fields) > MAX_ROW_VALUES or tree.size > MAX_ROW_VALUES:
            raise Refused(TOO_MANY)


def _lone(line: str, root: FieldNode) -> Scan:
    """A line that is one string, number or literal: its path is `$`."""
    match = _LONE_VALUE(line)
    if match is None:
        raise Refused(NOT_JSON)
    text, scalar = match.groups()
    if text is None:
        if root.listing != "entity" or scalar == "null":
            return Scan((), (), ())
        span = match.span(2)
    else:
        span = match.span(1)
        text = _decoded(line, span[0], text)
        if root.listing != "drop" and holds_binary(text):
            raise Refused(BINARY)
    field = TextField(ROOT, scalar if text is None else text, root.listing, root.entity, root.account)
    return Scan((field,), span, ())


def _decoded(line: str, start: int, raw: str) -> str:
    """The string whose token begins at `start`, escapes resolved."""
    text: str = _scanstring(line, start)[0]
    if "\\u" in raw:
        if "\x00" in text:
            raise Refused(BINARY)
        if _SURROGATE(text):
            raise Refused(LONE_SURROGATE)
    return text
