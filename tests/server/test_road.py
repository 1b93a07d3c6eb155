"""The road of a command: decided where it is written, by whoever its key lets decide there and then."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from paddock.bench.minimal import GAME
from paddock.server import journal, wire
from paddock.server.answer import PAUSED, UNSURE, Answer, Asked, AskedSeat
from paddock.server.eager import begin
from paddock.server.entry import ClockRule
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.metrics import Metrics
from paddock.server.room import Room
from paddock.server.socket import ADDRESS, LINE, OUTBOX, Address, Line, Socket
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.store import Unavailable
from paddock.server.table import Sitter, Terms
from tests.server.asking import settled
from tests.server.test_machine import Quick

pytestmark = pytest.mark.asyncio


class Storm(Weather):
    """Fails one append, before or after it was written."""

    def __init__(self) -> None:
        self.when = ""
        self.gate = asyncio.Event()  # no append gets through while it is closed
        self.gate.set()

    async def before(self, call: str) -> None:
        if call == "append":
            await self.gate.wait()
        await self.strike(call, "before")

    async def after(self, call: str) -> None:
        await self.strike(call, "after")

    async def strike(self, call: str, when: str) -> None:
        if call == "append" and self.when == when:
            self.when = ""
            raise Unavailable("lost on the way")


class Guest:
    """Somebody's line to the socket."""

    def __init__(self, socket: Socket, seat: int, table: str, token: str = "") -> None:
        self.told: list[dict[str, Any]] = []
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "headers": []}
        self.task = asyncio.create_task(socket(scope, self.incoming.get, self.send))
        self.put({"t": "hello", "table": table, "token": token or f"seat {seat}"})

    async def send(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.told.append(json.loads(event["text"]))

    def put(self, message: dict[str, Any]) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})


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
        self.socket: Socket
        self.guests: list[Guest] = []

    async def open(self, rate: float = 0.0) -> None:
        await self.house.open()
        self.room = await self.room_for("seat 0", "seat 1")
        self.socket = Socket(self.house, rate=rate)
        self.guests = [Guest(self.socket, seat, self.room.table.id) for seat in range(2)]
        await settled()
        for guest in self.guests:
            guest.told.clear()

    async def room_for(self, *tokens: str) -> Room:
        """A table where these tokens open the seats."""
        made = await self.house.create(Wanted(GAME.name, 2, {}, Terms(["open"] * 2, ClockRule(), False, "easy")))
        room = await self.house.room(made.table)
        for seat, token in enumerate(tokens):
            sitter = Sitter(digest(f"person {seat}"), "Ada", "fox", "")
            await room.do(AskedSeat(sitter, seat, digest(token)))
        return room

    def play(self, seat: int, action: int = 1, id: str = "a" * 32) -> None:
        self.guests[seat].put({"t": "play", "id": id, "at": self.room.table.asked[seat], "action": action})

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
    here.play(0, 2)
    here.play(1, 1, "b" * 32)  # for a prompt that is not theirs yet
    await settled()
    assert here.in_store == before + 1
    assert here.written == [2]
    assert [(frame["t"], frame["v"], frame.get("done")) for frame in here.guests[0].told] == [
        ("frame", before + 1, "a" * 32)
    ]
    assert [(frame["t"], frame["v"], frame.get("done")) for frame in here.guests[1].told[:1]] == [
        ("frame", before + 1, None)
    ]
    assert not here.room.turn.locked()
    here.play(1, 1, "c" * 32)
    await settled()
    assert here.written == [2, 1]
    await here.house.close()


async def test_a_decision_that_is_sent_twice_is_carried_out_once() -> None:
    here = await scene()
    here.play(0)
    await settled()
    here.guests[0].put({"t": "play", "id": "a" * 32, "at": 0, "action": 1})
    await settled()
    assert here.written == [1]
    assert [frame["done"] for frame in here.guests[0].told] == ["a" * 32] * 2
    await here.house.close()


