"""Servers, store and network under faults: a thousand histories keep every promise, and broken servers are caught."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from paddock.core.fair import next_link
from paddock.server import wire
from paddock.server.answer import Answer, Asked, AskedSeat
from paddock.server.entry import Entry
from paddock.server.room import Room
from paddock.server.store.memory import MemoryStore
from paddock.server.store.store import Row
from trials.simulation import Violation, run_span, simulate

SEEDS = 1000
PART = 50


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The faults of a simulation fill the journal."""
    before = logging.root.manager.disable
    logging.disable()
    yield
    logging.disable(before)


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_no_acknowledged_move_is_lost_doubled_or_shown_too_early_whatever_fails(first: int) -> None:
    counts, violations = run_span(range(first, first + PART))
    assert violations == []
    assert counts["kills"] > PART
    assert counts["stalls"] > PART
    assert counts["acknowledged"] > 10 * PART


def test_a_seed_repeats_its_history() -> None:
    assert simulate(7) == simulate(7)


def violations(seeds: int = 30) -> str:
    found = []
    for seed in range(seeds):
        try:
            simulate(seed)
        except Violation as violation:
            found.append(str(violation))
    return " ".join(found)


def test_a_server_that_tells_before_it_has_written_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def early(self: Room, entry: Entry) -> None:
        assert self.epoch is not None
        body = wire.encoder.encode(entry.body)
        link = next_link(self.table.chain, body)
        row = Row(self.table.id, self.table.version + 1, body, None, entry.person, entry.body.at, link)
        self.show(entry, body)
        await self.house.append(row, self.epoch, entry.status, None)

    monkeypatch.setattr(Room, "commit", early)
    assert violations()


def test_a_server_that_forgets_what_it_has_done_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = Room.do

    async def forgetful(self: Room, asked: Asked | AskedSeat) -> Answer:
        self.table.done.clear()
        return await genuine(self, asked)

    monkeypatch.setattr(Room, "do", forgetful)
    assert violations()


def test_a_store_without_a_fence_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unfenced(
        self: MemoryStore, row: Row, epoch: int, status: str | None = None, sits: tuple[int, str] | None = None
    ) -> None:
        shelf = self.database.shelves[row.table]
        shelf.entries.append(row)
        shelf.version, shelf.head = len(shelf.entries), row.link

    async def unchecked(self: MemoryStore, table: str, after: int = 0) -> list[Row]:
        return self.database.shelves[table].entries[after:]

    monkeypatch.setattr(MemoryStore, "append", unfenced)
    assert violations(), "its log is not whole"
    monkeypatch.setattr(MemoryStore, "load", unchecked)
    assert "gap" in violations()
