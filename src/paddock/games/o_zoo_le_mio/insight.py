"""Insight into O Zoo le Mio: what each zoo will still earn, and how a sensible director bids and builds."""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.insight import SURE, Insight
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, LEG, NOBODY, SEATS, State, buffer
from paddock.games.o_zoo_le_mio.board import (
    ANIMAL,
    BUSH,
    GROUPS,
    INNER,
    NEXT,
    NEXT_SHIFT,
    OCCUPIED,
    REACH,
    ROTATION,
    SIDES,
    STARS,
    STEP,
    corner,
    slot_of,
)
from paddock.games.o_zoo_le_mio.cells import (
    BENCH,
    BUSHES,
    COINS,
    DONE,
    ENCLOSURE,
    ENTRY,
    FIRST_OPEN,
    FIXED,
    FIXED_INCOME,
    FLAG,
    INCOME,
    KINDS,
    LAY,
    LOT,
    MAP,
    NONE,
    PHASE,
    PLACING,
    POINTS,
    TILES,
    TREES,
    TURNED,
    YEAR_FIRST,
    YEAR_RULE,
    YEAR_TILES,
    YEARS,
    ZOO_TILES,
)

# What a unit (visitor, tree or bench) held from now to the end scores, by years finished.
WORTH: Final = vec[i64]([15, 14, 12, 9, 5, 0])
# What a coin will buy, in hundredths of a point a seat, by years finished: patience wins auctions.
COIN: Final = vec[i64]([360, 340, 310, 240, 165, 0])
OPEN_CELLS: Final = vec[i64]([-60, -20, -5, 0, 3, 6])  # what so many open cells are worth, in hundredths of a unit
FLAG_STEP: Final = 40  # a place higher on the pole, in hundredths of a coin
RIVAL_SHARE: Final = 40  # how much of a rival's loss counts as a gain, in hundredths
# The appeal, by seats, of a tile that is worth its share of the coins about; found by play, as the next one.
MIDDLING: Final = vec[i64]([0, 0, 250, 290, 330])
KEPT: Final = 3  # before the last year: so many lots of the next one are reckoned with
STAR: Final = 9  # a star more in the best enclosure, or a bush, besides the ranks it changes, in hundredths of a unit
PROSPECT: Final = 8  # a path end more, likewise
MEETING: Final = 14  # a free cell that two paths lead to: a ring may close there


def odds(lead: int, lots: int) -> int:
    """The likelihood, of 1000, that an entry with so many more stars is still ahead when so many lots are sold."""
    return round(1000 / (1 + math.exp(-lead / (20 + 3.2 * lots))))


# 128 * lots to come + 64 + the difference of entries in quarter stars, from -63 to 63.
AHEAD: Final = vec[i64]([odds(10 * (k - 64), lots) for lots in range(26) for k in range(128)])
# Prospects by the lead in points, in tenths, from -999 to 999.
LEADING: Final = vec[i64]([round(SURE / (1 + math.exp(-(k - 999) / 130))) for k in range(1999)])


def units(place: i64) -> i64:
    """Visitors or trees of a rank, in hundredths: 0 is the first."""
    if place == 0:
        return 200
    return 100 if place == 1 else 0


def rank_gain(c: vec[i64], seat: i64, kind: i64, entry: i64) -> i64:
    """What a better entry would bring its zoo, in hundredths of a unit; a part of what rivals lose included."""
    old = c[ENTRY + KINDS * seat + kind]
    if entry <= old:
        return 0
    before: i64 = 0
    after: i64 = 0
    for other in range(c[SEATS]):
        if other != seat:
            theirs = c[ENTRY + KINDS * other + kind]
            if theirs > old:
                before += 1
            if theirs > entry:
                after += 1
    more: i64 = units(after)
    if old:
        more -= units(before)
    if after < 2 and after < before:
        more += RIVAL_SHARE
    return more + STAR * ((entry >> 5) - (old >> 5))


