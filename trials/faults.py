"""Faults: the server is killed at random instants under load, and its record compared with what people were told."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
import uvloop

from paddock.bench.client import Command, Load, No, Player, allow_sockets
from paddock.bench.database import database
from paddock.bench.process import HOST, Process, free_port, paddock, two_cores
from paddock.bench.server import MINIMAL
from paddock.bench.socket import SocketLost
from paddock.core.errors import PaddockError
from paddock.core.registry import load as load_game
from paddock.server.entry import Played, body_decoder
from paddock.server.store.reading import Reading
from paddock.server.store.record import record
from paddock.server.store.store import Row
from trials.command import Beneath, Json, Seed, report, start

TABLES = 20
SHORTEST, LONGEST = 0.05, 0.45  # seconds of play before a kill
AGAIN = 0.1  # seconds until somebody tries again
ALL_BACK = 60.0  # seconds that all players have to see their tables again

Figures = dict[str, float | int]


class NeverBack(PaddockError):
    """Somebody did not see his table again after a restart."""


@dataclass(slots=True)
class Ledger:
    """What is known of one table's log, and what its people were told about it."""

    promised: dict[str, tuple[int, int, int]] = field(
        default_factory=dict
    )  # command: seat, action, at most this version
    entered: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # command: seat, action, version
    read: int = 0  # up to this version

    def enter(self, rows: list[Row]) -> tuple[int, int]:
        """Read on; how many commands were carried out twice, and how many versions are missing."""
        doubled = gaps = 0
        for row in rows:
            gaps += row.version - self.read - 1
            self.read = row.version
            body = body_decoder.decode(row.body)
            if isinstance(body, Played) and body.id:
                doubled += body.id in self.entered
                self.entered[body.id] = (body.seat, body.events[0][1], row.version)
        return doubled, gaps

    def settle(self) -> int:
        """How many promises were broken; those that were kept need not be remembered."""
        lost = 0
        for command, (seat, action, latest) in self.promised.items():
            entered = self.entered.get(command)
            lost += entered is None or entered[:2] != (seat, action) or entered[2] > latest
        self.promised.clear()
        return lost


class Siege(Load):
    """Everybody plays as fast as he can; whoever loses his line comes back, and sends again what was not written."""

    def __init__(self, port: int, game: str, seed: int, size: int = TABLES) -> None:
        super().__init__(HOST, port, load_game(game), seed)
        self.size = size
        self.ledgers: dict[str, Ledger] = {}
        self.moving = False
        self.acknowledged = 0
        self.counted: Counter[str] = Counter(resent=0, lost=0, doubled=0, gaps=0)
        self.returning: dict[Player, asyncio.Task[None]] = {}
        self.closed = False

    def turn(self, player: Player) -> None:
        if self.moving:
            player.play(time.perf_counter())

    def done(self, player: Player, command: Command, version: int) -> None:
        self.acknowledged += 1
        self.ledgers[player.table.id].promised[command.id] = (command.seat, command.action, version)

    async def renew(self) -> None:
        """As many tables as before, new ones for those whose match is over."""
        self.tables = [table for table in self.tables if not table.over]
        await self.open_tables(self.size - len(self.tables))
        for table in self.tables:
            self.ledgers.setdefault(table.id, Ledger())

    async def play(self, seconds: float) -> None:
        self.moving = True
        for player in self.players():
            if player.ready:
                self.turn(player)
        await asyncio.sleep(seconds)

    def players(self) -> list[Player]:
        return [player for table in self.tables for player in table.people]

    async def all_gone(self) -> None:
        """Until every connection is known to be broken, and everything that had arrived has been read."""
        self.moving = False
        while any(player.socket is not None for player in self.players()):
            await asyncio.sleep(0.001)
        self.counted["resent"] += sum(player.command is not None for player in self.players())

    async def all_back(self) -> None:
        """Everybody sees his table again, and has an answer to what he sends a second time."""
        await self.until(
            lambda: all(player.seen.is_set() and player.command is None for player in self.players()),
            "somebody still waits for an answer",
        )

    def refused(self, player: Player, command: Command, no: No) -> None:
        super().refused(player, command, no)
        if no.why == "unavailable":
            player.command = command
            asyncio.get_running_loop().call_later(AGAIN, player.send_again)

    def gone(self, player: Player) -> None:
        if not self.closed and player not in self.returning:
            task = asyncio.get_running_loop().create_task(self.come_back(player))
            self.returning[player] = task
            task.add_done_callback(lambda _: self.returning.pop(player, None))

    async def come_back(self, player: Player) -> None:
        while player.socket is None and not (self.closed or player.table.over):
            with suppress(SocketLost):
                await player.enter()
                return
            await asyncio.sleep(AGAIN)

    async def until(self, reached: Callable[[], bool], otherwise: str) -> None:
        late = time.perf_counter() + ALL_BACK
        while not reached():
            if time.perf_counter() > late:
                raise NeverBack(f"{ALL_BACK:.0f} seconds after a fault {otherwise}")
            await asyncio.sleep(0.001)

    async def close(self) -> None:
        self.closed = True
        for task in list(self.returning.values()):
            task.cancel()
        await super().close()

    async def audit(self, kept: Reading) -> None:
        """Compare the record, as far as it was not read before, with what people were told."""
        for table in self.tables:
            ledger = self.ledgers[table.id]
            doubled, gaps = ledger.enter(await kept.load(table.id, ledger.read))
            self.counted += Counter(doubled=doubled, gaps=gaps, lost=ledger.settle())


