"""PostgresStore: one database for several server processes, with leases, wake-ups and an inbox."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from uuid import uuid4

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from paddock.server.store import schema
from paddock.server.store.reading import ERASE, KEEP, Reading
from paddock.server.store.statements import (
    ANSWERED,
    ANSWERS,
    APPEND,
    BEAT,
    CLAIM,
    CREATE,
    END,
    ERASED,
    LIVES,
    ORPHANS,
    POST,
    QUESTIONS,
    RELEASE,
    RESIGN,
    SWEEP,
    WITHDRAW,
    WRITTEN,
)
from paddock.server.store.store import (
    ANSWER,
    LEASE,
    LOOK,
    Asked,
    Doubtful,
    Fenced,
    Missed,
    Orphaned,
    Overheard,
    Row,
    TableRow,
    Unavailable,
    Woken,
)

BATCH: Final = 1000  # rows of one statement at most, so that nobody waits long for his neighbours
PATIENCE: Final = 1.0  # seconds until a silent database counts as away
PAYLOAD: Final = 7000  # bytes of one wake-up; PostgreSQL takes less than 8000
PULSE: Final = 5.0  # seconds between two looks whether the listening connection still hears
RETRY: Final = 0.1  # seconds between two attempts to reconnect
MIGRATING: Final = 7071  # the advisory lock under which one server at a time migrates
WOKEN: Final = "paddock_woken"  # the channel of all servers; each has one for its mail, too
GOSSIP: Final = "paddock_gossip"  # a second one of all servers


# A database that is down, full, read-only, starting or stopping; all else is our own mistake and is raised as it is.
AWAY: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.ObjectNotInPrerequisiteStateError,
)

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Answer = TypeVar("Answer")


class Append(NamedTuple):
    """A row on its way into the log."""

    row: Row
    epoch: int
    status: str | None
    sits: tuple[int, str] | None
    answer: asyncio.Future[None]


class PostgresStore(Reading):
    """A store in PostgreSQL; `lease` and `patience` are seconds."""

    shared = True

    def __init__(self, url: str, address: str = "", lease: float = LEASE, patience: float = PATIENCE) -> None:
        super().__init__()
        self.url = url
        self.address = address
        self.lease = round(lease * 1000)
        self.patience = patience
        self.me = uuid4().hex
        self.name = f"paddock {self.me}"
        self.pool: asyncpg.Pool[asyncpg.Record] | None = None
        self.log: asyncpg.Pool[asyncpg.Record] | None = None  # of one, for the commits: they wait for no reader
        self.mail: asyncpg.Pool[asyncpg.Record] | None = None
        self.queue: deque[Append] = deque()
        self.work = asyncio.Event()
        self.letters = asyncio.Event()
        self.waiting: dict[str, asyncio.Future[bytes]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.closing = False
        self.heard = 0.0  # when the database last answered, by the loop's clock
        self.woken: Woken = lambda table, version: None
        self.asked: Asked = lambda table, ticket, command: None
        self.missed: Missed = lambda: None
        self.overheard: Overheard = lambda server, text: None

    # ------------------------------------------------------------------ coming and going

    async def open(self) -> None:
        self.closing = False
        try:
            self.pool = await self.connect(4, "on")
            self.log = await self.connect(1, "on")
            # Heartbeats and letters need not survive a crash of the database, and must not wait for its disk.
            self.mail = await self.connect(2, "off")
            async with self.pool.acquire() as connection, connection.transaction():
                await migrate(connection)
            async with self.mail.acquire() as connection:
                for sql in SWEEP:
                    await connection.execute(sql, 20 * self.lease)
            ready = asyncio.Event()
            loop = asyncio.get_running_loop()
            self.tasks = [
                loop.create_task(self.write()),
                loop.create_task(self.hear(ready)),
                loop.create_task(self.sort()),
            ]
            async with asyncio.timeout(10 * self.patience):
                await ready.wait()
            await self.beat()
        except (*AWAY, asyncpg.PostgresError, ValueError) as error:  # a wrong address, password or right, too
            await self.close()
            raise unavailable(error) from error
        except BaseException:
            await self.close()
            raise

    def connect(self, size: int, synchronous: str) -> Awaitable[asyncpg.Pool[asyncpg.Record]]:
        settings = {"application_name": self.name, "synchronous_commit": synchronous}
        return asyncpg.create_pool(
            self.url,
            min_size=0,
            max_size=size,
            max_inactive_connection_lifetime=0,
            timeout=self.patience,
            server_settings=settings,
            reset=keep,
        )

    async def close(self) -> None:
        self.closing = True
        self.work.set()
        if self.tasks:
            writer, *others = self.tasks
            await writer
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            self.tasks = []
        if self.mail is not None:
            with suppress(Unavailable, asyncpg.PostgresError, ValueError):
                await self.send(RESIGN, self.me)
        for pool in (self.pool, self.log, self.mail):
            if pool is not None:
                try:
                    async with asyncio.timeout(self.patience):
                        await pool.close()
                except AWAY:
                    pool.terminate()
        self.pool = self.log = self.mail = None

    # ------------------------------------------------------------------ asking

    async def with_connection(
        self, pool: asyncpg.Pool[asyncpg.Record] | None, ask: Callable[[Connection], Awaitable[Answer]]
    ) -> Answer:
        """What one visit to the database brings; Unavailable if it does not answer."""
        if pool is None:
            raise Unavailable("the store is not open")
        try:
            connection = await self.acquire(pool)
            try:
                async with asyncio.timeout(self.patience):
                    found = await ask(connection)
                self.heard = asyncio.get_running_loop().time()
                return found
            except (*AWAY, asyncio.CancelledError):
                connection.terminate()  # do not wait for one that may be deaf
                raise
            finally:
                await pool.release(connection)
        except ValueError:  # asyncpg's own complaint about a value is an InterfaceError, too
            raise
        except AWAY as error:
            raise unavailable(error) from error

    async def acquire(self, pool: asyncpg.Pool[asyncpg.Record]) -> Connection:
        """A connection; to stand in line for one is no outage while others are served."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(self.patience):
                    return await pool.acquire()
            except TimeoutError:
                if loop.time() - self.heard > self.patience:
                    raise

    async def ask(self, question: str, *values: Any) -> Sequence[Any]:
        return await self.with_connection(self.pool, lambda connection: connection.fetch(question, *values))

    async def send(self, sql: str, *values: Any) -> Sequence[Any]:
        return await self.with_connection(self.mail, lambda connection: connection.fetch(sql, *values))

    # ------------------------------------------------------------------ the log

    async def create(self, row: TableRow, first: Row) -> int:
        process: list[int] = []

        async def ask(connection: Connection) -> list[asyncpg.Record]:
            process.append(connection.get_server_pid())
            return await connection.fetch(CREATE, *row, self.me, *first[1:])

        try:
            found = await self.with_connection(self.pool, ask)
        except Unavailable as error:
            if process:
                (outcome,) = await self.find_out(process[0], [first], error)
                if outcome is not None:
                    raise outcome from error
            else:
                raise
        else:
            if not found:
                raise Fenced(f"table {row.id} exists already")
        return 1

    async def append(
        self, row: Row, epoch: int, status: str | None = None, sits: tuple[int, str] | None = None
    ) -> None:
        if self.closing or not self.tasks:
            raise Unavailable("the store is closed")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queue.append(Append(row, epoch, status, sits, answer))
        self.work.set()
        await answer

    async def write(self) -> None:
        """Commit batch after batch; each takes what came in during the one before."""
        while self.queue or not self.closing:
            await self.work.wait()
            self.work.clear()
            while self.queue:
                batch = next_batch(self.queue)
                for append, outcome in zip(batch, await self.carry_out(batch), strict=True):
                    if append.answer.done():  # the caller was cancelled
                        continue
                    if outcome is None:
                        append.answer.set_result(None)
                    else:
                        append.answer.set_exception(outcome)

    async def carry_out(self, batch: list[Append]) -> list[Exception | None]:
        """Commit one batch; None for what is in the log now, else the exception for it."""
        process: list[int] = []

        async def ask(connection: Connection) -> set[tuple[str, int]]:
            process.append(connection.get_server_pid())
            return await self.commit(connection, batch)

        try:
            written = await self.with_connection(self.log, ask)
        except Unavailable as error:
            if not process:
                return [error] * len(batch)
            return await self.find_out(process[0], [append.row for append in batch], error)
        except Exception as error:  # noqa: BLE001 the writer outlives every mistake
            # Somebody's value does not fit: find out whose, the others go on.
            if len(batch) == 1:
                return [error]
            return [outcome for append in batch for outcome in await self.carry_out([append])]
        return [None if (append.row.table, append.row.version) in written else not_next(append.row) for append in batch]

    async def commit(self, connection: Connection, batch: list[Append]) -> set[tuple[str, int]]:
        """Write a batch, in one transaction; what was written. Tests let it fail."""
        values = [self.me, *runs(batch), *entries(batch), *seats(batch)]
        return {(found[0], found[1]) for found in await connection.fetch(APPEND, *values)}

    async def find_out(self, process: int, rows: list[Row], error: Exception) -> list[Exception | None]:
        """What became of rows whose commit was not answered: None for what is in the log."""

        async def look(connection: Connection) -> list[asyncpg.Record]:
            for (gone,) in await connection.fetch(END, process, self.name):
                if not gone:
                    raise TimeoutError("the old connection does not end")
            return await connection.fetch(WRITTEN, [row.table for row in rows], [row.version for row in rows])

        try:
            async with asyncio.timeout(self.patience):
                while True:
                    try:
                        found = await self.with_connection(self.pool, look)
                        break
                    except Unavailable:
                        await asyncio.sleep(RETRY)
        except TimeoutError:
            return [Doubtful(f"the database went away during a commit: {error}")] * len(rows)
        bodies = {(table, version): body for table, version, body in found}
        outcomes: list[Exception | None] = []
        for row in rows:
            body = bodies.get((row.table, row.version))
            if body is None:
                outcomes.append(error)
            else:
                outcomes.append(None if body == row.body else not_next(row))
        return outcomes

    async def forget(self, person: str) -> list[str]:
        async def erase(connection: Connection) -> list[str]:
            async with connection.transaction():
                touched = sorted({found[0] for sql in ERASE for found in await connection.fetch(sql, person)})
                await connection.fetch(ERASED, self.me, touched, letters(touched))
            return touched

        return await self.with_connection(self.pool, erase)

    # ------------------------------------------------------------------ leases

    async def claim(self, table: str) -> int | None:
        found = await self.ask(CLAIM, self.lease, table, self.me)
        return found[0][0] if found else None

    async def release(self, table: str) -> None:
        await self.ask(RELEASE, table, self.me)

    async def keep(self, table: str, keepsake: bytes) -> None:
        await self.ask(KEEP, table, keepsake)

    async def orphans(self) -> list[str]:
        return [found[0] for found in await self.ask(ORPHANS, self.lease)]

    async def beat(self) -> None:
        await self.send(BEAT, self.me, self.address)

    # ------------------------------------------------------------------ between servers

    def listen(
        self, woken: Woken, asked: Asked, missed: Missed | None = None, overheard: Overheard | None = None
    ) -> None:
        self.woken = woken
        self.asked = asked
        if missed is not None:
            self.missed = missed
        if overheard is not None:
            self.overheard = overheard

    async def gossip(self, text: str) -> None:
        await self.send("SELECT pg_notify($1, $2)", GOSSIP, f"{self.me} {text}")

    async def post(self, table: str, command: bytes) -> bytes:
        ticket = uuid4().hex
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiting[ticket] = answer
        try:
            found = await self.send(POST, self.lease, ticket, table, self.me, command)
            if not found:
                raise Orphaned(f"no server has table {table}")
            for _ in range(round(ANSWER / LOOK)):
                await asyncio.wait([answer], timeout=LOOK)
                if answer.done():
                    return answer.result()
                if not await self.alive(found[0][0]):
                    await self.withdraw(ticket)
                    raise Orphaned(f"the server of table {table} has gone")
            await self.withdraw(ticket)
            raise Unavailable(f"the server of table {table} does not answer")
        finally:
            del self.waiting[ticket]

    async def withdraw(self, ticket: str) -> None:
        with suppress(Unavailable):
            await self.send(WITHDRAW, ticket)

    async def alive(self, server: str) -> bool:
        """Does its lease still run? While the database is away nobody can say that it does not."""
        try:
            return bool(await self.send(LIVES, self.lease, server))
        except Unavailable:
            return True

    async def answer(self, ticket: str, answer: bytes) -> None:
        await self.send(ANSWERED, ticket, answer)

    async def hear(self, ready: asyncio.Event) -> None:
        """Keep a connection that listens, whatever happens to it."""
        loop = asyncio.get_running_loop()
        for attempt in count():
            if attempt:
                await asyncio.sleep(RETRY)
            with suppress(*AWAY, asyncpg.PostgresError):
                settings = {"application_name": self.name}
                connection = await asyncpg.connect(self.url, timeout=self.patience, server_settings=settings)
                try:
                    lost = asyncio.Event()
                    connection.add_termination_listener(lambda _, lost=lost: lost.set())
                    await connection.add_listener(WOKEN, self.wake)
                    await connection.add_listener(GOSSIP, self.overhear)
                    await connection.add_listener(f"paddock_{self.me}", self.ring)
                    self.letters.set()
                    if ready.is_set():
                        loop.call_soon(self.missed)
                    ready.set()
                    while not lost.is_set():
                        with suppress(TimeoutError):
                            await asyncio.wait_for(lost.wait(), PULSE)
                        if not lost.is_set():
                            await connection.execute("SELECT 1", timeout=self.patience)
                finally:
                    connection.terminate()

    def wake(self, connection: object, process: int, channel: str, payload: object) -> None:
        """Others have appended."""
        sender, *appended = str(payload).split(" ")
        if sender != self.me:
            loop = asyncio.get_running_loop()
            for one in appended:
                table, _, version = one.rpartition(":")
                loop.call_soon(self.woken, table, int(version))

    def overhear(self, connection: object, process: int, channel: str, payload: object) -> None:
        """Others have told something."""
        sender, _, text = str(payload).partition(" ")
        if sender != self.me:
            asyncio.get_running_loop().call_soon(self.overheard, sender, text)

    def ring(self, connection: object, process: int, channel: str, payload: object) -> None:
        """There is mail."""
        self.letters.set()

    async def sort(self) -> None:
        """Hand out the mail whenever the bell rang; what comes in meanwhile is one more round."""
        loop = asyncio.get_running_loop()
        while True:
            await self.letters.wait()
            self.letters.clear()
            try:
                for ticket, answer in await self.send(ANSWERS, self.me):
                    waiting = self.waiting.get(ticket)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(answer)
                for table, ticket, command in await self.send(QUESTIONS, self.me):
                    loop.call_soon(self.asked, table, ticket, command)
            except Unavailable:  # try again, the mail is still there
                await asyncio.sleep(RETRY)
                self.letters.set()


