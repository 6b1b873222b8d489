"""A thousand sessions at once over HTTP, each about a person of its own: nobody gets another's value."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

GIVEN = ("Aurelio", "Brisa", "Cosmin", "Dagny", "Eskil", "Fenna", "Gudrun", "Hedvig", "Ilario", "Jorun")
PIECES = ("Zan", "Bel", "Kor", "Mir", "Tav", "Lun", "Dor", "Vel", "Hax", "Rin")
NAMES = [f"{given} {first}{second.lower()}sted" for given, first, second in itertools.product(GIVEN, PIECES, PIECES)]


async def one(client: httpx.AsyncClient, number: int, all_open: asyncio.Barrier) -> int:
    """One session from its opening to its end; returns how many answers were right."""
    name, address = NAMES[number], f"198.51.{number // 250}.{number % 250 + 1}"
    session = f"/v1/sessions/{(await client.post('/v1/sessions', json={})).json()['session']}"
    await all_open.wait()
    text = f"{name} called from {address}. {name.split()[1]} will call again."
    sent = (await client.post(f"{session}/pseudonymise", json={"texts": [text]})).json()
    assert name not in str(sent)
    assert address not in str(sent)
    person, ip = (next(t["token"] for t in sent["tokens"] if t["entity"] == entity) for entity in ("PERSON", "IP"))
    await all_open.wait()
    completion = f"Dear **{person}**, {ip.lower()} is reset."
    back = (await client.post(f"{session}/rehydrate", json={"text": completion})).json()
    assert back["text"] == f"Dear **{name}**, {address} is reset."
    stream = (await client.post(f"{session}/streams")).json()["stream"]
    half = len(completion) // 3
    pieces = [{"text": completion[:half]}, {"text": completion[half:], "last": True}]
    got = [(await client.post(f"{session}/streams/{stream}", json=piece)).json()["text"] for piece in pieces]
    assert "".join(got) == back["text"]
    assert (await client.delete(session)).status_code == 204
    return 1


async def all_at_once(url: str, tokens: dict[str, str], sessions: int) -> int:
    all_open = asyncio.Barrier(sessions)
    limits = httpx.Limits(max_connections=50)  # for each of 20 clients: a thousand connections
    async with asyncio.TaskGroup() as tasks:
        clients = [
            httpx.AsyncClient(
                base_url=url, limits=limits, timeout=120,
                headers={"Authorization": f"Bearer {tokens[name]}"},
            )
            for name in itertools.islice(itertools.cycle(sorted(tokens)), 20)
        ]  # fmt: skip
        running = [tasks.create_task(one(clients[n % 20], n, all_open)) for n in range(sessions)]
    for client in clients:
        await client.aclose()
    return sum(task.result() for task in running)


@pytest.mark.parametrize("sessions", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_many_sessions_at_once(start: Callable[..., Any], sessions: int) -> None:
    assert len(set(NAMES)) == 1_000
    people = "username,display_name,given_name,surname,email\n" + "".join(
        f"u{number:04}x,{name},{name.split()[0]},{name.split()[1]},u{number:04}x@tallgrass.example\n"
        for number, name in enumerate(NAMES)
    )
    # in a thread of its own: the browser tests leave an event loop running in this one
    with start(people) as served, ThreadPoolExecutor(1) as apart:
        work = all_at_once(served.url, served.tokens, sessions)
        assert apart.submit(asyncio.run, work).result() == sessions
        assert "Traceback" not in served.log
