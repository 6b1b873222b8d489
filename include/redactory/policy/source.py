"""Policy text to plain data: safe YAML, duplicate keys refused, and the line every setting stands on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from redactory.errors import PolicyError

Location = tuple[str | int, ...]
_MAX_NODES = 200_000  # a policy is read by people; more is a mistake or an alias bomb


@dataclass(frozen=True, slots=True)
class PolicySource:
    """A parsed file: `data`, the line (from 1) of each location, and the faults the YAML itself showed."""

    name: str
    data: Any
    lines: dict[Location, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def problem(self, where: Location, reason: str) -> str:
        """`file:line: path: reason`. The line is that of the location, or of the nearest setting around it."""
        known = where
        while known and known not in self.lines:
            known = known[:-1]
        line = self.lines.get(known)
        place = f"{self.name}:{line}" if line else self.name
        return f"{place}: {location_text(where)}: {reason}" if where else f"{place}: {reason}"


def location_text(where: Location) -> str:
    """`("formats", 2, "pattern")` as `formats[2].pattern`."""
    text = ""
    for part in where:
        if isinstance(part, int):
            text += f"[{part}]"
        elif any(sign in part for sign in ".[]*' "):
            text += f"['{part}']"
        elif text:
            text += f".{part}"
        else:
            text = str(part)
    return text


def read_source(text: str, name: str) -> PolicySource:
    """Read YAML `text`. Raises `PolicyError` with file and line when it is not YAML, or not a mapping."""
    try:
        loader = yaml.SafeLoader(text)
    except yaml.YAMLError as error:
        raise PolicyError(f"{name}: not YAML: {_reason(error)}") from None
    try:
        node = loader.get_single_node()
        if node is None:
            raise PolicyError(f"{name}: the file is empty; `redactory policy schema` describes what it must hold")
        lines: dict[Location, int] = {}
        problems: list[str] = []
        _walk(node, (), lines, problems, name, ())
        data = loader.construct_document(node)
    except yaml.YAMLError as error:
        raise PolicyError(f"{name}: not YAML: {_reason(error)}") from None
    except (ValueError, RecursionError):
        raise PolicyError(f"{name}: holds a value that cannot be read (a date that is none, or too deep)") from None
    finally:
        loader.dispose()
    if not isinstance(data, dict):
        raise PolicyError(f"{name}: must be a mapping of settings, not a {type(data).__name__}")
    return PolicySource(name, data, lines, tuple(problems))


def _walk(
    node: yaml.Node,
    where: Location,
    lines: dict[Location, int],
    problems: list[str],
    name: str,
    above: tuple[int, ...],
) -> None:
    """Note the line of each location and each key given twice. `above` are the nodes around, against loops."""
    if id(node) in above or len(lines) > _MAX_NODES:
        raise PolicyError(f"{name}: aliases that refer to themselves, or far too many settings")
    lines.setdefault(where, node.start_mark.line + 1)
    inner = (*above, id(node))
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _walk(item, (*where, index), lines, problems, name, inner)
    elif isinstance(node, yaml.MappingNode):
        seen: dict[str, int] = {}
        for key, value in node.value:
            text, line = str(key.value), key.start_mark.line + 1
            if text in seen and key.tag != "tag:yaml.org,2002:merge":
                path = location_text((*where, text))
                problems.append(f"{name}:{line}: {path}: given twice, first on line {seen[text]}")
            seen.setdefault(text, line)
            lines[(*where, text)] = line
            _walk(value, (*where, text), lines, problems, name, inner)


def _reason(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or "it cannot be parsed"
    return f"line {mark.line + 1}, column {mark.column + 1}: {reason}" if mark else str(reason)