async def test_who_is_too_fast_is_told_so() -> None:
    here = await scene(rate=1.0)  # three at once, of which hello was one
    here.play(0)
    here.guests[0].put({"t": "ping"})
    await settled()
    here.play(1, 1, "b" * 32)
    await settled()
    here.play(0, 1, "c" * 32)
    await settled()
    assert (here.guests[0].told[-1]["why"], here.guests[0].told[-1]["id"]) == ("rate", "c" * 32)
    assert here.written == [1, 1]
    await here.house.close()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_failed_commit_is_looked_into_and_the_decision_counts_once(when: str) -> None:
    here = await scene()
    before = here.in_store
    here.storm.when = when
    here.play(0, 2)
    await settled(60)
    assert here.in_store == before + 1, "written the first time or the second, and not twice"
    assert here.written == [2]
    assert here.guests[0].told[-1].get("done") == "a" * 32
    assert not here.room.turn.locked()
    await here.house.close()


class Blackout(Weather):
    """An append is written and nobody hears of it; then nothing answers until it is over."""

    dark = False

    async def before(self, call: str) -> None:
        if self.dark and call in ("append", "claim", "load"):
            raise Unavailable("dark")

    async def after(self, call: str) -> None:
        if call == "append":
            self.dark = True
            raise Unavailable("dark")


async def test_nobody_is_told_that_nothing_was_changed_where_nobody_knows() -> None:
    here = await scene()
    table, before = here.room.table, here.in_store
    store = here.house.store
    assert isinstance(store, MemoryStore)
    command = Asked(digest("seat 0"), wire.Play("a" * 32, table.asked[0], 1))
    store.weather = Blackout()
    answer = await here.room.do(command)
    assert (answer.no, answer.text, here.in_store) == ("unavailable", UNSURE, before + 1), "it is there all the same"
    assert (await here.room.do(command)).text == PAUSED, "this one surely was not"
    store.weather = here.storm
    answer = await here.room.do(command)
    assert (answer.no, answer.version, here.in_store) == ("", before + 1, before + 1)
    await here.house.close()


@pytest.mark.parametrize("command", ["leave", "renew"])
async def test_a_command_that_spoils_its_own_key_is_not_refused_for_that_when_its_commit_is_looked_into(
    command: str,
) -> None:
    here = await scene()
    room = await here.room_for("seat 0")
    here.storm.when = "after"
    wanted = wire.Leave("a" * 32) if command == "leave" else wire.Renew("a" * 32, digest("another"))
    answer = await room.do(Asked(digest("seat 0"), wanted))
    assert (answer.no, answer.version, answer.seat) == ("", room.table.version, 0)
    assert room.table.seat_of(digest("seat 0")) < 0
    await here.house.close()


async def test_a_fault_in_the_rules_is_told_and_frees_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    here = await scene()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(here.room, "show", broken)
    here.play(0)
    await settled(60)
    assert here.guests[0].told[-1]["why"] == "broken"
    assert not here.room.turn.locked()
    await here.house.close()


async def test_who_says_hello_again_is_told_first_what_became_of_a_decision() -> None:
    here = await scene()
    here.play(0)
    here.guests[0].put({"t": "hello", "table": here.room.table.id, "token": "seat 0"})
    await settled()
    assert [frame.get("done") for frame in here.guests[0].told] == ["a" * 32, None]
    await here.house.close()


async def test_a_hint_is_for_the_seat_that_asked_though_its_line_has_another_seat_elsewhere_now() -> None:
    here = await scene()
    other = await here.room_for("somebody", "seat 0")
    here.guests[0].put({"t": "hint", "id": "b" * 32})
    here.guests[0].put({"t": "hello", "table": other.table.id, "token": "seat 0"})
    await settled(60)
    assert here.guests[0].told[-1]["table"]["you"] == 1, "at the other table"
    assert [seat.hints for seat in here.room.table.seats] == [1, 0]
    assert [seat.hints for seat in other.table.seats] == [0, 0]
    assert not [message for message in here.guests[0].told if message["t"] in ("hint", "no")]
    await here.house.close()


# Who commands


def renewal(here: Scene, room: Room, key: str, token: str, id: str = "d" * 32) -> asyncio.Task[Answer]:
    """A renewal that waits for the table's turn."""
    return here.house.spawn(room.do(Asked(digest(key), wire.Renew(id, digest(token)))))