def gain(c: vec[i64], seat: i64, tile: i64, chosen: i64) -> i64:
    """What a placement brings, in hundredths of a unit: benches, ranks, and what may come of it."""
    key = corner(c, seat, chosen)
    rotation = ROTATION[chosen & 7]
    stamp: i64 = c[DONE] + 1
    total: i64 = 0
    joins: i64 = 0
    first_path: i64 = NONE
    for half in range(i64(2)):
        piece: i64 = 8 * tile + 4 * half + rotation
        inner = INNER[4 * half + rotation]
        crossed = SIDES[piece]
        animal = ANIMAL[piece >> 2]
        stars = STARS[piece >> 2]
        met: i64 = NONE
        for side in range(i64(4)):
            if side == inner:
                continue
            word: i64 = c[MAP + slot_of(c, key + STEP[side])]
            path: i64 = (crossed >> side) & 1
            if word & OCCUPIED:
                if path:
                    group = GROUPS[piece * 4 + side]
                    if group == first_path:
                        joins += 1
                    elif first_path == NONE:
                        first_path = group
                other: i64 = (word & 255) >> 2
                if ANIMAL[other] == animal:
                    while c[ENCLOSURE + other] < 64:
                        other = c[ENCLOSURE + other] - 1
                    if other != met:
                        met = other
                        stars += c[ENCLOSURE + other] >> 11
            elif path:
                total += MEETING if word & 15 else PROSPECT
            elif word & 15:
                total -= MEETING  # grass where a path leads: that end can never be joined with another there
        total += rank_gain(c, seat, animal, 32 * stars + stamp)
        key += REACH[rotation]
    return total + 100 * joins


def best_placement(c: vec[i64], seat: i64, tile: i64, actions: vec[i64], n: i64) -> i64:
    """The placement that brings most at once."""
    best: i64 = actions[0]
    most: i64 = -100000
    for k in range(n):
        worth = gain(c, seat, tile, actions[k] - LAY)
        if worth > most:
            most = worth
            best = actions[k]
    return best


def appeal(c: vec[i64], seat: i64, tile: i64) -> i64:
    """What a tile may bring a zoo wherever it goes, in hundredths of a unit: a guess without looking at the map."""
    stamp: i64 = c[DONE] + 1
    total: i64 = 45  # a bench now and then, and income
    for half in range(2 * tile, 2 * tile + 2):
        old: i64 = c[ENTRY + KINDS * seat + ANIMAL[half]] >> 5
        # Now and then it can be put beside the best enclosure of its animal.
        total += rank_gain(c, seat, ANIMAL[half], 32 * STARS[half] + stamp) // 2
        total += rank_gain(c, seat, ANIMAL[half], 32 * (old + STARS[half]) + stamp) // 2
    if BUSH[tile]:
        bushes: i64 = (c[ENTRY + KINDS * seat + TREES] >> 5) + BUSH[tile]
        total += rank_gain(c, seat, TREES, 32 * bushes + stamp)
    return total


def lots_left(c: vec[i64]) -> i64:
    """Tiles of this year still to be sold, the one on sale included; with bush tiles a guess."""
    if c[YEAR_RULE] == BUSHES:
        return max(c[TURNED] - c[DONE], 1)
    return max(c[YEAR_FIRST] + YEAR_TILES - c[DONE], 1)


