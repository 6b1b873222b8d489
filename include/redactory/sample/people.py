"""People of the sample: names of many origins, their accounts, addresses and numbers, seeded."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import dataclass

from redactory.sample.data import Company, Names, Office

_LETTERS = str.maketrans({
    "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i", "ß": "ss", "æ": "ae", "Æ": "Ae",
    "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D",
})  # fmt: skip
_FIRST_EXTENSION = 4000
_DEVICE_FORMS = (
    "WORKSTATION-{USER}",
    "LAPTOP-{USER}",
    "NB-{USER}-02",
    "{user}-mbp.local",
    "DESKTOP-{code}",
    "PC-{USER}",
)
_SHARE_WITH_MOBILE = 0.5
_SHARE_WITH_ALIAS = 0.3


@dataclass(frozen=True, slots=True)
class SamplePerson:
    """One person. `listed` says whether the directory holds them; `nick` is empty where none is usual."""

    number: int
    given: str
    family: str
    username: str
    email: str
    alias: str
    employee_id: str
    phone: str
    phone_local: str
    extension: str
    office: Office
    street: str
    desk: str
    device: str
    phone_device: str
    nick: str
    listed: bool
    mobile: bool

    @property
    def full(self) -> str:
        return f"{self.given} {self.family}"


def ascii_name(name: str) -> str:
    """`name` in lower-case ASCII letters, as an account name would spell it."""
    folded = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    return "".join(sign for sign in folded.lower() if "a" <= sign <= "z")


def make_people(rng: random.Random, names: Names, company: Company, listed: int, missing: int) -> list[SamplePerson]:
    """`listed` people of the directory and `missing` ones it does not hold (contractors, leavers), shuffled in."""
    identities = _identities(rng, names, listed + missing)
    absent = set(rng.sample(range(len(names.ambiguous), listed + missing), missing))
    taken: set[str] = {fixed for *_, fixed in identities if fixed}
    numbers = rng.sample(range(10_000, 99_999), len(identities))
    people = []
    for index, (given, family, ascii_given, ascii_family, fixed) in enumerate(identities):
        username = fixed or _username(rng, ascii_given, ascii_family, taken)
        outside = index in absent and rng.random() < 0.5
        domain = rng.choice(company.outside_domains) if outside else company.domain
        office = rng.choice(company.offices)
        digits = "".join(rng.choice("123456789") for _ in range(12))
        people.append(
            SamplePerson(
                number=index,
                given=given,
                family=family,
                username=username,
                email=f"{ascii_given}.{ascii_family}{index if not fixed and index % 9 == 0 else ''}@{domain}",
                alias=f"{username}.alias@{domain}" if rng.random() < _SHARE_WITH_ALIAS else "",
                employee_id=f"EMP-{numbers[index]}",
                phone=_fill(office.phone, digits),
                phone_local=_fill(office.local, digits),
                extension=str(_FIRST_EXTENSION + index),
                office=office,
                street=_street(rng, office),
                desk=_desk(rng),
                device=_device(rng, username),
                phone_device=f"{given.split()[0]}'s-iPhone" if given.isascii() else f"{username}-iphone",
                nick=names.nicknames.get(given, ""),
                listed=index not in absent,
                mobile=rng.random() < _SHARE_WITH_MOBILE,
            )
        )
    return people


def _identities(rng: random.Random, names: Names, count: int) -> list[tuple[str, str, str, str, str]]:
    """Distinct (given, family, ASCII given, ASCII family, fixed username), the origins in turn."""
    found = [(a.given, a.family, ascii_name(a.given), ascii_name(a.family), a.username) for a in names.ambiguous]
    for (given, family), (latin, latin_family) in zip(names.native, names.native_ascii, strict=True):
        found.append((given, family, ascii_name(latin), ascii_name(latin_family), ""))
    seen = {(given, family) for given, family, *_ in found}
    origins = list(names.origins)
    turn = 0
    while len(found) < count:
        origin = names.origins[origins[turn % len(origins)]]
        turn += 1
        given, family = rng.choice(origin.given), rng.choice(origin.family)
        if (given, family) not in seen:
            seen.add((given, family))
            found.append((given, family, ascii_name(given), ascii_name(family), ""))
    return found


def _username(rng: random.Random, given: str, family: str, taken: set[str]) -> str:
    style = rng.choice(("initial", "initial", "initial", "dotted", "family"))
    base = {"initial": given[0] + family, "dotted": f"{given}.{family}", "family": family + given[0]}[style][:20]
    name, number = base, 2
    while name in taken or len(name) < 4:
        name = f"{base}{number}" if len(base) > 3 else f"{base}{given[:3]}{number}"
        number += 1
    taken.add(name)
    return name


def _fill(shape: str, digits: str) -> str:
    """`shape` with its last X's replaced by the first digits, so that local and full form agree."""
    left = iter(digits)
    return "".join(next(left) if sign == "X" else sign for sign in shape)


def _street(rng: random.Random, office: Office) -> str:
    number = rng.randint(2, 240)
    return f"{number} {office.street}" if office.number_first else f"{office.street} {number}"


def _desk(rng: random.Random) -> str:
    floor, desk = rng.randint(1, 6), rng.randint(100, 899)
    return rng.choice(
        (f"Building {rng.randint(2, 9)}, floor {floor}, desk {desk}", f"Floor {floor}, desk {desk}", f"room {desk}")
    )


def _device(rng: random.Random, username: str) -> str:
    code = "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(7))
    plain = username.replace(".", "")
    return rng.choice(_DEVICE_FORMS).format(USER=plain.upper(), user=plain, code=code)
