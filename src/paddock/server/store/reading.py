"""The questions that both databases are asked in the same words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from paddock.server.store.store import Row, TableRow

LOAD: Final = """
SELECT table_id, version, body, personal, person, at FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version
"""
ONE: Final = "SELECT id, game, public, status, created, updated, secret, invite FROM tables WHERE id = $1"
LOBBY: Final = """
SELECT id, game, public, status, created, updated, secret, invite FROM tables
WHERE public AND status = $1 AND updated > $2 ORDER BY created DESC, id LIMIT $3
"""
MINE: Final = """
SELECT id, game, public, status, created, updated, secret, invite, seat FROM tables
JOIN seats ON table_id = id WHERE person = $1 AND (status = 'over') = $2 ORDER BY updated DESC, id, seat
LIMIT $3 OFFSET $4
"""
UNFINISHED: Final = """
SELECT count(DISTINCT id) FROM tables JOIN seats ON table_id = id
WHERE person = $1 AND status IN ('waiting', 'playing') AND updated > $2
"""
STALE: Final = "SELECT id FROM tables WHERE status = 'playing' AND updated < $1 ORDER BY updated, id LIMIT $2"
NEXT: Final = """
SELECT id, game, public, status, created, updated, secret, invite FROM tables WHERE id > $1 ORDER BY id LIMIT 1
"""

# What forget() does, in one transaction.
ERASE: Final = (
    "UPDATE entries SET personal = NULL, person = NULL WHERE person = $1 RETURNING table_id",
    "DELETE FROM seats WHERE person = $1 RETURNING table_id",
)


class Reading(ABC):
    """The reading half of a store, given a way to ask."""

    @abstractmethod
    async def ask(self, question: str, *values: Any) -> Sequence[Any]:
        """The rows that answer a question."""

    async def load(self, table: str, after: int = 0) -> list[Row]:
        return [Row(*found) for found in await self.ask(LOAD, table, after)]

    async def table(self, table: str) -> TableRow | None:
        found = await self.ask(ONE, table)
        return table_row(found[0]) if found else None

    async def lobby(self, status: str, limit: int, since: int = 0) -> list[TableRow]:
        return [table_row(found) for found in await self.ask(LOBBY, status, since, limit)]

    async def mine(self, person: str, limit: int, over: bool = False, after: int = 0) -> list[tuple[TableRow, int]]:
        answer = await self.ask(MINE, person, over, limit, after)
        return [(table_row(found[:-1]), found[-1]) for found in map(tuple, answer)]

    async def unfinished(self, person: str, since: int) -> int:
        return int((await self.ask(UNFINISHED, person, since))[0][0])

    async def stale(self, before: int, limit: int) -> list[str]:
        return [found[0] for found in await self.ask(STALE, before, limit)]

    async def everything(self) -> AsyncIterator[tuple[TableRow, list[Row]]]:
        last = ""
        while found := await self.ask(NEXT, last):
            row = table_row(found[0])
            yield row, await self.load(row.id)
            last = row.id


def table_row(found: Sequence[Any]) -> TableRow:
    row = TableRow(*found)
    return row._replace(public=bool(row.public))  # SQLite has 0 and 1
