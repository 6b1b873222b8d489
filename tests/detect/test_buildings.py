"""Names of buildings, learned from the offices of a snapshot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from redactory.detect.learned import LearnedShapes, learn

OFFICES = (
    ["Linden Court 2.14", "Linden Court, Room B117", "Linden Court, Floor 2, Desk 9"]
    + [f"Old Granary {wing}-1.0{n}" for n in range(3) for wing in "AB"]
    + [f"Loft 2, Room {n}.26" for n in range(3)]
    + [f"Building 12 {n}.14" for n in range(3)]
    + [f"Zvornik {n}.14" for n in range(3)]
    + [f"Server Room B {n}.14" for n in range(3)]
    + [f"Home Office {n}" for n in range(3)]
    + [f"Floor {n}, Desk 12" for n in range(3)]
    + [f"Bristol {n}.02" for n in range(3)]
    + [f"Cloud {n}.02" for n in range(3)]
    + ["Mill House 1.01", "Mill House 1.02"]
)


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("The badge does not open Linden Court.", ["Linden Court"]),
        ("Linden Court B265 and LINDEN COURT, Room 3.14", ["Linden Court B265", "LINDEN COURT, Room 3.14"]),
        ("walk over to linden court, we have a spare", ["linden court"]),
        ("Old Granary has no Wi-Fi; the old granary query is a view", ["Old Granary"]),
        ("I am in Loft 2 or Building 12", ["Loft 2", "Building 12"]),
        ("Zvornik C-0.01 and Zvornik 2026", ["Zvornik C-0.01", "Zvornik"]),
        ("Linden Courtyard, Linden Court-2x, grid-Linden Court", []),
        ("Server Room B, the Home Office, Floor 1, Room, Cloud 9 and Bristol by itself", []),
        ("Mill House is an office of two rooms alone", []),
    ],
)
def test_houses_of_the_directory(person: Callable[..., Any], text: str, struck: list[str]) -> None:
    people = [person(location=office) for office in OFFICES]
    (spans,) = LearnedShapes(learn({"LOCATION"}, people)).find([text])
    assert [text[span.start : span.end] for span in spans] == struck
    assert {span.entity for span in spans} <= {"LOCATION"}


def test_places_that_are_kept_teach_nothing(person: Callable[..., Any]) -> None:
    assert learn({"PERSON"}, [person(location=office) for office in OFFICES]).written == ()
