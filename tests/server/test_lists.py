"""The lists: they show what is so, cost others nothing, and leave out what nobody has touched for long."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from paddock.server import house as house_module
from paddock.server import piece, routes, summary, wire
from paddock.server.entry import ClockRule
from paddock.server.house import DAY, House, Wanted
from paddock.server.piece import MOST
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.store.store import Row, TableRow
from paddock.server.table import Sitter, Table, Terms
from tests.server.asking import do, settled
from tests.server.place import PATIENCE
from tests.toy import GAME
from trials.simulation import Bot

pytestmark = pytest.mark.asyncio


class Now:
    """The time of day, which passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def two_houses() -> AsyncIterator[tuple[House, House, Now]]:
    """One where people play, and one on the same store that only shows lists."""
    loop = asyncio.get_running_loop()
    database, now = MemoryDatabase(loop.time), Now()
    pair = [
        House(
            MemoryStore(database), Bot(random.Random(1)), now=now, monotonic=loop.time,
            random=secrets.token_bytes, delay=0, guests={GAME.name: GAME},
        )
        for _ in range(2)
    ]  # fmt: skip
    for house in pair:
        await house.open()
    await settled()  # both have tended to everything once
    try:
        yield pair[0], pair[1], now
    finally:
        for house in pair:
            await house.close()


async def opened(house: House, *people: str) -> str:
    """A public table for two, with these people at it."""
    terms = Terms(["open", "open"], ClockRule(), True, "easy")
    table = (await house.create(Wanted("pond", 2, {}, terms))).table
    for name in people:
        await house.sit(await house.room(table), Sitter(name, name, "fox", ""), None)
    return table


async def play(house: House, table: str) -> None:
    room = await house.room(table)
    seat = room.table.pending[0]
    action = int(room.table.match.state.legal_actions(seat)[0])
    assert (await do(room, seat, wire.Play(secrets.token_hex(16), room.table.asked[seat], action))).version


async def say(house: House, table: str, times: int = 1) -> None:
    room = await house.room(table)
    for _ in range(times):
        assert (await do(room, 0, wire.Say(secrets.token_hex(16), phrase="hello"))).version


async def mine(house: House, person: str) -> Any:
    return json.loads(bytes((await routes.mine(house, person)).body))


async def finished(house: House, person: str, after: int = 0) -> Any:
    return json.loads(bytes((await routes.finished(house, person, after)).body))


async def lobby(house: House) -> tuple[list[str], list[str]]:
    shown = json.loads(bytes((await routes.lobby(house)).body))
    return [card["id"] for card in shown["open"]], [card["id"] for card in shown["watch"]]


def counted(house: House) -> list[str]:
    """The tables that are replayed for lists from now on."""
    replayed: list[str] = []
    replay = house.summaries.replay

    async def counting(row: TableRow) -> Table:
        replayed.append(row.id)
        return await replay(row)

    house.summaries.replay = counting
    return replayed


async def test_a_list_opens_no_room_and_replays_a_table_once() -> None:
    async with two_houses() as (here, there, _):
        tables = [await opened(here, "Ada", "Ben") for _ in range(3)]
        assert isinstance(there.store, MemoryStore)
        while there.store.messages:  # that something has happened at a table
            await asyncio.sleep(0)
        replayed = counted(there)
        for _ in range(3):
            assert {card["id"] for card in await mine(there, "Ada")} == set(tables)
            assert sorted((await lobby(there))[1]) == sorted(tables)
        assert there.rooms == {}
        assert sorted(replayed) == sorted(tables)
        assert await mine(there, "Ada") == await mine(here, "Ada"), "nobody is connected to either"


async def test_a_list_shows_what_has_happened_since() -> None:
    async with two_houses() as (here, there, _):
        table = await opened(here, "Ada", "Ben")
        for _ in range(4):
            for person in ("Ada", "Ben"):
                turns = [[card["your_turn"] for card in await mine(house, person)] for house in (here, there)]
                assert turns[0] == turns[1]
            await play(here, table)  # within the same millisecond as all before it
            await asyncio.sleep(0)
            await asyncio.sleep(0)


