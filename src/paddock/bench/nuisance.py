"""Nuisance: one client who makes a server work, from an address of its own, while others play."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from paddock.bench.client import LEVEL, PLACE, Load, encode, person
from paddock.bench.flood import ADDRESS
from paddock.bench.history import Past
from paddock.bench.socket import SocketLost, connect
from paddock.bench.web import Web

AT_ONCE = 20  # requests, or lines
AWAY = 0.05  # seconds until a request that was refused is tried again
OTHERS = 3  # people who play against bots meanwhile
LEFT = 40  # tables of bots that one person leaves behind
HALVES = 1_000  # requests that are never finished
GAME = "zooloretto"  # that bots play
READ = 65_536  # bytes at a time


class Nuisance:
    """What it does until it is `over`, and how often."""

    long = True  # does it need a table with a long past?

    def __init__(self, load: Load, past: Past | None) -> None:
        self.load = load
        self.past = past
        self.over = False
        self.counts: Counter[str] = Counter()

    async def prepare(self) -> None:
        """Before anybody's time is taken."""

    def going(self) -> bool:
        return not self.over or not self.counts  # on a slow machine until there is something to tell

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(AT_ONCE):
                group.create_task(self.repeat(number))

    async def repeat(self, number: int) -> None:
        while self.going():
            try:
                done = await self.once(number)
            except (OSError, SocketLost, asyncio.IncompleteReadError):
                done = False
            self.counts["done" if done else "refused"] += 1
            if not done:
                await asyncio.sleep(AWAY)

    async def once(self, number: int) -> bool:
        """Do it; False if it was refused."""
        raise NotImplementedError

    async def get(self, path: str) -> bool:
        """Read an answer to its end."""
        reader, writer = await asyncio.open_connection(self.load.host, self.load.port, local_addr=(ADDRESS, 0))
        try:
            head = [f"GET {path} HTTP/1.1", f"Host: {self.load.host}:{self.load.port}", "Connection: close"]
            writer.write("\r\n".join([*head, "", ""]).encode())
            first = await reader.read(READ)
            while self.going() and await reader.read(READ):
                pass
            return first.startswith(b"HTTP/1.1 200")
        finally:
            writer.close()

    def figures(self) -> dict[str, Any]:
        return {f"nuisance_{name}": count for name, count in sorted(self.counts.items())}


class Transcripts(Nuisance):
    """A long match written out, again and again."""

    async def once(self, number: int) -> bool:
        assert self.past is not None
        return await self.get(f"/api/tables/{self.past[0]}/transcript")


class Replays(Nuisance):
    """The end of a long match replayed, and pages of its log."""

    async def once(self, number: int) -> bool:
        assert self.past is not None
        where = f"/api/tables/{self.past[0]}"
        return await self.get(f"{where}/replay?version={10**6 - number}" if number % 2 else f"{where}/log?until=5000")


class Hellos(Nuisance):
    """Somebody who comes in anew all the time."""

    async def once(self, number: int) -> bool:
        assert self.past is not None
        heard = asyncio.Event()
        line = await connect(self.load.host, self.load.port, PLACE, lambda _: heard.set(), heard.set, source=ADDRESS)
        hello = {"t": "hello", "table": self.past[0]} | ({"token": self.past[1][0]} if number % 2 else {})
        try:
            for _ in range(AT_ONCE):
                heard.clear()
                line.send(encode(hello))
                await heard.wait()
                if line.transport is None or not self.going():
                    return False
            return True
        finally:
            line.close()


