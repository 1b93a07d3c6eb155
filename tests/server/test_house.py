"""Several houses on one store: what two servers must not do twice, and what one table must not do to the others."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from paddock.core.registry import load
from paddock.server import house as house_module
from paddock.server import journal, wire
from paddock.server import room as room_module
from paddock.server.answer import Answer
from paddock.server.entry import ClockRule
from paddock.server.guard import digest
from paddock.server.house import House, Taken, Wanted
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.store import Unavailable
from paddock.server.table import Sitter, Terms
from tests.server.asking import do, settled
from tests.server.place import POND
from trials.simulation import Bot

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
    taken = await house.sit(room, Sitter("Ada", "Ada", "fox", ""), None)
    await house.sit(room, Sitter("Ben", "Ben", "koala", ""), None)
    return taken


async def play_out(house: House, table: str) -> None:
    room = await house.room(table)
    while room.table.pending:
        seat = room.table.pending[0]
        action = int(room.table.match.state.legal_actions(seat)[0])
        answer = await do(room, seat, wire.Play(secrets.token_hex(16), room.table.asked[seat], action))
        assert answer.version


async def test_a_rematch_that_is_asked_for_at_another_server_is_opened_once() -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        await play_out(here, taken.table)
        room = await there.room(taken.table)
        assert (await do(room, 0, wire.Rematch("a" * 32))).version
        assert (await do(room, 1, wire.Rematch("b" * 32))).no == "over"
        assert room.table.rematch is not None
        assert set(database.shelves) == {taken.table, room.table.rematch[0]}


async def test_a_decision_made_at_another_server_is_carried_out_once_by_the_writer() -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        room = await there.room(taken.table)
        assert room.epoch is None
        action = int(room.table.match.state.legal_actions(0)[0])
        command = wire.Play("a" * 32, room.table.asked[0], action)
        first, second = await asyncio.gather(do(room, 0, command), do(await here.room(taken.table), 0, command))
        assert first.version == second.version == len(database.shelves[taken.table].entries)


async def test_the_journal_tells_of_a_lease_that_was_lost_once_and_of_an_outage_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(journal, "note", lambda event, **fields: told.append((event, fields)))
    async with houses() as (_, (here,)):
        tables = [(await two_sit_down(here)).table for _ in range(3)]
        room = await here.room(tables[0])
        epoch = room.epoch
        assert epoch is not None
        await room.lost()
        await room.lost()
        assert told == [("lease_lost", {"table": tables[0], "epoch": epoch})]
        here.missed()
        await settled()
        assert told[1:] == [("leases_doubted", {"tables": 2})], "one line for an outage, not one for each table"


async def test_after_an_append_of_unknown_outcome_the_log_is_read_before_anything_is_decided() -> None:
    async with houses() as (database, [house]):
        taken = await two_sit_down(house)
        room = await house.room(taken.table)
        action = int(room.table.match.state.legal_actions(0)[0])
        store = house.store
        assert isinstance(store, MemoryStore)
        store.weather = LostAnswer()
        before = len(database.shelves[taken.table].entries)
        answer = await do(room, 0, wire.Play("a" * 32, room.table.asked[0], action))
        written = len(database.shelves[taken.table].entries)
        assert answer.version == written == before + 1
        # Whoever reads the log elsewhere knows of the decision, and acts upon it.
        assert (await do(room, 0, wire.Undo("b" * 32, written))).version == written + 1


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
    key = ""

    def send(self, data: bytes) -> None:
        return


async def test_somebody_can_sit_down_at_a_table_that_another_house_writes() -> None:
    async with houses(2) as (database, (here, there)):
        terms = Terms(["open", "open"], ClockRule(), False, "easy")
        created = await here.create(Wanted("pond", 2, {"rounds": 1}, terms))
        await here.sit(await here.room(created.table), Sitter("Ada", "Ada", "fox", ""), None)
        room = await there.room(created.table)
        assert room.epoch is None
        taken = await there.sit(room, Sitter("Ben", "Ben", "koala", ""), None)
        assert taken.seat == 1
        assert room.table.seats[1].who.name == "Ben"
        assert (await here.room(created.table)).table.status == "playing"
        assert database.shelves[created.table].owner is not None


class Unheard(Weather):
    """Nothing that others say arrives."""

    async def before(self, call: str) -> None:
        if call == "woken":
            raise Unavailable("lost on the way")


def deafen(house: House) -> MemoryStore:
    assert isinstance(house.store, MemoryStore)
    house.store.weather = Unheard()
    return house.store


async def test_who_sat_down_elsewhere_is_known_at_once_although_the_wake_up_was_lost() -> None:
    async with houses(2) as (_, (here, there)):
        created = await here.create(Wanted("pond", 2, {}, Terms(["open", "open"], ClockRule(), False, "easy")))
        room = await there.room(created.table)
        deafen(there)
        taken = await here.sit(await here.room(created.table), Sitter("Ada", "Ada", "fox", ""), 1)
        line = Silent()
        await room.join(line, 0, digest(taken.token))
        assert line.viewer == 1


async def test_a_seat_that_was_given_up_elsewhere_is_free_although_the_wake_up_was_lost() -> None:
    async with houses(2) as (_, (here, there)):
        terms = Terms(["open", "open", "open"], ClockRule(), False, "easy")
        created = await here.create(Wanted("pond", 3, {}, terms))
        writer = await here.room(created.table)
        for name in ("Ada", "Ben"):
            await here.sit(writer, Sitter(name, name, "fox", ""), None)
        room = await there.room(created.table)
        deafen(there)
        assert (await do(writer, 1, wire.Leave("a" * 32))).version
        assert (await there.sit(room, Sitter("Cleo", "Cleo", "koala", ""), 1)).seat == 1


async def test_what_was_erased_elsewhere_is_forgotten_although_the_wake_up_was_lost() -> None:
    async with houses(2) as (_, (here, there)):
        taken = await two_sit_down(here)
        writer = await here.room(taken.table)
        await do(writer, 1, wire.Say("a" * 32, text="my secret"))
        store = deafen(here)
        await there.forget("Ben")
        assert (writer.table.name(1), writer.table.chat[-1].text) == ("Ben", "my secret")
        store.missed()
        await asyncio.gather(*(task for task in here.tasks if "recall" in str(task.get_coro())))
        assert (writer.table.name(1), writer.table.chat[-1].text) == ("Guest", "")
        assert writer.table.name(0) == "Ada"


async def test_a_command_for_a_server_that_has_died_is_carried_out_as_soon_as_its_lease_is_over() -> None:
    async with houses(2) as (database, (here, there)):
        database.lease = 0.5
        taken = await two_sit_down(here)
        room = await there.room(taken.table)
        assert room.epoch is None
        assert isinstance(here.store, MemoryStore)
        database.beats[here.store.me] = database.clock()
        here.store.die()
        action = int(room.table.match.state.legal_actions(0)[0])
        answer = await do(room, 0, wire.Play("a" * 32, room.table.asked[0], action))
        assert answer.version == len(database.shelves[taken.table].entries)
        assert room.epoch == 2


async def test_who_sat_down_at_a_server_that_died_before_it_could_say_so_is_told_the_seat() -> None:
    async with houses(2) as (database, (here, there)):
        database.lease = 0.5
        created = await here.create(Wanted("pond", 2, {}, Terms(["open", "open"], ClockRule(), False, "easy")))
        room = await there.room(created.table)
        assert isinstance(here.store, MemoryStore)
        database.beats[here.store.me] = database.clock()
        here.store.weather = LastWords(here.store)
        taken = await there.sit(room, Sitter("Ada", "Ada", "fox", ""), 1)
        assert (taken.seat, len(database.shelves[created.table].entries)) == (1, 2)


class LastWords(Weather):
    """The server dies when it has written."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    async def after(self, call: str) -> None:
        if call == "append":
            self.store.die()


