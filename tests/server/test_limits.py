"""How much one person and one address may ask for, and what those are told who ask for more."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from paddock.server import socket as edge
from paddock.server.app import OPENINGS, make_pages
from paddock.server.entry import ClockRule
from paddock.server.house import House, Wanted
from paddock.server.socket import BYES, POLICY, Socket
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.table import Terms
from paddock.server.wire import Leave
from tests.server.asking import do
from tests.server.place import PATIENCE, Person, Place, connected
from tests.server.test_http import Client, new_app, wanted
from tests.server.test_machine import Quick


class Caller:
    """A line from an address that says nothing unless it is told to."""

    def __init__(self, socket: Socket, address: str) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.told: list[MutableMapping[str, Any]] = []
        self.incoming.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "headers": [], "client": (address, 4000)}
        self.task = asyncio.create_task(socket(scope, self.incoming.get, self.take))

    async def take(self, event: MutableMapping[str, Any]) -> None:
        self.told.append(event)

    async def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect"})
        await self.task

    @property
    def reason(self) -> str:
        """Why the server hung up; empty if it has not."""
        if self.told[-1]["type"] != "websocket.close":
            return ""
        assert self.told[-1]["code"] == POLICY
        said = json.loads(self.told[-2]["text"])
        assert said == {"t": "bye", "why": said["why"], "text": self.told[-1]["reason"]}
        assert said["why"] in BYES
        return str(self.told[-1]["reason"])


async def open_house() -> House:
    loop = asyncio.get_running_loop()
    house = House(
        MemoryStore(MemoryDatabase(loop.time)), Quick(), now=lambda: 0, monotonic=loop.time,
        random=random.Random(1).randbytes,
    )  # fmt: skip
    await house.open()
    return house


async def call(socket: Socket, address: str) -> Caller:
    caller = Caller(socket, address)
    for _ in range(5):
        await asyncio.sleep(0)
    return caller


@pytest.mark.asyncio
async def test_an_address_has_so_many_lines_and_no_more() -> None:
    house = await open_house()
    socket = Socket(house, most=2)
    lines = [await call(socket, "192.0.2.1") for _ in range(3)]
    sentence = "your address has 2 open lines already; close a table that you do not need"
    assert [line.reason for line in lines] == ["", "", sentence]
    other = await call(socket, "192.0.2.2")
    household = [await call(socket, f"2001:db8::{k}") for k in (1, 2, 3)]
    assert [line.reason for line in (other, *household)] == ["", "", "", sentence]
    await lines[0].hang_up()
    again = await call(socket, "192.0.2.1")
    assert again.reason == ""
    for line in (lines[1], other, *household[:2], again):
        await line.hang_up()
    assert not socket.addresses, "nothing is kept of those who have gone"
    await house.close()


@pytest.mark.asyncio
async def test_an_address_that_comes_back_all_the_time_has_to_wait() -> None:
    house = await open_house()
    socket = Socket(house, most=2)
    house.monotonic = lambda: 100.0
    reasons = []
    for _ in range(7):
        line = await call(socket, "192.0.2.1")
        reasons.append(line.reason)
        if not line.reason:
            await line.hang_up()
    assert reasons == [""] * 6 + ["your address opens lines too fast; wait a moment"]
    other = await call(socket, "192.0.2.2")
    house.monotonic = lambda: 101.0
    later = [await call(socket, "192.0.2.1") for _ in range(2)]
    assert [line.reason for line in (other, *later)] == [""] * 3, "two more after a second"
    for line in (other, *later):
        await line.hang_up()
    house.monotonic = time.monotonic
    await house.close()


@pytest.mark.asyncio
async def test_without_a_limit_an_address_has_any_number_of_lines() -> None:
    house = await open_house()
    socket = Socket(house)
    lines = [await call(socket, "127.0.0.1") for _ in range(300)]
    assert {line.reason for line in lines} == {""}
    for line in lines:
        await line.hang_up()
    await house.close()


@pytest.mark.asyncio
async def test_a_line_that_never_says_hello_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "HELLO_WITHIN", 0.05)
    house = await open_house()
    silent = Caller(Socket(house), "192.0.2.1")
    async with asyncio.timeout(PATIENCE):
        await silent.task
    assert silent.reason.startswith("say hello within ")
    await house.close()


class Talker(Caller):
    """A line that says hello, and then as much as it is told to."""

    async def say(self, times: int, message: dict[str, Any]) -> list[dict[str, Any]]:
        """What the server said to that."""
        before = len(self.told)
        for _ in range(times):
            self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
            for _ in range(10):  # until it is answered: here nobody waits for anything but his turn
                await asyncio.sleep(0)
        return [json.loads(event["text"]) for event in self.told[before:] if event["type"] == "websocket.send"]


Talk = tuple[House, Talker, list[float], dict[str, Any]]


@pytest_asyncio.fixture
async def talk() -> AsyncIterator[Talk]:
    """A line with a limit of two messages a second that has said hello, a clock to turn, and that hello."""
    house = await open_house()
    clock = [0.0]
    house.monotonic = lambda: clock[0]
    terms = Terms(["open", "open"], ClockRule("none"), True, "medium")
    table = await house.create(Wanted("zooloretto", 2, {}, terms))
    talker = Talker(Socket(house, rate=2), "192.0.2.1")
    hello = {"t": "hello", "table": table.table}
    assert (await talker.say(1, hello))[0]["t"] == "table"
    yield house, talker, clock, hello
    await talker.hang_up()
    await house.close()


SLOWER = {"t": "no", "id": "", "why": "rate", "text": "that is too fast; wait a moment"}


@pytest.mark.asyncio
async def test_whatever_is_too_fast_is_told_so_hello_too(talk: Talk) -> None:
    house, talker, clock, hello = talk
    command = {"t": "leave", "id": "a" * 32, "level": "easy"}
    assert await talker.say(5, {"t": "ping"}) == [{"t": "pong"}] * 5
    assert await talker.say(1, hello) == [SLOWER]
    assert await talker.say(1, {"t": "ping"}) == [SLOWER]
    assert await talker.say(1, command) == [{**SLOWER, "id": "a" * 32}]
    assert b'kind="rate"} 3.0' in house.metrics.exposition()
    clock[0] += 0.5
    assert (await talker.say(1, hello))[0]["t"] == "table", "after a moment it is answered"


@pytest.mark.asyncio
async def test_a_line_that_does_not_slow_down_is_cut_and_one_that_does_is_forgiven(talk: Talk) -> None:
    _, talker, clock, _ = talk
    await talker.say(5, {"t": "ping"})
    for _ in range(3):
        assert await talker.say(edge.PATIENCE, {"t": "ping"}) == [SLOWER] * edge.PATIENCE
        assert talker.reason == ""
        clock[0] += edge.FORGIVEN
        assert await talker.say(6, {"t": "ping"}) == [{"t": "pong"}] * 6
    clock[0] += edge.FORGIVEN / 2
    await talker.say(6 + edge.PATIENCE, {"t": "ping"})
    assert talker.reason == ""
    await talker.say(1, {"t": "ping"})
    assert talker.reason == "too many messages"


def test_hello_may_take_ten_seconds() -> None:
    assert edge.HELLO_WITHIN == 10, "as docs/protocol.md says"


def sit_down(client: Client, who: str, leave: bool = False) -> tuple[int, str]:
    """Open a table and sit there, and give the seat up again if that is wanted; what became of the second."""
    me = {"Authorization": f"Bearer {who * 43}"}
    opened = client.post("/api/tables", json=wanted(), headers={"Authorization": f"Bearer {'o' * 43}"}).json()
    sitting = {"invite": opened["invite"]}
    answer = client.post(f"/api/tables/{opened['table']}/seats", json=sitting, headers=me)
    if leave:
        room = client.app.state.house.rooms[opened["table"]]
        client.runner.run(do(room, answer.json()["seat"], Leave("a" * 32)))
    return answer.status_code, answer.json().get("error", "")


def test_a_person_sits_at_so_many_unfinished_tables_and_no_more() -> None:
    with Client(new_app(rate=20, tables=2)) as client:
        assert [sit_down(client, "a") for _ in range(3)] == [
            (201, ""), (201, ""), (429, "you sit at 2 tables that are not over; play one to its end first"),
        ]  # fmt: skip
        assert sit_down(client, "b") == (201, "")


class Slow(Weather):
    """A store that takes a while for everything, so that others come in between."""

    async def before(self, call: str) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_nobody_gets_round_that_by_sitting_down_everywhere_at_once() -> None:
    house = await open_house()
    assert isinstance(house.store, MemoryStore)
    house.store.weather = Slow()
    pages = httpx.ASGITransport(make_pages(house, 0.0, tables=2))
    async with httpx.AsyncClient(transport=pages, base_url="http://test") as client:
        client.headers["Authorization"] = f"Bearer {'a' * 43}"
        tables = [(await client.post("/api/tables", json=wanted())).json() for _ in range(6)]
        sitting = [
            client.post(f"/api/tables/{table['table']}/seats", json={"invite": table["invite"]}) for table in tables
        ]
        assert sorted(answer.status_code for answer in await asyncio.gather(*sitting)) == [201] * 2 + [429] * 4
    assert not house.sitting, "nothing is kept of those who sit"
    await house.close()


def test_a_seat_that_was_given_up_counts_no_more() -> None:
    with Client(new_app(rate=20, tables=2)) as client:
        assert [sit_down(client, "a", leave=True) for _ in range(3)] == [(201, "")] * 3
        assert [sit_down(client, "a")[0] for _ in range(3)] == [201, 201, 429]


def test_an_address_opens_so_many_tables_at_once_and_no_more() -> None:
    with Client(new_app(rate=20, tables=2)) as client:
        me = {"Authorization": f"Bearer {'a' * 43}"}
        answers = [client.post("/api/tables", json=wanted(), headers=me) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [201] * 6 + [429] * 2
        assert answers[-1].json() == {"error": "your address has opened many tables; wait a moment"}
        assert client.get("/api/tables", headers=me).status_code == 200, "all else goes on"
    assert OPENINGS == 0.1, "as docs/hosting.md says"


@pytest.mark.asyncio
async def test_the_limits_are_options_of_serve_and_no_rate_means_none_of_them(tmp_path: Path) -> None:
    with Place(tmp_path / "strict.db", "--rate", "50", "--lines", "1", "--tables", "1") as place:
        ada = Person(place)
        table = await ada.create("me open")
        async with ada.look(table), connected(place) as second:
            said = await second.next()
            assert said["why"] == "lines"
            assert said["text"].startswith("your address has 1 open lines already")
        other = await ada.http("POST", "/api/tables", ada.wanted("me open"))
        assert (await ada.try_to_sit(other.json())).status_code == 429
    with Place(tmp_path / "measured.db", "--lines", "1", "--tables", "1") as place:
        ada = Person(place)
        tables = [await ada.create("me open") for _ in range(4)]
        async with ada.look(tables[0]), ada.look(tables[1]):
            pass
