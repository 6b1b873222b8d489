"""Loading policies: a wrong file is refused with file, line, path and reason, every fault at once."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from redactory.errors import PolicyError
from redactory.policy.checks import Recognisers, cross_check
from redactory.policy.model import Policy
from redactory.policy.source import Location, PolicySource, read_source
from redactory.policy.transform_checks import check_transforms

SUFFIXES = (".yaml", ".yml")


def load_policy(path: str | Path, *, recognisers: Recognisers | None = None) -> Policy:
    """The policy in the file `path`. `recognisers` as in `parse_policy`. Raises `PolicyError`."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise PolicyError(f"{file}: not UTF-8 text") from None
    except OSError as error:
        raise PolicyError(f"{file}: cannot be read: {error.strerror or type(error).__name__}") from None
    return parse_policy(text, str(file), recognisers=recognisers)


def load_policies(folder: str | Path, *, recognisers: Recognisers | None = None) -> dict[str, Policy]:
    """Every policy of `folder` (`*.yaml`, `*.yml`) by name, in the order of the file names.

    Raises `PolicyError` with the faults of all files, also when two files share a name or a dataset, or when
    there is no file.
    """
    files = policy_files(folder)
    policies: dict[str, Policy] = {}
    datasets: dict[str, str] = {}
    problems: list[str] = []
    for file in files:
        try:
            policy = load_policy(file, recognisers=recognisers)
        except PolicyError as error:
            problems.extend(error.problems or (str(error),))
            continue
        if policy.name in policies:
            problems.append(f"{file}: name: another file of the folder is called {policy.name!r} too")
        elif policy.dataset in datasets:
            problems.append(f"{file}: dataset: {datasets[policy.dataset]!r} is already the policy of this dataset")
        policies.setdefault(policy.name, policy)
        datasets.setdefault(policy.dataset, policy.name)
    if problems:
        raise PolicyError(_headline(str(folder), problems), tuple(problems))
    return policies


def policy_files(folder: str | Path) -> list[Path]:
    """The policy files of `folder`, sorted by name. Raises `PolicyError` when it has none or is no folder."""
    root = Path(folder)
    if not root.is_dir():
        raise PolicyError(f"{root}: no such folder of policies")
    files = sorted(file for file in root.iterdir() if file.suffix in SUFFIXES and not file.name.startswith("."))
    if not files:
        raise PolicyError(f"{root}: holds no policy file (*.yaml)")
    return files


def parse_policy(text: str, source: str = "<policy>", *, recognisers: Recognisers | None = None) -> Policy:
    """The policy in YAML `text`; `source` names it in errors.

    `recognisers` are the built-in recognisers a format rule may name; without them names and options are checked
    when the detector is built. Raises `PolicyError` whose `problems` hold one line for every fault.
    """
    read = read_source(text, source)
    problems = list(read.problems)
    policy: Policy | None = None
    try:
        policy = Policy.model_validate(read.data)
    except ValidationError as error:
        problems += [_problem(read, fault) for fault in error.errors(include_input=False, include_url=False)]
    problems += cross_check(read, recognisers) + check_transforms(read)
    if problems or policy is None:
        ordered = tuple(dict.fromkeys(problems))
        raise PolicyError(_headline(source, ordered), ordered) from None
    return policy


def _headline(source: str, problems: Collection[str]) -> str:
    return f"{source}: the policy has {len(problems)} fault{'s' if len(problems) != 1 else ''}"


def _problem(read: PolicySource, fault: Any) -> str:
    """One pydantic error as a line of ours. Never the input: it could be a value pasted into the file."""
    where: Location = tuple(part for part in fault["loc"] if part != "[key]")
    kind, reason = fault["type"], fault["msg"]
    if kind == "extra_forbidden":
        reason = f"no such setting{_suggestion(where)}"
    elif kind == "missing":
        reason = "must be given"
    elif kind == "value_error":
        reason = reason.removeprefix("Value error, ")
    elif kind == "string_pattern_mismatch":
        reason = f"must match {fault['ctx']['pattern']}"
    elif kind in ("model_type", "dict_type"):
        reason = "must be a mapping of settings"
    else:
        for subject in ("Input should", "String should", "List should", "Dictionary should"):
            reason = reason.replace(subject, "must")
    return read.problem(where, reason)


def _suggestion(where: Location) -> str:
    """The settings that exist at the place of an unknown one, the likeliest first."""
    model = _model_at(where[:-1])
    if model is None:
        return ""
    names = list(model.model_fields)
    near = difflib.get_close_matches(str(where[-1]), names, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(names)}"


def _model_at(where: Location) -> type[BaseModel] | None:
    model: type[BaseModel] | None = Policy
    for part in where:
        if model is None:
            return None
        if part in model.model_fields:
            model = _model_in(model.model_fields[str(part)].annotation)
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for inner in getattr(annotation, "__args__", ()) if (found := _model_in(inner))), None)
