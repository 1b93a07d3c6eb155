"""A table outlives its rules: what becomes of matches when a game's rules are raised."""

from __future__ import annotations

import asyncio
import base64
import copy
import io
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from paddock.core.errors import PaddockError
from paddock.core.fair import next_link
from paddock.core.game import Game
from paddock.core.registry import load
from paddock.core.state import SPECTATOR
from paddock.core.transcript import verify
from paddock.server import archive, journal
from paddock.server.app import make_pages
from paddock.server.checkup import check_up
from paddock.server.entry import Agreed, Body, ClockRule, Closed, Played, Said, Sat, Sealed, Wished, body_decoder
from paddock.server.fairness import faults, read
from paddock.server.frame import telling
from paddock.server.guard import digest
from paddock.server.house import LISTING, House, Wanted
from paddock.server.keepsake import Relic, make, unpacked
from paddock.server.store import open_store
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.store.store import Row, Store, Unavailable
from paddock.server.table import OldRules, Sitter, Terms, encode, opening
from tests.server.test_machine import Quick

pytestmark = pytest.mark.asyncio
ADA = "A" * 43
REAL = "o-zoo-le-mio"


def raised(game: Game) -> Game:
    """The game with its rules raised, and with nothing left that could replay a match of before."""

    class Next(type(game)):  # type: ignore[misc]
        rules = game.rules + 1

        def state(self, *_: object) -> Any:
            raise AssertionError("an old match was replayed by new rules")

        def view(self, *_: object) -> Any:
            raise AssertionError("an old match was drawn by new rules")

        def words(self, language: str) -> Any:
            raise AssertionError("an old match was told in new words")

    new = copy.copy(game)
    new.__class__ = Next
    return new


@asynccontextmanager
async def serving(database: MemoryDatabase | Path, **games: Game) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    """A server of its own on this database, with these games in the place of the real ones."""
    store: Store = open_store(database) if isinstance(database, Path) else MemoryStore(database)
    loop = asyncio.get_running_loop()
    count = iter(range(10**9))
    house = House(
        store, Quick(), now=lambda: 1_700_000_000_000 + next(count), monotonic=loop.time,
        random=lambda size: next(count).to_bytes(8, "big").rjust(size, b"x"), delay=0.0,
        guests={name.replace("_", "-"): game for name, game in games.items()}, keeping=0,
    )  # fmt: skip
    await house.open()
    transport = httpx.ASGITransport(make_pages(house, 0.0))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            client.headers["Authorization"] = f"Bearer {ADA}"
            yield house, client
    finally:
        await house.close()


async def begun(house: House) -> str:
    """A match of Ada's against a bot."""
    terms = Terms(["open", "easy"], ClockRule(), True, "easy")
    created = await house.create(Wanted(REAL, 2, {}, terms))
    await house.sit(await house.room(created.table), Sitter(digest(ADA), "Ada", "fox", ""), 0)
    return created.table


async def finished(house: House) -> str:
    """The same, played to its end by anybody."""
    name = await begun(house)
    room = await house.room(name)
    while room.table.status != "over":
        async with room.turn:
            if not room.table.pending:
                continue
            seat = room.table.pending[0]
            action = int(room.table.match.state.legal_actions(seat)[0])
            await room.commit(room.table.played(seat, room.table.asked[seat], action, house.now(), by="easy"))
    return name


