"""Board: what lies in the zoos of O Zoo le Mio, and where a tile may be placed.

All zoos share one map from cells to words. It is kept up to date tile by tile, as are the joined paths,
the combined enclosures and each zoo's list of open cells: the free cells that placements start from.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.state import BIT, LOWEST, SEATS, State
from paddock.games.o_zoo_le_mio import material
from paddock.games.o_zoo_le_mio.cells import (
    BENCH,
    BENCH_LIMIT,
    COLUMN,
    ENCLOSURE,
    ENTRY,
    FIRST_OPEN,
    KINDS,
    LAY,
    MAP,
    MUST_EXTEND,
    NONE,
    ORIGIN,
    PATH,
    SEAT_KEY,
    START_TILE,
    TILES,
    TREES,
    ZOO_TILES,
    key_of,
)

# A word of the map: bits 0 to 7 the surroundings of a free cell (see material.fitting) or the piece on an occupied one,
# two marks, from bit 10 the next open cell of the zoo in the order of keys (1 + its slot), from bit 20 the key.
OCCUPIED: Final = 256
LISTED: Final = 512  # an open cell: one that placements start from
LISTED_SHIFT: Final = 9
NEXT_SHIFT: Final = 10
NEXT: Final = 0x7FC00
KEY_SHIFT: Final = 20
ELSEWHERE: Final = 77  # how far away the next slot is tried; odd, so that all 256 are reached

ALL_TILES: Final = 33554431
STEP: Final = vec[i64]([1, 128, -1, -128])  # side -> what it adds to a key
REACH: Final = vec[i64]([128, -1, -128, 1])  # rotation -> step from half A to half B
INNER: Final = vec[i64]([1, 2, 3, 0, 3, 0, 1, 2])  # 4 * half + rotation -> the side of that step
# A way is 2 * side over which the other half lies + half (see material.way).
ROTATION: Final = vec[i64]([3, 1, 0, 2, 1, 3, 2, 0])  # way -> rotation of the tile
TOUCH: Final = vec[i64]([16, 17, 32, 34, 64, 68, 128, 136])  # 2 * side + 1 for a path -> surroundings
# A tile's or a zoo's starting tile's paths, each its own root: owner -> word of PATH.
ROOTS: Final = vec[i64]([sum((8 * owner + group) << (8 * group) for group in range(7)) for owner in range(29)])

# The pieces, as in material.Tables; `equip` can put another set of tiles in their place.
SIDES: Final = vec[i64](material.SHIPPED.sides)
GROUPS: Final = vec[i64](material.SHIPPED.groups)
FITS: Final = vec[i64](material.SHIPPED.fits)
ANIMAL: Final = vec[i64](material.SHIPPED.animals)
STARS: Final = vec[i64](material.SHIPPED.stars)
BUSH: Final = vec[i64](material.SHIPPED.bushes)
HOUSE: Final = vec[i64]([0] * 5)  # how many cells, then what each adds to the origin's key
PURSE: Final = vec[i64]([0])  # coins of each player at the start
HOUSE_PIECE: Final = 200
FIRST_START: Final = 26  # tile number of the first starting tile


def equip(tables: material.Tables) -> None:
    """Play with these tiles from now on; positions of other tiles lose their meaning."""
    rows = ((SIDES, tables.sides), (GROUPS, tables.groups), (FITS, tables.fits))
    for table, numbers in (*rows, (ANIMAL, tables.animals), (STARS, tables.stars), (BUSH, tables.bushes)):
        for k, number in enumerate(numbers):
            table[k] = number
    HOUSE[0] = len(tables.house)
    for k, (x, y) in enumerate(tables.house):
        HOUSE[k + 1] = COLUMN * x + y
    PURSE[0] = tables.coins
    material.IDS[:] = tables.ids
    for forget in material.FORGET:
        forget()


equip(material.SHIPPED)


def slot_of(c: vec[i64], key: i64) -> i64:
    """Where the map keeps this cell; an empty word if it is far from everything.

    Each zoo has a window of 8 x 8 slots, so that near cells do not collide. All zoos together never have more than
    222 words: a start of at most 18 each, and six for a tile.
    """
    slot: i64 = ((key >> 8) & 192) | ((key >> 4) & 56) | (key & 7)
    while True:
        word = c[MAP + slot]
        if not word or word >> KEY_SHIFT == key:
            return slot
        slot = (slot + ELSEWHERE) & 255


def root(c: vec[i64], path: i64) -> i64:
    """The path that stands for all paths joined with this one; path = 8 * owner + group."""
    while True:
        parent: i64 = (c[PATH + (path >> 3)] >> ((path & 7) * 8)) & 255
        if parent == path:
            return path
        path = parent


def join(c: vec[i64], one: i64, two: i64) -> i64:
    """R5.1 two path ends meet: 1 if they were joined already, for then an area is surrounded."""
    mine = root(c, one)
    theirs = root(c, two)
    if mine == theirs:
        return 1
    c[PATH + (mine >> 3)] += (theirs - mine) << ((mine & 7) * 8)
    return 0


def path_at(seat: i64, piece: i64, side: i64) -> i64:
    """The path that crosses this side of a piece of the seat's zoo, as 8 * owner + group."""
    tile: i64 = piece >> 3
    owner: i64 = tile if tile < TILES else TILES + seat
    return owner * 8 + GROUPS[piece * 4 + side]


