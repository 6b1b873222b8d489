"""Surrogates: one for each thing, spread evenly, as long as said, and no secret from whoever holds the key."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from scipy.stats import chisquare

from redactory.errors import ConfigError
from redactory.policy.transforms import SurrogateOptions, TransformRule
from redactory.transform import Scope
from redactory.transform.keys import SurrogateKey
from redactory.transform.surrogate import Surrogate, surrogate

KEY = SurrogateKey("s1", bytes(range(32)))
OTHER = SurrogateKey("s2", bytes(range(1, 33)))
VALUES = 40_000


def digits(entity: str, value: str, length: int = 10, key: SurrogateKey = KEY) -> str:
    return surrogate(key, entity, value, length).rpartition("_")[2].rstrip("]")


def test_a_surrogate_is_known_by_its_bytes() -> None:
    """Fixed for good: another result would cut every published partition off from the ones before."""
    assert surrogate(KEY, "ORG", "Northwind Traders", 10) == "[ORG_580f378975]"
    assert surrogate(KEY, "ORG", "NORTHWIND  TRADERS", 10) == "[ORG_580f378975]"
    assert surrogate(KEY, "ORG", "Northwind Traders", 16).startswith("[ORG_580f378975")


def test_entity_key_and_subject_each_make_another_surrogate() -> None:
    made = {
        digits("ORG", "Braid"), digits("PERSON", "Braid"), digits("ORG", "Braid", key=OTHER),
        surrogate(KEY, "ORG", "Braid", 10, subject="a" * 64)[5:-1],
        digits("ORG", "a" * 64),
    }  # fmt: skip
    assert len(made) == 5


def test_the_values_of_one_subject_share_their_digits() -> None:
    name = surrogate(KEY, "PERSON", "Priya Raman", 8, subject="p1")
    mail = surrogate(KEY, "EMAIL", "priya.raman@corp.example", 8, subject="p1")
    assert name.removeprefix("[PERSON_") == mail.removeprefix("[EMAIL_")


@pytest.mark.parametrize("length", [6, 8, 10, 64])
def test_the_shape_is_validated(length: int) -> None:
    rule = TransformRule(transform="surrogate", surrogate=SurrogateOptions(length=length))
    made_by = Surrogate("ORG", "<ORG>", rule, KEY, linked=False)
    made = made_by.operate("Northwind", Scope())
    assert made_by.validate(made)
    assert len(made) == len("[ORG_]") + length
    for wrong in (
        made[:-1], made[1:], made.upper(), made.replace("ORG", "PERSON"), f"{made} ", "<ORG>",
        made[:-2] + "]", made[:-1] + "0]", made.replace("_", "-"), "Northwind", "[ORG_Northwind]", "",
    ):  # fmt: skip
        assert wrong == made or not made_by.validate(wrong), wrong


def test_without_a_key_surrogates_are_known_and_none_is_made() -> None:
    made_by = Surrogate("ORG", "<ORG>", TransformRule(transform="surrogate"), None, linked=False)
    assert made_by.validate("[ORG_580f378975]")
    with pytest.raises(ConfigError, match="no surrogate key"):
        made_by.operate("Northwind", Scope())


def test_collisions_are_as_many_as_the_birthday_bound_says() -> None:
    """24 bits and 40,000 values: 47.7 expected pairs."""
    made = Counter(digits("ORG", f"company {n}", 6) for n in range(VALUES))
    pairs = sum(n * (n - 1) // 2 for n in made.values())
    expected = VALUES * (VALUES - 1) / 2 / 16**6
    assert expected == pytest.approx(47.7, abs=0.1)
    assert abs(pairs - expected) < 5 * expected**0.5
    assert len({digits("ORG", f"company {n}") for n in range(VALUES)}) == VALUES  # 40 bits: 0.0007 expected


def test_the_documented_collisions_are_right(project: Path) -> None:
    """The table of docs/transforms.md: expected pairs of n values by length."""
    lines = (project / "docs" / "transforms.md").read_text("utf-8").splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| [\d,v]", line)]
    lengths = [int(cell.split(" ")[0]) for cell in next(row for row in table if row[0] == "values")[1:]]
    rows = [row for row in table if row[0].replace(",", "").isdecimal()]
    assert (lengths, len(rows)) == ([6, 8, 10, 12, 16], 4)
    for values, *cells in rows:
        n = int(values.replace(",", ""))
        for length, cell in zip(lengths, cells, strict=True):
            assert float(cell) == pytest.approx(n * (n - 1) / 2 / 16**length, rel=0.06)


@pytest.mark.parametrize("position", [0, 4, 9])
def test_digits_are_spread_evenly(position: int) -> None:
    """Chi-square over the 16 digits, and over pairs of neighbours' digits, of values that differ in a number only."""
    made = [digits("PERSON", f"user{n}") for n in range(VALUES)]
    single = Counter(text[position] for text in made)
    assert len(single) == 16
    assert chisquare(list(single.values())).pvalue > 1e-4
    pairs = Counter((a[position], b[position]) for a, b in zip(made, made[1:], strict=False))
    assert len(pairs) == 256
    assert chisquare(list(pairs.values())).pvalue > 1e-4


def test_whoever_has_the_key_and_a_list_of_names_inverts_surrogates() -> None:
    """What docs/transforms.md warns of: a surrogate hides a value only from those who do not have the key."""
    names = [f"{first} {last}" for first in ("Priya", "Julien", "Zofia", "Bem", "Mirella") for last in
             ("Raman", "Moreau", "Kowalquist", "Okafor", "Rossi", "Nakamurel", "Oyelaranti")]  # fmt: skip
    published = {surrogate(KEY, "PERSON", name, 10) for name in names[::3]}
    guessed = {surrogate(KEY, "PERSON", name.upper(), 10): name for name in names}
    assert {guessed[token] for token in published} == set(names[::3])
    without = {surrogate(OTHER, "PERSON", name, 10) for name in names}
    assert not published & without