async def everything(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    """All that a reader can ask about a finished match."""
    answers = {
        part: await client.get(f"/api/tables/{name}{path}")
        for part, path in {
            "table": "", "log": "/log", "replay": "/replay", "later": "/replay?from=5&to=9", "proof": "/proof",
            "transcript": "/transcript", "en": "/words/en", "de": "/words/de",
        }.items()
    }  # fmt: skip
    answers["mine"] = await client.get("/api/mine/finished")
    assert {part: answer.status_code for part, answer in answers.items()} == dict.fromkeys(answers, 200)
    read: dict[str, Any] = {
        part: answer.text if part == "transcript" else answer.json() for part, answer in answers.items()
    }
    while (older := read["log"]["older"]) is not None:
        page = (await client.get(f"/api/tables/{name}/log?until={older}")).json()
        assert page["lines"][-1][0] <= older < read["log"]["lines"][0][0]
        read["log"] = {"lines": page["lines"] + read["log"]["lines"], "older": page["older"]}
    return read


async def test_a_finished_match_stays_listed_and_readable_without_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(database) as (house, client):
        name = await finished(house)
        before = await everything(client, name)
        assert await house.store.unkept(9) == [name]
        await house.keep()
        assert await house.store.unkept(9) == []
    async with serving(database, o_zoo_le_mio=raised(load(REAL))) as (house, client):
        with pytest.raises(OldRules):
            await house.room(name)
        after = await everything(client, name)
        newest = (await client.get(f"/api/tables/{name}/log")).json()
        assert newest["lines"] != after["log"]["lines"] != [], "a page is not all of it"
        monkeypatch.setattr(house.store, "kept", None)  # remembered, so not read again
        again = (await client.get(f"/api/tables/{name}/replay")).json()
    assert again == after["replay"]
    assert after["table"]["result"] == before["table"]["result"] is not None
    for part in ("table", "log", "replay", "later", "proof", "en", "de", "mine"):
        assert after[part] == before[part], part
    told, kept = (one["transcript"].splitlines() for one in (before, after))
    assert kept[:-1] == [line for line in told[:-1] if not line.startswith("name ")], "but for names and the check sum"
    assert verify(after["transcript"]).match is not None
    assert faults(read(httpx.Response(200, json=after["proof"]).content)) == []


async def test_a_match_that_was_under_way_is_closed_and_its_people_are_told() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(database) as (house, client):
        name = await begun(house)
    async with serving(database, o_zoo_le_mio=raised(load(REAL))) as (house, client):
        (card,) = (await client.get("/api/mine")).json()
        assert (card["id"], card["closed"]) == (name, "rules"), "the first look closes it, and tells"
        assert (await client.get("/api/mine")).json() == []
        (card,) = (await client.get("/api/mine/finished")).json()["tables"]
        assert (card["id"], card["status"], card["result"], card["closed"]) == (name, "over", None, "rules")
        assert card["seats"][0]["name"] == "Ada"
        table = (await client.get(f"/api/tables/{name}")).json()
        assert (table["status"], table["closed"], table["pending"]) == ("over", "rules", [])
        answer = await client.get(f"/api/tables/{name}/replay")
        assert (answer.status_code, "no record of it was kept" in answer.text) == (410, True)
        bodies = [body_decoder.decode(row.body) for row in await house.store.load(name)]
        assert [body.rules for body in bodies if isinstance(body, Closed)] == [load(REAL).rules + 1]
    # Back to the rules it was played by: it stays closed, and says so.
    async with serving(database) as (house, client):
        table = (await client.get(f"/api/tables/{name}")).json()
        assert (table["status"], table["closed"], table["result"]) == ("over", "rules", None)
        answer = await client.get(f"/api/tables/{name}/proof")
        assert (answer.status_code, "closed before its end" in answer.text) == (410, True)
        for part in ("log", "replay", "transcript", "words/en"):
            assert (await client.get(f"/api/tables/{name}/{part}")).status_code == 200, part


async def test_closing_a_match_keeps_its_log_whole(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    async with serving(db) as (house, client):
        name = await begun(house)
    async with serving(db, o_zoo_le_mio=raised(load(REAL))) as (house, client):
        with pytest.raises(OldRules):
            await house.room(name)
        assert (await client.get(f"/api/tables/{name}")).json()["closed"] == "rules"
    assert (await check_up(str(db))).faults == []


async def test_matches_of_which_nothing_can_be_kept_are_no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    new = raised(load(REAL))
    warned: list[str] = []
    monkeypatch.setattr(journal, "warn", lambda event, **_: warned.append(event))
    async with serving(database) as (house, _):
        over, under_way = await finished(house), await begun(house)
    for games in ({"o_zoo_le_mio": new}, {}):  # the second time only the closed one is left out
        async with serving(database, **games) as (house, client):
            await client.get("/api/mine")  # closes what was under way
            for _ in range(3):
                await house.keep()
            assert house.to_keep == {}
            assert await house.store.unkept(9) == ([over, under_way] if games else [under_way])
    assert warned == []


async def test_a_match_that_cannot_be_closed_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(database) as (house, _):
        name = await begun(house)
    new = raised(load(REAL))
    async with serving(database, o_zoo_le_mio=new) as (house, client), serving(database) as (other, _):

        async def full(*_: object) -> None:
            raise Unavailable("the disk is full")

        monkeypatch.setattr(house.store, "append", full)
        for look in (house.room, lambda _: client.get("/api/mine")):
            with suppress(Unavailable):
                await look(name)
            assert await other.store.claim(name) is not None
            await other.store.release(name)


async def test_a_damaged_keepsake_is_found_and_is_none(tmp_path: Path) -> None:
    db, text = tmp_path / "tables.db", io.StringIO()
    async with serving(db) as (house, client):
        name = await finished(house)
        await house.keep()
        keepsake = await house.store.kept(name)
        await archive.write(house.store, text)
    assert keepsake is not None
    assert (await check_up(str(db))).faults == []
    flipped = bytearray(keepsake)
    flipped[len(flipped) // 2] ^= 1
    with closing(sqlite3.connect(db)) as file, file:
        assert file.execute("UPDATE keepsakes SET body = ?", (bytes(flipped),)).rowcount == 1
    (fault,) = (await check_up(str(db))).faults
    assert f"the keepsake of table {name} is damaged" in fault
    async with serving(db, o_zoo_le_mio=raised(load(REAL))) as (house, client):
        assert (await client.get(f"/api/tables/{name}")).json()["status"] == "over"
        answer = await client.get(f"/api/tables/{name}/replay")
        assert (answer.status_code, "no record of it was kept" in answer.text) == (410, True)
    # An archive with such a keepsake brings the match without it, and says so.
    good, bad = (base64.b64encode(body).decode() for body in (keepsake, flipped))
    new = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(new) as (house, client):
        brought = await archive.read(house.store, io.BytesIO(text.getvalue().replace(good, bad).encode()))
        assert (brought.new, await house.store.kept(name)) == (1, None)
        assert [f"the keepsake of table {name} is damaged" in line for line in brought.refused] == [True]
        assert (await archive.read(house.store, io.BytesIO(text.getvalue().encode()))).refused == []
        assert await house.store.kept(name) == keepsake
    # And one of a log that is another than the one here is not taken.
    new = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(new) as (house, client):
        await archive.read(house.store, io.BytesIO(text.getvalue().replace(good, bad).encode()))
        rows, epoch = await house.store.load(name), await house.store.claim(name)
        assert rows[-1].link is not None
        assert epoch is not None
        said = encode(Said(at=1, seat=0, id="s", phrase="thanks"))
        link = next_link(rows[-1].link, said)
        await house.store.append(Row(name, len(rows) + 1, said, None, None, 1, link), epoch)
        assert (await archive.read(house.store, io.BytesIO(text.getvalue().encode()))).there == 1
        assert await house.store.kept(name) is None


async def test_however_many_read_matches_of_older_rules_few_logs_are_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(database) as (house, _):
        over, under_way = await finished(house), [await begun(house) for _ in range(2)]
        await house.keep()
    shelf = database.shelves[over]
    async with serving(database, o_zoo_le_mio=raised(load(REAL))) as (house, client):
        store, loads, most = house.store, 0, 0
        whole = store.load

        async def slow(table: str, after: int = 0) -> list[Row]:
            nonlocal loads, most
            loads += 1
            most = max(most, loads)
            for _ in range(50):
                await asyncio.sleep(0)
            loads -= 1
            return await whole(over if table in names else table, after)

        monkeypatch.setattr(store, "load", slow)
        names = [f"{number:016}" for number in range(12)]
        database.shelves.update(dict.fromkeys(names, shelf))  # as many matches, told by one log
        parts = ("", "/log", "/replay", "/transcript", "/words/en", "/proof")
        asking = [client.get(f"/api/tables/{name}{part}") for name in names for part in parts]
        answers = await asyncio.gather(*asking, *(client.get(f"/api/tables/{name}") for name in under_way))
        assert [answer.status_code for answer in answers] == [200] * len(answers)
        assert 1 < most <= LISTING + 1, "and one for a proof"


async def test_a_wish_that_a_bot_played_on_from_can_be_read_without_the_rules() -> None:
    game = load(REAL)
    terms = Terms(["open", "open", "easy"], ClockRule(), True, "easy")
    bodies: list[Body] = [
        opening("table", game, game.setup(3), terms, bytes(32), 1).body,
        Sat(at=2, seat=0, token="a"), Sat(at=3, seat=1, token="b"), Sealed(at=4, seals=["", "", ""]),
        Played(at=5, seat=-1, events=[], rolled=0), Played(at=6, seat=0, events=[(0, 0)], rolled=0),
        Wished(at=7, seat=0, id="w"), Played(at=8, seat=2, events=[(2, 0)], rolled=0, by="easy"),
        Agreed(at=9, seat=1, yes=True, id="y"), Closed(at=10, rules=game.rules + 1),
    ]  # fmt: skip
    rows = [Row("table", at, encode(body), None, None, body.at, None) for at, body in enumerate(bodies, 1)]
    relic = Relic(bytes(32))
    for row in rows:
        relic.take(row)
    relic.close(None)
    assert (relic.version, relic.closed, relic.wish, relic.told) == (10, "rules", None, [6, 8])


async def test_a_server_that_is_older_than_a_match_or_lacks_its_game_closes_nothing() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    new = copy.copy(load(REAL))
    new.rules += 1
    async with serving(database, o_zoo_le_mio=new) as (house, client):
        name = await begun(house)
    async with serving(database) as (house, client):
        assert (await client.get("/api/mine")).json() == []
        with pytest.raises(PaddockError, match="older than the match"):
            await house.room(name)
    async with serving(database, o_zoo_le_mio=new) as (house, client):
        assert [card["id"] for card in (await client.get("/api/mine")).json()] == [name]


async def test_an_archive_of_before_is_taken_as_a_whole_and_what_cannot_be_played_is_named() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(database) as (house, client):
        over, under_way = await finished(house), await begun(house)
        await house.keep()
        before = await everything(client, over)
        text = io.StringIO()
        assert await archive.write(house.store, text) == 2
    lines = text.getvalue().splitlines(keepends=True)
    spoilt = next(at for at, line in enumerate(lines) if under_way in line) + 2
    for at, refused in ((None, 0), (spoilt, 1)):
        new = MemoryDatabase(asyncio.get_running_loop().time)
        game = raised(load(REAL))
        async with serving(new, o_zoo_le_mio=game) as (house, client):
            given = "".join(line for number, line in enumerate(lines) if number != at)
            brought = await archive.read(house.store, io.BytesIO(given.encode()), {REAL: game})
            assert (brought.new, len(brought.unplayable), len(brought.refused)) == (2 - refused, 2 - refused, refused)
            assert over in " ".join(brought.unplayable)
            after = await everything(client, over)
            assert (after["replay"], after["table"]) == (before["replay"], before["table"])


async def test_a_keepsake_holds_no_names_and_is_made_of_what_a_spectator_is_told() -> None:
    database = MemoryDatabase(asyncio.get_running_loop().time)
    async with serving(database) as (house, _):
        table = (await house.room(await finished(house))).table
        kept = unpacked(make(table), table.opened)
        assert "Ada" not in kept.transcript
        assert [line[0] for line in kept.log] == [line[0] for lines in telling(table, SPECTATOR) for line in lines]
        assert kept.result == table.result
