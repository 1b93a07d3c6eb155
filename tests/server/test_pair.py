"""Two servers on one PostgreSQL: people of both play together, and go on when one of them is lost."""

from __future__ import annotations

import asyncio
import random
import secrets
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple, cast

import pytest

from paddock.bench.client import Table
from paddock.bench.server import MINIMAL
from paddock.core.registry import load
from paddock.server.entry import ClockRule
from paddock.server.house import House, Wanted
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.store.reading import Reading
from paddock.server.table import Sitter, Terms
from paddock.server.wire import encoder
from tests.server.place import Line, Message, Person, Place, choices
from tests.server.store.place import Server
from trials import pair as pair_bench
from trials import restarts
from trials.faults import Ledger
from trials.pair import Conflict, Pair
from trials.simulation import Bot


class Both(NamedTuple):
    """Two servers and what they share."""

    database: Server
    first: Place
    second: Place


class Apart(NamedTuple):
    """Ada at the first server, which writes the table, and Ben at the second."""

    ada: Person
    ben: Person
    table: Message
    hers: Line
    his: Line


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    database = Server()
    try:
        with Place(database.url()) as first, Place(database.url()) as second:
            yield Both(database, first, second)
    finally:
        database.remove()


@asynccontextmanager
async def apart(both: Both, game: str = "pond", **more: object) -> AsyncIterator[Apart]:
    ada, ben = Person(both.first), Person(both.second, "Ben", "fox")
    table = await ada.create("me open", game, **more)
    await ben.sit(table)
    async with ada.look(table) as hers, ben.look(table) as his:
        yield Apart(ada, ben, table, hers, his)


def at(person: Person, place: Place) -> Person:
    """The same person, at another server."""
    other = Person(place, person.name, person.avatar)
    other.token, other.headers = person.token, person.headers
    return other


async def insist(line: Line, t: str, **parts: object) -> Message:
    """A command, sent again for as long as the table has no writer."""
    parts = {"id": secrets.token_hex(16), **parts}
    while (answer := await line.ask(t, **parts)).get("why") == "unavailable":
        pass
    return answer


async def decide(line: Line) -> Message:
    frame = await line.prompted()
    return await insist(line, "play", at=frame["at"], action=choices(frame)[0]["action"])


async def demand_whole_log(both: Both, table: Message) -> None:
    rows = await both.database.sql("SELECT version FROM entries WHERE table_id = $1 ORDER BY version", table["table"])
    assert [version for (version,) in rows] == list(range(1, len(rows) + 1))


def why(answer: Message) -> str:
    return str((answer.get("no") or answer).get("why", "done"))


@pytest.mark.asyncio
async def test_people_at_different_servers_see_each_others_moves_and_hear_each_other(both: Both) -> None:
    async with apart(both) as (_, _, table, hers, his):
        await hers.prompted()
        await hers.ask("say", text="are you there?")
        heard = await his.until(lambda message: message["t"] == "chat")
        assert [(line["name"], line["text"]) for line in heard["lines"]] == [("Ada", "are you there?")]
        await his.ask("say", phrase="hello")
        await hers.until(lambda message: message["t"] == "chat" and message["lines"][-1].get("phrase") == "hello")
        last, other = await asyncio.gather(hers.play_on(), his.play_on())
        assert last["v"] == other["v"]
        assert last["table"]["result"] == other["table"]["result"]
        await demand_whole_log(both, table)


def here(table: Message) -> list[bool]:
    return [seat["here"] for seat in table["seats"]]


@pytest.mark.asyncio
async def test_people_at_different_servers_are_shown_as_here_until_they_go(both: Both) -> None:
    ada, ben = Person(both.first), Person(both.second, "Ben", "fox")
    table = await ada.create("me open")
    await ben.sit(table)
    async with ada.look(table) as hers:
        async with ben.look(table) as his, at(Person(both.first, "Cleo"), both.second).look(table, token=""):
            await hers.until_table(lambda table: here(table) == [True, True] and table["watching"] == 1)
            await his.until_table(lambda table: here(table) == [True, True])  # who came first is told of, too
        await hers.until_table(lambda table: here(table) == [True, False] and table["watching"] == 0)


