"""Server: how long a move takes, and how many a second, on a Paddock server that has one core."""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import time
from pathlib import Path

import uvloop

from paddock.bench.client import BadLoad, Command, Load, Player, Table, allow_sockets, demand_sockets
from paddock.bench.database import database
from paddock.bench.flood import Flood
from paddock.bench.history import Past, write
from paddock.bench.nuisance import NUISANCES, Experts, Nuisance
from paddock.bench.process import HOST, Process, free_port, paddock, two_cores
from paddock.core.game import Game
from paddock.core.registry import load as load_game
from paddock.server.serve import Served
from paddock.server.store.record import record

MINIMAL = "paddock.bench.minimal:GAME"
WARM_UP = 0.25  # of the measured seconds, before them
STRAGGLERS = 10.0  # seconds for the last answers
LONG = 10_000  # entries of the table that a nuisance reads
LOOK = 0.25  # seconds between two looks at the server's memory

Figures = dict[str, float | int | str]


class Play(Load):
    """Keeps time while people play; a finished table gives way to a new one."""

    def __init__(self, port: int, game: Game, seed: int) -> None:
        super().__init__(HOST, port, game, seed)
        self.begin = self.end = float("inf")  # of the measured time
        self.moving = False
        self.latencies: list[float] = []
        self.moved = 0  # from the first move to the last
        self.finished: list[Table] = []
        self.renewals: set[asyncio.Task[None]] = set()

    def done(self, player: Player, command: Command, version: int) -> None:
        now = time.perf_counter()
        self.moved += 1
        if self.begin <= now and (
            now < self.end or not self.latencies
        ):  # on a slow machine the first counts, however late
            self.latencies.append(now - command.since)

    def over(self, table: Table) -> None:
        self.finished.append(table)
        renewal = asyncio.get_running_loop().create_task(self.renew(table))
        self.renewals.add(renewal)
        renewal.add_done_callback(self.renewals.discard)

    async def renew(self, table: Table) -> None:
        for player in table.everybody():
            player.leave()
        self.tables[self.tables.index(table)] = await self.open_table()

    async def play(self, seconds: float) -> None:
        """Warm up, then measure."""
        self.moving = True
        self.begin = time.perf_counter() + WARM_UP * seconds
        self.end = self.begin + seconds
        await self.moves()
        await self.stop()

    async def moves(self) -> None:
        """Make people move until the end: at once, whenever somebody can."""
        self.start()
        await asyncio.sleep(self.end - time.perf_counter())

    def start(self) -> None:
        """Let everybody move who can."""
        self.moving = True
        for table in self.tables:
            for player in table.people:
                if player.ready:
                    player.play(time.perf_counter())

    async def stop(self) -> None:
        """No more moves; wait for the answers that are still due, and for tables that are just being opened."""
        self.moving = False
        if self.renewals:
            await asyncio.wait(self.renewals, timeout=STRAGGLERS)
        late = time.perf_counter() + STRAGGLERS
        while time.perf_counter() < late and any(player.command for table in self.tables for player in table.people):
            await asyncio.sleep(0.01)

    def turn(self, player: Player) -> None:
        if self.moving:
            player.play(time.perf_counter())


