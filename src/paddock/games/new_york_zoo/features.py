"""Features: a masked state as numbers for learners, always equally many; compiled.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats that are not taken are all zero. Numbers are scaled to about one. FIELDS names them.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from paddock.core.observation import choices, each, laid_out, total
from paddock.core.observer import ONE, Observer, fractions, part, real
from paddock.core.state import ACTOR, BIT, LEG, SEATS, VIEWER, State
from paddock.games.new_york_zoo import material
from paddock.games.new_york_zoo.board import WORD, bits
from paddock.games.new_york_zoo.cells import (
    ADDED,
    ANIMALS,
    ATTRACTION,
    BOARD,
    CAP,
    CAPACITY,
    CELLS_AT,
    CHOSEN,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    FIRST_COPY,
    FREE_LOWER,
    FREE_UPPER,
    HAND,
    HOUSED_AT,
    HOUSES,
    KINDS,
    LANDING,
    LAYING,
    LEAVING,
    LENGTH,
    LINE,
    LINE_SPECIES,
    LINES,
    MARKERS,
    MOST,
    NONE,
    NUMBER,
    ORDER,
    PHASE,
    PLACING,
    SECOND,
    SHORT,
    SLOT_AT,
    SLOTS,
    SPECIES,
    STACK,
    STAGE,
    STANDING,
    TARGET,
    TURN,
)

SOLO_BOARD: Final[i64] = material.first_board(1, material.SOLO_BOARDS[1])  # the larger one
PHASE_NAMES: Final = (
    "deal, hands, pick, lay, move, place, populate, populate_2, acquire, acquire_2, extra, keep, attraction, stand, "
    "breed, breed_2, bonus, over"
)
NAMES: Final = ", ".join(material.SPECIES)
FIELDS: Final = laid_out(
    ("phase", 18, f"one of {PHASE_NAMES}"),
    ("stage", 3, choices(("main", "breeding", "bonus"))),
    ("seats", 5, choices(("1", "2", "3", "4", "5"))),
    ("options", 5, "cap, order, landing, short game, the larger solo board"),
    ("elephant", 25, "where it is"),
    ("distance", 1, "walked / 50, alone"),
    ("lines_to_breed", 1, "/ 5"),
    ("added", 1, "animals added to the first enclosure / 2"),
    ("markers", 5, f"in front of a solo player: {', '.join(material.MARKERS)}"),
    ("lines", 5, f"still to breed: {NAMES}"),
    ("second", 5, "the second species to be acquired"),
    ("leaving", 5, "the species that leaves"),
    ("tile_near", 45, "how near ahead of the elephant each tile lies, 1 is next"),
    ("tile_on_top", 45, "is it the top of its stack?"),
    ("attractions", 8, f"the part that is left of each kind: {', '.join(material.ATTRACTIONS)}"),
    ("tile", 45, "to be placed"),
    ("attraction", 8, "to be placed"),
    *each(
        "seat",
        MOST,
        (
            ("free", 122, "cells still to be covered"),
            *each(
                "species",
                SPECIES,
                (
                    ("housed", 1, "animals / 4 in houses"),
                    ("animals", 1, "/ 10 in all"),
                    ("enclosures", 1, "/ 5"),
                    ("pairs", 1, "enclosures / 5 that can breed"),
                    ("fullest", 1, "the part of its fullest enclosure that is full"),
                ),
            ),
            ("lacking", 7, "enclosures / 5 with animals that lack 1 to 7"),
            ("empty", 7, "enclosures / 5 without animals that lack 1 to 7"),
            ("target", 7, "the enclosure in question lacks 1 to 7"),
            ("to_cover", 1, "cells / 100"),
            ("free_houses", 1, "/ 4"),
            ("all_animals", 1, "/ 30"),
            ("start_tiles", 1, "/ 6 still to be laid"),
            ("turn", 1, ""),
            ("to_decide", 1, ""),
            ("standing", 1, "/ 5"),
        ),
    ),
)
TOTAL: Final = total(FIELDS)

TILES: Final = 45
GRID_CELLS: Final = 122
ROOMS: Final = 7  # an enclosure lacks 1 to 7 animals
SEAT_LENGTH: Final = 175
LACKING: Final = GRID_CELLS + 5 * SPECIES
LAST: Final = LACKING + 3 * ROOMS
HALF: Final = fractions(2)
QUARTER: Final = fractions(4)
FIFTH: Final = fractions(5)
SIXTH: Final = fractions(6)
TENTH: Final = fractions(10)
TWENTY_FIFTH: Final = fractions(25)
THIRTIETH: Final = fractions(30)
FIFTIETH: Final = fractions(50)
HUNDREDTH: Final = fractions(100)
# n of many, as 8 * many + n.
OF: Final = vec[i32]([real(n / many if many else 0.0) for many in range(8) for n in range(8)])
# The strip position of each slot.
POSITION: Final = vec[i64](list(material.POSITION_OF))


@final
@mypyc_attr(native_class=True)
class NewYorkZooObserver(Observer):
    """Writes the numbers that FIELDS names."""

    def __init__(self, length: i64) -> None:
        super().__init__(length)
        self.counts: vec[i64] = vec[i64]([0] * (4 * SPECIES))  # of a seat: animals, enclosures, pairs, fullest

    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        c = state.cells
        seats = c[SEATS]
        viewer: i64 = max(c[VIEWER], 0)
        out[at + c[PHASE]] = ONE
        out[at + 18 + c[STAGE]] = ONE
        out[at + 20 + seats] = ONE
        at += 26
        out[at] = part(TENTH, 10 * c[CAP])
        out[at + 1] = part(TENTH, 10 * c[ORDER])
        out[at + 2] = part(TENTH, 10 * c[LANDING])
        out[at + 3] = part(TENTH, 10 * c[SHORT])
        if c[BOARD] == SOLO_BOARD:
            out[at + 4] = ONE
        out[at + 5 + c[ELEPHANT]] = ONE
        at += 30
        if seats == 1:
            out[at] = part(FIFTIETH, LENGTH * c[LEG] + c[ELEPHANT])
        out[at + 1] = part(FIFTH, c[LINES])
        out[at + 2] = part(HALF, c[ADDED])
        for k in range(i64(5)):
            if c[MARKERS] & BIT[k]:
                out[at + 3 + k] = ONE
        for k in range(c[LINES]):
            out[at + 8 + LINE_SPECIES[(c[LINE] + k) % SPECIES]] = ONE
        if c[SECOND] != NONE:
            out[at + 13 + c[SECOND]] = ONE
        if c[LEAVING] != NONE:
            out[at + 18 + c[LEAVING]] = ONE
        at += 23
        self.strip(c, out, at)
        at += 2 * TILES
        self.piece(c, out, at)
        at += KINDS + TILES + KINDS
        places = state.places()
        for step in range(i64(MOST)):
            if step < seats:
                seat: i64 = (viewer + step) % seats
                self.seat(c, seat, out, at)
                out[at + LAST + 6] = part(FIFTH, places[seat])
            at += SEAT_LENGTH
        return at

    def strip(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        """Where every tile of the strip is, seen from the elephant."""
        for slot in range(i64(SLOTS)):
            stack = c[STACK + slot]
            if not stack:
                continue
            out[at + TILES + (stack & 63) - 1] = ONE
            near = part(TWENTY_FIFTH, LENGTH - (POSITION[slot] - c[ELEPHANT] - 1 + LENGTH) % LENGTH)
            while stack:
                out[at + (stack & 63) - 1] = near
                stack >>= 6

    def piece(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        """Attractions in supply, and what is to be placed."""
        out[at] = ONE  # the first kind never runs out
        for kind in range(i64(1), i64(KINDS)):
            left: i64 = 0
            for copy in range(FIRST_COPY[kind], FIRST_COPY[kind + 1]):
                if not c[ATTRACTION + copy]:
                    left += 1
            out[at + kind] = OF[8 * (FIRST_COPY[kind + 1] - FIRST_COPY[kind]) + left]
        at += KINDS
        phase = c[PHASE]
        if phase == PLACING:
            out[at + (c[STACK + SLOT_AT[c[ELEPHANT]]] & 63) - 1] = ONE
        elif phase == LAYING:
            out[at + c[CHOSEN]] = ONE
        elif phase == STANDING:
            out[at + TILES + c[CHOSEN]] = ONE

    def seat(self, c: vec[i64], seat: i64, out: vec[i32], at: i64) -> None:
        upper = c[FREE_UPPER + seat]
        lower = c[FREE_LOWER + seat]
        for cell in range(i64(WORD)):
            if (upper >> cell) & 1:
                out[at + cell] = ONE
            if (lower >> cell) & 1:
                out[at + WORD + cell] = ONE
        counts = self.counts
        for k in range(i64(4 * SPECIES)):
            counts[k] = 0
        for k in range(c[NUMBER + seat]):
            self.enclosure(c, seat, k, out, at + LACKING)
        houses = c[HOUSES + seat]
        all_animals: i64 = 0
        for species in range(i64(SPECIES)):
            first: i64 = at + GRID_CELLS + 5 * species
            housed: i64 = (houses >> (4 * species)) & 15
            animals: i64 = housed + counts[4 * species]
            all_animals += animals
            out[first] = part(QUARTER, housed)
            out[first + 1] = part(TENTH, animals)
            out[first + 2] = part(FIFTH, counts[4 * species + 1])
            out[first + 3] = part(FIFTH, counts[4 * species + 2])
            out[first + 4] = OF[counts[4 * species + 3]]
        at += LAST
        out[at] = part(HUNDREDTH, bits(upper) + bits(lower))
        out[at + 1] = part(QUARTER, CAPACITY[c[BOARD] + seat] - (houses >> HOUSED_AT))
        out[at + 2] = part(THIRTIETH, all_animals)
        out[at + 3] = part(SIXTH, bits(c[HAND + seat]))
        if c[TURN] == seat:
            out[at + 4] = ONE
        if c[ACTOR] == seat:
            out[at + 5] = ONE

    def enclosure(self, c: vec[i64], seat: i64, k: i64, out: vec[i32], lacking: i64) -> None:
        """One enclosure: added to the counts of its species, and to what enclosures lack."""
        counts = self.counts
        word = c[ENCLOSURE + ENCLOSURES * seat + k]
        animals: i64 = word & ANIMALS
        species: i64 = ((word >> 3) & 7) - 1
        cells: i64 = (word >> CELLS_AT) & 7
        if species >= 0:
            counts[4 * species] += animals
            counts[4 * species + 1] += 1
            if animals >= 2:
                counts[4 * species + 2] += 1
            if OF[8 * cells + animals] > OF[counts[4 * species + 3]]:  # bits of positive numbers are in their order
                counts[4 * species + 3] = 8 * cells + animals
        room: i64 = max(cells - animals, 1)
        at: i64 = lacking + room - 1 + (0 if animals else ROOMS)
        n: i64 = 1
        while part(FIFTH, n) <= out[at]:
            n += 1
        out[at] = part(FIFTH, n)
        if k == c[TARGET] and seat == c[ACTOR]:
            out[lacking + 2 * ROOMS + room - 1] = ONE


OBSERVER: Final = NewYorkZooObserver(TOTAL)
