"""The sample's own lists (names, company, sentences), read from the package's YAML files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class Origin:
    """Given and family names used together."""

    given: tuple[str, ...]
    family: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A person whose username is a word or very short."""

    given: str
    family: str
    username: str


@dataclass(frozen=True, slots=True)
class Names:
    """`native` names stand in their own script, `native_ascii` is how their accounts spell them."""

    origins: dict[str, Origin]
    native: tuple[tuple[str, str], ...]
    native_ascii: tuple[tuple[str, str], ...]
    ambiguous: tuple[Ambiguous, ...]
    nicknames: dict[str, str]


@dataclass(frozen=True, slots=True)
class Office:
    """Where people sit. An X in a phone number stands for a digit."""

    city: str
    phone: str
    local: str
    street: str
    postcode: str

    @property
    def number_first(self) -> bool:
        """Whether the house number stands before the street, as in English."""
        return self.phone.startswith(("+44", "+353", "+1 "))


@dataclass(frozen=True, slots=True)
class SampleVendor:
    """A third party the tickets mention."""

    name: str
    url: str
    domain: str


@dataclass(frozen=True, slots=True)
class Company:
    """The invented company: its own names and its technical vocabulary."""

    domain: str
    internal: str
    netbios: str
    suffix: str
    offices: tuple[Office, ...]
    vendors: tuple[SampleVendor, ...]
    outside_domains: tuple[str, ...]
    terms: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Templates: `families` by kind of incident and section, `common` by section."""

    families: dict[str, dict[str, list[str]]]
    common: dict[str, list[str]]


_TERMS = ("apps", "oses", "regions", "codes", "events", "hosts", "urls", "facilities", "markup")
_NOT_ORIGINS = ("native_script", "ambiguous", "nicknames")


def read_texts(name: str) -> Any:
    """What a YAML file of the sample's texts holds."""
    return yaml.safe_load(files("redactory.sample").joinpath("texts", name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def names() -> Names:
    """The lists of `texts/names.yaml`."""
    data = read_texts("names.yaml")
    native = data["native_script"]
    return Names(
        origins={
            key: Origin(tuple(value["given"]), tuple(value["family"]))
            for key, value in data.items()
            if key not in _NOT_ORIGINS
        },
        native=tuple((given, family) for given, family in native["pairs"]),
        native_ascii=tuple((given, family) for given, family in native["ascii"]),
        ambiguous=tuple(Ambiguous(**entry) for entry in data["ambiguous"]),
        nicknames=dict(data["nicknames"]),
    )


@lru_cache(maxsize=1)
def company() -> Company:
    """The company of `texts/company.yaml`."""
    data = read_texts("company.yaml")
    return Company(
        domain=data["domain"],
        internal=data["internal"],
        netbios=data["netbios"],
        suffix=data["suffix"],
        offices=tuple(Office(**{**entry, "postcode": str(entry["postcode"])}) for entry in data["offices"]),
        vendors=tuple(SampleVendor(**entry) for entry in data["vendors"]),
        outside_domains=tuple(data["outside_domains"]),
        terms={key: tuple(str(value) for value in data[key]) for key in _TERMS},
    )


@lru_cache(maxsize=1)
def sentences() -> Sentences:
    """The templates of `texts/tickets.yaml`."""
    data = read_texts("tickets.yaml")
    return Sentences(families=data["families"], common=data["common"])
