"""Streams: the same text and the same report however the completion is cut, with a bounded part held back."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from redactory.roundtrip.rehydrate import rehydrate
from redactory.roundtrip.stream import StreamRehydrator
from redactory.roundtrip.tokens import Sent, TokenMap

LABELS = ("PERSON", "USER", "EMP_ID", "ORG", "IP")
TOKENS = TokenMap.of(
    [
        Sent("[PERSON_1]", "PERSON", "Oriel Vance"),
        Sent("[PERSON_10]", "PERSON", 'Tam "T" [PERSON_1]'),
        Sent("[USER_2]", "USER", "ovance"),
        Sent("[EMP_ID_3]", "EMP_ID", "X-0031"),
        Sent("[ORG_1f4b9c72a0]", "ORG", "Braid"),
        Sent("IP_0004", "IP", "192.0.2.7"),
    ],
    LABELS,
    [("USER", "7")],
)
PIECES = st.sampled_from(
    [
        "[PERSON_1]", "[PERSON_10]", "[person_1]", "PERSON_1", "PERSON-1", "PERSON 1", "<PERSON_1>", "[PERSON\\_1]",
        "\\[USER\\_2\\]", "\\u005bUSER_2\\u005d", "&#91;EMP_ID_3&#93;", "&lbrack;EMP&lowbar;ID-3&rbrack;",
        "[ EMP ID 3 ]",
        "emp-id-3", "EMP ID 3", "[ORG_1f4b9c72a0]", "org_1F4B9C72A0", "IP_0004", "[IP 0004]", "[PERSON_99]", "[USER_7]",
        "[TEAM_1]", "[", "]", "<", ">", "\\", "\\u00", "5b", "&", "#91;", "_", "__", "-", " ", "1", "0", "P", "PERSON",
        "EMP", "ID", "'s", "**", "`", ".", ",5", "@", "a", "\u00e9", "\n", "\\n", "%5B", "%5D", "ADDED", "\uff3b",
    ]
)  # fmt: skip
COMPLETIONS = st.lists(PIECES, max_size=14).map("".join)


def streamed(pieces: list[str]) -> tuple[str, StreamRehydrator]:
    stream = StreamRehydrator(TOKENS)
    out = []
    given = 0
    for piece in pieces:
        given += len(piece)
        out.append(stream.feed(piece))
    return "".join([*out, stream.close()]), stream


@given(COMPLETIONS)
@example("PERSON_1__a PERSON_1__ PERSON-1-a PERSON-1-")  # decided by the third and the second character behind
@example("x PERSON_1 xPERSON_1 x_PERSON_1 x__PERSON_1 __PERSON_1__ \\nPERSON_1")
def test_cut_at_every_position(completion: str) -> None:
    whole = rehydrate(completion, TOKENS)
    for cut in range(len(completion) + 1):
        text, stream = streamed([completion[:cut], completion[cut:]])
        assert text == whole.text
        assert stream.report() == whole.report


@given(COMPLETIONS, st.data())
def test_cut_at_several_positions(completion: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(completion)), max_size=8)))
    pieces = [completion[a:b] for a, b in zip([0, *cuts], [*cuts, len(completion)], strict=True)]
    whole = rehydrate(completion, TOKENS)
    text, stream = streamed(pieces)
    assert (text, stream.report()) == (whole.text, whole.report)


@given(COMPLETIONS)
def test_character_by_character(completion: str) -> None:
    whole = rehydrate(completion, TOKENS)
    text, stream = streamed(list(completion))
    assert (text, stream.report()) == (whole.text, whole.report)
