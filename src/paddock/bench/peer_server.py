"""Peer server: the same game, on our server and on another one, in one run."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple, Protocol

import uvloop

from paddock.bench import boardgameio
from paddock.bench.client import allow_sockets
from paddock.bench.database import SQLITE, database
from paddock.bench.process import Process, free_port, paddock, two_cores
from paddock.bench.server import MINIMAL, Play
from paddock.core.registry import load

GAMES = 500  # two people each, who never think
WINDOWS = 5
WARM_UP = 0.5  # seconds of each window that are not counted

Figures = dict[str, dict[str, float | bool]]


class Side(Protocol):
    """People who play on one of the servers."""

    moved: int

    async def open_tables(self, count: int) -> None: ...
    def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def close(self) -> None: ...


def run(seconds: float = 5.0, games: int = GAMES, seed: int = 1) -> Figures:
    """Moves a second of each server on one core; ours commits every move to the disk before it says so."""
    allow_sockets()
    before = os.sched_getaffinity(0)
    ours, theirs = two_cores()
    with tempfile.TemporaryDirectory(prefix="paddock-peers-") as scratch, database(SQLITE, Path(scratch)) as address:
        project = boardgameio.install(Path(scratch))
        port = free_port()
        servers = [paddock(address, MINIMAL, port, Path(scratch) / "server.log", ours)]
        try:
            servers.append(boardgameio.serve(project, ours))
            os.sched_setaffinity(0, theirs)
            for server in servers:
                server.wait_until_it_listens()
            sides: list[Side] = [Play(port, load(MINIMAL), seed), boardgameio.Rival(servers[1].port, seed)]
            mine, other = uvloop.run(compared(sides, servers, games, seconds))
        finally:
            for server in servers:
                server.kill()
            os.sched_setaffinity(0, before)
    return {
        "minimal": {
            "paddock": round(mine.moves_per_s),
            "boardgame.io": round(other.moves_per_s),
            "ratio": round(mine.moves_per_s / other.moves_per_s, 2),
            "paddock_durable": True,
            "paddock_us_per_move": round(mine.microseconds, 1),
            "boardgame.io_us_per_move": round(other.microseconds, 1),
        }
    }


class Pace(NamedTuple):
    """How fast a server was; its own CPU time is what other programs cannot spoil."""

    moves_per_s: float
    microseconds: float  # of CPU time a move


async def compared(sides: list[Side], servers: list[Process], games: int, seconds: float) -> list[Pace]:
    """The pace of each side in the best of several windows, in which they take turns."""
    for side in sides:
        await side.open_tables(games)
    best = [Pace(0.0, 0.0)] * len(sides)
    for _ in range(WINDOWS):
        for k, side in enumerate(sides):
            best[k] = max(best[k], await window(side, servers[k], seconds / WINDOWS))
    for side in sides:
        await side.close()
    return best


async def window(side: Side, server: Process, seconds: float) -> Pace:
    side.start()
    await asyncio.sleep(WARM_UP)
    moved, worked, begin = side.moved, server.worked(), time.perf_counter()
    await asyncio.sleep(seconds)
    moved, worked, took = side.moved - moved, server.worked() - worked, time.perf_counter() - begin
    await side.stop()
    return Pace(moved / took, 1e6 * worked / max(1, moved))
