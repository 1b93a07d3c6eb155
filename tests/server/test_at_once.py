"""Decisions that are carried out without a task, and the turn they take."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from paddock.bench.minimal import GAME
from paddock.server import wire
from paddock.server.connection import AT_ONCE
from paddock.server.entry import ClockRule
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.metrics import Metrics
from paddock.server.room import Room
from paddock.server.socket import OUTBOX, Line, Socket
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.store import Fenced, Unavailable
from paddock.server.table import Sitter, Terms
from paddock.server.turn import Turn
from tests.server.test_machine import Quick

pytestmark = pytest.mark.asyncio


async def settled(turns: int = 20) -> None:
    for _ in range(turns):
        await asyncio.sleep(0)


async def test_a_turn_is_taken_in_order_and_at_once_only_if_it_is_free() -> None:
    turn, order = Turn(), []

    async def want(name: str) -> None:
        async with turn:
            order.append(name)
            await asyncio.sleep(0)

    assert turn.take()
    assert not turn.take()
    waiting = [asyncio.create_task(want(name)) for name in "abc"]
    await settled()
    assert order == []
    turn.release()
    assert not turn.take(), "it was handed on to the first who waits, who has not run yet"
    await asyncio.gather(*waiting)
    assert order == ["a", "b", "c"]
    assert not turn.locked()


@pytest.mark.parametrize("released", [False, True], ids=["while it waits", "when it was just given the turn"])
async def test_who_gives_up_waiting_does_not_keep_the_turn(released: bool) -> None:
    turn = Turn()
    assert turn.take()
    gives_up, stays = asyncio.create_task(turn.__aenter__()), asyncio.create_task(turn.__aenter__())
    await settled()
    if released:
        turn.release()
    gives_up.cancel()
    await settled()
    assert gives_up.cancelled()
    if not released:
        assert not stays.done()
        turn.release()
    await asyncio.wait_for(stays, 5)
    turn.release()
    assert not turn.locked()


class Storm(Weather):
    """Fails one append, before or after it was written."""

    def __init__(self) -> None:
        self.when = ""

    async def before(self, call: str) -> None:
        await self.strike(call, "before")

    async def after(self, call: str) -> None:
        await self.strike(call, "after")

    async def strike(self, call: str, when: str) -> None:
        if call == "append" and self.when == when:
            self.when = ""
            raise Unavailable("lost on the way")


class Guest:
    """Somebody's line to the socket that lets it listen, as the real one does."""

    def __init__(self, socket: Socket, seat: int, table: str) -> None:
        self.told: list[dict[str, Any]] = []
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.listener: Callable[[bytes], bool] | None = None
        self.incoming.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "headers": [],
            "extensions": {AT_ONCE: {"listen": self.listen, "send": self.hear}},
        }
        self.task = asyncio.create_task(socket(scope, self.incoming.get, self.send))
        self.put({"t": "hello", "table": table, "token": f"seat {seat}"})

    def listen(self, listener: Callable[[bytes], bool]) -> None:
        self.listener = listener

    def hear(self, data: bytes) -> bool:
        self.told.append(json.loads(data))
        return True

    async def send(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.told.append(json.loads(event["text"]))

    def put(self, message: dict[str, Any]) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def at_once(self, **message: Any) -> bool:
        assert self.listener is not None
        return self.listener(json.dumps(message).encode())


class Scene:
    """Two people at a table of one server."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.storm = Storm()
        self.database = MemoryDatabase(loop.time)
        self.house = House(
            MemoryStore(self.database, self.storm), Quick(), now=lambda: 0, monotonic=loop.time,
            random=random.Random(1).randbytes, guests={GAME.name: GAME},
        )  # fmt: skip
        self.room: Room
        self.guests: list[Guest] = []

    async def open(self, rate: float = 0.0) -> None:
        await self.house.open()
        self.room = await self.room_for("seat 0", "seat 1")
        socket = Socket(self.house, rate=rate)
        self.guests = [Guest(socket, seat, self.room.table.id) for seat in range(2)]
        await settled()
        for guest in self.guests:
            guest.told.clear()

    async def room_for(self, *tokens: str) -> Room:
        """A table where these tokens open the seats."""
        made = await self.house.create(Wanted(GAME.name, 2, {}, Terms(["open"] * 2, ClockRule(), False, "easy")))
        room = await self.house.room(made.table)
        for seat, token in enumerate(tokens):
            sitter = Sitter(digest(f"person {seat}"), "Ada", "fox", secrets.token_hex(32))
            await room.sit(sitter, seat, digest(token))
        return room

    def play(self, seat: int, action: int = 1, id: str = "a" * 32) -> bool:
        return self.guests[seat].at_once(t="play", id=id, at=self.room.table.asked[seat], action=action)

    @property
    def written(self) -> list[int]:
        """What was added, by the log."""
        return [event.action for event in self.room.table.match.events]

    @property
    def in_store(self) -> int:
        return len(self.database.shelves[self.room.table.id].entries)


async def scene(rate: float = 0.0) -> Scene:
    made = Scene()
    await made.open(rate)
    return made


async def test_a_decision_is_acknowledged_after_its_commit_and_seen_by_all() -> None:
    here = await scene()
    before = here.in_store
    assert here.play(0, 2)
    assert here.room.turn.locked()
    assert here.guests[0].told == [], "nothing is said before it is written"
    await settled()
    assert here.in_store == before + 1
    assert here.written == [2]
    assert [(frame["t"], frame["v"], frame.get("done")) for frame in here.guests[0].told] == [
        ("frame", before + 1, "a" * 32)
    ]
    assert [(frame["t"], frame["v"], frame.get("done")) for frame in here.guests[1].told] == [
        ("frame", before + 1, None)
    ]
    assert not here.room.turn.locked()
    assert here.play(1, 1, "b" * 32)
    await settled()
    assert here.written == [2, 1]
    await here.house.close()


async def test_what_has_to_wait_or_to_be_refused_goes_the_long_way() -> None:
    here = await scene()
    guest = here.guests[0]
    assert not here.play(1), "it is not their turn"
    assert not here.play(0, 7), "illegal"
    assert not guest.at_once(t="play", id="a" * 32, at=0, action=1), "stale"
    assert not guest.at_once(t="say", id="a" * 32, phrase="hello")
    assert not guest.at_once(t="nonsense")
    assert here.room.turn.take()
    assert not here.play(0), "somebody else has the turn"
    here.room.turn.release()
    here.room.epoch = None
    assert not here.play(0), "another process may write"
    assert here.guests[0].told == []
    assert here.written == []
    await here.house.close()


async def test_a_decision_that_is_sent_twice_is_carried_out_once() -> None:
    here = await scene()
    assert here.play(0)
    await settled()
    assert not here.play(0)
    here.guests[0].put({"t": "play", "id": "a" * 32, "at": 0, "action": 1})
    await settled()
    assert here.written == [1]
    assert [frame["done"] for frame in here.guests[0].told] == ["a" * 32] * 2
    await here.house.close()


async def test_who_is_too_fast_goes_the_long_way_where_that_is_told() -> None:
    here = await scene(rate=1.0)  # three at once, of which hello was one
    assert here.play(0)
    await settled()
    assert here.play(1, 1, "b" * 32)
    await settled()
    here.guests[0].put({"t": "ping"})
    await settled()
    assert not here.play(0, 1, "c" * 32)
    assert here.written == [1, 1]
    await here.house.close()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_failed_commit_is_looked_into_and_the_decision_counts_once(when: str) -> None:
    here = await scene()
    before = here.in_store
    here.storm.when = when
    assert here.play(0, 2)
    await settled(60)
    assert here.in_store == before + 1, "written the first time or the second, and not twice"
    assert here.written == [2]
    assert here.guests[0].told[-1].get("done") == "a" * 32
    assert not here.room.turn.locked()
    await here.house.close()


async def test_a_writer_that_was_overtaken_leaves_it_to_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    here = await scene()
    landed: list[str] = []
    refused = asyncio.get_running_loop().create_future()
    refused.set_exception(Fenced("another process writes"))
    monkeypatch.setattr(here.house.store, "hand", lambda *_: refused)
    command = wire.Play("a" * 32, here.room.table.asked[0], 1)
    assert here.room.play(0, command, lambda: landed.append("again"))
    await settled()
    assert landed == ["again"]
    assert here.written == []
    assert not here.room.turn.locked()
    await here.house.close()


async def test_a_fault_in_the_rules_is_told_and_frees_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    here = await scene()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(here.room, "show", broken)
    assert here.play(0)
    await settled(60)
    assert here.guests[0].told[-1]["why"] == "broken"
    assert not here.room.turn.locked()
    await here.house.close()


async def test_who_says_hello_again_is_told_first_what_became_of_a_decision() -> None:
    here = await scene()
    assert here.play(0)
    here.guests[0].put({"t": "hello", "table": here.room.table.id, "token": "seat 0"})
    await settled()
    assert [frame.get("done") for frame in here.guests[0].told] == ["a" * 32, None]
    await here.house.close()


async def test_a_decision_whose_commit_failed_is_not_made_at_another_table() -> None:
    here = await scene()
    other = await here.room_for("seat 0", "somebody")
    here.storm.when = "before"
    assert here.play(0)
    here.guests[0].put({"t": "hello", "table": other.table.id, "token": "seat 0"})
    await settled(60)
    assert here.guests[0].told[-1]["table"]["id"] == other.table.id
    assert [len(room.table.match.events) for room in (here.room, other)] == [0, 0]
    await here.house.close()


async def test_a_hint_is_for_the_seat_that_asked_though_its_line_has_another_seat_elsewhere_now() -> None:
    here = await scene()
    other = await here.room_for("somebody", "seat 0")
    assert here.play(0)
    await settled()
    assert here.room.table.pending == [1]
    here.guests[0].put({"t": "hint", "id": "b" * 32})
    here.guests[0].put({"t": "hello", "table": other.table.id, "token": "seat 0"})
    await settled(60)
    assert here.guests[0].told[-1]["table"]["you"] == 1, "at the other table"
    assert [seat.hints for seat in here.room.table.seats] == [0, 0]
    assert not [message for message in here.guests[0].told if message["t"] in ("hint", "no")]
    await here.house.close()


async def test_a_slow_reader_between_two_tables_keeps_his_line() -> None:
    read = asyncio.Event()
    got: list[str] = []

    async def send(event: Any) -> None:
        await read.wait()
        got.append(json.loads(event["text"]).get("t"))

    line = Line(send, lambda _: False, Metrics().moves)
    for _ in range(OUTBOX + 2):
        line.send(b"{}")
    await settled()
    line.room = None  # he has said hello to another table, which is being read
    read.set()
    await settled(60)
    assert not line.closed
    here = await scene()
    line.room = here.room
    line.send(b"{}")
    await settled(60)
    assert got[-2:] == ["frame", "chat"], "what he missed is made up for"
    await here.house.close()


async def test_a_fault_on_the_way_to_a_hint_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here = await scene()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(here.room, "show", broken)
    here.guests[0].put({"t": "hint", "id": "b" * 32})
    await settled(60)
    assert here.guests[0].told[-1]["why"] == "broken"
    assert not here.room.turn.locked()
    await here.house.close()


async def test_a_house_that_closes_waits_for_the_commit() -> None:
    here = await scene()
    before = here.in_store
    assert here.play(0)
    await here.house.close()
    assert here.in_store == before + 1
    assert here.guests[0].told[-1]["done"] == "a" * 32


async def test_a_line_without_the_extension_goes_the_long_way() -> None:
    here = await scene()
    told: list[Any] = []
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(event: Any) -> None:
        told.append(event)

    incoming.put_nowait({"type": "websocket.connect"})
    socket = Socket(here.house, rate=0)
    task = asyncio.create_task(socket({"type": "websocket", "headers": []}, incoming.get, send))
    for message in (
        {"t": "hello", "table": here.room.table.id, "token": "seat 0"},
        {"t": "play", "id": "a" * 32, "at": here.room.table.asked[0], "action": 2},
    ):
        incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
    await settled(60)
    assert here.written == [2]
    assert json.loads(told[-1]["text"])["done"] == "a" * 32
    incoming.put_nowait({"type": "websocket.disconnect"})
    await task
    await here.house.close()