class Peak:
    """The most memory that a server has had, itself and its bots."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.most = 0

    async def watch(self) -> None:
        while True:
            self.most = max(self.most, self.process.resident())
            await asyncio.sleep(LOOK)


class PacedPlay(Play):
    """So many moves a second, whether or not the server keeps up.

    The tables take turns at random instants. A move that is due at a table where nobody can decide yet is made as
    soon as somebody can, and its time counts from when it was due: a server that stalls cannot hide behind it.
    """

    def __init__(self, port: int, game: Game, seed: int, moves_per_s: float) -> None:
        super().__init__(port, game, seed)
        self.moves_per_s = moves_per_s

    async def moves(self) -> None:
        due = time.perf_counter()
        place = 0
        while due < self.end:
            now = time.perf_counter()
            while due <= now:
                self.demand_move(self.tables[place], now)
                place = (place + 1) % len(self.tables)
                due += self.random.expovariate(self.moves_per_s)
            await asyncio.sleep(due - now)

    def demand_move(self, table: Table, now: float) -> None:
        able = [player for player in table.people if player.ready]
        if able:
            able[0].play(now)
        elif not table.over:
            table.owed.append(now)

    def turn(self, player: Player) -> None:
        if self.moving and player.table.owed:
            player.play(player.table.owed.pop(0))


def run(
    tables: int,
    moves_per_s: float,
    seconds: float,
    game: str = MINIMAL,
    sockets: int = 0,
    db: str = "sqlite",
    seed: int = 1,
    stalled: int = 0,
    flood: float = 0.0,
    history: int = 0,
    nuisance: str = "",
) -> Figures:
    """Measure a server of its own; `moves_per_s` 0 is no think time at all, the peak.

    With a flood, or with a nuisance that it could refuse, the server has its usual limits. With a history the tables
    have so many entries already.
    """
    if nuisance and nuisance not in NUISANCES:
        raise BadLoad(f"no nuisance is called '{nuisance}'; there are {', '.join(NUISANCES)}")
    annoying = NUISANCES[nuisance] if nuisance else None
    allow_sockets()
    ours, theirs = two_cores()
    before = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory(prefix="paddock-bench-") as scratch, database(db, Path(scratch)) as address:
        port = free_port()
        # One person may sit at so many tables, and more are left behind: as many people would be refused nothing.
        limited = bool(flood or (annoying and annoying is not Experts))
        limits = ["--rate", str(Served().rate)] if limited else []
        plays = load_game(game)
        pasts = uvloop.run(write(address, plays, tables, history)) if history else []
        long = uvloop.run(write(address, plays, 1, LONG))[0] if annoying and annoying.long else None
        process = paddock(address, game, port, Path(scratch) / "server.log", ours, *limits)
        os.sched_setaffinity(0, theirs)
        try:
            process.wait_until_it_listens()
            play = PacedPlay(port, plays, seed, moves_per_s) if moves_per_s else Play(port, plays, seed)
            play.web.scattered = limited
            trouble = annoying(play, long) if annoying else None
            figures = uvloop.run(measure(play, process, tables, seconds, sockets, stalled, flood, pasts, trouble))
        finally:
            process.kill()
            os.sched_setaffinity(0, before)
        figures["lost"] = uvloop.run(lost(address, [*play.tables, *play.finished]))
    return figures


async def measure(
    play: Play,
    process: Process,
    tables: int,
    seconds: float,
    sockets: int,
    stalled: int,
    flood: float,
    pasts: list[Past],
    nuisance: Nuisance | None,
) -> Figures:
    """Open the tables, play, and say how it went; `lost` is for later."""
    seated = tables * play.seats
    if sockets and sockets < seated:
        raise BadLoad(f"{tables} tables of {play.game.title} have {seated} seats, so {sockets} sockets are too few")
    demand_sockets(max(seated, sockets) + stalled)
    if pasts:
        await play.enter_tables(pasts)
    else:
        await play.open_tables(tables)
    await play.watch(max(0, sockets - seated))
    before = process.resident()
    deaf = await play.stall(stalled)
    attacker = Flood(play, (await play.open_table()).people[0], flood) if flood else None
    attack = asyncio.create_task(attacker.run()) if attacker else None
    if nuisance:
        await nuisance.prepare()
    annoying = asyncio.create_task(nuisance.run()) if nuisance else None
    peak = Peak(process)
    measuring = asyncio.create_task(peak.watch()) if nuisance else None
    gc.collect()
    gc.freeze()
    gc.disable()  # a pause of ours would pass for one of the server's
    try:
        idle, worked, starved, clock = time.process_time(), process.worked(), process.starved(), time.perf_counter()
        await play.play(seconds)
        wall = time.perf_counter() - clock
        ours, theirs, starved = time.process_time() - idle, process.worked() - worked, process.starved() - starved
    finally:
        gc.enable()
        gc.unfreeze()
    resident = process.resident()
    if nuisance and annoying and measuring:
        nuisance.over = True
        measuring.cancel()
        await annoying
    for line in deaf:
        line.abort()
    if attacker and attack:
        attacker.over = True
        await attack
        for player in attacker.seat.table.everybody():
            player.leave()
    await play.close()
    times = sorted(play.latencies) or [0.0]
    return {
        "game": play.game.name,
        "tables": tables,
        "sockets": max(seated, sockets),
        "p50_ms": round(1000 * times[len(times) // 2], 2),
        "p99_ms": round(1000 * times[len(times) * 99 // 100], 2),
        "moves_per_s": round(len(play.latencies) / seconds, 1),
        "lost": -1,
        "refused": sum(play.refusals.values()),
        "rss_mb": round(resident / 2**20, 1),
        **({"stalled": stalled, "stalled_growth_mb": round((resident - before) / 2**20, 1)} if stalled else {}),
        **(
            {
                "nuisance": type(nuisance).__name__.lower(),
                **nuisance.figures(),
                "above_normal_mb": round((peak.most - before) / 2**20, 1),
            }
            if nuisance
            else {}
        ),
        **(
            {
                "flood_per_s": round(attacker.sent / (time.perf_counter() - attacker.begun)),
                "flood_lines": attacker.lines,
                "flood_turned_away": attacker.turned_away,
            }
            if attacker
            else {}
        ),
        "server_us_per_move": round(
            1e6 * theirs / max(1, play.moved), 1
        ),  # of CPU time: what other programs cannot spoil
        "server_cpu": round(theirs / wall, 2),
        "server_starved": round(starved / wall, 2),  # above some hundredths other programs have spoilt the run
        "client_cpu": round(ours / wall, 2),
    }


async def lost(address: str, tables: list[Table]) -> int:
    """Acknowledged versions that the database does not have, now that the server is dead."""
    missing = 0
    async with record(address) as kept:
        for table in tables:
            if not await kept.load(table.id, table.acknowledged - 1):
                rows = await kept.load(table.id)
                missing += table.acknowledged - (rows[-1].version if rows else 0)
    return missing
