"""Sessions: what goes out, what comes back, what the author wrote himself, tools, and that no disk is written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactory.errors import RoundTripError
from redactory.roundtrip import Metrics, Session
from redactory.transform.keys import SurrogateKey
from redactory.transform.surrogate import surrogate

SessionOf = Callable[..., Session]

VALUES = ("Oriel Vance", "Ines Marr", "Tam O'Neil", "CORP\\imarr", "ines.marr@tallgrass.example", "203.0.113.9")
LIKE_TOKENS = (
    "[PERSON_1]", "PERSON_2", "person-1", "<USER_1>", "[LITERAL_1]", "\\[IP\\_1\\]", "[EMAIL 1]", "PERSON 1",
    "[ORG_1f4b9c72a0]", "PERSON_0001", "ip-0002", "IP_00011",
)  # fmt: skip
BEFORE = ("", "[", "\\", "_", "<", "`", "**", "'", "(", "\u00e9 ", "\n", "\\n", "&lt;", "-")
AFTER = ("", "]", "\\", "_", "_eth0", ">", "`", "**", "'s", ")", ", ", "\n", ".", "_1", "&gt;")
SPOKEN = st.lists(
    st.tuples(st.sampled_from(BEFORE), st.sampled_from((*VALUES, *LIKE_TOKENS)), st.sampled_from(AFTER)), max_size=8
).map(lambda pieces: " ~ ".join(map("".join, pieces)))


WIDE = {"transform": "ordinal", "ordinal": {"width": 4}}


@pytest.mark.parametrize("rule", [{}, WIDE], ids=["brackets", "fixed width"])
@given(texts=st.lists(SPOKEN, min_size=1, max_size=4))
def test_what_goes_out_comes_back_as_it_was(session_of: SessionOf, rule: dict[str, Any], texts: list[str]) -> None:
    session = session_of({"PERSON": rule, "IP": rule, "USER": rule})
    for text in texts:
        replaced, _ = session.pseudonymise(text)
        assert session.rehydrate(replaced).text == text
        assert not session.rehydrate(replaced).report.invented


def test_one_value_has_one_token_in_all_texts(session_of: SessionOf) -> None:
    session = session_of()
    first, _ = session.pseudonymise("Oriel Vance and Ines Marr on 203.0.113.9")
    second, tokens = session.pseudonymise("INES  MARR, Vance, Oriel: 203.0.113.9")
    assert first == "[PERSON_1] and [PERSON_2] on [IP_1]"
    assert second == "[PERSON_2], [PERSON_1]: [IP_1]"
    assert [item.token for item in tokens] == ["[PERSON_1]", "[PERSON_2]", "[IP_1]"]


def test_a_value_of_an_earlier_text_is_found_again(session_of: SessionOf) -> None:
    session = session_of()
    session.pseudonymise("Call back on +44 20 7946 0958")
    replaced, _ = session.pseudonymise("The line 442079460958 is busy; +44 20 7946 0958 too")
    assert "0958" not in replaced.split(";")[1]


def test_texts_that_belong_together(session_of: SessionOf) -> None:
    texts, _ = session_of().pseudonymise_all(["Oriel said so.", "Ticket of Oriel Vance"])
    assert "Oriel" not in texts[0]


def test_the_authors_own_tokens_are_never_given_to_a_value(session_of: SessionOf) -> None:
    session = session_of()
    replaced, _ = session.pseudonymise("[PERSON_1] is a placeholder, person-2 too; Oriel Vance is not")
    assert replaced == "[PERSON_1] is a placeholder, person-2 too; [PERSON_3] is not"
    done = session.rehydrate("[PERSON_1] and person-2 and [PERSON_3]")
    assert done.text == "[PERSON_1] and person-2 and Oriel Vance"
    assert not done.report.invented


def test_the_authors_own_token_that_was_sent_already(session_of: SessionOf) -> None:
    session = session_of()
    session.pseudonymise("Oriel Vance")
    replaced, _ = session.pseudonymise("he wrote [PERSON_1] and `PERSON\\_1`")
    assert replaced == "he wrote [LITERAL_1] and `[LITERAL_2]`"
    assert session.rehydrate(replaced).text == "he wrote [PERSON_1] and `PERSON\\_1`"


def test_tokens_as_the_policy_says(session_of: SessionOf, surrogate_key: SurrogateKey) -> None:
    session = session_of(
        {
            "PERSON": {"transform": "surrogate"},
            "USER": {"transform": "ordinal", "ordinal": {"width": 4}},
            "IP": {"transform": "generalise", "generalise": {"ip": "network"}},
            "EMAIL": {"transform": "mask"},
            "PHONE": {"transform": "remove"},
        }
    )
    replaced, tokens = session.pseudonymise("Oriel Vance (CORP\\ovance), 203.0.113.9, ines.marr@tallgrass.example")
    person = surrogate(surrogate_key, "PERSON", "Oriel Vance", 10)
    assert replaced == f"{person} (CORP\\USER_0001), 203.0.0.0/16, *****"
    assert [item.entity for item in tokens] == ["PERSON", "USER"]  # the others are one-way
    assert session.rehydrate(f"{person.lower()} user_0001 USER_00011").text == "Oriel Vance ovance USER_00011"


def test_two_values_of_one_truncated_surrogate(session_of: SessionOf, surrogate_key: SurrogateKey) -> None:
    short = {"transform": "surrogate", "surrogate": {"length": 6}}
    seen: dict[str, str] = {}
    for number in range(1 << 16):
        address = f"198.18.{number >> 8}.{number & 255}"
        other = seen.setdefault(surrogate(surrogate_key, "IP", address, 6), address)
        if other != address:
            break
    text = f"{other} and {address}"
    session = session_of({"IP": short})
    replaced, tokens = session.pseudonymise(text)
    assert len(tokens) == 2
    assert replaced.endswith(" and [IP_1]")
    assert session.rehydrate(replaced).text == text


def test_a_surrogate_of_a_published_document_is_the_same_entity(session_of: SessionOf) -> None:
    session = session_of({"PERSON": {"transform": "surrogate"}})
    token, _ = session.pseudonymise("Oriel Vance")
    replaced, _ = session.pseudonymise(f"the archive says {token}")
    assert replaced == f"the archive says {token}"


def test_aliases_of_a_person_share_a_number(session_of: SessionOf) -> None:
    session = session_of(identity={"link": True})
    replaced, _ = session.pseudonymise("Ines Marr, Oriel Vance <oriel.vance@tallgrass.example>")
    assert replaced == "[PERSON_1], [PERSON_2] <[EMAIL_2]>"
    later, _ = session.pseudonymise("[EMAIL_3] wrote to CORP\\imarr")
    assert later == "[EMAIL_3] wrote to CORP\\[USER_1]"


def test_metrics(session_of: SessionOf) -> None:
    session = session_of()
    session.pseudonymise("Oriel Vance, Ines Marr, 203.0.113.9")
    session.rehydrate("[PERSON_1] [PERSON_1] [PERSON_8]")
    session.rehydrate_json('["[IP_1]", "[PERSON_8]"]')
    stream = session.stream()
    stream.feed("[USER_4]")
    stream.close()
    assert session.metrics == Metrics(sent=3, returned=2, missing=1, invented=3)


def test_threads_do_not_mix(session_of: SessionOf) -> None:
    session = session_of()
    texts = [f"host 198.51.100.{n} of Oriel Vance" for n in range(1, 60)]
    with ThreadPoolExecutor(8) as threads:
        replaced = list(threads.map(lambda text: session.pseudonymise(text)[0], texts))
    assert len(session.tokens()) == 60
    assert [session.rehydrate(text).text for text in replaced] == texts


class TestTools:
    def test_inside(self, session_of: SessionOf) -> None:
        session = session_of(roundtrip={"tools": "inside"})
        session.pseudonymise("Tam O'Neil is on 203.0.113.9")
        assert session.tool_arguments({"who": ["person_1"], "[IP_1]": 1}) == {"who": ["Tam O'Neil"], "203.0.113.9": 1}
        assert session.tool_result("Found Tam O'Neil and Ines Marr")[0] == "Found [PERSON_1] and [PERSON_2]"

    def test_outside(self, session_of: SessionOf) -> None:
        session = session_of(roundtrip={"tools": "outside"})
        session.pseudonymise("Tam O'Neil is on 203.0.113.9")
        assert session.tool_arguments({"who": "[PERSON_1]"}) == {"who": "[PERSON_1]"}
        replaced, _ = session.tool_result("Found [PERSON_1], [PERSON_1]@203.0.113.9 and Ines Marr")
        assert replaced == "Found [PERSON_1], [PERSON_1]@[IP_1] and [PERSON_2]"
        assert session.rehydrate("Found [PERSON_1]").text == "Found Tam O'Neil"

    @pytest.mark.parametrize("declared", ["inside", "outside"])
    def test_never_mixed(self, session_of: SessionOf, declared: str) -> None:
        session = session_of(roundtrip={"tools": declared})
        other: Any = {"inside": "outside", "outside": "inside"}[declared]
        for call in (lambda: session.tool_arguments({}, tools=other), lambda: session.tool_result("", tools=other)):
            with pytest.raises(RoundTripError, match=f"stand {declared} and cannot be called as if they stood {other}"):
                call()

    @pytest.mark.parametrize("arguments", [{"q": "ask tam o'neil"}, {"Tam O'Neil": 1}, ["x", [{"a": "TAM O'NEIL"}]]])
    def test_outside_takes_no_value_in_clear(self, session_of: SessionOf, arguments: Any) -> None:
        session = session_of()
        session.pseudonymise("Tam O'Neil")
        with pytest.raises(RoundTripError, match="in clear") as refused:
            session.tool_arguments(arguments)
        assert "neil" not in str(refused.value).lower()


@contextmanager
def writes() -> Iterator[list[str]]:
    """What is opened for writing, made, or renamed meanwhile, anywhere in this process."""
    seen: list[str] = []
    watching = True

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if not watching:
            return
        if event == "open" and (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            seen.append(str(arguments[0]))
        elif event in ("os.rename", "os.mkdir", "os.link", "os.symlink", "sqlite3.connect"):
            seen.append(event)

    sys.addaudithook(hook)
    try:
        yield seen
    finally:
        watching = False


def test_a_request_is_never_on_a_disk(session_of: SessionOf, tmp_path: Any) -> None:
    session = session_of()
    with writes() as seen:
        replaced, _ = session.pseudonymise("Oriel Vance at 203.0.113.9")
        session.rehydrate(replaced)
        session.rehydrate_json('["[PERSON_1]"]')
        stream = session.stream()
        stream.feed(replaced)
        stream.close()
        session.tool_result("[PERSON_1]")
    assert seen == []
    with writes() as seen:
        (tmp_path / "x").write_text("the watch works")
    assert seen
