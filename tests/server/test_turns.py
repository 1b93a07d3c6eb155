"""Long records are told in pieces: while one is read, other tables have their turn."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Iterator
from typing import Any

import httpx
import pytest

from paddock.core import transcript
from paddock.core.match import Event, Match
from paddock.core.rerun import Rerun
from paddock.core.state import SPECTATOR, WHOLE
from paddock.server import wire
from paddock.server.app import make_pages
from paddock.server.entry import ClockRule
from paddock.server.frame import LATEST, NewsLine, replay, telling
from paddock.server.house import House, Wanted
from paddock.server.piece import MOMENT, MOST, Pieces
from paddock.server.room import Room
from paddock.server.table import Sitter, Table, Terms
from tests.server.asking import do
from tests.server.test_limits import open_house

pytestmark = pytest.mark.asyncio


async def long_match(house: House, decisions: int = 150) -> Room:
    created = await house.create(Wanted("franks-zoo", 4, {}, Terms(["open"] * 4, ClockRule("none"), False, "easy")))
    room = await house.room(created.table)
    for seat in range(4):
        await house.sit(room, Sitter(f"{seat}", f"{seat}", "otter", ""), None)
    pick = random.Random(1).choice
    for _ in range(decisions):
        await decide(room, pick(list(room.table.match.state.legal_actions(room.table.pending[0]))))
    return room


async def decide(room: Room, action: int) -> None:
    seat = room.table.pending[0]
    answer = await do(room, seat, wire.Play(secrets.token_hex(16), room.table.asked[seat], int(action)))
    assert answer.version, answer


class Ear:
    """Somebody who looks at a table and remembers what was sent."""

    viewer = SPECTATOR
    key = ""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []

    def send(self, data: bytes) -> None:
        self.frames.append(json.loads(data))


def history(table: Table, viewer: int) -> list[NewsLine]:
    """The whole log."""
    return [line for lines in telling(table, viewer) for line in lines]


def decoded(told: object) -> Any:
    """As a client reads it."""
    return json.loads(wire.encoder.encode(told))


async def turns_during(work: Awaitable[object]) -> int:
    """How often somebody else has a turn until the work is done."""
    task = asyncio.ensure_future(work)
    turns = 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    task.result()
    return turns


class Counted:
    """Work in so many steps that remembers in which pass of the loop each was done."""

    def __init__(self, steps: int) -> None:
        self.passes = 0
        self.done: list[int] = []
        self.steps = steps

    def work(self, name: int = 0) -> Iterator[int]:
        for _ in range(self.steps):
            self.done.append(self.passes)
            yield name

    async def others(self) -> None:
        while True:
            self.passes += 1
            await asyncio.sleep(0)


async def test_however_many_read_one_piece_is_made_in_a_pass_of_the_loop() -> None:
    counted = Counted(5 * MOST)
    pieces = Pieces(lambda: 0.0)

    async def read(table: str) -> int:
        return len([item async for item in pieces.read(table, counted.work())])

    others = asyncio.ensure_future(counted.others())
    assert await asyncio.gather(*(read(f"{number % 7}") for number in range(50))) == [5 * MOST] * 50
    others.cancel()
    assert max(Counter(counted.done).values()) == MOST
    assert not pieces.taken
    assert not pieces.waiting


async def test_a_piece_ends_when_its_moment_has_passed() -> None:
    times = iter(range(10**6))
    pieces = Pieces(lambda: next(times) * MOMENT / 4)
    work = iter(range(20))
    made, more = await pieces.piece("table", work)
    assert (made, more) == ([0, 1, 2, 3], True)


async def test_tables_take_turns_however_many_read_at_one_of_them() -> None:
    pieces = Pieces(lambda: 0.0)
    order: list[str] = []

    async def read(table: str) -> None:
        async for _ in pieces.read(table, iter(range(3 * MOST))):
            pass
        order.append(table)

    crowd = [asyncio.ensure_future(read("crowded")) for _ in range(20)]
    await asyncio.sleep(0)
    await read("quiet")
    assert order.count("crowded") <= 1, order
    await asyncio.gather(*crowd)


async def test_who_goes_away_while_waiting_keeps_nobody_from_reading() -> None:
    pieces = Pieces(lambda: 0.0)

    async def read(table: str) -> None:
        async for _ in pieces.read(table, iter(range(2 * MOST))):
            pass

    readers = [asyncio.ensure_future(read("a")) for _ in range(6)]
    for passes, reader in enumerate(readers[:5]):
        for _ in range(passes):
            await asyncio.sleep(0)
        reader.cancel()
    await readers[5]
    await read("a")


async def test_somebody_who_comes_in_late_is_told_the_newest_lines_and_the_way_to_the_older_ones() -> None:
    house = await open_house()
    room = await long_match(house)
    whole = history(room.table, SPECTATOR)
    room.logs.clear()
    ear = Ear()
    await room.join(ear, 0)
    news, older = ear.frames[0]["news"], ear.frames[0]["older"]
    assert 0 < len(news) < len(whole)
    transport = httpx.ASGITransport(make_pages(house, 0))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        path = f"/api/tables/{room.table.id}/log"
        assert (await client.get(path)).json()["lines"] == news
        while older is not None:
            page = (await client.get(path, params={"until": older})).json()
            assert page["lines"][-1][0] <= older
            news, older = page["lines"] + news, page["older"]
    assert news == decoded(whole), "every line once, in order"
    await house.close()


async def test_who_was_away_for_long_learns_what_is_missing_and_who_was_not_gets_all_of_it() -> None:
    house = await open_house()
    room = await long_match(house)
    whole = decoded(history(room.table, SPECTATOR))
    ear = Ear()
    await room.join(ear, 0)
    older = ear.frames[0]["older"]
    for since, missing in ((older - 1, older), (older, None), (older + 9, None), (room.table.version, None)):
        again = Ear()
        await room.join(again, since)
        assert again.frames[0].get("older") == missing
        assert again.frames[0]["news"] == [line for line in whole if line[0] > max(since, older)]
    await house.close()


async def test_what_is_kept_of_a_log_does_not_grow_with_the_match() -> None:
    house = await open_house()
    room = await long_match(house, 20)
    await room.join(Ear(), 0)
    pick = random.Random(2).choice
    for _ in range(150):
        await decide(room, pick(list(room.table.match.state.legal_actions(room.table.pending[0]))))
        kept = room.logs[SPECTATOR]
        assert len(kept.lines) < 3 * LATEST
        assert kept.lines == [line for line in history(room.table, SPECTATOR) if line[0] > kept.older]
    assert kept.older
    await house.close()


async def test_a_move_that_is_made_while_a_log_is_told_is_not_missing() -> None:
    house = await open_house()
    room = await long_match(house)
    room.logs.clear()
    telling = asyncio.ensure_future(room.tell(SPECTATOR))
    await asyncio.sleep(0)
    await decide(room, int(room.table.match.state.legal_actions(room.table.pending[0])[0]))
    await telling
    lines, older = room.log(SPECTATOR)
    assert lines == [line for line in history(room.table, SPECTATOR) if line[0] > older]
    assert lines[-1][0] == room.table.version
    await house.close()


async def test_the_way_to_a_late_step_of_a_replay_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    house = await open_house()
    room = await long_match(house)
    transport = httpx.ASGITransport(make_pages(house, 0))
    whole = list(replay(room.table, SPECTATOR, 0, 1000))
    stepped: list[Rerun] = []
    step = Rerun.step

    def counting(self: Rerun, viewer: int = WHOLE) -> Event:
        stepped.append(self)
        return step(self, viewer)

    monkeypatch.setattr(Rerun, "step", counting)
    monkeypatch.setattr(Match, "record", None)  # nothing is played again
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        path = f"/api/tables/{room.table.id}/replay"
        frames = (await client.get(path, params={"from": 140, "to": 200})).json()["frames"]
    assert frames == decoded(whole)[140:]
    assert len(frames) == 11
    assert len(stepped) <= 3 * len(frames), "the decisions asked for, and the chance between them"
    await house.close()


async def test_a_transcript_is_made_in_pieces_and_is_the_same() -> None:
    house = await open_house()
    room = await long_match(house)
    transport = httpx.ASGITransport(make_pages(house, 0))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        path = f"/api/tables/{room.table.id}"
        short = await turns_during(client.get(path))
        assert await turns_during(client.get(f"{path}/transcript")) > short + len(room.table.match.events) // MOST // 16
        text = (await client.get(f"{path}/transcript")).text
    names = {seat: room.table.name(seat) for seat in range(4)}
    assert text == transcript.write(room.table.match, SPECTATOR, names)
    await house.close()
