"""Erasing somebody's data harms nobody else, whatever two processes write at the same time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from paddock.bench.minimal import GAME
from paddock.server import wire
from paddock.server.answer import Asked, AskedSeat
from paddock.server.entry import ClockRule
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.room import Room
from paddock.server.socket import Socket
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.table import Sitter, Terms
from tests.server.asking import settled
from tests.server.test_machine import Quick
from tests.server.test_road import Guest

pytestmark = pytest.mark.asyncio


class Calm(Weather):
    """A way to the database on which one question can be held up, as on any network."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()

    async def before(self, call: str) -> None:
        if call == "load":
            await self.gate.wait()


async def opened(database: MemoryDatabase, seed: int, weather: Weather | None = None) -> House:
    loop = asyncio.get_running_loop()
    house = House(
        MemoryStore(database, weather), Quick(), now=lambda: 0, monotonic=loop.time,
        random=random.Random(seed).randbytes, guests={GAME.name: GAME},
    )  # fmt: skip
    await house.open()
    return house


async def seated(house: House, *names: str, free: int = 0) -> Room:
    """A table where these people sit; their seats' tokens are `NAME's seat`."""
    seats = len(names) + free
    made = await house.create(Wanted(GAME.name, seats, {}, Terms(["open"] * seats, ClockRule(), False, "easy")))
    room = await house.room(made.table)
    for seat, name in enumerate(names):
        sitter = Sitter(digest(name), name, "fox", "")
        assert not (await room.do(AskedSeat(sitter, seat, digest(f"{name}'s seat")))).no
    return room


@asynccontextmanager
async def while_it_reads(house: House, calm: Calm, room: Room) -> AsyncIterator[None]:
    """What happens meanwhile reaches a process together with the deletion that it was woken for."""
    calm.gate.clear()
    house.woken(room.table.id, 0)  # as when somebody's data at this table were deleted: it asks for the log ...
    await settled()
    yield
    calm.gate.set()  # ... and is given all of it
    await settled()


async def test_who_gives_up_a_seat_while_somebody_else_deletes_their_data_keeps_their_own() -> None:
    """The other process reads both at once; that somebody sits there no more does not mean that they were erased."""
    database = MemoryDatabase(asyncio.get_running_loop().time)
    calm = Calm()
    here, there = await opened(database, 1), await opened(database, 2, calm)
    elsewhere = await seated(here, "Ada", free=1)
    room = await seated(here, "Ada", free=1)
    await there.room(room.table.id)
    async with while_it_reads(there, calm, room):
        assert not (await room.do(Asked(digest("Ada's seat"), wire.Leave("a" * 32)))).no
    assert elsewhere.table.name(0) == "Ada", "nobody asked for Ada's data to be deleted"
    stored = await here.store.load(elsewhere.table.id)
    assert [row.person for row in stored if row.person] == [digest("Ada")]
    await there.close()
    await here.close()


async def test_who_watches_sees_a_move_that_came_together_with_a_deletion() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    calm = Calm()
    here, there = await opened(database, 1), await opened(database, 2, calm)
    room = await seated(here, "Ada", "Ben")
    await there.room(room.table.id)
    watcher = Guest(Socket(there), 0, room.table.id, "nobody")
    await settled()
    async with while_it_reads(there, calm, room):
        play = wire.Play("b" * 32, room.table.asked[0], 1)
        assert not (await room.do(Asked(digest("Ada's seat"), play))).no
    assert max(told["v"] for told in watcher.told if told["t"] == "frame") == room.table.version
    await there.close()
    await here.close()


async def test_an_old_key_only_watches_though_its_end_was_read_together_with_a_deletion() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    calm = Calm()
    here, there = await opened(database, 1), await opened(database, 2, calm)
    room = await seated(here, "Ada", "Ben")
    await there.room(room.table.id)
    stale = Guest(Socket(there), 0, room.table.id, "Ada's seat")
    await settled()
    assert stale.told[0]["table"]["you"] == 0
    async with while_it_reads(there, calm, room):
        renew = wire.Renew("c" * 32, digest("another"))
        assert not (await room.do(Asked(digest("Ada's seat"), renew))).no
    play = wire.Play("d" * 32, room.table.asked[0], 1)
    assert not (await room.do(Asked(digest("another"), play))).no
    await settled()
    assert stale.told[-1]["table"]["you"] is None, "a key that opens nothing any more is still shown the seat's view"
    await there.close()
    await here.close()
