"""Offer: what a seat may do now.

Actions are written into `out`, ascending, from `n` on; the new n comes back.
"""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.state import BIT, SEATS
from paddock.games.zooloretto.board import (
    BARN_PLACE,
    BUY_PRICE,
    DISCARD_PRICE,
    ENCLOSURES,
    EXPAND_PRICE,
    EXPANSION_1,
    EXPANSION_2,
    EXPANSIONS,
    FIRST_STALL,
    FIRST_STALL_LOT,
    GROUP,
    GROUP_BITS,
    LOT_MASK,
    LOTS,
    PILE_ANIMALS,
    PILE_STALL_BIT,
    REMODEL_PRICE,
    ROOM_MASK,
    SPACES,
    STALL_ROOM_MASK,
    STALLS,
    TILE_BITS,
    TILE_MASK,
    TILE_TYPE,
    TRUCK_LIMIT,
    TYPE_BIT,
    TYPE_MASK,
    TYPES,
    UNTAKEN,
    accepts,
    animals,
    pile_group,
    resident,
    room,
    stalls,
)
from paddock.games.zooloretto.cells import (
    BARN,
    BARN_HIGH,
    BARN_SWAP,
    BUY,
    CARRIED,
    COINS,
    DISCARD,
    DRAW,
    ENCLOSURE,
    EXPAND,
    LOAD,
    MOVE,
    NONE,
    PLACE,
    SHIFT,
    STALL_TO_BARN,
    STREAK,
    STREAK_LIMIT,
    SWAP,
    TABLE_SEATS,
    TAKE,
    TRUCK,
    TRUCKS,
)


