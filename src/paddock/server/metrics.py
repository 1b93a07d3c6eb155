"""Metrics: what a process counts and times, in a registry of its own, as Prometheus reads it."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
# Seconds. A commit waits for a disk; a command for a commit at most. Both are wanted well below 0.1.
STEPS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
THOUGHT_STEPS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """Every figure of one process; labels only ever hold words of ours, so that their number is bounded."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = Counter("paddock_moves_committed", "Decisions written to the log", ["game"], registry=registry)
        self.refused = Counter("paddock_commands_refused", "Commands refused", ["kind"], registry=registry)
        self.frames = Counter("paddock_frames_sent", "Frames sent to viewers", registry=registry)
        self.sockets = Gauge("paddock_sockets_open", "Sockets open", registry=registry)
        self.rooms = Gauge("paddock_rooms_open", "Rooms in memory", registry=registry)
        self.commit = Histogram("paddock_commit_seconds", "From append to committed", buckets=STEPS, registry=registry)
        self.command = Histogram(
            "paddock_command_seconds", "From command to answer", ["kind"], buckets=STEPS, registry=registry
        )
        self.commands: dict[str, Histogram] = {}
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
        self.leases_lost = Counter("paddock_leases_lost", "Tables that another process took over", registry=registry)
        self.unavailable = Counter("paddock_store_unavailable", "Times the store failed", registry=registry)

    def took(self, command: str, seconds: float) -> None:
        """A command was answered. Finding the child of a label takes longer than counting, so it is kept."""
        child = self.commands.get(command)
        if child is None:
            child = self.commands[command] = self.command.labels(command.lower())
        child.observe(seconds)

    def exposition(self) -> bytes:
        """All of it as text, for GET /metrics."""
        return generate_latest(self.registry)

    def value(self, name: str, **labels: str) -> float:
        """One sample as it stands, 0 if nothing was counted yet; for tests and the doctor."""
        return self.registry.get_sample_value(name, labels) or 0.0
