"""Faults: the server is killed at random instants under load, and its record compared with what people were told."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from paddock.bench.client import Command, Load, Player, allow_sockets
from paddock.bench.database import database
from paddock.bench.process import HOST, Process, free_port, paddock, two_cores
from paddock.bench.record import record
from paddock.bench.server import MINIMAL
from paddock.core.errors import PaddockError
from paddock.core.registry import load as load_game
from paddock.server.entry import Played, body_decoder
from paddock.server.store.reading import Reading
from paddock.server.store.store import Row

TABLES = 20
SHORTEST, LONGEST = 0.05, 0.45  # seconds of play before a kill
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
    """Everybody plays as fast as he can, until the server is gone; then all come back."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        super().__init__(HOST, port, load_game(game), seed)
        self.ledgers: dict[str, Ledger] = {}
        self.moving = False
        self.acknowledged = 0
        self.counted: Counter[str] = Counter(resent=0, lost=0, doubled=0, gaps=0)

    def turn(self, player: Player) -> None:
        if self.moving:
            player.play(0.0)

    def done(self, player: Player, command: Command, version: int) -> None:
        self.acknowledged += 1
        self.ledgers[player.table.id].promised[command.id] = (command.seat, command.action, version)

    async def renew(self) -> None:
        """As many tables as before, new ones for those whose match is over."""
        self.tables = [table for table in self.tables if not table.over]
        await self.open_tables(TABLES - len(self.tables))
        for table in self.tables:
            self.ledgers.setdefault(table.id, Ledger())

    async def play(self, seconds: float) -> None:
        self.moving = True
        for player in self.players():
            if player.ready:
                player.play(0.0)
        await asyncio.sleep(seconds)

    def players(self) -> list[Player]:
        return [player for table in self.tables for player in table.people]

    async def all_gone(self) -> None:
        """Until every connection is known to be broken, and everything that had arrived has been read."""
        self.moving = False
        while any(player.socket is not None for player in self.players()):
            await asyncio.sleep(0.001)

    async def all_back(self) -> None:
        """Everybody sees his table again, and has an answer to what he sends a second time."""
        self.counted["resent"] += sum(player.command is not None for player in self.players())
        try:
            async with asyncio.timeout(ALL_BACK):
                await asyncio.gather(*(player.enter() for player in self.players()))
                await asyncio.gather(*(player.seen.wait() for player in self.players()))
                while any(player.command is not None for player in self.players()):
                    await asyncio.sleep(0.001)
        except TimeoutError:
            raise NeverBack(f"{ALL_BACK:.0f} seconds after a restart somebody still waits for an answer") from None

    async def audit(self, kept: Reading) -> None:
        """Compare the record, as far as it was not read before, with what people were told."""
        for table in self.tables:
            ledger = self.ledgers[table.id]
            doubled, gaps = ledger.enter(await kept.load(table.id, ledger.read))
            self.counted += Counter(doubled=doubled, gaps=gaps, lost=ledger.settle())


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
        if process is not None:
            process.kill()
    return {
        "trials": trials,
        "acknowledged": siege.acknowledged,
        "resent": siege.counted["resent"],
        "lost": siege.counted["lost"],
        "doubled": siege.counted["doubled"],
        "gaps": siege.counted["gaps"],
        "slowest_restart_s": round(slowest, 3),
    }
