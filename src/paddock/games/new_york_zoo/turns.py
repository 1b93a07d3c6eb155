"""Turns: the sensible ways to finish a turn, each to its very end; everything that plans works on whole turns.

A turn has several decisions, and some have hundreds of answers. Of placements those go on that leave the best ground,
of other choices those that the insight likes; whoever else must decide meanwhile does what the insight likes best.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, MOST_SEATS, NOBODY, SEATS
from paddock.games.new_york_zoo.board import bits, border, cover, region
from paddock.games.new_york_zoo.cells import BREEDING, BREEDING_2, FREE_LOWER, FREE_UPPER, MOVING, NONE, PHASE, PLACE
from paddock.games.new_york_zoo.insight import HOLE, SMALL, NewYorkZooInsight
from paddock.games.new_york_zoo.legal import shape_in_hand
from paddock.games.new_york_zoo.rules import NewYorkZoo

DEEPEST: Final = 60  # decisions of a turn that are looked at
MOST_CHOICES: Final = 2048


def ground(upper: i64, lower: i64, solo: i64) -> i64:
    """How bad it is to have this ground left: the attractions that it needs, and how ragged it is."""
    first: i64 = SMALL * solo
    cost: i64 = 2 * border(upper, lower)
    while upper | lower:
        above, below = region(upper, lower)
        size: i64 = bits(above) + bits(below)
        cost += HOLE[first + size] if size < SMALL else 50 + 11 * size
        upper ^= above
        lower ^= below
    return cost


@final
@mypyc_attr(native_class=True)
class Turns:
    """`run` finds the ends of a turn, with the way to each."""

    def __init__(self, places: i64, others: i64, most: i64) -> None:
        self.places: i64 = places  # placements that go on
        self.others: i64 = others  # other choices that go on; moves all do
        self.most: i64 = most  # ends
        self.insight: NewYorkZooInsight = NewYorkZooInsight()
        self.rng: Rng = Rng(0)
        self.actions: list[vec[i64]] = [vec[i64]([0] * MOST_CHOICES) for _depth in range(DEEPEST + 1)]
        self.scores: list[vec[i64]] = [vec[i64]([0] * MOST_CHOICES) for _depth in range(DEEPEST + 1)]
        self.values: vec[i64] = vec[i64]([0] * (MOST_SEATS + 1))
        self.ends: list[NewYorkZoo] = []
        self.ways: list[list[int]] = []  # the actor's own decisions to each end
        self.way: list[int] = []
        self.actor: i64 = 0
        self.room: i64 = 0  # ends that the move being looked at may have, with those before it

    def run(self, state: NewYorkZoo) -> None:
        """The ends of the turn that the actor is in."""
        self.ends = []
        self.ways = []
        self.way = []
        self.actor = state.cells[ACTOR]
        self.rng = Rng(1)  # equal positions have equal ends
        self.room = self.most
        self.expand(state, 0)

    def expand(self, state: NewYorkZoo, depth: i64) -> None:
        c = state.cells
        actor = c[ACTOR]
        if actor == NOBODY or (depth > 0 and c[PHASE] == MOVING):
            self.ends.append(state)
            self.ways.append(self.way[:])
            return
        if len(self.ends) >= self.room or depth >= DEEPEST:
            self.hurry(state)
            return
        actions = self.actions[depth]
        n = state.legal(actor, actions)
        if (c[PHASE] == BREEDING or c[PHASE] == BREEDING_2) and c[SEATS] > 1 and n > 1:
            n -= 1
            actions[0] = actions[n]  # offspring is free: it is never declined
        keep: i64 = n
        if n > 1 and c[PHASE] != MOVING:
            keep = self.rank(state, actor, n, depth)
        for k in range(keep):
            if depth == 0:
                self.room = max(len(self.ends) + 1, self.most * (k + 1) // keep)  # no choice takes the others' room
            child = state.copy()
            child.apply(actor, actions[k])
            if actor == self.actor:
                self.way.append(int(actions[k]))
                self.expand(child, depth + 1)
                self.way.pop()
            else:
                self.expand(child, depth + 1)

    def rank(self, state: NewYorkZoo, actor: i64, n: i64, depth: i64) -> i64:
        """Bring the best choices to the front; how many go on."""
        c = state.cells
        actions = self.actions[depth]
        scores = self.scores[depth]
        shape: i64 = shape_in_hand(c) if actions[0] >= PLACE else NONE
        keep: i64 = self.others
        if shape != NONE:
            keep = self.places
            upper = c[FREE_UPPER + actor]
            lower = c[FREE_LOWER + actor]
            solo: i64 = 1 if c[SEATS] == 1 else 0
            for k in range(n):
                above, below = cover(shape, actions[k] - PLACE)
                scores[k] = -8 * ground(upper & ~above, lower & ~below, solo) - self.rng.below(8)
        else:
            for k in range(n):
                after = state.copy()
                after.apply(actor, actions[k])
                self.insight.evaluate(after, self.values)
                scores[k] = 8 * self.values[actor] + self.rng.below(8)
        keep = min(n, keep) if actor == self.actor else 1
        for k in range(keep):
            best = k
            for j in range(k + 1, n):
                if scores[j] > scores[best]:
                    best = j
            action = actions[best]
            score = scores[best]
            actions[best] = actions[k]
            scores[best] = scores[k]
            actions[k] = action
            scores[k] = score
        return keep

    def hurry(self, state: NewYorkZoo) -> None:
        """Finish the turn by the insight's quick choices."""
        other = state.copy()
        way = self.way[:]
        actions = self.actions[DEEPEST]
        while other.cells[ACTOR] != NOBODY and other.cells[PHASE] != MOVING:
            actor = other.cells[ACTOR]
            n = other.legal(actor, actions)
            action = self.insight.choose(other, actor, actions, n, self.rng)
            if actor == self.actor:
                way.append(int(action))
            other.apply(actor, action)
        self.ends.append(other)
        self.ways.append(way)
