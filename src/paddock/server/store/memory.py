"""MemoryStore: the same store without a disk, for simulations that decide what goes wrong and when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar
from uuid import uuid4

from paddock.server.store.chain import demand_whole
from paddock.server.store.content import blot
from paddock.server.store.store import (
    ANSWER,
    LEASE,
    LOOK,
    Asked,
    Damaged,
    Fenced,
    Missed,
    Orphaned,
    Overheard,
    Row,
    TableRow,
    Unavailable,
    Woken,
)

Answer = TypeVar("Answer")


class Weather:
    """What befalls the calls of one server; a simulation overrides it.

    Both are awaited with the name of the call and may take their time. If `before` raises Unavailable nothing is
    written; if `after` does, it is written and the answer is lost. The messages "woken" and "asked", named so,
    are lost if the receiver's `before` raises.
    """

    async def before(self, call: str) -> None:
        """On the way to the database."""

    async def after(self, call: str) -> None:
        """On the way back."""


@dataclass
class Shelf:
    """One table with its log."""

    row: TableRow
    owner: str | None
    epoch: int
    entries: list[Row]
    version: int = 1  # what the table itself says about its log, as a database keeps it
    head: bytes | None = None
    seats: set[tuple[str, int]] = field(default_factory=set)
    keepsake: bytes | None = None


class MemoryDatabase:
    """What several servers share; `clock` gives its time in seconds."""

    def __init__(self, clock: Callable[[], float], lease: float = LEASE) -> None:
        self.clock = clock
        self.lease = lease
        self.shelves: dict[str, Shelf] = {}
        self.beats: dict[str, float] = {}
        self.stores: dict[str, MemoryStore] = {}  # those that are open
        self.letters: dict[str, asyncio.Future[bytes]] = {}

    def alive(self, server: str) -> bool:
        return server in self.beats and self.clock() - self.beats[server] < self.lease


class MemoryStore:
    """One server's door to a MemoryDatabase."""

    shared = True

    def __init__(self, database: MemoryDatabase, weather: Weather | None = None) -> None:
        self.database = database
        self.weather = weather or Weather()
        self.damaged: dict[str, Damaged] = {}
        self.me = uuid4().hex
        self.dead = False
        self.turn = asyncio.Lock()  # appends keep their order, as in a queue
        self.messages: set[asyncio.Task[None]] = set()
        self.woken: Woken = lambda table, version: None
        self.asked: Asked = lambda table, ticket, command: None
        self.overheard: Overheard = lambda server, text: None
        self.missed: Missed = lambda: None  # for the simulation to call: it knows what it has lost

    async def open(self) -> None:
        await self.weather.before("open")
        self.dead = False
        self.database.stores[self.me] = self
        self.database.beats[self.me] = self.database.clock()
        await self.weather.after("open")

    async def close(self) -> None:
        self.database.stores.pop(self.me, None)
        async with self.turn:  # comes after all that was accepted
            self.database.beats.pop(self.me, None)
            self.die()

    def die(self) -> None:
        """Stop as a killed process does: nothing arrives or leaves, and the heartbeat runs out by itself."""
        self.dead = True
        self.database.stores.pop(self.me, None)
        for message in self.messages:
            message.cancel()

    async def call(self, name: str, act: Callable[[], Answer]) -> Answer:
        """One visit to the database."""
        self.demand_open()
        return await self.visit(name, act)

    def demand_open(self) -> None:
        if self.me not in self.database.stores:
            raise Unavailable("the store is closed")

    async def visit(self, name: str, act: Callable[[], Answer]) -> Answer:
        await self.weather.before(name)
        if self.dead:
            raise Unavailable("the server is dead")
        try:
            return act()
        finally:
            await self.weather.after(name)

    # ------------------------------------------------------------------ the log

    async def create(self, row: TableRow, first: Row) -> int:
        def act() -> int:
            if row.id in self.database.shelves:
                raise Fenced(f"table {row.id} exists already")
            self.database.shelves[row.id] = Shelf(row, self.me, 1, [first], head=first.link)
            return 1

        return await self.call("create", act)

    async def append(
        self, row: Row, epoch: int, status: str | None = None, sits: tuple[int, str] | None = None
    ) -> None:
        def act() -> None:
            shelf = self.database.shelves.get(row.table)
            if shelf is None or (shelf.owner, shelf.epoch, shelf.version) != (self.me, epoch, row.version - 1):
                raise Fenced(f"table {row.table} is not ours at epoch {epoch} or version {row.version} is not its next")
            shelf.entries.append(row)
            shelf.version, shelf.head = row.version, row.link
            shelf.row = shelf.row._replace(updated=row.at, status=status or shelf.row.status)
            if sits is not None:
                seat, person = sits
                shelf.seats.add((person, seat))
            self.tell(row.table, row.version)

        self.demand_open()
        async with self.turn:
            await self.visit("append", act)

    async def first(self, table: str) -> bytes | None:
        def act() -> bytes | None:
            shelf = self.database.shelves.get(table)
            return shelf.entries[0].body if shelf else None

        return await self.call("first", act)

    async def load(self, table: str, after: int = 0) -> list[Row]:
        def act() -> tuple[list[Row], int, bytes | None] | None:
            shelf = self.database.shelves.get(table)
            return (shelf.entries[:], shelf.version, shelf.head) if shelf else None

        found = await self.call("load", act)
        if found is None:
            return []
        rows, version, head = found
        try:
            if after > len(rows):
                raise Damaged(table, f"entry {after} is missing")
            await demand_whole(table, rows[after:], version, head, rows[after - 1] if after else None)
        except Damaged as fault:
            self.damaged[table] = fault
            raise
        if (unread := blot(rows[after:])) is not None:
            self.damaged[table] = unread
        elif not after:  # it was restored
            self.damaged.pop(table, None)
        return rows[after:]

    async def table(self, table: str) -> TableRow | None:
        def act() -> TableRow | None:
            shelf = self.database.shelves.get(table)
            return shelf.row if shelf else None

        return await self.call("table", act)

    # ------------------------------------------------------------------ leases

    async def claim(self, table: str) -> int | None:
        def act() -> int | None:
            shelf = self.database.shelves.get(table)
            if shelf is None:
                return None
            if shelf.owner != self.me:
                if shelf.owner is not None and self.database.alive(shelf.owner):
                    return None
                shelf.owner = self.me
                shelf.epoch += 1
            return shelf.epoch

        return await self.call("claim", act)

    async def release(self, table: str) -> None:
        def act() -> None:
            shelf = self.database.shelves.get(table)
            if shelf is not None and shelf.owner == self.me:
                shelf.owner = None

        await self.call("release", act)

    async def beat(self) -> None:
        def act() -> None:
            self.database.beats[self.me] = self.database.clock()

        await self.call("beat", act)

    # ------------------------------------------------------------------ between servers

    async def post(self, table: str, command: bytes) -> bytes:
        ticket = uuid4().hex
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def act() -> str:
            shelf = self.database.shelves.get(table)
            if shelf is None or shelf.owner is None or not self.database.alive(shelf.owner):
                raise Orphaned(f"no server has table {table}")
            self.database.letters[ticket] = answer
            owner = self.database.stores.get(shelf.owner)
            if owner is not None:
                owner.receive("asked", lambda: owner.asked(table, ticket, command))
            return shelf.owner

        try:
            server = await self.call("post", act)
            for _ in range(round(ANSWER / LOOK)):
                await asyncio.wait([answer], timeout=LOOK)
                if answer.done():
                    return answer.result()
                if not self.database.alive(server):
                    raise Orphaned(f"the server of table {table} has gone")
            raise Unavailable(f"the server of table {table} does not answer")
        finally:
            self.database.letters.pop(ticket, None)

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
        def act() -> None:
            for store in self.database.stores.values():
                if store is not self:
                    store.receive("gossip", partial(store.overheard, self.me, text))

        await self.call("gossip", act)

    async def answer(self, ticket: str, answer: bytes) -> None:
        def act() -> None:
            letter = self.database.letters.get(ticket)
            if letter is not None and not letter.done():
                letter.set_result(answer)

        await self.call("answer", act)

    def tell(self, table: str, version: int) -> None:
        """Wake all other servers."""
        for store in self.database.stores.values():
            if store is not self:
                store.receive("woken", partial(store.woken, table, version))

    def receive(self, name: str, arrive: Callable[[], None]) -> None:
        async def travel() -> None:
            try:
                await self.weather.before(name)
            except Unavailable:
                return
            arrive()

        message = asyncio.get_running_loop().create_task(travel())
        self.messages.add(message)
        message.add_done_callback(self.messages.discard)

    # ------------------------------------------------------------------ lists

    async def lobby(self, status: str, limit: int, since: int = 0) -> list[TableRow]:
        def act() -> list[TableRow]:
            shelves = self.database.shelves.values()
            rows = [shelf.row for shelf in shelves if shelf.seats or shelf.row.status != "waiting"]
            found = [row for row in rows if row.public and row.status == status and row.updated > since]
            return sorted(found, key=lambda row: (-row.created, row.id))[:limit]

        return await self.call("lobby", act)

    async def mine(self, person: str, limit: int, over: bool = False, after: int = 0) -> list[tuple[TableRow, int]]:
        def act() -> list[tuple[TableRow, int]]:
            shelves = [shelf for shelf in self.database.shelves.values() if (shelf.row.status == "over") == over]
            found = [(shelf.row, seat) for shelf in shelves for who, seat in shelf.seats if who == person]
            return sorted(found, key=lambda pair: (-pair[0].updated, pair[0].id, pair[1]))[after : after + limit]

        return await self.call("mine", act)

    async def unfinished(self, person: str, since: int) -> int:
        def act() -> int:
            lively = [
                shelf
                for shelf in self.database.shelves.values()
                if shelf.row.status in ("waiting", "playing") and shelf.row.updated > since
            ]
            return sum(any(who == person for who, _ in shelf.seats) for shelf in lively)

        return await self.call("unfinished", act)

    async def stale(self, before: int, limit: int) -> list[str]:
        def act() -> list[str]:
            rows = [shelf.row for shelf in self.database.shelves.values()]
            found = [row for row in rows if row.status == "playing" and row.updated < before]
            return [row.id for row in sorted(found, key=lambda row: (row.updated, row.id))[:limit]]

        return await self.call("stale", act)

    async def keep(self, table: str, keepsake: bytes) -> None:
        def act() -> None:
            shelf = self.database.shelves[table]
            shelf.keepsake = shelf.keepsake or keepsake

        await self.call("keep", act)

    async def kept(self, table: str) -> bytes | None:
        return await self.call("kept", lambda: self.database.shelves[table].keepsake)

    async def unkept(self, limit: int) -> list[str]:
        def act() -> list[str]:
            shelves = self.database.shelves.values()
            found = [shelf.row for shelf in shelves if shelf.row.status == "over" and shelf.keepsake is None]
            return [row.id for row in sorted(found, key=lambda row: (row.created, row.id))[:limit]]

        return await self.call("unkept", act)

    async def newest(self) -> int:
        def act() -> int:
            return max((shelf.row.updated for shelf in self.database.shelves.values()), default=0)

        return await self.call("newest", act)

    async def orphans(self) -> list[str]:
        def act() -> list[str]:
            alone = [
                shelf.row
                for shelf in self.database.shelves.values()
                if shelf.owner is not None and not self.database.alive(shelf.owner) and shelf.row.status != "over"
            ]
            return [row.id for row in sorted(alone, key=lambda row: (row.created, row.id))]

        return await self.call("orphans", act)

    async def forget(self, person: str) -> list[str]:
        def act() -> list[str]:
            touched: list[str] = []
            for table, shelf in sorted(self.database.shelves.items()):
                entries = [
                    row._replace(personal=None, person=None) if row.person == person else row for row in shelf.entries
                ]
                seats = {sits for sits in shelf.seats if sits[0] != person}
                if (entries, seats) != (shelf.entries, shelf.seats):
                    shelf.entries, shelf.seats = entries, seats
                    touched.append(table)
                    self.tell(table, 0)
            return touched

        return await self.call("forget", act)

    async def everything(self) -> AsyncIterator[tuple[TableRow, list[Row]]]:
        for table in sorted(self.database.shelves):
            row = await self.table(table)
            if row is not None:
                with suppress(Damaged):
                    yield row, await self.load(table)