class Timed(Siege):
    """Measures how long tables take to go on after a fault."""

    def __init__(self, port: int, game: str, seed: int, size: int = TABLES) -> None:
        super().__init__(port, game, seed, size)
        self.since = 0.0  # when the fault was
        self.unmoved: set[str] = set()  # tables where nothing that was decided after it has been acknowledged
        self.slowest = 0.0

    def done(self, player: Player, command: Command, version: int) -> None:
        super().done(player, command, version)
        if command.since >= self.since and player.table.id in self.unmoved:
            self.unmoved.discard(player.table.id)
            self.slowest = max(self.slowest, time.perf_counter() - self.since)

    def expect_moves(self, tables: Iterable[str]) -> None:
        """From now on it is measured how long each of these tables takes to go on."""
        self.since = time.perf_counter()
        self.unmoved = {table.id for table in self.tables if not table.over and table.id in tables}

    async def all_moved(self) -> None:
        await self.until(lambda: not self.unmoved, "a table does not go on")

    async def rest(self) -> None:
        """No more moves; until everybody has his answer."""
        self.moving = False
        await self.until(lambda: all(player.command is None for player in self.players()), "somebody has no answer")


def run(trials: int, db: str = "sqlite", seed: int = 1, game: str = MINIMAL) -> Figures:
    """Kill the server that often; how many acknowledged moves are lost, carried out twice, or leave a gap."""
    allow_sockets()
    before = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory(prefix="paddock-faults-") as scratch, database(db, Path(scratch)) as address:
        ours, theirs = two_cores()
        os.sched_setaffinity(0, theirs)
        try:
            return uvloop.run(besiege(trials, address, seed, game, Path(scratch) / "server.log", ours))
        finally:
            os.sched_setaffinity(0, before)


async def besiege(trials: int, address: str, seed: int, game: str, log: Path, cores: set[int]) -> Figures:
    """Play, kill, restart, come back, audit; again and again with the same tables."""
    port = free_port()
    siege = Siege(port, game, seed)
    process: Process | None = None
    slowest = 0.0
    try:
        process = paddock(address, game, port, log, cores)
        process.wait_until_it_listens()
        for _ in range(trials):
            await siege.renew()
            await siege.play(siege.random.uniform(SHORTEST, LONGEST))
            process.kill()
            await siege.all_gone()
            await siege.web.close()
            process = paddock(address, game, port, log, cores)
            process.wait_until_it_listens()
            await siege.all_back()
            slowest = max(slowest, time.perf_counter() - process.started)
            async with record(address) as kept:
                await siege.audit(kept)
    finally:
        siege.closed = True  # nobody comes back any more
        if process is not None:
            process.kill()
    return {
        "trials": trials,
        "acknowledged": siege.acknowledged,
        "resent": siege.counted["resent"],
        "refused": sum(siege.refusals.values()),  # nobody else can have moved, so a second sending is never too late
        "lost": siege.counted["lost"],
        "doubled": siege.counted["doubled"],
        "gaps": siege.counted["gaps"],
        "slowest_restart_s": round(slowest, 3),
    }


def main(
    trials: Annotated[int, typer.Option(min=1, help="How often the server is killed.")] = 20,
    db: Beneath = "sqlite",
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """What is lost when a server is killed under load."""
    return report(run(trials, db, seed), json, "lost", "doubled", "gaps")


if __name__ == "__main__":
    start(main)
