"""SqliteStore: one file for one process, with group commit in a thread of its own."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import sqlite3
import stat
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Final, TextIO
from uuid import uuid4

from paddock.core.errors import PaddockError
from paddock.server.store import schema
from paddock.server.store.reading import ERASE, KEEP, Reading
from paddock.server.store.store import Asked, Doubtful, Fenced, Missed, Overheard, Row, TableRow, Unavailable, Woken

NO_FILE: Final = "it is no file"
OLDEST: Final = (3, 35, 0)  # the first SQLite with UPDATE ... FROM and RETURNING
BATCH: Final = 2000  # rows of one transaction at most, so that nobody waits long for his neighbours
COMPANY: Final = 0.002  # seconds that a busy writer waits for more rows: a commit costs as much as many of them
CROWD: Final = 8  # rows of the last batch for each such wait: then people wait for the processor and not for the disk
LONGER: Final = 4  # such waits at most
SWEEP: Final = 0.25  # seconds between sweeps
# Settings of every connection. Not waiting long for a lock keeps a blocked file from blocking people.
PRAGMAS: Final = (
    "PRAGMA busy_timeout = 800",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is forgotten leaves the file, too
    "PRAGMA wal_autocheckpoint = 4000",  # pages; seldom, because a commit waits for it: see Sweeper
)

NEW_TABLE: Final = """
INSERT INTO tables (id, game, public, status, created, updated, secret, invite, owner, head, epoch, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1)
"""
NEW_ENTRY: Final = """
INSERT INTO entries (table_id, version, body, personal, person, at, link) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
NEW_SEAT: Final = "INSERT OR IGNORE INTO seats (person, table_id, seat) VALUES (?, ?, ?)"
# After every statement the thread waits for the interpreter behind a busy loop, so all rows of a batch share two.
# A run is what a batch has for one table. The statements are prepared for a few sizes only, so they are filled up:
# no table has the epoch 0 and no row the version 0.
FENCE: Final = """
UPDATE tables SET
    version = run.column4, updated = run.column5, status = coalesce(nullif(run.column6, ''), status),
    head = nullif(run.column7, '')
FROM (VALUES {places}) AS run
WHERE id = run.column1 AND epoch = run.column2 AND version = run.column3 AND owner = ?
"""
NO_RUN: Final = ["", 0, 0, 0, 0, "", ""]
NEW_ENTRIES: Final = """
INSERT INTO entries (table_id, version, body, at, link)
SELECT column1, column2, column3, column4, nullif(column5, '') FROM (VALUES {places}) WHERE column2 > 0
"""
NO_ENTRY: Final = ["", 0, "", 0, ""]
EMPTY: Final = bytearray()
# The lock on the file makes every other owner a dead one.
CLAIM: Final = "UPDATE tables SET epoch = epoch + (owner IS NULL OR owner <> ?), owner = ? WHERE id = ? RETURNING epoch"
ORPHANS: Final = "SELECT id FROM tables WHERE status <> 'over' AND owner <> ? ORDER BY created, id"
RELEASE: Final = "UPDATE tables SET owner = NULL WHERE id = ? AND owner = ?"
BEAT: Final = "INSERT OR REPLACE INTO servers (id, address, beat) VALUES (?, ?, ?)"

EMPTY_LOG: Final = "PRAGMA wal_checkpoint(TRUNCATE)"  # write it back and cut its file; 1 if something is in the way

Work = Callable[..., Any]  # of a connection and the job's values


@dataclass(slots=True)  # there is one a row, and a tuple with names takes twice as long to make
class Job:
    """One call on its way through a desk."""

    work: Work
    values: tuple[Any, ...]
    answer: asyncio.Future[Any]


work_of: Final = attrgetter("work")


