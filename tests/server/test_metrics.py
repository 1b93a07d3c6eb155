"""Each process counts in a registry of its own, in the text that Prometheus reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from paddock.server.metrics import Metrics
from tests.server.place import Person, Place, choices, two_at_a_table

EXPECTED = {
    "paddock_moves_committed": "counter",
    "paddock_commands_refused": "counter",
    "paddock_frames_sent": "counter",
    "paddock_sockets_open": "gauge",
    "paddock_rooms_open": "gauge",
    "paddock_commit_seconds": "histogram",
    "paddock_command_seconds": "histogram",
    "paddock_bot_thoughts": "counter",
    "paddock_bot_thought_seconds": "histogram",
    "paddock_workers_replaced": "counter",
    "paddock_cluster_cores": "gauge",
    "paddock_cluster_thoughts": "counter",
    "paddock_leases_lost": "counter",
    "paddock_store_unavailable": "counter",
}


def test_everything_the_house_counts_is_exposed_with_its_kind() -> None:
    families = text_string_to_metric_families(Metrics().exposition().decode())
    kinds = {family.name: family.type for family in families if not family.name.endswith("_created")}
    assert kinds == EXPECTED


def test_what_was_counted_is_what_is_read() -> None:
    metrics = Metrics()
    metrics.moves.committed["zooloretto"] += 2
    metrics.refused.labels("stale").inc()
    metrics.sockets.inc()
    metrics.moves.commit.observe(0.003)
    metrics.moves.commit.observe(0.005)
    metrics.moves.commit.observe(60)
    metrics.moves.command["play"].observe(0.0001)
    text = metrics.exposition().decode()
    assert 'paddock_moves_committed_total{game="zooloretto"} 2.0' in text
    assert 'paddock_commands_refused_total{kind="stale"} 1.0' in text
    assert "paddock_sockets_open 1.0" in text
    assert 'paddock_commit_seconds_bucket{le="0.0025"} 0.0' in text
    assert 'paddock_commit_seconds_bucket{le="0.005"} 2.0' in text
    assert 'paddock_commit_seconds_bucket{le="5.0"} 2.0' in text
    assert 'paddock_commit_seconds_bucket{le="+Inf"} 3.0' in text
    assert "paddock_commit_seconds_count 3.0" in text
    assert "paddock_commit_seconds_sum 60.008" in text
    assert 'paddock_command_seconds_bucket{kind="play",le="0.0005"} 1.0' in text
    assert metrics.value("paddock_moves_committed_total", game="zooloretto") == 2
    assert metrics.value("paddock_moves_committed_total", game="franks-zoo") == 0


def test_two_houses_in_one_process_count_apart_and_nothing_is_global() -> None:
    one, two = Metrics(), Metrics()
    one.moves.frames += 1
    assert one.value("paddock_frames_sent_total") == 1
    assert two.value("paddock_frames_sent_total") == 0
    assert not [family.name for family in REGISTRY.collect() if family.name.startswith("paddock")]


@pytest.mark.asyncio
async def test_a_server_counts_each_move_once_and_each_frame_it_sends(tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db") as place:
        async with two_at_a_table(place) as (ada, ben):
            for line in (ada, ben):
                frame = await line.prompted()
                command = {"id": "0" * 32, "at": frame["at"], "action": choices(frame)[0]["action"]}
                await line.ask("play", **command)
                await line.ask("play", **command)  # the same again is no other move
        read = {}
        for family in text_string_to_metric_families((await Person(place).http("GET", "/metrics")).text):
            read.update({(sample.name, *sample.labels.values()): sample.value for sample in family.samples})
    assert read["paddock_moves_committed_total", "pond"] == 2
    assert read["paddock_command_seconds_count", "play"] == 4
    assert read["paddock_commit_seconds_count",] >= 5  # two sit down, the match begins, two decide
    assert read["paddock_frames_sent_total",] >= 8  # each sees the table and both moves, and both are answered again
