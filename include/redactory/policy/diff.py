"""The difference between two policies, in words a data steward can decide on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redactory.policy.base import PolicyModel
from redactory.policy.model import Policy
from redactory.policy.transforms import SurrogateOptions, TransformRule

_TRANSFORM = frozenset(TransformRule.model_fields)
_LONGEST = 80  # characters of a value quoted in a line


def describe_diff(old: Policy, new: Policy) -> list[str]:
    """One line for every setting that differs, `[]` where the two would have the same id.

    Example lines: `PHONE: threshold 0.5 -> 0.4`, `new keep-rule vendor Meridian`.
    """
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    lines = list(_entities(before.pop("entities"), after.pop("entities")))
    lines += _fields(before["fields"], after["fields"])
    for section, key, word in (("formats", "id", "format rule"),):
        lines += _listed(before.pop(section), after.pop(section), key, word)
    keep_before, keep_after = before.pop("keep"), after.pop("keep")
    lines += _listed(keep_before["patterns"], keep_after["patterns"], "id", "keep-rule pattern")
    lines += _listed(keep_before["vendors"], keep_after["vendors"], "name", "keep-rule vendor")
    lines += _members(keep_before["terms"], keep_after["terms"], "keep-rule term")
    before.pop("fields"), after.pop("fields")
    lines += _settings("", before, after)
    return lines


def _entities(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    for label in _names(old, new):
        if label not in old:
            yield f"new entity {label}: {_summary(new[label])}"
        elif label not in new:
            yield f"entity {label} is no longer named"
        else:
            was, now = _transform(old[label]), _transform(new[label])
            if was != now:
                yield f"{label}: {was} -> {now}"
            plain = [{k: v for k, v in rule.items() if k not in _TRANSFORM} for rule in (old[label], new[label])]
            yield from (f"{label}: {line}" for line in _settings("", *plain))


def _summary(entity: dict[str, Any]) -> str:
    made = f", {_transform(entity)}" if entity["transform"] != "token" else ""
    return f"{entity['decision']}, tier {entity['tier']}, threshold {entity['threshold']}{made}"


def _transform(rule: dict[str, Any]) -> str:
    """`surrogate of 10 digits, reversible`."""
    words = str(rule["transform"])
    if words == "surrogate":
        words += f" of {(rule['surrogate'] or SurrogateOptions().model_dump())['length']} digits"
    elif words == "ordinal" and rule["ordinal"] and rule["ordinal"]["width"]:
        words += f" of {rule['ordinal']['width']} digits"
    elif words == "generalise":
        given = ", ".join(f"{name} {value}" for name, value in rule["generalise"].items() if value is not None)
        words += f" ({given})"
    elif words == "pseudonym" and rule["pseudonym"]:
        given = ", ".join(f"{name} {value}" for name, value in rule["pseudonym"].items() if value is not None)
        words += f" ({given})"
    return words + (", reversible" if rule["reversible"] else "")


def _format(rule: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in rule.items() if value is not None)


def _fields(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    before, after = _listings(old), _listings(new)
    for path in _names(before, after):
        was, now = before.get(path, "unlisted"), after.get(path, "unlisted")
        if was != now:
            yield f"field {path}: {was} -> {now}"
    for setting, words, without in (
        ("transforms", _transform, "as its entity"), ("formats", _format, "no format")
    ):  # fmt: skip
        for path in _names(old[setting], new[setting]):
            was, now = (words(rules[setting][path]) if path in rules[setting] else without for rules in (old, new))
            if was != now:
                yield f"field {path}: {was} -> {now}"
    yield from _members(old["account"], new["account"], "account field")
    if old["unlisted"] != new["unlisted"]:
        yield f"unlisted fields: {old['unlisted']} -> {new['unlisted']}"


def _listings(fields: dict[str, Any]) -> dict[str, str]:
    listed = {path: listing for listing in ("text", "keep", "drop") for path in fields[listing]}
    return listed | {path: f"entity {entity}" for path, entity in fields["entities"].items()}


def _listed(old: list[dict[str, Any]], new: list[dict[str, Any]], key: str, word: str) -> Iterator[str]:
    before, after = ({rule[key]: rule for rule in rules} for rules in (old, new))
    for name in _names(before, after):
        if name not in before:
            yield f"new {word} {name}"
        elif name not in after:
            yield f"{word} {name} removed"
        else:
            yield from (f"{word} {name}: {line}" for line in _settings("", before[name], after[name]))


def _members(old: list[str], new: list[str], word: str) -> Iterator[str]:
    yield from (f"new {word} {name}" for name in new if name not in old)
    yield from (f"{word} {name} removed" for name in old if name not in new)
    if sorted(old) == sorted(new) and old != new:
        yield f"{word}s in another order"


def _settings(prefix: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Settings of two mappings of the same model, nested ones by their path."""
    for name in _names(old, new):
        was, now = old.get(name), new.get(name)
        if was == now:
            continue
        label = f"{prefix}{name}"
        if isinstance(was, dict) and isinstance(now, dict):
            yield from _settings(f"{label}.", was, now)
        elif isinstance(was, list) and isinstance(now, list) and all(isinstance(v, str) for v in (*was, *now)):
            yield from _members(was, now, f"{label} entry")
        else:
            yield f"{label} {_quoted(was)} -> {_quoted(now)}"


def _names(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys((*old, *new)))


def _quoted(value: Any) -> str:
    if isinstance(value, PolicyModel):
        value = value.model_dump(mode="json")
    text = "none" if value is None else str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