def merge(c: vec[i64], half: i64, other: i64) -> None:
    """R6.1 the new half takes the neighbour's enclosure into its own."""
    while c[ENCLOSURE + other] < 64:
        other = c[ENCLOSURE + other] - 1
    if other != half:
        c[ENCLOSURE + half] += c[ENCLOSURE + other] >> 11 << 11  # the stars without the stamp
        c[ENCLOSURE + other] = half + 1


def enlist(c: vec[i64], seat: i64, slot: i64) -> None:
    """A free cell becomes an open one, in the order of keys."""
    key: i64 = c[MAP + slot] >> KEY_SHIFT
    before: i64 = 0
    after = c[FIRST_OPEN + seat]
    while after and c[MAP + after - 1] >> KEY_SHIFT < key:
        before = after
        after = (c[MAP + after - 1] & NEXT) >> NEXT_SHIFT
    c[MAP + slot] |= LISTED | after << NEXT_SHIFT
    follow(c, seat, before, slot + 1)


def delist(c: vec[i64], seat: i64, slot: i64) -> None:
    """An open cell is built on."""
    before: i64 = 0
    at = c[FIRST_OPEN + seat]
    while at != slot + 1:
        before = at
        at = (c[MAP + at - 1] & NEXT) >> NEXT_SHIFT
    follow(c, seat, before, (c[MAP + slot] & NEXT) >> NEXT_SHIFT)


def follow(c: vec[i64], seat: i64, before: i64, after: i64) -> None:
    """Let one open cell come next after another, or first."""
    if before:
        c[MAP + before - 1] = c[MAP + before - 1] & ~NEXT | after << NEXT_SHIFT
    else:
        c[FIRST_OPEN + seat] = after


def occupy(c: vec[i64], seat: i64, key: i64, piece: i64) -> i64:
    """Put a piece on a free cell; the surroundings that it had."""
    slot = slot_of(c, key)
    word = c[MAP + slot]
    if word & LISTED:
        delist(c, seat, slot)
    c[MAP + slot] = key << KEY_SHIFT | OCCUPIED | piece
    return word & 255


def connect(c: vec[i64], seat: i64, key: i64, piece: i64, around: i64, inner: i64) -> i64:
    """Let a new piece meet what lies around it; how many areas its paths have closed."""
    crossed = SIDES[piece]
    half: i64 = piece >> 2
    animal = ANIMAL[half]
    closed: i64 = 0
    for side in range(i64(4)):
        if side == inner:
            continue
        path: i64 = (crossed >> side) & 1
        slot = slot_of(c, key + STEP[side])
        if (around >> (side + 4)) & 1:
            other: i64 = c[MAP + slot] & 255
            if path:
                closed += join(c, path_at(seat, piece, side), path_at(seat, other, side ^ 2))
            if animal >= 0 and animal == ANIMAL[other >> 2]:
                merge(c, half, other >> 2)
        else:
            word: i64 = c[MAP + slot] | (key + STEP[side]) << KEY_SHIFT | TOUCH[2 * (side ^ 2) + path]
            c[MAP + slot] = word
            # R4.4 placements start where a path leads, R4.5 or beside any tile.
            if not word & LISTED and (path or (not c[MUST_EXTEND] and piece != HOUSE_PIECE)):
                enlist(c, seat, slot)
    return closed


def found(c: vec[i64], seat: i64) -> None:
    """R1.2 a zoo begins with its house and its starting tile."""
    origin: i64 = seat * SEAT_KEY + ORIGIN
    for k in range(HOUSE[0]):
        occupy(c, seat, origin + HOUSE[k + 1], HOUSE_PIECE)
    for k in range(HOUSE[0]):
        key: i64 = origin + HOUSE[k + 1]
        within: i64 = 0  # sides behind which there is more house
        for side in range(i64(4)):
            if c[MAP + slot_of(c, key + STEP[side])] & OCCUPIED:
                within |= BIT[side + 4]
        connect(c, seat, key, HOUSE_PIECE, within, NONE)
    piece: i64 = 8 * (FIRST_START + c[START_TILE])
    c[PATH + TILES + seat] = ROOTS[TILES + seat]
    west = occupy(c, seat, origin, piece)
    east = occupy(c, seat, origin + COLUMN, piece + 4)
    connect(c, seat, origin, piece, west, INNER[0])
    connect(c, seat, origin + COLUMN, piece + 4, east, INNER[4])


