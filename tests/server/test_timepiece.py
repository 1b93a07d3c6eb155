"""A machine whose clock is wrong when it starts ends nobody's game."""

from __future__ import annotations

import asyncio

import pytest

from paddock.core.registry import load
from paddock.server.entry import ClockRule, Left, Stepped, body_decoder
from paddock.server.house import House, Wanted
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.table import Sitter, Terms
from paddock.server.timepiece import DAY, Timepiece
from tests.server.place import POND
from tests.server.test_machine import Quick

NOON = 1_700_000_000_000


class Machine:
    """Its clock, what has truly passed, and whether it knows the time from others."""

    def __init__(self, told: int) -> None:
        self.told = told
        self.passed = 5_000
        self.synchronised = False

    def timepiece(self) -> Timepiece:
        return Timepiece(lambda: self.told, lambda: self.passed, lambda: self.synchronised)

    def runs(self, milliseconds: int) -> None:
        self.told += milliseconds
        self.passed += milliseconds


def test_time_is_what_the_machine_told_once_and_what_has_passed_since() -> None:
    machine = Machine(NOON)
    now = machine.timepiece()
    assert now.compare(NOON - DAY)
    machine.runs(1000)
    machine.told += 3_600_000  # set by somebody
    assert now() == NOON + 1000


@pytest.mark.parametrize("told", [NOON + DAY + 1, NOON + 4000 * DAY, NOON - DAY - 1, 0])
def test_a_clock_far_from_the_newest_entry_is_doubted_and_time_goes_on_from_there(told: int) -> None:
    machine = Machine(told)
    now = machine.timepiece()
    assert not now.compare(NOON)
    assert now() == NOON
    machine.runs(7_000)
    assert (now.confirm(), now()) == (False, NOON + 7_000)


@pytest.mark.parametrize("told", [NOON + DAY, NOON, NOON - DAY])
def test_a_clock_near_to_it_is_believed(told: int) -> None:
    now = Machine(told).timepiece()
    assert now.compare(NOON)
    assert now() == told


def test_an_empty_store_has_nothing_to_say_against_it_and_neither_has_anybody_who_knows_the_time() -> None:
    assert Machine(5).timepiece().compare(0)
    machine = Machine(NOON + 9 * DAY)
    machine.synchronised = True
    assert machine.timepiece().compare(NOON), "the server was off for nine days"


def test_a_doubted_clock_is_believed_once_others_confirm_it() -> None:
    machine = Machine(NOON + 9 * DAY)
    now = machine.timepiece()
    now.compare(NOON)
    machine.synchronised = True
    assert now.confirm()
    assert now() == NOON + 9 * DAY
    assert not now.confirm(), "once"


def test_a_doubted_clock_is_believed_once_it_was_set_right() -> None:
    machine = Machine(0)
    now = machine.timepiece()
    now.compare(NOON)
    machine.runs(60_000)
    machine.told = NOON + 3_600_000
    assert now.confirm()
    assert now() == NOON + 3_600_000


def test_a_clock_that_was_believed_is_set_once_when_others_tell_the_machine_the_time() -> None:
    machine = Machine(NOON)  # when it was shut down, five days ago
    now = machine.timepiece()
    assert now.compare(NOON)
    machine.runs(60_000)
    assert not now.confirm()
    machine.told += 5 * DAY
    machine.synchronised = True
    assert now.confirm()
    assert (now(), now.stepped) == (NOON + 5 * DAY + 60_000, 5 * DAY)
    machine.told += 3_600_000  # set by somebody
    assert not now.confirm(), "once"
    assert now() == NOON + 5 * DAY + 60_000


def test_a_clock_that_others_had_told_the_time_is_not_set_and_neither_is_one_that_was_right() -> None:
    for synchronised, by in ((True, 5 * DAY), (False, 999)):
        machine = Machine(NOON)
        machine.synchronised = synchronised
        now = machine.timepiece()
        now.compare(NOON)
        machine.told += by
        machine.synchronised = True
        assert not now.confirm()
        assert (now(), now.stepped) == (NOON, 0)


def test_where_nobody_ever_confirms_it_it_is_believed_after_a_day() -> None:
    machine = Machine(NOON + 9 * DAY)
    now = machine.timepiece()
    now.compare(NOON)
    machine.runs(DAY)
    assert not now.confirm()
    machine.runs(1)
    assert now.confirm()
    assert now() == machine.told


