"""Board: the packed words of a Zooloretto position, how they are read and what they are worth.

A group is all animals of one type in one place, 13 bits: plain adults in 3, then M F m f O in 2 each.
An enclosure is one word: its group, from bit 13 its type + 1 (0 empty), from bit 17 its free spaces,
from bit 20 two bits a stall type, from bit 28 its free stall spaces. The word of an unbuilt one is 0.
A pile (barn, or what has left the game) is two words: `low` has the groups of types 0 to 3 and from
bit 52 two bits a stall type, `high` the groups of types 4 to 7 and from bit 52 coin tiles.
A row (truck, or tiles being placed) has 6 bits a tile, tile + 1, the first lowest.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.games.zooloretto import material

TYPES: Final = 8
STALLS: Final = 4
ENCLOSURES: Final = 5
BARN_PLACE: Final = 5
EXPANSION_1: Final = 3
EXPANSION_2: Final = 4

# Kinds of animal tiles.
PLAIN: Final = 0
MALE: Final = 1
FEMALE: Final = 2
BRED_MALE: Final = 3
BRED_FEMALE: Final = 4
OFFSPRING: Final = 5

# Tiles and lots, see material.py.
FIRST_STALL: Final = 48
COIN: Final = 52
FIRST_STALL_LOT: Final = 24
COIN_LOT: Final = 28
LOTS: Final = 28

# A group.
GROUP_BITS: Final = 13
GROUP: Final = 0x1FFF
MALES: Final = 0x18
FEMALES: Final = 0x60
OTHERS: Final = 0x1F87  # all that do not wait for a partner
BIRTH: Final = 0x280 - 0x28  # a male and a female become bred
ONE_OFFSPRING: Final = 0x800

# An enclosure.
TYPE_BIT: Final = 13
TYPE_MASK: Final = 0x1E000
ROOM_BIT: Final = 17
ROOM_MASK: Final = 0xE0000
ONE_ROOM: Final = 0x20000
STALL_BIT: Final = 20
STALL_MASK: Final = 0xFF00000
ONE_STALL_ROOM: Final = 0x10000000
STALL_ROOM_BIT: Final = 28
STALL_ROOM_MASK: Final = 0x30000000

# A pile.
PILE_ANIMALS: Final = 0x000FFFFFFFFFFFFF
PILE_STALL_BIT: Final = 52
PILE_COIN_BIT: Final = 52
ONE_PILE_COIN: Final = 0x0010000000000000

# A row, and a truck that is one: from bit 18 the seat + 1 that has taken it.
TILE_BITS: Final = 6
TILE_MASK: Final = 63
TAKER_BIT: Final = 18
UNTAKEN: Final = 0x40000  # the word of an untaken truck is below

# Undrawn tiles: one word has 7 bits a type (plain 3, M 2, F 2), the other 2 bits a stall type, coins, and the total.
UNDRAWN_GROUP: Final = 0x7F
UNDRAWN_COIN_BIT: Final = 8
UNDRAWN_TOTAL_BIT: Final = 12

UNIT: Final = vec[i64]([1, 0x8, 0x20, 0x80, 0x200, 0x800])  # kind -> one such animal in a group
LOT_MASK: Final = vec[i64]([OTHERS, MALES, FEMALES])
TYPE_SCALE: Final = vec[i64](
    [1 << GROUP_BITS * (k % 4) for k in range(TYPES)]
)  # a group of type k in its word of a pile
STALL_UNIT: Final = vec[i64]([1 << STALL_BIT + 2 * k for k in range(STALLS)])  # one stall beside an enclosure
PILE_STALL: Final = vec[i64]([1 << PILE_STALL_BIT + 2 * k for k in range(STALLS)])  # one stall in a pile
ROW_UNIT: Final = vec[i64]([1, 64, 4096])  # a tile in a row by its slot

# Tile -> its type and kind; lot -> its type, its kind when drawn, and the drawn tile (COIN_LOT included).
TILE_TYPE: Final = vec[i64]([k // 6 for k in range(FIRST_STALL)])
TILE_KIND: Final = vec[i64]([k % 6 for k in range(FIRST_STALL)])
LOT_TYPE: Final = vec[i64]([k // 3 for k in range(FIRST_STALL_LOT)])
LOT_KIND: Final = vec[i64]([k % 3 for k in range(FIRST_STALL_LOT)])
LOT_TILE: Final = vec[i64]([k // 3 * 6 + k % 3 for k in range(FIRST_STALL_LOT)] + list(range(FIRST_STALL, COIN + 1)))
# One tile of a lot in the two words of undrawn tiles.
UNDRAWN_UNIT: Final = vec[i64]([(1, 8, 32)[k % 3] << 7 * (k // 3) for k in range(FIRST_STALL_LOT)] + [0] * 5)
UNDRAWN_REST_UNIT: Final = vec[i64](
    [1 << UNDRAWN_TOTAL_BIT] * FIRST_STALL_LOT
    + [(1 << 2 * k) + (1 << UNDRAWN_TOTAL_BIT) for k in range(STALLS)]
    + [(1 << UNDRAWN_COIN_BIT) + (1 << UNDRAWN_TOTAL_BIT)]
)

# Animals in the lower 7 and the upper 6 bits of a group.
COUNT_LOW: Final = vec[i64]([(k & 7) + (k >> 3 & 3) + (k >> 5 & 3) for k in range(128)])
COUNT_HIGH: Final = vec[i64]([(k & 3) + (k >> 2 & 3) + (k >> 4 & 3) for k in range(64)])
# How many stall types there are in a byte of four counts.
STALL_KINDS: Final = vec[i64]([sum(k >> 2 * s & 3 != 0 for s in range(STALLS)) for k in range(256)])

SPACES: Final = vec[i64](list(material.SPACES))
FULL_POINTS: Final = vec[i64](list(material.FULL))
ONE_EMPTY_POINTS: Final = vec[i64](list(material.ONE_EMPTY))
BONUS: Final = vec[i64](list(material.BONUS))
# An enclosure as it is when built and empty.
EMPTY: Final = vec[i64](
    [
        (spaces << ROOM_BIT) + (stalls << STALL_ROOM_BIT)
        for spaces, stalls in zip(material.SPACES, material.STALL_SPACES, strict=True)
    ]
)
# A truck has a free space while its word is below this: 5 * seats + truck; 0 for a truck not in play.
TRUCK_LIMIT: Final = vec[i64](
    [64 ** (trucks[k] - 1) if k < len(trucks) else 0 for trucks in material.TRUCKS for k in range(5)]
)
# By number of seats.
TYPES_IN_PLAY: Final = vec[i64](list(material.TYPES_IN_PLAY))
EXPANSIONS: Final = vec[i64](list(material.EXPANSIONS))
BITS_SET: Final = vec[i64]([k.bit_count() for k in range(256)])
# The ten pairs of enclosures in the order of their actions.
PAIR_FIRST: Final = vec[i64]([a for a in range(ENCLOSURES) for b in range(a + 1, ENCLOSURES)])
PAIR_SECOND: Final = vec[i64]([b for a in range(ENCLOSURES) for b in range(a + 1, ENCLOSURES)])

REMODEL_PRICE: Final[i64] = material.PRICES["remodel"]
BUY_PRICE: Final[i64] = material.PRICES["purchase"]
SELLER_SHARE: Final[i64] = material.PRICES["to_seller"]
DISCARD_PRICE: Final[i64] = material.PRICES["discard"]
EXPAND_PRICE: Final[i64] = material.PRICES["expand"]
END_STACK: Final[i64] = material.END_STACK
BESIDE_STALL: Final[i64] = material.POINTS["animal_beside_stall"]
STALL_POINTS: Final[i64] = material.POINTS["stall_type"]
BARN_POINTS: Final[i64] = material.POINTS["barn_type"]


def animals(group: i64) -> i64:
    """How many animals a group has."""
    return COUNT_LOW[group & 127] + COUNT_HIGH[group >> 7]


def other_kind(group: i64) -> i64:
    """Which tile stands for the lot of all that do not wait for a partner: the first of N, O, m, f."""
    if group & 7:
        return PLAIN
    if group >> 11:
        return OFFSPRING
    if group & 0x180:
        return BRED_MALE
    return BRED_FEMALE


def pile_group(low: i64, high: i64, animal: i64) -> i64:
    """The group of one type in a pile."""
    if animal < 4:
        return (low >> (GROUP_BITS * animal)) & GROUP
    return (high >> (GROUP_BITS * (animal - 4))) & GROUP


def resident(enclosure: i64) -> i64:
    """The type that lives in an enclosure, -1 if none does."""
    return ((enclosure & TYPE_MASK) >> TYPE_BIT) - 1


def room(enclosure: i64) -> i64:
    """Free animal spaces; none in an unbuilt enclosure."""
    return (enclosure & ROOM_MASK) >> ROOM_BIT


def accepts(enclosure: i64, animal: i64) -> bool:
    """R3.1 a free space, and nobody else's enclosure."""
    if not enclosure & ROOM_MASK:
        return False
    lives = enclosure & TYPE_MASK
    return lives == 0 or lives == (animal + 1) << TYPE_BIT


