"""The questions that both databases are asked in the same words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, Final

from paddock.server.store.chain import demand_whole
from paddock.server.store.content import blot
from paddock.server.store.store import Damaged, Row, TableRow

# From the row before on, whose link the others follow; and what the table itself knows about its log.
LOAD: Final = """
SELECT tables.version, head, id, entries.version, body, personal, person, at, link
FROM tables LEFT JOIN entries ON table_id = id AND entries.version >= $1 WHERE id = $2 ORDER BY entries.version
"""
FIRST: Final = "SELECT body FROM entries WHERE table_id = $1 AND version = 1"
ONE: Final = "SELECT id, game, public, status, created, updated, secret, invite FROM tables WHERE id = $1"
LOBBY: Final = """
SELECT id, game, public, status, created, updated, secret, invite FROM tables
WHERE public AND status = $1 AND updated > $2
AND (status <> 'waiting' OR EXISTS (SELECT 1 FROM seats WHERE table_id = id)) ORDER BY created DESC, id LIMIT $3
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
KEEP: Final = "INSERT INTO keepsakes (table_id, body) VALUES ($1, $2) ON CONFLICT (table_id) DO NOTHING"
KEPT: Final = "SELECT body FROM keepsakes WHERE table_id = $1"
UNKEPT: Final = """
SELECT id FROM tables WHERE status = 'over' AND NOT EXISTS (SELECT 1 FROM keepsakes WHERE table_id = id)
ORDER BY created, id LIMIT $1
"""
NEWEST: Final = "SELECT coalesce(max(updated), 0) FROM tables"
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

    def __init__(self) -> None:
        self.damaged: dict[str, Damaged] = {}

    @abstractmethod
    async def ask(self, question: str, *values: Any) -> Sequence[Any]:
        """The rows that answer a question."""

    async def load(self, table: str, after: int = 0) -> list[Row]:
        found = await self.ask(LOAD, after, table)
        if not found:
            return []
        last, head = found[0][:2]
        rows = [Row(*values[2:]) for values in map(tuple, found) if values[3] is not None]
        try:
            if after and (not rows or rows[0].version != after):
                raise Damaged(table, f"entry {after} is missing")
            await demand_whole(table, rows[1:] if after else rows, last, head, rows[0] if after else None)
        except Damaged as fault:
            self.damaged[table] = fault
            raise
        rows = rows[1:] if after else rows
        if (unread := blot(rows)) is not None:
            self.damaged[table] = unread
        elif not after:  # it was restored
            self.damaged.pop(table, None)
        return rows

    async def first(self, table: str) -> bytes | None:
        found = await self.ask(FIRST, table)
        return bytes(found[0][0]) if found else None

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

    async def kept(self, table: str) -> bytes | None:
        found = await self.ask(KEPT, table)
        return bytes(found[0][0]) if found else None

    async def unkept(self, limit: int) -> list[str]:
        return [found[0] for found in await self.ask(UNKEPT, limit)]

    async def newest(self) -> int:
        return int((await self.ask(NEWEST))[0][0])

    async def everything(self) -> AsyncIterator[tuple[TableRow, list[Row]]]:
        last = ""
        while found := await self.ask(NEXT, last):
            row = table_row(found[0])
            last = row.id
            with suppress(Damaged):  # it is noted
                yield row, await self.load(row.id)


def table_row(found: Sequence[Any]) -> TableRow:
    row = TableRow(*found)
    return row._replace(public=bool(row.public))  # SQLite has 0 and 1
