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
from paddock.server.house import House, Sitter, Taken, Wanted
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.table import Terms
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
    terms = Terms(["me", "open"], ClockRule(), False, "easy")
    taken = await house.create(
        Wanted("pond", 2, {"rounds": 1}, terms), Sitter("Ada", "Ada", "fox", secrets.token_hex(32))
    )
    await house.sit(await house.room(taken.table), Sitter("Ben", "Ben", "owl", secrets.token_hex(32)), None, "")
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
