"""ISMCTS: tree search for games with secrets, over what one seat will have seen.

Every simulation begins in a fresh world that the searching seat cannot tell from the truth. A node
is what that seat has seen happen; which actions are legal there differs from world to world, so a
child is found by hashing, and its exploration counts how often it was there to be chosen, not how
often its parent was visited. Seats pending in one sealed round choose at the same node, none
seeing another's choice.
"""

import math
from typing import final

from librt.vecs import extend, vec
from mypy_extensions import i64

from paddock.core.insight import Insight
from paddock.core.state import BIT, CHANCE, HIDDEN, LOWEST, buffer
from paddock.search.index import ABSENT, event_key
from paddock.search.search import EXPLORATION, ROOT, Search


@final
class Ismcts(Search):
    """Every simulation adds one record, in a sealed round at most one a seat."""

    def __init__(self, insight: Insight, exploration: float = EXPLORATION) -> None:
        super().__init__(insight, exploration)
        self.offers: vec[float] = vec[float]()  # how often a record's action was legal
        self.untried: vec[i64] = buffer()
        self.fresh: bool = False  # has this simulation left the tree?

    def root_record(self, action: i64) -> i64:
        return self.index.find(event_key(ROOT, self.viewer, action))

    def widen(self, more: i64) -> None:
        super().widen(more)
        self.offers = extend(self.offers, vec[float]([0.0] * more))

    def block(self, n: i64) -> i64:
        first = super().block(n)
        offers = self.offers
        for record in range(first, first + n):
            offers[record] = 0.0
        return first

    def simulate(self) -> None:
        state = self.state
        state.assign(self.root)
        state.fill(self.rng)
        self.fresh = False
        node: i64 = ROOT
        while not self.fresh and not self.over():
            node = self.chance(node) if state.actor == CHANCE else self.decide(node)
        self.finish()

    def chance(self, node: i64) -> i64:
        """Draw an outcome; the tree goes on from what the searching seat sees of it."""
        state = self.state
        outcome = self.rng.pick(self.odds, state.weights(self.odds))
        seen = state.seen(CHANCE, outcome, self.viewer)
        state.apply(CHANCE, outcome)
        return node if seen == HIDDEN else self.reach(node, CHANCE, seen)

    def decide(self, node: i64) -> i64:
        """Let every pending seat choose from its own records here; the node the viewer then sees."""
        state = self.state
        sealed = state.due != 0
        due = state.due or BIT[state.actor]
        after = node
        while due:
            seat: i64 = LOWEST[due]
            due &= due - 1
            action = self.select(node, seat, sealed)
            record = self.reach(node, seat, action)
            if self.visits[record] == 0.0:
                self.fresh = True
            self.step(record, seat)
            seen = action if seat == self.viewer else state.seen(seat, action, self.viewer)
            state.apply(seat, action)
            after = record if seen == action and after == node else self.reach(after, seat, seen)
        return after

    def select(self, node: i64, seat: i64, sealed: bool) -> i64:
        """The legal action with the best upper bound; any that was never tried comes first."""
        actions = self.actions
        visits = self.visits
        offers = self.offers
        best: i64 = 0
        highest = -1.0
        untried: i64 = 0
        n = self.state.legal(seat, actions)
        for k in range(n):
            record = self.index.find(event_key(node, seat, actions[k]))
            if record == ABSENT or visits[record] == 0.0:
                self.untried[untried] = k
                untried += 1
                continue
            offers[record] += 1.0
            if untried:
                continue
            scale = self.zeal * math.sqrt(math.log(offers[record] + 1.0))
            bound = self.means[record] + scale * self.doubts[record]
            if bound > highest:
                highest = bound
                best = k
        if sealed and self.strays():
            best = self.rng.below(n)
        elif untried:
            best = self.untried[self.rng.below(untried)]
        return actions[best]