def build(c: vec[i64], seat: i64, tile: i64, key: i64, rotation: i64, stamp: i64) -> None:
    """R4.1 a tile joins a zoo: its paths R5, its enclosures R6.1 and its bushes R7.1."""
    piece: i64 = 8 * tile + rotation
    beyond: i64 = key + REACH[rotation]
    around = occupy(c, seat, key, piece)
    around_beyond = occupy(c, seat, beyond, piece + 4)
    half: i64 = 2 * tile
    c[PATH + tile] = ROOTS[tile]
    c[ENCLOSURE + half] = 64 * (32 * STARS[half] + stamp)
    c[ENCLOSURE + half + 1] = 64 * (32 * STARS[half + 1] + stamp)
    closed: i64 = connect(c, seat, key, piece, around, INNER[rotation])
    closed += connect(c, seat, beyond, piece + 4, around_beyond, INNER[rotation + 4])
    if closed:
        give_benches(c, seat, closed)
    for new in range(half, half + 2):
        entry: i64 = ENTRY + KINDS * seat + ANIMAL[new]
        c[entry] = max(c[entry], c[ENCLOSURE + new] >> 6)  # R6.2 the most stars, then the newest
    if BUSH[tile]:
        bushes: i64 = ENTRY + KINDS * seat + TREES
        c[bushes] = ((c[bushes] >> 5) + BUSH[tile]) * 32 + stamp
    c[ZOO_TILES + seat] += 1


def give_benches(c: vec[i64], seat: i64, closed: i64) -> None:
    """R5.1 a bench for each new area, R5.3 as long as there are benches."""
    if c[BENCH_LIMIT] != NONE:
        left: i64 = c[BENCH_LIMIT]
        for other in range(c[SEATS]):
            left -= c[BENCH + other]
        closed = min(closed, left)
    c[BENCH + seat] += closed


def placements(c: vec[i64], seat: i64, tile: i64, out: vec[i64]) -> i64:
    """R4.2 to R4.5 all ways to place a tile: either half on each open cell, the other over any side."""
    fits: i64 = tile * 256
    n: i64 = 0
    action: i64 = LAY
    at = c[FIRST_OPEN + seat]
    while at:
        word = c[MAP + at - 1]
        ways = FITS[fits + (word & 255)]
        while ways:
            side: i64 = LOWEST[ways] >> 1
            here: i64 = (ways >> (2 * side)) & 3  # bit 0 half A, bit 1 half B
            ways ^= here << (2 * side)
            beyond: i64 = c[MAP + slot_of(c, (word >> KEY_SHIFT) + STEP[side])]
            there: i64 = FITS[fits + (beyond & 255)] >> (2 * (side ^ 2))
            # An action is written first and counted if it is one: cheaper than to branch.
            out[n] = action + 2 * side
            n += here & (there >> 1) & 1
            # Where half A lies on an open cell as well, the placement is named after that one.
            out[n] = action + 2 * side + 1
            n += (here >> 1) & there & ~(beyond >> LISTED_SHIFT) & 1
        action += 8
        at = (word & NEXT) >> NEXT_SHIFT
    return n


def fits_somewhere(c: vec[i64], seat: i64, tile: i64) -> bool:
    """Is there any placement?"""
    fits: i64 = tile * 256
    at = c[FIRST_OPEN + seat]
    while at:
        word = c[MAP + at - 1]
        ways = FITS[fits + (word & 255)]
        side: i64 = 0
        while ways:
            if ways & 3:
                beyond: i64 = c[MAP + slot_of(c, (word >> KEY_SHIFT) + STEP[side])]
                there: i64 = FITS[fits + (beyond & 255)] >> (2 * (side ^ 2))
                if (ways & 1 and there & 2) or (ways & 2 and there & 1):
                    return True
            ways >>= 2
            side += 1
        at = (word & NEXT) >> NEXT_SHIFT
    return False


def open_cell(c: vec[i64], seat: i64, number: i64) -> i64:
    """The key of a zoo's open cell by its number."""
    at = c[FIRST_OPEN + seat]
    for _step in range(number):
        at = (c[MAP + at - 1] & NEXT) >> NEXT_SHIFT
    return c[MAP + at - 1] >> KEY_SHIFT


def allows(c: vec[i64], tile: i64, seat: i64, x: i64, y: i64, rotation: i64) -> bool:
    """R4.2 to R4.5 for one placement."""
    key = key_of(seat, x, y)
    here: i64 = c[MAP + slot_of(c, key)]
    beyond: i64 = c[MAP + slot_of(c, key + REACH[rotation])]
    if (here | beyond) & OCCUPIED or not (here | beyond) & LISTED:
        return False
    side = INNER[rotation]
    one: i64 = FITS[tile * 256 + (here & 255)] & BIT[2 * side]
    return one != 0 and FITS[tile * 256 + (beyond & 255)] & BIT[2 * (side ^ 2) + 1] != 0


def corner(c: vec[i64], seat: i64, chosen: i64) -> i64:
    """The key of the cell that half A comes to lie on; chosen = 8 * number of the open cell + way."""
    key = open_cell(c, seat, chosen >> 3)
    return key + STEP[(chosen & 7) >> 1] if chosen & 1 else key


def spot(state: State, seat: i64, action: i64) -> tuple[int, int, int]:
    """Where a placement puts half A, and the rotation: x, y and 0 to 3."""
    chosen: i64 = action - LAY
    key = corner(state.cells, seat, chosen)
    return int(((key >> 7) & 127) - 64), int((key & 127) - 64), int(ROTATION[chosen & 7])
