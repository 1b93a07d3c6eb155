"""Keys: whoever gave up a seat, or has another key to it, tries to act with the old one through two servers at once.

One person opens several lines with one key. On one of them the key is spoilt, by leaving a waiting room, where somebody
else sits down at once, or by a renewal; on the others commands with the same key are on their way. Afterwards the log
is replayed: whatever was done must have been sent with a key that opened its seat at that very version.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import tempfile
from collections import Counter
from collections.abc import MutableMapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, Any, Protocol

import msgspec
import typer
import uvloop

from paddock.bench.client import PLACE, allow_sockets, person
from paddock.bench.database import postgres
from paddock.bench.minimal import GAME as MINIMAL
from paddock.bench.process import HOST, Process, free_port, paddock
from paddock.bench.server import MINIMAL as MODULE
from paddock.bench.socket import Socket as Client
from paddock.bench.socket import connect
from paddock.bench.web import Refused, Web
from paddock.core.errors import PaddockError
from paddock.server.entry import ClockRule
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.socket import Socket
from paddock.server.store.content import read
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.record import record
from paddock.server.store.store import Row
from paddock.server.table import Sitter, Table, Terms, seat_of
from trials.command import Json, Seed, report, start
from trials.simulation import METRICS, Bot
from trials.virtual import run as run_virtually

LINES = 5  # of the one who tries
EACH = 4  # commands on each line but the first
PATIENCE = 60.0  # seconds until an answer is given up
SPREAD = 0.01  # seconds over which commands are sent

encode = msgspec.json.encode
decode = msgspec.json.decode
Message = dict[str, Any]


class Line:
    """Somebody's line: what was not answered yet."""

    def __init__(self) -> None:
        self.greeted = asyncio.Event()
        self.due: set[str] = set()
        self.asked: set[str] = set()
        self.done: set[str] = set()
        self.answered = asyncio.Event()

    def put(self, message: Message) -> None:
        raise NotImplementedError

    def ask(self, message: Message) -> None:
        self.due.add(message["id"])
        self.asked.add(message["id"])
        self.answered.clear()
        self.put(message)

    def heard(self, payload: bytes) -> None:
        message = decode(payload)
        self.greeted.set()
        for command in (message.get("done"), message.get("id"), (message.get("no") or {}).get("id")):
            self.due.discard(command)
        if "done" in message:
            self.done.add(message["done"])
        if not self.due:
            self.answered.set()


class Pair(Protocol):
    """Two servers on one database."""

    draw: random.Random

    async def open(self) -> str:
        """A new table for two."""

    async def sit(self, table: str, seat: int) -> str | None:
        """Somebody new sits down there, through either server: the key; None if the seat is taken."""

    async def line(self, server: int, table: str, key: str) -> Line:
        """A line to one of the servers."""

    async def rows(self, table: str) -> tuple[bytes, list[Row]]:
        """The dice's secret and the log."""


