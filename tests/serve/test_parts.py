"""Parts of the service that time and chance decide on: clients, rates, sessions that end, detection that waits."""

from __future__ import annotations

import asyncio
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from redactory.cli import main
from redactory.detect.spans import Span
from redactory.errors import ConfigError
from redactory.policy.model import Policy
from redactory.records.model import TextField
from redactory.roundtrip import Pseudonymiser, Session
from redactory.serve.app import create_app
from redactory.serve.clients import Clients, add_client
from redactory.serve.detection import Busy, Detection
from redactory.serve.rates import Rates
from redactory.serve.service import Service
from redactory.serve.sessions import Sessions, TooMany, Unknown
from redactory.serve.settings import Limits


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def pseudonymiser() -> Pseudonymiser:
    formats = [{"id": "ip", "entity": "IP", "recogniser": "ip"}]
    content = {"name": "plain", "dataset": "plain", "entities": {"IP": {}}, "ner": {"enabled": False}}
    return Pseudonymiser(Policy.model_validate({**content, "formats": formats}))


class TestClients:
    def test_several_tokens_and_clients(self, tmp_path: Path) -> None:
        file = tmp_path / "tokens"
        tokens = {add_client(file, name): name for name in ("app", "other", "app")}
        clients = Clients.from_file(file)
        assert {token: clients.name_of(token) for token in tokens} == tokens
        assert clients.name_of("") is None
        assert clients.name_of(next(iter(tokens))[:-1]) is None
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert not any(token in file.read_text() for token in tokens)
        assert "2 clients" in repr(clients)

    def test_a_hash_is_no_token(self, tmp_path: Path) -> None:
        add_client(tmp_path / "tokens", "app")
        digest = (tmp_path / "tokens").read_text().strip().partition(":")[2]
        assert Clients.from_file(tmp_path / "tokens").name_of(digest) is None

    @pytest.mark.parametrize("content", ["", "# nobody\n", "app\n", "app:abc\n", f"APP:{'0' * 64}\n", "\u00e9"])
    def test_a_file_that_lets_nobody_in_is_refused(self, tmp_path: Path, content: str) -> None:
        file = tmp_path / "tokens"
        file.write_text(content, "utf-8")
        file.chmod(0o600)
        with pytest.raises(ConfigError, match="serve token"):
            Clients.from_file(file)

    def test_a_file_others_may_read_is_refused(self, tmp_path: Path) -> None:
        add_client(tmp_path / "tokens", "app")
        (tmp_path / "tokens").chmod(0o640)
        with pytest.raises(ConfigError, match="chmod 600"):
            Clients.from_file(tmp_path / "tokens")

    def test_names(self, tmp_path: Path) -> None:
        for name in ("", "A", "a b", "a:b", "x" * 65, "-a", "a\n"):
            with pytest.raises(ConfigError):
                add_client(tmp_path / "tokens", name)
        assert not (tmp_path / "tokens").exists()


