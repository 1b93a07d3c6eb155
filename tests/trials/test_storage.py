"""Bad disks are noticed, and the trials would notice a server that does not notice them."""

from __future__ import annotations

import asyncio
import random

import pytest

from paddock.server.store import memory, reading
from paddock.server.store.store import Row
from trials import rot, storage
from trials.simulation import Violation, simulate


def test_no_file_of_a_bad_disk_is_read_as_something_that_was_never_written() -> None:
    figures = asyncio.run(storage.run(trials=12, seed=7))
    assert (figures["wrong"], figures["crashes"], figures["trials"]) == (0, 0, 60)
    for fault in storage.FAULTS:
        found = figures[fault]
        assert isinstance(found, dict)
        assert sum(found.values()) == 12 * storage.TABLES


async def trusting(table: str, rows: list[Row], last: int, head: bytes | None, before: Row | None) -> None:
    """Takes every log as it is."""


def test_a_store_that_checks_nothing_reads_what_was_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "demand_whole", trusting)
    assert asyncio.run(storage.run(trials=12, seed=7))["wrong"] != 0


def test_a_server_that_checks_nothing_is_caught_by_the_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulate(3)["rotten"] == len(rot.FAULTS)
    monkeypatch.setattr(memory, "demand_whole", trusting)
    with pytest.raises(Violation, match="a bad disk is not noticed: flipped body, flipped link, torn body"):
        simulate(3)


def test_every_fault_changes_something() -> None:
    rows = storage.logs(random.Random(1))["table0"]
    for name, fault in rot.FAULTS.items():
        shelf = memory.Shelf(None, None, 1, rows[:], len(rows), rows[-1].link)  # type: ignore[arg-type]
        fault(shelf, random.Random(2))
        assert (shelf.entries, shelf.version, shelf.head) != (rows, len(rows), rows[-1].link), name