def stalls(enclosure: i64) -> i64:
    """The stalls beside an enclosure, two bits a type."""
    return (enclosure & STALL_MASK) >> STALL_BIT


def pile_stalls(low: i64) -> i64:
    """The stalls in a pile, two bits a type."""
    return low >> PILE_STALL_BIT


def tile_at(row: i64, slot: i64) -> i64:
    """The tile in a slot of a row, -1 if there is none."""
    return ((row >> (TILE_BITS * slot)) & TILE_MASK) - 1


def row_without(row: i64, slot: i64) -> i64:
    """A row without one of its tiles; the later ones move up."""
    if slot == 0:
        return row >> TILE_BITS
    if slot == 1:
        return (row & TILE_MASK) | ((row >> (2 * TILE_BITS)) << TILE_BITS)
    return row & 0xFFF


def row_with(row: i64, tile: i64) -> i64:
    """A row with one tile more at its end."""
    if row == 0:
        return tile + 1
    if row < 64:
        return row + ((tile + 1) << TILE_BITS)
    return row + ((tile + 1) << (2 * TILE_BITS))


def enclosure_points(place: i64, enclosure: i64) -> i64:
    """R7.2 the high value when full, the low one with a single gap, else one an animal beside a stall."""
    free: i64 = (enclosure & ROOM_MASK) >> ROOM_BIT
    if free > 1:
        return (SPACES[place] - free) * BESIDE_STALL if enclosure & STALL_MASK else 0
    if not enclosure:
        return 0
    return ONE_EMPTY_POINTS[place] if free else FULL_POINTS[place]


def types_in(low: i64, high: i64) -> i64:
    """How many animal types a pile holds."""
    n: i64 = 0
    word: i64 = low & PILE_ANIMALS
    while word:
        if word & GROUP:
            n += 1
        word >>= GROUP_BITS
    word = high & PILE_ANIMALS
    while word:
        if word & GROUP:
            n += 1
        word >>= GROUP_BITS
    return n


def barn_points(low: i64, high: i64) -> i64:
    """R7.4 a loss for each animal type and each stall type in the barn."""
    return (types_in(low, high) + STALL_KINDS[low >> PILE_STALL_BIT]) * BARN_POINTS
