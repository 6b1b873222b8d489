"""How the policy lists each path, looked up once and kept as a tree beside the shape of the records."""

from __future__ import annotations

from typing import Protocol

from redactory.records.model import Listing
from redactory.records.paths import key_text

MAX_NODES = 20_000  # keys can be data (an object keyed by ticket): the tree starts again rather than grow


class Listed(Protocol):
    """What the policy says of one path."""

    @property
    def listing(self) -> Listing: ...

    @property
    def entity(self) -> str | None: ...

    @property
    def account(self) -> bool: ...


class Matcher(Protocol):
    """`redactory.policy.paths.FieldMatcher`, as far as a reader needs it. `None` stands for an array index."""

    def listing(self, parts: tuple[str | None, ...]) -> Listed: ...


class FieldNode:
    """One path with every array index open. `suffix` is what its last key adds to the path's text."""

    __slots__ = ("account", "children", "entity", "item", "listing", "parts", "suffix")

    def __init__(self, matcher: Matcher, parts: tuple[str | None, ...]) -> None:
        listed = matcher.listing(parts)
        self.parts = parts
        self.listing: Listing = listed.listing
        self.entity = listed.entity
        self.account = listed.account
        last = parts[-1] if parts else None
        self.suffix = "" if last is None else key_text(last, first=len(parts) == 1)
        self.children: dict[str, FieldNode] = {}
        self.item: FieldNode | None = None


class FieldTree:
    """The nodes of one object's records; `size` counts them."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self.size = 0
        self._root = FieldNode(matcher, ())

    @property
    def root(self) -> FieldNode:
        """Where a row begins. A tree that has grown past `MAX_NODES` starts again here, between two rows."""
        if self.size > MAX_NODES:
            self._root = FieldNode(self._matcher, ())
            self.size = 0
        return self._root

    def child(self, node: FieldNode, key: str) -> FieldNode:
        """The node of `key` in the object at `node`."""
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = FieldNode(self._matcher, (*node.parts, key))
            self.size += 1
        return child

    def item(self, node: FieldNode) -> FieldNode:
        """The node of any item of the array at `node`."""
        if node.item is None:
            node.item = FieldNode(self._matcher, (*node.parts, None))
            self.size += 1
        return node.item