@pytest.mark.asyncio
async def test_of_two_decisions_for_one_prompt_one_is_carried_out_and_the_other_is_stale(both: Both) -> None:
    async with (
        apart(both, options={"rounds": 3}) as (ada, _, table, hers, his),
        at(ada, both.second).look(table) as too,
    ):
        conflicts, _ = await asyncio.gather(quarrel(hers, too), his.play_on())
        assert conflicts >= 3, "she bids in three rounds"
        await demand_whole_log(both, table)


async def quarrel(one: Line, other: Line) -> int:
    """Two lines of one seat decide differently whenever they are asked; how often they were."""
    conflicts = 0
    lines = (one, other)
    while "over" not in [line.table["status"] for line in lines]:
        if choices(one.frame) and one.frame["at"] == other.frame["at"]:
            sent = [
                await line.send("play", at=one.frame["at"], action=choice["action"])
                for line, choice in zip(lines, choices(one.frame)[:2], strict=True)
            ]
            answers = [await line.answer(command) for line, command in zip(lines, sent, strict=True)]
            # The other comes too late: the prompt has gone, and after the last decision the match with it.
            assert sorted(map(why, answers)) in (["done", "stale"], ["done", "over"])
            conflicts += 1
        else:
            await min(lines, key=lambda line: line.frame.get("v", 0)).next()
    return conflicts


@pytest.mark.asyncio
async def test_everything_can_be_done_through_the_server_that_does_not_write(both: Both) -> None:
    ada, ben = Person(both.first), Person(both.second, "Ben", "fox")
    table = await ada.create("me open")
    async with ada.look(table) as hers:
        assert (await ben.sit(table))["seat"] == 1
        async with ben.look(table) as his:
            assert his.table["you"] == 1
            await his.until_table(lambda shown: shown["status"] == "playing")
            assert (await ben.try_to_sit(table)).status_code == 409, "he sits there already"
            before = await his.prompted()
            after = await his.play()
            undone = await his.ask("undo", at=after["at"])
            assert (undone["view"], choices(undone)) == (before["view"], choices(before))
            await his.send("hint")
            hint = await his.until(lambda message: message["t"] == "hint")
            assert hint["action"] in [choice["action"] for choice in choices(before)]
            await hers.until_table(lambda shown: shown["seats"][1]["hints"] == 1)
            await his.play()
            await hers.play()
            assert "done" in await his.ask("take_back")
            await hers.until_table(lambda shown: shown["take_back"])
            await hers.ask("agree", yes=True)
            await his.until_table(lambda shown: shown["take_back"] is None and 1 in shown["pending"])
            assert "done" in await his.ask("leave", level="easy")
            await hers.until_table(lambda shown: shown["seats"][1]["stand_in"] == "easy")
            assert "done" in await his.ask("back")
            await hers.until_table(lambda shown: shown["seats"][1]["stand_in"] is None)
    await demand_whole_log(both, table)


@pytest.mark.asyncio
async def test_a_seat_given_up_at_one_server_can_be_taken_at_the_other(both: Both) -> None:
    ada, ben, cleo = Person(both.first), Person(both.first, "Ben", "fox"), Person(both.second, "Cleo", "koala")
    table = await ada.create("me open open")
    await ben.sit(table, seat=1)
    async with cleo.look(table), ben.look(table) as his:
        assert (await cleo.try_to_sit(table, seat=1)).status_code == 409
        await his.ask("leave", level="easy")
        assert (await cleo.sit(table, seat=1))["seat"] == 1
        async with cleo.look(table) as hers:
            assert hers.table["you"] == 1


@pytest.mark.asyncio
async def test_what_a_person_deletes_at_one_server_is_gone_from_the_other(both: Both) -> None:
    async with apart(both) as (ada, ben, table, hers, his):
        await his.ask("say", text="my secret")
        await hers.until(lambda message: message["t"] == "chat")
        assert (await ben.http("DELETE", "/api/mine")).json() == {"tables": 1}
        await hers.until_table(lambda shown: shown["seats"][1]["name"] == "Guest")
        assert "Ben" not in (await ada.http("GET", f"/api/tables/{table['table']}")).text
        async with ada.look(table) as again:
            await again.ask("say", phrase="thanks")
            assert "my secret" not in str(again.heard)
            assert "Ben" not in str(again.heard)


