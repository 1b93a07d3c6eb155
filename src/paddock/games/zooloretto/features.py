"""Features: a masked state as numbers for learners, always equally many; compiled.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats and trucks that are not in play are all zero. Numbers are scaled to about one. FIELDS names them.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from paddock.core.observation import choices, each, laid_out, total
from paddock.core.observer import ONE, Observer, fractions, part, real
from paddock.core.state import ACTOR, BIT, LEG, SEATS, VIEWER, State
from paddock.games.zooloretto import material
from paddock.games.zooloretto.board import (
    ENCLOSURES,
    END_STACK,
    GROUP,
    OTHERS,
    PILE_COIN_BIT,
    STALL_KINDS,
    STALL_POINTS,
    STALL_ROOM_BIT,
    STALLS,
    TAKER_BIT,
    TILE_BITS,
    TILE_MASK,
    TYPES,
    UNDRAWN_COIN_BIT,
    UNDRAWN_TOTAL_BIT,
    animals,
    barn_points,
    enclosure_points,
    pile_group,
    pile_stalls,
    resident,
    room,
    stalls,
    types_in,
)
from paddock.games.zooloretto.cells import (
    BANK,
    BARN,
    BARN_HIGH,
    CARRIED,
    COINS,
    ENCLOSURE,
    IN_PLAY,
    NONE,
    PHASE,
    PLACING,
    REVEALED,
    SHOW_TILES_LEFT,
    STALL_TO_BARN,
    STREAK,
    TABLE_SEATS,
    TRUCK,
    TRUCKS,
    TURN,
    UNDRAWN,
    UNDRAWN_REST,
    UNLIMITED_BANK,
)

NAMES: Final = material.TYPES
LOT_NAMES: Final = ", ".join(
    [f"{name} {kind}" for name in NAMES for kind in ("others", "males", "females")] + [*material.STALLS, "coin"]
)
FIELDS: Final = laid_out(
    ("phase", 7, choices(("types", "starter", "main", "reveal", "load", "place", "over"))),
    ("seats", 4, choices(("2", "3", "4", "5"))),
    ("options", 3, "stall_to_barn, unlimited_bank, show_tiles_left"),
    ("rounds_finished", 1, "/ 20"),
    ("bank", 1, "/ 30"),
    ("tiles_left", 1, "/ 112, both stacks together"),
    ("last_round", 1, "has it begun?"),
    ("streak", 1, "/ 100, money actions in a row"),
    ("types", 8, f"in play: {', '.join(NAMES)}"),
    ("undrawn", 29, f"tiles / 7 of each lot: {LOT_NAMES}"),
    ("revealed", 29, "the tile to be loaded, by lot"),
    ("is_revealed", 1, "is there one?"),
    ("carried", 29, "tiles / 3 to be placed, by lot"),
    ("bought", 1, "was the tile to be placed bought?"),
    *each(
        "truck",
        TRUCKS,
        (
            ("in_play", 1, ""),
            ("free", 1, "spaces / 3"),
            ("tiles", 29, "/ 3 by lot"),
            ("taker", 5, "the seat that took it, counted from the viewer"),
            ("untaken", 1, ""),
            ("loaded", 1, "tiles / 3"),
        ),
    ),
    *each(
        "seat",
        TABLE_SEATS,
        (
            ("in_play", 1, ""),
            ("to_decide", 1, ""),
            ("turn", 1, ""),
            ("passed", 1, "has it taken a truck this round?"),
            ("coins", 1, "/ 10"),
            ("barn", 29, "tiles / 7 by lot"),
            *each(
                "enclosure",
                ENCLOSURES,
                (
                    ("built", 1, ""),
                    ("animal", 8, choices(NAMES)),
                    ("males", 1, "/ 6 that wait for a partner"),
                    ("females", 1, "/ 6 that wait for a partner"),
                    ("others", 1, "/ 6"),
                    ("free", 1, "the part of its spaces that is free"),
                    ("stalls", 4, f"/ 2: {', '.join(material.STALLS)}"),
                    ("free_stalls", 1, "the part of its stall spaces that is free"),
                    ("inhabited", 1, ""),
                ),
            ),
            ("points", 8, "/ 10 as they stand: each enclosure, stalls, barn, all"),
            ("barn_types", 1, "animal and stall types in the barn / 5"),
            ("standing", 1, "/ 5"),
        ),
    ),
)
LENGTH: Final = total(FIELDS)

LOTS: Final = 29
TRUCK_LENGTH: Final = 38
ENCLOSURE_LENGTH: Final = 19
SEATED: Final = 34  # where a seat's enclosures begin
POINTS: Final = SEATED + ENCLOSURES * ENCLOSURE_LENGTH
SEAT_LENGTH: Final = POINTS + 10
HALF: Final = fractions(2)
THIRD: Final = fractions(3)
FIFTH: Final = fractions(5)
SIXTH: Final = fractions(6)
SEVENTH: Final = fractions(7)
TENTH: Final = fractions(10)
TWENTIETH: Final = fractions(20)
THIRTIETH: Final = fractions(30)
HUNDREDTH: Final = fractions(100)
OF_ALL_TILES: Final = fractions(112)
# The lot of a tile; how free an enclosure is (8 * place + free), and its stall spaces (4 * place + free).
LOT_OF: Final = vec[i64](
    [3 * (tile // 6) + (tile % 6 if tile % 6 in (1, 2) else 0) for tile in range(material.FIRST_STALL)]
    + [material.FIRST_STALL_LOT + stall for stall in range(len(material.STALLS) + 1)]
)
FREE: Final = vec[i32]([real(free / spaces) for spaces in material.SPACES for free in range(8)])
FREE_STALLS: Final = vec[i32]([real(free / spaces) for spaces in material.STALL_SPACES for free in range(4)])
# The spaces of a truck, 5 * seats + truck; 0 if it is not in play.
TRUCK_SPACES: Final = vec[i64](
    [trucks[k] if k < len(trucks) else 0 for trucks in material.TRUCKS for k in range(TRUCKS)]
)


@final
@mypyc_attr(native_class=True)
class ZoolorettoObserver(Observer):
    """Writes the numbers that FIELDS names."""

    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        c = state.cells
        seats = c[SEATS]
        viewer: i64 = max(c[VIEWER], 0)
        out[at + c[PHASE]] = ONE
        out[at + 5 + seats] = ONE  # 2 seats come first, after 7 numbers
        out[at + 11] = part(TENTH, 10 * c[STALL_TO_BARN])
        out[at + 12] = part(TENTH, 10 * c[UNLIMITED_BANK])
        out[at + 13] = part(TENTH, 10 * c[SHOW_TILES_LEFT])
        left: i64 = c[UNDRAWN_REST] >> UNDRAWN_TOTAL_BIT
        out[at + 14] = part(TWENTIETH, c[LEG])
        out[at + 15] = part(THIRTIETH, c[BANK])
        out[at + 16] = part(OF_ALL_TILES, left)
        if left < END_STACK:
            out[at + 17] = ONE
        out[at + 18] = part(HUNDREDTH, c[STREAK])
        at += 19
        for animal in range(i64(TYPES)):
            if c[IN_PLAY] & BIT[animal]:
                out[at + animal] = ONE
        at += TYPES
        self.undrawn(c, out, at)
        at += LOTS
        if c[REVEALED]:
            out[at + LOT_OF[c[REVEALED] - 1]] = ONE
            out[at + LOTS] = ONE
        at += LOTS + 1
        self.tiles(c[CARRIED], out, at)
        if c[PHASE] == PLACING and not self.passed(c, c[TURN]):
            out[at + LOTS] = ONE
        at += LOTS + 1
        for truck in range(i64(TRUCKS)):
            if TRUCK_SPACES[TRUCKS * seats + truck]:
                self.truck(c, truck, viewer, out, at)
            at += TRUCK_LENGTH
        places = state.places()
        for step in range(i64(TABLE_SEATS)):
            if step < seats:
                seat: i64 = (viewer + step) % seats
                self.seat(c, seat, places[seat], out, at)
            at += SEAT_LENGTH
        return at

    def undrawn(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        """Undrawn tiles, by lot."""
        word = c[UNDRAWN]
        for animal in range(i64(TYPES)):
            group: i64 = (word >> (7 * animal)) & 127
            if group:
                out[at + 3 * animal] = part(SEVENTH, group & 7)
                out[at + 3 * animal + 1] = part(SEVENTH, (group >> 3) & 3)
                out[at + 3 * animal + 2] = part(SEVENTH, group >> 5)
        rest = c[UNDRAWN_REST]
        for stall in range(i64(STALLS)):
            out[at + 24 + stall] = part(SEVENTH, (rest >> (2 * stall)) & 3)
        out[at + 28] = part(SEVENTH, (rest >> UNDRAWN_COIN_BIT) & 15)

    def tiles(self, row: i64, out: vec[i32], at: i64) -> None:
        """The tiles of a row, by lot: at most three, so each lot is written again as it grows."""
        first: i64 = -1
        second: i64 = -1
        for slot in range(i64(3)):
            tile: i64 = ((row >> (TILE_BITS * slot)) & TILE_MASK) - 1
            if tile < 0:
                break
            lot = LOT_OF[tile]
            n: i64 = 1 + (1 if lot == first else 0) + (1 if lot == second else 0)
            out[at + lot] = part(THIRD, n)
            if slot:
                second = lot
            else:
                first = lot

    def passed(self, c: vec[i64], seat: i64) -> bool:
        """Has this seat taken a truck?"""
        for truck in range(i64(TRUCKS)):
            if c[TRUCK + truck] >> TAKER_BIT == seat + 1:
                return seat != NONE
        return False

    def truck(self, c: vec[i64], truck: i64, viewer: i64, out: vec[i32], at: i64) -> None:
        word = c[TRUCK + truck]
        loaded: i64 = 0
        for slot in range(i64(3)):
            if (word >> (TILE_BITS * slot)) & TILE_MASK:
                loaded += 1
        taker: i64 = (word >> TAKER_BIT) - 1
        out[at] = ONE
        if taker == NONE:
            out[at + 1] = part(THIRD, TRUCK_SPACES[TRUCKS * c[SEATS] + truck] - loaded)
            out[at + 36] = ONE
        else:
            out[at + 31 + (taker - viewer + c[SEATS]) % c[SEATS]] = ONE
        self.tiles(word, out, at + 2)
        out[at + 37] = part(THIRD, loaded)

    def seat(self, c: vec[i64], seat: i64, place: i64, out: vec[i32], at: i64) -> None:
        out[at] = ONE
        if c[ACTOR] == seat:
            out[at + 1] = ONE
        if c[TURN] == seat:
            out[at + 2] = ONE
        if self.passed(c, seat):
            out[at + 3] = ONE
        out[at + 4] = part(TENTH, c[COINS + seat])
        low = c[BARN + seat]
        high = c[BARN_HIGH + seat]
        if low | high:
            self.barn(low, high, out, at + 5)
        beside: i64 = 0
        houses: i64 = 0
        for house in range(i64(ENCLOSURES)):
            word = c[ENCLOSURE + TABLE_SEATS * house + seat]
            if word:
                beside |= stalls(word)
                points = enclosure_points(house, word)
                houses += points
                out[at + POINTS + house] = part(TENTH, points)
                self.enclosure(house, word, out, at + SEATED + ENCLOSURE_LENGTH * house)
        at += POINTS
        stall_points: i64 = STALL_KINDS[beside] * STALL_POINTS
        loss = barn_points(low, high)
        out[at + 5] = part(TENTH, stall_points)
        out[at + 6] = part(TENTH, loss)
        out[at + 7] = part(TENTH, houses + stall_points + loss)
        out[at + 8] = part(FIFTH, types_in(low, high) + STALL_KINDS[pile_stalls(low)])
        out[at + 9] = part(FIFTH, place)

    def barn(self, low: i64, high: i64, out: vec[i32], at: i64) -> None:
        for animal in range(i64(TYPES)):
            group = pile_group(low, high, animal)
            if group:
                out[at + 3 * animal] = part(SEVENTH, animals(group & OTHERS))
                out[at + 3 * animal + 1] = part(SEVENTH, (group >> 3) & 3)
                out[at + 3 * animal + 2] = part(SEVENTH, (group >> 5) & 3)
        beside = pile_stalls(low)
        for stall in range(i64(STALLS)):
            out[at + 24 + stall] = part(SEVENTH, (beside >> (2 * stall)) & 3)
        out[at + 28] = part(SEVENTH, high >> PILE_COIN_BIT)

    def enclosure(self, place: i64, word: i64, out: vec[i32], at: i64) -> None:
        group: i64 = word & GROUP
        animal = resident(word)
        out[at] = ONE
        if animal >= 0:
            out[at + 1 + animal] = ONE
            out[at + 18] = ONE
            out[at + 9] = part(SIXTH, (group >> 3) & 3)
            out[at + 10] = part(SIXTH, (group >> 5) & 3)
            out[at + 11] = part(SIXTH, animals(group & OTHERS))
        out[at + 12] = FREE[8 * place + room(word)]
        beside = stalls(word)
        for stall in range(i64(STALLS)):
            out[at + 13 + stall] = part(HALF, (beside >> (2 * stall)) & 3)
        out[at + 17] = FREE_STALLS[4 * place + ((word >> STALL_ROOM_BIT) & 3)]


OBSERVER: Final = ZoolorettoObserver(LENGTH)
