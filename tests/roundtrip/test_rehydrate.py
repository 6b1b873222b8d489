"""Rehydration on cases as data, and of structured completions."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.errors import RoundTripError
from redactory.roundtrip import Sent, StreamRehydrator, TokenMap, rehydrate, rehydrate_json

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "roundtrip.yaml").read_text("utf-8"))
SENT = (
    Sent("[PERSON_1]", "PERSON", "Oriel Vance"),
    Sent("[PERSON_2]", "PERSON", 'Tam "T" O\'Neil'),
    Sent("[PERSON_10]", "PERSON", "Ines Marr"),
    Sent("[USER_1]", "USER", "ovance"),
    Sent("[EMP_ID_3]", "EMP_ID", "X-0031"),
    Sent("[ORG_1f4b9c72a0]", "ORG", "Braid"),
    Sent("IP_0004", "IP", "192.0.2.7"),
    Sent("[LITERAL_1]", "LITERAL", "[PERSON_1]"),
)
TOKENS = TokenMap.of(SENT, ("PERSON", "USER", "EMP_ID", "ORG", "IP", "LITERAL"), [("USER", "7")])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_completion(case: dict[str, Any]) -> None:
    done = rehydrate(case["completion"], TOKENS)
    assert done.text == case["text"]
    assert list(done.report.invented) == case.get("invented", [])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_completion_piece_by_piece(case: dict[str, Any]) -> None:
    stream = StreamRehydrator(TOKENS)
    text = "".join([*map(stream.feed, case["completion"]), stream.close()])
    assert text == case["text"]
    assert list(stream.report().invented) == case.get("invented", [])


def test_report_names_what_returned_and_what_did_not() -> None:
    report = rehydrate("[PERSON_1], person_1 and [PERSON_9]", TOKENS).report
    assert report.returned == {"[PERSON_1]": 2}
    assert set(report.missing) == {item.token for item in SENT} - {"[PERSON_1]"}
    assert report.invented == {"[PERSON_9]": 1}


def test_nothing_prints_a_value() -> None:
    done = rehydrate("[PERSON_1]", TOKENS)
    assert "Vance" not in repr(done) + repr(TOKENS) + repr(SENT) + str(TOKENS)


def test_a_long_completion_takes_no_time() -> None:
    completion = ("The [PERSON_1] of person_1 and [[[ <<< PERSON_ USER " * 8_000) + "[" * 50_000 + "EMP_ID_" * 5_000
    begun = time.monotonic()
    rehydrate(completion, TOKENS)
    assert time.monotonic() - begun < 5


class TestStructured:
    def test_a_quote_in_a_value_cannot_break_it(self) -> None:
        completion = '{"who": "[PERSON_2]", "n": [1.0e5, 12345678901234567890123], "t" : true}'
        done = rehydrate_json(completion, TOKENS)
        assert json.loads(done.text)["who"] == 'Tam "T" O\'Neil'
        assert '"n": [1.0e5, 12345678901234567890123], "t" : true}' in done.text  # not written anew

    def test_escaped_tokens(self) -> None:
        done = rehydrate_json(r'["\u005bPERSON_1\u005d", "<b>\u005BPERSON\u005F1]<\/b>", "PERSON\\_1"]', TOKENS)
        assert json.loads(done.text) == ["Oriel Vance", "<b>Oriel Vance</b>", "Oriel Vance"]

    def test_keys_by_setting(self) -> None:
        completion = '{"[USER_1]": {"[PERSON_1]": "[USER_1]"}}'
        assert json.loads(rehydrate_json(completion, TOKENS).text) == {"ovance": {"Oriel Vance": "ovance"}}
        left = rehydrate_json(completion, TOKENS, keys=False)
        assert json.loads(left.text) == {"[USER_1]": {"[PERSON_1]": "ovance"}}

    def test_json_inside_a_string(self) -> None:
        arguments = json.dumps({"name": "[PERSON_2]", "deep": json.dumps(["[PERSON_2]"])})
        done = rehydrate_json(json.dumps({"arguments": arguments}), TOKENS)
        inner = json.loads(json.loads(done.text)["arguments"])
        assert inner["name"] == 'Tam "T" O\'Neil'
        assert json.loads(inner["deep"]) == ['Tam "T" O\'Neil']

    @pytest.mark.parametrize(
        ("completion", "said"),
        [
            ('{"a": [PERSON_1]}', "not JSON"),
            ("```json\n{}\n```", "not JSON"),
            ('{"[USER_1]": 1, "user_1": 2}', "became the same"),
            ('{"a": 1, "a": 2}', "stands twice"),
            ("[NaN]", "not JSON"),
            ("[" * 100_000, "nested"),
        ],
    )
    def test_refused(self, completion: str, said: str) -> None:
        with pytest.raises(RoundTripError, match=said) as refused:
            rehydrate_json(completion, TOKENS)
        assert "PERSON" not in str(refused.value)


def test_a_stream_that_has_ended_takes_no_more() -> None:
    stream = StreamRehydrator(TOKENS)
    assert stream.feed("[PERSON_1") == ""
    assert stream.close() == "[Oriel Vance"
    with pytest.raises(RoundTripError, match="ended"):
        stream.feed("]")


def test_what_is_held_back_is_bounded_and_prose_is_not() -> None:
    stream = StreamRehydrator(TOKENS)
    given = passed = 0
    for piece in ["The ", "printer ", "[", "P", "ERSON_", "9", " is ", "on ", "[" * 500, "PERSON" * 100, "&" * 200]:
        given += len(piece)
        passed += len(stream.feed(piece))  # no token of ours is in it: as long as it was given
        assert 0 <= given - passed <= stream.most_held
    prose = "Restart the print spooler, then "
    assert StreamRehydrator(TOKENS).feed(prose) == prose
    assert StreamRehydrator(TOKENS).feed("[PERSON_1]") == "Oriel Vance"  # nothing that follows could change it
