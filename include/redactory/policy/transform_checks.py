"""What the transforms of a policy must agree on with its fields and entities, on the raw data like `checks`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redactory.errors import PolicyError
from redactory.policy.checks import Report, mapping
from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.policy.patterns import compile_re2
from redactory.policy.source import Location, PolicySource

_TOKENS = frozenset(("token", "mask", "surrogate", "ordinal"))  # what no validator of a usual format takes
_COUNTED = frozenset(("surrogate", "ordinal"))
_ALIASES = ("PERSON", "EMAIL", "USER", "EMP_ID")


def check_transforms(read: PolicySource) -> list[str]:
    """One line for every transform or format of a field that contradicts another setting."""
    problems: list[str] = []

    def report(where: Location, reason: str) -> None:
        problems.append(read.problem(where, reason))

    data = read.data
    fields, entities = mapping(data, "fields"), mapping(data, "entities")
    for setting in ("transforms", "formats"):
        for path in mapping(fields, setting):
            where: Location = ("fields", setting, str(path))
            if problem := _path_problem(path, fields):
                report(where, problem)
    for path, given in mapping(fields, "formats").items():
        where = ("fields", "formats", str(path))
        if isinstance(given, dict):
            _check_format(path, given, fields, entities, where, report)
    for name, rule in entities.items():
        if isinstance(rule, dict) and rule.get("decision") == "keep" and rule.get("transform", "token") != "token":
            report(("entities", str(name), "transform"), f"{name} is kept, so nothing of it is ever transformed")
    if mapping(data, "identity").get("link") is True and not _COUNTED.intersection(_transforms(fields, entities)):
        reason = "there is nothing to link: none of PERSON, EMAIL, USER and EMP_ID becomes a surrogate or an ordinal"
        report(("identity", "link"), reason)
    return problems


def _path_problem(path: Any, fields: dict[str, Any]) -> str:
    if not isinstance(path, str):
        return "a field path is text"
    try:
        FieldMatcher(FieldRules(), [path])
    except PolicyError as error:
        return str(error)
    for listing in ("keep", "drop"):
        listed = fields.get(listing)
        if isinstance(listed, list) and path in listed:
            return f"the field is listed under fields.{listing}, so nothing of it is transformed"
    return ""


def _check_format(
    path: Any, given: dict[str, Any], fields: dict[str, Any], entities: dict[str, Any], where: Location, report: Report
) -> None:
    if isinstance(pattern := given.get("pattern"), str):
        try:
            compile_re2(pattern)
        except PolicyError as error:
            report((*where, "pattern"), str(error))
    entity = mapping(fields, "entities").get(path)
    rule = mapping(fields, "transforms").get(path) or mapping(entities, str(entity))
    transform = rule.get("transform", "token") if isinstance(rule, dict) else "token"
    if given.get("kind") and entity is not None and transform in _TOKENS:
        report(
            (*where, "kind"),
            f"{transform} of {entity} is written here, and that is no {given['kind']}: every partition would fail. "
            "Remove the value, generalise it, or give a pattern that takes the token too",
        )


def _transforms(fields: dict[str, Any], entities: dict[str, Any]) -> Iterator[str]:
    rules = [mapping(entities, name) for name in _ALIASES] + list(mapping(fields, "transforms").values())
    yield from (str(rule.get("transform")) for rule in rules if isinstance(rule, dict))
