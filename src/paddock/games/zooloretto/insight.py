"""Insight into Zooloretto: what a zoo and the trucks on offer are worth, and how a sensible player takes them."""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.insight import SURE, Insight
from paddock.core.rng import Rng
from paddock.core.state import NOBODY, SEATS, State
from paddock.games.zooloretto.board import (
    BARN_PLACE,
    COIN,
    COUNT_LOW,
    ENCLOSURES,
    END_STACK,
    FEMALES,
    FIRST_STALL,
    FULL_POINTS,
    MALES,
    ONE_ROOM,
    PILE_STALL_BIT,
    ROOM_MASK,
    STALL_KINDS,
    STALL_MASK,
    STALL_ROOM_MASK,
    TAKER_BIT,
    TILE_BITS,
    TILE_KIND,
    TILE_MASK,
    TILE_TYPE,
    TYPE_MASK,
    UNDRAWN_GROUP,
    UNDRAWN_TOTAL_BIT,
    UNTAKEN,
    enclosure_points,
    pile_group,
    resident,
    room,
    stalls,
    tile_at,
    types_in,
)
from paddock.games.zooloretto.cells import (
    BARN,
    BARN_HIGH,
    BUY,
    CARRIED,
    COINS,
    DRAW,
    ENCLOSURE,
    EXPAND,
    LOADING,
    MAIN,
    PHASE,
    PLACE,
    PLACING,
    REVEALED,
    SHIFT,
    TABLE_SEATS,
    TAKE,
    TRUCK,
    TRUCKS,
    TURN,
    UNDRAWN,
    UNDRAWN_REST,
)

# Everything is in hundredths of a point. `left` is how much of the game is left, of 100.
COIN_WORTH: Final = 75  # at the beginning; at the end a coin only breaks ties
LAST_COIN: Final = 4
EMPTY_WORTH: Final = vec[i64]([230, 290, 310, 320, 320])  # a free choice of type, at the beginning
WAITING: Final = 45  # a fertile animal that may find its partner
BARN_LOSS: Final = 200
BARN_HOPE: Final = 60  # of it, at the beginning: there is time to get rid of the type
FREE_SPACE: Final = 30  # what the space for one more tile on the best truck is worth
NOTHING_LOADED: Final = 110  # what waiting for the first tiles is worth


def chance_of(difference: int, width: float) -> int:
    """The likelihood, of SURE, that a seat so far ahead of the others wins."""
    return round(SURE / (1 + math.exp(-difference / width)))


# Prospects by the difference of worth from the mean of the others, from -4999 to 4999.
STANDING: Final = vec[i64]([chance_of(k - 4999, 700.0) for k in range(9999)])


