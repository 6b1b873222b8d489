"""Pieces of a row: nothing of the text is lost or hidden on the page, and marks carry what they are."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).parents[2] / "plugins"))

from redactory.policy.model import EntityRule
from redactory.redact import Place
from redactory.review.sample import SampleField
from steward.text import breakable, colours, in_order, signs, view


def whole(pieces: object) -> str:
    return "".join(sign.text for piece in pieces for sign in piece.signs)  # type: ignore[attr-defined]


@given(st.text(max_size=60), st.data())
def test_both_sides_show_every_character(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    places = () if start == end else (Place(1, "note", start, end, "PERSON", 1, "display-name", 1.0, start, start + 8),)
    after = text if start == end else f"{text[:start]}<PERSON>{text[end:]}"
    shown = view(0, SampleField("note", text, after, places), {"PERSON": "c0"}, [], [])
    assert whole(shown.before) == text
    assert whole(shown.after) == after
    spots = [(piece.start, piece.end) for piece in shown.after]
    assert all(a[1] == b[0] for a, b in zip(spots, spots[1:], strict=False))


def test_what_would_reorder_or_hide_text_is_named() -> None:
    found = [(sign.text, sign.name) for sign in signs("a\u202eb\u200b\x07\tc\nd")]
    assert found == [
        ("a", ""), ("\u202e", "RLO"), ("b", ""), ("\u200b", "ZWSP"), ("\x07", "U+0007"), ("\t", "TAB"), ("c\nd", ""),
    ]  # fmt: skip
    assert [sign.name for sign in signs("שלום, Zoë 👩")] == [""]


def test_a_mark_says_layer_rule_and_score_and_what_the_version_in_use_does() -> None:
    place = Place(1, "note", 4, 8, "PERSON", 3, "spacy", 0.85, 4, 12)
    gone = Place(1, "note", 9, 12, "USER", 2, "username", 0.9, 13, 19)
    field = SampleField("note", "ask Ylva abc", "ask <PERSON> abc", (place,), used_after="x", used_places=(gone,))
    pieces = view(0, field, {"PERSON": "c0"}, [], []).after
    (mark,) = [piece for piece in pieces if piece.kind == "mark"]
    assert (mark.told, mark.new) == ("PERSON: names (NER), spacy, score 0.85", True)
    assert [piece.gone for piece in pieces if piece.kind == "word"] == ["", "USER"]


def test_entities_met_most_come_first_and_no_two_share_a_colour() -> None:
    names = ["CARD", "EMAIL", "IBAN", "ZEBRA", "PERSON", "KEPT", "USER"]
    tiers = {"CARD": 1, "IBAN": 1}
    rules = {name: EntityRule(tier=tiers.get(name, 2)) for name in names}  # type: ignore[arg-type]
    rules["KEPT"] = EntityRule(decision="keep")
    order = in_order(rules)
    assert order == ["PERSON", "USER", "EMAIL", "ZEBRA", "CARD", "IBAN"]
    assert len(set(colours(order).values())) == len(order)


def test_paths_break_between_their_parts() -> None:
    assert breakable("correspondence[0].message") == ["correspondence", "[0].", "message"]
    assert "".join(breakable("a.b['c.d'].e")) == "a.b['c.d'].e"
