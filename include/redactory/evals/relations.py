"""Relations a case declares, looked at in what was written: a fake household still shares its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redactory.detect.fold import folded
from redactory.detect.names import read_name
from redactory.evals.parts import Relation
from redactory.records.model import TextField
from redactory.transform.pseudonym import are_near


def broken(fields: Sequence[TextField], after: Sequence[str], relations: Sequence[Relation]) -> set[str]:
    """Kinds of the relations that held before and hold no longer; `same` has to hold whatever stood there."""
    found = set()
    for relation in relations:
        before = [fields[index].text for index in relation.of]
        now = [after[index] for index in relation.of]
        holds = _HOLDS[relation.kind]
        if not holds(now) and (relation.kind == "same" or holds(before)):
            found.add(relation.kind)
    return found


def _one_household(names: Sequence[str]) -> bool:
    return len({_surname(name) for name in names}) == 1


def _surname(name: str) -> tuple[str, ...]:
    read = read_name(name)
    return (read.surname or read.full) if read else ()


def _near(names: Sequence[str]) -> bool:
    words = [folded(name).split() for name in names]
    return all(
        one != other and len(one) == len(other)
        and all(a == b or are_near(a, b) for a, b in zip(one, other, strict=True))
        for n, one in enumerate(words) for other in words[:n]
    )  # fmt: skip


def _same(names: Sequence[str]) -> bool:
    """One value, or a name and a part of it."""
    words = [set(folded(name).split()) for name in names]
    return all(word <= max(words, key=len) for word in words)


_HOLDS: dict[str, Callable[[Sequence[str]], bool]] = {"same": _same, "household": _one_household, "near": _near}
