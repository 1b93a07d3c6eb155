"""Summary: what a list says about a table, and how it is kept, so that a list does not replay every match in it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from paddock.core.errors import PaddockError
from paddock.server.frame import result_json, seats_json
from paddock.server.store.store import Damaged, TableRow
from paddock.server.table import Table

MOST = 10_000  # tables whose summaries are kept, some 2 kB each


class Summary(NamedTuple):
    """A table in a list, and what `/api/mine` asks about one of its seats."""

    card: dict[str, Any]
    persons: list[str | None]  # of each seat, the hash of the person's token
    owing: set[int]  # the seats whose people have to decide


def summarise(row: TableRow, table: Table, here: frozenset[int]) -> Summary:
    """What a list says about a table that is in memory."""
    opened = table.opened
    card = {
        "id": row.id,
        "game": row.game,
        "status": table.status,
        "seats": seats_json(table, here),
        "setup": {"game": opened.game, "seats": opened.seats, "options": opened.options},
        "clock": msgspec.structs.asdict(opened.clock),
        "created": row.created,
        "updated": row.updated,
        "result": result_json(table),
        "closed": table.closed or None,
    }
    return Summary(card, [seat.person for seat in table.seats], table.owing)


class Summaries:
    """Those of tables that nobody has open here, made when they are first asked for."""

    def __init__(self, replay: Callable[[TableRow], Awaitable[Table]]) -> None:
        self.replay = replay
        self.kept: OrderedDict[str, Summary | None] = OrderedDict()  # None: in the making

    async def of(self, row: TableRow) -> Summary | None:
        """The summary of a table as it is in the store; None if it cannot be read, which must not spoil a list."""
        kept = self.kept.get(row.id)
        if kept is not None and (kept.card["status"], kept.card["updated"]) == (row.status, row.updated):
            self.kept.move_to_end(row.id)
            return kept
        self.kept[row.id] = None
        try:
            made = summarise(row, await self.replay(row), frozenset())
        except (PaddockError, Damaged):  # a game that is offered no more, or a log that the store has noted
            self.spoil(row.id)
            return None
        if row.id in self.kept:  # else it has changed meanwhile
            self.kept[row.id] = made
            while len(self.kept) > MOST:
                self.kept.popitem(last=False)
        return made

    def spoil(self, table: str) -> None:
        """It has changed, or somebody's data were erased from it."""
        self.kept.pop(table, None)
