"""What holds for any record through the whole engine, rows in and bytes out (contract.md)."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from redactory.detect.resolve import is_shielded
from redactory.detect.spans import Span
from redactory.directory import read_export
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.policy.transforms import any_token
from redactory.records import shape_of
from redactory.redact import ObjectSummary, Place, PlacesWriter, Redactor, read_places
from redactory.redact.objects import redact_object
from redactory.redact.runners import InProcess
from redactory.sample import generate
from redactory.score.match import folded, stands_folded, without

CHECK = settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

# the directory's people in several settings, values of every format, and what may break an edge or a rule
_VALUES = (
    "tkuusik", "Triinu Kuusik", "Kuusik, Triinu", "triinu.kuusik@tallgrass.example", "TRIINU  KUUSIK", "T. Kuusik",
    "bokafor", "Bem Okafor-Lind", "Okafor", "mrossi", "Mirella\nRossi", "Mirella", "MROSSI",
    "+44 113 496 0123", "(415) 555-0132", "10.20.30.41", "fe80::1c2d", "WORKSTATION-TKUUSIK", "LT-MROSSI-02",
    "ann.lee@partner.example", "EMP-40821", "room 4.17", "Gothenburg", "4111 1111 1111 1111", "DE89370400440532013000",
)  # fmt: skip
_TECHNICAL = (
    "0x80070005", "https://sso.tallgrass.example/u?name=", "DC-EAST-03.corp.internal", "us-east-1", "CN=", ",OU=Users",
    r"C:\Users\ ".strip(), r"TALLGRASS\ ".strip(), "2026-03-14T02:15:44Z", "Microsoft", "Event ID 4625", "4A:7C:91:DE",
    "/home/", "10.0.22631.3880", "<PERSON>", "<DIV>", "user: ", "login ",
)  # fmt: skip
# what a word beside it could make a number, a place or a person of: `<PHONE>`, `<LOCATION>` and their like are none
_DOUBTFUL = (
    "batch 2026-354-7966", "ref. 19/1264/853", "order 4500128837", "(Mobile)", "Guzman", "lot=L-703840", "5-8821",
    "Reading", "mark", "ext", "4417",
)  # fmt: skip
_GLUE = (
    "", " ", "  ", "\n", ", ", "-", "_", ".", "/", "@", "'s ", "\u2019s ", "(", ")", ":", "=", "x", "7", "é", "\u200b",
    "\u0301", "\U0001f600", "李",
)  # fmt: skip
_PROSE = (", ", "; ", "\n", " and ", "'s ", "\u2019s ", " \u2014 ", ". ")  # what stands between values in sentences
_ANY = st.text(max_size=60).map(lambda text: text.replace("\x00", ""))  # NUL is binary content, which holds its row


def pieces(glue: tuple[str, ...], *more: str) -> st.SearchStrategy[str]:
    """Values, technical text and `more`, with `glue` behind each."""
    words = st.sampled_from((*_VALUES, *_TECHNICAL, "called about", "the", "printer", *more))
    return st.lists(st.tuples(words, st.sampled_from(glue)).map("".join), max_size=8).map("".join)


_pieces = pieces(_GLUE)
_records = st.lists(st.one_of(_pieces, _ANY, st.tuples(_pieces, _ANY).map("".join)), min_size=1, max_size=3)
_styles = st.sampled_from(({}, {"ensure_ascii": False}, {"separators": (",", ":")}, {"separators": (" ,  ", " : ")}))


@dataclass(frozen=True)
class Run:
    out: bytes
    summary: ObjectSummary
    places: list[Place]

    @property
    def texts(self) -> list[str]:
        assume(not self.summary.dead)  # binary content holds its row, and has a test of its own
        return texts_of(self.out)


class Engine:
    """Texts of one record each way: one row of JSON Lines through `redact_object`."""

    def __init__(self, redactor: Redactor, policy: Policy) -> None:
        self.redactor, self.policy = redactor, policy

    def run(self, data: bytes) -> Run:
        out, side = io.BytesIO(), io.BytesIO()
        summary = redact_object(
            io.BytesIO(data), shape_of("x.jsonl"), out, InProcess(self.redactor), FieldMatcher(self.policy.fields),
            places=PlacesWriter(side),
        )  # fmt: skip
        side.seek(0)
        return Run(out.getvalue(), summary, list(read_places(side)))


def row(texts: list[str], **style: Any) -> bytes:
    """One record with each text in a field of free text."""
    record = {"record_id": "T-1", "correspondence": [{"message": text} for text in texts]}
    return (json.dumps(record, **style) + "\n").encode()


def texts_of(data: bytes) -> list[str]:
    return [part["message"] for part in json.loads(data)["correspondence"]]


def field_index(place: Place) -> int:
    return int(place.path.removeprefix("correspondence[").partition("]")[0])


@pytest.fixture(scope="module")
def engine(redactor: Redactor, shipped_policy: Policy) -> Engine:
    return Engine(redactor, shipped_policy)


@CHECK
@given(_records, _styles)
def test_any_text_goes_through_and_places_cut_where_they_say(engine: Engine, texts: list[str], style: Any) -> None:
    run = engine.run(row(texts, **style))
    assert (run.summary.rows_in, run.summary.rows_out, run.summary.dead_rows) == (1, 1, 0)
    for index, (before, after) in enumerate(zip(texts, run.texts, strict=True)):
        source = out = 0
        for place in (place for place in run.places if field_index(place) == index):
            token = engine.policy.token(place.entity)
            assert source <= place.start < place.end <= len(before)
            assert before[source : place.start] == after[out : place.out_start]  # nothing else has changed
            assert after[place.out_start : place.out_end] == token
            source, out = place.end, place.out_end
        assert before[source:] == after[out:]


@CHECK
@given(st.lists(st.one_of(pieces(_PROSE, *_DOUBTFUL), _ANY), min_size=1, max_size=3), _styles)
@example(["They gave us +44 113 496 0123. Parcel is ref. 19/1264/853."], {})
@example(["first 10.20.30.41 (Gothenburg), then 10.20.30.42 (Mobile)"], {})
def test_redaction_is_idempotent_on_its_own_output(engine: Engine, texts: list[str], style: Any) -> None:
    once = engine.run(row(texts, **style))
    again = engine.run(once.out)
    assert again.out == once.out
    assert again.places == []


@CHECK
@given(st.lists(st.text(alphabet="abc xyz\n\t.,-()!?é王\u0301\U0001f600\"\\", max_size=60), max_size=4), _styles)
@example(["The server returned HTTP 200 OK.", "0x80070005 at us-east-1", "<DIV> and <PERSON>"], {"ensure_ascii": False})
def test_nothing_to_remove_comes_back_byte_for_byte(engine: Engine, texts: list[str], style: Any) -> None:
    data = row(texts, **style)
    assert engine.run(data).out == data


@CHECK
@given(_records)
def test_no_output_holds_a_value_of_the_directory(engine: Engine, texts: list[str]) -> None:
    """All of these are strong: no word of any language among them, so no guard excuses one."""
    run = engine.run(row(texts))
    everything = folded(without(any_token(engine.policy), "\n".join(run.texts)))
    for value in ("tkuusik", "bokafor", "mrossi", "Triinu Kuusik", "Bem Okafor-Lind", "Mirella Rossi"):
        assert not stands_folded(everything, folded(value)), value


# what only the words beside it give away, and the value by itself
_INTRODUCED = (
    ("username: {}", "veltrixo"), ("This is {} speaking", "Brannoch Tvedt"), ("laptop named {}", "QXT-7740"),
    ("Regards,\n{}", "Quillon Dravec"), ("passport no. {}", "K4471902"), ("account {} is locked", "zz.kestrel"),
    ("Employee ID {}", "77410982"),
)  # fmt: skip
_found_once = st.tuples(
    st.sampled_from(_INTRODUCED).map(lambda case: (case[0].format(case[1]), case[1])), pieces(_PROSE), pieces(_PROSE)
).map(lambda drawn: (f"{drawn[1]}. {drawn[0][0]}. ", f"{drawn[2]} {drawn[0][1]} again"))


@CHECK
@given(st.one_of(st.tuples(pieces(_PROSE), pieces(_PROSE)), _found_once))
def test_no_output_holds_a_value_that_was_found(engine: Engine, texts: tuple[str, str]) -> None:
    """What is found in one place of a record goes in every place of it. Single words and places may be guarded."""
    run = engine.run(row(list(texts)))
    everything = folded(without(any_token(engine.policy), "\n".join(run.texts)))
    for place in run.places:
        value = texts[field_index(place)][place.start : place.end]
        if place.entity not in ("LOCATION", "PERSON") or (place.entity == "PERSON" and " " in value):
            assert not stands_folded(everything, folded(value)), place.entity


def test_binary_content_holds_its_row(engine: Engine) -> None:
    run = engine.run(row(["tkuusik\x00"]))
    assert (run.out, run.summary.dead_rows) == (b"", 1)


# values that reach into one another: an address or a device name takes the first word of the name behind it
_crossed = st.tuples(
    st.sampled_from(("ann.lee@partner.example-", "WORKSTATION-TKUUSIK-", "Kuusik, ", "")),
    st.sampled_from(("Bem Okafor-Lind", "TRIINU  KUUSIK", "Triinu Kuusik", "10.20.30.41")),
    _pieces,
).map("".join)


@CHECK
@given(st.one_of(_pieces, _crossed))
@example("ann.lee@partner.example-Bem Okafor-Lind")
def test_no_letter_or_digit_of_a_loser_is_left_outside_a_keep_rule(engine: Engine, text: str) -> None:
    run = engine.run(row([text]))
    gone = {at for place in run.places for at in range(place.start, place.end)}
    explanation = engine.redactor._detector.explain(text)
    held = {at for keep in explanation.held for at in range(keep.start, keep.end)}
    for loser, winner, _ in explanation.lost:
        if not isinstance(winner, Span):
            continue  # held off by a keep-rule or by a setting of the policy
        excused = held if is_shielded(loser) else frozenset()
        for at in range(loser.start, loser.end):
            assert not text[at].isalnum() or at in gone or at in excused


@CHECK
@given(st.lists(_records, min_size=1, max_size=4))
def test_a_row_does_not_change_its_neighbours(engine: Engine, rows: list[list[str]]) -> None:
    alone = [engine.run(row(texts)).out for texts in rows]
    assert engine.run(b"".join(row(texts) for texts in rows)).out == b"".join(alone)


@pytest.mark.slow
def test_with_the_model_nothing_is_found_in_its_own_output(shipped_policy: Policy, tmp_path: Path) -> None:
    sample = generate(tmp_path, tickets=60)
    people = read_export(tmp_path / "directory.ldif", shipped_policy.identity)
    engine = Engine(Redactor(shipped_policy, people), shipped_policy)
    once = engine.run((sample.folder / "tickets.jsonl").read_bytes())
    again = engine.run(once.out)
    assert again.out == once.out
    assert (again.places, once.summary.dead_rows) == ([], 0)
    assert {place.layer for place in once.places} == {0, 1, 2, 3}
