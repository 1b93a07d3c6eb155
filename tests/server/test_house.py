"""Several houses on one store: what two servers must not do twice, and what one table must not do to the others."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from paddock.bench.simulation import Bot
from paddock.core.registry import load
from paddock.server import house as house_module
from paddock.server import wire
from paddock.server.entry import ClockRule
from paddock.server.house import House, Taken, Wanted
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.store import Unavailable
from paddock.server.table import Sitter, Terms
from tests.server.place import POND

GAME = load(POND)

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def houses(count: int = 1) -> AsyncIterator[tuple[MemoryDatabase, list[House]]]:
    loop = asyncio.get_running_loop()
    database = MemoryDatabase(loop.time)
    open_houses = [
        House(
            MemoryStore(database), Bot(random.Random(1)), now=lambda: 1_700_000_000_000, monotonic=loop.time,
            random=secrets.token_bytes, delay=0, guests={GAME.name: GAME},
        )
        for _ in range(count)
    ]  # fmt: skip
    for house in open_houses:
        await house.open()
    try:
        yield database, open_houses
    finally:
        for house in open_houses:
            await house.close()


async def two_sit_down(house: House) -> Taken:
    terms = Terms(["open", "open"], ClockRule(), False, "easy")
    created = await house.create(Wanted("pond", 2, {"rounds": 1}, terms))
    room = await house.room(created.table)
    taken = await house.sit(room, Sitter("Ada", "Ada", "fox", secrets.token_hex(32)), None)
    await house.sit(room, Sitter("Ben", "Ben", "owl", secrets.token_hex(32)), None)
    return taken


async def play_out(house: House, table: str) -> None:
    room = await house.room(table)
    while room.table.pending:
        seat = room.table.pending[0]
        action = int(room.table.match.state.legal_actions(seat)[0])
        answer = await room.do(seat, wire.Play(secrets.token_hex(16), room.table.asked[seat], action))
        assert answer.version


async def test_a_rematch_that_is_asked_for_at_another_server_is_opened_once() -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        await play_out(here, taken.table)
        room = await there.room(taken.table)
        assert (await room.do(0, wire.Rematch("a" * 32))).version
        assert (await room.do(1, wire.Rematch("b" * 32))).no == "over"
        assert room.table.rematch is not None
        assert set(database.shelves) == {taken.table, room.table.rematch[0]}


async def test_a_decision_made_at_another_server_is_carried_out_once_by_the_writer() -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        room = await there.room(taken.table)
        assert room.epoch is None
        action = int(room.table.match.state.legal_actions(0)[0])
        command = wire.Play("a" * 32, room.table.asked[0], action)
        first, second = await asyncio.gather(room.do(0, command), (await here.room(taken.table)).do(0, command))
        assert first.version == second.version == len(database.shelves[taken.table].entries)


async def test_after_an_append_of_unknown_outcome_the_log_is_read_before_anything_is_decided() -> None:
    async with houses() as (database, [house]):
        taken = await two_sit_down(house)
        room = await house.room(taken.table)
        action = int(room.table.match.state.legal_actions(0)[0])
        store = house.store
        assert isinstance(store, MemoryStore)
        store.weather = LostAnswer()
        assert (await room.do(0, wire.Play("a" * 32, room.table.asked[0], action))).no == "unavailable"
        written = len(database.shelves[taken.table].entries)
        # Whoever reads the log elsewhere knows of the decision, and acts upon it.
        assert (await room.do(0, wire.Undo("b" * 32, written))).version == written + 1


class LostAnswer(Weather):
    """The first append is written, and nobody hears of it."""

    lost = False

    async def after(self, call: str) -> None:
        if call == "append" and not self.lost:
            self.lost = True
            raise Unavailable("the answer was lost")


async def test_a_table_that_takes_its_time_costs_no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "BEAT", 0.001)
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        room = await there.room(taken.table)
        await room.join(Silent(), 0)
        me = list(database.beats)[-1]  # the last that was opened
        async with room.turn:  # tending waits for it, to see whether the table can be claimed
            for _ in range(3):
                last = database.beats[me]
                while database.beats[me] == last:
                    await asyncio.sleep(0.001)


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_adopted() -> None:
    async with houses() as (database, [house]):
        broken, sound = await two_sit_down(house), await two_sit_down(house)
        shelf = database.shelves[broken.table]
        shelf.entries[1] = shelf.entries[1]._replace(body=b"nonsense")
        for table in (broken.table, sound.table):
            database.shelves[table].owner = "a server that has gone"
            house.rooms.pop(table).close()
        await house.tend()
        assert set(house.rooms) == {sound.table}
        assert house.unreadable == {broken.table}


class Silent:
    """Somebody who looks and says nothing."""

    viewer = 0

    def send(self, data: bytes) -> None:
        return


async def test_somebody_can_sit_down_at_a_table_that_another_house_writes() -> None:
    async with houses(2) as (database, (here, there)):
        terms = Terms(["open", "open"], ClockRule(), False, "easy")
        created = await here.create(Wanted("pond", 2, {"rounds": 1}, terms))
        await here.sit(await here.room(created.table), Sitter("Ada", "Ada", "fox", secrets.token_hex(32)), None)
        room = await there.room(created.table)
        assert room.epoch is None
        taken = await there.sit(room, Sitter("Ben", "Ben", "owl", secrets.token_hex(32)), None)
        assert taken.seat == 1
        assert room.table.seats[1].who.name == "Ben"
        assert (await here.room(created.table)).table.status == "playing"
        assert database.shelves[created.table].owner is not None
