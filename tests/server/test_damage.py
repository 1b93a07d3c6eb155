"""A log that is not what was written is found when it is read, and keeps no other table from being played."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from paddock.core.errors import PaddockError
from paddock.server.checkup import check_up
from paddock.server.store.sqlite import SqliteStore
from paddock.server.store.store import Unavailable
from tests.server.place import Person, Place

PADDOCK = str(Path(sys.executable).with_name("paddock"))


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **settings}
    return subprocess.run([PADDOCK, *arguments], capture_output=True, text=True, check=False, env=environment)


async def played(place: Place) -> str:
    """A table where two people have decided, and nobody looks."""
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open")
    await ben.sit(table)
    async with ada.look(table) as hers, ben.look(table) as his:
        await hers.play()
        await his.play()
    return str(table["table"])


class Kept(NamedTuple):
    """The file of a server that has stopped, and its tables."""

    file: Path
    tables: list[str]

    def copied(self, db: Path) -> list[str]:
        """The same in a place of its own."""
        shutil.copy(self.file, db)
        return self.tables


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Two tables, and nothing is wrong with them."""
    db = tmp_path_factory.mktemp("kept") / "tables.db"

    async def play() -> list[str]:
        return [await played(place) for _ in range(2)]

    with Place(db) as place, ThreadPoolExecutor(1) as thread:  # a test's own loop may run in this one
        tables = thread.submit(lambda: asyncio.run(play())).result()
    assert not db.with_name("tables.db-wal").exists(), "all of it is in one file"
    assert run("doctor", "--db", str(db)).returncode == 0
    return Kept(db, tables)


def change(db: Path, sql: str, *values: object) -> int:
    with closing(sqlite3.connect(db)) as connection, connection:
        return connection.execute(sql, values).rowcount


CHANGES: dict[str, Callable[[Path, str], int]] = {
    "a changed entry": lambda db, table: change(
        db, "UPDATE entries SET body = CAST(body || ' ' AS BLOB) WHERE table_id = ? AND version = 3", table
    ),
    "a lost entry": lambda db, table: change(
        db, "DELETE FROM entries WHERE table_id = ? AND version = 3", table
    ),
    "a lost end": lambda db, table: change(db, "DELETE FROM entries WHERE table_id = ? AND version > 3", table),
    "an old end": lambda db, table: (
        change(db, "DELETE FROM entries WHERE table_id = ? AND version > 3", table)
        and change(db, "UPDATE tables SET version = 3 WHERE id = ?", table)
    ),
    "a lost link": lambda db, table: change(
        db, "UPDATE entries SET link = NULL WHERE table_id = ? AND version = 3", table
    ),
    "everything lost": lambda db, table: change(db, "DELETE FROM entries WHERE table_id = ?", table),
}  # fmt: skip


@pytest.mark.asyncio
@pytest.mark.parametrize("what", CHANGES)
async def test_a_damaged_log_is_found_and_others_play_on(tmp_path: Path, kept: Kept, what: str) -> None:
    db = tmp_path / "tables.db"
    broken, sound = kept.copied(db)
    assert CHANGES[what](db, broken) > 0
    told = run("doctor", "--db", str(db))
    assert (told.returncode, told.stderr.count("\n")) == (1, 1), told.stderr
    assert f"paddock: the log of table {broken} is damaged: " in told.stderr
    with Place(db) as place:
        ada = Person(place)
        answer = await ada.http("GET", f"/api/tables/{broken}")
        assert answer.status_code == 503
        assert f"the log of table {broken} is damaged" in answer.text
        health = await ada.http("GET", "/healthz")
        assert (health.status_code, broken in health.text) == (503, True)
        assert (await ada.http("GET", "/livez")).status_code == 200
        assert (await ada.http("GET", f"/api/tables/{sound}")).status_code == 200
        await played(place)


