"""A file that fails: nothing false is acknowledged, and all goes on once it can."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from paddock.core.errors import PaddockError
from paddock.server.store import open_store
from paddock.server.store.postgres import PostgresStore
from paddock.server.store.sqlite import BATCH, SqliteStore
from paddock.server.store.store import Damaged, Doubtful, Fenced, Unavailable
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

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.at_gate = threading.Event()
        self.statements: list[str] = []

    def connect(self) -> sqlite3.Connection:
        if self.unreachable:
            raise sqlite3.OperationalError("unable to open database file")
        self.connections += 1
        connection = super().connect()
        connection.execute(f"PRAGMA max_page_count = {self.pages}")
        connection.set_trace_callback(self.statements.append)
        return connection

    def commit(self, connection: sqlite3.Connection) -> None:
        self.commits += 1
        failing, self.failing = self.failing, ""
        if self.gate is not None:
            self.at_gate.set()
            self.gate.wait()
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


async def in_one_batch(store: Failing, *calls: Coroutine[Any, Any, Any], failing: str = "") -> list[Any]:
    """What calls bring that share a transaction, because they come in while another is committed."""
    store.gate = threading.Event()
    store.at_gate.clear()
    first = asyncio.create_task(store.beat())
    await asyncio.to_thread(store.at_gate.wait)
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)  # all have been accepted
    store.failing = failing
    store.statements.clear()
    gate, store.gate = store.gate, None
    gate.set()
    await first
    return await asyncio.gather(*tasks, return_exceptions=True)


def kinds(outcomes: list[Any]) -> list[type]:
    return [type(outcome) for outcome in outcomes]


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


async def test_rows_of_one_batch_share_their_statements(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    names = [f"table {number}" for number in range(300)]
    await asyncio.gather(*(store.create(table(name), row(1, name)) for name in names))
    before = store.commits
    outcomes = await in_one_batch(store, *(store.append(row(2, name), 1) for name in names))
    assert outcomes == [None] * 300
    assert store.commits - before == 2  # with the one that they waited for
    words = [
        statement.split()[0] for statement in store.statements if "wal_checkpoint" not in statement
    ]  # the sweeper's
    assert words == ["COMMIT", "BEGIN", "UPDATE", "INSERT", "COMMIT"]
    await store.close()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 9, 16, 17, 33])
async def test_a_batch_of_any_size_writes_its_rows_and_nothing_else(tmp_path: Path, size: int) -> None:
    store = await opened(tmp_path)
    names = [f"table {number:02}" for number in range(size)]
    await asyncio.gather(*(store.create(table(name), row(1, name)) for name in names))
    outcomes = await in_one_batch(store, *(store.append(row(2, name), 1) for name in names))
    assert outcomes == [None] * size
    found = [(one, rows) async for one, rows in store.everything()]
    written = [(table(name, updated=1002), [row(1, name), row(2, name)]) for name in names]
    assert found == sorted([*written, (table(), [row(1)])])
    assert len(await store.ask("SELECT * FROM entries")) == 2 * size + 1
    assert await store.ask("SELECT * FROM seats") == []
    await store.close()


async def test_a_batch_without_end_goes_in_several_transactions(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    before = store.commits
    versions = range(2, 2 * BATCH + 10)
    assert set(await in_one_batch(store, *(store.append(row(version), 1) for version in versions))) == {None}
    assert store.commits - before == 4
    assert await store.load("t1") == [row(1), *map(row, versions)]
    await store.close()


async def test_a_fenced_row_of_a_batch_fails_alone(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    for name in ("t2", "t3"):
        await store.create(table(name), row(1, name))
    outcomes = await in_one_batch(
        store,
        store.append(row(2), 1, status="playing", sits=(0, "ada")),
        store.append(row(2, "t2"), 7, status="over", sits=(0, "eve")),
        store.append(row(2, "nobody's"), 1),
        store.append(row(0, "t2"), 1),
        store.append(row(2, "t3", personal=b"Ada", person="ada"), 1, sits=(1, "ada")),
        store.append(row(3), 1),
    )
    assert kinds(outcomes) == [type(None), Fenced, Fenced, Fenced, type(None), type(None)]
    assert await store.load("t1") == [row(1), row(2), row(3)]
    assert await store.load("t2") == [row(1, "t2")]
    assert await store.load("t3") == [row(1, "t3"), row(2, "t3", personal=b"Ada", person="ada")]
    assert await store.table("t1") == table(status="playing", updated=1003)
    assert await store.table("t2") == table("t2")
    assert [(one.id, seat) for one, seat in await store.mine("ada", 9)] == [("t1", 0), ("t3", 1)]
    assert await store.mine("eve", 9) == []
    await store.close()


async def test_all_calls_of_a_batch_keep_their_order(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    outcomes = await in_one_batch(
        store,
        store.append(row(2), 1),
        store.append(row(2, "t2"), 1),
        store.create(table("t2"), row(1, "t2")),
        store.append(row(2, "t2"), 1),
        store.append(row(3), 1),
        store.release("t2"),
        store.append(row(3, "t2"), 1),
        store.claim("t2"),
        store.append(row(3, "t2"), 1),
        store.append(row(3, "t2"), 2),
        store.append(row(4, "t2"), 2),
    )
    assert kinds(outcomes) == [
        *(type(None), Fenced, int, type(None), type(None), type(None)),
        *(Fenced, int, Fenced, type(None), type(None)),
    ]
    assert outcomes[7] == 2
    assert await store.load("t1") == [row(1), row(2), row(3)]
    assert await store.load("t2") == [row(version, "t2") for version in (1, 2, 3, 4)]
    await store.close()


async def test_calls_between_appends_are_done_once_and_in_order(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    outcomes = await in_one_batch(
        store,
        store.append(row(2), 1),
        store.append(row(3), 1),
        store.release("t1"),
        store.claim("t1"),
        store.append(row(4), 2),
        store.append(row(5), 2),
    )
    assert outcomes == [None, None, None, 2, None, None]
    assert await store.load("t1") == [row(version) for version in range(1, 6)]
    await store.close()


async def test_values_that_do_not_fit_fail_alone_in_a_batch(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    names = [f"table {number}" for number in range(5)]
    await asyncio.gather(*(store.create(table(name), row(1, name)) for name in names))
    odd: list[dict[str, Any]] = [{}, {"body": 5}, {"at": None}, {"version": "2"}, {"body": None, "person": "ada"}]
    outcomes = await in_one_batch(
        store,
        store.append(row(2), 1),
        *(store.append(row(2, name)._replace(**changes), 1) for name, changes in zip(names, odd, strict=True)),
        store.append(row(3), 1),
    )
    assert kinds(outcomes) == [
        *(type(None), type(None), TypeError, sqlite3.IntegrityError),
        *(TypeError, sqlite3.IntegrityError, type(None)),
    ]
    assert await store.load("t1") == [row(1), row(2), row(3)]
    assert [len(await store.load(name)) for name in names] == [2, 1, 1, 1, 1]
    assert [(await store.ask("SELECT version FROM tables WHERE id = $1", name))[0][0] for name in names] == [
        2,
        1,
        1,
        1,
        1,
    ]
    await store.close()


async def test_a_row_that_is_there_though_its_table_knows_nothing_of_it_fails_alone(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.create(table("t2"), row(1, "t2"))
    other = sqlite3.connect(tmp_path / "paddock.db")
    other.execute("INSERT INTO entries (table_id, version, body, at) VALUES ('t2', 2, x'00', 1)")
    other.commit()
    other.close()
    outcomes = await in_one_batch(
        store, store.append(row(2), 1), store.append(row(2, "t2"), 1), store.append(row(3), 1)
    )
    assert kinds(outcomes) == [type(None), sqlite3.IntegrityError, type(None)]
    assert await store.load("t1") == [row(1), row(2), row(3)]
    with pytest.raises(Damaged, match="1 entries were written and 2 are there"):
        await store.load("t2")
    await store.close()


@pytest.mark.parametrize("failing", ["before", "after"])
async def test_a_batch_whose_commit_failed_is_looked_up_row_by_row(tmp_path: Path, failing: str) -> None:
    store = await opened(tmp_path)
    await store.create(table("t2"), row(1, "t2"))
    outcomes = await in_one_batch(
        store,
        store.append(row(2), 1),
        store.append(row(2, "t2"), 1),
        store.append(row(9, "t2"), 1),
        store.append(row(3), 1),
        failing=failing,
    )
    written = type(None) if failing == "after" else Unavailable
    assert kinds(outcomes) == [written, written, Fenced, written]
    rows = 3 if failing == "after" else 1
    assert await store.load("t1") == [row(1), row(2), row(3)][:rows]
    await store.append(row(rows + 1), 1)
    await store.close()


async def test_a_sqlite_that_is_too_old_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(PaddockError, match=r"^this Python has SQLite 3\.34\.1; Paddock needs 3\.35 or a newer one$"):
        await open_store(tmp_path / "paddock.db").open()
    assert list(tmp_path.iterdir()) == []


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


# What is forgotten leaves the files, too.


def files_with(folder: Path, word: bytes) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if word in file.read_bytes())


async def somebody_spoke(store: SqliteStore) -> None:
    await store.open()
    epoch = await store.create(table(), row(1))
    await store.append(row(2, personal=b"my aunt lives in Graz", person="Adalbert"), epoch, None, (0, "Adalbert"))


async def test_what_is_forgotten_is_in_no_file_while_the_store_is_open(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await somebody_spoke(store)
    assert files_with(tmp_path, b"Graz"), "else this test would look in the wrong place"
    assert await store.forget("Adalbert") == ["t1"]
    assert files_with(tmp_path, b"Graz") == []
    assert files_with(tmp_path, b"Adalbert") == []
    await store.close()


async def test_a_reader_that_stands_in_the_way_only_delays_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await somebody_spoke(store)
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT * FROM entries").fetchall()
    assert await store.forget("Adalbert") == ["t1"]
    assert files_with(tmp_path, b"Graz"), "the reader still sees what was there"
    other.execute("COMMIT")
    other.close()
    await store.beat()
    assert files_with(tmp_path, b"Graz") == []
    await store.close()


async def test_what_a_killed_process_had_forgotten_goes_at_the_next_start(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await somebody_spoke(store)
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)  # so that closing leaves the log as it is
    other.execute("PRAGMA secure_delete = ON")
    other.execute("SELECT 1 FROM tables").fetchall()
    other.execute("UPDATE entries SET personal = NULL, person = NULL")
    other.execute("DELETE FROM seats")
    await store.close()
    assert files_with(tmp_path, b"Graz")
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    assert files_with(tmp_path, b"Graz") == []
    await store.close()
    other.close()


async def test_nobody_else_may_read_a_new_file(tmp_path: Path) -> None:
    """It holds the dice of matches that go on."""
    store = SqliteStore(tmp_path / "paddock.db")
    await store.open()
    try:
        await store.create(table(), row(1))
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir() if file.suffix != ".lock"}
        assert set(modes.values()) == {0o600}, modes
        assert "paddock.db-wal" in modes
    finally:
        await store.close()


async def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "paddock.db"
    path.touch()
    path.chmod(0o640)
    store = SqliteStore(path)
    await store.open()
    await store.close()
    assert path.stat().st_mode & 0o777 == 0o640