async def test_who_gave_up_a_seat_gets_no_key_to_it_by_a_renewal_that_waited() -> None:
    here = await scene()
    room = await here.room_for("mine")
    async with room.turn:  # all of these wait, in this order
        waiting = [
            here.house.spawn(room.do(Asked(digest("mine"), wire.Leave("a" * 32)))),
            here.house.spawn(room.do(AskedSeat(Sitter(digest("next"), "Bo", "fox", ""), 0, digest("theirs")))),
        ]
        await settled()
        waiting.append(renewal(here, room, "mine", "stolen"))
        await settled()
    left, sat, renewed = await asyncio.gather(*waiting)
    assert (left.no, sat.no, sat.seat) == ("", "", 0)
    assert renewed.no == "seat"
    assert room.table.seat_of(digest("stolen")) < 0
    assert room.table.seat_of(digest("theirs")) == 0
    await here.house.close()


async def test_an_old_key_decides_nothing_once_another_was_acknowledged() -> None:
    here = await scene()
    async with here.room.turn:
        waiting = [
            renewal(here, here.room, "seat 0", "new"),
            here.house.spawn(here.room.do(Asked(digest("seat 0"), wire.Play("a" * 32, here.room.table.asked[0], 1)))),
        ]
        await settled()
    renewed, played = await asyncio.gather(*waiting)
    assert (renewed.no, played.no) == ("", "seat")
    assert here.written == []
    assert (await here.room.do(Asked(digest("new"), wire.Play("a" * 32, here.room.table.asked[0], 1)))).version
    await here.house.close()


async def test_an_old_key_takes_no_second_one() -> None:
    here = await scene()
    async with here.room.turn:
        waiting = [renewal(here, here.room, "seat 0", "mine"), renewal(here, here.room, "seat 0", "stolen", "e" * 32)]
        await settled()
    first, second = await asyncio.gather(*waiting)
    assert (first.no, second.no) == ("", "seat")
    assert (here.room.table.seat_of(digest("mine")), here.room.table.seat_of(digest("stolen"))) == (0, -3)
    await here.house.close()


async def test_a_rematch_is_opened_by_nobody_whose_key_is_old_by_then() -> None:
    here = await scene()
    before = len(here.database.shelves)
    async with here.room.turn:
        waiting = [
            renewal(here, here.room, "seat 0", "new"),
            here.house.spawn(here.room.do(Asked(digest("seat 0"), wire.Rematch("a" * 32)))),
        ]
        await settled()
    assert [answer.no for answer in await asyncio.gather(*waiting)] == ["", "seat"]
    assert len(here.database.shelves) == before
    await here.house.close()


async def test_the_process_that_writes_the_table_asks_for_the_key_not_the_one_that_hands_it_over() -> None:
    """The other process does not know yet that the seat was given up and taken."""
    here = await scene()
    room = await here.room_for("mine")
    loop = asyncio.get_running_loop()
    there = House(
        MemoryStore(here.database), Quick(), now=lambda: 0, monotonic=loop.time, random=random.Random(2).randbytes,
        guests={GAME.name: GAME},
    )  # fmt: skip
    await there.open()
    far = await there.room(room.table.id)
    assert far.epoch is None
    assert far.table.seat_of(digest("mine")) == 0
    async with far.turn:
        queued = there.spawn(far.do(Asked(digest("mine"), wire.Renew("d" * 32, digest("stolen")))))
        assert not (await room.do(Asked(digest("mine"), wire.Leave("a" * 32)))).no
        sitter = Sitter(digest("next"), "Bo", "fox", "")
        assert not (await room.do(AskedSeat(sitter, 0, digest("theirs")))).no
        assert far.table.seat_of(digest("mine")) == 0, "it has not read that yet"
    assert (await queued).no == "seat"
    assert room.table.seat_of(digest("stolen")) < 0
    await there.close()
    await here.house.close()


async def test_who_deletes_his_data_goes_on_with_the_line_that_his_own_key_opened() -> None:
    here = await scene()
    guest = Guest(here.socket, 0, here.room.table.id, "person 0")
    await settled()
    assert guest.told[0]["table"]["you"] == 0
    assert await here.house.forget(digest("person 0")) == 1
    guest.put({"t": "play", "id": "a" * 32, "at": here.room.table.asked[0], "action": 2})
    await settled()
    assert here.written == [2]
    assert guest.told[-1]["done"] == "a" * 32
    late = Guest(here.socket, 0, here.room.table.id, "person 0")
    await settled()
    assert late.told[0]["table"]["you"] is None, "nobody is known by it any more"
    await here.house.close()


async def test_a_slow_reader_between_two_tables_keeps_his_line() -> None:
    read = asyncio.Event()
    got: list[str] = []

    async def send(event: Any) -> None:
        await read.wait()
        got.append(json.loads(event["text"]).get("t"))

    line = Line(send, Metrics().moves)
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


