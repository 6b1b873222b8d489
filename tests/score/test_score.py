"""Recall and retention: what counts as removed and as kept, and what cannot be scored."""

from __future__ import annotations

import gzip
import json

import pytest
import zstandard

from redactory.errors import ScoreError
from redactory.policy.model import EntityRule, Policy
from redactory.score import score
from redactory.score.match import folded, form_of, stands, stands_folded


def tallies(side):
    return {kind: (tally.met, tally.total) for kind, tally in side.classes.items()}


def test_both_sides_by_class(files):
    result = score(files.redacted(), files.remove, files.keep)
    assert tallies(result.recall) == {"person": (1, 2), "username": (2, 2), "phone": (0, 1)}
    assert tallies(result.retention) == {"service_hostname": (1, 2), "app_name": (0, 1), "word": (1, 1)}
    assert (result.recall.overall.met, result.recall.overall.total) == (3, 5)
    assert (result.retention.overall.met, result.retention.overall.total) == (2, 4)
    assert [(miss.instance_id, miss.path) for miss in result.recall.misses] == [("2", "ticket.tags[1]"), ("5", "**")]
    assert [(miss.instance_id, miss.path) for miss in result.retention.misses] == [
        ("7", "ticket.text"),
        ("9", "ticket.text"),
    ]


def test_strict_figure_finds_variants_anywhere(files):
    result = score(files.redacted(), files.remove, None)
    assert result.recall.classes["person"].met == 1
    assert result.recall.classes["person"].strict == 0
    assert result.recall.classes["username"].strict == 2


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("throttling", "rot", False),
        ("rot-13", "rot", True),
        ("_an_", "an", True),
        ("Anne", "Ann", False),
        ("xmdelgadox", "mdelgado", True),  # long values count anywhere: a rest of a name is a leak
        ("MDELGADO", "mdelgado", False),
        ("ext. 40851", "4085", False),
        ("José", "José", True),
        ("李伟说", "李伟", False),
        ("李伟 says", "李伟", True),
    ],
)
def test_stands(text, value, expected):
    assert stands(text, value) is expected


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("JOSE\u0301  RUIZ\ncalled", "José Ruiz", True),
        ("Rowan Sm\u200bith", "Rowan Smith", True),
        ("Kate O\u2019Brien's", "Kate O'Brien", True),
        ("throttling", "rot", False),
    ],
)
def test_stands_folded(text, value, expected):
    assert stands_folded(folded(text), folded(value)) is expected


_POLICY = Policy(
    name="p",
    dataset="d",
    entities={
        "PERSON": EntityRule(transform="ordinal", ordinal={"width": 2}),
        "USER": EntityRule(transform="surrogate", surrogate={"length": 10}),
    },
)


@pytest.mark.parametrize(
    ("text", "value", "plain", "by_policy"),
    [
        ("login <USER> here", "user", True, True),
        ("login <USER> here", "USER", True, True),
        ("login <DIV> here", "div", True, False),  # the author's own, where the policy says which are ours
        ("asked [USER_0123456789] there", "user", False, True),
        ("asked [USER_0123456789] there", "USER", False, True),
        ("asked PERSON_01 there", "PERSON", False, True),
        ("asked PERSON_011 there", "PERSON", False, False),
        ("<USER> user", "user", False, False),
    ],
)
def test_tokens_are_no_part_of_the_text(files, text, value, plain, by_policy):
    entry = {"value": value, "type": "username", "occurrences": ["text"]}
    key = files.key([{"id": 7, "pii_instances": [entry]}], "k")
    for policy, removed in ((None, plain), (_POLICY, by_policy)):
        tally = score(files.redacted([{"id": 7, "text": text}]), key, None, policy).recall.overall
        assert bool(tally.strict) is removed


def test_a_value_to_keep_may_look_like_a_token(files):
    entry = {"value": "<DIV>", "type": "markup", "occurrences": ["text"]}
    key = files.key([{"id": 7, "retain_instances": [entry]}], "k")
    records = files.redacted([{"id": 7, "text": "a <DIV> b"}])
    assert score(records, None, key).retention.overall.met == 1


def test_nfd_in_the_redacted_text_is_the_same_value(files):
    records = [{"id": 7, "text": "Jose\u0301 Ruiz"}]
    key = files.key(
        [{"id": 7, "pii_instances": [{"value": "José Ruiz", "type": "person", "occurrences": ["text"]}]}], "k"
    )
    assert score(files.redacted(records), key, None).recall.overall.met == 0


def test_absent_field_is_a_miss_on_both_sides(files):
    records = [{"record_id": "T", "text": "x"}]
    remove = [
        {"record_id": "T", "pii_instances": [{"value": "Ann Cole", "type": "person", "occurrences": ["gone[2].x"]}]}
    ]
    keep = [{"record_id": "T", "retain_instances": [{"value": "VPN", "type": "app_name", "occurrences": ["gone"]}]}]
    result = score(files.redacted(records), files.key(remove, "r.json"), files.key(keep, "k.json"))
    assert result.recall.overall.met == result.retention.overall.met == 0
    assert all(miss.absent for miss in (*result.recall.misses, *result.retention.misses))