def house_on(machine: Machine, database: MemoryDatabase) -> House:
    game = load(POND)
    return House(
        MemoryStore(database), Quick(), now=machine.timepiece(), monotonic=asyncio.get_running_loop().time,
        random=lambda size: b"\7" * size, delay=0.0, guests={game.name: game}, abandoned=0,
    )  # fmt: skip


@pytest.mark.asyncio
async def test_a_machine_that_wakes_in_another_year_ends_no_correspondence_game_and_goes_on_when_it_knows_better() -> (
    None
):
    machine = Machine(NOON)
    database = MemoryDatabase(asyncio.get_running_loop().time)
    house = house_on(machine, database)
    await house.open()
    created = await house.create(Wanted("pond", 2, {}, Terms(["open"] * 2, ClockRule("days", days=3), True, "easy")))
    room = await house.room(created.table)
    for name in ("Ada", "Ben"):
        await house.sit(room, Sitter(name, name, "fox", ""), None)
    await house.close()

    machine.told += 4 * 365 * DAY
    house = house_on(machine, database)
    await house.open()
    room = await house.room(created.table)
    await room.wake()
    rows = await house.store.load(created.table)
    assert not any(isinstance(body_decoder.decode(row.body), Left) for row in rows)
    assert room.table.people == [0, 1]
    # An hour later the network is there, and it turns out that the server was off for two days: no clock has fallen.
    machine.runs(3_600_000)
    machine.told = NOON + 2 * DAY
    machine.synchronised = True
    await house.tend()
    await room.wake()
    assert house.now() == NOON + 2 * DAY
    assert room.table.people == [0, 1]
    # The two days are nobody's: of their three they have used that hour.
    machine.runs(3 * DAY - 3_600_000 - 60_000)
    await room.wake()
    assert room.table.people == [0, 1]
    machine.runs(60_000)
    await room.wake()
    assert room.table.people == []
    await house.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("days", [5, -5])
async def test_a_clock_that_is_set_while_a_game_is_on_is_charged_to_nobody_not_even_after_a_restart(days: int) -> None:
    machine = Machine(NOON)
    database = MemoryDatabase(asyncio.get_running_loop().time)
    house = house_on(machine, database)
    await house.open()
    created = await house.create(Wanted("pond", 2, {}, Terms(["open"] * 2, ClockRule("days", days=3), True, "easy")))
    room = await house.room(created.table)
    for name in ("Ada", "Ben"):
        await house.sit(room, Sitter(name, name, "fox", ""), None)
    machine.runs(3_600_000)
    machine.told += days * DAY
    machine.synchronised = True
    await house.tend()
    await room.wake()
    assert house.now() == NOON + days * DAY + 3_600_000
    assert room.table.people == [0, 1]
    left = [room.table.clock.left_at(seat, house.now()) for seat in range(2)]
    assert left == [3 * DAY - 3_600_000] * 2
    rows = await house.store.load(created.table)
    assert sum(isinstance(body_decoder.decode(row.body), Stepped) for row in rows) == 1
    await house.close()

    house = house_on(machine, database)
    await house.open()
    room = await house.room(created.table)
    await room.wake()
    assert [room.table.clock.left_at(seat, house.now()) for seat in range(2)] == left
    machine.runs(3 * DAY - 3_600_000)
    await room.wake()
    assert room.table.people == []
    await house.close()


@pytest.mark.asyncio
async def test_a_move_in_the_moment_in_which_the_clock_is_set_does_not_pay_for_it() -> None:
    machine = Machine(NOON)
    house = house_on(machine, MemoryDatabase(asyncio.get_running_loop().time))
    await house.open()
    clock = ClockRule("bank", seconds=600)
    created = await house.create(Wanted("pond", 2, {}, Terms(["open"] * 2, clock, True, "easy")))
    room = await house.room(created.table)
    for name in ("Ada", "Ben"):
        await house.sit(room, Sitter(name, name, "fox", ""), None)
    machine.runs(1000)
    machine.told += 5 * DAY
    machine.synchronised = True
    assert isinstance(house.now, Timepiece)
    assert house.now.confirm()
    table = room.table
    seat = table.pending[0]
    async with room.turn:
        action = table.match.state.legal_actions(seat)[0]
        await room.commit(table.played(seat, table.asked[seat], action, house.now()))
    assert table.clock.left[seat] == 599_000
    await house.close()
