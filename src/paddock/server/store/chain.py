"""Chain: what shows that a stored log is the one that was written.

Every entry is kept with its link, a hash over it and all entries before it, and every table with how many
entries it has and the last link, its head. A log that a disk, a copy or a hand has changed, cut or mixed does
not fit these any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from paddock.core.fair import first_link, next_link
from paddock.server.store.store import Damaged, Row

SLICE: Final = 500  # entries that are checked in one go; a hash takes a microsecond, and others want to play


async def demand_whole(table: str, rows: Sequence[Row], last: int, head: bytes | None, before: Row | None) -> None:
    """Damaged unless these rows, after `before`, are all that the table has, up to its last version and its head.

    Rows from before there were links have none; the first link after them speaks for all of them.
    """
    version = before.version if before else 0
    link = before.link if before else first_link(table)
    linked = before is not None and before.link is not None
    for number, row in enumerate(rows, 1):
        version += 1
        if row.version != version:
            raise Damaged(table, f"entry {version} is missing")
        link = next_link(link, row.body) if link is not None else row.link
        if row.link is None and linked:
            raise Damaged(table, f"entry {version} has lost its link")
        if row.link is not None and row.link != link:
            raise Damaged(table, f"entry {version}, or one before it, is not what was written")
        linked = row.link is not None
        if number % SLICE == 0:
            await asyncio.sleep(0)
    if version != last:
        raise Damaged(table, f"{last} entries were written and {version} are there")
    newest = rows[-1] if rows else before
    if newest is not None and newest.link != head:
        raise Damaged(table, f"its last link is not that of entry {version}")
