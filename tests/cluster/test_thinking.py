"""Bots think on a real Ray cluster, and on this machine once that is lost."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest

from paddock.agents.levels import make
from paddock.core.rng import Rng
from paddock.server.bots import Bots
from paddock.server.far import Far
from tests.cluster.conftest import Cluster
from tests.cluster.local import ENVIRONMENT
from tests.server.place import PATIENCE, Place, choices, two_at_a_table
from tests.server.thinking import GAMES, asked

pytestmark = pytest.mark.asyncio

LONG = {"easy": 120.0, "hard": 120.0}  # a busy machine must not fail a test
LEVEL = "uct:40"  # spends work and not time, so that every machine thinks the same


@pytest.fixture(autouse=True)
def on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the bridges that are started here."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


async def test_the_cluster_thinks_what_this_machine_would_and_can_be_lost(cluster: Cluster) -> None:
    far = Far(cluster.address, patience=120)
    bots = Bots(1, LONG, far=far)
    try:
        far.open()
        async with asyncio.timeout(240):
            while not far.cores:
                await asyncio.sleep(0.05)
        assert far.cores == 2
        perspectives = [asked(name) for name in GAMES]
        here = [make(LEVEL).choose(perspective, Rng(11)) for perspective in perspectives]
        there = [await bots.choose(perspective, LEVEL, 11) for perspective in perspectives]
        assert [thought.action for thought in there] == here
        assert far.metrics.value("paddock_cluster_thoughts_total", outcome="done") == len(GAMES)
        assert all(worker.process is None for worker in bots.workers)  # nobody thought here

        lost = asyncio.create_task(bots.choose(perspectives[0], "uct:2000000", 11))
        while not far.waiting:
            await asyncio.sleep(0.01)
        assert far.process is not None
        far.process.kill()
        while bots.workers[0].process is None:  # the thought goes on here
            await asyncio.sleep(0.01)
        lost.cancel()
        assert far.cores == 0
        assert (await bots.choose(perspectives[0], LEVEL, 11)).action == here[0]
    finally:
        await bots.close()


async def test_a_server_asks_the_cluster_for_an_experts_hint(cluster: Cluster, tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db", "--think", cluster.address) as place, httpx.Client(timeout=PATIENCE) as client:

        def figure(name: str) -> float:
            text = client.get(f"{place.address}/metrics").text
            found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
            return float(found[1]) if found else 0.0

        async with two_at_a_table(place, "zooloretto") as (ada, ben):
            async with asyncio.timeout(240):
                while figure("paddock_cluster_cores") != 2:
                    await asyncio.sleep(0.5)
            line = ada if ada.table["you"] in ada.table["pending"] else ben
            frame = await line.prompted()
            await line.send("hint")
            hint = await line.until(lambda message: message["t"] == "hint")
            assert hint["action"] in [choice["action"] for choice in choices(frame)]
        assert figure('paddock_bot_thought_seconds_count{level="expert"}') == 1
        # On a busy machine the cluster may be too slow, and the server rightly thinks itself.
        outcomes = [figure(f'paddock_cluster_thoughts_total{{outcome="{outcome}"}}') for outcome in ("done", "late")]
        assert sum(outcomes) == 1