async def test_finished_matches_are_read_page_by_page_and_every_one_is_there_once() -> None:
    async with two_houses() as (here, there, now):
        tables = []
        for _ in range(2 * routes.PAGE + 1):
            now.now += 1
            tables.append(await opened(here, "Ada", "Ben"))
            while not (await here.room(tables[-1])).table.match.over:
                await play(here, tables[-1])
        assert await mine(here, "Ada") == []
        found: list[str] = []
        after: int | None = 0
        while after is not None:
            page = await finished(there, "Ada", after)
            assert len(page["tables"]) <= routes.PAGE
            assert all(card["result"]["places"] and not card["your_turn"] for card in page["tables"])
            found += [card["id"] for card in page["tables"]]
            after = page["next"]
        assert found == tables[::-1]


async def test_what_somebody_deleted_is_in_no_list_any_more() -> None:
    async with two_houses() as (here, there, _):
        await opened(here, "Ada", "Ben")
        assert "Ada" in json.dumps(await mine(there, "Ben"))
        await here.forget("Ada")
        await settled()
        for house in (here, there):
            assert "Ada" not in json.dumps(await mine(house, "Ben"))
            assert await mine(house, "Ada") == []


async def test_what_changes_while_it_is_read_is_not_kept() -> None:
    async with two_houses() as (here, there, _):
        await opened(here, "Ada", "Ben")
        replay = there.summaries.replay

        async def interrupted(row: TableRow) -> Table:
            table = await replay(row)
            await here.forget("Ada")
            await settled()
            return table

        there.summaries.replay = interrupted
        await mine(there, "Ben")
        there.summaries.replay = replay
        assert "Ada" not in json.dumps(await mine(there, "Ben"))


async def test_only_so_many_summaries_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MOST", 2)
    async with two_houses() as (here, there, _):
        for _ in range(4):
            await opened(here, "Ada", "Ben")
        assert len(await mine(there, "Ada")) == 4
        assert len(there.summaries.kept) == 2


async def test_a_table_of_a_game_that_is_not_offered_spoils_no_list() -> None:
    async with two_houses() as (here, there, _):
        await opened(here, "Ada", "Ben")
        there.guests = {}
        assert await mine(there, "Ada") == []
        assert await lobby(there) == ([], [])


async def test_others_have_their_turn_while_a_long_log_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses() as (here, there, _):
        table = await opened(here, "Ada", "Ben")
        there.pieces.monotonic = lambda: 0.0  # how long a piece takes depends on the machine
        await say(here, table, 5 * MOST)
        turns = 0
        at: list[int] = []
        take = Table.take

        def counting(self: Table, row: Row) -> None:
            at.append(turns)
            take(self, row)

        monkeypatch.setattr(Table, "take", counting)

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(others())
        await mine(there, "Ada")
        other.cancel()
        assert len(at) > 5 * MOST
        assert max(at.count(turn) for turn in set(at)) == MOST


async def test_what_is_written_elsewhere_while_a_log_is_read_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece, "MOST", 2)
    async with two_houses() as (here, there, _):
        table = await opened(here, "Ada", "Ben")
        await say(here, table, 20)
        opening = asyncio.create_task(there.room(table))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await say(here, table, 3)
        assert not opening.done()
        assert (await opening).table.version == here.rooms[table].table.version


async def test_a_public_table_is_listed_while_something_happens_there() -> None:
    async with two_houses() as (here, there, now):
        waiting, playing = await opened(here, "Ada"), await opened(here, "Ada", "Ben")
        for house in (here, there):
            assert await lobby(house) == ([waiting], [playing])
        now.now += DAY
        for house in (here, there):
            assert await lobby(house) == ([], [])
            assert len(await mine(house, "Ada")) == 2, "it stays hers, and at its address"
        await say(here, waiting)
        await play(here, playing)
        for house in (here, there):
            assert await lobby(house) == ([waiting], [playing])


# Abandoned matches.


async def over(house: House, table: str) -> None:
    """Wait until the bots have finished it."""
    async with asyncio.timeout(PATIENCE):
        while house.rooms[table].table.status != "over":
            await asyncio.sleep(0.001)


