"""UCT: tree search for open games, with explicit chance nodes; every seat maximises its own value.

Nothing is hidden, so a node is one position and its legal actions never change: its children lie
in a row. A chance node has a child for each outcome. Seats pending in one sealed round each choose
among their own children of the same node, none seeing another's choice, and the round leads to
one node for all the choices together.
"""

import math
from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64

from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.core.state import BIT, CHANCE, LOWEST, State
from paddock.search.index import ABSENT
from paddock.search.search import EXPLORATION, NO_SEAT, ROOT, Search

UNOPENED: Final = -1  # where the children of a node would begin


@final
class Uct(Search):
    """A leaf gets children at its second visit."""

    def __init__(self, insight: Insight, exploration: float = EXPLORATION) -> None:
        super().__init__(insight, exploration)
        self.movers: vec[i64] = vec[i64]()  # whose event a record is
        self.events: vec[i64] = vec[i64]()  # the action or outcome
        self.firsts: vec[i64] = vec[i64]()  # the first child
        self.widths: vec[i64] = vec[i64]()  # how many children

    def begin(self, masked: State, rng: Rng) -> None:
        super().begin(masked, rng)
        self.root.fill(rng)  # only says that it is whole: nothing is unknown
        self.state.assign(self.root)
        self.open(ROOT)

    def root_record(self, action: i64) -> i64:
        first = self.firsts[ROOT]
        for child in range(first, first + self.widths[ROOT]):
            if self.movers[child] == self.viewer and self.events[child] == action:
                return child
        return ABSENT

    def widen(self, more: i64) -> None:
        super().widen(more)
        zeros = vec[i64]([0] * more)
        self.movers = extend(self.movers, zeros)
        self.events = extend(self.events, zeros)
        self.firsts = extend(self.firsts, zeros)
        self.widths = extend(self.widths, zeros)

    def block(self, n: i64) -> i64:
        first = super().block(n)
        firsts = self.firsts
        for record in range(first, first + n):
            firsts[record] = UNOPENED
        return first

    def simulate(self) -> None:
        self.state.assign(self.root)
        node: i64 = ROOT
        self.step(ROOT, NO_SEAT)
        while True:
            if self.firsts[node] == UNOPENED:
                if self.visits[node] == 0.0 or self.over():
                    break
                self.open(node)
            node = self.descend(node)
        self.finish()

    def open(self, node: i64) -> None:
        """Give a node its children: each outcome of chance, or the actions of every pending seat."""
        state = self.state
        actor = state.actor
        first = self.count
        if actor == CHANCE:
            n = state.weights(self.odds)
            self.block(n)
            for k in range(n):
                self.movers[first + k] = CHANCE
                self.events[first + k] = k
        else:
            due = state.due or BIT[actor]
            while due:
                self.open_for(LOWEST[due])
                due &= due - 1
        self.firsts[node] = first
        self.widths[node] = self.count - first

    def open_for(self, seat: i64) -> None:
        """One seat's children in random order: that is the order in which they are first tried."""
        actions = self.actions
        n = self.state.legal(seat, actions)
        first = self.block(n)
        movers = self.movers
        events = self.events
        for k in range(n):
            other = k + self.rng.below(n - k)
            movers[first + k] = seat
            events[first + k] = actions[other]
            actions[other] = actions[k]

    def descend(self, node: i64) -> i64:
        """Carry out the event, or the sealed round of events, that is chosen here; the node after it."""
        state = self.state
        first = self.firsts[node]
        end = first + self.widths[node]
        seat = self.movers[first]
        if seat == CHANCE:
            child = first + self.rng.pick(self.odds, state.weights(self.odds))
            self.step(child, NO_SEAT)
            state.apply(CHANCE, child - first)
            return child
        if seat == self.movers[end - 1]:
            child = self.select(node, first, end)
            self.step(child, seat)
            state.apply(seat, self.events[child])
            return child
        joint = node
        while first < end:
            seat = self.movers[first]
            after = first + 1
            while after < end and self.movers[after] == seat:
                after += 1
            stray = self.strays()
            child = first + self.rng.below(after - first) if stray else self.select(node, first, after)
            action = self.events[child]
            self.step(child, seat)
            state.apply(seat, action)
            joint = self.reach(joint, seat, action)
            first = after
        self.step(joint, NO_SEAT)
        return joint

    def select(self, node: i64, first: i64, end: i64) -> i64:
        """The child with the best upper bound; one that was never tried comes first."""
        means = self.means
        doubts = self.doubts
        scale = self.zeal * math.sqrt(math.log(self.visits[node] + 1.0))
        best = first
        highest = -1.0
        for child in range(first, end):
            bound = means[child] + scale * doubts[child]
            if bound > highest:
                highest = bound
                best = child
        return best
