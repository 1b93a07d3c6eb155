"""Clock: how much time each seat has left; it is told the time and never asks for it."""

from __future__ import annotations

from paddock.core.errors import BadSetup
from paddock.server.entry import ClockRule

GRACE = 30_000  # milliseconds for somebody who returns after the bank was empty
DAY = 86_400_000


def demand_clock(rule: ClockRule) -> None:
    """BadSetup unless this is a clock that people can play with."""
    ranges = {
        "none": {},
        "move": {"seconds": range(5, 86_401)},
        "bank": {"seconds": range(30, 86_401), "increment": range(601)},
        "days": {"days": range(1, 31)},
    }
    if rule.kind not in ranges:
        raise BadSetup(f"clock: {rule.kind!r} is not offered; allowed: {', '.join(ranges)}")
    for name in ("seconds", "increment", "days"):
        allowed = ranges[rule.kind].get(name, range(1))
        if getattr(rule, name) not in allowed:
            raise BadSetup(f"clock: {name} must be from {allowed[0]} to {allowed[-1]} with {rule.kind!r}")


class Clock:
    """Runs for the people who owe a decision."""

    def __init__(self, rule: ClockRule, seats: int) -> None:
        self.rule = rule
        self.whole = rule.days * DAY if rule.kind == "days" else rule.seconds * 1000
        self.left = [self.whole] * seats
        self.before = [self.whole] * seats  # what each had before its last decision, for undo
        self.since: list[int | None] = [None] * seats  # when it began to run

    @property
    def runs(self) -> bool:
        return self.rule.kind != "none"

    def left_at(self, seat: int, now: int) -> int:
        since = self.since[seat]
        # A clock of the process that jumped back must not give time.
        return self.left[seat] if since is None else self.left[seat] - max(0, now - since)

    def update(self, owing: set[int], now: int, decided: int, undone: bool) -> None:
        """The match has gone on: `decided` is the seat whose person moved or took back, `owing` run from now."""
        if not self.runs:
            return
        for seat, since in enumerate(self.since):
            if since is not None:
                self.left[seat] = self.left_at(seat, now)
                self.since[seat] = None
            if seat == decided:
                self.credit(seat, undone)
            if seat in owing:
                self.since[seat] = now
            elif self.rule.kind != "bank":
                self.left[seat] = self.whole  # whatever it is asked next is another decision

    def credit(self, seat: int, undone: bool) -> None:
        """A decision earns its time; taking it back gives that back, so nobody gains by it."""
        if undone:
            self.left[seat] = min(self.left[seat], self.before[seat])
            return
        self.before[seat] = self.left[seat]
        self.left[seat] = self.left[seat] + self.rule.increment * 1000 if self.rule.kind == "bank" else self.whole

    def welcome(self, seat: int) -> None:
        """Somebody who comes back has time for a decision; who left with time to spare gains none by it."""
        if self.left[seat] <= 0:
            self.left[seat] = GRACE if self.rule.kind == "bank" else self.whole

    def stop(self, seat: int, now: int) -> None:
        self.left[seat] = self.left_at(seat, now)
        self.since[seat] = None

    def step(self, by: int) -> None:
        """Time was set, and has not passed."""
        self.since = [None if since is None else since + by for since in self.since]

    def next(self) -> tuple[int, int] | None:
        """When the first running clock falls, and whose."""
        if not self.runs:
            return None
        falls = [(since + self.left[seat], seat) for seat, since in enumerate(self.since) if since is not None]
        return min(falls, default=None)

    def to_json(self, now: int) -> dict[str, object]:
        rule = self.rule
        if not self.runs:
            return {"kind": "none"}
        shown: dict[str, object] = {
            "kind": rule.kind,
            "seconds": rule.seconds,
            "increment": rule.increment,
            "days": rule.days,
        }
        shown["left"] = [max(0, self.left_at(seat, now)) for seat in range(len(self.left))]
        shown["running"] = [seat for seat, since in enumerate(self.since) if since is not None]
        return shown
