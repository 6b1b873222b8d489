"""Which kind of fake value belongs to an entity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from redactory.policy.transforms import FakeKind, PseudonymOptions
from redactory.transform.normal import normalise
from redactory.transform.pseudonym.accounts import Hostname, Mailbox, Username
from redactory.transform.pseudonym.ids import Card, Iban, Identifier
from redactory.transform.pseudonym.kind import Kind
from redactory.transform.pseudonym.network import Address
from redactory.transform.pseudonym.phone import Phone
from redactory.transform.pseudonym.places import Firm, Place, Postcode
from redactory.transform.pseudonym.shifted import Shifted

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw
    from redactory.transform.pseudonym.names import Names

_OF_ENTITY: dict[str, FakeKind] = {
    "PERSON": "person", "USER": "username", "EMAIL": "email", "PHONE": "phone", "IBAN": "iban", "CARD": "card",
    "IP": "ip", "HOSTNAME": "hostname", "LOCATION": "address", "POSTCODE": "postcode", "DATE": "date",
    "DATE_OF_BIRTH": "date", "ORG": "organisation",
}  # fmt: skip


class Person(Kind):
    """A person, however written."""

    def __init__(self, names: Names | None) -> None:
        self._names = names

    def canonical(self, value: str) -> str:
        return normalise("PERSON", value)

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        return canonical  # by its words: `render`

    def render(self, fake: str, value: str) -> str:
        assert self._names is not None
        return self._names.people.fake(value)

    def valid(self, text: str) -> bool:
        return any(map(str.isalpha, text))


def kind_of(entity: str, options: PseudonymOptions, names: Names | None = None, region: str | None = None) -> Kind:
    """The kind of an entity under its options. Without `names` it can validate, and not operate."""
    name: FakeKind = options.kind or _OF_ENTITY.get(entity, "id")
    if name in ("person", "username", "email", "hostname", "address", "organisation", "postcode"):
        named: dict[FakeKind, type[Any]] = {
            "person": Person, "username": Username, "email": Mailbox, "hostname": Hostname, "address": Place,
            "organisation": Firm, "postcode": Postcode,
        }  # fmt: skip
        kind: Kind = named[name](names)
        return kind
    if name == "phone":
        return Phone(options.region or region)
    if name == "date":
        return Shifted(options.day_first)
    if name == "id":
        return Identifier(options.checksum, options.pattern)
    plain: dict[FakeKind, type[Kind]] = {"iban": Iban, "card": Card, "ip": Address}
    return plain[name]()