@pytest.mark.asyncio
async def test_a_damaged_table_is_left_out_of_lists_and_forgotten_once_it_is_restored(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with Place(db) as place:
        ada = Person(place)
        broken, sound = [await ada.create("me open", public=True) for _ in range(2)]
    assert change(db, "UPDATE entries SET body = CAST(body || ' ' AS BLOB) WHERE table_id = ?", broken["table"])
    with Place(db) as place:
        ada.place = place
        for cards in ((await ada.read("/api/tables"))["open"], await ada.read("/api/mine")):
            assert [card["id"] for card in cards] == [sound["table"]]
        assert (await ada.http("GET", "/healthz")).status_code == 503
        change(db, "UPDATE entries SET body = CAST(rtrim(CAST(body AS TEXT)) AS BLOB)")
        assert (await ada.http("GET", f"/api/tables/{broken['table']}")).status_code == 200
        assert (await ada.http("GET", "/healthz")).status_code == 200


def test_a_changed_secret_is_found(tmp_path: Path, kept: Kept) -> None:
    db = tmp_path / "tables.db"
    broken, _ = kept.copied(db)
    assert change(db, "UPDATE tables SET secret = zeroblob(32) WHERE id = ?", broken) == 1
    told = run("doctor", "--db", str(db), "--json")
    assert told.returncode == 1
    (fault,) = json.loads(told.stdout)["faults"]
    assert "its secret is not the one that its dice were promised by" in fault


def test_all_but_the_damaged_tables_are_exported(tmp_path: Path, kept: Kept) -> None:
    db = tmp_path / "tables.db"
    broken, sound = kept.copied(db)
    CHANGES["a changed entry"](db, broken)
    done = run("export", str(tmp_path / "all.jsonl"), "--db", str(db))
    assert (done.returncode, done.stdout.startswith("1 tables written")) == (1, True), done.stderr
    assert broken in done.stderr
    assert sound in (tmp_path / "all.jsonl").read_text()


@pytest.mark.asyncio
async def test_a_log_from_before_there_were_links_is_read_and_linked_from_its_next_entry_on(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with Place(db) as place:
        ada, ben = Person(place), Person(place, "Ben", "fox")
        table = await ada.create("me open")
        await ben.sit(table)
    change(db, "UPDATE entries SET link = NULL")
    change(db, "UPDATE tables SET head = NULL")
    told = run("doctor", "--db", str(db))
    assert told.returncode == 0
    assert "5 entries are older than the chain" in told.stdout
    with Place(db) as place:
        ada.place = place
        async with ada.look(table) as line:
            await line.play()
    told = run("doctor", "--db", str(db))
    assert (told.returncode, "older" in told.stdout) == (0, False), told
    change(db, "UPDATE entries SET body = CAST(body || ' ' AS BLOB) WHERE version = 2")
    assert "entry 6, or one before it, is not what was written" in run("doctor", "--db", str(db)).stderr


# Starting.


def refused(db: str | Path, **settings: str) -> str:
    """What a server says that does not start."""
    done = run("serve", "--no-browser", "--port", "0", "--db", str(db), **settings)
    assert (done.returncode, done.stdout) == (2, ""), done
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_database_that_cannot_be_used_at_the_start_gets_one_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path / "none" / "tables.db").endswith("tables.db cannot be used: its folder does not exist")
    assert refused(tmp_path).endswith("cannot be used: it is a folder")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada,\n" * 500)
    assert refused(letter).endswith("letter.txt cannot be used: it is no SQLite file")
    assert letter.read_text() == "Dear Ada,\n" * 500
    loop = tmp_path / "loop.db"
    loop.symlink_to(loop)
    assert "loop.db cannot be used: " in refused(loop)


@pytest.mark.asyncio
async def test_a_pipe_is_no_database(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    store = SqliteStore(tmp_path / "pipe")
    with pytest.raises(Unavailable, match="pipe cannot be used: it is no file"):
        await store.open()
    with pytest.raises(PaddockError, match="the database cannot be read: it is no file"):
        await check_up(str(tmp_path / "pipe"))


@pytest.mark.asyncio
async def test_a_file_is_checked_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that was mounted to be read alone: there SQLite can make no file beside it."""
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    await store.close()
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda *_: False)
    asked: list[str] = []
    connect = sqlite3.connect

    def noting(name: str, uri: bool) -> sqlite3.Connection:
        asked.append(name)
        return connect(name, uri=uri)

    monkeypatch.setattr(sqlite3, "connect", noting)
    assert (await check_up(str(tmp_path / "tables.db"))).faults == []
    assert [name.endswith("?mode=ro&immutable=1") for name in asked] == [True]
    assert sorted(tmp_path.iterdir()) == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "cookies.db"
    change(other, "CREATE TABLE cookies (name TEXT)")
    before = other.read_bytes()
    assert refused(other).endswith("is the database of another program; name another file with --db")
    assert other.read_bytes() == before


def test_a_corrupt_file_gets_one_sentence(tmp_path: Path, kept: Kept) -> None:
    db = tmp_path / "tables.db"
    kept.copied(db)
    whole = db.read_bytes()
    db.write_bytes(whole[:100] + bytes(4096 - 100) + whole[4096:])
    assert refused(db).endswith("cannot be used: it is damaged; restore it from a backup")
    assert run("doctor", "--db", str(db)).returncode == 2
    db.write_bytes(whole[:5000])
    assert "cannot be used: it is damaged" in refused(db)


def test_a_database_that_refuses_gets_one_sentence(tmp_path: Path) -> None:
    assert refused("postgresql://nobody@127.0.0.1:1/paddock").startswith("paddock: the database cannot be used: ")
    assert refused("postgresql://nobody@127.0.0.1:port/paddock").startswith("paddock: the database cannot be used: ")
    assert "secret" not in refused("postgresql://nobody:secret@127.0.0.1:1/paddock")


# What the chain does not cover.


@pytest.mark.asyncio
@pytest.mark.parametrize("personal", [b'{"name":"\xff"}', b'{"name":'], ids=["no text", "half"])
async def test_a_damaged_name_harms_no_list_and_is_told(tmp_path: Path, personal: bytes) -> None:
    db = tmp_path / "tables.db"
    with Place(db) as place:
        ada = Person(place)
        broken, sound = [await ada.create("me open", public=True) for _ in range(2)]
    sql = "UPDATE entries SET personal = ? WHERE table_id = ? AND personal IS NOT NULL"
    assert change(db, sql, personal, broken["table"]) == 1
    told = run("doctor", "--db", str(db))
    with Place(db) as place:
        ada.place = place
        lists = [await ada.http("GET", path) for path in ("/api/tables", "/api/mine")]
        table = await ada.http("GET", f"/api/tables/{broken['table']}")
        health = await ada.http("GET", "/healthz")
    assert [answer.status_code for answer in lists] == [200, 200], "one bit of one name closes the lobby to all"
    assert all(sound["table"] in answer.text for answer in lists)
    assert table.status_code == 200, table.text  # whose name it was is shown as Guest
    assert health.status_code == 503
    assert (told.returncode, broken["table"] in told.stderr) == (1, True), told.stderr


@pytest.mark.asyncio
async def test_no_match_goes_on_with_another_secret_than_its_dice_were_promised_by(tmp_path: Path, kept: Kept) -> None:
    db = tmp_path / "tables.db"
    broken, sound = kept.copied(db)
    assert change(db, "UPDATE tables SET secret = zeroblob(32) WHERE id = ?", broken) == 1
    with Place(db) as place:
        ada = Person(place)
        assert (await ada.http("GET", f"/api/tables/{sound}")).status_code == 200
        assert (await ada.http("GET", f"/api/tables/{broken}")).status_code == 503
        assert (await ada.http("GET", "/healthz")).status_code == 503


# One file, one process.


def test_a_file_is_served_once_by_whatever_name(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    (tmp_path / "elsewhere").mkdir()
    soft, hard, moved = tmp_path / "elsewhere" / "soft.db", tmp_path / "hard.db", tmp_path / "moved.db"
    soft.symlink_to(db)
    with Place(db) as place:
        assert f"is already served by another process at {place.address.replace('127.0.0.1', 'localhost')}/" in refused(
            soft
        )
        hard.hardlink_to(db)
        assert refused(hard).endswith(
            "has 2 names (hard links), and SQLite keeps a log beside each; remove all but one"
        )
        hard.unlink()
        db.rename(moved)
        assert "is already served by another process" in refused(moved)
        moved.rename(db)
    with Place(soft):
        assert "is already served by another process" in refused(db)
    assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir()) == ["soft.db"], "all lies beside the file"
