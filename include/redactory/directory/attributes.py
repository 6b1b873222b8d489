"""What the attribute names of an export mean: the policy's list, and other programs' names for the same attribute.

Names are compared without case, blanks, underscores, hyphens and options (`displayName;lang-fr`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from redactory.policy.model import IdentityRules

# The names PowerShell's ActiveDirectory module, Microsoft Graph and SCIM give to LDAP attributes.
OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "samaccountname": ("onPremisesSamAccountName",),
    "uid": ("userName", "userId", "login"),
    "displayname": ("fullName",),
    "givenname": ("firstName",),
    "sn": ("surname", "lastName", "familyName"),
    "mail": ("emailAddress", "emails", "eMail", "otherMails"),
    "userprincipalname": ("onPremisesUserPrincipalName", "upn"),
    "telephonenumber": ("officePhone", "businessPhones", "phoneNumbers"),
    "mobile": ("mobilePhone",),
    "othertelephone": ("otherPhone",),
    "l": ("city", "locality"),
    "physicaldeliveryofficename": ("office", "officeLocation"),
}
DN_NAMES = frozenset({"dn", "distinguishedname", "onpremisesdistinguishedname"})
CLASS_NAME = "objectclass"
UPN_NAMES = frozenset({"userprincipalname", "onpremisesuserprincipalname", "upn"})
LDAP_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*\Z")


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """`name` as it is compared: no options, no case, no blanks, underscores or hyphens."""
    return re.sub(r"[\s_-]+", "", name.split(";", 1)[0]).casefold()


@dataclass(frozen=True, slots=True)
class Meaning:
    """One reading of an attribute: the kind of value, and its rank in the policy's list (0 first)."""

    kind: str
    rank: int


class AttributeMap:
    """The policy's attributes by plain name. One attribute may mean several kinds."""

    def __init__(self, rules: IdentityRules) -> None:
        self.rules = rules
        self._meanings: dict[str, tuple[Meaning, ...]] = {}
        for kind, names in rules.attributes.items():
            for rank, name in enumerate(names):
                plain = plain_name(name)
                for other in (plain, *map(plain_name, OTHER_NAMES.get(plain, ()))):
                    known = self._meanings.get(other, ())
                    if all(m.kind != kind for m in known):
                        self._meanings[other] = (*known, Meaning(kind, rank))

    def meanings(self, plain: str) -> tuple[Meaning, ...]:
        """What the attribute with this plain name means; empty where the policy does not name it."""
        return self._meanings.get(plain, ())

    def wants(self, plain: str) -> bool:
        """Whether a reader has to hand this attribute on."""
        return plain in self._meanings or plain == CLASS_NAME or plain in DN_NAMES

    def wants_any(self, names: Iterable[str]) -> bool:
        """Whether one of `names` (as written) is an attribute the policy names."""
        return any(plain_name(name) in self._meanings for name in names)

    def ldap_names(self) -> list[str]:
        """The attributes to ask an LDAP server for: the policy's names that can be attribute names, and the class."""
        names = {n.casefold(): n for listed in self.rules.attributes.values() for n in listed if LDAP_NAME.match(n)}
        return [*names.values(), "objectClass"]