def offer_turn(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R2.1 draw, take a truck that carries something, or one money action."""
    limits: i64 = TRUCKS * c[SEATS]
    n: i64 = 0
    for truck in range(i64(TRUCKS)):
        if c[TRUCK + truck] < TRUCK_LIMIT[limits + truck]:
            out[0] = DRAW
            n = 1
            break
    for truck in range(i64(TRUCKS)):
        row = c[TRUCK + truck]
        if row and row < UNTAKEN:
            out[n] = TAKE + truck
            n += 1
    coins = c[COINS + seat]
    if coins == 0 or c[STREAK] >= STREAK_LIMIT:
        return n
    if coins >= EXPAND_PRICE and unbuilt(c, seat) != NONE:
        out[n] = EXPAND
        n += 1
    if coins >= REMODEL_PRICE:
        n = moves(c, seat, out, n)
        n = shifts(c, seat, out, n)
        n = swaps(c, seat, out, n)
        n = barn_swaps(c, seat, out, n)
    if coins >= BUY_PRICE:
        for seller in range(c[SEATS]):
            if seller != seat:
                n = lots(c, seller, BUY + LOTS * seller, out, n)
    if coins >= DISCARD_PRICE:
        n = lots(c, seat, DISCARD, out, n)
    return n


def offer_trucks(c: vec[i64], out: vec[i64]) -> i64:
    """R2.2 any untaken truck with a free space."""
    limits: i64 = TRUCKS * c[SEATS]
    n: i64 = 0
    for truck in range(i64(TRUCKS)):
        if c[TRUCK + truck] < TRUCK_LIMIT[limits + truck]:
            out[n] = LOAD + truck
            n += 1
    return n


def offer_places(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R2.4 any of the tiles, R3 wherever it may live; the barn always is allowed."""
    row = c[CARRIED]
    first: i64 = row & TILE_MASK
    second: i64 = (row >> TILE_BITS) & TILE_MASK
    third: i64 = row >> (2 * TILE_BITS)
    n = places_of(c, seat, first - 1, PLACE, out, 0)
    if second and second != first:
        n = places_of(c, seat, second - 1, PLACE + 6, out, n)
    if third and third != first and third != second:
        n = places_of(c, seat, third - 1, PLACE + 12, out, n)
    return n


def places_of(c: vec[i64], seat: i64, tile: i64, base: i64, out: vec[i64], n: i64) -> i64:
    """Where one tile may go; R3.1 animals, R3.2 stalls."""
    own: i64 = ENCLOSURE + seat
    if tile >= FIRST_STALL:
        for place in range(i64(ENCLOSURES)):
            if c[own + TABLE_SEATS * place] & STALL_ROOM_MASK:
                out[n] = base + place
                n += 1
    else:
        lives: i64 = (TILE_TYPE[tile] + 1) << TYPE_BIT
        for place in range(i64(ENCLOSURES)):
            word = c[own + TABLE_SEATS * place]
            if word & ROOM_MASK and (word & TYPE_MASK == 0 or word & TYPE_MASK == lives):
                out[n] = base + place
                n += 1
    out[n] = base + BARN_PLACE
    return n + 1


def moves(c: vec[i64], seat: i64, out: vec[i64], n: i64) -> i64:
    """R4.2 one animal of the barn into an enclosure."""
    n = moves_from(c, seat, c[BARN + seat] & PILE_ANIMALS, 0, out, n)
    return moves_from(c, seat, c[BARN_HIGH + seat], 4, out, n)


def moves_from(c: vec[i64], seat: i64, word: i64, animal: i64, out: vec[i64], n: i64) -> i64:
    """The moves out of one word of the barn, whose first type is given."""
    while word:
        group: i64 = word & GROUP
        if group:
            homes: i64 = 0
            for place in range(i64(ENCLOSURES)):
                if accepts(c[ENCLOSURE + TABLE_SEATS * place + seat], animal):
                    homes |= BIT[place]
            if homes:
                for part in range(i64(3)):
                    if group & LOT_MASK[part]:
                        for place in range(i64(ENCLOSURES)):
                            if homes & BIT[place]:
                                out[n] = MOVE + 5 * (3 * animal + part) + place
                                n += 1
        word >>= GROUP_BITS
        animal += 1
    return n


def shifts(c: vec[i64], seat: i64, out: vec[i64], n: i64) -> i64:
    """R4.3 one stall to a free stall space of another enclosure, or into the barn."""
    free: i64 = 0
    for place in range(i64(ENCLOSURES)):
        if c[ENCLOSURE + TABLE_SEATS * place + seat] & STALL_ROOM_MASK:
            free |= BIT[place]
    if c[STALL_TO_BARN]:
        free |= BIT[BARN_PLACE]
    for start in range(i64(BARN_PLACE + 1)):
        there: i64 = 0
        if start == BARN_PLACE:
            there = c[BARN + seat] >> PILE_STALL_BIT
        else:
            there = stalls(c[ENCLOSURE + TABLE_SEATS * start + seat])
        goals: i64 = free & ~BIT[start]
        if there and goals:
            for stall in range(i64(STALLS)):
                if (there >> (2 * stall)) & 3:
                    for goal in range(i64(BARN_PLACE + 1)):
                        if goals & BIT[goal]:
                            out[n] = SHIFT + 24 * start + 6 * stall + goal
                            n += 1
    return n


def swaps(c: vec[i64], seat: i64, out: vec[i64], n: i64) -> i64:
    """R4.4 two enclosures with different types, each group fitting into the other."""
    pair: i64 = SWAP
    for first in range(i64(ENCLOSURES - 1)):
        one = c[ENCLOSURE + TABLE_SEATS * first + seat]
        if one & TYPE_MASK:
            for second in range(first + 1, i64(ENCLOSURES)):
                two = c[ENCLOSURE + TABLE_SEATS * second + seat]
                differ: bool = two & TYPE_MASK != 0 and (one ^ two) & TYPE_MASK != 0
                if differ and fits(one, first, second) and fits(two, second, first):
                    out[n] = pair + second - first - 1
                    n += 1
        pair += ENCLOSURES - 1 - first
    return n


def fits(word: i64, here: i64, there: i64) -> bool:
    """Would all animals of an enclosure find space in another one?"""
    return SPACES[here] - room(word) <= SPACES[there]


def barn_swaps(c: vec[i64], seat: i64, out: vec[i64], n: i64) -> i64:
    """R4.5 all animals of one type in the barn against those of another in an enclosure that holds them."""
    low: i64 = c[BARN + seat] & PILE_ANIMALS
    high = c[BARN_HIGH + seat]
    if not low | high:
        return n
    counts: i64 = 0  # four bits a type
    for animal in range(i64(TYPES)):
        counts |= animals(pile_group(low, high, animal)) << (4 * animal)
    for place in range(i64(ENCLOSURES)):
        lives = resident(c[ENCLOSURE + TABLE_SEATS * place + seat])
        if lives >= 0:
            spaces = SPACES[place]
            rest: i64 = counts
            animal = 0
            while rest:
                number: i64 = rest & 15
                if number and number <= spaces and animal != lives:
                    out[n] = BARN_SWAP + TYPES * place + animal
                    n += 1
                rest >>= 4
                animal += 1
    return n


def lots(c: vec[i64], owner: i64, base: i64, out: vec[i64], n: i64) -> i64:
    """R4.6, R4.7 each lot in a seat's barn, as an action from `base` on."""
    low = c[BARN + owner]
    word: i64 = low & PILE_ANIMALS
    lot: i64 = base
    while word:
        n = group_lots(word & GROUP, lot, out, n)
        word >>= GROUP_BITS
        lot += 3
    word = c[BARN_HIGH + owner]
    lot = base + 12
    while word:
        n = group_lots(word & GROUP, lot, out, n)
        word >>= GROUP_BITS
        lot += 3
    word = low >> PILE_STALL_BIT
    lot = base + FIRST_STALL_LOT
    while word:
        if word & 3:
            out[n] = lot
            n += 1
        word >>= 2
        lot += 1
    return n


def group_lots(group: i64, lot: i64, out: vec[i64], n: i64) -> i64:
    """Each lot of one type."""
    if group:
        for part in range(i64(3)):
            if group & LOT_MASK[part]:
                out[n] = lot + part
                n += 1
    return n


def unbuilt(c: vec[i64], seat: i64) -> i64:
    """The expansion that the seat would build next, or NONE."""
    if not c[ENCLOSURE + TABLE_SEATS * EXPANSION_1 + seat]:
        return EXPANSION_1
    if EXPANSIONS[c[SEATS]] == 2 and not c[ENCLOSURE + TABLE_SEATS * EXPANSION_2 + seat]:
        return EXPANSION_2
    return NONE
