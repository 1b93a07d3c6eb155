"""The simulated database: its weather reaches every call."""

from __future__ import annotations

import asyncio

import pytest

from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.store import Fenced, Unavailable
from tests.server.store.place import row, table

pytestmark = pytest.mark.asyncio


class Storm(Weather):
    """Fails or holds the calls that it is told to."""

    def __init__(self) -> None:
        self.fail_before: set[str] = set()
        self.fail_after: set[str] = set()
        self.hold: dict[str, asyncio.Event] = {}

    async def before(self, call: str) -> None:
        if call in self.hold:
            await self.hold[call].wait()
        if call in self.fail_before:
            raise Unavailable("storm")

    async def after(self, call: str) -> None:
        if call in self.fail_after:
            raise Unavailable("storm")


async def opened(database: MemoryDatabase) -> tuple[MemoryStore, Storm]:
    storm = Storm()
    store = MemoryStore(database, storm)
    await store.open()
    return store, storm


async def test_a_call_can_fail_before_the_write_or_after_it() -> None:
    store, storm = await opened(MemoryDatabase(lambda: 0.0))
    await store.create(table(), row(1))
    storm.fail_before = {"append"}
    with pytest.raises(Unavailable):
        await store.append(row(2), 1)
    assert await store.load("t1") == [row(1)]
    storm.fail_before, storm.fail_after = set(), {"append"}
    with pytest.raises(Unavailable):
        await store.append(row(2), 1)
    assert await store.load("t1") == [row(1), row(2)]
    storm.fail_after = set()
    with pytest.raises(Fenced):
        await store.append(row(2), 1)


async def test_held_appends_keep_their_order() -> None:
    store, storm = await opened(MemoryDatabase(lambda: 0.0))
    await store.create(table(), row(1))
    storm.hold["append"] = asyncio.Event()
    appends = [asyncio.create_task(store.append(row(version), 1)) for version in (2, 3, 4)]
    await asyncio.sleep(0)
    assert await store.load("t1") == [row(1)]
    storm.hold.pop("append").set()
    await asyncio.gather(*appends)
    assert await store.load("t1") == [row(version) for version in (1, 2, 3, 4)]


async def test_a_wake_up_can_be_lost() -> None:
    database = MemoryDatabase(lambda: 0.0)
    ours, _ = await opened(database)
    theirs, storm = await opened(database)
    woken: asyncio.Queue[int] = asyncio.Queue()
    theirs.listen(lambda name, version: woken.put_nowait(version), lambda *_: None)
    await ours.create(table(), row(1))
    storm.fail_before = {"woken"}
    await ours.append(row(2), 1)
    await asyncio.gather(*theirs.messages)
    storm.fail_before = set()
    await ours.append(row(3), 1)
    assert await woken.get() == 3


async def test_a_dead_server_writes_nothing_and_its_lease_runs_out() -> None:
    now = [0.0]
    database = MemoryDatabase(lambda: now[0])
    ours, storm = await opened(database)
    theirs, _ = await opened(database)
    await ours.create(table(), row(1))
    storm.hold["append"] = asyncio.Event()
    append = asyncio.create_task(ours.append(row(2), 1))
    await asyncio.sleep(0)
    ours.die()
    storm.hold["append"].set()
    with pytest.raises(Unavailable):
        await append
    assert await theirs.load("t1") == [row(1)]
    now[0] = 2.9
    assert await theirs.claim("t1") is None
    now[0] = 3.0
    assert await theirs.claim("t1") == 2