async def test_bots_finish_a_match_that_nobody_came_back_to() -> None:
    async with two_houses() as (here, there, now):
        tables = [await opened(here, "Ada", "Ben") for _ in range(2)]
        waiting = await opened(here, "Ada")
        now.now += here.abandoned
        await here.sweep()
        assert [here.rooms[table].table.status for table in tables] == ["playing", "playing"], "not yet too old"
        now.now += 1
        await there.sweep()
        assert not any(room.table.seats[0].stand_in for room in here.rooms.values()), "another server has the tables"
        await here.sweep()
        ended = [table for table in tables if here.rooms[table].table.seats[0].stand_in == "easy"]
        assert len(ended) == 1, "one at a time"
        await over(here, ended[0])
        await here.sweep()
        for table in tables:
            await over(here, table)
        assert here.rooms[waiting].table.status == "waiting"
        assert await mine(there, "Ben") == []
        assert [card["status"] for card in (await finished(there, "Ben"))["tables"]] == ["over", "over"]


async def test_a_match_with_a_fault_keeps_bots_from_finishing_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def faulty(*_: object) -> None:
        raise ZeroDivisionError

    async with two_houses() as (here, _, now):
        tables = [await opened(here, "Ada", "Ben") for _ in range(2)]
        monkeypatch.setattr(house_module, "STALE", 1)  # others come after as many as cannot go on
        first, *_ = await here.store.stale(now.now + 1, 1)
        monkeypatch.setattr(here.rooms[first], "commit", faulty)
        now.now += here.abandoned + 1
        await here.sweep()
        await here.sweep()
        tables.remove(first)
        await over(here, tables[0])


async def test_a_match_that_somebody_looks_at_is_not_abandoned_and_who_comes_back_plays_on() -> None:
    async with two_houses() as (here, _, now):
        table = await opened(here, "Ada", "Ben")
        room = await here.room(table)
        line = Looking()
        await room.join(line, 0)
        now.now += here.abandoned + 1
        await here.sweep()
        assert not room.table.seats[0].stand_in
        room.leave(line)
        async with room.turn:  # the bots wait for it, and so does who comes back
            sweeping = asyncio.create_task(here.sweep())
            await settled()
            back = asyncio.create_task(do(room, 0, wire.Back(secrets.token_hex(16))))
            await settled()
        await sweeping
        assert (await back).version
        assert room.table.people == [0]


async def test_a_match_that_somebody_looks_at_through_another_process_is_not_abandoned() -> None:
    async with two_houses() as (here, there, now):
        table = await opened(here, "Ada", "Ben")
        await (await there.room(table)).join(Looking(), 0)
        await there.tell_others()
        await settled()
        room = await here.room(table)
        assert room.around.watching == 1, "this process was told"
        now.now += here.abandoned + 1
        await here.sweep()
        assert not room.table.seats[0].stand_in


async def test_tables_where_nobody_sits_hide_none_where_somebody_waits() -> None:
    """Whoever opens as many tables as a list shows would be alone in it for a day."""
    async with two_houses() as (here, there, now):
        waiting = await opened(here, "Ada")
        for _ in range(routes.MOST):
            now.now += 1
            await opened(here)
        to_join, _ = await lobby(there)
        assert waiting in to_join


async def test_where_somebody_is_comes_before_newer_tables_that_were_left() -> None:
    async with two_houses() as (here, _, now):
        waiting = await opened(here, "Ada")
        await (await here.room(waiting)).join(Looking(), 0, "Ada")
        for number in range(routes.MOST):
            now.now += 1
            await opened(here, f"Eve {number}")
        to_join, _ = await lobby(here)
        assert (to_join[0], len(to_join)) == (waiting, routes.MOST)


async def test_a_table_that_everybody_has_left_again_is_not_listed() -> None:
    async with two_houses() as (here, there, _):
        table = await opened(here, "Ada")
        assert await lobby(there) == ([table], [])
        assert (await do(await here.room(table), 0, wire.Leave(secrets.token_hex(16)))).version
        await settled()
        assert await lobby(there) == ([], [])


class Looking:
    """A line that takes whatever comes."""

    viewer = -1
    key = ""

    def send(self, data: bytes) -> None:
        pass
