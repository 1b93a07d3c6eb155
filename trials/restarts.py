"""Restarts: the database is stopped and started under load, or cuts connections in the middle of commits."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import asyncpg
import typer
import uvloop

from paddock.bench.client import allow_sockets
from paddock.bench.database import Postgres, postgres
from paddock.bench.process import Process, free_port, paddock
from paddock.bench.server import MINIMAL
from paddock.server.store.record import record
from trials.command import Json, Seed, report, start
from trials.faults import LONGEST, SHORTEST, TABLES, Figures, Timed

CUTS = 20  # of connections in one trial
APART = 0.03  # seconds between two of them, at most

# Whoever commits at this moment.
CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name LIKE 'paddock %' AND state = 'active' AND query LIKE '%INSERT INTO entries%'
"""


def run(trials: int, seed: int = 1, game: str = MINIMAL, tables: int = TABLES) -> Figures:
    """Every other trial is a restart, the others are cuts; what was lost, and how long play took to go on."""
    allow_sockets()
    with tempfile.TemporaryDirectory(prefix="paddock-restarts-") as scratch:
        folder = Path(scratch)
        with postgres(folder / "postgres") as database:
            people = Timed(free_port(), game, seed, tables)
            return uvloop.run(restart(trials, database, people, game, folder / "server.log"))


async def restart(trials: int, database: Postgres, people: Timed, game: str, log: Path) -> Figures:
    """Play, disturb, go on, audit; again and again with the same tables."""
    process: Process | None = None
    cuts = 0
    try:
        process = paddock(database.address, game, people.port, log, set())
        await asyncio.to_thread(process.wait_until_it_listens)
        for trial in range(trials):
            await people.renew()
            await people.play(people.random.uniform(SHORTEST, LONGEST))
            if trial % 2 == 0:
                await asyncio.to_thread(database.stop)
                await asyncio.to_thread(database.start)
            else:
                cuts += await cut(people, database.address)
            people.expect_moves(people.ledgers)
            await people.all_moved()
            await people.rest()
            async with record(database.address) as kept:
                await people.audit(kept)
    finally:
        await people.close()
        if process is not None:
            process.kill()
    return {
        "trials": trials,
        "acknowledged": people.acknowledged,
        "cuts": cuts,
        "refused": sum(people.refusals.values()),
        "lost": people.counted["lost"],
        "doubled": people.counted["doubled"],
        "gaps": people.counted["gaps"],
        "slowest_resume_s": round(people.slowest, 3),
    }


async def cut(people: Timed, address: str) -> int:
    """End the connections that commit just now, again and again; how many were met."""
    met = 0
    connection = await asyncpg.connect(address)
    try:
        for _ in range(CUTS):
            met += len(await connection.fetch(CUT))
            await asyncio.sleep(people.random.uniform(0, APART))
    finally:
        await connection.close()
    return met


def main(
    trials: Annotated[int, typer.Option(min=1, help="How often the database is restarted or cuts lines.")] = 20,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """What is lost when the database is restarted under load."""
    return report(run(trials, seed), json, "lost", "doubled", "gaps")


if __name__ == "__main__":
    start(main)
