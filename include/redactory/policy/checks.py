"""What the settings of one policy must agree on, checked on the raw data so that every fault shows at once.

Two entities may share a token (a street and a city are both `<LOCATION>`): the vocabulary gate needs the
set of tokens, and the counts keep the entities apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from redactory.errors import PolicyError
from redactory.policy.model import FIELD_KEY, FieldRules, IdentityRules
from redactory.policy.paths import FieldMatcher
from redactory.policy.patterns import compile_re2
from redactory.policy.source import Location, PolicySource

# What each kind of directory attribute is, once found in a text (contract.md, decisions).
IDENTITY_ENTITIES = {
    "username": "USER",
    "display_name": "PERSON",
    "given_name": "PERSON",
    "surname": "PERSON",
    "email": "EMAIL",
    "employee_id": "EMP_ID",
    "phone": "PHONE",
    "location": "LOCATION",
}
_PLACEHOLDER = "{value}"
_LISTINGS = ("text", "keep", "drop", "entities")

Report = Callable[[Location, str], None]
Recognisers = Mapping[str, Callable[[dict[str, Any]], object]]
"""Built-in recognisers by name; each is made of a rule's options, and raises `PolicyError` for wrong ones."""


def cross_check(read: PolicySource, recognisers: Recognisers | None) -> list[str]:
    """One line for every disagreement. Parts of the wrong type are left to the model's own errors."""
    problems: list[str] = []

    def report(where: Location, reason: str) -> None:
        problems.append(read.problem(where, reason))

    data = read.data
    entities = mapping(data, "entities")
    _check_fields(mapping(data, "fields"), report)
    _check_formats(data, recognisers, report)
    _check_keep(mapping(data, "keep"), report)
    _check_contexts(mapping(data, "gates"), report)
    if entities:
        _check_references(data, set(entities), report)
        _check_identity(data, set(entities), report)
    elif isinstance(data.get("entities"), dict):
        report(("entities",), "a policy that names no entity removes nothing")
    return problems


def _check_fields(fields: dict[str, Any], report: Report) -> None:
    listed: dict[str, str] = {}
    for listing in (*_LISTINGS, "account"):
        given = fields.get(listing)
        paths = list(given) if isinstance(given, (list, dict)) else []
        for index, path in enumerate(paths):
            where: Location = ("fields", listing, index if isinstance(given, list) else str(path))
            if not isinstance(path, str):
                continue
            try:
                FieldMatcher(FieldRules(), [path])
            except PolicyError as error:
                report(where, str(error))
                continue
            if listing == "account":
                continue
            if path in listed:
                report(where, f"field path {path!r} is listed as {listed[path]} already")
            listed.setdefault(path, listing)


def _check_formats(data: dict[str, Any], recognisers: Recognisers | None, report: Report) -> None:
    seen: set[str] = set()
    keyed = [where for where, rule in _rules(data, "formats") if rule.get("recogniser") == FIELD_KEY]
    for where in keyed[1:]:
        report((*where, "recogniser"), f"{FIELD_KEY} stands twice: one rule reads all keys")
    for where, rule in _rules(data, "formats"):
        _check_id(rule, seen, where, report)
        _check_pattern(rule, where, report)
        name = rule.get("recogniser")
        if recognisers is not None and isinstance(name, str) and name not in recognisers:
            known = ", ".join(sorted(recognisers))
            report((*where, "recogniser"), f"{_named(rule)}no such recogniser; there are: {known}")
        elif recognisers is not None and isinstance(name, str):
            try:
                recognisers[name](mapping(rule, "options"))
            except (PolicyError, ValueError) as error:
                report((*where, "options"), f"{_named(rule)}{error}")


def _check_keep(keep: dict[str, Any], report: Report) -> None:
    seen: set[str] = set()
    for where, rule in _rules(keep, "patterns"):
        place: Location = ("keep", *where)
        _check_id(rule, seen, place, report)
        _check_pattern(rule, place, report)
    names: set[str] = set()
    for where, vendor in _rules(keep, "vendors"):
        given, aliases = vendor.get("name"), vendor.get("aliases")
        if isinstance(given, str) and not given.strip():
            report(("keep", *where, "name"), "a vendor needs a name")
        others = [("aliases", alias) for alias in aliases] if isinstance(aliases, list) else []
        for setting, name in [("name", given), *others]:
            if not isinstance(name, str) or not name.strip():
                continue
            if name.casefold() in names:
                report(("keep", *where, setting), f"vendor {name!r} stands twice: give it one entry with aliases")
            names.add(name.casefold())
    terms = keep.get("terms")
    for index, term in enumerate(terms if isinstance(terms, list) else ()):
        if isinstance(term, str) and not term.strip():
            report(("keep", "terms", index), "an empty term would keep everything")


