"""Pseudonyms: the same shape, valid, distinct, near where near; nobody who is known, nobody of the directory."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.detect.fold import folded
from redactory.errors import PolicyError
from redactory.policy.transforms import FieldFormat, PseudonymOptions, TransformRule
from redactory.transform import Scope
from redactory.transform.pseudonym import CaseScope, Clash, Pseudonym, Unfit, are_near
from redactory.transform.pseudonym.lists import is_famous, locales
from redactory.transform.validators import validator_of

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "pseudonyms.yaml").read_text(encoding="utf-8"))
KEYS = [bytes([n]) * 32 for n in range(12)]
NONE = PseudonymOptions()


def case(key: bytes = KEYS[0], **options: Any) -> CaseScope:
    return CaseScope(key, **options)


def people(scope: CaseScope, *mentions: str) -> list[str]:
    scope.read(mentions)
    for mention in mentions:
        scope.meet("PERSON", NONE, mention)
    return [scope.fake("PERSON", NONE, mention) for mention in mentions]


@pytest.mark.parametrize("one", CASES, ids=lambda one: f"{one['entity']}-{one['value']}")
@pytest.mark.parametrize("key", KEYS[:3], ids=["a", "b", "c"])
def test_a_fake_has_the_shape_and_passes_the_validator(one: dict[str, Any], key: bytes) -> None:
    rule = TransformRule(transform="pseudonym", pseudonym=PseudonymOptions(**one.get("options", {})))
    operator = Pseudonym(one["entity"], f"<{one['entity']}>", rule)
    scope, value = case(key), str(one["value"])
    scope.meet(one["entity"], operator.options, value)
    fake = operator.operate(value, scope)
    assert re.fullmatch(one["like"], fake)
    assert fake != value
    assert operator.operate(value, scope) == fake
    assert operator.validate(fake)
    assert operator.keeps(value, fake)
    if "valid" in one:
        assert validator_of(FieldFormat(**one["valid"]))(fake)


@pytest.mark.parametrize("key", KEYS)
def test_a_household_stays_one_and_what_was_near_stays_near(key: bytes) -> None:
    julien, juliette, initial, last_first, upper, alone, whose = people(
        case(key), "Julien Moreau", "Juliette Moreau", "J. Moreau", "Moreau, Juliette", "MOREAU Julien", "Julien",
        "Mme Moreau's",
    )  # fmt: skip
    given, surname = julien.split()
    other, same = juliette.split()
    assert surname == same
    assert given != other
    assert are_near(given, other)
    assert initial == f"{given[0]}. {surname}" == f"{other[0]}. {surname}"
    assert last_first == f"{surname}, {other}"
    assert upper == f"{surname.upper()} {given}"
    assert alone == given
    assert whose == f"Mme {surname}'s"
    assert {"julien", "juliette", "moreau"}.isdisjoint(map(folded, (given, other, surname)))
    french = locales()["fr"]
    assert {folded(given), folded(other), folded(surname)} <= {
        folded(name) for name in (*french.masculine, *french.feminine, *french.family)
    }


@pytest.mark.parametrize("key", KEYS)
def test_endings_of_one_surname_stay_those_of_one(key: bytes) -> None:
    one, other = people(case(key), "Jan Kowalski", "Anna Kowalska")
    assert are_near(one.split()[1], other.split()[1])


@pytest.mark.parametrize("key", KEYS[:4])
def test_parts_of_a_name_keep_their_places(key: bytes) -> None:
    fakes = people(
        case(key), "Dr. Marijke van der Berg", "Thomas d'Aubigny Jr.", "Jean-Luc Petit", "seán o'hanlon", "Priya R."
    )  # fmt: skip
    for fake, shape in zip(
        fakes,
        (
            r"Dr\. \S+ van der \S+", r"\S+ d'\S+ Jr\.",
            r"[^\W\d_]+-[^\W\d_]+ \S+", r"[^A-Z]+ o'[^A-Z]+", r"\S+ [A-Z]\.",
        ),
        strict=True,
    ):  # fmt: skip
        assert re.fullmatch(shape, fake), shape


@pytest.mark.parametrize("key", KEYS[:4])
def test_accounts_are_those_of_the_fake_person(key: bytes) -> None:
    scope = case(key)
    (name,) = people(scope, "Julien Moreau")
    given, surname = (folded(part) for part in name.split())
    for entity, value, wanted in (
        ("EMAIL", "julien.moreau@acme.com", f"{given}.{surname}@"),
        ("EMAIL", "JMOREAU@ACME.COM", f"{given[0]}{surname}@".upper()),
        ("EMAIL", "moreau_j[at]acme.com", f"{surname}_{given[0]}[at]"),
        ("USER", "jmoreau", f"{given[0]}{surname}"),
        ("USER", "julienmoreau", f"{given}{surname}"),
        ("HOSTNAME", "LT-JMOREAU", f"LT-{given[0]}{surname}".upper()),
    ):
        assert scope.fake(entity, NONE, value).startswith(wanted)


def test_one_number_in_several_spellings_has_one_fake() -> None:
    scope = case(region="FR")
    written = [scope.fake("PHONE", NONE, text) for text in ("06 12 34 56 78", "+33 6 12 34 56 78", "0033612345678")]
    digits = ["".join(filter(str.isdigit, text)) for text in written]
    assert digits[0][1:] == digits[1][2:] == digits[2][4:]
    assert scope.fake("PHONE", NONE, "06 12 34 56 79") not in written


def test_an_address_and_its_parts_have_one_fake_and_a_kept_postcode_stays_in_it() -> None:
    scope = case()
    scope.keep("75011")
    whole = scope.fake("LOCATION", NONE, "12 rue des Lilas, 75011 Paris")
    street, place = whole.split(", ")
    assert place.startswith("75011 ")
    assert scope.fake("LOCATION", NONE, "12 RUE DES LILAS") == street.upper()
    assert scope.fake("LOCATION", NONE, "Paris") == place.removeprefix("75011 ")


def test_dates_move_together_and_keep_their_weekdays() -> None:
    scope = case()
    before = [date(2026, 3, 14), date(2026, 4, 2)]
    after = [date.fromisoformat(scope.fake("DATE", NONE, day.isoformat())) for day in before]
    assert after[1] - after[0] == before[1] - before[0]
    assert after[0] != before[0]
    assert [day.weekday() for day in after] == [day.weekday() for day in before]


def test_subnets_stay_subnets() -> None:
    scope = case()
    one, two, other = (scope.fake("IP", NONE, ip).rpartition(".")[0] for ip in ("10.4.7.1", "10.4.7.2", "10.9.7.1"))
    assert one == two != other


@pytest.mark.parametrize(
    ("entity", "value"), [("DATE", "03/04/2026"), ("DATE", "31.02.2026"), ("DATE", "soon"), ("IP", "300.1.2.3")]
)
def test_what_cannot_be_read_is_no_guess(entity: str, value: str) -> None:
    scope = case()
    with pytest.raises(Unfit) as raised:
        scope.fake(entity, NONE, value)
    assert value not in str(raised.value)


def test_fakes_of_two_cases_tell_nothing_of_each_other() -> None:
    names = {tuple(people(case(key), "Julien Moreau", "Ada Brackley")) for key in KEYS}
    assert len(names) == len(KEYS)


def test_declared_aliases_share_their_fake() -> None:
    scope = case()
    scope.read(["Julien Moreau", "Jules Moreau"])
    scope.same("PERSON", NONE, "Julien Moreau", "Jules Moreau")
    assert scope.fake("PERSON", NONE, "Jules Moreau") == scope.fake("PERSON", NONE, "Julien Moreau")


def test_nobody_famous_and_nobody_of_the_directory() -> None:
    assert is_famous("Harry", "Potter")
    assert is_famous("Angela", "Merkel")
    refused: set[tuple[str, str]] = set()

    def fits(given: str, family: str) -> bool:  # a directory that has everybody who was ever asked for first
        known = len(refused) < 40
        if known:
            refused.add((given, family))
        return (given, family) not in refused

    fake = people(case(fits=fits), "Julien Moreau")[0]
    assert len(refused) == 40
    assert tuple(map(folded, fake.split())) not in refused
    nobody_else = case(fits=lambda given, family: False)
    people(nobody_else, "Julien", "Moreau")
    with pytest.raises(Clash):
        nobody_else.fake("PERSON", NONE, "Julien Moreau")


def test_a_case_is_needed_and_shows_nothing() -> None:
    operator = Pseudonym("PERSON", "<PERSON>", TransformRule(transform="pseudonym"))
    with pytest.raises(PolicyError, match="within one evaluation case"):
        operator.operate("Julien Moreau", Scope())
    scope = case()
    people(scope, "Julien Moreau")
    assert "Moreau" not in repr(scope)


NAMES = st.lists(
    st.tuples(
        st.sampled_from([name for own in locales().values() for name in (*own.masculine, *own.feminine)]),
        st.sampled_from([name for own in locales().values() for name in own.family]),
    ),
    min_size=2, max_size=12, unique_by=lambda name: (folded(name[0]), folded(name[1])),
)  # fmt: skip


@settings(max_examples=60)
@given(NAMES, st.binary(min_size=32, max_size=32))
def test_distinct_people_stay_distinct_and_none_is_known_or_of_the_case(
    names: list[tuple[str, str]], key: bytes
) -> None:
    scope = case(key, fits=lambda given, family: (given, family) != ("ada", "brackley"))
    try:
        fakes = people(scope, *(f"{given} {family}" for given, family in names))
    except Clash:  # drawn again under another key
        return
    own = {folded(word) for name in names for word in name}
    by_surname: dict[str, set[str]] = {}
    for (_, family), fake in zip(names, fakes, strict=True):
        given_fake, _, family_fake = fake.partition(" ")
        assert own.isdisjoint(map(folded, (given_fake, family_fake)))
        assert not is_famous(given_fake, family_fake)
        by_surname.setdefault(folded(family), set()).add(family_fake)
    assert all(len(fakes_of_one) == 1 for fakes_of_one in by_surname.values())
    assert len({folded(fake) for fake in fakes}) == len({folded(" ".join(name)) for name in names})


@settings(max_examples=80)
@given(
    st.lists(st.integers(0, 10**9 - 1), min_size=2, max_size=30, unique=True),
    st.sampled_from(["luhn", "mod97", "mod11_10", "damm", "verhoeff", None]),
    st.binary(min_size=32, max_size=32),
)
def test_distinct_ids_stay_distinct_and_valid(numbers: list[int], checksum: Any, key: bytes) -> None:
    options, scope = PseudonymOptions(checksum=checksum), case(key)
    values = [f"ORD-{number:09}" for number in numbers]
    for value in values:
        scope.meet("ORDER_ID", options, value)
    fakes = [scope.fake("ORDER_ID", options, value) for value in values]
    assert len(set(fakes)) == len(values)
    assert set(fakes).isdisjoint(values)
    if checksum:
        valid = validator_of(FieldFormat(checksum=checksum))
        assert all(valid(fake) for fake in fakes if checksum != "luhn" or valid(fake))
