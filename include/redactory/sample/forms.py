"""The forms in which a person and a technical value stand in a ticket (contract.md, decisions and hard cases)."""

from __future__ import annotations

import random
import unicodedata
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from redactory.sample.data import Company, SampleVendor
from redactory.sample.marks import Piece
from redactory.sample.people import SamplePerson

Form = Callable[[SamplePerson, Company], list[Piece]]


def _gone(kind: str, text: Callable[[SamplePerson, Company], str], before: str = "", after: str = "") -> Form:
    def form(person: SamplePerson, company: Company) -> list[Piece]:
        pieces = [Piece(before.format(netbios=company.netbios))] if before else []
        pieces.append(Piece(text(person, company), "remove", kind))
        return [*pieces, Piece(after)] if after else pieces

    return form


def _obfuscated(person: SamplePerson, company: Company) -> str:
    local, _, domain = person.email.partition("@")
    return f"{local} at {domain.replace('.', ' dot ')}"


def _plus(person: SamplePerson, company: Company) -> str:
    local, _, domain = person.email.partition("@")
    return f"{local}+tickets@{domain}"


PERSON_FORMS: dict[str, Form] = {
    "full": _gone("person", lambda p, c: p.full),
    "last_first": _gone("person", lambda p, c: f"{p.family}, {p.given}"),
    "initial": _gone("person", lambda p, c: f"{p.given[0]}. {p.family}"),
    "upper": _gone("person", lambda p, c: p.full.upper()),
    "poss": _gone("person", lambda p, c: p.full, after="'s"),
    "broken": _gone("person", lambda p, c: p.full.replace(" ", "\n", 1)),
    "nfd": _gone("person", lambda p, c: unicodedata.normalize("NFD", p.full)),
    "first": _gone("person", lambda p, c: p.given),
    "nick": _gone("person", lambda p, c: p.nick or p.given),
    "user": _gone("username", lambda p, c: p.username),
    "domain_user": _gone("username", lambda p, c: p.username, before="{netbios}\\"),
    "email": _gone("email", lambda p, c: p.email),
    "plus": _gone("email", _plus),
    "obf": _gone("email", _obfuscated),
    "phone": _gone("phone", lambda p, c: p.phone),
    "phone_local": _gone("phone", lambda p, c: p.phone_local),
    "ext": _gone("phone", lambda p, c: p.extension),
    "ext_label": _gone("phone", lambda p, c: p.extension, before="ext. "),
    "emp": _gone("emp_id", lambda p, c: p.employee_id),
    "city": _gone("location", lambda p, c: p.office.city),
    "street": _gone("location", lambda p, c: p.street),
    "postcode": _gone("location", lambda p, c: p.office.postcode),
    "desk": _gone("location", lambda p, c: p.desk),
    "device": _gone("hostname", lambda p, c: p.device),
    "phone_device": _gone("hostname", lambda p, c: p.phone_device),
}


@dataclass(slots=True)
class Facts:
    """Technical values of one ticket: the same name gives the same value within it."""

    rng: random.Random
    company: Company
    day: str
    _known: dict[str, Piece] = field(default_factory=dict)

    def piece(self, name: str) -> Piece:
        """The ticket's value for `name`. Raises `KeyError` for a name no sentence may use."""
        if name in ("stamp", "uuid", "ip"):  # these differ from line to line, as they do in a log
            return _MADE[name](self)
        if name not in self._known:
            self._known[name] = self._make(name)
        return self._known[name]

    def _make(self, name: str) -> Piece:
        if name in _TERMS:
            terms, kind = _TERMS[name]
            others = [piece.text for piece in self._known.values()]
            return Piece(
                self.rng.choice([term for term in self.company.terms[terms] if term not in others]), "keep", kind
            )
        return _MADE[name](self)

    @property
    def vendor(self) -> SampleVendor:
        name = self.piece("vendor").text
        return next(vendor for vendor in self.company.vendors if vendor.name == name)

    def digits(self, count: int, letters: str = "0123456789abcdef") -> str:
        """`count` random signs of `letters`."""
        return "".join(self.rng.choice(letters) for _ in range(count))


_TERMS = {
    "app": ("apps", "app_name"),
    "app2": ("apps", "app_name"),
    "os": ("oses", "os_device"),
    "region": ("regions", "region"),
    "code": ("codes", "error_code"),
    "event": ("events", "event_id"),
    "host": ("hosts", "service_hostname"),
    "url": ("urls", "service_url"),
    "facility": ("facilities", "facility"),
    "markup": ("markup", "markup"),
}


def _ip(facts: Facts) -> Piece:
    rng = facts.rng
    start = rng.choice(("10.{}.{}.{}", "10.{}.{}.{}", "192.168.{1}.{2}", "172.16.{1}.{2}", "203.0.113.{2}"))
    return Piece(start.format(rng.randint(0, 255), rng.randint(0, 255), rng.randint(1, 254)), "remove", "ip")


def _ip6(facts: Facts) -> Piece:
    groups = [f"{facts.rng.randint(1, 0xFFFF):x}" for _ in range(4)]
    start = facts.rng.choice(("2001:db8:{0}:{1}::{2}", "fd12:3456:{0}::{1}:{2}", "fe80::{0}:{1}:{2}:{3}"))
    return Piece(start.format(*groups), "remove", "ip")


def _stamp(facts: Facts) -> Piece:
    hour, minute, second = (facts.rng.randint(0, top) for top in (23, 59, 59))
    return Piece(f"{facts.day}T{hour:02d}:{minute:02d}:{second:02d}Z", "keep", "timestamp")


def _version(facts: Facts) -> Piece:
    rng = facts.rng
    build = f"10.0.{rng.randint(17000, 26100)}.{rng.randint(100, 4999)}"
    return Piece(
        rng.choice((build, f"{rng.randint(1, 9)}.{rng.randint(0, 20)}.{rng.randint(0, 40)}")), "keep", "version"
    )


def _serial(facts: Facts) -> Piece:
    return Piece(":".join(facts.digits(2, "0123456789ABCDEF") for _ in range(6)), "keep", "cert_serial")


def _mac(facts: Facts) -> Piece:
    return Piece("-".join(facts.digits(2) for _ in range(6)), "keep", "mac_address")


_MADE: dict[str, Callable[[Facts], Piece]] = {
    "ip": _ip,
    "ip6": _ip6,
    "stamp": _stamp,
    "version": _version,
    "serial": _serial,
    "mac": _mac,
    "uuid": lambda facts: Piece(str(uuid.UUID(int=facts.rng.getrandbits(128), version=4)), "keep", "uuid"),
    "vendor": lambda facts: Piece(facts.rng.choice(facts.company.vendors).name, "keep", "vendor_name"),
    "vendor_url": lambda facts: Piece(facts.vendor.url, "keep", "vendor_url"),
    "dn_suffix": lambda facts: Piece(facts.company.suffix, "keep", "dn_suffix"),
}
