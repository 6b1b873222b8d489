"""The parts of a case: the trace as a whole, and each fixture (document, tool call, criterion) by itself.

What a case says of itself (`relations`, `keep`, `locale`, `region`) is read here too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from redactory.errors import EvalsError
from redactory.records.model import TextField
from redactory.transform.pseudonym.lists import locales

TRACE = frozenset(("messages", "conversation", "turns"))  # lists whose elements are read as one text
KINDS = ("same", "household", "near")
KEPT_NEVER = frozenset(("PERSON", "USER", "EMAIL", "PHONE", "CARD", "IBAN", "NATIONAL_ID", "PASSPORT"))
_HEAD = re.compile(r"^([^.\[]+)(\[\d+\])?")
_RELATION = re.compile(r"^relations\[(\d+)\]\.(kind|of\[\d+\])$")
_KEEP = re.compile(r"^keep\[\d+\]$")
_REGION = re.compile(r"^[A-Z]{2}$")


@dataclass(frozen=True, slots=True, repr=False)
class Relation:
    """`kind` of KINDS between the values of the fields at `of` (indexes into the case's fields)."""

    kind: str
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Declared:
    """What a case declares: its relations, the fields whose values stay, the locale and region of its people."""

    relations: tuple[Relation, ...]
    keep: tuple[int, ...]
    locale: str | None
    region: str | None


def parts(fields: Sequence[TextField]) -> list[list[int]]:
    """Indexes of the fields that are read together, in order."""
    found: dict[str, list[int]] = {}
    for index, field in enumerate(fields):
        head = _HEAD.match(field.path)
        name = field.path if head is None else head[1] if head[1] in TRACE else head[0]
        found.setdefault(name, []).append(index)
    return list(found.values())


def declared(fields: Sequence[TextField], always: Sequence[int] = ()) -> Declared:
    """What the case says of itself; `always` are fields the policy keeps.

    Raises EvalsError for a declaration that cannot be meant. It quotes no value.
    """
    by_path = {field.path: index for index, field in enumerate(fields)}
    kinds: dict[int, str] = {}
    members: dict[int, list[int]] = {}
    keep = list(always)
    for index, field in enumerate(fields):
        if relation := _RELATION.match(field.path):
            if relation[2] == "kind":
                kinds[int(relation[1])] = field.text
            else:
                members.setdefault(int(relation[1]), []).append(index)
        elif _KEEP.match(field.path):
            if field.text not in by_path:
                raise EvalsError("the case keeps a field that it does not have: `keep` lists paths of its own")
            keep.append(by_path[field.text])
    for number, kind in kinds.items():
        if kind not in KINDS or len(members.get(number, ())) < 2:
            one_of = ", ".join(KINDS)
            raise EvalsError(f"relation {number}: `kind` is one of {one_of}, and `of` names two values or more")
    if any(fields[index].entity in KEPT_NEVER for index in keep):
        raise EvalsError(f"the case keeps a field of a class that is never kept ({', '.join(sorted(KEPT_NEVER))})")
    locale, region = (fields[by_path[name]].text if name in by_path else None for name in ("locale", "region"))
    if locale is not None and locale not in locales():
        raise EvalsError(f"locale: not one of {', '.join(locales())}")
    if region is not None and not _REGION.match(region):
        raise EvalsError("region: two capital letters, as in FR")
    relations = tuple(Relation(kind, tuple(members[number])) for number, kind in sorted(kinds.items()))
    return Declared(relations, tuple(keep), locale, region)
