"""Clocks: worked out by hand, and live."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paddock.core.errors import BadSetup
from paddock.core.state import CHANCE
from paddock.server.clock import DAY, GRACE, Clock, demand_clock
from paddock.server.entry import ClockRule
from tests.server.place import Person, Place, opened, two_at_a_table

MOVE = ClockRule("move", seconds=60)
BANK = ClockRule("bank", seconds=600, increment=10)
DAYS = ClockRule("days", days=3)
START = 1_700_000_000_000


def running(rule: ClockRule, *owing: int, seats: int = 2) -> Clock:
    clock = Clock(rule, seats)
    clock.update(set(owing), START, CHANCE, undone=False)
    return clock


# By hand


def test_no_clock_never_runs() -> None:
    clock = running(ClockRule(), 0, 1)
    assert clock.next() is None
    assert clock.to_json(START + DAY) == {"kind": "none"}


def test_a_move_clock_is_whole_for_every_decision() -> None:
    clock = running(MOVE, 0)
    clock.update({1}, START + 45_000, 0, undone=False)
    clock.update({0}, START + 50_000, 1, undone=False)
    assert [clock.left_at(seat, START + 50_000) for seat in (0, 1)] == [60_000, 60_000]
    assert clock.next() == (START + 110_000, 0)


def test_a_bank_loses_what_was_used_and_gains_the_increment() -> None:
    clock = running(BANK, 0)
    clock.update({1}, START + 45_000, 0, undone=False)
    assert clock.left_at(0, START + 500_000) == 565_000, "600 - 45 + 10, and it stands still"
    assert clock.left_at(1, START + 75_000) == 570_000
    clock.update({0}, START + 75_000, 1, undone=False)
    assert clock.left_at(1, START + 75_000) == 580_000
    assert clock.next() == (START + 75_000 + 565_000, 0)


def test_days_are_days() -> None:
    assert running(DAYS, 1).next() == (START + 3 * DAY, 1)


def test_all_who_owe_a_sealed_choice_run_at_once_and_each_stops_by_itself() -> None:
    clock = running(BANK, 0, 1, 2, seats=3)
    clock.update({0, 2}, START + 30_000, 1, undone=False)
    assert [clock.left_at(seat, START + 40_000) for seat in range(3)] == [560_000, 580_000, 560_000]
    assert clock.to_json(START + 40_000)["running"] == [0, 2]


def test_a_move_clock_goes_on_while_others_seal_their_choices() -> None:
    clock = running(MOVE, 0, 1)
    clock.update({1}, START + 30_000, 0, undone=False)
    assert clock.next() == (START + 60_000, 1)


def test_nobody_gains_time_by_taking_back() -> None:
    clock = running(BANK, 0)
    clock.update({1}, START + 45_000, 0, undone=False)
    clock.update({0}, START + 50_000, 0, undone=True)
    assert clock.left_at(0, START + 50_000) == 555_000
    assert clock.left_at(1, START + 50_000) == 595_000
    clock = running(MOVE, 0)
    clock.update({1}, START + 45_000, 0, undone=False)
    clock.update({0}, START + 50_000, 0, undone=True)
    assert clock.next() == (START + 65_000, 0)


def test_whose_turn_was_taken_back_by_another_has_a_whole_move_next_time() -> None:
    clock = running(MOVE, 0)
    clock.update({1}, START + 10_000, 0, undone=False)
    clock.update({0}, START + 60_000, 0, undone=True)
    clock.update({1}, START + 61_000, 0, undone=False)
    assert clock.next() == (START + 121_000, 1)


def test_a_clock_set_back_gives_no_time_and_a_fallen_one_shows_zero() -> None:
    clock = running(MOVE, 0)
    assert clock.left_at(0, START - 5_000) == 60_000
    clock.update({1}, START - 5_000, 0, undone=False)
    assert clock.left_at(0, START) == 60_000
    assert running(MOVE, 0).to_json(START + 99_000)["left"] == [0, 60_000]


def test_the_first_to_fall_comes_first() -> None:
    clock = running(BANK, 0, 1)
    clock.left = [5_000, 4_000]
    assert clock.next() == (START + 4_000, 1)


def test_who_comes_back_after_a_fall_has_time_and_who_left_before_gains_none() -> None:
    for rule, granted in ((MOVE, 60_000), (BANK, GRACE), (DAYS, 3 * DAY)):
        clock = running(rule, 0)
        clock.stop(0, START + clock.whole + 10)
        assert clock.next() is None
        clock.welcome(0)
        assert clock.left[0] == granted
        clock = running(rule, 0)
        clock.stop(0, START + clock.whole - 1_000)
        clock.welcome(0)
        assert clock.left[0] == 1_000, "leaving and coming back is no way to get time"


def test_a_bots_decisions_fill_no_bank() -> None:
    clock = running(BANK, 0)
    clock.stop(0, START + 601_000)
    for _ in range(10):
        clock.update({1}, START + 700_000, CHANCE, undone=False)
    clock.welcome(0)
    assert clock.left[0] == GRACE


@pytest.mark.parametrize("rule", [ClockRule(), MOVE, BANK, DAYS, ClockRule("bank", 30, 0), ClockRule("move", 86_400)])
def test_usual_clocks_are_offered(rule: ClockRule) -> None:
    demand_clock(rule)


@pytest.mark.parametrize(
    "rule",
    [
        ClockRule("sand"), ClockRule("none", seconds=5), ClockRule("move"), ClockRule("move", 4),
        ClockRule("move", 60, increment=5), ClockRule("bank", 29), ClockRule("bank", 600, 601), ClockRule("days"),
        ClockRule("days", days=31), ClockRule("move", -60), ClockRule("days", seconds=5, days=1),
    ],
    ids=str,
)  # fmt: skip
def test_a_clock_that_nobody_could_play_with_is_refused(rule: ClockRule) -> None:
    with pytest.raises(BadSetup, match="clock: "):
        demand_clock(rule)


# Live


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("clocks"))


@pytest.mark.asyncio
async def test_the_clock_runs_for_those_who_must_decide(place: Place) -> None:
    async with two_at_a_table(place, clock={"kind": "bank", "seconds": 600, "increment": 10}) as (ada, ben):
        clock = (await ada.prompted())["table"]["clock"]
        assert (clock["kind"], clock["running"]) == ("bank", [0, 1])
        assert all(0 < left <= 600_000 for left in clock["left"])
        clock = (await ada.play())["table"]["clock"]
        assert clock["running"] == [1]
        assert 600_000 < clock["left"][0] <= 610_000
        await ben.until_table(lambda table: table["clock"]["running"] == [1])


@pytest.mark.asyncio
async def test_when_time_is_up_a_bot_plays_and_the_person_may_come_back(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open", "zooloretto", clock={"kind": "move", "seconds": 5}, stand_in="easy")
    await ben.sit(table)
    async with ada.look(table) as line, ben.look(table) as other:
        late, patient = (line, other) if line.table["pending"] == [0] else (other, line)
        seat = late.table["you"]
        await patient.until_table(lambda table: table["seats"][seat]["stand_in"] == "easy")
        await patient.prompted()  # the bot has decided
        answer = await late.ask("back")
        assert answer["done"]
        assert answer["table"]["seats"][seat]["stand_in"] is None
