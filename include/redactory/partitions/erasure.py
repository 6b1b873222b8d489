"""Whom an erasure request means: a person of the newest directory, in every way of writing them, and surrogates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from redactory.directory.model import Person
from redactory.errors import ConfigError, PartitionError
from redactory.transform.normal import normalise

if TYPE_CHECKING:
    from redactory.platform import Platform
    from redactory.policy.model import Policy
    from redactory.transform.keys import SurrogateKey


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be forgotten: tokens, (entity, value) pairs, a directory person by key. Never printed."""

    tokens: tuple[str, ...]
    values: tuple[tuple[str, str], ...] = field(repr=False)
    person_key: str | None = None

    @classmethod
    def of(
        cls,
        platform: Platform,
        *,
        person: str | None = None,
        values: Iterable[tuple[str, str]] = (),
        tokens: Sequence[str] = (),
    ) -> Request:
        """`person` is a directory key, username, e-mail address, employee ID or full name, however it is written.

        Raises:
            ConfigError: nothing was named, or the newest directory knows nobody, or several people, of that name.
        """
        found = _person(platform, person) if person else None
        if found is None and not (values or tokens):
            raise ConfigError("say who or what is to be forgotten: --person, --token or --value")
        mine = written(found) if found else ()
        return cls(tuple(tokens), tuple(dict.fromkeys((*mine, *values))), found.key if found else None)


def written(person: Person) -> Iterator[tuple[str, str]]:
    """(entity, value) of everything that names the person alone; a first name or a place is other people's too."""
    from redactory.detect.variants import ENTITY, Kind, person_patterns

    plain = {
        "PERSON": person.display_names,
        "USER": person.usernames,
        "EMAIL": person.emails,
        "EMP_ID": person.employee_ids,
        "PHONE": person.phones,
    }
    for entity, values in plain.items():
        yield from ((entity, value) for value in values)
    for pattern, kind in person_patterns(person):
        if kind not in (Kind.PART, Kind.LOCATION, Kind.EMAIL):  # an address loses its dots when it is folded
            yield ENTITY[kind], pattern


def surrogates_of(platform: Platform, request: Request) -> set[str]:
    """The surrogates of the request's values and person, under every key and every policy version that was approved.

    None where there are no keys. They are found whether or not the vault ever held them.
    """
    from redactory.ledger import list_policy_versions
    from redactory.partitions.inputs import load_version
    from redactory.transform.keys import SurrogateKeys
    from redactory.transform.operators import needs_key

    found = set(request.tokens)
    try:
        keys = SurrogateKeys.load(platform.settings)
    except ConfigError:
        return found
    for version in list_policy_versions(platform.ledger):
        try:
            policy = load_version(platform, version.id)
        except PartitionError:  # written by another release; what it made is in the vault, or not to be found
            continue
        for key in keys.keys if needs_key(policy) else ():
            found.update(_surrogates(policy, key, request))
    return found


def _surrogates(policy: Policy, key: SurrogateKey, request: Request) -> Iterator[str]:
    from redactory.policy.transforms import SurrogateOptions, rules_of
    from redactory.transform.surrogate import surrogate

    lengths = {(r.surrogate or SurrogateOptions()).length for r in rules_of(policy) if r.transform == "surrogate"}
    subjects = (None, request.person_key) if request.person_key else (None,)
    for entity, value in request.values:
        if entity not in policy.entities:
            continue
        for length in lengths:
            for subject in subjects:
                yield surrogate(key, entity, value, length, label=policy.label(entity), subject=subject)


def _person(platform: Platform, text: str) -> Person:
    from redactory.directory.snapshots import SnapshotStore

    snapshot = SnapshotStore(platform.identity, platform.ledger).current()
    if snapshot is None:
        raise ConfigError("there is no directory snapshot to look the person up in: use --value ENTITY=value")
    found = [person for person in snapshot.people if _is(person, text)]
    if len(found) != 1:
        raise ConfigError(
            f"the newest directory knows {len(found) or 'nobody'}{' people' if found else ''} of that name: "
            + ("give a username or an employee ID" if found else "for a leaver use --value ENTITY=value")
        )
    return found[0]


def _is(person: Person, text: str) -> bool:
    if text == person.key:
        return True
    named = {"USER": person.usernames, "EMAIL": person.emails, "EMP_ID": person.employee_ids}
    named["PERSON"] = person.display_names
    return any(
        normalise(entity, text) == normalise(entity, value) for entity, values in named.items() for value in values
    )