class Desk:
    """A connection with its thread; all jobs that come in while one transaction runs share the next."""

    def __init__(
        self,
        begin: str,
        connect: Callable[[], sqlite3.Connection],
        commit: Callable[[sqlite3.Connection], None],
        company: float = 0.0,
    ) -> None:
        self.begin = begin
        self.connect = connect
        self.commit = commit
        self.company = company
        self.connection: sqlite3.Connection | None = None
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.loop = asyncio.get_running_loop()
        self.thread: Thread | None = Thread(target=self.serve, name="paddock store", daemon=True)
        self.thread.start()

    def hand(self, work: Work, *values: Any) -> asyncio.Future[Any]:
        """The answer to come of a job that is accepted now."""
        if self.thread is None:
            raise Unavailable("the store is closed")
        answer = self.loop.create_future()
        self.jobs.put(Job(work, values, answer))
        return answer

    async def close(self) -> None:
        """Do all that was accepted, then disconnect."""
        thread, self.thread = self.thread, None
        if thread is not None:
            self.jobs.put(None)
            await asyncio.to_thread(thread.join)

    def serve(self) -> None:
        going = True
        came = 0  # jobs that came together the last time
        while going:
            jobs: list[Job] = []
            with suppress(Empty):
                job = self.jobs.get()
                if came > 1 and self.company:
                    time.sleep(self.company * min(LONGER, max(1, came // CROWD)))
                while job is not None and len(jobs) < BATCH:
                    jobs.append(job)
                    job = self.jobs.get_nowait()
                going = job is not None
                if job is not None:  # the batch is full
                    jobs.append(job)
            came = len(jobs)
            if jobs:
                outcomes = self.carry_out(jobs)
                with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                    self.loop.call_soon_threadsafe(settle, jobs, outcomes)
        self.drop()

    def carry_out(self, jobs: list[Job]) -> list[Any]:
        """Do these jobs in one transaction; what each has brought, or the exception for it."""
        committing = False
        try:
            if self.connection is None:
                self.connection = self.connect()
            connection = self.connection
            outcomes = self.attempt_all(connection, jobs)
            committing = True
            self.commit(connection)
        except Exception as error:  # noqa: BLE001 the thread outlives every mistake
            # Never go on with a connection that saw an I/O error: what it takes for written may not be.
            self.drop()
            if is_outage(error):
                return self.find_out(jobs, outcomes, error) if committing else [unavailable(error)] * len(jobs)
            # Somebody's value does not fit: find out whose, the others go on.
            if len(jobs) == 1:
                return [error]
            return [outcome for job in jobs for outcome in self.carry_out([job])]
        return outcomes

    def attempt_all(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
        """Begin a transaction and do these jobs in it, in their order."""
        connection.execute(self.begin)
        outcomes = attempt_together(connection, jobs)
        if outcomes is None:  # begin again and see who is refused
            connection.execute("ROLLBACK")
            connection.execute(self.begin)
            outcomes = [attempt(connection, job) for job in jobs]
        return outcomes

    def find_out(self, jobs: list[Job], outcomes: list[Any], error: Exception) -> list[Any]:
        """What became of the jobs of a commit that failed.

        The checkpoint makes the log's file empty: what is not in the database after it will not rise again,
        and what is there is on the disk, though the commit's own fsync may have failed.
        """
        try:
            self.connection = self.connect()
            if self.connection.execute(EMPTY_LOG).fetchone()[0]:
                raise sqlite3.OperationalError("the log could not be written back")
            return [
                outcome if isinstance(outcome, Exception) or is_there(self.connection, job) else unavailable(error)
                for job, outcome in zip(jobs, outcomes, strict=True)
            ]
        except (sqlite3.Error, OSError) as again:
            self.drop()
            doubt = Doubtful(f"the database failed during a commit and cannot be asked about it: {again}")
            return [outcome if isinstance(outcome, Exception) else doubt for outcome in outcomes]

    def drop(self) -> None:
        """Disconnect; what is not committed is rolled back."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.rollback()
            with suppress(sqlite3.Error):
                connection.close()


class Sweeper:
    """Carries what the log holds over into the file, beside the commits.

    Else a commit has to do it now and then, and everybody waits. What is left for that commit is only what was written
    since the last sweep; it then begins the log anew.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], carrying: Lock) -> None:
        self.connect = connect
        self.carrying = carrying
        self.closing = Event()
        self.thread = Thread(target=self.serve, name="paddock sweeper", daemon=True)
        self.thread.start()

    async def close(self) -> None:
        self.closing.set()
        await asyncio.to_thread(self.thread.join)

    def serve(self) -> None:
        while not self.closing.is_set():
            # A failed sweep loses nothing; a fresh connection tries again, and commits find out by themselves.
            with suppress(sqlite3.Error, OSError), closing(self.connect()) as connection:
                while not self.closing.wait(SWEEP):
                    with self.carrying:
                        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self.closing.wait(SWEEP)


class SqliteStore(Reading):
    """A store in one file. Reads have their own thread and connection and wait for no commit."""

    shared = False

    def __init__(self, path: Path, address: str = "") -> None:
        super().__init__()
        self.path = path
        self.address = address
        self.me = uuid4().hex
        self.lock: TextIO | None = None
        self.file: int | None = None
        self.erased = True  # something forgotten may be in the write-ahead log still, also by a process before us
        self.carrying = Lock()  # one at a time carries the log over: SQLite refuses a second at once
        self.writer: Desk | None = None
        self.reader: Desk | None = None
        self.sweeper: Sweeper | None = None

    def connect(self) -> sqlite3.Connection:
        """A fresh connection; tests give it a small disk."""
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            for pragma in PRAGMAS:
                connection.execute(pragma)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def commit(self, connection: sqlite3.Connection) -> None:
        """Commit a batch; tests let it fail."""
        connection.execute("COMMIT")
        if self.erased:  # the next commit tries again where a reader or the disk stands in the way
            with suppress(sqlite3.Error), self.carrying:
                self.erased = bool(connection.execute(EMPTY_LOG).fetchone()[0])

    async def open(self) -> None:
        if sqlite3.sqlite_version_info < OLDEST:
            oldest = ".".join(map(str, OLDEST[:2]))
            raise PaddockError(
                f"this Python has SQLite {sqlite3.sqlite_version}; Paddock needs {oldest} or a newer one"
            )
        try:
            self.path = self.path.resolve()  # so that links to a file have its lock and its log
        except (OSError, RuntimeError) as error:
            raise Unavailable(f"{self.path} cannot be used: its links lead nowhere") from error
        self.take_lock()
        try:
            self.make_file()
            demand_ours(self.path)
            self.writer = Desk("BEGIN IMMEDIATE", self.connect, self.commit, COMPANY)
            await self.writer.hand(migrate)
            await self.writer.hand(register, self.me, self.address)
            self.reader = Desk("BEGIN", self.connect, lambda connection: connection.rollback())
            self.sweeper = Sweeper(self.connect, self.carrying)
        except (Unavailable, OSError, sqlite3.Error) as error:
            await self.close()
            raise Unavailable(f"{self.path} cannot be used: {reason(error)}") from error
        except BaseException:
            await self.close()
            raise

    def take_lock(self) -> None:
        """Make sure that no other process serves the file; say where one does."""
        path = self.path.with_name(self.path.name + ".lock")
        try:
            file = path.open("a+")
        except OSError as error:
            raise Unavailable(f"{self.path} cannot be used: {reason(error)}") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            where = file.read().strip()
            file.close()
            raise PaddockError(served(self.path, where)) from None
        try:
            file.truncate(0)
            file.write(self.address)
            file.flush()
        except OSError as error:
            raise Unavailable(f"{self.path} cannot be used: {reason(error)}") from error
        self.lock = file

    def make_file(self) -> None:
        """A new file is nobody else's to read: it holds the dice of matches that go on. SQLite's others follow it.

        It is locked, too, for it may have been given another name while it is served.
        """
        # Not waiting, as a pipe would for its writer.
        self.file = os.open(self.path, os.O_CREAT | os.O_RDONLY | os.O_NONBLOCK, 0o600)
        if not stat.S_ISREG(os.fstat(self.file).st_mode) and not self.path.is_dir():
            raise OSError(NO_FILE)
        if (names := os.fstat(self.file).st_nlink) > 1:
            raise PaddockError(
                f"{self.path} has {names} names (hard links), and SQLite keeps a log beside each; remove all but one"
            )
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PaddockError(served(self.path, "")) from None

    async def close(self) -> None:
        if self.sweeper is not None:
            await self.sweeper.close()
        if self.writer is not None:
            with suppress(Unavailable):
                await self.writer.hand(unregister, self.me)
            await self.writer.close()
        if self.reader is not None:
            await self.reader.close()
        if self.file is not None:  # only now: with it the process loses every lock on the file, SQLite's own as well
            os.close(self.file)
        if self.lock is not None:
            with suppress(OSError):
                self.lock.close()
        self.lock = self.file = None

    async def create(self, row: TableRow, first: Row) -> int:
        await self.write(create, row, first, self.me)
        return 1

    async def append(
        self, row: Row, epoch: int, status: str | None = None, sits: tuple[int, str] | None = None
    ) -> None:
        await self.write(append, row, self.me, epoch, status, sits)

    async def claim(self, table: str) -> int | None:
        epoch: int | None = await self.write(claim, table, self.me)
        return epoch

    async def release(self, table: str) -> None:
        await self.write(change, RELEASE, table, self.me)

    async def keep(self, table: str, keepsake: bytes) -> None:
        await self.write(change, dialect(KEEP), table, keepsake)

    async def orphans(self) -> list[str]:
        return [found[0] for found in await self.ask(ORPHANS, self.me)]

    async def beat(self) -> None:
        await self.write(change, BEAT, self.me, self.address, milliseconds())

    async def post(self, table: str, command: bytes) -> bytes:
        raise Unavailable(f"table {table} can have no other server: a file is served by one process")

    def listen(
        self, woken: Woken, asked: Asked, missed: Missed | None = None, overheard: Overheard | None = None
    ) -> None:
        """Nobody else writes and nobody else asks."""

    async def gossip(self, text: str) -> None:
        """Nobody else listens."""

    async def answer(self, ticket: str, answer: bytes) -> None:
        raise Unavailable(f"nobody can have asked {ticket}: a file is served by one process")

    async def forget(self, person: str) -> list[str]:
        tables: list[str] = await self.write(self.erase, person)
        return tables

    def erase(self, connection: sqlite3.Connection, person: str) -> list[str]:
        """Runs in the writer's thread, as `commit` does, which then empties the write-ahead log."""
        touched = forget(connection, person)
        self.erased = self.erased or bool(touched)
        return touched

    async def ask(self, question: str, *values: Any) -> Sequence[Any]:
        if self.reader is None:
            raise Unavailable("the store is not open")
        found: list[tuple[Any, ...]] = await self.reader.hand(read, question, *values)
        return found

    def write(self, work: Work, *values: Any) -> asyncio.Future[Any]:
        if self.writer is None:
            raise Unavailable("the store is not open")
        return self.writer.hand(work, *values)


def settle(jobs: list[Job], outcomes: list[Any]) -> None:
    """Answer a whole batch; runs in the loop."""
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.answer.done():  # the caller was cancelled
            continue
        if isinstance(outcome, Exception):
            job.answer.set_exception(outcome)
        else:
            job.answer.set_result(outcome)


def attempt(connection: sqlite3.Connection, job: Job) -> Any:
    try:
        return job.work(connection, *job.values)
    except (Fenced, PaddockError) as refusal:  # raised before anything was written: the neighbours go on
        return refusal


def attempt_together(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any] | None:
    """What each job brings, with few statements for appends that come together; None if one of those is fenced."""
    outcomes: list[Any] = []
    for work, group in groupby(jobs, work_of):
        same = list(group)
        if work is append and len(same) > 1:
            if not append_together(connection, [job.values for job in same]):
                return None
            outcomes += [None] * len(same)
        else:
            outcomes += [attempt(connection, job) for job in same]
    return outcomes


def is_there(connection: sqlite3.Connection, job: Job) -> bool:
    """Is the row of a job in the log? Then the job was done."""
    row = next((value for value in job.values if isinstance(value, Row)), None)
    if row is None:
        return False
    question = "SELECT body FROM entries WHERE table_id = ? AND version = ?"
    found = connection.execute(question, (row.table, row.version)).fetchone()
    return found is not None and found[0] == row.body


def is_outage(error: Exception) -> bool:
    """Is it the database's fault, not the caller's?"""
    return isinstance(error, (sqlite3.OperationalError, OSError)) or type(error) is sqlite3.DatabaseError


def served(path: Path, where: str) -> str:
    return f"{path} is already served by another process{where and f' at {where}'}; stop that one first"


def demand_ours(path: Path) -> None:
    """PaddockError if it is another program's database; nothing of that is changed."""
    with closing(read_only(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if names and "migrations" not in names:
        raise PaddockError(f"{path} is the database of another program; name another file with --db")


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing, also where nothing can be written."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(NO_FILE)
    # Even to read SQLite makes a log beside the file, unless it is told that nobody writes; a server that runs has one.
    still = not os.access(path.absolute().parent, os.W_OK) and not path.with_name(path.name + "-wal").exists()
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}", uri=True)


# What SQLite and the system say, and what that means for whoever starts a server.
REASONS: Final = {
    "file is not a database": "it is no SQLite file",
    "malformed": "it is damaged; restore it from a backup",
    "readonly": "it cannot be written",
    "disk is full": "the disk is full",
    "No space left": "the disk is full",
    "Read-only file system": "its disk cannot be written",
    "Permission denied": "it, or its folder, may not be written",
    "No such file or directory": "its folder does not exist",
    "Not a directory": "its folder does not exist",
    "Is a directory": "it is a folder",
}


def reason(error: Exception) -> str:
    """Why a file cannot be used, in words."""
    said = str(error).removeprefix("the database cannot be used: ")
    return next((words for piece, words in REASONS.items() if piece in said), said)


def unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"the database cannot be used: {error}")


@lru_cache
def dialect(sql: str) -> str:
    """The shared questions number their values; they name each once and in order."""
    return re.sub(r"\$\d+", "?", sql)


@lru_cache
def sized(sql: str, size: int, width: int) -> str:
    """A statement with places for so many rows of so many values."""
    return sql.format(places=", ".join([f"({', '.join('?' * width)})"] * size))


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


# The jobs. Each refuses before it writes.


def migrate(connection: sqlite3.Connection) -> None:
    connection.execute(schema.REGISTER)
    applied = {number for (number,) in connection.execute(schema.APPLIED)}
    for number, statements in schema.missing(applied):
        for statement in statements:
            connection.execute(statement)
        connection.execute(dialect(schema.APPLY), (number,))


def register(connection: sqlite3.Connection, me: str, address: str) -> None:
    connection.execute("DELETE FROM servers")  # the lock is ours, so they are dead
    connection.execute(BEAT, (me, address, milliseconds()))


def unregister(connection: sqlite3.Connection, me: str) -> None:
    connection.execute("DELETE FROM servers WHERE id = ?", (me,))


def create(connection: sqlite3.Connection, row: TableRow, first: Row, me: str) -> None:
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (row.id,)).fetchone():
        raise Fenced(f"table {row.id} exists already")
    connection.execute(NEW_TABLE, (*row, me, first.link))
    connection.execute(NEW_ENTRY, first)


def append(
    connection: sqlite3.Connection, row: Row, me: str, epoch: int, status: str | None, sits: tuple[int, str] | None
) -> None:
    if not append_together(connection, [(row, me, epoch, status, sits)]):
        raise Fenced(f"table {row.table} is not ours at epoch {epoch} or version {row.version} is not its next")


def append_together(connection: sqlite3.Connection, batch: list[tuple[Any, ...]]) -> bool:
    """Do many appends of one store; if this fails because one of them is fenced, others may have been written."""
    runs: dict[str, list[Any]] = {}
    entries: list[Any] = []
    signed: list[Row] = []  # few have anything to erase
    seats: list[tuple[str, str, int]] = []
    row: Row
    for row, _, epoch, status, sits in batch:
        table, version, body, personal, person, at, link = row
        head = EMPTY + link if link else ""
        run = runs.get(table)
        if run is None:
            runs[table] = [table, epoch, version - 1, version, at, status or "", head]
        elif run[1] == epoch and run[3] == version - 1:
            run[3:] = version, at, status or run[5], head
        else:
            return False
        if personal is None and person is None:
            # No bytes and no None here and above: sqlite3 takes long to see that these need no adapter.
            entries += (table, version, EMPTY + body, at, head)
        else:
            signed.append(row)
        if sits is not None:
            seat, sitter = sits
            seats.append((sitter, table, seat))
    values = [value for run in runs.values() for value in run]
    fence = fill(FENCE, values, NO_RUN)
    values.append(batch[0][1])  # the store is the same for all
    if connection.execute(fence, values).rowcount != len(runs):
        return False
    if entries:
        connection.execute(fill(NEW_ENTRIES, entries, NO_ENTRY), entries)
    if signed:
        connection.executemany(NEW_ENTRY, signed)
    if seats:
        connection.executemany(NEW_SEAT, seats)
    return True


def fill(sql: str, values: list[Any], blank: list[Any]) -> str:
    """Fill the values up with blank rows to the next power of two; the statement for so many."""
    rows = len(values) // len(blank)
    size = 1 << (rows - 1).bit_length()
    values += blank * (size - rows)
    return sized(sql, size, len(blank))


def claim(connection: sqlite3.Connection, table: str, me: str) -> int | None:
    found = connection.execute(CLAIM, (me, me, table)).fetchall()
    return found[0][0] if found else None


def change(connection: sqlite3.Connection, sql: str, *values: Any) -> None:
    connection.execute(sql, values)


def forget(connection: sqlite3.Connection, person: str) -> list[str]:
    touched = {table for sql in ERASE for (table,) in connection.execute(dialect(sql), (person,)).fetchall()}
    return sorted(touched)


def read(connection: sqlite3.Connection, question: str, *values: Any) -> list[tuple[Any, ...]]:
    return connection.execute(dialect(question), values).fetchall()
