"""A file that fails: nothing false is acknowledged, and all goes on once it can."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from paddock.core.errors import PaddockError
from paddock.server.store import open_store
from paddock.server.store.postgres import PostgresStore
from paddock.server.store.sqlite import SqliteStore
from paddock.server.store.store import Doubtful, Fenced, Unavailable
from tests.server.store.place import row, table

pytestmark = pytest.mark.asyncio


class Failing(SqliteStore):
    """A store whose disk can be small, whose commits can fail or wait, and whose file can be out of reach."""

    pages = 1 << 30
    failing = ""
    unreachable = False
    connections = 0
    commits = 0
    gate: threading.Event | None = None

    def connect(self) -> sqlite3.Connection:
        if self.unreachable:
            raise sqlite3.OperationalError("unable to open database file")
        self.connections += 1
        connection = super().connect()
        connection.execute(f"PRAGMA max_page_count = {self.pages}")
        return connection

    def commit(self, connection: sqlite3.Connection) -> None:
        self.commits += 1
        if self.gate is not None:
            self.gate.wait()
        failing, self.failing = self.failing, ""
        if failing == "before":
            raise sqlite3.OperationalError("disk I/O error")
        super().commit(connection)
        if failing == "after":
            raise sqlite3.OperationalError("disk I/O error")


async def opened(folder: Path) -> Failing:
    store = Failing(folder / "paddock.db")
    await store.open()
    await store.create(table(), row(1))
    return store


async def test_commits_are_fsynced(tmp_path: Path) -> None:
    store = Failing(tmp_path / "paddock.db")
    connection = store.connect()
    settings = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("synchronous", "journal_mode", "foreign_keys")
    }
    connection.close()
    assert settings == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}


async def test_a_full_disk_is_unavailable_until_there_is_room(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    store.pages = 20
    store.failing = "before"
    with pytest.raises(Unavailable):  # this commit fails, and the next connection is on a small disk
        await store.append(row(2), 1)
    acknowledged = [row(1)]

    async def fill() -> None:
        for version in range(2, 200):
            big = row(version, body=b"x" * 2000)
            await store.append(big, 1)
            acknowledged.append(big)

    with pytest.raises(Unavailable, match="full"):
        await fill()
    assert await store.load("t1") == acknowledged
    store.pages = 1 << 30
    after = row(len(acknowledged) + 1, body=b"y" * 2000)
    await store.append(after, 1)
    await store.close()
    again = SqliteStore(tmp_path / "paddock.db")
    await again.open()
    assert await again.load("t1") == [*acknowledged, after]
    await again.close()


async def test_a_failed_commit_is_unavailable_and_its_connection_not_used_again(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    before = store.connections
    store.failing = "before"
    with pytest.raises(Unavailable) as caught:
        await store.append(row(2), 1, status="over", sits=(0, "ada"))
    assert not isinstance(caught.value, Doubtful)
    assert store.connections > before
    assert await store.load("t1") == [row(1)]
    assert await store.table("t1") == table()
    assert await store.mine("ada", 9) == []
    await store.append(row(2), 1)
    await store.close()


async def test_a_commit_that_succeeded_in_spite_of_an_error_is_acknowledged(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    store.failing = "after"
    await store.append(row(2), 1)
    store.failing = "after"
    assert await store.create(table("t2"), row(1, "t2")) == 1
    assert await store.load("t1") == [row(1), row(2)]
    await store.close()


async def test_a_commit_that_nobody_can_ask_about_is_doubtful(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    store.failing = "after"
    store.unreachable = True
    with pytest.raises(Doubtful):
        await store.append(row(2), 1)
    with pytest.raises(Unavailable):
        await store.beat()
    store.unreachable = False
    with pytest.raises(Fenced):
        await store.append(row(2, body=b"again"), 1)
    await store.append(row(3), 1)
    await store.close()


async def test_a_file_that_another_program_locks_is_unavailable(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    other = sqlite3.connect(tmp_path / "paddock.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"):
        await store.append(row(2), 1)
    assert await store.load("t1") == [row(1)]
    other.execute("ROLLBACK")
    other.close()
    await store.append(row(2), 1)
    await store.close()


async def test_reading_does_not_wait_for_a_commit(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    store.gate = threading.Event()
    append = asyncio.create_task(store.append(row(2), 1))
    assert await store.load("t1") == [row(1)]
    assert not append.done()
    store.gate.set()
    await append
    assert await store.load("t1") == [row(1), row(2)]
    await store.close()


async def test_rows_that_wait_share_the_next_commit(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    before = store.commits
    store.gate = threading.Event()
    appends = [asyncio.create_task(store.append(row(version), 1)) for version in range(2, 100)]
    await asyncio.sleep(0)
    store.gate.set()
    await asyncio.gather(*appends)
    assert store.commits - before <= 2
    await store.close()


async def test_a_value_that_does_not_fit_fails_only_its_own_row(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.create(table("t2"), row(1, "t2"))
    outcomes = await asyncio.gather(
        store.append(row(2), 1), store.append(row(2, "t2", at=1 << 70), 1), return_exceptions=True
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], OverflowError)
    assert await store.load("t2") == [row(1, "t2")]
    assert await store.load("t1") == [row(1), row(2)]
    await store.close()


async def test_a_file_is_served_by_one_process(tmp_path: Path) -> None:
    path = tmp_path / "paddock.db"
    store = open_store(path, address="http://127.0.0.1:8000")
    await store.open()
    with pytest.raises(PaddockError, match=r"is already served by another process at http://127\.0\.0\.1:8000;"):
        await open_store(path).open()
    await store.close()
    again = open_store(str(path))
    await again.open()
    await again.close()


async def test_a_file_that_is_no_database_or_out_of_reach_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database " * 1000)
    for path in (tmp_path / "text", tmp_path / "no" / "folder"):
        with pytest.raises(Unavailable):
            await open_store(path).open()


async def test_a_file_of_a_newer_paddock_is_refused(tmp_path: Path) -> None:
    await (await opened(tmp_path)).close()
    connection = sqlite3.connect(tmp_path / "paddock.db")
    connection.execute("INSERT INTO migrations (number) VALUES (99)")
    connection.commit()
    connection.close()
    with pytest.raises(PaddockError, match="newer Paddock"):
        await open_store(tmp_path / "paddock.db").open()


async def test_what_is_forgotten_leaves_the_file(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.append(row(2, personal=b"a name that nobody else has", person="ada"), 1)
    await store.forget("ada")
    await store.close()
    assert all(b"a name that nobody else has" not in file.read_bytes() for file in tmp_path.iterdir())


async def test_there_is_nobody_to_ask(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    store.listen(lambda name, version: None, lambda name, ticket, command: None)
    with pytest.raises(Unavailable):
        await store.post("t1", b"command")
    with pytest.raises(Unavailable):
        await store.answer("ticket", b"answer")
    await store.close()


async def test_a_url_is_told_from_a_path(tmp_path: Path) -> None:
    assert isinstance(open_store("postgresql://localhost/paddock"), PostgresStore)
    assert isinstance(open_store(tmp_path / "postgresql"), SqliteStore)
