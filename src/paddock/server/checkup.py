"""Checkup: is everything that a database keeps what was written? It is only read, also while a server runs."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

import asyncpg

from paddock.core.errors import PaddockError
from paddock.core.fair import commitment
from paddock.server.entry import Opened
from paddock.server.keepsake import BadKeepsake, unpacked
from paddock.server.store.content import body_of
from paddock.server.store.reading import NEXT, Reading, table_row
from paddock.server.store.record import FileRecord, record
from paddock.server.store.schema import APPLIED
from paddock.server.store.sqlite import reason
from paddock.server.store.store import Damaged, Row, TableRow

KEEPSAKES = 3  # the migration that made room for them


class Found(NamedTuple):
    """What a checkup has found."""

    tables: int
    entries: int
    unlinked: int  # entries of tables that have had no new one since there are links
    faults: list[str]


async def check_up(address: str) -> Found:
    """Look through a whole database; PaddockError if it cannot be read at all."""
    try:
        async with record(address) as kept:
            return await look_through(kept)
    except (sqlite3.Error, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise PaddockError(f"the database cannot be read: {reason(error)}") from None


async def look_through(kept: Reading) -> Found:
    tables = entries = unlinked = 0
    faults: list[str] = []
    if isinstance(kept, FileRecord):
        told = [line for (line,) in await kept.ask("PRAGMA integrity_check(20)")]
        faults += [f"the file is damaged: {line}" for line in told if line != "ok"]
    keeps = (KEEPSAKES,) in [
        tuple(found) for found in await kept.ask(APPLIED)
    ]  # else no server has brought it up to date
    last = ""
    while found := await kept.ask(NEXT, last):
        table = table_row(found[0])
        last = table.id
        tables += 1
        try:
            rows = await kept.load(table.id)
            if table.id in kept.damaged:  # which it may be and still be played
                raise kept.damaged[table.id]
            opened = demand_readable(table, rows)
            if keeps and (keepsake := await kept.kept(table.id)) is not None:
                unpacked(keepsake, opened)
        except (Damaged, BadKeepsake) as fault:
            faults.append(str(fault))
            continue
        entries += len(rows)
        unlinked += sum(row.link is None for row in rows) if rows[-1].link is None else 0
    return Found(tables, entries, unlinked, faults)


def demand_readable(table: TableRow, rows: list[Row]) -> Opened:
    """The first entry; Damaged unless all can be read and the secret is the one that the table is bound to."""
    opened: Opened | None = None
    for row in rows:
        body = body_of(row)
        if isinstance(body, Opened) and row.version == 1:
            opened = body
    if opened is None or opened.commitment != commitment(table.secret, table.id, opened.game, opened.rules):
        raise Damaged(table.id, "its secret is not the one that its dice were promised by")
    return opened