class Halves(Nuisance):
    """Requests that are begun and never finished."""

    long = False

    async def run(self) -> None:
        open_ones: list[asyncio.StreamWriter] = []
        while self.going():
            if len(open_ones) < HALVES:
                try:
                    _, writer = await asyncio.open_connection(self.load.host, self.load.port, local_addr=(ADDRESS, 0))
                    writer.write(b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Long: ")
                    open_ones.append(writer)
                    self.counts["done"] += 1
                except OSError:
                    self.counts["refused"] += 1
                    await asyncio.sleep(AWAY)
            else:
                await asyncio.sleep(AWAY)
            open_ones = [writer for writer in open_ones if not writer.is_closing()]
        for writer in open_ones:
            writer.close()


class Experts(Nuisance):
    """Tables of expert bots that one person has left behind; other people's medium bots are timed.

    One of them has decided before, as on any server that has been up for a while.
    """

    long = False

    def __init__(self, load: Load, past: Past | None) -> None:
        super().__init__(load, past)
        self.times: list[float] = []

    async def prepare(self) -> None:
        playing = asyncio.create_task(self.play())
        while not self.times:
            await asyncio.sleep(AWAY)
        self.over = True
        await playing
        self.over, self.times = False, []
        leaver = secrets.token_urlsafe(32)
        for _ in range(LEFT):
            table = await self.open_table(leaver, "expert")
            left = asyncio.Event()

            def told(data: bytes, left: asyncio.Event = left) -> None:
                if b'"done"' in data:
                    left.set()

            line = await connect(self.load.host, self.load.port, PLACE, told, left.set, source=ADDRESS)
            line.send(encode({"t": "hello", "table": table, "token": leaver}))
            line.send(encode({"t": "leave", "id": secrets.token_hex(16), "level": "expert"}))
            await left.wait()
            line.close()
            self.counts["tables"] += 1

    async def open_table(self, who: str, level: str) -> str:
        plan = {"game": GAME, "seats": 3, "plan": ["open", level, level], "stand_in": LEVEL}
        web = Web(self.load.host, self.load.port, 1)  # a line that nobody used for some seconds would be closed
        opened = await web.post("/api/tables", plan, who)
        await web.post(f"/api/tables/{opened['table']}/seats", {"invite": opened["invite"], **person(0)}, who)
        await web.close()
        return str(opened["table"])

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(OTHERS):
                group.create_task(self.play())

    def going(self) -> bool:
        return not self.over or not self.times

    async def play(self) -> None:
        """Play at one's own table, at random, and keep time of the bots' decisions."""
        while self.going():
            who = secrets.token_urlsafe(32)
            table = await self.open_table(who, "medium")
            ended = asyncio.Event()
            watch = Stopwatch(self, ended.set)
            line = await connect(self.load.host, self.load.port, PLACE, watch.heard, ended.set)
            watch.send = line.send
            line.send(encode({"t": "hello", "table": table, "token": who}))
            while self.going() and not ended.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), AWAY)
            line.close()

    def figures(self) -> dict[str, Any]:
        times = sorted(self.times) or [0.0]
        return {
            **super().figures(),
            "bot_moves": len(self.times),
            "bots_p50_s": round(times[len(times) // 2], 2),
            "bots_p99_s": round(times[len(times) * 99 // 100], 2),
            "bots_max_s": round(times[-1], 2),
        }


class Stopwatch:
    """How long bots take at one table, where a person decides at random at once."""

    def __init__(self, nuisance: Experts, end: Callable[[], None]) -> None:
        self.nuisance = nuisance
        self.end = end
        self.send: Callable[[bytes], None] = lambda _: None
        self.since: float | None = None  # when a bot was asked

    def heard(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        if message["t"] != "frame":
            return
        now = time.perf_counter()
        if self.since is not None:
            self.nuisance.times.append(now - self.since)
        table = message["table"]
        bots = [seat for seat in table["pending"] if seat != table["you"]]
        self.since = now if bots else None
        choices = message["prompt"]["choices"]
        if table["status"] == "over":
            self.end()
        elif choices:
            action = self.nuisance.load.random.choice(choices)["action"]
            self.send(encode({"t": "play", "id": secrets.token_hex(16), "at": message["at"], "action": action}))


NUISANCES: dict[str, type[Nuisance]] = {
    "transcripts": Transcripts, "replays": Replays, "hellos": Hellos, "halves": Halves, "experts": Experts,
}  # fmt: skip
