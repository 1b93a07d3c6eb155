"""Ending of Frank's Zoo: two players are left, each knows the other's cards, and the rest of the hand is worked out.

Alpha-beta over what the hand brings one of them more than the other, in points, lions and hedgehogs included; positions
that were met before are looked up. It gives up when it has visited as many positions as it may.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.state import ACTOR, LEG, SEATS, buffer
from paddock.games.franks_zoo.cards import CARDS, HEDGEHOG, LION, number_of
from paddock.games.franks_zoo.cells import (
    ASKER,
    FINISH,
    HAND,
    LEAD,
    NONE,
    OFFER,
    OUT,
    OWNER,
    PARTNER,
    PHASE,
    RANKING,
    TABLE,
    TAKEN,
    TOTAL,
)
from paddock.games.franks_zoo.rules import FranksZoo

SLOTS: Final = 131072  # of the table, a power of two
WIDE: Final = 160  # actions of a position: no ending has more
DEEPEST: Final = 120
FAR: Final = 1000  # more points than a hand can bring
# What a remembered number is.
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


@final
@mypyc_attr(native_class=True)
class Ending:
    """A table of positions, and the search that fills it."""

    def __init__(self) -> None:
        self.one: vec[i64] = vec[i64]([0] * SLOTS)  # the hand of the player who asks
        self.two: vec[i64] = vec[i64]([0] * SLOTS)  # the other's
        self.rest: vec[i64] = vec[i64]([0] * SLOTS)  # everything else that matters
        self.value: vec[i64] = vec[i64]([0] * SLOTS)
        self.age: vec[i64] = vec[i64]([0] * SLOTS)
        self.now: i64 = 0  # which search the entries of this age belong to
        self.me: i64 = 0
        self.rival: i64 = 0
        self.leg: i64 = 0
        self.before: i64 = 0
        self.nodes: i64 = 0
        self.limit: i64 = 0
        self.actions: vec[i64] = buffer()
        self.stack: vec[i64] = vec[i64]([0] * (WIDE * DEEPEST))

    def weigh(self, s: FranksZoo, seat: i64, limit: i64, actions: vec[i64], n: i64, out: vec[float]) -> bool:
        """What each of the first n actions brings the seat more than its rival; False if it takes too long."""
        c = s.cells
        self.now += 1
        self.me = seat
        self.rival = rival_of(c, seat)
        self.leg = c[LEG]
        self.before = c[TOTAL + seat] - c[TOTAL + self.rival]
        self.nodes = 0
        self.limit = limit
        for k in range(n):
            out[k] = float(self.after(s, actions[k], -FAR, FAR, 0))
            if self.nodes >= limit:
                return False
        return True

    def after(self, s: FranksZoo, action: i64, low: i64, high: i64, depth: i64) -> i64:
        t = s.copy()
        t.apply(t.cells[ACTOR], action)
        c = t.cells
        if c[LEG] != self.leg:
            return c[TOTAL + self.me] - c[TOTAL + self.rival] - self.before
        return self.solve(t, low, high, depth + 1)

    def solve(self, s: FranksZoo, low: i64, high: i64, depth: i64) -> i64:
        """The value for `me`, or a bound on it where it lies outside low to high."""
        self.nodes += 1
        if self.nodes >= self.limit or depth >= DEEPEST - 1:
            self.nodes = max(self.nodes, self.limit)
            return 0
        c = s.cells
        actor = c[ACTOR]
        n = s.legal(actor, self.actions)
        if n == 1:
            return self.after(s, self.actions[0], low, high, depth)
        one: i64 = c[HAND + self.me] & CARDS
        two: i64 = c[HAND + self.rival] & CARDS
        rest = self.others(c)
        slot: i64 = slot_of(one, two, rest)
        if self.age[slot] == self.now and self.one[slot] == one and self.two[slot] == two and self.rest[slot] == rest:
            kept: i64 = self.value[slot] >> 2
            kind: i64 = self.value[slot] & 3
            if kind == EXACT or (kind == AT_LEAST and kept >= high) or (kind == AT_MOST and kept <= low):
                return kept
        row: i64 = WIDE * depth
        n = min(n, WIDE)
        for k in range(n):  # large sets first
            self.stack[row + k] = self.actions[n - 1 - k]
        mine: bool = actor == self.me
        best: i64 = -FAR if mine else FAR
        a = low
        b = high
        for k in range(n):
            value = self.after(s, self.stack[row + k], a, b, depth)
            if mine:
                best = max(best, value)
                a = max(a, best)
            else:
                best = min(best, value)
                b = min(b, best)
            if a >= b:
                break
        if self.nodes < self.limit:
            self.age[slot] = self.now
            self.one[slot] = one
            self.two[slot] = two
            self.rest[slot] = rest
            flag: i64 = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
            self.value[slot] = best * 4 + flag
        return best

    def others(self, c: vec[i64]) -> i64:
        """Whose turn it is, on what, and the cards taken that score: less than 2^60."""
        word: i64 = c[ACTOR] + 8 * (c[OWNER] + 1) + 64 * c[RANKING]
        word += 16384 * (0 if c[ASKER] == NONE else 1 + c[OFFER])  # the asker is the one who does not act
        for seat in range(c[SEATS]):
            if seat == self.me or seat == self.rival:
                taken = c[TAKEN + seat]
                word = 16 * word + 2 * number_of(taken, LION) + (1 if number_of(taken, HEDGEHOG) else 0)
        return 16 * word + 2 * number_of(c[TABLE], LION) + (1 if number_of(c[TABLE], HEDGEHOG) else 0)


def slot_of(one: i64, two: i64, rest: i64) -> i64:
    """Where a position is kept; no product reaches 2^62, so compiled and interpreted code agree."""
    mixed: i64 = (one & 0x3FFFFFF) * 0x2545F491 ^ (one >> 26) * 0x1B873593
    mixed ^= (two & 0x3FFFFFF) * 0x3C6EF372 ^ (two >> 26) * 0x27D4EB2F
    mixed ^= (rest & 0x3FFFFFF) * 0x165667B1 ^ (rest >> 26) * 0x2C1B3C6D
    return ((mixed >> 20) ^ mixed) & (SLOTS - 1)


def rival_of(c: vec[i64], seat: i64) -> i64:
    """The other one who holds cards."""
    for other in range(c[SEATS]):
        if other != seat and not c[FINISH + other]:
            return other
    return seat


def solvable(c: vec[i64], seat: i64) -> bool:
    """Are two left who play against one another?"""
    return c[PHASE] >= LEAD and c[OUT] == c[SEATS] - 2 and c[PARTNER + seat] != rival_of(c, seat)