class Lost(Weather):
    """The next call of each of these kinds is carried out, and its answer lost."""

    def __init__(self, *calls: str) -> None:
        self.calls = list(calls)

    async def after(self, call: str) -> None:
        if call in self.calls:
            self.calls.remove(call)
            raise Unavailable("the answer was lost")


async def test_a_table_is_written_again_although_the_answer_to_its_claim_was_lost() -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        room = await there.room(taken.table)
        await room.join(Silent(), 0)
        await room.claim()  # in vain: its writer lives
        database.shelves[taken.table].owner = "a server that has gone"
        assert isinstance(there.store, MemoryStore)
        there.store.weather = Lost("claim")
        with pytest.raises(Unavailable):
            await there.tend()
        assert (database.shelves[taken.table].owner, room.epoch) == (there.store.me, None)
        await there.tend()
        assert room.epoch == 2


@pytest.mark.parametrize("lost", [("claim",), ("load",), ("load", "release")])
async def test_an_orphan_is_adopted_although_answers_were_lost_when_it_was_first_tried(lost: tuple[str, ...]) -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        database.shelves[taken.table].owner = "a server that has gone"
        assert isinstance(there.store, MemoryStore)
        there.store.weather = Lost(*lost)
        with pytest.raises(Unavailable):
            await there.tend()
        assert taken.table not in there.rooms
        await there.tend()
        assert there.rooms[taken.table].epoch is not None
        assert not there.adrift


