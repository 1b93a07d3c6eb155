"""Features: a masked state as numbers for learners, always equally many; compiled.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats that are not taken are all zero. Numbers are scaled to about one. FIELDS names them. Purses are
among them: they follow from bids and incomes that everybody has seen.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from paddock.core.observation import choices, each, laid_out, total
from paddock.core.observer import ONE, Observer, fractions, part
from paddock.core.state import ACTOR, BIT, DUE, LEG, OPEN, SEALED, SEATS, VIEWER, State
from paddock.games.o_zoo_le_mio import material
from paddock.games.o_zoo_le_mio.board import (
    ANIMAL,
    FIRST_START,
    HOUSE,
    HOUSE_PIECE,
    OCCUPIED,
    REACH,
    SIDES,
    STARS,
    STEP,
    slot_of,
)
from paddock.games.o_zoo_le_mio.cells import (
    ANIMALS,
    BENCH,
    BIDDING,
    BUILT,
    COINS,
    COLUMN,
    DONE,
    ENTRY,
    FLAG,
    HELD,
    KINDS,
    LAST_BID,
    LOT,
    MAP,
    ON_SALE,
    ORIGIN,
    PHASE,
    PLACING,
    POINTS,
    SEAT_KEY,
    STACK,
    START_TILE,
    TILES,
    TURNED,
    ZOO_TILES,
)

TABLE_SEATS: Final = 4
WEST: Final = -6
SOUTH: Final = -4
WINDOW: Final = 14
CELL_LENGTH: Final = 9
KIND_NAMES: Final = ", ".join((*material.ANIMALS, "bushes"))
MAP_MEANING: Final = (
    f"the learner's zoo, x from {WEST}, y from {SOUTH}: stars / 3 by animal ({', '.join(material.ANIMALS)}), "
    "then whether a path crosses each side (north, east, south, west)"
)
FIELDS: Final = laid_out(
    ("phase", 5, choices(("flags", "reveal", "bid", "place", "over"))),
    ("seats", 3, choices(("2", "3", "4"))),
    ("years_finished", 1, "/ 5"),
    ("lots_done", 1, "/ 25"),
    ("on_sale", 25, "the tile that is bid for or to be placed"),
    ("open", 25, "tiles that lie open"),
    ("stack", 25, "tiles not turned up yet"),
    ("own_bid", 1, "/ 10, sealed"),
    *each(
        "seat",
        TABLE_SEATS,
        (
            ("coins", 1, "/ 20"),
            ("flag", 1, "place on the pole / 4, 0 is the top"),
            ("points", 1, "/ 100"),
            ("last_bid", 1, "/ 10"),
            ("tiles", 1, "/ 10 that earn income"),
            ("benches", 1, "/ 5"),
            ("path_ends", 1, "open ones / 10"),
            ("to_decide", 1, ""),
            ("actor", 1, "the lowest seat to decide"),
            ("strength", 6, f"stars or bushes / 10: {KIND_NAMES}"),
            ("stamp", 6, "age / 25 of each of these"),
            ("held", 6, "visitors and trees / 2"),
        ),
    ),
    ("map", WINDOW * WINDOW * CELL_LENGTH, MAP_MEANING),
)
LENGTH: Final = total(FIELDS)

SEAT_LENGTH: Final = 27
SEATED: Final = 86  # where the seats begin
HALF: Final = fractions(2)
THIRD: Final = fractions(3)
QUARTER: Final = fractions(4)
FIFTH: Final = fractions(5)
TENTH: Final = fractions(10)
TWENTIETH: Final = fractions(20)
TWENTY_FIFTH: Final = fractions(25)
HUNDREDTH: Final = fractions(100)


@final
@mypyc_attr(native_class=True)
class OZooLeMioObserver(Observer):
    """Writes the numbers that FIELDS names."""

    def __init__(self, length: i64) -> None:
        super().__init__(length)
        self.ends: vec[i64] = vec[i64]([0] * TABLE_SEATS)  # open path ends of each zoo

    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        c = state.cells
        seats = c[SEATS]
        viewer: i64 = max(c[VIEWER], 0)
        phase = c[PHASE]
        out[at + phase] = ONE
        out[at + 3 + seats] = ONE  # 2 seats come first, after 5 numbers
        out[at + 8] = part(FIFTH, c[LEG])
        out[at + 9] = part(TWENTY_FIFTH, c[DONE])
        if BIDDING <= phase <= PLACING:  # there is a tile on sale or to be placed
            out[at + 9 + (c[LOT + c[DONE]] & 31)] = ONE  # the word has 1 + the tile
        stack = c[STACK]
        for tile in range(i64(TILES)):
            if stack & BIT[tile]:
                out[at + 60 + tile] = ONE
        if c[VIEWER] >= 0 and c[SEALED + viewer] != OPEN:
            out[at + 85] = part(TENTH, c[SEALED + viewer])
        self.lots(c, viewer, out, at)
        at += SEATED
        for step in range(i64(TABLE_SEATS)):
            if step < seats:
                self.seat(c, (viewer + step) % seats, out, at)
            at += SEAT_LENGTH
        return at + WINDOW * WINDOW * CELL_LENGTH

    def lots(self, c: vec[i64], viewer: i64, out: vec[i32], at: i64) -> None:
        """All that lies in zoos, and the tiles that lie open."""
        ends = self.ends
        window: i64 = at + SEATED + TABLE_SEATS * SEAT_LENGTH
        start: i64 = 8 * (FIRST_START + c[START_TILE])
        for seat in range(c[SEATS]):
            home: i64 = seat * SEAT_KEY + ORIGIN
            ends[seat] = leading_out(c, home, start) + leading_out(c, home + COLUMN, start + 4)
            for k in range(HOUSE[0]):
                ends[seat] += leading_out(c, home + HOUSE[k + 1], HOUSE_PIECE)
        mine: i64 = viewer * SEAT_KEY + ORIGIN
        self.piece(mine, start, out, window)
        self.piece(mine + COLUMN, start + 4, out, window)
        for k in range(HOUSE[0]):
            self.piece(mine + HOUSE[k + 1], HOUSE_PIECE, out, window)
        for k in range(c[TURNED]):
            word = c[LOT + k]
            fate: i64 = (word >> 5) & 3
            if fate == ON_SALE:
                out[at + 34 + (word & 31)] = ONE
            elif fate == BUILT:
                rotation: i64 = (word >> 7) & 3
                key: i64 = word >> 9
                piece: i64 = 8 * ((word & 31) - 1) + rotation
                owner: i64 = key // SEAT_KEY
                beyond: i64 = key + REACH[rotation]
                ends[owner] += leading_out(c, key, piece) + leading_out(c, beyond, piece + 4)
                if owner == viewer:
                    self.piece(key, piece, out, window)
                    self.piece(beyond, piece + 4, out, window)

    def piece(self, key: i64, piece: i64, out: vec[i32], window: i64) -> None:
        """What lies on one cell of the learner's map."""
        x: i64 = ((key >> 7) & 127) - 64 - WEST
        y: i64 = (key & 127) - 64 - SOUTH
        if x < 0 or x >= WINDOW or y < 0 or y >= WINDOW:
            return
        at: i64 = window + (x * WINDOW + y) * CELL_LENGTH
        if piece < HOUSE_PIECE:
            out[at + ANIMAL[piece >> 2]] = part(THIRD, STARS[piece >> 2])
        crossed = SIDES[piece]
        for side in range(i64(4)):
            if (crossed >> side) & 1:
                out[at + ANIMALS + side] = ONE

    def seat(self, c: vec[i64], seat: i64, out: vec[i32], at: i64) -> None:
        out[at] = part(TWENTIETH, c[COINS + seat])
        out[at + 1] = part(QUARTER, c[FLAG + seat])
        out[at + 2] = part(HUNDREDTH, c[POINTS + seat])
        out[at + 3] = part(TENTH, c[LAST_BID + seat])
        out[at + 4] = part(TENTH, c[ZOO_TILES + seat])
        out[at + 5] = part(FIFTH, c[BENCH + seat])
        out[at + 6] = part(TENTH, self.ends[seat])
        if c[DUE] & BIT[seat] or (not c[DUE] and c[ACTOR] == seat):
            out[at + 7] = ONE
        if c[ACTOR] == seat:
            out[at + 8] = ONE
        for kind in range(i64(KINDS)):
            entry = c[ENTRY + KINDS * seat + kind]
            out[at + 9 + kind] = part(TENTH, entry >> 5)
            out[at + 15 + kind] = part(TWENTY_FIFTH, entry & 31)
            out[at + 21 + kind] = part(HALF, c[HELD + KINDS * seat + kind])


def leading_out(c: vec[i64], key: i64, piece: i64) -> i64:
    """How many paths of a piece lead into the open."""
    n: i64 = 0
    crossed = SIDES[piece]
    for side in range(i64(4)):
        if (crossed >> side) & 1 and not c[MAP + slot_of(c, key + STEP[side])] & OCCUPIED:
            n += 1
    return n


OBSERVER: Final = OZooLeMioObserver(LENGTH)
