"""Metrics: what a process counts and times, in a registry of its own, as Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
# Seconds. A commit waits for a disk; a command for a commit at most. Both are wanted well below 0.1.
STEPS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
THOUGHT_STEPS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Times:
    """How often something took how long."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(STEPS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants them: how often up to each step."""
        return list(zip([*map(str, STEPS), "+Inf"], accumulate(self.counts), strict=True))


class Moves(Collector):
    """What is counted at every move, as plain numbers: the library's own locks took as long as the move's rules."""

    def __init__(self) -> None:
        self.committed: dict[str, int] = defaultdict(int)  # by game
        self.frames = 0
        self.commit = Times()
        self.command: dict[str, Times] = defaultdict(Times)  # by kind

    def collect(self) -> Iterator[Metric]:
        committed = CounterMetricFamily("paddock_moves_committed", "Decisions written to the log", labels=["game"])
        for game, number in self.committed.items():
            committed.add_metric([game], number)
        yield committed
        yield CounterMetricFamily("paddock_frames_sent", "Frames sent to viewers", value=self.frames)
        commit = HistogramMetricFamily("paddock_commit_seconds", "From append to committed")
        commit.add_metric([], self.commit.buckets(), self.commit.total)
        yield commit
        command = HistogramMetricFamily("paddock_command_seconds", "From command to answer", labels=["kind"])
        for kind, times in self.command.items():
            command.add_metric([kind], times.buckets(), times.total)
        yield command


class Metrics:
    """Every figure of one process; labels only ever hold words of ours, so that their number is bounded."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = Moves()
        registry.register(self.moves)
        self.refused = Counter("paddock_commands_refused", "Commands refused", ["kind"], registry=registry)
        self.sockets = Gauge("paddock_sockets_open", "Sockets open", registry=registry)
        self.rooms = Gauge("paddock_rooms_open", "Rooms in memory", registry=registry)
        self.thoughts = Counter(
            "paddock_bot_thoughts",
            "Decisions of bots, by the level asked for and who answered instead (no, easy, first)",
            ["level", "fallback"],
            registry=registry,
        )
        self.thought = Histogram(
            "paddock_bot_thought_seconds",
            "From question to decision, waiting included",
            ["level"],
            buckets=THOUGHT_STEPS,
            registry=registry,
        )
        self.replaced = Counter(
            "paddock_workers_replaced", "Workers killed or lost, by reason", ["reason"], registry=registry
        )
        self.cluster = Counter(
            "paddock_cluster_thoughts",
            "Decisions asked of the Ray cluster, by what became of them (done, late, lost, error, nonsense)",
            ["outcome"],
            registry=registry,
        )
        self.cores = Gauge("paddock_cluster_cores", "Cores of the Ray cluster, 0 without one", registry=registry)
        self.leases_lost = Counter("paddock_leases_lost", "Tables that another process took over", registry=registry)
        self.unavailable = Counter("paddock_store_unavailable", "Times the store failed", registry=registry)

    def exposition(self) -> bytes:
        """All of it as text, for GET /metrics."""
        return generate_latest(self.registry)

    def value(self, name: str, **labels: str) -> float:
        """One sample as it stands, 0 if nothing was counted yet; for tests and the doctor."""
        return self.registry.get_sample_value(name, labels) or 0.0
