"""Field paths: grammar, what a path covers, which listing wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactory.errors import PolicyError
from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher, Listed, Wild, covers, parse_concrete, parse_path
from redactory.records.paths import path_text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ticket.summary", ("ticket", "summary")),
        ("correspondence[*].message", ("correspondence", Wild.ELEMENT, "message")),
        ("['a.b']", ("a.b",)),
        ('x["a]b"].c', ("x", "a]b", "c")),
        ("['it''s'].y", ("it's", "y")),
        ("steps[3]", ("steps", 3)),
        ("grid[*][*]", ("grid", Wild.ELEMENT, Wild.ELEMENT)),
        ("[*].name", (Wild.ELEMENT, "name")),
        ("ticket.**", ("ticket", Wild.ANY)),
        ("**.email", (Wild.ANY, "email")),
        ("a.*.b", ("a", Wild.KEY, "b")),
        ("First name", ("First name",)),
        ("$", ()),
    ],
)
def test_parses(text, parts):
    assert parse_path(text) == parts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" a", "white space"),
        ("a..b", "character 3: a key is missing"),
        ("a.", "character 3: a key is missing"),
        (".a", "character 1: a key must stand before the dot"),
        ("a[", "character 2: write"),
        ("a[-1]", "character 2: write"),
        ("a[x]", "character 2: write"),
        ("a['b", "does not end"),
        ("a['b'x]", "a bracket must close"),
        ("a[0]b", "character 5: a dot or a bracket"),
        ("a*", "'*' in a key"),
        ("a]b", "']' in a key"),
        ("**.**", "twice in a row"),
    ],
)
def test_refuses(text, reason):
    with pytest.raises(PolicyError) as caught:
        parse_path(text)
    assert reason in str(caught.value)


def test_concrete_paths_have_no_wildcard():
    assert parse_concrete("resolution.steps[3]") == ("resolution", "steps", 3)
    with pytest.raises(PolicyError, match="wildcard"):
        parse_concrete("a[*]")


@pytest.mark.parametrize(
    ("path", "parts", "expected"),
    [
        ("**", (), True),
        ("**", ("a", None, "b"), True),
        ("a.**", ("a",), True),
        ("a.**", ("a", None, "b"), True),
        ("a.**", ("b", "a"), False),
        ("**.b", ("a", None, "b"), True),
        ("**.b", ("a", "b", "c"), False),
        ("a.**.c", ("a", "c"), True),
        ("a.*", ("a", "b"), True),
        ("a.*", ("a", None), False),
        ("a[*]", ("a", "b"), False),
        ("a.b", ("a.b",), False),
    ],
)
def test_covers(path, parts, expected):
    assert covers(parse_path(path), parts) is expected


RULES = FieldRules(
    text=["ticket.**", "notes[*].text", "owner"],
    keep=["ticket.id", "ticket.*.code", "**.unit"],
    drop=["ticket.raw.**"],
    entities={"ticket.requester.phone": "PHONE", "**.email": "EMAIL", "ticket.requester.code": "EMP_ID"},
    account=["ticket.requester.username", "owner"],
)


@pytest.mark.parametrize(
    ("parts", "listed"),
    [
        (("ticket", "summary"), Listed("text")),
        (("ticket", "id"), Listed("keep")),
        (("ticket", "raw", "page"), Listed("drop")),
        (("ticket", "part", "code"), Listed("keep")),
        (("ticket", "requester", "code"), Listed("entity", "EMP_ID")),
        (("ticket", "requester", "phone"), Listed("entity", "PHONE")),
        (("ticket", "email"), Listed("entity", "EMAIL")),  # a tie of two `**`: entity first
        (("ticket", "unit"), Listed("keep")),  # a tie again: keep before text
        (("ticket", "requester", "username"), Listed("text", account=True)),
        (("owner",), Listed("text", account=True)),
        (("notes", None, "text"), Listed("text")),
        (("notes", None, "author"), Listed("unlisted")),
        ((), Listed("unlisted")),
    ],
)
def test_most_specific_listing_wins(parts, listed):
    matcher = FieldMatcher(RULES)
    assert matcher.listing(parts) == listed
    assert matcher.listing(parts) is matcher.listing(parts)


@pytest.mark.parametrize(
    ("rules", "listing"),
    [
        (FieldRules(entities={"*.b": "PHONE"}, keep=["a.*"], drop=["a.*"], text=["a.*"]), "entity"),
        (FieldRules(keep=["*.b"], drop=["a.*"], text=["a.*"]), "keep"),
        (FieldRules(drop=["*.b"], text=["a.*"]), "drop"),
        (FieldRules(text=["a.*"], keep=["**.b"]), "text"),  # without `**` is more specific than with it
    ],
)
def test_ties(rules, listing):
    assert FieldMatcher(rules).listing(("a", "b")).listing == listing


def test_override_lists_text_and_keeps_the_rest():
    matcher = FieldMatcher(RULES, ["notes[*].author"])
    assert matcher.listing(("notes", None, "author")) == Listed("text")
    assert matcher.listing(("notes", None, "text")) == Listed("keep")
    assert matcher.listing(("ticket", "summary")) == Listed("keep")
    assert matcher.listing(("anything",)) == Listed("keep")


def test_override_never_publishes_what_the_policy_declares():
    for override in (["**"], ["notes[*].author"]):
        matcher = FieldMatcher(RULES, override)
        assert matcher.listing(("ticket", "requester", "phone")) == Listed("entity", "PHONE")
        assert matcher.listing(("ticket", "raw", "page")) == Listed("drop")
    assert FieldMatcher(RULES, ["ticket.requester.phone"]).listing(("ticket", "requester", "phone")).listing == "entity"
    assert FieldMatcher(RULES, ["**"]).listing(("ticket", "id")) == Listed("text")


def test_one_element_cannot_be_listed():
    with pytest.raises(PolicyError, match=r"write \[\*\]"):
        FieldMatcher(FieldRules(text=["steps[0]"]))


def test_cache_is_bounded(monkeypatch):
    monkeypatch.setattr("redactory.policy.paths._CACHE_LIMIT", 10)
    matcher = FieldMatcher(RULES)
    for number in range(100):
        matcher.listing(("ticket", f"key{number}"))
    assert len(matcher._cache) <= 10


@given(st.lists(st.text(max_size=8) | st.integers(0, 999), max_size=5))
def test_reads_every_path_that_records_write(parts):
    assert parse_concrete(path_text(tuple(parts))) == tuple(parts)