@final
@mypyc_attr(native_class=True)
class OZooLeMioInsight(Insight):
    """Adds up what units, stars, coins and tiles will score; bids by a tile's appeal and builds by gain."""

    def guides(self) -> bool:
        return True

    def evaluate(self, state: State, out: vec[i64]) -> None:
        c = state.cells
        seats = c[SEATS]
        if state.actor == NOBODY:
            places = state.places()
            for seat in range(seats):
                out[seat] = SURE * (seats - places[seat]) // (seats - 1)
            return
        if c[PHASE] == PLACING:
            # The tile is as good as placed.
            actions = buffer()
            n = state.legal(c[ACTOR], actions)
            tile: i64 = (c[LOT + c[DONE]] & 31) - 1
            after = state.copy()
            after.apply(c[ACTOR], best_placement(c, c[ACTOR], tile, actions, n))
            self.evaluate(after, out)
            return
        self.expect(c, out)
        for seat in range(seats):
            total: i64 = 0
            most: i64 = -1000000
            for other in range(seats):
                if other != seat:
                    total += out[other]
                    most = max(most, out[other])
            # Against the mean of the rivals and the best of them alike; kept aside until all are compared.
            out[seat + 4] = out[seat] - (total // (seats - 1) + most) // 2
        for seat in range(seats):
            lead: i64 = out[seat + 4] // 10
            out[seat] = LEADING[999 + max(-999, min(999, lead))]

    def expect(self, c: vec[i64], out: vec[i64]) -> None:
        """Points at the end as they may be expected, in hundredths."""
        seats = c[SEATS]
        year = c[LEG]
        worth = WORTH[year]
        left: i64 = TILES - c[DONE]
        # In the last year coins lose their worth lot by lot.
        coin: i64 = seats * COIN[year] * min(left, YEAR_TILES) // YEAR_TILES
        for seat in range(seats):
            coins: i64 = 100 * c[COINS + seat]
            if year < YEARS - 1:
                income = c[FIXED_INCOME] if c[INCOME] == FIXED else c[ZOO_TILES + seat]
                coins += 100 * income * (YEARS - 1 - year)
            if c[FLAG + seat] != NONE:
                coins += FLAG_STEP * (seats - 1 - c[FLAG + seat])
            out[seat] = 100 * c[POINTS + seat] + coin * coins // 100
            cells_open: i64 = 0
            at = c[FIRST_OPEN + seat]
            while at and cells_open < 5:
                cells_open += 1
                at = (c[MAP + at - 1] & NEXT) >> NEXT_SHIFT
            out[seat] += worth * (100 * c[BENCH + seat] + OPEN_CELLS[cells_open])
        row: i64 = 128 * left + 64
        for kind in range(i64(KINDS)):
            for seat in range(seats):
                out[seat] += worth * self.rank_odds(c, seat, kind, row) // 10

    def rank_odds(self, c: vec[i64], seat: i64, kind: i64, row: i64) -> i64:
        """Visitors or trees of a kind as they may be expected, in thousandths."""
        mine = c[ENTRY + KINDS * seat + kind]
        first: i64 = 1000  # likelihood that nobody is ahead
        second: i64 = 0  # that exactly one is
        rivals: i64 = 0
        for other in range(c[SEATS]):
            if other != seat:
                theirs = c[ENTRY + KINDS * other + kind]
                if theirs:
                    rivals += 1
                lead: i64 = 4 * ((mine >> 5) - (theirs >> 5))
                if lead == 0 and mine != theirs:
                    lead = 2 if mine > theirs else -2  # of equals the newest
                ahead = AHEAD[row + max(-63, min(63, lead))]
                second = (second * ahead + first * (1000 - ahead)) // 1000
                first = first * ahead // 1000
        if c[TURNED] == TILES and not rivals and kind != TREES:
            return 1000 if mine else 0
        return 2 * first + second

    def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        """Build where it brings most; bid a share of the coins about, by what the tile may bring."""
        c = state.cells
        tile: i64 = (c[LOT + c[DONE]] & 31) - 1
        if c[PHASE] == PLACING:
            return best_placement(c, seat, tile, actions, n)
        return min(n - 1, self.bid(c, seat, tile, rng))

    def bid(self, c: vec[i64], seat: i64, tile: i64, rng: Rng) -> i64:
        """Never more than the richest rival makes necessary; everything for the last tile."""
        seats = c[SEATS]
        coins: i64 = 0
        enough: i64 = 0
        for other in range(seats):
            purse = c[COINS + other]
            coins += purse
            if other != seat:
                if c[FLAG + other] < c[FLAG + seat]:
                    purse += 1
                enough = max(enough, purse)
        lots: i64 = lots_left(c)
        if c[LEG] < YEARS - 1:
            lots += KEPT  # coins keep for the next year
        elif lots == 1:
            return enough
        # The fair price of a tile of middling appeal, then this tile's, a little up or down; in hundredths.
        fair: i64 = 100 * coins // (lots + 1)
        price: i64 = fair * appeal(c, seat, tile) // MIDDLING[seats] * (85 + rng.below(31)) // 100
        return min(enough, (price + rng.below(100)) // 100)
