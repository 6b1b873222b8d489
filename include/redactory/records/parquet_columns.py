"""Text inside Arrow columns: found with its path, and put back with edits, through lists, structs and maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from redactory.errors import RecordError
from redactory.records.binary import holds_binary
from redactory.records.fields import FieldNode, FieldTree
from redactory.records.limits import MAX_ROW_VALUES
from redactory.records.model import TextField
from redactory.records.reasons import BINARY, NOT_UTF8, TOO_MANY, Refused

Parts = tuple[str | int, ...]
_IN_MAP = (
    "the policy declares a number inside a Parquet map an entity, and a map has one type for all its values: write the "
    "map as a struct, or its values as strings"
)


class Found(NamedTuple):
    """One text of a row: its field, and the way to it from the row."""

    field: TextField
    parts: Parts


class NewText(NamedTuple):
    """The text at `parts` of the value at `at` becomes `text`."""

    at: int
    parts: Parts
    text: str


def is_string(kind: pa.DataType) -> bool:
    """string, large_string, string_view, and dictionaries of them."""
    types = pa.types
    if types.is_dictionary(kind):
        return is_string(kind.value_type)
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def is_binary(kind: pa.DataType) -> bool:
    """Bytes of any Arrow type, dictionaries of them included."""
    types = pa.types
    if types.is_dictionary(kind):
        return is_binary(kind.value_type)
    return bool(
        types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_binary_view(kind)
        or types.is_fixed_size_binary(kind)
    )


def is_list(kind: pa.DataType) -> bool:
    """Lists of any Arrow type that has offsets or a fixed size."""
    types = pa.types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def written_type(kind: pa.DataType, node: FieldNode, tree: FieldTree) -> pa.DataType:
    """The type a column has in the output: a number, date or boolean the policy declares an entity becomes string.

    Raises RecordError for types whose text could not be found (unions, run-end encoding, list views).
    """
    if isinstance(kind, pa.BaseExtensionType):
        inner = written_type(kind.storage_type, node, tree)
        return kind if inner == kind.storage_type else inner
    if pa.types.is_struct(kind):
        return pa.struct([f.with_type(written_type(f.type, tree.child(node, f.name), tree)) for f in kind])
    if is_list(kind):
        field = kind.value_field.with_type(written_type(kind.value_type, tree.item(node), tree))
        if pa.types.is_fixed_size_list(kind):
            return pa.list_(field, kind.list_size)
        return pa.list_(field) if pa.types.is_list(kind) else pa.large_list(field)
    if pa.types.is_nested(kind) and not pa.types.is_map(kind) or pa.types.is_run_end_encoded(kind):
        raise RecordError(f"Parquet columns of type {kind.id} cannot be read: write them as structs, lists or strings")
    if pa.types.is_map(kind):
        if written_type(kind.item_type, tree.item(node), tree) != kind.item_type:
            raise RecordError(_IN_MAP)
        return kind
    declared = node.listing == "entity" and not (pa.types.is_nested(kind) or pa.types.is_null(kind))
    return pa.string() if declared and not is_string(kind) and not is_binary(kind) else kind


class Column:
    """One Arrow array opened for reading, with its children."""

    def __init__(self, array: pa.Array, node: FieldNode, tree: FieldTree) -> None:
        if isinstance(array, pa.ExtensionArray):
            array = array.storage
        self.node = node
        self.tree = tree
        self.kind = kind = array.type
        self.valid: list[bool] = array.is_valid().to_pylist()
        self.texts: list[str | Refused | None] = []
        self.children: list[tuple[str, Column]] = []
        self.offsets: list[int] = []
        self.keys: list[str] = []
        if is_string(kind):
            self.texts = _texts(array)
        elif pa.types.is_struct(kind):
            for place, field in enumerate(kind):
                child = Column(array.field(place), tree.child(node, field.name), tree)
                self.children.append((field.name, child))
        elif is_list(kind):
            self.offsets = _offsets(array)
            self.children = [("", Column(array.values, tree.item(node), tree))]
        elif pa.types.is_map(kind):
            self.offsets = _offsets(array)
            self.keys = [str(key) for key in array.keys.to_pylist()]
            self.children = [("", Column(array.items, tree.item(node), tree))]
        elif written_type(kind, node, tree) != kind:
            self.texts = _as_text(array)

    def found(self, index: int, node: FieldNode, path: str, parts: Parts, keys: dict[str, None]) -> Iterator[Found]:
        """Every text of the value at `index`. Raises Refused for bytes, for binary content and for invalid UTF-8."""
        if not self.valid[index]:
            return
        if self.texts:
            yield self._leaf(self.texts[index], node, path, parts)
        elif is_binary(self.kind):
            if node.listing != "drop":
                raise Refused(BINARY)
        elif self.keys or pa.types.is_map(self.kind):
            values = self.children[0][1]
            for place in range(self.offsets[index], self.offsets[index + 1]):
                key = self.keys[place]
                keys[key] = None
                child = self.tree.child(node, key)
                way = (*parts, place - self.offsets[index])
                yield from values.found(place, child, path + child.suffix, way, keys)
        elif self.offsets:
            item = self.children[0][1]
            for place in range(self.offsets[index], self.offsets[index + 1]):
                number = place - self.offsets[index]
                yield from item.found(place, self.tree.item(node), f"{path}[{number}]", (*parts, number), keys)
        elif node.listing == "entity" and not pa.types.is_nested(self.kind):
            raise RecordError(_IN_MAP)
        else:
            for name, column in self.children:
                child = self.tree.child(node, name)
                keys[name] = None
                yield from column.found(index, child, path + child.suffix, (*parts, name), keys)

    def _leaf(self, text: str | Refused | None, node: FieldNode, path: str, parts: Parts) -> Found:
        if isinstance(text, Refused):
            raise text
        assert text is not None
        if node.listing != "drop" and holds_binary(text):
            raise Refused(BINARY)
        return Found(TextField(path, text, node.listing, node.entity, node.account), parts)


def found_in_row(columns: Sequence[tuple[str, Column]], index: int) -> tuple[list[Found], dict[str, None]]:
    """Texts and keys of row `index`. Raises Refused as `Column.found`, and past `MAX_ROW_VALUES`."""
    found: list[Found] = []
    keys: dict[str, None] = {}
    for name, column in columns:
        keys[name] = None
        for one in column.found(index, column.node, column.node.suffix, (name,), keys):
            found.append(one)
            if len(found) > MAX_ROW_VALUES:
                raise Refused(TOO_MANY)
    return found, keys


def rebuilt(array: pa.Array, node: FieldNode, tree: FieldTree, edits: Sequence[NewText]) -> pa.Array:
    """`array` in its written type, edits in it; bytes the policy drops become no bytes (zeros of a fixed size)."""
    kind = array.type
    if isinstance(array, pa.ExtensionArray):
        storage = rebuilt(array.storage, node, tree, edits)
        return pa.ExtensionArray.from_storage(kind, storage) if storage.type == kind.storage_type else storage
    target = written_type(kind, node, tree)
    if is_binary(kind) and node.listing == "drop":
        return _emptied(array)
    if target == kind and not edits and not pa.types.is_nested(kind):
        return array
    if array.offset:
        array = pa.concat_arrays([array, array[:0]])
    if pa.types.is_struct(kind):
        children = []
        for place, field in enumerate(kind):
            inner = [NewText(e.at, e.parts[1:], e.text) for e in edits if e.parts[0] == field.name]
            children.append(rebuilt(array.field(place), tree.child(node, field.name), tree, inner))
        return pa.StructArray.from_arrays(children, fields=list(target), mask=array.is_null())
    if is_list(kind) or pa.types.is_map(kind):
        offsets = _offsets(array)
        inner = [NewText(offsets[e.at] + int(e.parts[0]), e.parts[1:], e.text) for e in edits]
        if pa.types.is_map(kind):
            items = rebuilt(array.items, tree.item(node), tree, inner) if inner else array.items
            return pa.MapArray.from_arrays(array.offsets, array.keys, items, type=kind, mask=array.is_null())
        values = rebuilt(array.values, tree.item(node), tree, inner)
        if pa.types.is_fixed_size_list(kind):
            return pa.FixedSizeListArray.from_arrays(values, type=target, mask=array.is_null())
        build = pa.ListArray if pa.types.is_list(kind) else pa.LargeListArray
        return build.from_arrays(array.offsets, values, type=target, mask=array.is_null())
    texts = _as_text(array) if target != kind else array.to_pylist()
    for edit in edits:
        texts[edit.at] = edit.text
    if not pa.types.is_dictionary(kind):
        return pa.array(texts, type=target)
    return _encoded(pa.array(texts, type=kind.value_type), kind)


def _emptied(array: pa.Array) -> pa.Array:
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    filler = bytes(kind.byte_width) if pa.types.is_fixed_size_binary(kind) else b""
    emptied = pa.array([filler if valid else None for valid in array.is_valid().to_pylist()], type=kind)
    return emptied if kind == array.type else _encoded(emptied, array.type)


def _as_text(array: pa.Array) -> list[Any]:
    """Numbers, dates and booleans as text: ISO dates, `true`, shortest decimals."""
    try:
        texts: list[Any] = pc.cast(array, pa.string()).to_pylist()
    except pa.ArrowNotImplementedError:
        raise RecordError(f"a Parquet column of type {array.type} cannot be an entity: write it as a string") from None
    return texts


def _encoded(texts: pa.Array, kind: pa.DataType) -> pa.Array:
    encoded = texts.dictionary_encode()
    try:
        indices = encoded.indices.cast(kind.index_type)
    except pa.ArrowInvalid:
        raise RecordError(
            f"a dictionary column indexed by {kind.index_type} has no room for the replaced values: write it with a "
            "wider index, or as plain strings"
        ) from None
    return pa.DictionaryArray.from_arrays(indices, encoded.dictionary, ordered=kind.ordered)


def _offsets(array: pa.Array) -> list[int]:
    """Where each list begins in `array.values`, and where the last one ends."""
    if pa.types.is_fixed_size_list(array.type):
        size = array.type.list_size
        return [(array.offset + place) * size for place in range(len(array) + 1)]
    offsets: list[int] = array.offsets.to_pylist()
    return offsets


def _texts(array: pa.Array) -> list[Any]:
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    try:
        texts: list[Any] = array.to_pylist()
    except UnicodeDecodeError:
        texts = [_text(value) for value in array]
    return texts


def _text(value: pa.Scalar) -> str | Refused | None:
    try:
        text: str | None = value.as_py()
    except UnicodeDecodeError:
        return Refused(NOT_UTF8)
    return text