def game_left(c: vec[i64]) -> i64:
    """How much of the game is left, of 100: by the tiles of the main stack."""
    main: i64 = (c[UNDRAWN_REST] >> UNDRAWN_TOTAL_BIT) - END_STACK
    return max(0, min(100, main * 100 // (22 * c[SEATS])))


def undrawn_of(c: vec[i64], animal: i64) -> i64:
    """How many tiles of a type may still come."""
    return COUNT_LOW[(c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP]


def enclosure_worth(c: vec[i64], place: i64, word: i64, animal: i64, more: i64, left: i64) -> i64:
    """An enclosure with `more` animals of a type added: points now, and what it may still become."""
    if word == 0:
        return 0
    if word & TYPE_MASK == 0 and more == 0:
        return EMPTY_WORTH[place] * left // 100
    free: i64 = room(word) - more
    now: i64 = 100 * enclosure_points(place, word - more * ONE_ROOM)
    if free == 0:
        return now
    # Of the tiles to come a seat gets more than its share, since it chooses its truck.
    coming: i64 = undrawn_of(c, animal) * 170 // c[SEATS] * (20 + left) // 120
    odds: i64 = min(100, coming // free)
    hope: i64 = (100 * FULL_POINTS[place] - now) * odds // 100 * odds // 100
    return now + hope * min(left, 60) // 70


def zoo_worth(c: vec[i64], seat: i64, left: i64) -> i64:
    """A zoo as it stands, with its coins."""
    total: i64 = c[COINS + seat] * (LAST_COIN + COIN_WORTH * left // 100)
    beside: i64 = 0
    for place in range(i64(ENCLOSURES)):
        word = c[ENCLOSURE + TABLE_SEATS * place + seat]
        total += enclosure_worth(c, place, word, resident(word), 0, left)
        beside |= stalls(word)
        if word & (MALES | FEMALES) and word & ROOM_MASK:
            total += WAITING * left // 100
    low = c[BARN + seat]
    lost: i64 = types_in(low, c[BARN_HIGH + seat]) + STALL_KINDS[low >> PILE_STALL_BIT]
    return total + 200 * STALL_KINDS[beside] - lost * (BARN_LOSS - BARN_HOPE * left // 100)


def tile_worth(c: vec[i64], seat: i64, tile: i64, left: i64) -> i64:
    """What one more tile adds to a zoo at its best place."""
    if tile == COIN:
        return LAST_COIN + COIN_WORTH * left // 100
    loss: i64 = BARN_LOSS - BARN_HOPE * left // 100
    low = c[BARN + seat]
    best: i64 = -loss
    if tile >= FIRST_STALL:
        stall: i64 = tile - FIRST_STALL
        if (low >> (PILE_STALL_BIT + 2 * stall)) & 3:
            best = 0
        beside: i64 = 0
        most: i64 = -1  # animals that the stall would make count
        for place in range(i64(ENCLOSURES)):
            word = c[ENCLOSURE + TABLE_SEATS * place + seat]
            beside |= stalls(word)
            if word & STALL_ROOM_MASK:
                gain: i64 = 0
                if not word & STALL_MASK:
                    gain = enclosure_points(place, word | STALL_MASK) - enclosure_points(place, word)
                most = max(most, gain)
        if most >= 0:
            new: i64 = 0 if (beside >> (2 * stall)) & 3 else 200
            best = max(best, new + 60 * most)
        return best
    animal = TILE_TYPE[tile]
    if pile_group(low, c[BARN_HIGH + seat], animal):
        best = 0
    for place in range(i64(ENCLOSURES)):
        word = c[ENCLOSURE + TABLE_SEATS * place + seat]
        if word & ROOM_MASK and (word & TYPE_MASK == 0 or resident(word) == animal):
            more: i64 = 1
            if TILE_KIND[tile] and room(word) > 1:
                partner: i64 = FEMALES if TILE_KIND[tile] == 1 else MALES
                if word & partner:
                    more = 2
            before = enclosure_worth(c, place, word, animal, 0, left)
            best = max(best, enclosure_worth(c, place, word, animal, more, left) - before)
    return best


def row_worth(c: vec[i64], seat: i64, row: i64, left: i64) -> i64:
    """The tiles of a row, one by one."""
    total: i64 = 0
    while row:
        total += tile_worth(c, seat, (row & TILE_MASK) - 1, left)
        row >>= TILE_BITS
    return total


def trucks_worth(c: vec[i64], seat: i64, left: i64) -> i64:
    """What a seat that has not passed may hope to take: about the best truck, and more if it has space."""
    best: i64 = -1000
    second: i64 = -1000
    for truck in range(i64(TRUCKS)):
        row = c[TRUCK + truck]
        if row < UNTAKEN and (row or truck < c[SEATS]):
            worth: i64 = NOTHING_LOADED
            if row:
                worth = row_worth(c, seat, row, left)
                if row < 4096:
                    worth += FREE_SPACE
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
    # Somebody else may take the best one first.
    return best if second == -1000 else (3 * best + second) // 4


@final
@mypyc_attr(native_class=True)
class ZoolorettoInsight(Insight):
    """Adds up zoos, what is being placed, and what the trucks offer; compares each seat with the others."""

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
        left = game_left(c)
        total: i64 = 0
        for seat in range(seats):
            worth = zoo_worth(c, seat, left)
            if not self.has_passed(c, seat):
                worth += trucks_worth(c, seat, left)
            if seat == c[TURN]:
                worth += row_worth(c, seat, c[CARRIED], left)
                if c[PHASE] == LOADING:
                    worth += max(0, tile_worth(c, seat, c[REVEALED] - 1, left)) // 2
            out[seat] = worth
            total += worth
        for seat in range(seats):
            others: i64 = (total - out[seat]) // (seats - 1)
            out[seat] = STANDING[4999 + max(-4999, min(4999, out[seat] - others))]

    def has_passed(self, c: vec[i64], seat: i64) -> bool:
        passed: bool = False
        for truck in range(i64(TRUCKS)):
            passed = passed or c[TRUCK + truck] >> TAKER_BIT == seat + 1
        return passed

    def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        if n == 1:
            return actions[0]
        c = state.cells
        phase = c[PHASE]
        if phase == PLACING:
            return self.choose_place(c, seat, actions, n, rng)
        if phase == MAIN:
            return self.choose_turn(c, seat, actions, n, rng)
        return actions[rng.below(n)]

    def choose_place(self, c: vec[i64], seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        """Among its own kind, or on a stall space; else in an empty enclosure; else in the barn."""
        best: i64 = -1
        liked: i64 = 0
        for k in range(n):
            place: i64 = actions[k] - PLACE
            slot: i64 = 0
            while place > BARN_PLACE:
                place -= BARN_PLACE + 1
                slot += 1
            value: i64 = rng.below(4)
            if place < BARN_PLACE:
                word = c[ENCLOSURE + TABLE_SEATS * place + seat]
                if tile_at(c[CARRIED], slot) >= FIRST_STALL:
                    value += 12 if word & STALL_MASK == 0 else 10
                else:
                    value += 16 - room(word) if word & TYPE_MASK else 6
            if value > best:
                best = value
                liked = actions[k]
        return liked

    def choose_turn(self, c: vec[i64], seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        """The best truck when it is good enough, else a draw; now and then a money action."""
        last: i64 = 0  # how many of the actions draw or take
        best: i64 = -100
        liked: i64 = DRAW
        while last < n and actions[last] < EXPAND:
            if actions[last] >= TAKE:
                worth = self.glance(c, seat, c[TRUCK + actions[last] - TAKE]) + rng.below(2)
                if worth > best:
                    best = worth
                    liked = actions[last]
            last += 1
        if last < n and rng.below(3) == 0:
            chosen = actions[last + rng.below(n - last)]
            if chosen < SHIFT or (chosen >= BUY and rng.below(4) == 0) or rng.below(8) == 0:
                return chosen
        if actions[0] == DRAW and best < 3 + rng.below(3):
            return DRAW
        return liked

    def glance(self, c: vec[i64], seat: i64, row: i64) -> i64:
        """A truck at first sight: two for a tile among its kind, one for a new home, minus two for the barn."""
        total: i64 = 0
        while row:
            tile: i64 = (row & TILE_MASK) - 1
            row >>= TILE_BITS
            value: i64 = -2
            if tile == COIN:
                value = 1
            else:
                for place in range(i64(ENCLOSURES)):
                    word = c[ENCLOSURE + TABLE_SEATS * place + seat]
                    if tile >= FIRST_STALL:
                        if word & STALL_ROOM_MASK:
                            value = 2
                    elif word & ROOM_MASK:
                        if resident(word) == TILE_TYPE[tile]:
                            value = 3
                        elif word & TYPE_MASK == 0 and value < 1:
                            value = 1
            total += value
        return total
