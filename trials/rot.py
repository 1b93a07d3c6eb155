"""Rot: what a bad disk does to a table in the simulation's store, and whether a server that comes after it notices.

A flipped bit, an entry that was torn or lost, two that changed places, one from another time: each must be refused when
the table is read. A whole end that was lost together with what the table says about it cannot be told from a table that
never went on; then what is left must be what was written before.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from paddock.server.store.memory import MemoryDatabase, MemoryStore, Shelf
from paddock.server.store.store import Damaged, Row

Fault = Callable[[Shelf, random.Random], None]


def flipped(data: bytes | None, draw: random.Random) -> bytes:
    assert data
    at = draw.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]


def changed(shelf: Shelf, draw: random.Random, change: Callable[[Row], Row]) -> None:
    at = draw.randrange(len(shelf.entries))
    shelf.entries[at] = change(shelf.entries[at])


def swap(shelf: Shelf, draw: random.Random) -> None:
    """Two entries have changed places, each still with its number."""
    one, other = draw.sample(range(len(shelf.entries)), 2)
    first, second = shelf.entries[one], shelf.entries[other]
    shelf.entries[one] = first._replace(body=second.body, link=second.link)
    shelf.entries[other] = second._replace(body=first.body, link=first.link)


def forget_end(shelf: Shelf, draw: random.Random) -> None:
    """A write that the disk said it had made."""
    del shelf.entries[draw.randrange(1, len(shelf.entries)) :]


FAULTS: dict[str, Fault] = {
    "flipped body": lambda shelf, draw: changed(shelf, draw, lambda row: row._replace(body=flipped(row.body, draw))),
    "flipped link": lambda shelf, draw: changed(shelf, draw, lambda row: row._replace(link=flipped(row.link, draw))),
    "torn body": lambda shelf, draw: changed(
        shelf, draw, lambda row: row._replace(body=row.body[: draw.randrange(len(row.body))])
    ),
    "flipped head": lambda shelf, draw: setattr(shelf, "head", flipped(shelf.head, draw)),
    "flipped version": lambda shelf, draw: setattr(shelf, "version", shelf.version ^ 1 << draw.randrange(16)),
    "lost entry": lambda shelf, draw: shelf.entries.__delitem__(draw.randrange(len(shelf.entries))),
    "doubled entry": lambda shelf, draw: shelf.entries.insert(
        at := draw.randrange(len(shelf.entries)), shelf.entries[at]
    ),
    "swapped entries": swap,
    "lost end": forget_end,
}


async def undetected(shelf: Shelf, draw: random.Random) -> list[str]:
    """The faults, each done to a copy of this table, that a server which reads it does not notice."""
    missed = []
    for name, fault in FAULTS.items():
        if not await noticed(shelf, fault, draw):
            missed.append(name)
    if not await goes_back_whole(shelf, draw):
        missed.append("lost fsync")
    return missed


async def noticed(shelf: Shelf, fault: Fault, draw: random.Random) -> bool:
    copy = replace(shelf, entries=shelf.entries[:])
    fault(copy, draw)
    try:
        await read(copy)
    except Damaged:
        return True
    return False


async def goes_back_whole(shelf: Shelf, draw: random.Random) -> bool:
    """Everything after some commit was lost: is the table as it was then?"""
    kept = shelf.entries[: draw.randrange(1, len(shelf.entries) + 1)]
    copy = replace(shelf, entries=kept[:], version=len(kept), head=kept[-1].link)
    try:
        return await read(copy) == kept
    except Damaged:  # so it was before the disk did anything
        return False


async def read(shelf: Shelf) -> list[Row]:
    """As a server that has just started reads it."""
    database = MemoryDatabase(lambda: 0.0)
    database.shelves[shelf.row.id] = shelf
    store = MemoryStore(database)
    await store.open()
    try:
        return await store.load(shelf.row.id)
    finally:
        await store.close()