def test_paths_to_lists_objects_and_a_trailing_index(files):
    records = [{"record_id": "T", "steps": ["a", "Ann Cole"], "one": "Ann Cole", "deep": {"x": {"y": "Ann Cole"}}}]
    for occurrence in ("steps", "one[0]", "deep", "steps[1]"):
        entry = {"value": "Ann Cole", "type": "person", "occurrences": [occurrence]}
        key = files.key([{"record_id": "T", "pii_instances": [entry]}], "k.json")
        misses = score(files.redacted(records), key, None).recall.misses
        assert [(miss.path, miss.absent) for miss in misses] == [(occurrence, False)]


def test_missing_record_is_an_error(files):
    with pytest.raises(ScoreError, match=r"1 records of the keys are not in it \(T-2\)"):
        score(files.redacted([{"record_id": "T-1"}]), files.remove, files.keep)


def test_unscored_records_are_counted(files):
    path = files.redacted()
    path.write_bytes(path.read_bytes() + b'{"record_id": "T-3"}\n')
    result = score(path, files.remove, None)
    assert (result.records, result.unscored) == (2, 1)


@pytest.mark.parametrize("cut", [40, 5])
def test_truncated_jsonl(files, cut):
    path = files.redacted()
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(ScoreError, match="row 2: not JSON; the file may be cut short"):
        score(path, files.remove, files.keep)


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_compressed(files, suffix):
    data = files.redacted().read_bytes()
    packed = gzip.compress(data) if suffix == "gz" else zstandard.compress(data[:50]) + zstandard.compress(data[50:])
    path = files.folder / f"out.jsonl.{suffix}"
    path.write_bytes(packed)
    assert score(path, files.remove, files.keep).recall.overall.met == 3
    path.write_bytes(packed[:-9])
    with pytest.raises(ScoreError, match="damaged or cut short"):
        score(path, files.remove, files.keep)
    path.write_bytes(b"not compressed at all")
    with pytest.raises(ScoreError, match="damaged or cut short"):
        score(path, files.remove, files.keep)


def test_zst_cut_between_rows(files):
    """A frame that ends early yields whole rows before it ends: still an error."""
    data = files.redacted().read_bytes() * 1
    compressor = zstandard.ZstdCompressor().compressobj()
    packed = compressor.compress(data) + compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    path = files.folder / "out.jsonl.zst"
    path.write_bytes(packed)
    with pytest.raises(ScoreError, match="cut short"):
        score(path, files.remove, files.keep)


def test_folder_of_partitions(files):
    records = [json.loads(line) for line in files.redacted().read_text().splitlines()]
    (files.folder / "out.jsonl").unlink()
    for number, record in enumerate(records):
        (files.folder / "data" / f"dt={number}").mkdir(parents=True)
        files.redacted([record], f"data/dt={number}/part.jsonl")
    assert score(files.folder / "data", files.remove, files.keep).records == 2


def test_double_id(files):
    path = files.redacted()
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(ScoreError, match=r"row 3: has the same id as .*row 1"):
        score(path, files.remove, files.keep)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"x": 1}, "a list of records, or an object"),
        ([{"pii_instances": []}], "entry 1: has none of record_id"),
        ([{"id": "T"}], "entry 1: has none of pii_instances"),
        ([{"id": "T", "pii_instances": [{"type": "x"}]}], "entry 1, value 1: has no value"),
        ([{"id": "T", "pii_instances": [{"value": "x"}]}], "entry 1, value 1: has no type"),
        ([{"id": "T", "pii_instances": [{"value": "x", "type": "y", "occurrences": "z"}]}], "must be a list"),
        ([{"id": "T", "pii_instances": [{"value": "x", "type": "y", "occurrences": ["a[*]"]}]}], "a wildcard cannot"),
        ([], "the answer keys hold no value"),
    ],
)
def test_wrong_keys(files, data, reason):
    with pytest.raises(ScoreError, match=reason):
        score(files.redacted(), files.key(data, "k.json"), None)


def test_unreadable_files(files):
    with pytest.raises(ScoreError, match="cannot be read"):
        score(files.folder / "none.jsonl", files.remove, None)
    with pytest.raises(ScoreError, match="cannot be read"):
        score(files.redacted(), files.folder / "none.json", None)
    (files.folder / "bad.json").write_text("[")
    with pytest.raises(ScoreError, match="not JSON"):
        score(files.redacted(), files.folder / "bad.json", None)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("a@b.example", "address"),
        ("+44 113 496 0123", "digits"),
        ("4085", "few digits"),
        ("E-4082", "letters and digits"),
        ("Vale, Orrin", "with a comma"),
        ("Orrin Vale", "two words"),
        ("Orrin de Vale", "several words"),
        ("ovale", "one lower-case word"),
        ("VALE", "one word in capitals"),
        ("Vale", "one capitalised word"),
        ("Gdańsk", "one capitalised word, not ASCII"),
    ],
)
def test_form_of(value, form):
    assert form_of(value) == form


def test_no_value_in_a_repr(files):
    result = score(files.redacted(), files.remove, files.keep)
    assert "Orrin" not in repr(result.recall.misses)