@pytest.mark.asyncio
async def test_when_the_writer_is_killed_the_other_server_goes_on_and_nothing_is_lost(both: Both) -> None:
    async with apart(both) as (ada, _, table, hers, his):
        done = await hers.play()
        await asyncio.to_thread(both.first.kill)
        try:
            async with at(ada, both.second).look(table, since=done["v"]) as line:
                assert (line.frame["v"], line.frame["view"]) == (done["v"], done["view"])
                assert why(await decide(his)) == "done"
                if choices(line.frame) or line.table["pending"] == [0]:
                    assert why(await decide(line)) == "done"
                last, _ = await asyncio.gather(line.play_on(), his.play_on())
                assert last["table"]["result"]
        finally:
            both.first.__enter__()
        await demand_whole_log(both, table)
        async with at(ada, both.first).look(table) as line:
            assert line.frame["view"] == last["view"]


@pytest.mark.asyncio
async def test_a_server_that_slept_past_its_lease_cannot_write_and_follows(both: Both) -> None:
    async with apart(both) as (ada, _, table, hers, his), at(ada, both.second).look(table) as line:
        frame = await hers.prompted()
        await line.prompted()
        one, other = (choice["action"] for choice in choices(frame)[:2])
        both.first.process.send_signal(signal.SIGSTOP)
        try:
            late = await hers.send("play", at=frame["at"], action=one)
            done = await insist(line, "play", at=frame["at"], action=other)
            assert why(done) == "done"
        finally:
            both.first.process.send_signal(signal.SIGCONT)
        answer = await hers.answer(late)
        assert why(answer) == "stale"
        assert (answer["v"], answer["view"]) == (done["v"], done["view"])
        assert "done" in await his.ask("say", text="awake?")
        await hers.until(lambda message: message["t"] == "chat" and message["lines"][-1]["text"] == "awake?")
        assert "done" in await hers.ask("say", text="awake")
        await his.until(lambda message: message["t"] == "chat" and message["lines"][-1]["text"] == "awake")
        await demand_whole_log(both, table)


@pytest.mark.asyncio
async def test_the_measurement_notices_a_split_table() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    store = MemoryStore(database)
    game = load(MINIMAL)
    house = House(
        store, Bot(random.Random(1)), now=lambda: 0, monotonic=lambda: 0.0, random=secrets.token_bytes,
        guests={game.name: game},
    )  # fmt: skip
    await house.open()
    try:
        created = await house.create(Wanted("minimal", 2, {}, Terms(["open", "open"], ClockRule(), False, "easy")))
        room = await house.room(created.table)
        for name in ("Ada", "Ben"):
            await house.sit(room, Sitter(name, name, "fox", ""), None)
        version, view = room.table.version, encoder.encode(game.view(room.table.masked(1)))
        kept = cast(Reading, store)

        async def audited(*shown: tuple[int, bytes]) -> set[str]:
            people = Pair((1, 2), MINIMAL, seed=1, size=1)
            people.tables = [Table(created.table)]
            people.ledgers[created.table] = Ledger()
            for number, told in shown:
                people.see((created.table, number, 1), told)
            await people.audit(kept)
            return people.split

        assert await audited((version, view), (version, view)) == set()
        assert await audited((version, b"{}")) == {created.table}, "the log says otherwise"
        assert await audited((version + 1, view)) == {created.table}, "the log does not know of it"
        assert await audited((version, view), (version, b"{}")) == {created.table}, "two were told different things"
    finally:
        await house.close()


@pytest.mark.parametrize(
    ("done", "refused", "settled"),
    [(1, ["stale"], True), (2, [], False), (0, ["stale", "stale"], False), (1, ["illegal"], False)],
)
def test_a_conflict_has_one_winner_and_one_who_came_too_late(done: int, refused: list[str], settled: bool) -> None:
    assert Conflict(done, refused).settled is settled


def test_two_servers_measured_promise_nothing_that_they_do_not_keep() -> None:
    figures = pair_bench.run(trials=2, conflicts=8, tables=4)
    assert (figures["trials"], figures["conflicts"]) == (2, 8 * 2)
    assert figures["acknowledged"] > 0
    assert figures["slowest_takeover_s"] > 0
    assert [figures[fault] for fault in ("split", "lost", "doubled", "gaps", "undecided")] == [0] * 5


def test_a_database_that_is_restarted_or_cuts_lines_brings_no_false_promise() -> None:
    figures = restarts.run(trials=2, tables=4)
    assert figures["trials"] == 2
    assert figures["acknowledged"] > 0
    assert figures["slowest_resume_s"] > 0
    assert [figures[fault] for fault in ("lost", "doubled", "gaps")] == [0] * 3
