"""Storage: real SQLite files with flipped bits, torn writes and lost fsyncs; is what is read ever wrong?

A store writes tables and copies of its files are kept from every commit and around a checkpoint. Each trial makes files
that a bad disk could have left, opens them as a server does and reads every table. A table may be refused, or be what
was written up to some commit. `wrong` counts tables that are anything else, `crashes` errors without a sentence.
"""

from __future__ import annotations

import asyncio
import json as jsonlib
import random
import shutil
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from paddock.core.errors import PaddockError
from paddock.core.fair import chain
from paddock.server.store.sqlite import SqliteStore
from paddock.server.store.store import Damaged, Row, TableRow, Unavailable
from trials.command import Json, Seed, report, start

TABLES = 6
ENTRIES = 60
PAGE = 4096
SECTOR = 512
FAULTS = ("flip", "torn log", "lost fsync", "lost pages", "lost sectors")


@dataclass
class Written:
    """What was written, and the files as they were: before the checkpoint, after it, and the log's length by commit."""

    rows: dict[str, list[Row]]
    before: bytes
    log: bytes
    after: bytes


def logs(draw: random.Random) -> dict[str, list[Row]]:
    """Logs of several tables with real links."""
    found = {}
    for number in range(TABLES):
        table = f"table{number}"
        count = draw.randrange(ENTRIES // 2, ENTRIES)
        texts = [{"t": "played", "at": k, "events": [draw.randrange(999) for _ in range(9)]} for k in range(count)]
        bodies = [jsonlib.dumps(text).encode() for text in texts]
        found[table] = [
            Row(table, k, body, None, None, k, link)
            for k, (body, link) in enumerate(zip(bodies, chain(table, bodies), strict=True), 1)
        ]
    return found


class Still(SqliteStore):
    """Leaves its log alone, so that the trial decides when it is carried over."""

    def connect(self) -> sqlite3.Connection:
        connection = super().connect()
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        return connection


async def write(folder: Path, draw: random.Random) -> Written:
    """Half of every log carried over into the file, the other half in the write-ahead log, then carried over, too."""
    rows = logs(draw)
    path = folder / "tables.db"
    store = Still(path)
    await store.open()
    assert store.sweeper is not None
    await store.sweeper.close()
    store.erased = False
    for table, log in rows.items():
        await store.create(TableRow(table, "minimal", True, "playing", 1, 1, bytes(32), "invite"), log[0])
    halves = [(log[1 : len(log) // 2], log[len(log) // 2 :]) for log in rows.values()]
    with closing(sqlite3.connect(path)) as other:
        for first, _ in halves:
            for row in first:
                await store.append(row, 1)
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        before = path.read_bytes()
        for _, second in halves:
            for row in second:
                await store.append(row, 1)
        ahead = path.with_name("tables.db-wal").read_bytes()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        after = path.read_bytes()
    await store.close()
    return Written(rows, before, ahead, after)


def spoiled(written: Written, fault: str, draw: random.Random) -> tuple[bytes, bytes]:
    """File and log as a bad disk could have left them."""
    file, log = bytearray(written.before), bytearray(written.log)
    if fault == "flip":
        whole = bytearray(written.after) if draw.random() < 0.7 else log
        whole[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        return (bytes(whole), b"") if whole is not log else (bytes(file), bytes(log))
    if fault == "torn log":  # cut anywhere, and perhaps with what lay there before behind it
        end = draw.randrange(len(log))
        return bytes(file), bytes(log[:end]) + draw.choice([b"", bytes(SECTOR), draw.randbytes(SECTOR)])
    if fault == "lost fsync":  # some sectors of the log's end were never written
        for at in range(draw.randrange(len(log)) // SECTOR * SECTOR, len(log), SECTOR):
            if draw.random() < 0.5:
                log[at : at + SECTOR] = bytes(len(log[at : at + SECTOR]))
        return bytes(file), bytes(log)
    # The log was carried over and emptied, but not all of that reached the file.
    size = PAGE if fault == "lost pages" else SECTOR
    after = bytearray(written.after)
    for at in range(0, len(after), size):
        if draw.random() < draw.choice([0.02, 0.5]):
            old = file[at : at + size]
            after[at : at + size] = old + bytes(len(after[at : at + size]) - len(old))
    return bytes(after), b""


async def trial(written: Written, fault: str, draw: random.Random, folder: Path) -> Counter[str]:
    """What became of every table."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    file, log = spoiled(written, fault, draw)
    (folder / "tables.db").write_bytes(file)
    if log:
        (folder / "tables.db-wal").write_bytes(log)
    store = SqliteStore(folder / "tables.db")
    try:
        await store.open()
    except (PaddockError, Unavailable):
        return Counter(refused=len(written.rows))
    found: Counter[str] = Counter()
    try:
        for table, rows in written.rows.items():
            try:
                read = await store.load(table)
            except Damaged:
                found["damaged"] += 1
            except Unavailable:
                found["refused"] += 1
            else:
                found[judged(read, rows)] += 1
    finally:
        await store.close()
    return found


def judged(read: list[Row], rows: list[Row]) -> str:
    """Bodies, numbers and links; the time beside them is the body's own, and lists alone read it."""
    told, true = (
        [(row.version, row.body, row.link) for row in read],
        [(row.version, row.body, row.link) for row in rows],
    )
    if told == true:
        return "whole"
    return "shorter" if told == true[: len(told)] else "wrong"


async def run(trials: int, seed: int) -> dict[str, object]:
    """So many trials of each fault."""
    draw = random.Random(seed)
    figures: dict[str, object] = {"trials": trials * len(FAULTS), "wrong": 0, "crashes": 0}
    wrong = crashes = 0
    with tempfile.TemporaryDirectory(prefix="paddock-storage-") as scratch:
        (made := Path(scratch) / "made").mkdir()
        written = await write(made, draw)
        for fault in FAULTS:
            found: Counter[str] = Counter()
            for _ in range(trials):
                try:
                    found += await trial(written, fault, draw, Path(scratch) / "spoiled")
                except Exception as error:  # noqa: BLE001 - it is counted
                    found[f"crash: {type(error).__name__} {error}"] += 1
                    crashes += 1
            wrong += found["wrong"]
            figures[fault] = dict(sorted(found.items()))
    return {**figures, "wrong": wrong, "crashes": crashes}


def main(
    trials: Annotated[int, typer.Option(min=1, help="How often each kind of fault is tried.")] = 100,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Is what a server reads ever anything else than what was written up to some commit?"""
    return report(asyncio.run(run(trials, seed)), json, "wrong", "crashes")


if __name__ == "__main__":
    start(main)