class Trial:
    """One table and what is tried there."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.draw = pair.draw
        self.sent: dict[str, str] = {}  # command: the key that it was sent with
        self.table = ""

    async def run(self, begun: bool) -> Counter[str]:
        """Spoil a key in a match that has begun, or in a waiting room; what was counted."""
        self.table = await self.pair.open()
        key = await self.pair.sit(self.table, 0)
        assert key is not None
        if begun:
            await self.pair.sit(self.table, 1)
        lines = [await self.pair.line(number % 2, self.table, key) for number in range(LINES)]
        self.draw.shuffle(lines)
        spoil: Message = {"t": "renew", "token": digest("new" + key)} if begun else {"t": "leave", "level": "easy"}
        wanted: list[tuple[Line, Message]] = [(lines[0], spoil)]
        for line in lines[1:]:
            for _ in range(EACH):
                stolen = {"t": "renew", "token": digest(secrets.token_urlsafe(32))}
                wanted.append((line, {"t": "say", "phrase": "hello"} if self.draw.random() < 0.4 else stolen))
        sending = [asyncio.create_task(self.send(line, message, key)) for line, message in wanted]
        next_one = None if begun else asyncio.create_task(self.take_over())
        await asyncio.gather(*sending)
        unanswered = 0
        for line in lines:
            try:
                async with asyncio.timeout(PATIENCE):
                    await line.answered.wait()
            except TimeoutError:
                unanswered += len(line.due)
        if next_one is not None:
            if lines[0].done & lines[0].asked:  # a frame tells all lines of a seat what was done
                await next_one
            else:  # a renewal came first, so leaving was refused, too, and the seat is not free
                next_one.cancel()
        return await self.judge("stale" if begun else "hijacked") + Counter(tries=1, unanswered=unanswered)

    async def send(self, line: Line, message: Message, key: str) -> None:
        await asyncio.sleep(self.draw.random() * SPREAD)
        command = self.draw.randbytes(16).hex()
        self.sent[command] = key
        line.ask({**message, "id": command})

    async def take_over(self) -> None:
        """The next one sits down as soon as the seat is free."""
        while await self.pair.sit(self.table, 0) is None:
            await asyncio.sleep(self.draw.random() * SPREAD / 4)

    async def judge(self, fault: str) -> Counter[str]:
        secret, rows = await self.pair.rows(self.table)
        table = Table(secret, {MINIMAL.name: MINIMAL})
        counts: Counter[str] = Counter()
        for row in rows:
            body = read(row).body
            key = self.sent.get(getattr(body, "id", ""))
            if key is not None:
                counts["carried_out"] += 1
                if table.seat_of(digest(key)) != seat_of(body):
                    counts[fault] += 1
            table.take(row)
        counts["refused"] = len(self.sent) - counts["carried_out"]
        return counts


# In virtual time


class Slow(Weather):
    """A way to the database that takes a while."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw

    async def before(self, call: str) -> None:
        await asyncio.sleep(self.draw.random() * 0.004)

    after = before


class Virtual(Line):
    """A line to a server in this process; in order, but late."""

    def __init__(self, draw: random.Random, socket: Socket) -> None:
        super().__init__()
        self.draw = draw
        self.there = 0.0
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "headers": [], "path": PLACE}
        self.task = asyncio.create_task(socket(scope, self.incoming.get, self.send))

    def put(self, message: Message) -> None:
        loop = asyncio.get_running_loop()
        self.there = max(self.there + 1e-9, loop.time() + self.draw.random() * 0.004)
        event = {"type": "websocket.receive", "text": encode(message).decode()}
        loop.call_at(self.there, self.incoming.put_nowait, event)

    async def send(self, event: MutableMapping[str, Any]) -> None:
        if event["type"] == "websocket.send":
            self.heard(event["text"].encode())


