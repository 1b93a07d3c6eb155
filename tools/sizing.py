"""Sizing: what one process and two on a PostgreSQL carry, for docs/scaling.md; `python -m tools.sizing --json`.

CPU time a move is what to reckon with: it hardly depends on what else the machine does, and moves a second do.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer
import uvloop

from paddock.bench.client import allow_sockets
from paddock.bench.database import postgres
from paddock.bench.process import TICK, Process, end_in_order, free_port, paddock
from paddock.bench.server import MINIMAL, Play
from paddock.cli.app import Json
from paddock.cli.bench import report
from paddock.core.registry import load

MEGABYTE = 2**20


def database_worked(folder: Path) -> float:
    """Seconds of CPU time so far of a PostgreSQL with its data in this folder, all its processes."""
    first = (folder / "postmaster.pid").read_text().split()[0]
    ticks = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if first in (process.name, fields[1]):
            ticks += sum(map(int, fields[11:15]))  # with those that have ended
    return ticks / TICK


def stored(folder: Path) -> int:
    """Bytes of the database's tables; its own log is kept for a while and then written over."""
    return sum(path.stat().st_size for path in (folder / "base").rglob("*") if path.is_file())


async def measure(
    processes: list[Process], plays: list[Play], folder: Path, tables: int, seconds: float
) -> dict[str, float]:
    empty = sum(process.resident() for process in processes)
    for play in plays:
        await play.open_tables(tables // len(plays))
    full = sum(process.resident() for process in processes)
    before = [process.worked() for process in processes], database_worked(folder), stored(folder)
    await asyncio.gather(*(play.play(seconds) for play in plays))
    moved = sum(play.moved for play in plays)
    worked = sum(process.worked() for process in processes) - sum(before[0])
    figures = {
        "processes": len(processes),
        "tables": tables,
        "moves_per_s": round(sum(len(play.latencies) for play in plays) / seconds),
        "server_us_per_move": round(1e6 * worked / moved, 1),
        "database_us_per_move": round(1e6 * (database_worked(folder) - before[1]) / moved, 1),
        "empty_mb": round(empty / MEGABYTE, 1),
        "mb_per_1000_tables": round((full - empty) / MEGABYTE * 1000 / tables, 1),
        "stored_bytes_per_move": round((stored(folder) - before[2]) / moved),
    }
    for play in plays:
        await play.close()
    return figures


def run(processes: int, tables: int, seconds: float, game: str, seed: int) -> dict[str, float]:
    """So many processes on a new PostgreSQL, each with its part of the tables; nobody thinks."""
    allow_sockets()
    with tempfile.TemporaryDirectory(prefix="paddock-sizing-") as scratch, postgres(Path(scratch) / "data") as database:
        ports = [free_port() for _ in range(processes)]
        log = Path(scratch) / "server.log"
        servers = [paddock(database.address, game, port, log, set()) for port in ports]
        try:
            for server in servers:
                server.wait_until_it_listens()
            plays = [Play(port, load(game), seed + number) for number, port in enumerate(ports)]
            return uvloop.run(measure(servers, plays, Path(scratch) / "data", tables, seconds))
        finally:
            for server in servers:
                server.kill()


def main(
    tables: Annotated[int, typer.Option(min=2, help="In all.")] = 1000,
    seconds: Annotated[float, typer.Option(min=1.0, help="How long to play.")] = 8.0,
    game: Annotated[str, typer.Option(help="Which game.")] = MINIMAL,
    seed: int = 1,
    json: Json = False,
) -> None:
    """Measure one process, then two."""
    end_in_order()
    report({f"{number}": run(number, tables, seconds, game, seed) for number in (1, 2)}, json)


if __name__ == "__main__":
    typer.run(main)
