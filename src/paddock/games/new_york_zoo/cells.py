"""Cells: the numbers that a position of New York Zoo is written in, and the tables behind them.

Offsets of the position's cells, phases, action ids; the facts of data.json as vectors.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.games.new_york_zoo import material
from paddock.games.new_york_zoo.board import GRID

# Phases: who decides what.
DEALING: Final = 0  # chance: the next tile to the next slot
HANDING: Final = 1  # chance, short game: the next start tile
PICKING: Final = 2  # short game: which start tile next
LAYING: Final = 3  # short game: where it goes
MOVING: Final = 4
PLACING: Final = 5
POPULATING: Final = 6
POPULATING_2: Final = 7
ACQUIRING: Final = 8
ACQUIRING_2: Final = 9
EXTRA: Final = 10
KEEPING: Final = 11
CHOOSING: Final = 12  # the kind of attraction
STANDING: Final = 13  # where the attraction goes
BREEDING: Final = 14
BREEDING_2: Final = 15
BONUS: Final = 16
OVER: Final = 17

# Stages: what an animal is added in.
MAIN: Final = 0
PART_1: Final = 1
PART_2: Final = 2

# Options.
PER_ACTION: Final = 0
PER_PLAYER: Final = 1

NONE: Final = -1  # no seat, tile, species, enclosure
MOST: Final = 5  # seats
SLOTS: Final = 15
LENGTH: Final = 25  # spaces of the strip
SPECIES: Final = 5
KINDS: Final = 8  # attractions; kind 0 has one cell and never runs out
COPIES: Final = 16  # of the other kinds
MARKERS_ALL: Final = 31
FAR: Final = 4  # the marker 4+
LIMIT: Final = 50  # solo: the distance of two laps
ENCLOSURES: Final = 23  # no board takes more tiles: 8 of four cells and 15 of five

# The cells of a position. material.py packs and unpacks the words.
PHASE: Final = 13  # the kernel's HEAD, as a literal: a chain that begins in another module is not folded
CAP: Final = PHASE + 1  # R5.4 as an option
ORDER: Final = CAP + 1  # R7.5 as an option
LANDING: Final = ORDER + 1  # R10.3 as an option
SHORT: Final = LANDING + 1
BOARD: Final = SHORT + 1  # of seat 0; the next seats have the next boards
TURN: Final = BOARD + 1
ELEPHANT: Final = TURN + 1
MARKERS: Final = ELEPHANT + 1  # solo: a bit for each marker that may be used
DEALT: Final = MARKERS + 1  # steps done in DEALING or HANDING
UNDEALT: Final = DEALT + 1  # a bit for each tile that waits to be dealt
REMOVED: Final = UNDEALT + 1  # a bit for each tile out of the game
STACK: Final = REMOVED + 1  # a slot's tiles, six bits each, the top tile lowest
ATTRACTION: Final = STACK + SLOTS  # where a copy of kinds 1 to 7 stands, 0 in supply
CHOSEN: Final = ATTRACTION + COPIES  # tile in LAYING, kind in STANDING
TARGET: Final = CHOSEN + 1  # enclosure of EXTRA, KEEPING, CHOOSING, STANDING
LEAVING: Final = TARGET + 1  # species in KEEPING
SECOND: Final = LEAVING + 1  # the other species shown, still to be acquired
FIRST: Final = SECOND + 1  # enclosure that took the first one, while SECOND waits
ADDED: Final = FIRST + 1  # how many it took
STAGE: Final = ADDED + 1
LINE: Final = STAGE + 1  # the breeding line whose turn it is
LINES: Final = LINE + 1  # how many lines are still to breed
BRED: Final = LINES + 1  # a bit for each enclosure that bred in part 1
HAND: Final = BRED + MOST  # a bit for each start tile of the short game
HOUSES: Final = HAND + MOST  # four bits a species, the total from bit 20
NUMBER: Final = HOUSES + MOST  # of enclosures
FREE_UPPER: Final = NUMBER + MOST  # cells still to be covered
FREE_LOWER: Final = FREE_UPPER + MOST
ENCLOSURE: Final = FREE_LOWER + MOST  # in the order laid; a seat's begin at ENCLOSURES * seat
SIZE: Final = ENCLOSURE + ENCLOSURES * MOST

# Actions.
DECLINE: Final = 0
ACCEPT: Final = 1
MOVE: Final = 2  # MOVE + position; in solo by the marker 4+
MARKER: Final = MOVE + LENGTH  # MARKER + 0 to 3
WALK: Final = MARKER + 4  # solo, without a marker
PLACE: Final = WALK + 1  # PLACE + placement (board.py)
PICK: Final = PLACE + 976  # PICK + tile; 8 orientations times GRID, as a literal for the same reason
SOURCE: Final = PICK + 45  # SOURCE + species in a house, SOURCE + 5 + enclosure
ACQUIRE: Final = SOURCE + SPECIES + ENCLOSURES  # ACQUIRE + 24 * species + 0 house or 1 + enclosure
KIND: Final = ACQUIRE + SPECIES * (ENCLOSURES + 1)  # KIND + attraction
BREED: Final = KIND + KINDS  # BREED + enclosure
ACTIONS: Final = BREED + ENCLOSURES
OUTCOMES: Final = 45
LONGEST: Final = max(material.longest(seats) for seats in range(1, MOST + 1))

# An enclosure's word: animals, species + 1, cells, tile + 1, orientation, anchor.
ANIMALS: Final = 7
SPECIES_BITS: Final = 56
RESIDENTS: Final = 63
SPECIES_UNIT: Final = 8
CELLS_AT: Final = 6
TILE_AT: Final = 9
ORIENTATION_AT: Final = 15
ANCHOR_AT: Final = 18
HOUSED_AT: Final = 20  # the total in a word of houses

SHAPE_OF_TILE: Final = vec[i64](list(material.SHAPE_OF_TILE))
SHAPE_OF_KIND: Final = vec[i64](list(material.SHAPE_OF_ATTRACTION))
TILE_CELLS: Final = vec[i64](list(material.TILE_CELLS))
# A bit for each tile of so many cells.
TILES_OF_SIZE: Final = vec[i64](
    [sum(1 << tile for tile, cells in enumerate(material.TILE_CELLS) if cells == size) for size in range(8)]
)
FIRST_COPY: Final = vec[i64](list(material.FIRST_COPY))
SLOT_AT: Final = vec[i64](list(material.SLOT_AT + material.SLOT_AT))  # for two laps; NONE at a blue space
NEXT_BLUE: Final = vec[i64](list(material.NEXT_BLUE))
SHOWN_1: Final = vec[i64]([pair[0] for pair in material.SHOWN])
SHOWN_2: Final = vec[i64]([pair[1] for pair in material.SHOWN])
LINES_BEFORE: Final = vec[i64](list(material.LINES_BEFORE))  # lines passed since the start, for two laps
LINE_SPECIES: Final = vec[i64](list(material.LINE_SPECIES))
REACH: Final = vec[i64]([material.REACH.get(seats, 0) for seats in range(MOST + 1)])
HAS_BONUS: Final = vec[i64]([int(material.BONUS.get(seats, False)) for seats in range(MOST + 1)])
CAPACITY: Final = vec[i64]([board.houses for board in material.BOARDS])
AREA_UPPER: Final = vec[i64]([material.upper(board.cells) for board in material.BOARDS])
AREA_LOWER: Final = vec[i64]([material.lower(board.cells) for board in material.BOARDS])
DEAL_SIZE: Final = vec[i64]([size for size, _ in material.DEALING])
DEAL_SLOT: Final = vec[i64]([slot for _, slot in material.DEALING])
HAND_SIZE: Final = vec[i64](list(material.HANDING + material.HANDING))
HAND_TILES: Final = len(material.HANDING)
HOUSED: Final = vec[i64](material.one_housed())  # one animal in a house

# Offsets must be literals to be fast; should data.json ever be corrected so far, it is noticed here.
EXPECTED: Final = (SLOTS, LENGTH, SPECIES, KINDS, COPIES, LIMIT, ENCLOSURES, OUTCOMES, GRID)
COUNTED: Final = (
    len(material.POSITION_OF),
    material.LENGTH,
    len(material.SPECIES),
    len(material.ATTRACTIONS),
    len(material.KIND_OF_COPY),
    material.LAPS * material.LENGTH,
    material.most_enclosures(),
    len(material.TILES),
    material.GRID,
)
assert EXPECTED == COUNTED, f"data.json counts {COUNTED}, the cells are laid out for {EXPECTED}"