class Deaf:
    """Somebody who never takes what is sent."""

    def __init__(self, address: Address) -> None:
        self.line = Line(self.send, Metrics().moves, address)

    async def send(self, event: Any) -> None:
        await asyncio.Event().wait()


async def test_what_waits_for_a_line_is_limited_in_bytes() -> None:
    address = Address()
    deaf = Deaf(address)
    frame = b"x" * (LINE // 4)
    for _ in range(100):
        deaf.line.send(frame)
        assert deaf.line.waiting == address.waiting <= LINE
    assert deaf.line.behind
    await settled()
    deaf.line.gone()
    await settled()
    assert (deaf.line.waiting, address.waiting) == (0, 0)


async def test_what_waits_for_an_address_is_limited_in_bytes_and_who_takes_it_suffers_nothing() -> None:
    address = Address()
    heard: list[bytes] = []

    async def hear(event: Any) -> None:
        heard.append(event["text"])

    quick = Line(hear, Metrics().moves, address)
    deaf = [Deaf(address) for _ in range(40)]
    frame = b"x" * (LINE // 2)
    for _ in range(10):
        for one in deaf:
            one.line.send(frame)
        quick.send(frame)
        await settled()
        assert address.waiting <= ADDRESS
    assert 0 < sum(one.line.is_cut for one in deaf) < len(deaf)
    assert len(heard) == 10
    assert not quick.closed
    for one in deaf:
        one.line.gone()
    await settled()
    assert address.waiting == 0


async def test_a_line_that_is_cut_ends_and_is_told_of_in_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, object]] = []
    monkeypatch.setattr(journal, "warn", lambda event, **fields: told.append({"event": event, **fields}))
    here = await scene()
    guest = here.guests[0]
    (line,) = (line for line in here.room.connections if line.viewer == 0)
    assert isinstance(line, Line)
    line.cut()
    await settled()
    assert guest.task.done()
    assert guest.task.exception() is None
    assert line not in here.room.connections
    assert told == [{"event": "connection_refused", "why": "unread", "address": "", "times": 1}]
    await here.house.close()


async def test_a_line_that_is_cut_while_its_command_is_written_ends_after_that() -> None:
    here = await scene()
    guest = here.guests[0]
    here.storm.gate.clear()
    here.play(0)
    await settled()
    (line,) = (line for line in here.room.connections if line.viewer == 0)
    assert isinstance(line, Line)
    line.cut()
    await settled()
    assert not guest.task.done()
    here.storm.gate.set()
    await settled()
    assert guest.task.done()
    assert here.written == [1]
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
    here.storm.gate.clear()
    here.play(0)
    await settled()
    assert here.room.turn.locked()
    assert here.guests[0].told == [], "nothing is said before it is written"
    closing = asyncio.create_task(here.house.close())
    await settled()
    assert not closing.done()
    here.storm.gate.set()
    await closing
    assert here.in_store == before + 1
    assert here.guests[0].told[-1]["done"] == "a" * 32


# Coroutines that are begun at once


async def test_what_need_not_wait_is_done_at_once_and_without_a_task() -> None:
    done = []

    async def work() -> None:
        done.append(1)

    assert begin(work()) is None
    assert done == [1]


async def test_what_has_to_wait_goes_on_in_a_task() -> None:
    done: list[int] = []
    gate, second = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        done.append(1)
        await gate.wait()
        done.append(2)
        await asyncio.sleep(0)
        await second.wait()
        done.append(3)

    task = begin(work())
    assert task is not None
    assert done == [1]
    gate.set()
    await settled()
    assert done == [1, 2]
    second.set()
    await task
    assert done == [1, 2, 3]


async def test_what_waits_can_be_cancelled_and_can_fail() -> None:
    ended: list[str] = []
    gate = asyncio.Event()

    async def work(fails: bool) -> None:
        try:
            await gate.wait()
            if fails:
                raise ZeroDivisionError
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    cancelled, failing = begin(work(False)), begin(work(True))
    assert cancelled is not None
    assert failing is not None
    await settled()
    cancelled.cancel()
    await settled()
    assert cancelled.cancelled()
    assert ended == ["cancelled"]
    gate.set()
    with pytest.raises(ZeroDivisionError):
        await failing