class TestStart:
    """`redactory serve` refuses to start."""

    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("REDACTORY_HOME", str(tmp_path / "home"))
        monkeypatch.delenv("REDACTORY_SERVE_TOKENS", raising=False)
        monkeypatch.chdir(tmp_path)

    def refused(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        with pytest.raises(SystemExit) as left:
            main(["serve", *arguments])
        assert left.value.code == 2
        return " ".join(capsys.readouterr().err.split())

    def test_without_a_token(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "bearer tokens" in self.refused(capsys)

    def test_without_a_key(self, capsys: pytest.CaptureFixture[str]) -> None:
        add_client(Path("serve-tokens"), "app")
        assert "REDACTORY_SURROGATE_KEYS" in self.refused(capsys)

    def test_beyond_this_machine_in_clear(self, capsys: pytest.CaptureFixture[str]) -> None:
        add_client(Path("serve-tokens"), "app")
        for host in ("0.0.0.0", "::", "192.0.2.1", "example.org"):
            assert "--tls-cert" in self.refused(capsys, "--host", host)
        assert "together" in self.refused(capsys, "--tls-cert", "cert.pem")
        assert "REDACTORY_SURROGATE_KEYS" in self.refused(capsys, "--host", "127.8.8.8")

    def test_without_a_certificate_that_can_be_used(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "FileNotFoundError" in self.refused(capsys, "--tls-cert", "nothere.pem", "--tls-key", "nothere.pem")
        Path("bad.pem").write_text("no certificate")
        said = self.refused(capsys, "--tls-cert", "bad.pem", "--tls-key", "bad.pem")
        assert "bad.pem" in said
        assert "give PEM files of a certificate and of its own key" in said

    def test_the_token_is_shown_once(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["serve", "token", "app"])
        token = capsys.readouterr().out.strip()
        assert Clients.from_file(Path("serve-tokens")).name_of(token) == "app"


def test_rates() -> None:
    clock = Clock()
    rates = Rates(60, clock)
    assert [rates.take("app") for _ in range(60)] == [0.0] * 60
    assert rates.take("app") == pytest.approx(1.0)
    assert rates.take("other") == 0.0  # a bucket each
    clock.now = 2.5
    assert [rates.take("app") == 0.0 for _ in range(3)] == [True, True, False]
    clock.now = 1e9
    assert [rates.take("app") for _ in range(60)] == [0.0] * 60
    assert rates.take("app") > 0


class TestSessions:
    @staticmethod
    def of(pseudonymiser: Pseudonymiser, clock: Clock, **limits: Any) -> tuple[Sessions, list[Session]]:
        ended: list[Session] = []
        return Sessions(pseudonymiser, Limits(**limits), None, ended.append, clock), ended

    def test_who_is_not_used_ends(self, pseudonymiser: Pseudonymiser) -> None:
        async def check() -> None:
            clock = Clock()
            sessions, ended = self.of(pseudonymiser, clock, idle_seconds=100)
            idle, _ = await sessions.open("app", conversation=False)
            used, held = await sessions.open("app", conversation=False)
            clock.now = 60
            await sessions.get("app", used)
            clock.now = 120
            sessions.sweep()
            assert await sessions.get("app", used) is held
            assert len(ended) == 1
            with pytest.raises(Unknown):
                await sessions.get("app", idle)
            clock.now = 500
            async with held.lock:
                sessions.sweep()  # somebody is at it
            assert len(sessions) == 1
            sessions.sweep()
            assert len(sessions) == 0

        asyncio.run(check())

    def test_no_more_than_may_be(self, pseudonymiser: Pseudonymiser) -> None:
        async def check() -> None:
            sessions, _ = self.of(pseudonymiser, Clock(), sessions_per_client=2, sessions=3)
            first, held = await sessions.open("app", conversation=False)
            await sessions.open("app", conversation=False)
            with pytest.raises(TooMany):
                await sessions.open("app", conversation=False)
            await sessions.open("other", conversation=False)
            with pytest.raises(TooMany):
                await sessions.open("other", conversation=False)
            await sessions.close(first, held)
            await sessions.open("other", conversation=False)

        asyncio.run(check())


class Reader:
    """Stands for a pseudonymiser whose detection can be held up and can fail."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.batches: list[int] = []

    def detect(self, records: Any) -> list[list[list[Span]]]:
        self.go.wait(30)
        self.batches.append(len(records))
        if any("bad" in field.text for record in records for field in record):
            raise LookupError
        return [[[Span(0, len(field.text), "IP", 2, "ip", 1.0)] for field in record] for record in records]


class TestDetection:
    @staticmethod
    def running(check: Callable[[Detection, Reader], Any], waiting_chars: int = 1000) -> None:
        async def run() -> None:
            reader = Reader()
            detection = Detection(reader, waiting_chars)  # type: ignore[arg-type]
            detection.start()
            try:
                await check(detection, reader)
            finally:
                reader.go.set()
                await detection.stop()

        asyncio.run(run())

    @staticmethod
    def record(text: str) -> list[TextField]:
        return [TextField("", text, "text")]

    def test_what_waits_is_read_as_one_batch_and_fails_alone(self) -> None:
        async def check(detection: Detection, reader: Reader) -> None:
            texts = ["a", "bb", "bad", "cccc"]
            first = asyncio.create_task(detection.spans(self.record("first")))
            await asyncio.sleep(0.05)
            rest = [asyncio.create_task(detection.spans(self.record(text))) for text in texts]
            await asyncio.sleep(0.05)
            assert detection.waiting == 4
            reader.go.set()
            answers = await asyncio.gather(first, *rest, return_exceptions=True)
            assert [type(answer) for answer in answers] == [list, list, list, LookupError, list]
            assert [answer[0][0].end for answer in answers if isinstance(answer, list)] == [5, 1, 2, 4]
            assert reader.batches == [1, 4, 1, 1, 1, 1]

        self.running(check)

    def test_more_than_may_wait_is_refused(self) -> None:
        async def check(detection: Detection, reader: Reader) -> None:
            tasks = []
            for _ in range(3):
                tasks.append(asyncio.create_task(detection.spans(self.record("x" * 400))))
                await asyncio.sleep(0.05)  # at the end one is being read, two wait
            with pytest.raises(Busy):
                await detection.spans(self.record("x" * 400))
            reader.go.set()
            assert all(await asyncio.gather(*tasks))
            assert await detection.spans(self.record("x" * 5000))  # nothing waits: however large

        self.running(check)

    def test_who_has_gone_is_not_read(self) -> None:
        async def check(detection: Detection, reader: Reader) -> None:
            first = asyncio.create_task(detection.spans(self.record("first")))
            await asyncio.sleep(0.05)
            gone = asyncio.create_task(detection.spans(self.record("gone")))
            await asyncio.sleep(0.05)
            gone.cancel()
            await asyncio.sleep(0.05)
            reader.go.set()
            await first
            assert await detection.spans(self.record("next"))
            assert reader.batches == [1, 1]

        self.running(check)


def test_limits_over_http(pseudonymiser: Pseudonymiser, tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {add_client(tmp_path / 'tokens', 'app')}"}
    limits = Limits(session_chars=100, streams_per_session=2, sessions_per_client=1, requests_per_minute=12)
    service = Service(pseudonymiser, Clients.from_file(tmp_path / "tokens"), limits)

    async def check() -> None:
        transport = httpx.ASGITransport(create_app(service))
        client = httpx.AsyncClient(transport=transport, base_url="http://s", headers=headers)
        async with service.running(), client as app:
            session = f"/v1/sessions/{(await app.post('/v1/sessions', json={})).json()['session']}"
            refused = await app.post("/v1/sessions", json={})
            assert (refused.status_code, "retry-after" in refused.headers) == (429, True)
            texts = [(await app.post(f"{session}/pseudonymise", json={"texts": ["x" * 60]})).status_code for _ in "ab"]
            assert texts == [200, 413]
            streams = [(await app.post(f"{session}/streams")).status_code for _ in "abc"]
            assert streams == [201, 201, 429]
            answers = [await app.get(session) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            assert int(answers[-1].headers["retry-after"]) in (4, 5)
            assert (await app.get("/health")).status_code == 200

    asyncio.run(check())


def test_an_unforeseen_error_tells_where_and_not_what(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, pseudonymiser: Pseudonymiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(records: Any) -> Any:
        raise ValueError(f"cannot read {records[0][0].text}")

    headers = {"Authorization": f"Bearer {add_client(tmp_path / 'tokens', 'app')}"}
    monkeypatch.setattr(pseudonymiser, "detect", fail)
    service = Service(pseudonymiser, Clients.from_file(tmp_path / "tokens"))

    async def check() -> None:
        transport = httpx.ASGITransport(create_app(service))
        client = httpx.AsyncClient(transport=transport, base_url="http://s", headers=headers)
        async with service.running(), client as app:
            session = f"/v1/sessions/{(await app.post('/v1/sessions', json={})).json()['session']}"
            answer = await app.post(f"{session}/pseudonymise", json={"texts": ["Oriel Vance"]})
            assert answer.status_code == 500
            assert "Vance" not in answer.text

    asyncio.run(check())
    assert "ValueError in" in caplog.text
    assert "test_parts.py" in caplog.text
    assert "Vance" not in caplog.text
