"""Store: what the server demands of a database, and what it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final, NamedTuple, Protocol

LEASE: Final = 3.0  # seconds of database time that a heartbeat keeps a server's tables
ANSWER: Final = 3.0  # seconds that a posted command waits for its answer
LOOK: Final = 0.25  # seconds between two looks whether the server that should answer still lives

Woken = Callable[[str, int], None]  # table, version
Asked = Callable[[str, str, bytes], None]  # table, ticket, command
Missed = Callable[[], None]
Overheard = Callable[[str, str], None]  # server, what it said to all


class Row(NamedTuple):
    """One entry of a table's log."""

    table: str
    version: int
    body: bytes
    personal: bytes | None
    person: str | None
    at: int
    link: bytes | None  # of the hash chain, over this body and all before it; old logs have none


class TableRow(NamedTuple):
    """What the lists know of a table without reading its log."""

    id: str
    game: str
    public: bool
    status: str
    created: int
    updated: int
    secret: bytes
    invite: str


class Fenced(Exception):
    """The table has another writer now, or the version does not follow the last one: load before going on."""


class Unavailable(Exception):
    """The database cannot be used now; nothing was written."""


class Doubtful(Unavailable):
    """The database went away during the commit and has not come back to tell: load before going on."""


class Orphaned(Unavailable):
    """The server that had the table has gone: claim it."""


class Damaged(Unavailable):
    """A table's log is not the one that was written; nobody can go on with it before it is restored."""

    def __init__(self, table: str, what: str) -> None:
        super().__init__(f"the log of table {table} is damaged: {what}; restore it from a backup")
        self.table = table


class Store(Protocol):
    """The tables' logs, who may write them, and the lists made of them."""

    shared: bool  # can other servers use the same database?
    damaged: dict[str, Damaged]  # tables whose log was found damaged when it was last read

    async def open(self) -> None:
        """Connect, bring the schema up to date and register this server."""

    async def close(self) -> None:
        """Finish what was accepted, give up all tables, disconnect."""

    async def create(self, row: TableRow, first: Row) -> int:
        """Add a table with its version 1, leased to us; its epoch. Fenced if the table exists."""

    async def append(
        self, row: Row, epoch: int, status: str | None = None, sits: tuple[int, str] | None = None
    ) -> None:
        """Return once the row is on the disk, in one transaction with the new status and with who sits where.

        Fenced unless the table is ours at this epoch and the row follows its last version.
        """

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """The rows with a version above `after`, in order; Damaged unless they are those that were written.

        A personal part that cannot be read is noted in `damaged`, and nothing more.
        """

    async def first(self, table: str) -> bytes | None:
        """The body of its first entry, unchecked: enough to see whether the others can be read here."""

    async def table(self, table: str) -> TableRow | None:
        """The table's own row, if there is such a table."""

    async def claim(self, table: str) -> int | None:
        """The epoch if the table is ours now, raised unless it was ours before; None while another server has it."""

    async def release(self, table: str) -> None:
        """Let others claim the table."""

    async def beat(self) -> None:
        """Show that this server lives: its tables are its own for another LEASE."""

    async def post(self, table: str, command: bytes) -> bytes:
        """Hand a command to the server that has the table; its answer.

        Orphaned as soon as that server's lease has run out; then it may or may not have carried the command out.
        """

    def listen(
        self, woken: Woken, asked: Asked, missed: Missed | None = None, overheard: Overheard | None = None
    ) -> None:
        """Call `woken` when another server appended (version 0: something was erased), `asked` with commands for us.

        `missed` is called when either may have been lost, after the database was away; `overheard` with gossip.
        """

    async def gossip(self, text: str) -> None:
        """Tell all other servers something short that is not kept, and may get lost."""

    async def answer(self, ticket: str, answer: bytes) -> None:
        """Answer a command that was asked; too late is no error."""

    async def lobby(self, status: str, limit: int, since: int = 0) -> list[TableRow]:
        """Public tables of this status where something has happened after `since`, newest first.

        Of those that wait only such where somebody has sat down.
        """

    async def mine(self, person: str, limit: int, over: bool = False, after: int = 0) -> list[tuple[TableRow, int]]:
        """The tables where this person sits, with the seat, the last changed first, without the first `after`.

        Those of matches that are over, or all others.
        """

    async def unfinished(self, person: str, since: int) -> int:
        """At how many tables that are not over, and were changed after `since`, this person sits."""

    async def stale(self, before: int, limit: int) -> list[str]:
        """Matches that have begun and where nothing has happened since `before`, the longest untouched first."""

    async def keep(self, table: str, keepsake: bytes) -> None:
        """Store the keepsake of a match that is over; one that is there already stays."""

    async def kept(self, table: str) -> bytes | None:
        """The keepsake of a match, if there is one."""

    async def unkept(self, limit: int) -> list[str]:
        """Matches that are over and have no keepsake, the oldest first."""

    async def newest(self) -> int:
        """When the last entry of all was written, by the clock of its writer; 0 if there is none."""

    async def orphans(self) -> list[str]:
        """The tables that are not over and whose server has gone without releasing them, oldest first."""

    async def forget(self, person: str) -> list[str]:
        """Erase all that is personal to somebody; the tables that were touched."""

    def everything(self) -> AsyncIterator[tuple[TableRow, list[Row]]]:
        """All tables with their logs; those that are damaged are left out, and noted."""
