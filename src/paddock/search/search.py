"""Search: what both tree searches share, from the budget and the playout to the result.

A tree is flat vectors of records. A record stands for an event of the tree: for the decision's
statistics, and for the node it leads to. A simulation walks a path of records down the tree, plays
the leg out, and adds to every record of the path the value for the seat that decided there.
"""

import math
import time
from typing import Final, NamedTuple

from librt.vecs import extend, vec
from mypy_extensions import i64

from paddock.core.insight import SURE, Insight
from paddock.core.playout import leg_playout
from paddock.core.rng import Rng
from paddock.core.state import BIT, MOST_SEATS, NOBODY, State, buffer
from paddock.search.index import ABSENT, Index, event_key

ROOT: Final = 0
NO_SEAT: Final = MOST_SEATS  # decides nothing: the value kept for it stays 0
UNHURRIED: Final = 0x7FFFFFFF  # more simulations than any clock allows
GLANCE: Final = 16  # simulations between two looks at the clock
# A hand may decide little of a match, and all values lie close together. How close is known after
# so many simulations; before, one might mistake rare luck for impossible.
GAUGE: Final = 256
STRAY: Final = 8  # one sealed choice in so many is left to chance
UNTRIED: Final = 1e9  # the doubt about a record that was never visited: it comes first
EXPLORATION: Final = 0.7  # of a value from 0 to 1


class Tried(NamedTuple):
    """One legal action, as a search found it."""

    action: int
    visits: int
    value: float  # mean prospects of the deciding seat, 0 to 1


class Result(NamedTuple):
    """What a search advises, and why."""

    action: int
    simulations: int
    tried: list[Tried]  # every legal action, ascending


class Search:
    """Holds the buffers of one thinker; each `run` begins a new tree in them."""

    def __init__(self, insight: Insight, exploration: float = EXPLORATION) -> None:
        self.insight: Insight = insight
        self.exploration: float = exploration
        self.low: i64 = 0  # the values met so far lie from low
        self.high: i64 = 0  # to high
        self.zeal: float = 0.0  # exploration, measured by the span of the values
        self.rng: Rng = Rng(0)
        self.root: State = State(vec[i64]())
        self.state: State = self.root
        self.viewer: i64 = 0
        self.leg: i64 = 0
        self.index: Index = Index()
        self.count: i64 = 0  # records in use
        self.room: i64 = 0
        self.visits: vec[float] = vec[float]()  # whole numbers; turning integers into floats is slow
        self.means: vec[float] = vec[float]()  # value for the seat that decided
        self.doubts: vec[float] = vec[float]()  # 1 / sqrt(visits): how far the mean may be off
        self.steps: i64 = 0  # of the present simulation's path
        self.path: vec[i64] = vec[i64]([0] * 256)  # record * 16 + the seat that decided there
        self.values: vec[i64] = vec[i64]([0] * (MOST_SEATS + 1))
        self.actions: vec[i64] = buffer()
        self.odds: vec[i64] = buffer()

    def run(self, masked: State, rng: Rng, simulations: i64 = UNHURRIED, seconds: float = math.inf) -> Result:
        """Think for the seat this state was masked for, until either budget is spent."""
        seat = masked.viewer
        due = masked.due
        if seat < 0 or (masked.actor != seat and not due & BIT[seat]):
            raise ValueError("a search takes a state masked for a seat that has to decide")
        self.begin(masked, rng)
        end = time.perf_counter() + seconds
        done: i64 = 0
        while True:
            self.simulate()
            done += 1
            if done >= simulations:
                break
            if done % GLANCE == 0:
                if done >= GAUGE:
                    self.zeal = self.exploration * float(max(1, self.high - self.low))
                if time.perf_counter() >= end:
                    break
        tried = self.tried()
        best = max(tried, key=lambda each: (each.visits, each.value, -each.action))
        return Result(best.action, done, tried)

    def begin(self, masked: State, rng: Rng) -> None:
        """A tree of nothing but its root."""
        self.rng = rng
        self.viewer = masked.viewer
        self.leg = masked.leg
        self.root = masked.copy()
        self.state = masked.copy()
        self.index.clear()
        self.count = 0
        self.steps = 0
        self.low = SURE
        self.high = 0
        self.zeal = self.exploration * float(SURE)
        self.record()

    def simulate(self) -> None:
        """Walk down the tree, add to it, play out and remember what it was worth."""
        raise NotImplementedError

    def root_record(self, action: i64) -> i64:
        """The record of the viewer's action at the root, or ABSENT."""
        raise NotImplementedError

    def tried(self) -> list[Tried]:
        tried: list[Tried] = []
        n = self.root.legal(self.viewer, self.actions)
        for k in range(n):
            action: i64 = self.actions[k]
            record = self.root_record(action)
            visits = 0 if record == ABSENT else int(self.visits[record])
            value = self.means[record] / SURE if visits else 0.0
            tried.append(Tried(action, visits, value))
        return tried

    # What every simulation does.

    def record(self) -> i64:
        """A new record."""
        return self.block(1)

    def block(self, n: i64) -> i64:
        """The first of n new records in a row."""
        first = self.count
        self.count = first + n
        if self.count > self.room:
            self.widen(max(self.count, self.room, 512))
        visits = self.visits
        means = self.means
        doubts = self.doubts
        for record in range(first, first + n):
            visits[record] = 0.0
            means[record] = 0.0
            doubts[record] = UNTRIED
        return first

    def widen(self, more: i64) -> None:
        """Make room for more records; a tree with other vectors widens them too."""
        self.room += more
        zeros = vec[float]([0.0] * more)
        self.visits = extend(self.visits, zeros)
        self.means = extend(self.means, zeros)
        self.doubts = extend(self.doubts, zeros)

    def reach(self, parent: i64, seat: i64, action: i64) -> i64:
        """The record of this event after that record, new if need be."""
        key = event_key(parent, seat, action)
        record = self.index.find(key)
        if record == ABSENT:
            record = self.record()
            self.index.add(key, record)
        return record

    def step(self, record: i64, seat: i64) -> None:
        """Lengthen the path by a record and the seat that decided there."""
        steps = self.steps
        if steps == len(self.path):
            self.path = extend(self.path, self.path)
        self.path[steps] = record * 16 + seat
        self.steps = steps + 1

    def strays(self) -> bool:
        """Shall a sealed choice be left to chance? Else two searching seats may fall into step, always
        making the same pairs of choices, and learn nothing about the others."""
        return self.rng.below(STRAY) == 0

    def over(self) -> bool:
        """Has the leg ended, or the game? There a search evaluates."""
        return self.state.leg != self.leg or self.state.actor == NOBODY

    def finish(self) -> None:
        """Play the leg out, evaluate it, and credit the path."""
        state = self.state
        values = self.values
        if state.leg == self.leg:
            leg_playout(state, self.insight, self.rng, self.actions)
        self.insight.evaluate(state, values)
        for seat in range(state.seats):
            self.low = min(self.low, values[seat])
            self.high = max(self.high, values[seat])
        values[NO_SEAT] = 0
        path = self.path
        visits = self.visits
        means = self.means
        doubts = self.doubts
        for k in range(self.steps):
            record = path[k] >> 4
            times = visits[record] + 1.0
            visits[record] = times
            means[record] += (float(values[path[k] & 15]) - means[record]) / times
            doubts[record] = 1.0 / math.sqrt(times)
        self.steps = 0
