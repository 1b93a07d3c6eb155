"""Each process counts in a registry of its own, in the text that Prometheus reads."""

from __future__ import annotations

from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from paddock.server.metrics import Metrics

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
    "paddock_leases_lost": "counter",
    "paddock_store_unavailable": "counter",
}


def test_everything_the_house_counts_is_exposed_with_its_kind() -> None:
    families = text_string_to_metric_families(Metrics().exposition().decode())
    kinds = {family.name: family.type for family in families if not family.name.endswith("_created")}
    assert kinds == EXPECTED


def test_what_was_counted_is_what_is_read() -> None:
    metrics = Metrics()
    metrics.moves.labels("zooloretto").inc()
    metrics.moves.labels("zooloretto").inc()
    metrics.refused.labels("stale").inc()
    metrics.sockets.inc()
    metrics.commit.observe(0.003)
    text = metrics.exposition().decode()
    assert 'paddock_moves_committed_total{game="zooloretto"} 2.0' in text
    assert 'paddock_commands_refused_total{kind="stale"} 1.0' in text
    assert "paddock_sockets_open 1.0" in text
    assert 'paddock_commit_seconds_bucket{le="0.0025"} 0.0' in text
    assert 'paddock_commit_seconds_bucket{le="0.005"} 1.0' in text
    assert metrics.value("paddock_moves_committed_total", game="zooloretto") == 2
    assert metrics.value("paddock_moves_committed_total", game="franks-zoo") == 0


def test_two_houses_in_one_process_count_apart_and_nothing_is_global() -> None:
    one, two = Metrics(), Metrics()
    one.frames.inc()
    assert one.value("paddock_frames_sent_total") == 1
    assert two.value("paddock_frames_sent_total") == 0
    assert not [family.name for family in REGISTRY.collect() if family.name.startswith("paddock")]
