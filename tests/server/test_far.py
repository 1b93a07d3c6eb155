"""Whatever a cluster does or does not do, bots answer: from this machine if need be. Real ones: tests/cluster."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paddock.server.bots import Bots
from paddock.server.far import Far
from paddock.server.share import Asker
from tests.server.thinking import asked, legal

pytestmark = pytest.mark.asyncio

ODD = Path(__file__).parent / "odd_bridge.py"
LONG = {"easy": 120.0, "hard": 120.0}  # a busy machine must not fail a test
SLOW_LEVEL = "uct:40"


def odd(way: str, patience: float = 120.0, rest: float = 3600.0) -> Far:
    return Far(way, command=(sys.executable, str(ODD)), patience=patience, rest=rest)


def outcome(far: Far, name: str) -> float:
    return far.metrics.value("paddock_cluster_thoughts_total", outcome=name)


async def until(seen: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not seen():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("way", "reason", "patience"),
    [
        ("lost", "lost", 120),
        ("noise", "lost", 120),
        ("error", "error", 120),
        ("nonsense", "nonsense", 120),
        ("silent", "late", 0.2),
    ],
)
async def test_what_the_cluster_does_not_answer_this_machine_thinks_about(
    way: str, reason: str, patience: float
) -> None:
    far = odd(way, patience)
    bots = Bots(1, LONG, far=far)
    try:
        far.open()
        await until(lambda: far.cores == 2)
        perspective = asked("zooloretto")
        thought = await bots.choose(perspective, SLOW_LEVEL, 11)
        assert thought.action in legal(perspective)
        assert (thought.level, thought.fallback) == (SLOW_LEVEL, False)
        assert outcome(far, reason) == 1
        assert far.waiting == {}
        if reason in ("lost", "late"):  # nobody is made to wait for it again
            assert far.cores == 0
            await bots.choose(perspective, SLOW_LEVEL, 12)
            assert outcome(far, reason) == 1
    finally:
        await bots.close()
    assert far.process is None


async def test_without_a_cluster_this_machine_thinks_and_the_cluster_is_tried_again() -> None:
    far = odd("gone", rest=0.01)
    bots = Bots(1, LONG, far=far)
    starts: list[int] = []
    connected = far.connected

    async def counted() -> None:
        starts.append(1)
        await connected()

    far.connected = counted  # type: ignore[method-assign]
    try:
        perspective = asked("zooloretto")
        assert (await bots.choose(perspective, SLOW_LEVEL, 11)).level == SLOW_LEVEL
        await until(lambda: len(starts) > 2)
    finally:
        await bots.close()


async def test_quick_levels_and_tables_that_nobody_looks_at_are_not_handed_on() -> None:
    far = odd("silent")
    bots = Bots(1, LONG, far=far)
    try:
        far.open()
        await until(lambda: far.cores == 2)
        perspective = asked("zooloretto")
        await bots.choose(perspective, "easy", 11)
        await bots.choose(perspective, SLOW_LEVEL, 11, asker=Asker("ada", lambda: False))
        assert sum(outcome(far, name) for name in ("done", "late", "lost", "error", "nonsense")) == 0
    finally:
        await bots.close()


async def test_nobody_has_more_than_half_of_the_cluster_and_who_goes_away_leaves_room() -> None:
    far = odd("silent")
    bots = Bots(1, LONG, far=far)
    try:
        far.open()
        await until(lambda: far.cores == 2)
        perspective = asked("zooloretto")
        waits = asyncio.create_task(bots.choose(perspective, SLOW_LEVEL, 11, asker=Asker("ada")))
        await until(lambda: far.waiting)
        assert not far.room("ada")
        assert far.room("ben")
        assert (await bots.choose(perspective, SLOW_LEVEL, 12, asker=Asker("ada"))).level == SLOW_LEVEL
        waits.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waits
        assert far.room("ada")
    finally:
        await bots.close()