class Simulated:
    """Two servers on one database in memory."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        loop = asyncio.get_running_loop()
        self.database = MemoryDatabase(loop.time)
        self.houses = [
            House(
                MemoryStore(self.database, Slow(self.draw)), Bot(self.draw),
                now=lambda: 1_700_000_000_000 + int(loop.time() * 1000), monotonic=loop.time,
                random=self.draw.randbytes, metrics=METRICS, guests={MINIMAL.name: MINIMAL},
            )
            for _ in range(2)
        ]  # fmt: skip
        self.sockets = [Socket(house, rate=0) for house in self.houses]

    async def start(self) -> None:
        for house in self.houses:
            await house.open()

    async def open(self) -> str:
        terms = Terms(["open", "open"], ClockRule(), False, "easy")
        return (await self.draw.choice(self.houses).create(Wanted(MINIMAL.name, 2, {}, terms))).table

    async def sit(self, table: str, seat: int) -> str | None:
        house = self.draw.choice(self.houses)
        sitter = Sitter(self.draw.randbytes(32).hex(), "Ada", "otter", self.draw.randbytes(32).hex())
        try:
            return (await house.sit(await house.room(table), sitter, seat)).token
        except PaddockError:
            return None

    async def line(self, server: int, table: str, key: str) -> Line:
        line = Virtual(self.draw, self.sockets[server])
        line.put({"t": "hello", "table": table, "token": key})
        await line.greeted.wait()
        return line

    async def rows(self, table: str) -> tuple[bytes, list[Row]]:
        shelf = self.database.shelves[table]
        return shelf.row.secret, shelf.entries


async def simulated(seed: int) -> Counter[str]:
    pair = Simulated(seed)
    await pair.start()
    return await Trial(pair).run(begun=seed % 2 == 1)


# Against real processes


class Wired(Line):
    """A line to a server elsewhere."""

    socket: Client

    def put(self, message: Message) -> None:
        self.socket.send(encode(message))


class Real:
    """Two processes on one PostgreSQL."""

    def __init__(self, address: str, ports: tuple[int, int], seed: int) -> None:
        self.draw = random.Random(seed)
        self.address = address
        self.ports = ports
        self.webs = [Web(HOST, port) for port in ports]
        self.invites: dict[str, str] = {}
        self.lines: list[Client] = []

    async def open(self) -> str:
        wish = {
            "game": MINIMAL.name, "seats": 2, "options": {}, "plan": ["open", "open"], "clock": {"kind": "none"},
            "public": False, "stand_in": "easy",
        }  # fmt: skip
        opened = await self.draw.choice(self.webs).post("/api/tables", wish, secrets.token_urlsafe(32))
        self.invites[opened["table"]] = opened["invite"]
        table: str = opened["table"]
        return table

    async def sit(self, table: str, seat: int) -> str | None:
        body = {"invite": self.invites[table], "seat": seat, **person(seat)}
        try:
            web = self.draw.choice(self.webs)
            token: str = (await web.post(f"/api/tables/{table}/seats", body, secrets.token_urlsafe(32)))["token"]
        except Refused:
            return None
        return token

    async def line(self, server: int, table: str, key: str) -> Line:
        line = Wired()
        line.socket = await connect(HOST, self.ports[server], PLACE, line.heard)
        self.lines.append(line.socket)
        line.put({"t": "hello", "table": table, "token": key})
        async with asyncio.timeout(PATIENCE):
            await line.greeted.wait()
        return line

    async def rows(self, table: str) -> tuple[bytes, list[Row]]:
        async with record(self.address) as kept:
            row = await kept.table(table)
            assert row is not None
            return row.secret, await kept.load(table)

    async def hang_up(self) -> None:
        """Between two trials: a connection that nobody uses for a while is closed by the server."""
        while self.lines:
            self.lines.pop().close()
        for web in self.webs:
            await web.close()


async def against_processes(address: str, folder: Path, trials: int, seed: int) -> Counter[str]:
    ports = (free_port(), free_port())
    counts: Counter[str] = Counter()
    processes: list[Process] = []
    pair = Real(address, ports, seed)
    async with AsyncExitStack() as after:
        for web in pair.webs:
            after.push_async_callback(web.close)
        for port in ports:
            process = paddock(address, MODULE, port, folder / f"{port}.log", set())
            processes.append(process)
            after.callback(process.kill)
            await asyncio.to_thread(process.wait_until_it_listens)
        for number in range(trials):
            counts += await Trial(pair).run(begun=number % 2 == 1)
            await pair.hang_up()
    return counts


def run(histories: int, trials: int, seed: int) -> dict[str, object]:
    """So many tries in virtual time, and so many against two processes."""
    before = logging.root.manager.disable
    logging.disable()
    counts: Counter[str] = Counter()
    for number in range(seed, seed + histories):
        counts += run_virtually(simulated(number))
    logging.disable(before)
    figures: dict[str, object] = {"simulated": told(counts)} if histories else {}
    if trials:
        allow_sockets()
        with tempfile.TemporaryDirectory(prefix="paddock-keys-") as scratch:
            folder = Path(scratch)
            with postgres(folder / "postgres") as database:
                found = uvloop.run(against_processes(database.address, folder, trials, seed))
        figures["processes"] = told(found)
        counts += found
    return {**figures, "hijacked": counts["hijacked"], "stale": counts["stale"], "unanswered": counts["unanswered"]}


def told(counts: Counter[str]) -> dict[str, int]:
    return {
        name: counts[name] for name in ("tries", "carried_out", "refused", "hijacked", "stale", "unanswered")
    }  # fmt: skip


def main(
    histories: Annotated[int, typer.Option(min=0, help="Tries in virtual time.")] = 1000,
    trials: Annotated[int, typer.Option(min=0, help="Tries against two processes on one PostgreSQL.")] = 20,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Old keys, and keys to seats that were given up, sent through two servers at once."""
    return report(run(histories, trials, seed), json, "hijacked", "stale", "unanswered")


if __name__ == "__main__":
    start(main)
