"""The service over HTTP, as a process of its own."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

TEXT = "Oriel Vance <oriel.vance@tallgrass.example> on 203.0.113.9"
TOKENS = "[PERSON_1] <[EMAIL_1]> on [IP_1]"


@pytest.fixture
def app(served: Any) -> httpx.Client:
    client: httpx.Client = served.as_("app")
    return client


def opened(client: httpx.Client, scope: str = "request") -> str:
    answer = client.post("/v1/sessions", json={"scope": scope})
    assert answer.status_code == 201, answer.text
    return f"/v1/sessions/{answer.json()['session']}"


def test_round_trip(app: httpx.Client) -> None:
    session = opened(app)
    sent = app.post(f"{session}/pseudonymise", json={"texts": [TEXT, "Vance agreed"]}).json()
    assert sent["texts"][0] == TOKENS
    assert "Vance" not in json.dumps(sent)
    assert {"token": "[EMAIL_1]", "entity": "EMAIL"} in sent["tokens"]
    done = app.post(f"{session}/rehydrate", json={"text": "**[PERSON\\_1]** and ip_1, [PERSON_9]"}).json()
    assert done["text"] == "**Oriel Vance** and 203.0.113.9, [PERSON_9]"
    assert done["tokens"]["invented"] == {"[PERSON_9]": 1}
    done = app.post(f"{session}/rehydrate", json={"text": '{"a": "[PERSON_1]"}', "format": "json"}).json()
    assert done["text"] == '{"a": "Oriel Vance"}'
    state = app.get(session).json()
    assert (state["counts"]["returned"], state["counts"]["invented"], state["tools"]) == (2, 1, "outside")
    assert app.delete(session).status_code == 204
    assert app.get(session).status_code == 404


def test_a_completion_in_pieces(app: httpx.Client) -> None:
    session = opened(app)
    app.post(f"{session}/pseudonymise", json={"texts": [TEXT]})
    stream = f"{session}/streams/{app.post(f'{session}/streams').json()['stream']}"
    given = ("Dear [PER", "SON_", "1], sad", " [IP")
    pieces = [app.post(stream, json={"text": piece}).json()["text"] for piece in given]
    assert pieces == ["Dear ", "", "Oriel Vance, sad", " "]
    last = app.post(stream, json={"text": "_1]", "last": True}).json()
    assert last["text"] == "203.0.113.9"
    assert last["tokens"]["missing"] == ["[EMAIL_1]"]
    assert app.post(stream, json={"text": "x"}).status_code == 404


def test_a_body_is_answered_while_it_arrives(served: Any, app: httpx.Client) -> None:
    session = opened(app)
    app.post(f"{session}/pseudonymise", json={"texts": [TEXT]})
    host, port = served.url.removeprefix("http://").split(":")
    head = (
        f"POST {session}/rehydrate/stream HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {served.tokens['app']}\r\n"
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as wire:

        def send(piece: bytes) -> None:
            wire.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))

        wire.sendall(head.encode())
        send("Gr\u00fc\u00dfe an [PERSON_1], \u00e9".encode()[:-1])
        got = b""
        while b"Oriel Vance, " not in got:  # before the body is whole
            piece = wire.recv(4096)
            assert piece, got
            got += piece
        send("\u00e9 [IP".encode()[1:])
        send(b"_1]")
        wire.sendall(b"0\r\n\r\n")
        while piece := wire.recv(4096):
            got += piece
    body = b"".join(re.findall(rb"\r\n[0-9a-f]+\r\n(.+?)(?=\r\n)", got.partition(b"\r\n\r\n")[2].join([b"\r\n", b""])))
    assert body.decode() == "Gr\u00fc\u00dfe an Oriel Vance, \u00e9 203.0.113.9"


class TestAccess:
    @pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}])
    @pytest.mark.parametrize("path", ["/v1/sessions", "/metrics"])
    def test_no_token_no_service(self, served: Any, headers: dict[str, str], path: str) -> None:
        method = "POST" if "sessions" in path else "GET"
        answer = httpx.request(method, served.url + path, headers=headers, json={})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"

    def test_every_route_but_those_named_takes_a_token(self, served: Any) -> None:
        document = httpx.get(f"{served.url}/openapi.json").json()
        open_to_all = {
            path for path, methods in document["paths"].items() for at in methods.values() if not at.get("security")
        }
        assert open_to_all == {"/health"}

    def test_a_clients_sessions_are_its_own(self, served: Any, app: httpx.Client) -> None:
        session = opened(app)
        app.post(f"{session}/pseudonymise", json={"texts": [TEXT]})
        stream = app.post(f"{session}/streams").json()["stream"]
        with served.as_("other") as other:
            answers = [
                other.get(session),
                other.delete(session),
                other.post(f"{session}/rehydrate", json={"text": "[PERSON_1]"}),
                other.post(f"{session}/pseudonymise", json={"texts": [""]}),
                other.post(f"{session}/streams"),
                other.post(f"{session}/streams/{stream}", json={"text": "[PERSON_1]", "last": True}),
                other.post(f"{session}/rehydrate/stream", content=b"[PERSON_1]"),
                other.post(f"{session}/tools/arguments", json={"arguments": "[PERSON_1]"}),
                other.post(f"{session}/tools/result", json={"text": "x"}),
            ]
            nobodys = other.get(f"/v1/sessions/{'x' * 22}")
        assert {answer.status_code for answer in answers} == {404}
        assert {answer.text for answer in answers} == {nobodys.text}  # as if it had never been
        assert app.get(session).status_code == 200


class TestRefusals:
    def test_a_large_body(self, app: httpx.Client) -> None:
        session = opened(app)
        large = b"x" * (1 << 20) + b"x"
        bodies: list[Any] = [large, iter([large[: 1 << 19]] * 3)]
        for body in bodies:
            answer = app.post(f"{session}/rehydrate", content=body, headers={"content-type": "application/json"})
            assert answer.status_code == 413

    @pytest.mark.parametrize(
        "body",
        [
            b'{"text": ["Oriel Vance"]}',
            b'{"text": "", "Oriel Vance": 1}',
            b'{"Oriel Vance',
            b'{"text": "", "format": "Oriel Vance"}',
            b'"Oriel Vance"',
            b'{"text": "Oriel Vance \\ud800"}',
            b'{"text": "Oriel Vance", "format": "json"}',
            b'\xff{"text": "Oriel Vance"}',
        ],
    )
    def test_an_answer_quotes_nothing(self, app: httpx.Client, body: bytes) -> None:
        answer = app.post(f"{opened(app)}/rehydrate", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 409, 422)
        assert "Vance" not in answer.text

    @pytest.mark.parametrize(
        "arguments", ['{"a": "Vance \\ud800"}', "[" * 300 + "]" * 300, "[" * 90_000 + "]" * 90_000], ids=len
    )
    def test_odd_arguments(self, app: httpx.Client, arguments: str) -> None:
        answer = app.post(
            f"{opened(app)}/tools/arguments",
            content=f'{{"arguments": {arguments}}}',
            headers={"content-type": "application/json"},
        )
        assert answer.status_code in (400, 409, 422)
        assert "Vance" not in answer.text

    def test_tools_are_never_mixed(self, app: httpx.Client) -> None:
        session = opened(app)
        app.post(f"{session}/pseudonymise", json={"texts": [TEXT]})
        call = {"arguments": {"to": "[EMAIL_1]"}}
        assert app.post(f"{session}/tools/arguments", json=call).json() == call
        for body in ({**call, "tools": "inside"}, {"arguments": {"to": "oriel vance"}}):
            answer = app.post(f"{session}/tools/arguments", json=body)
            assert answer.status_code == 409
            assert "vance" not in answer.text.lower()
        assert app.post(f"{session}/tools/result", json={"text": "", "tools": "inside"}).status_code == 409
        result = app.post(f"{session}/tools/result", json={"text": "sent to [EMAIL_1] of Ines Marr"}).json()
        assert result == {"text": "sent to [EMAIL_1] of [PERSON_2]"}

    def test_no_conversation_where_the_policy_keeps_none(self, app: httpx.Client) -> None:
        answer = app.post("/v1/sessions", json={"scope": "conversation"})
        assert answer.status_code == 409
        assert "roundtrip.conversations" in answer.json()["detail"]


def test_pages_load_nothing_from_elsewhere(served: Any) -> None:
    assert httpx.get(f"{served.url}/health").json() == {"status": "ok"}
    page = httpx.get(f"{served.url}/docs")
    assert "/v1/sessions/{session}/pseudonymise" in page.text
    assert "<script" not in page.text
    assert re.findall(r'(?:src|href)="([^#"][^"]*)"', page.text) == ["docs.css", "openapi.json"]
    assert httpx.get(f"{served.url}/docs.css").headers["content-type"].startswith("text/css")
    assert page.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "server" not in page.headers


def test_metrics_hold_counts_and_no_names(app: httpx.Client) -> None:
    def counts() -> dict[str, float]:
        lines = (line.rpartition(" ") for line in app.get("/metrics").text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in lines}

    before = counts()
    session = opened(app)
    app.post(f"{session}/pseudonymise", json={"texts": [TEXT]})
    app.post(f"{session}/rehydrate", json={"text": "[PERSON_1] [IP_9]"})
    app.delete(session)
    after = counts()
    moved = {name.removesuffix("_total"): after[name] - before[name] for name in before if name.endswith("_total")}
    assert moved["redactory_tokens_sent"] == 3
    assert moved["redactory_tokens_returned"] == 1
    assert moved["redactory_tokens_missing"] == 2
    assert moved["redactory_tokens_invented"] == 1
    assert "Vance" not in str(after)
    assert "app" not in " ".join(after)


def test_nothing_of_a_request_is_on_a_disk_or_in_the_log(served: Any, app: httpx.Client) -> None:
    session = opened(app)
    app.post(f"{session}/pseudonymise", json={"texts": [TEXT]})
    app.post(f"{session}/rehydrate", json={"text": "[PERSON_1]", "odd": "Oriel Vance"})
    app.get(f"/v1/sessions/{'Oriel Vance'}")
    files = [path for path in served.home.parent.rglob("*") if path.is_file() and path.name != "people.csv"]
    assert len(files) > 3
    for path in files:
        data = path.read_bytes()
        assert b"Vance" not in data, path
        assert served.tokens["app"].encode() not in data, path
    assert "POST" not in served.log


def test_conversation_after_a_restart_and_tools_inside(start: Callable[..., Any]) -> None:
    with start(conversations=True, tools="inside") as served, served.as_("app") as app:
        session = opened(app, "conversation")
        sent = app.post(f"{session}/pseudonymise", json={"texts": [TEXT]}).json()["texts"][0]
        assert app.get(session).json()["expires"]
        call = {"arguments": {"to": ["email_1", 7]}, "tools": "inside"}
        answer = app.post(f"{session}/tools/arguments", json=call).json()
        assert answer == {"arguments": {"to": ["oriel.vance@tallgrass.example", 7]}}
        result = app.post(f"{session}/tools/result", json={"text": "mailed oriel.vance@tallgrass.example"}).json()
        assert result == {"text": "mailed [EMAIL_1]"}
        in_memory = opened(app)
    with start() as served, served.as_("app") as app, served.as_("other") as other:
        assert other.get(session).status_code == 404
        assert app.get(in_memory).status_code == 404  # a request session ends with the process
        assert app.post(f"{session}/rehydrate", json={"text": sent}).json()["text"] == TEXT
        more = app.post(f"{session}/pseudonymise", json={"texts": ["Ines Marr, ORIEL VANCE"]}).json()["texts"]
        assert more == ["[PERSON_2], [PERSON_1]"]
        assert app.delete(session).status_code == 204
        assert app.get(session).status_code == 404
        assert "Traceback" not in served.log
    assert served.process.returncode in (0, -2, 130)
