"""People at a table: their pace, their patience, a bot for somebody who is away, resigning and closing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import pytest

from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.server import allowance, wire
from paddock.server.answer import Asked
from paddock.server.entry import Body, ClockRule, Closed, Left, Played, Resigned, body_decoder
from paddock.server.frame import undoable
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.room import Room
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.table import Sitter, Terms
from tests.server.place import Person, Place, opened, two_at_a_table
from tests.server.test_machine import Quick
from tests.server.test_pair import Both, apart
from tests.server.test_pair import both as both
from tests.server.test_table_core import Desk
from tests.toy import GAME
from trials import virtual

LONG = 10**9  # milliseconds


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("company"), "--patience", "0")


def three() -> Desk:
    """Ada, Ben and Cleo, who all have to bid."""
    desk = Desk(plan="open open open").sit("Ada", "Ben", "Cleo")
    assert desk.table.pending == [0, 1, 2]
    return desk


# Pace


def test_bots_play_as_fast_as_suits_the_slowest_of_the_people() -> None:
    desk = three()
    assert desk.table.pace == "usual"
    desk.do(0, wire.Pace(desk.id(), "calm"))
    assert desk.table.pace == "calm"
    for seat in range(3):
        desk.do(seat, wire.Pace(desk.id(), "at_once"))
    assert desk.table.pace == "at_once"
    desk.do(2, wire.Pace(desk.id(), "quick"))
    assert desk.table.pace == desk.again().pace == "quick"
    desk.do(2, wire.Leave(desk.id(), "easy"))
    assert desk.table.pace == "at_once", "who has left is not waited for"
    assert desk.refused(0, wire.Pace(desk.id(), "breathless")) == "level"


def test_whoever_hurries_is_not_waited_for_until_the_next_question() -> None:
    desk = three()
    assert desk.refused(0, wire.Hurry(desk.id())) == "waiting", "it is her turn"
    desk.play(0)
    desk.do(0, wire.Hurry(desk.id()))
    assert desk.refused(0, wire.Hurry(desk.id())) == "busy"
    assert desk.table.pace == "usual", "Ben and Cleo have not asked for it"
    for seat in (1, 2):
        desk.do(seat, wire.Pace(desk.id(), "at_once"))
    assert desk.table.pace == desk.again().pace == "at_once"
    desk.play(1)
    desk.play(2)
    while 0 not in desk.table.pending:
        desk.play(desk.table.pending[0])
    assert desk.table.pace == desk.again().pace == "usual"


async def bodies(house: House, table: str) -> list[Body]:
    return [body_decoder.decode(row.body) for row in await house.store.load(table)]


async def answered(meddling: Callable[[Room, str], Coroutine[None, None, None]]) -> float:
    """How long two bots take for one decision each at half a minute a decision, while Ada does something."""
    loop = asyncio.get_running_loop()
    house = House(
        MemoryStore(MemoryDatabase(loop.time)), Quick(), now=lambda: round(loop.time() * 1000), monotonic=loop.time,
        random=random.Random(5).randbytes, delay=30.0, guests={GAME.name: GAME},
    )  # fmt: skip
    await house.open()
    terms = Terms(["open", "easy", "easy"], ClockRule(), False, "easy")
    created = await house.create(Wanted(GAME.name, 3, {}, terms))
    room = await house.room(created.table)
    key = digest("Ada")
    await house.sit(room, Sitter(key, "Ada", "fox", ""), 0)
    table = room.table
    while 0 not in table.pending:
        await asyncio.sleep(1)
    action = int(table.match.state.legal_actions(0)[0])
    await room.do(Asked(key, wire.Play("0" * 32, table.asked[0], action)))
    begun = loop.time()
    meddles = loop.create_task(meddling(room, key))
    while sum(isinstance(one, Played) and bool(one.by) for one in await bodies(house, created.table)) < 2:
        await asyncio.sleep(0.1)
    took = loop.time() - begun
    meddles.cancel()
    await house.close()
    return took


@pytest.mark.parametrize("wait", [1.0, 20.0])
def test_a_hurry_ends_the_wait_that_goes_on(wait: float) -> None:
    """Usually a bot takes 30 to 45 s here, at once a seventh of that."""

    async def hurry(room: Room, key: str) -> None:
        await asyncio.sleep(wait)
        assert not (await room.do(Asked(key, wire.Hurry("1" * 32)))).no

    assert wait < virtual.run(answered(hurry)) < wait + 45 / 7 + 1


def test_nobody_holds_a_bot_up_by_changing_the_pace() -> None:
    """It takes 45 s at most, however often it is asked for another pace; each counts from the beginning."""

    async def dally(room: Room, key: str) -> None:
        for number in range(100):
            await asyncio.sleep(5)
            pace = ("quick", "usual")[number % 2]
            assert not (await room.do(Asked(key, wire.Pace(f"{number:032x}", pace)))).no

    assert virtual.run(answered(dally)) < 45 + 1


# Nudges


def test_a_nudge_is_for_somebody_others_wait_for_and_not_too_often() -> None:
    desk = three()
    desk.play(0)
    assert desk.refused(1, wire.Nudge(desk.id(), 0)) == "waiting", "Ada has decided"
    assert desk.refused(1, wire.Nudge(desk.id(), 1)) == "waiting"
    assert desk.refused(1, wire.Nudge(desk.id(), 7)) == "waiting"
    desk.do(0, wire.Nudge(desk.id(), 1))
    assert desk.table.company.nudge == desk.again().company.nudge
    assert desk.table.company.nudge is not None
    assert desk.table.company.nudge[:2] == (1, 0)
    assert desk.refused(2, wire.Nudge(desk.id(), 1)) == "busy"
    desk.now += 30_000
    desk.do(2, wire.Nudge(desk.id(), 1))
    desk.play(1)
    assert desk.table.company.nudge is None


def test_nudges_count_against_the_allowance() -> None:
    desk = three()
    desk.table.spent["Ada"] = allowance.MOST
    for command in (wire.Nudge(desk.id(), 1), wire.Pace(desk.id(), "calm"), wire.Hurry(desk.id())):
        assert desk.refused(0, command) == "spent"


# A bot for somebody who is away


def test_a_bot_plays_for_who_is_away_when_all_who_wait_have_said_so() -> None:
    desk = three()
    away, here = {2: 60_000}, {0, 1}
    assert desk.refused(0, wire.Call(desk.id(), 2)) == "waiting", "Cleo is here"
    call = wire.Call(desk.id(), 2)
    desk.write(desk.table.decide(0, call, desk.now, away))
    assert desk.table.owed(desk.now, here, away) is None, "Ben has not said so"
    desk.write(desk.table.decide(1, wire.Call(desk.id(), 2), desk.now, away))
    assert desk.table.owed(desk.now, {0, 1, 2}, {}) is None, "Cleo is back"
    entry = desk.table.owed(desk.now, here, away)
    assert entry is not None
    assert entry.body == Left(at=desk.now, seat=2, level="easy", away=True)
    desk.write(entry)
    assert desk.table.seats[2].overdue, "she has not asked for it, so she is asked before others take back"
    assert desk.table.others(0) == [1, 2]
    assert desk.table.company.calls == {}
    desk.do(2, wire.Back(desk.id()))
    assert desk.table.people == [0, 1, 2]


def test_who_is_away_too_is_not_asked_and_after_long_one_is_enough() -> None:
    desk = three()
    desk.write(desk.table.decide(0, wire.Call(desk.id(), 2), desk.now, {1: 60_000, 2: 60_000}))
    assert desk.table.owed(desk.now, {0}, {1: 60_000, 2: 60_000}) is not None, "Ben is away"
    assert desk.table.owed(desk.now, {0, 1}, {2: 299_000}) is None
    assert desk.table.owed(desk.now, {0, 1}, {2: 300_000}) is not None
    assert desk.table.owed(desk.now, {1}, {2: 300_000}) is None, "who asked for it has gone, too"


def test_with_a_clock_one_is_never_enough_for_the_clock_decides() -> None:
    desk = Desk(plan="open open open", clock=ClockRule("days", days=2)).sit("Ada", "Ben", "Cleo")
    desk.write(desk.table.decide(0, wire.Call(desk.id(), 2), desk.now, {2: LONG}))
    assert desk.table.owed(desk.now, {0, 1}, {2: LONG}) is None


def test_a_call_is_only_for_somebody_who_holds_others_up() -> None:
    desk = three()
    desk.play(2)
    with pytest.raises(Exception, match="nobody waits"):
        desk.table.decide(0, wire.Call(desk.id(), 2), desk.now, {2: LONG})
    desk.do(1, wire.Leave(desk.id(), "easy"))
    with pytest.raises(Exception, match="a bot plays for you"):
        desk.table.decide(1, wire.Call(desk.id(), 0), desk.now, {0: LONG})


@pytest.mark.asyncio
async def test_a_call_goes_the_whole_way_and_its_person_comes_back(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open")
    await ben.sit(table)
    async with ada.look(table) as hers:
        async with ben.look(table) as his:
            await his.prompted()
            await hers.until_table(lambda table: table["seats"][1]["here"])
            assert (await hers.ask("call", seat=1))["why"] == "waiting", "he is here"
        await hers.until_table(lambda table: [one["seat"] for one in table["away"]] == [1])
        assert (await hers.ask("call", seat=1))["done"]
        seats = (await hers.until_table(lambda table: table["seats"][1]["stand_in"]))["seats"]
        assert seats[1]["overdue"]
        async with ben.look(table) as his:
            assert (await his.ask("back"))["done"]
            assert not his.table["seats"][1]["overdue"]


@pytest.mark.asyncio
async def test_a_nudge_is_shown_until_it_is_answered(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        await ada.play()
        await ada.ask("nudge", seat=1)
        nudge = (await ben.until_table(lambda table: table["nudge"]))["nudge"]
        assert (nudge["seat"], nudge["by"]) == (1, 0)
        await ben.play()
        await ada.until_table(lambda table: table["nudge"] is None)


@pytest.mark.asyncio
async def test_calls_nudges_and_resigning_survive_a_kill(tmp_path: Path) -> None:
    flags = ("--patience", "0")
    ada, ben, cleo = (Person(Place(tmp_path), name) for name in ("Ada", "Ben", "Cleo"))
    with Place(tmp_path / "tables.db", *flags) as first:
        ada.place = ben.place = cleo.place = first
        table = await ada.create("me open open", clock={"kind": "days", "days": 2})
        await ben.sit(table)
        await cleo.sit(table)
        async with ada.look(table) as hers, ben.look(table):
            await hers.play()
            await hers.until_table(lambda table: table["seats"][1]["here"])
            assert (await hers.ask("call", seat=2))["done"]
            assert (await hers.ask("nudge", seat=1))["done"]
            assert (await hers.ask("pace", pace="calm"))["done"]
            first.kill()
    with Place(tmp_path / "tables.db", *flags) as second:
        ada.place = ben.place = cleo.place = second
        async with ada.look(table) as hers, ben.look(table) as his:
            assert hers.table["nudge"]["seat"] == 1
            assert [call["agreed"] for call in hers.table["calls"]] == [[0]]
            assert hers.table["pace"] == "calm"
            await his.until_table(lambda table: table["seats"][0]["here"])
            assert (await his.ask("call", seat=2))["done"]
            await hers.until_table(lambda table: table["seats"][2]["stand_in"])
            assert (await his.ask("resign"))["done"]
            assert (await his.ask("back"))["why"] == "over"
            await hers.until_table(lambda table: table["seats"][1]["resigned"])


@pytest.mark.asyncio
async def test_somebody_is_called_for_at_the_process_that_does_not_write_the_table(both: Both) -> None:
    """Ben, at the second server, nudges Ada at the first, who writes; then he resigns and she is told."""
    async with apart(both) as both_there:
        await both_there.his.play()
        assert (await both_there.his.ask("nudge", seat=0))["done"]
        nudge = (await both_there.hers.until_table(lambda table: table["nudge"]))["nudge"]
        assert (nudge["seat"], nudge["by"]) == (0, 1)
        assert (await both_there.his.ask("call", seat=0))["why"] == "waiting", "she is at the other server, and here"
        assert (await both_there.his.ask("resign"))["done"]
        await both_there.hers.until_table(lambda table: table["seats"][1]["resigned"])


# Resigning and closing


def test_who_resigns_does_not_come_back_and_a_bot_plays_on() -> None:
    desk = three()
    command = wire.Resign(desk.id())
    entry = desk.do(1, command)
    assert entry.body == Resigned(at=desk.now, seat=1, level="easy", id=command.id)
    assert entry.status is None
    assert (desk.table.status, desk.table.seats[1].bot) == ("playing", "easy")
    assert desk.refused(1, wire.Back(desk.id())) == "over"
    assert desk.refused(1, wire.Resign(desk.id())) == "over"
    assert desk.table.others(0) == [2], "nobody asks who has resigned"


def test_a_match_that_everybody_has_resigned_is_over_and_has_no_result() -> None:
    desk = three()
    for seat in range(3):
        entry = desk.do(seat, wire.Resign(desk.id()))
    assert entry.status == "over"
    for table in (desk.table, desk.again()):
        assert (table.status, table.closed, table.result, table.pending) == ("over", "resigned", None, [])
    assert desk.refused(0, wire.Say(desk.id(), phrase="thanks")) == "over"


def test_a_table_is_closed_by_its_host_while_nobody_has_joined() -> None:
    desk = Desk(plan="open open").sit("Ada")
    assert desk.refused(0, wire.Resign(desk.id())) == "waiting"
    entry = desk.do(0, wire.Close(desk.id()))
    assert isinstance(entry.body, Closed)
    assert entry.status == "over"
    assert (desk.table.status, desk.again().closed) == ("over", "host")
    joined = Desk(plan="open open open").sit("Ada", "Ben")
    assert joined.refused(0, wire.Close(joined.id())) == "over"
    assert joined.refused(1, wire.Close(joined.id())) == "host"
    begun = three()
    assert begun.refused(0, wire.Close(begun.id())) == "over"


@pytest.mark.asyncio
async def test_a_closed_table_leaves_the_lists(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me open", public=True)
    async with ada.look(table) as line:
        assert table["table"] in {card["id"] for card in (await ada.read("/api/tables"))["open"]}
        assert (await line.ask("close"))["done"]
        assert line.table["closed"] == "host"
    assert table["table"] not in {card["id"] for card in (await ada.read("/api/tables"))["open"]}
    assert table["table"] not in {card["id"] for card in await ada.read("/api/mine")}
    assert (await Person(place, "Ben").try_to_sit(table)).status_code == 409


# What can be undone


@pytest.mark.parametrize(
    ("game", "seats"), [("zooloretto", 3), ("franks-zoo", 4), ("o-zoo-le-mio", 3), ("new-york-zoo", 3)]
)
def test_what_is_called_undoable_is_what_undo_takes_and_tells_nothing_hidden(game: str, seats: int) -> None:
    """By the match's own undo, and the same in every world that the seat cannot tell from this one."""
    luck = random.Random(17)
    match = Match(game, seats, seed=3)
    compared = 0
    while not match.over and compared < 150:
        seat = match.pending[0]
        legal = [int(action) for action in match.state.legal_actions(seat)]
        told = undoable(match.state, seat)
        if not match.state.due:
            imagined = match.perspective(seat).imagine(Rng(luck.randrange(2**31)))
            assert undoable(imagined, seat) == told
            compared += 1
        action = luck.choice(legal)
        match.play(seat, action)
        if action in told:
            match.undo(seat)
            match.play(seat, action)


@pytest.mark.asyncio
async def test_choices_that_can_be_undone_are_told_where_others_would_have_to_agree(place: Place) -> None:
    async with two_at_a_table(place, "zooloretto") as (ada, ben):
        first = (await ada.until_table(lambda table: table["pending"]))["pending"][0]
        asked = await (ada, ben)[first].prompted()
        assert asked["undoable"] == [], "to draw turns a tile up, and nothing else can be done"
    alone = Person(place)
    async with alone.look(await alone.create("me easy", "zooloretto")) as line:
        assert "undoable" not in await line.prompted(), "bots always agree"