async def test_a_fault_at_the_writer_is_told_to_whoever_asked_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    async with houses(2) as (_, (here, there)):
        taken = await two_sit_down(here)
        writer, room = await here.room(taken.table), await there.room(taken.table)

        def broken(*_: object) -> None:
            raise RuntimeError("a fault in the rules")

        monkeypatch.setattr(writer.table, "decide", broken)
        assert (await do(room, 0, wire.Say("a" * 32, text="hello"))).no == "broken"


async def test_a_table_that_waits_for_its_writer_keeps_no_other_from_being_claimed() -> None:
    async with houses(2) as (database, (here, there)):
        waiting, orphan = await two_sit_down(here), await two_sit_down(here)
        rooms = [await there.room(taken.table) for taken in (waiting, orphan)]
        for room in rooms:
            await room.join(Silent(), 0)
        database.shelves[orphan.table].owner = "a server that has gone"
        async with rooms[0].turn:
            await there.tend()
        assert [room.epoch for room in rooms] == [None, 2]


async def test_a_table_with_a_fault_keeps_no_other_from_being_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with houses(2) as (database, (here, there)):
        tables = [(await two_sit_down(here)).table for _ in range(2)]
        broken, sound = [await there.room(table) for table in tables]
        for room in (broken, sound):
            await room.join(Silent(), 0)
            database.shelves[room.table.id].owner = "a server that has gone"
        monkeypatch.setattr(broken, "catch_up", faulty)
        await there.tend()
        assert [room.epoch for room in (broken, sound)] == [None, 2]
        assert there.unreadable == {broken.table.id}


async def faulty() -> None:
    raise ZeroDivisionError


async def test_tables_whose_writer_lives_are_not_asked_for_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    async with houses(2) as (database, (here, there)):
        taken = await two_sit_down(here)
        room = await there.room(taken.table)
        await room.join(Silent(), 0)
        claimed: list[str] = []

        async def claim(table: str) -> None:
            claimed.append(table)

        with monkeypatch.context() as patch:
            patch.setattr(there.store, "claim", claim)
            await there.tend()
            assert claimed == []
        database.shelves[taken.table].owner = "a server that has gone"
        await there.tend()
        assert room.epoch == 2


async def test_what_is_written_while_somebody_deletes_is_deleted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with houses() as (_, (house,)):
        taken = await two_sit_down(house)
        room = await house.room(taken.table)
        erase = house.store.forget
        said: list[Answer] = []

        async def erase_and_hear(person: str) -> list[str]:
            touched = await erase(person)
            if not said:
                said.append(await do(room, 0, wire.Say("a" * 32, text="too late")))
            return touched

        monkeypatch.setattr(house.store, "forget", erase_and_hear)
        assert await house.forget("Ada") == 1
        assert said[0].version
        rows = await house.store.load(taken.table)
        assert {row.person for row in rows} == {None, "Ben"}
        assert not any(b"too late" in (row.personal or b"") for row in rows)


async def test_what_one_server_writes_while_somebody_deletes_at_another_is_deleted_too() -> None:
    async with houses(2) as (_, (here, there)):
        taken = await two_sit_down(here)
        room = await here.room(taken.table)
        deafen(here)  # the wake-up is still on its way
        await there.store.forget("Ada")
        assert (await do(room, 0, wire.Say("a" * 32, text="too late"))).version
        await room.recall()
        rows = await here.store.load(taken.table)
        assert {row.person for row in rows} == {None, "Ben"}
        assert [line.text for line in room.table.chat] == [""]


class Looking:
    """A line to a room on which nothing is read."""

    def __init__(self) -> None:
        self.viewer = -1
        self.key = ""

    def send(self, data: bytes) -> None:
        """Unread."""


async def test_who_is_here_at_a_server_that_has_died_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "BELIEVED", 1.0)
    monkeypatch.setattr(house_module, "REPEAT", 0.0)
    monkeypatch.setattr(house_module, "OFTEN", 0.01)
    async with houses(2) as (_, (here, there)):
        clock = [100.0]
        here.monotonic = lambda: clock[0]  # so that no pause of this process makes anybody too old
        taken = await two_sit_down(here)
        room = await here.room(taken.table)
        elsewhere = await there.room(taken.table)
        await elsewhere.join(Looking(), 0, digest(taken.token))
        await until(lambda: room.around.here == {0})
        clock[0] += 0.9
        await until(lambda: all(others.until > 101.5 for others in room.others.values()))
        clock[0] += 0.6
        room.doubt()
        assert room.around.here == {0}, "what is told again is believed longer"
        store = there.store
        assert isinstance(store, MemoryStore)
        store.die()
        await settled()  # what was on its way has come
        clock[0] += 1.1
        await until(lambda: not room.around.here)


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.005)
