"""Record: what a server's database really holds, read beside the server and not through it."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg

from paddock.server.store.reading import Reading
from paddock.server.store.sqlite import read, read_only


class FileRecord(Reading):
    """Of a SQLite file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self.connection = connection

    async def ask(self, question: str, *values: Any) -> Sequence[Any]:
        return read(self.connection, question, *values)


class ServerRecord(Reading):
    """Of a PostgreSQL."""

    def __init__(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        super().__init__()
        self.connection = connection

    async def ask(self, question: str, *values: Any) -> Sequence[Any]:
        return await self.connection.fetch(question, *values)


@asynccontextmanager
async def record(address: str) -> AsyncIterator[Reading]:
    """The database at an address, to be read; no lease, no lock, nothing is written."""
    if address.startswith(("postgres://", "postgresql://")):
        connection = await asyncpg.connect(address)
        try:
            yield ServerRecord(connection)
        finally:
            await connection.close()
    else:
        with closing(read_only(Path(address))) as file:
            yield FileRecord(file)
