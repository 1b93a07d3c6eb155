"""Judge of Zooloretto: what the learned judge sees of a seat at the beginning of a turn.

| inputs | what | amount |
| --- | --- | --- |
| SPACE | enclosure by kind (Five, Four, Six, expansion), animals in it, a stall beside it or not | 1 |
| SPACE_LEFT | the same | game left |
| ODDS, ODDS_SQUARED, HOPE | by kind: how likely a begun enclosure is to be filled, its square, and its worth | 0 to 1 |
| FERTILE | rivals who collect the same; animals that wait for a partner | count |
| UNBUILT, COINS_HELD | expansions to come; coins | count, also times game left |
| BARN_TYPES … BARN_SPENDABLE | what lies in the barn, and what could still be done about it | count |
| STALL_TYPES, STALL_SPACES | kinds of stalls beside enclosures; free stall spaces | 1 |
| OWN | points as they stand | points / 20 |
| OFFER | not passed yet: worths of the three best trucks, rivals for them, space on trucks | worth / 3 points |
| PASSED, RIVALS | passed: how many still play; points, coins and trucks of the others | |
| TIME | game left, its square, and whether this is the last round | |
| RULES | options: a bank without end (also times coins), stalls that stay; else how short the bank is | |
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.net import Net
from paddock.core.state import BIT, SEATS, State
from paddock.games.zooloretto.board import (
    ENCLOSURES,
    END_STACK,
    FEMALES,
    MALES,
    PILE_STALL_BIT,
    ROOM_MASK,
    SPACES,
    STALL_KINDS,
    STALL_MASK,
    STALL_ROOM_BIT,
    TAKER_BIT,
    TILE_BITS,
    TRUCK_LIMIT,
    TYPE_MASK,
    TYPES,
    UNDRAWN_GROUP,
    UNDRAWN_TOTAL_BIT,
    UNTAKEN,
    animals,
    pile_group,
    resident,
    room,
    stalls,
)
from paddock.games.zooloretto.cells import (
    BANK,
    BARN,
    BARN_HIGH,
    COINS,
    ENCLOSURE,
    STALL_TO_BARN,
    TABLE_SEATS,
    TRUCK,
    TRUCKS,
    TURN,
    UNDRAWN,
    UNDRAWN_REST,
    UNLIMITED_BANK,
)
from paddock.games.zooloretto.insight import enclosure_worth, game_left, row_worth, undrawn_of

POINT_SPREAD: Final = 5.0
KIND: Final = vec[i64]([0, 1, 2, 3, 3])  # of each enclosure: both expansions are of one kind

SPACE: Final = 0  # + 14 * kind + 2 * animals + stall
SPACE_LEFT: Final = 56
ODDS: Final = 112
ODDS_SQUARED: Final = 116
HOPE: Final = 120
FERTILE: Final = 124
UNBUILT: Final = 128
COINS_HELD: Final = 130
BARN_TYPES: Final = 140
BARN_LEFT: Final = 145
BARN_STALLS: Final = 146
BARN_MOVABLE: Final = 149
BARN_SPENDABLE: Final = 150
STALL_TYPES: Final = 153
STALL_SPACES: Final = 158
OWN: Final = 165
OFFER: Final = 167
PASSED: Final = 179
ALONE: Final = 180
RIVALS: Final = 184
TIME: Final = 190
RULES: Final = 196
INPUTS: Final = 200

# Of each seat, the trucks on offer: worths of the best three, then which is the best.
FIRST: Final = 0
SECOND: Final = 1
THIRD: Final = 2
WHICH: Final = 3
OFFERS: Final = 4
NO_OFFER: Final = -2.0
SHORT_BANK: Final = 6  # coins: with fewer, a bonus may not be paid


@final
@mypyc_attr(native_class=True)
class ZoolorettoJudge(Judge):
    """Looks at positions where a turn begins."""

    def __init__(self, net: Net) -> None:
        super().__init__(net, POINT_SPREAD)
        self.offers: vec[float] = vec[float]([0.0] * (OFFERS * TABLE_SEATS))
        self.passed: vec[i64] = vec[i64]([0] * TABLE_SEATS)
        self.left: i64 = 0  # of 100

    def prepare(self, state: State) -> None:
        c = state.cells
        self.left = game_left(c)
        state.tally(self.points)
        for seat in range(c[SEATS]):
            self.passed[seat] = 0
            for truck in range(i64(TRUCKS)):
                if c[TRUCK + truck] >> TAKER_BIT == seat + 1:
                    self.passed[seat] = 1
            self.rank_trucks(c, seat)

    def rank_trucks(self, c: vec[i64], seat: i64) -> None:
        """The worths, for a seat, of the three best loaded trucks."""
        first: float = NO_OFFER
        second: float = NO_OFFER
        third: float = NO_OFFER
        which: i64 = -1
        for truck in range(i64(TRUCKS)):
            row = c[TRUCK + truck]
            if row and row < UNTAKEN:
                worth: float = max(NO_OFFER, float(row_worth(c, seat, row, self.left)) / 300.0)
                if worth > first or which < 0:
                    third = second
                    second = first
                    first = worth
                    which = truck
                elif worth > second:
                    third = second
                    second = worth
                elif worth > third:
                    third = worth
        offers = self.offers
        row = OFFERS * seat
        offers[row + FIRST] = first
        offers[row + SECOND] = second
        offers[row + THIRD] = third
        offers[row + WHICH] = float(which)

    def look(self, state: State, seat: i64) -> None:
        c = state.cells
        left: float = float(self.left) / 100.0
        self.look_at_zoo(c, seat, left)
        self.look_at_trucks(c, seat, left)
        self.look_around(c, seat, left)

    def look_at_zoo(self, c: vec[i64], seat: i64, left: float) -> None:
        """Enclosures, stalls, coins and barn."""
        seats = c[SEATS]
        unbuilt: i64 = 0
        beside: i64 = 0
        stall_spaces: i64 = 0
        empty: i64 = 0
        homes: i64 = 0  # a bit for each type with room at home
        rivals: i64 = 0
        waiting: float = 0.0
        waiting_with_room: float = 0.0
        for place in range(i64(ENCLOSURES)):
            word = c[ENCLOSURE + TABLE_SEATS * place + seat]
            if word == 0:
                unbuilt += 1
                continue
            kind = KIND[place]
            free = room(word)
            there: i64 = SPACES[place] - free
            k: i64 = 14 * kind + 2 * there
            if word & STALL_MASK:
                k += 1
            self.add(SPACE + k, 1.0)
            self.add(SPACE_LEFT + k, left)
            beside |= stalls(word)
            stall_spaces += word >> STALL_ROOM_BIT
            if there == 0:
                empty += 1
                continue
            if free == 0:
                continue
            animal = resident(word)
            homes |= BIT[animal]
            coming: i64 = undrawn_of(c, animal) * 170 // seats * (20 + self.left) // 120
            odds = float(min(100, coming // free)) / 100.0
            self.add(ODDS + kind, odds)
            self.add(ODDS_SQUARED + kind, odds * odds)
            self.add(HOPE + kind, float(enclosure_worth(c, place, word, animal, 0, self.left)) / 500.0)
            for other in range(seats):
                if other != seat:
                    for where in range(i64(ENCLOSURES)):
                        theirs = c[ENCLOSURE + TABLE_SEATS * where + other]
                        if theirs & ROOM_MASK and (theirs ^ word) & TYPE_MASK == 0:
                            rivals += 1
            if word & (MALES | FEMALES):
                group: i64 = (c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP
                partners: i64 = group >> 5 if word & MALES else (group >> 3) & 3
                if partners:
                    waiting += 1.0
                    if free > 1:
                        waiting_with_room += 1.0
        self.add(FERTILE, float(rivals) / float(seats - 1))
        self.add(FERTILE + 1, waiting)
        self.add(FERTILE + 2, waiting * left)
        self.add(FERTILE + 3, waiting_with_room * left)
        if seats > 2:
            unbuilt -= 1  # only two have a second expansion
        self.add(UNBUILT, float(unbuilt))
        self.add(UNBUILT + 1, float(unbuilt) * left)
        coins = c[COINS + seat]
        self.add(COINS_HELD + min(coins, 7), 1.0)
        self.add(COINS_HELD + 8, float(coins) / 5.0)
        self.add(COINS_HELD + 9, float(coins) * left / 5.0)
        low = c[BARN + seat]
        high = c[BARN_HIGH + seat]
        types: i64 = 0
        movable: i64 = 0
        total: i64 = 0
        if low or high:
            for animal in range(i64(TYPES)):
                group = pile_group(low, high, animal)
                if group:
                    types += 1
                    total += animals(group)
                    if homes & BIT[animal]:
                        movable += 1
        self.add(BARN_TYPES + min(types, 4), 1.0)
        self.add(BARN_LEFT, float(types) * left)
        self.add(BARN_STALLS + min(STALL_KINDS[low >> PILE_STALL_BIT], 2), 1.0)
        self.add(BARN_MOVABLE, float(movable))
        if empty:
            self.add(BARN_SPENDABLE, float(types))
        self.add(BARN_SPENDABLE + 1, float(total) / 5.0)
        if coins:
            self.add(BARN_SPENDABLE + 2, float(types))
        self.add(STALL_TYPES + STALL_KINDS[beside], 1.0)
        self.add(STALL_SPACES + min(stall_spaces, 5), 1.0)
        self.add(STALL_SPACES + 6, float(stall_spaces) * left)

    def look_at_trucks(self, c: vec[i64], seat: i64, left: float) -> None:
        """What is on offer, for this seat and for those who may take it first."""
        seats = c[SEATS]
        offers = self.offers
        row: i64 = OFFERS * seat
        first = offers[row + FIRST]
        waiting: i64 = 0
        rival: float = NO_OFFER
        envied: float = NO_OFFER  # what a rival would gain by the truck that this seat wants most
        for other in range(seats):
            if other != seat and not self.passed[other]:
                waiting += 1
                theirs = offers[OFFERS * other + FIRST]
                rival = max(rival, theirs)
                if offers[OFFERS * other + WHICH] == offers[row + WHICH]:
                    envied = max(envied, theirs)
        self.add(RIVALS + 3, rival)
        if self.passed[seat]:
            self.add(PASSED, float(waiting))
            return
        limits: i64 = TRUCKS * seats
        empty: i64 = 0
        space: i64 = 0
        loaded: i64 = 0
        for truck in range(i64(TRUCKS)):
            word = c[TRUCK + truck]
            limit = TRUCK_LIMIT[limits + truck]
            if limit and word < UNTAKEN:
                if word == 0:
                    empty += 1
                if word < limit:
                    space += 1
                while word:
                    loaded += 1
                    word >>= TILE_BITS
        second = offers[row + SECOND]
        turn: float = 1.0 if c[TURN] == seat else 0.0
        self.add(OFFER, 1.0)
        self.add(OFFER + 1, first)
        self.add(OFFER + 2, second)
        self.add(OFFER + 3, offers[row + THIRD])
        self.add(OFFER + 4, turn)
        self.add(OFFER + 5, turn * first)
        self.add(OFFER + 6, turn * second)
        which: i64 = i64(offers[row + WHICH])
        if which >= 0:
            if c[TRUCK + which] < TRUCK_LIMIT[limits + which]:
                self.add(OFFER + 7, 1.0)
            if waiting:
                self.add(OFFER + 8, envied)
        self.add(OFFER + 9, float(empty))
        self.add(OFFER + 10, float(loaded) / 6.0)
        self.add(OFFER + 11, float(waiting))
        if waiting == 0:
            self.add(ALONE, 1.0)
            self.add(ALONE + 1, first)
        self.add(ALONE + 2, float(space) / 3.0)
        self.add(ALONE + 3, first * left)
        if self.last_round(c):
            self.add(TIME + 5, first)

    def look_around(self, c: vec[i64], seat: i64, left: float) -> None:
        """Points, rivals and time."""
        seats = c[SEATS]
        points = self.points
        mine = float(points[seat]) / 20.0
        self.add(OWN, mine)
        self.add(OWN + 1, mine * (1.0 - left))
        most: float = -99.0
        mean: float = 0.0
        rich: i64 = 0
        for other in range(seats):
            if other != seat:
                theirs = float(points[other]) / 20.0
                most = max(most, theirs)
                mean += theirs
                rich = max(rich, c[COINS + other])
        self.add(RIVALS, most)
        self.add(RIVALS + 1, mean / float(seats - 1))
        self.add(RIVALS + 2, float(rich) / 5.0)
        self.add(TIME, left)
        self.add(TIME + 1, left * left)
        if self.last_round(c):
            self.add(TIME + 2, 1.0)
            self.add(TIME + 4, mine)
        self.add(TIME + 3, 1.0)
        if c[UNLIMITED_BANK]:
            self.add(RULES, 1.0)
            self.add(RULES + 1, float(c[COINS + seat]) * left / 5.0)
        else:
            self.add(RULES + 3, float(max(0, SHORT_BANK - c[BANK])) * left / 5.0)
        if not c[STALL_TO_BARN]:
            self.add(RULES + 2, 1.0)

    def last_round(self, c: vec[i64]) -> bool:
        """Has the first tile of the end stack been drawn?"""
        return c[UNDRAWN_REST] >> UNDRAWN_TOTAL_BIT < END_STACK