async def keep(connection: object) -> None:
    """No call of ours leaves anything behind in its connection."""


async def migrate(connection: Connection) -> None:
    await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
    await connection.execute(schema.REGISTER)
    applied = {found[0] for found in await connection.fetch(schema.APPLIED)}
    for number, statements in schema.missing(applied):
        for statement in statements:
            await connection.execute(statement)
        await connection.execute(schema.APPLY, number)


def next_batch(queue: deque[Append]) -> list[Append]:
    """Take what can go in one statement: of each table one run of versions that follow each other."""
    batch: list[Append] = []
    later: list[Append] = []
    last: dict[str, Append | None] = {}  # None: this table's turn is over
    while queue and len(batch) < BATCH:
        append = queue.popleft()
        table = append.row.table
        before = last.get(table, append)
        follows = before is append or (
            before is not None and before.epoch == append.epoch and before.row.version + 1 == append.row.version
        )
        (batch if follows else later).append(append)
        last[table] = append if follows else None
    queue.extendleft(reversed(later))
    return batch


def runs(batch: list[Append]) -> list[list[Any]]:
    """The columns of `run` in APPEND."""
    found: dict[str, list[Any]] = {}
    for row, epoch, status, _, _ in batch:
        run = found.setdefault(row.table, [row.table, epoch, row.version - 1, 0, 0, None, None])
        run[3:] = row.version, row.at, status or run[5], row.link
    return [*columns(found.values()), letters(found)]


def entries(batch: list[Append]) -> list[list[Any]]:
    return columns(append.row for append in batch)


def seats(batch: list[Append]) -> list[list[Any]]:
    return columns((sits[1], row.table, sits[0]) for row, _, _, sits, _ in batch if sits is not None) or [[], [], []]


def columns(rows: Iterable[Iterable[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def letters(tables: Iterable[str]) -> list[int]:
    """For each table the number of the wake-up that will name it, so that none becomes too long."""
    numbers: list[int] = []
    letter = size = 0
    for table in tables:
        length = len(table.encode()) + 21  # with a colon, the longest number and a space
        size += length
        if size > PAYLOAD:
            letter, size = letter + 1, length
        numbers.append(letter)
    return numbers


def not_next(row: Row) -> Fenced:
    return Fenced(f"table {row.table} is not ours at this epoch or version {row.version} is not its next")


def unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"the database cannot be used: {str(error) or type(error).__name__}")
