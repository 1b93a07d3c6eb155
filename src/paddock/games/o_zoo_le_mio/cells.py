"""Cells: the names of everything in a position of O Zoo le Mio, and of every action."""

from typing import Final

from mypy_extensions import i64

# Phases: who decides what.
FLAGS: Final = 0  # chance: whose flag hangs next
REVEAL: Final = 1  # chance: the next tile is turned up
BIDDING: Final = 2  # sealed: everybody bids for the lot on sale
PLACING: Final = 3  # the winner places it
OVER: Final = 4

# Values of options.
YEAR_END: Final = 1  # TIMING: visitors and trees come at the year's end, not after each tile
BY_FLAG: Final = 1  # TREE_TIE: the higher flag, not the newer bush
FIXED: Final = 1  # INCOME: the same for everybody, not a coin a tile
BUSHES: Final = 1  # YEAR_RULE: a year ends with its third bush tile, not with its fifth tile
SHARED: Final = 0  # FINAL_TIE
FLAGPOLE: Final = 1
VISITORS: Final = 2
KEEP: Final = 1  # UNPLACEABLE: such a tile lies beside the zoo and earns income

# What became of a lot.
ON_SALE: Final = 0  # nothing yet
BUILT: Final = 1
GONE: Final = 2  # it could not be placed
BESIDE: Final = 3  # it could not be placed and was kept for income

NONE: Final = -1
TILES: Final = 25
YEARS: Final = 5
YEAR_TILES: Final = 5
YEAR_BUSHES: Final = 3
ANIMALS: Final = 5
KINDS: Final = 6  # what zoos are ranked by: the five animals, and bushes
TREES: Final = 5  # the last kind

# The cells of a position.
START_TILE: Final = 13  # the kernel's HEAD, as a literal: mypyc folds no sum with another module's constant
FACE_UP: Final = START_TILE + 1  # tiles that lie open at a year's start, 0 for all
TIMING: Final = FACE_UP + 1
TREE_TIE: Final = TIMING + 1
LONE_TREES: Final = TREE_TIE + 1  # trees of the only zoo with bushes
INCOME: Final = LONE_TREES + 1
FIXED_INCOME: Final = INCOME + 1
YEAR_RULE: Final = FIXED_INCOME + 1
MUST_EXTEND: Final = YEAR_RULE + 1  # 1: a tile must extend a path
FINAL_TIE: Final = MUST_EXTEND + 1
UNPLACEABLE: Final = FINAL_TIE + 1
COIN_LIMIT: Final = UNPLACEABLE + 1  # coins in the game, NONE without end
BENCH_LIMIT: Final = COIN_LIMIT + 1  # benches in the game, NONE without end
ONE_RANK: Final = BENCH_LIMIT + 1  # 1: nobody is first and second with one animal
COINS_OPEN: Final = ONE_RANK + 1  # display only
PHASE: Final = COINS_OPEN + 1
TURNED: Final = PHASE + 1  # lots turned up since the beginning
DONE: Final = TURNED + 1  # lots done with; the next one is on sale
YEAR_FIRST: Final = DONE + 1  # the lot with which this year began
LOT: Final = YEAR_FIRST + 1  # every tile in the order of turning up, packed (see `lot`)
COINS: Final = LOT + 25
FLAG: Final = COINS + 4  # place on the pole, 0 is the top
POINTS: Final = FLAG + 4
LAST_BID: Final = POINTS + 4  # the bids of the auction closed last
HELD: Final = LAST_BID + 4  # six a seat: visitors by animal, then trees
SHEET: Final = HELD + 24  # five a seat: what each year scored, visitors + 16 * trees + 64 * benches
DERIVED: Final = SHEET + 20  # from here on everything follows from the cells before (see `rebuild`)
STACK: Final = DERIVED  # a bit for each tile not turned up
ZOO_TILES: Final = STACK + 1  # tiles that earn income
BENCH: Final = ZOO_TILES + 4
ENTRY: Final = BENCH + 4  # six a seat: 32 * stars + stamp of the best enclosure by animal; then bushes likewise
FIRST_OPEN: Final = ENTRY + 24  # the first open cell of each zoo, as 1 + its slot of the map; 0 for none
PATH: Final = FIRST_OPEN + 4  # a tree of joined paths: 8 bits a path of a tile, its parent (see `root`)
ENCLOSURE: Final = PATH + 29  # a tree of joined halves: 64 * (32 * stars + stamp), or 1 + the parent half
MAP: Final = ENCLOSURE + 50  # what lies on and around the cells of all zoos (see `slot_of`)
SIZE: Final = MAP + 256

# Actions.
BID: Final = 0  # BID + coins
LAY: Final = 128  # LAY + 8 * number of the open cell + way (see material.way)
ACTIONS: Final = 1024  # a zoo of 25 tiles has at most 6 + 4 * 25 open cells
OUTCOMES: Final = 25

# A cell of a zoo is known by its key: the seat, x + 64 and y + 64, seven bits each. No zoo reaches further than 51.
SEAT_KEY: Final = 16384
COLUMN: Final = 128
ORIGIN: Final = 8256  # x = 0, y = 0


def key_of(seat: i64, x: i64, y: i64) -> i64:
    return seat * SEAT_KEY + ORIGIN + x * COLUMN + y


def lot(word: i64) -> tuple[i64, i64, i64, i64, i64, i64]:
    """A packed lot: tile, fate, seat, x, y, rotation; the seat is NONE while it is on sale."""
    fate: i64 = (word >> 5) & 3
    seat: i64 = NONE if fate == ON_SALE else word >> 23
    x: i64 = ((word >> 16) & 127) - 64 if fate == BUILT else 0
    y: i64 = ((word >> 9) & 127) - 64 if fate == BUILT else 0
    return (word & 31) - 1, fate, seat, x, y, (word >> 7) & 3


def packed(tile: i64, fate: i64, seat: i64, x: i64, y: i64, rotation: i64) -> i64:
    """The other way round."""
    if fate == ON_SALE:
        return tile + 1
    if fate == BUILT:
        return tile + 1 + 32 * fate + 128 * rotation + 512 * key_of(seat, x, y)
    return tile + 1 + 32 * fate + 512 * SEAT_KEY * seat