def _check_contexts(gates: dict[str, Any], report: Report) -> None:
    for where, context in _rules(gates, "guarded_contexts"):
        patterns = context.get("patterns")
        for index, pattern in enumerate(patterns if isinstance(patterns, list) else ()):
            if not isinstance(pattern, str):
                continue
            place: Location = ("gates", *where, "patterns", index)
            if _PLACEHOLDER not in pattern:
                report(place, f"{_PLACEHOLDER} must stand where the guarded value is expected")
                continue
            _compiled(pattern.replace(_PLACEHOLDER, "x"), False, "", place, report)


def _check_references(data: dict[str, Any], entities: set[str], report: Report) -> None:
    named: list[tuple[Location, Any]] = [
        ((*where, "entity"), rule.get("entity")) for where, rule in _rules(data, "formats")
    ]
    for section, setting in (("fields", "entities"), ("ner", "labels")):
        given = mapping(mapping(data, section), setting)
        named += [((section, setting, str(key)), entity) for key, entity in given.items()]
    named += [
        (("gates", *where, "entity"), context.get("entity"))
        for where, context in _rules(mapping(data, "gates"), "guarded_contexts")
    ]
    for where, entity in named:
        if isinstance(entity, str) and entity not in entities:
            report(where, f"entity {entity!r} is not among the policy's entities")


def _check_identity(data: dict[str, Any], entities: set[str], report: Report) -> None:
    default = {kind: list(names) for kind, names in IdentityRules().attributes.items()}
    identity = mapping(data, "identity")
    given = identity.get("attributes", default)
    attributes = given if isinstance(given, dict) else {}
    for kind, entity in IDENTITY_ENTITIES.items():
        if attributes.get(kind) and entity not in entities:
            reason = f"what the directory holds as {kind} is of entity {entity!r}, which the policy does not name"
            report(("identity", "attributes", kind), f"{reason}: add the entity, or give this kind []")
    required = identity.get("required", IdentityRules().required)
    for index, kind in enumerate(required if isinstance(required, list) else ()):
        if isinstance(kind, str) and not attributes.get(kind):
            report(("identity", "required", index), f"no attribute is named for kind {kind!r} in identity.attributes")


def _check_id(rule: dict[str, Any], seen: set[str], where: Location, report: Report) -> None:
    name = rule.get("id")
    if not isinstance(name, str):
        return
    if name in seen:
        report((*where, "id"), f"rule {name!r}: an id stands for one rule, and this one is taken")
    seen.add(name)


def _check_pattern(rule: dict[str, Any], where: Location, report: Report) -> None:
    pattern = rule.get("pattern")
    if isinstance(pattern, str):
        _compiled(pattern, bool(rule.get("ignore_case")), _named(rule), (*where, "pattern"), report)


def _compiled(pattern: str, ignore_case: bool, named: str, where: Location, report: Report) -> None:
    try:
        compiled = compile_re2(pattern, ignore_case=ignore_case)
    except PolicyError as error:
        report(where, f"{named}{error}")
        return
    if compiled.search("") is not None:
        report(where, f"{named}matches the empty string, so it would match everywhere")


def _named(rule: dict[str, Any]) -> str:
    name = rule.get("id")
    return f"rule {name!r}: " if isinstance(name, str) else ""


def mapping(data: Any, key: str) -> dict[str, Any]:
    """`data[key]` where both are mappings, an empty one otherwise."""
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, dict) else {}


def _rules(data: dict[str, Any], key: str) -> Iterator[tuple[Location, dict[str, Any]]]:
    found = data.get(key)
    for index, rule in enumerate(found if isinstance(found, list) else ()):
        if isinstance(rule, dict):
            yield (key, index), rule
