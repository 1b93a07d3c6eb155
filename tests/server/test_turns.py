"""Long records are told in pieces: while one is read, other tables have their turn."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable

import httpx
import pytest

from paddock.core.state import SPECTATOR
from paddock.server import wire
from paddock.server.app import make_pages
from paddock.server.entry import ClockRule
from paddock.server.frame import history
from paddock.server.house import House, Wanted
from paddock.server.room import PIECE, Room
from paddock.server.table import Sitter, Terms
from tests.server.test_limits import open_house

pytestmark = pytest.mark.asyncio


async def long_match(house: House, decisions: int = 150) -> Room:
    created = await house.create(Wanted("franks-zoo", 4, {}, Terms(["open"] * 4, ClockRule("none"), False, "easy")))
    room = await house.room(created.table)
    for seat in range(4):
        await house.sit(room, Sitter(f"{seat}", f"{seat}", "otter", secrets.token_hex(32)), None)
    pick = random.Random(1).choice
    for _ in range(decisions):
        await decide(room, pick(list(room.table.match.state.legal_actions(room.table.pending[0]))))
    return room


async def decide(room: Room, action: int) -> None:
    seat = room.table.pending[0]
    answer = await room.do(seat, wire.Play(secrets.token_hex(16), room.table.asked[seat], int(action)))
    assert answer.version, answer


async def turns_during(work: Awaitable[object]) -> int:
    """How often somebody else has a turn until the work is done."""
    task = asyncio.ensure_future(work)
    turns = 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    task.result()
    return turns


async def test_a_log_is_told_in_pieces_and_is_the_same() -> None:
    house = await open_house()
    room = await long_match(house)
    room.logs.clear()
    assert await turns_during(room.tell(SPECTATOR)) > 150 // PIECE
    assert room.logs[SPECTATOR] == history(room.table, SPECTATOR)
    await house.close()


async def test_a_move_that_is_made_meanwhile_is_not_missing() -> None:
    house = await open_house()
    room = await long_match(house)
    room.logs.clear()
    telling = asyncio.ensure_future(room.tell(SPECTATOR))
    await asyncio.sleep(0)
    await decide(room, int(room.table.match.state.legal_actions(room.table.pending[0])[0]))
    await telling
    assert room.log(SPECTATOR) == history(room.table, SPECTATOR)
    assert room.log(SPECTATOR)[-1][0] == room.table.version
    await house.close()


async def test_a_replay_is_made_in_pieces() -> None:
    house = await open_house()
    room = await long_match(house)
    transport = httpx.ASGITransport(make_pages(house, 0))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        path = f"/api/tables/{room.table.id}/replay"
        await client.get(path)  # the first request of an app takes turns of its own
        few = await turns_during(client.get(path, params={"from": 0, "to": 1}))
        late = await turns_during(client.get(path, params={"from": 149, "to": 150}))
        many = await turns_during(client.get(path, params={"from": 0, "to": 100}))
        frames = (await client.get(path, params={"from": 140, "to": 200})).json()["frames"]
    assert many - few >= 100 // PIECE
    assert late - few >= 149 // PIECE, "the way there is long, too"
    assert [frame["step"] for frame in frames] == list(range(140, 151))
    await house.close()
