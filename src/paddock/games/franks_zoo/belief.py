"""Belief: which cards the others may hold, judged by what they have done in this hand.

Every decision of the others since the first lead is kept as they saw it. How likely a hand is goes by how the judge
would have decided with it: who passes seldom holds what would have been good to lay. Worlds are drawn by swapping a
card of one hidden hand for a card of another and keeping what is likelier more often (Metropolis), so that a walk
through such swaps visits each world as often as it is likely. Only what the seat itself saw goes in.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, HIDDEN, LEG, SEATS, buffer
from paddock.games.franks_zoo.cards import CARDS, COST, ONE, number_of, without
from paddock.games.franks_zoo.cells import (
    ASIDE,
    ASK,
    ASKER,
    FINISH,
    GIVE,
    HAND,
    HELP,
    LAST_SET,
    LEAD,
    NONE,
    OFFER,
    OUT,
    OUTCOMES,
    OWNER,
    PASS,
    PHASE,
    RANKING,
    SHOWN,
    TABLE,
    TAKEN,
)
from paddock.games.franks_zoo.judge import FranksZooJudge
from paddock.games.franks_zoo.rules import FranksZoo

WARMTH: Final = 0.04  # how much better an action must be for people to prefer it clearly
WHIM: Final = 0.1  # how often they do anything at all
BURN_IN: Final = 40  # swaps tried before the first world
STRIDE: Final = 6  # and between two worlds
DRAWERS: Final = 8  # hidden hands, and the cards set aside
FINE: Final = 1_000_000


@final
@mypyc_attr(native_class=True)
class Belief:
    """What one seat makes of a hand's events; `begin` anew for each decision."""

    def __init__(self, judge: FranksZooJudge) -> None:
        self.judge: FranksZooJudge = judge
        self.moments: list[FranksZoo] = []  # the others' decisions, as they were
        self.movers: vec[i64] = vec[i64]([0] * 512)
        self.moves: vec[i64] = vec[i64]([0] * 512)
        self.later: vec[i64] = vec[i64]([0] * 512)  # cards that the mover held then and has laid since
        self.drawers: vec[i64] = vec[i64]([0] * DRAWERS)
        self.fixed: vec[i64] = vec[i64]([0] * DRAWERS)  # cards of a drawer that the seat knows of
        self.likely: vec[float] = vec[float]([0.0] * DRAWERS)  # logarithms
        self.count: i64 = 0
        self.world: FranksZoo = FranksZoo(vec[i64]())
        self.actions: vec[i64] = buffer()
        self.values: vec[float] = vec[float]([0.0] * 512)

    def begin(self, masked: FranksZoo, history: list[int], rng: Rng) -> bool:
        """Take in the decisions since the cards were dealt, as seat and action in turns; False if they do not fit."""
        world = masked.copy()
        world.fill(rng)
        if not self.remember(world, masked.viewer, history):
            return False
        self.world = world
        c = masked.cells
        seats = c[SEATS]
        self.count = 0
        for k in range(seats + 1):
            drawer: i64 = ASIDE if k == seats else HAND + k
            if world.cells[drawer] & CARDS != c[drawer] & CARDS:
                self.drawers[self.count] = drawer
                self.fixed[self.count] = c[drawer] & CARDS
                self.likely[self.count] = self.likelihood(drawer, world.cells[drawer])
                self.count += 1
        if self.count >= 2:
            for _swap in range(i64(BURN_IN)):
                self.swap(rng)
        return self.count >= 2

    def next(self, rng: Rng) -> FranksZoo:
        """Another world."""
        for _swap in range(i64(STRIDE)):
            self.swap(rng)
        return self.world

    # The past

    def remember(self, world: FranksZoo, viewer: i64, history: list[int]) -> bool:
        """Play the hand again from its first lead, and keep the moments at which others decided."""
        self.moments = []
        first: i64 = 0
        size: i64 = len(history)
        while first < size and (i64(history[first + 1]) >= GIVE or i64(history[first + 1]) == HIDDEN):
            first += 2  # the exchange
        s = FranksZoo(world.cells[:])
        c = s.cells
        seats = c[SEATS]
        if c[PHASE] < LEAD:
            return False
        gone = vec[i64]([0] * seats)  # cards that each seat has laid, in all
        offer: i64 = 0
        k = first
        while k < size:
            seat: i64 = i64(history[k])
            action: i64 = i64(history[k + 1])
            if seat < 0 or seat >= seats or action < 0 or action >= GIVE:
                return False
            if PASS < action <= LAST_SET:
                gone[seat] += COST[action]
            elif ASK <= action < HELP:
                offer = action - ASK
            elif action > HELP:
                asker: i64 = i64(history[k - 2])
                gone[asker] += COST[offer]
                gone[seat] += COST[action - HELP] - COST[offer]
            k += 2
        for seat in range(seats):
            c[HAND + seat] += gone[seat]
            c[TAKEN + seat] = 0
            c[FINISH + seat] = 0
            c[SHOWN + seat] = 0
        c[TABLE] = 0
        c[RANKING] = 0
        c[OWNER] = NONE
        c[OFFER] = NONE
        c[ASKER] = NONE
        c[OUT] = 0
        c[PHASE] = LEAD
        if first < size:
            c[ACTOR] = i64(history[first])
        k = first
        count: i64 = 0
        leg = c[LEG]
        while k < size:
            seat = i64(history[k])
            action = i64(history[k + 1])
            if c[ACTOR] != seat or c[LEG] != leg or not self.allowed(s, seat, action):
                return False
            if seat != viewer and count < 512:
                self.moments.append(s.copy())
                self.movers[count] = seat
                self.moves[count] = action
                self.later[count] = gone[seat]
                count += 1
            if PASS < action <= LAST_SET:
                gone[seat] -= COST[action]
            elif action > HELP:
                gone[c[ASKER]] -= COST[c[OFFER]]
                gone[seat] -= COST[action - HELP] - COST[c[OFFER]]
            s.apply(seat, action)
            k += 2
        w = world.cells
        return c[TABLE] == w[TABLE] and c[ACTOR] == w[ACTOR] and c[RANKING] == w[RANKING] and c[OUT] == w[OUT]

    def allowed(self, s: FranksZoo, seat: i64, action: i64) -> bool:
        """May the seat do this there?"""
        n = s.legal(seat, self.actions)
        found = False
        for k in range(n):
            found = found or self.actions[k] == action
        return found

    # How likely

    def likelihood(self, drawer: i64, cards: i64) -> float:
        """The logarithm of how likely the owner of a drawer would have decided as it did, with these cards left now."""
        if drawer == ASIDE:
            return 0.0
        seat: i64 = drawer - HAND
        total: float = 0.0
        for k in range(len(self.moments)):
            if self.movers[k] == seat:
                s = self.moments[k]
                s.cells[HAND + seat] = cards + self.later[k]
                n = s.legal(seat, self.actions)
                if n > 1:
                    total += self.chosen(s, seat, self.moves[k], n)
        return total

    def chosen(self, s: FranksZoo, seat: i64, action: i64, n: i64) -> float:
        """The logarithm of how likely the seat does this there."""
        values = self.values
        self.judge.values(s.cells, seat, self.actions, n, values)
        top: float = values[0]
        mine: float = -1e9
        for k in range(n):
            top = max(top, values[k])
            if self.actions[k] == action:
                mine = values[k]
        total: float = 0.0
        for k in range(n):
            total += math.exp((values[k] - top) / WARMTH)
        return math.log((1.0 - WHIM) * math.exp((mine - top) / WARMTH) / total + WHIM / float(n))

    # The walk

    def swap(self, rng: Rng) -> None:
        """Try to swap a hidden card of one drawer for one of another."""
        c = self.world.cells
        a = rng.below(self.count)
        b = rng.below(self.count - 1)
        if b >= a:
            b += 1
        one = c[self.drawers[a]]
        two = c[self.drawers[b]]
        given = self.card(one, self.fixed[a], rng)
        taken = self.card(two, self.fixed[b], rng)
        chance = rng.below(FINE)
        if given == taken:
            return
        one += ONE[taken] - ONE[given]
        two += ONE[given] - ONE[taken]
        first = self.likelihood(self.drawers[a], one)
        second = self.likelihood(self.drawers[b], two)
        change: float = first + second - self.likely[a] - self.likely[b]
        if change >= 0.0 or float(chance) < float(FINE) * math.exp(change):
            c[self.drawers[a]] = one
            c[self.drawers[b]] = two
            self.likely[a] = first
            self.likely[b] = second

    def card(self, cards: i64, fixed: i64, rng: Rng) -> i64:
        """A random kind of the hidden cards in a drawer."""
        rest: i64 = without(cards, fixed)
        count: i64 = 0
        for kind in range(i64(OUTCOMES)):
            count += number_of(rest, kind)
        left = rng.below(count)
        for kind in range(i64(OUTCOMES)):
            left -= number_of(rest, kind)
            if left < 0:
                return kind
        return 0
