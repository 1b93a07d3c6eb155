"""O Zoo le Mio: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, DUE, LEG, LOWEST, NOBODY, OPEN, SEALED, SEATS, State
from paddock.core.state import head as common_cells
from paddock.games.o_zoo_le_mio import material

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
ENCLOSURE: Final = PATH + 29  # a tree of joined halves: 64 * (32 * stars + stamp), or the parent half
MAP: Final = ENCLOSURE + 50  # what lies on and around the cells of all zoos (see `slot_of`)
SIZE: Final = MAP + 256

# Actions.
BID: Final = 0  # BID + coins
LAY: Final = 128  # LAY + 8 * number of the open cell + 4 * half + rotation
ACTIONS: Final = 1024  # a zoo of 25 tiles has at most 6 + 4 * 25 open cells
OUTCOMES: Final = 25

# A cell of a zoo is known by its key: the seat, x + 64 and y + 64, seven bits each. No zoo reaches further than 51.
SEAT_KEY: Final = 16384
COLUMN: Final = 128
ORIGIN: Final = 8256  # x = 0, y = 0
# A word of the map: bits 0 to 7 the surroundings of a free cell (see material.fitting) or the piece on an occupied one,
# two marks, from bit 10 the next open cell of the zoo in the order of keys (1 + its slot), from bit 20 the key.
OCCUPIED: Final = 256
LISTED: Final = 512  # an open cell: one that placements start from
NEXT_SHIFT: Final = 10
NEXT: Final = 0x7FC00
KEY_SHIFT: Final = 20
SLOTS: Final = 256
SPREAD: Final = 40503  # spreads keys over the slots

ALL_TILES: Final = 33554431
STEP: Final = vec[i64]([1, 128, -1, -128])  # side -> what it adds to a key
REACH: Final = vec[i64]([128, -1, -128, 1, -128, 1, 128, -1])  # 4 * half + rotation -> step to the other half
INNER: Final = vec[i64]([1, 2, 3, 0, 3, 0, 1, 2])  # 4 * half + rotation -> the side of that step
COUNTERPART: Final = vec[i64]([16, 32, 64, 128, 1, 2, 4, 8])  # 4 * half + rotation -> the bit of the other half's way
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


equip(material.SHIPPED)


def key_of(seat: i64, x: i64, y: i64) -> i64:
    return seat * SEAT_KEY + ORIGIN + x * COLUMN + y


def slot_of(c: vec[i64], key: i64) -> i64:
    """Where the map keeps this cell; an empty word if it is far from everything."""
    slot: i64 = (key * SPREAD >> 8) & 255
    while c[MAP + slot] and c[MAP + slot] >> KEY_SHIFT != key:
        slot = (slot + 1) & 255
    return slot


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
        other = c[ENCLOSURE + other]
    if other != half:
        c[ENCLOSURE + half] += c[ENCLOSURE + other] >> 11 << 11  # the stars without the stamp
        c[ENCLOSURE + other] = half


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


@final
@mypyc_attr(native_class=True, free_list_len=1, acyclic=True)
class OZooLeMio(State):
    """One position of O Zoo le Mio.

    The methods of every turn hand `c`, the cells, on: each look at `self.cells` would count a reference.
    """

    def copy(self) -> "OZooLeMio":
        return OZooLeMio(self.cells[:])

    # Legal actions

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if c[DUE]:
            if seat < 0 or not c[DUE] & BIT[seat]:
                return 0
            purse = c[COINS + seat]  # R3.1 from nothing to all he has
            for coins in range(purse + 1):
                out[coins] = coins
            return purse + 1
        if seat < 0 or seat != c[ACTOR]:
            return 0
        return self.placements(c, seat, (c[LOT + c[DONE]] & 31) - 1, out)

    def placements(self, c: vec[i64], seat: i64, tile: i64, out: vec[i64]) -> i64:
        """R4.2 to R4.5 all ways to place a tile: over each open cell either half, turned four ways."""
        fits: i64 = tile * 256
        n: i64 = 0
        action: i64 = LAY
        at = c[FIRST_OPEN + seat]
        while at:
            word = c[MAP + at - 1]
            ways = FITS[fits + (word & 255)]
            while ways:
                way = LOWEST[ways]
                ways &= ways - 1
                beyond: i64 = c[MAP + slot_of(c, (word >> KEY_SHIFT) + REACH[way])]
                # Where half A lies on an open cell as well, the placement is named after that one.
                if FITS[fits + (beyond & 255)] & COUNTERPART[way] and (way < 4 or not beyond & LISTED):
                    out[n] = action + way
                    n += 1
            action += 8
            at = (word & NEXT) >> NEXT_SHIFT
        return n

    def fits_somewhere(self, c: vec[i64], seat: i64, tile: i64) -> bool:
        """Is there any placement?"""
        fits: i64 = tile * 256
        at = c[FIRST_OPEN + seat]
        while at:
            word = c[MAP + at - 1]
            ways = FITS[fits + (word & 255)]
            while ways:
                way = LOWEST[ways]
                ways &= ways - 1
                beyond: i64 = c[MAP + slot_of(c, (word >> KEY_SHIFT) + REACH[way])]
                if FITS[fits + (beyond & 255)] & COUNTERPART[way]:
                    return True
            at = (word & NEXT) >> NEXT_SHIFT
        return False

    def legal_count(self, seat: i64) -> i64:
        c = self.cells
        if c[DUE]:
            return c[COINS + seat] + 1 if seat >= 0 and c[DUE] & BIT[seat] else 0
        return len(self.legal_actions(seat))

    def action_at(self, seat: i64, k: i64) -> i64:
        if self.cells[DUE] and 0 <= k < self.legal_count(seat):
            return k
        return self.legal_actions(seat)[k]

    def open_cell(self, c: vec[i64], seat: i64, number: i64) -> i64:
        """The key of a zoo's open cell by its number."""
        at = c[FIRST_OPEN + seat]
        for _ in range(number):
            at = (c[MAP + at - 1] & NEXT) >> NEXT_SHIFT
        return c[MAP + at - 1] >> KEY_SHIFT

    # Events

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        phase = c[PHASE]
        if phase == BIDDING:
            c[SEALED + seat] = action  # as the base's `submit`
            due: i64 = c[DUE] & ~BIT[seat]
            c[DUE] = due
            if due:
                c[ACTOR] = LOWEST[due]
            else:
                self.close(c)
        elif phase == PLACING:
            self.place(c, seat, action - LAY)
        elif phase == REVEAL:
            self.turn_up(c, action)
        else:
            self.hang(c, action)

    def hang(self, c: vec[i64], seat: i64) -> None:
        """R1.4 the next flag from the top; the last one hangs by itself."""
        hung: i64 = 0
        rest: i64 = 0
        for other in range(c[SEATS]):
            if c[FLAG + other] != NONE:
                hung += 1
            elif other != seat:
                rest = other
        c[FLAG + seat] = hung
        if hung + 2 == c[SEATS]:
            c[FLAG + rest] = hung + 1
            self.proceed(c)

    def turn_up(self, c: vec[i64], tile: i64) -> None:
        """R2.2 the next tile of the year lies open."""
        c[LOT + c[TURNED]] = tile + 1
        c[TURNED] += 1
        c[STACK] &= ~BIT[tile]
        self.proceed(c)

    def proceed(self, c: vec[i64]) -> None:
        """The next tile is turned up or sold; or the year ends, perhaps more than one."""
        while True:
            if self.wants_tile(c):
                c[PHASE] = REVEAL
                c[ACTOR] = CHANCE
                return
            if c[DONE] < c[TURNED]:  # R2.4 in the order of turning up
                c[PHASE] = BIDDING
                c[DUE] = BIT[c[SEATS]] - 1
                c[ACTOR] = 0
                return
            self.end_year(c)
            if c[LEG] == YEARS:
                c[PHASE] = OVER
                c[ACTOR] = NOBODY
                return

    def wants_tile(self, c: vec[i64]) -> bool:
        """R2.1 to R2.3 must another tile be turned up before the next auction?"""
        if not c[STACK]:
            return False
        turned: i64 = c[TURNED] - c[YEAR_FIRST]
        if c[FACE_UP] and turned >= c[FACE_UP] and c[TURNED] > c[DONE]:
            return False
        if c[YEAR_RULE] != BUSHES:
            return turned < YEAR_TILES
        if c[LEG] == YEARS - 1:
            return True
        bushes: i64 = 0
        for k in range(c[YEAR_FIRST], c[TURNED]):
            if BUSH[(c[LOT + k] & 31) - 1]:
                bushes += 1
        return bushes < YEAR_BUSHES

    def close(self, c: vec[i64]) -> None:
        """R3.2 the highest bid wins and is paid; R3.3 of equals the highest flag, which then drops."""
        best: i64 = NONE
        winner: i64 = NONE
        tie: bool = False
        for seat in range(c[SEATS]):
            bid = c[SEALED + seat]
            c[SEALED + seat] = OPEN
            c[LAST_BID + seat] = bid
            if bid > best:
                best = bid
                winner = seat
                tie = False
            elif bid == best:
                tie = True
                if c[FLAG + seat] < c[FLAG + winner]:
                    winner = seat
        c[COINS + winner] -= best
        if tie:
            for seat in range(c[SEATS]):
                if c[FLAG + seat] > c[FLAG + winner]:
                    c[FLAG + seat] -= 1
            c[FLAG + winner] = c[SEATS] - 1
        if self.fits_somewhere(c, winner, (c[LOT + c[DONE]] & 31) - 1):
            c[PHASE] = PLACING
            c[ACTOR] = winner
            return
        # R4.6 the tile fits nowhere.
        if c[UNPLACEABLE] == KEEP:
            c[ZOO_TILES + winner] += 1
        c[LOT + c[DONE]] += 32 * (BESIDE if c[UNPLACEABLE] == KEEP else GONE) + winner * SEAT_KEY * 512
        c[DONE] += 1
        if c[TIMING] != YEAR_END and c[TREE_TIE] == BY_FLAG:
            self.rank(c, TREES)
        self.proceed(c)

    def place(self, c: vec[i64], seat: i64, chosen: i64) -> None:
        """R4.1 the tile goes into the zoo; benches, visitors and trees follow."""
        key: i64 = self.open_cell(c, seat, chosen >> 3)
        if chosen & 4:
            key += REACH[chosen & 7]
        rotation: i64 = chosen & 3
        done = c[DONE]
        tile: i64 = (c[LOT + done] & 31) - 1
        c[LOT + done] = tile + 1 + 32 * BUILT + 128 * rotation + 512 * key
        c[DONE] = done + 1
        build(c, seat, tile, key, rotation, done + 1)
        if c[TIMING] != YEAR_END:  # R6.6
            self.rank(c, ANIMAL[2 * tile])
            self.rank(c, ANIMAL[2 * tile + 1])
            if BUSH[tile] or c[TREE_TIE] == BY_FLAG:
                self.rank(c, TREES)
        self.proceed(c)

    # Visitors and trees

    def rank(self, c: vec[i64], kind: i64) -> None:
        """R6.3, R7.1 two for the first, one for the second; R6.4, R7.3 a lone owner."""
        if kind != TREES and not c[ONE_RANK]:
            self.rank_all(c, kind)
            return
        first: i64 = NONE
        second: i64 = NONE
        most: i64 = 0
        more: i64 = 0
        for seat in range(c[SEATS]):
            entry = c[ENTRY + KINDS * seat + kind]
            c[HELD + KINDS * seat + kind] = 0
            if entry and kind == TREES and c[TREE_TIE] == BY_FLAG:  # R7.2 the flag instead of the stamp
                entry = (entry >> 5 << 5) + 8 - c[FLAG + seat]
            if entry > most:
                more = most
                second = first
                most = entry
                first = seat
            elif entry > more:
                more = entry
                second = seat
        if second != NONE:
            c[HELD + KINDS * first + kind] = 2
            c[HELD + KINDS * second + kind] = 1
        elif first != NONE:
            c[HELD + KINDS * first + kind] = c[LONE_TREES] if kind == TREES else 1

    def rank_all(self, c: vec[i64], kind: i64) -> None:
        """R6.5 all enclosures of all zoos together, so that one player may be first and second."""
        owners: i64 = 0
        owner: i64 = NONE
        for seat in range(c[SEATS]):
            c[HELD + KINDS * seat + kind] = 0
            if c[ENTRY + KINDS * seat + kind]:
                owners += 1
                owner = seat
        if owners < 2:
            if owners:
                c[HELD + KINDS * owner + kind] = 1
            return
        most: i64 = 0
        more: i64 = 0
        for half in range(i64(2 * TILES)):
            if ANIMAL[half] == kind:
                entry: i64 = c[ENCLOSURE + half] >> 6  # 0 unless it stands for an enclosure
                if entry > most:
                    more = most
                    most = entry
                elif entry > more:
                    more = entry
        c[HELD + KINDS * self.builder(c, most) + kind] += 2
        c[HELD + KINDS * self.builder(c, more) + kind] += 1

    def builder(self, c: vec[i64], entry: i64) -> i64:
        """Whose enclosure this is: its stamp is the number of a lot."""
        return c[LOT + (entry & 31) - 1] >> 23

    def enclosure(self, half: i64) -> i64:
        """The half that stands for the combined enclosure of this one: the newest of them."""
        c = self.cells
        while 0 <= c[ENCLOSURE + half] < 64:
            half = c[ENCLOSURE + half]
        return half

    # The end of a year

    def end_year(self, c: vec[i64]) -> None:
        """R8.1 score, R8.2 income, R8.4 but none after the last year."""
        if c[TIMING] == YEAR_END:
            for kind in range(i64(KINDS)):
                self.rank(c, kind)
        year: i64 = c[LEG] + 1
        for seat in range(c[SEATS]):
            visitors: i64 = 0
            for kind in range(HELD + KINDS * seat, HELD + KINDS * seat + ANIMALS):
                visitors += c[kind]
            trees = c[HELD + KINDS * seat + TREES]
            c[POINTS + seat] += year * (visitors + trees + c[BENCH + seat])
            c[SHEET + YEARS * seat + year - 1] = visitors + 16 * trees + 64 * c[BENCH + seat]
        if year < YEARS:
            if c[COIN_LIMIT] == NONE:
                for seat in range(c[SEATS]):
                    c[COINS + seat] += self.income(c, seat)
            else:
                self.pay_from_supply(c)
        c[LEG] = year
        c[YEAR_FIRST] = c[DONE]

    def income(self, c: vec[i64], seat: i64) -> i64:
        return c[FIXED_INCOME] if c[INCOME] == FIXED else c[ZOO_TILES + seat]

    def pay_from_supply(self, c: vec[i64]) -> None:
        """R8.3 coin by coin down the pole, again and again, until all is paid or nothing is left."""
        supply: i64 = c[COIN_LIMIT]
        most: i64 = 0
        for seat in range(c[SEATS]):
            supply -= c[COINS + seat]
            most = max(most, self.income(c, seat))
        for paid in range(most):
            for flag in range(c[SEATS]):
                for seat in range(c[SEATS]):
                    if c[FLAG + seat] == flag and self.income(c, seat) > paid and supply:
                        c[COINS + seat] += 1
                        supply -= 1

    def tally(self, out: vec[i64]) -> None:
        c = self.cells
        for seat in range(c[SEATS]):
            out[seat] = c[POINTS + seat]

    def places(self) -> list[int]:
        """R9.2 by points, then by what the option says."""
        c = self.cells
        keys: list[int] = []
        for seat in range(c[SEATS]):
            key: i64 = c[POINTS + seat] * 1024
            if c[FINAL_TIE] == FLAGPOLE:
                key += c[SEATS] - 1 - c[FLAG + seat]
            elif c[FINAL_TIE] == VISITORS:
                for kind in range(i64(ANIMALS)):
                    key += 16 * c[HELD + KINDS * seat + kind]
                key += c[HELD + KINDS * seat + TREES]
            keys.append(key)
        return [1 + sum([other > mine for other in keys]) for mine in keys]

    # Chance

    def weights(self, out: vec[i64]) -> i64:
        c = self.cells
        if c[PHASE] == FLAGS:
            for seat in range(c[SEATS]):
                out[seat] = 1 if c[FLAG + seat] == NONE else 0
            return c[SEATS]
        for tile in range(i64(TILES)):
            out[tile] = 1 if c[STACK] & BIT[tile] else 0
        return TILES

    def settle(self, rng: Rng) -> None:
        """The base's settle without a list of weights: try again until a tile of the stack comes up."""
        c = self.cells
        while c[ACTOR] == CHANCE:
            if c[PHASE] == REVEAL:
                tile = rng.below(TILES)
                while not c[STACK] & BIT[tile]:
                    tile = rng.below(TILES)
                self.turn_up(c, tile)
            else:
                seat = rng.below(c[SEATS])
                while c[FLAG + seat] != NONE:
                    seat = rng.below(c[SEATS])
                self.hang(c, seat)

    # Laws

    def rebuild(self) -> None:
        """Work out the derived cells by playing the lots again; AssertionError if one is not legal."""
        c = self.cells
        for cell in range(i64(DERIVED), i64(SIZE)):
            c[cell] = 0
        c[STACK] = ALL_TILES
        for seat in range(c[SEATS]):
            found(c, seat)
        for k in range(c[TURNED]):
            tile, fate, seat, x, y, rotation = lot(c[LOT + k])
            assert 0 <= tile < TILES and c[STACK] & BIT[tile], f"lot {k + 1}: no such tile, or the same tile again"
            assert seat < c[SEATS], f"lot {k + 1}: there is no seat {seat}"
            c[STACK] &= ~BIT[tile]
            if fate == BUILT:
                fits = -60 < x < 60 and -60 < y < 60 and self.allows(c, tile, seat, x, y, rotation)
                assert fits, f"lot {k + 1}: the tile does not fit at ({x},{y}) turned by {90 * rotation}"
                build(c, seat, tile, key_of(seat, x, y), rotation, k + 1)
            elif fate == BESIDE:
                c[ZOO_TILES + seat] += 1

    def allows(self, c: vec[i64], tile: i64, seat: i64, x: i64, y: i64, rotation: i64) -> bool:
        """R4.2 to R4.5 for one placement."""
        key = key_of(seat, x, y)
        here: i64 = c[MAP + slot_of(c, key)]
        beyond: i64 = c[MAP + slot_of(c, key + REACH[rotation])]
        if (here | beyond) & OCCUPIED or not (here | beyond) & LISTED:
            return False
        one: i64 = FITS[tile * 256 + (here & 255)] & BIT[rotation]
        return one != 0 and FITS[tile * 256 + (beyond & 255)] & BIT[rotation + 4] != 0

    def check(self) -> None:
        c = self.cells
        seats = c[SEATS]
        phase = c[PHASE]
        assert 2 <= seats <= 4, f"there are {seats} seats"
        assert 0 <= c[YEAR_FIRST] <= c[DONE] <= c[TURNED] <= TILES, "lots are turned up before they are done with"
        for k in range(i64(TILES)):
            fate: i64 = (c[LOT + k] >> 5) & 3
            assert (k < c[TURNED]) == (c[LOT + k] != 0), f"lot {k + 1}: it must be known exactly when turned up"
            assert (k < c[DONE]) == (fate != ON_SALE), f"lot {k + 1}: lots done with come first"
            assert fate < GONE or (fate == BESIDE) == (c[UNPLACEABLE] == KEEP), f"lot {k + 1}: not with this option"
        again = self.copy()
        again.rebuild()
        for cell in range(i64(DERIVED), i64(SIZE)):
            assert c[cell] == again.cells[cell], f"derived cell {cell} is {c[cell]}, not {again.cells[cell]}"
        self.check_phase(c, seats, phase)
        self.check_supplies(c, seats)
        self.check_points(c, seats)

    def check_phase(self, c: vec[i64], seats: i64, phase: i64) -> None:
        """Cells that fit the phase."""
        hung: i64 = 0
        for seat in range(seats):
            if c[FLAG + seat] != NONE:
                assert 0 <= c[FLAG + seat] < seats and not hung & BIT[c[FLAG + seat]], "one flag at each place"
                hung |= BIT[c[FLAG + seat]]
        if phase == FLAGS:
            assert hung < BIT[seats - 1] and hung & (hung + 1) == 0, "flags are hung from the top"
            assert not c[TURNED] and not c[LEG], "flags are hung before the first tile"
        else:
            assert hung == BIT[seats] - 1, "all flags hang"
        assert (phase == OVER) == (c[ACTOR] == NOBODY) == (c[LEG] == YEARS), "it is over after five years"
        assert (phase <= REVEAL) == (c[ACTOR] == CHANCE), "chance hangs flags and turns up tiles"
        assert (phase == BIDDING) == (c[DUE] != 0), "all bids are made in one sealed round"
        assert phase == FLAGS or phase == OVER or (phase == REVEAL) == self.wants_tile(c), "tiles to be turned up"
        if phase == BIDDING or phase == PLACING:
            assert c[DONE] < c[TURNED], "a tile is on sale"
        for seat in range(seats):
            sealed = c[SEALED + seat]
            assert sealed == OPEN or (c[DUE] and sealed <= c[COINS + seat]), f"seat {seat} has not so many coins"
            if phase == BIDDING:
                assert sealed == OPEN or not c[DUE] & BIT[seat], f"seat {seat} has bid and is due"
            assert (c[LAST_BID + seat] == NONE) == (c[DONE] == 0 and phase != PLACING), "the bids of the last auction"
        if phase == PLACING:
            tile: i64 = (c[LOT + c[DONE]] & 31) - 1
            assert self.fits_somewhere(c, c[ACTOR], tile), "a tile that fits nowhere is not placed"

    def check_supplies(self, c: vec[i64], seats: i64) -> None:
        """Coins, visitors and trees."""
        coins: i64 = 0
        for seat in range(seats):
            assert 0 <= c[COINS + seat] < LAY, f"seat {seat} has {c[COINS + seat]} coins"
            coins += c[COINS + seat]
        assert c[COIN_LIMIT] == NONE or coins <= c[COIN_LIMIT], f"{coins} coins of {c[COIN_LIMIT]}"
        now = self.copy()
        for kind in range(i64(KINDS)):
            now.rank(now.cells, kind)
            out: i64 = 0
            for seat in range(seats):
                held = c[HELD + KINDS * seat + kind]
                due = now.cells[HELD + KINDS * seat + kind]
                out += held
                assert 0 <= held <= 3, f"seat {seat} has {held} of kind {kind}"
                standing = c[TIMING] != YEAR_END or c[PHASE] == OVER
                if c[PHASE] == PLACING and kind == TREES and c[TREE_TIE] == BY_FLAG:
                    standing = False  # a flag may just have moved; trees follow when the tile is placed
                assert held == due or not standing, f"seat {seat} has {held} of kind {kind}, not {due}"
                assert not held or c[TIMING] != YEAR_END or c[LEG], "nothing is dealt out before the first year's end"
            assert out <= 3, f"{out} of kind {kind}"

    def check_points(self, c: vec[i64], seats: i64) -> None:
        """Points are what the sheets say."""
        for seat in range(seats):
            points: i64 = 0
            for year in range(i64(YEARS)):
                word = c[SHEET + YEARS * seat + year]
                assert year < c[LEG] or not word, f"seat {seat}: year {year + 1} has not been scored"
                points += (year + 1) * ((word & 15) + ((word >> 4) & 3) + (word >> 6))
            assert points == c[POINTS + seat], f"seat {seat} has {c[POINTS + seat]} points, not {points}"


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


def spot(state: OZooLeMio, seat: i64, action: i64) -> tuple[int, int, int]:
    """Where a placement puts half A, and the rotation: x, y and 0 to 3."""
    chosen: i64 = action - LAY
    key = state.open_cell(state.cells, seat, chosen >> 3)
    if chosen & 4:
        key += REACH[chosen & 7]
    return int(((key >> 7) & 127) - 64), int((key & 127) - 64), int(chosen & 3)


def start(seats: i64, options: list[int]) -> OZooLeMio:
    """R1 a new game; the options' cells in their order, START_TILE to COINS_OPEN."""
    state = OZooLeMio(common_cells(seats, SIZE))
    c = state.cells
    for k in range(i64(len(options))):
        c[START_TILE + k] = options[k]
    for seat in range(seats):
        c[COINS + seat] = PURSE[0]
        c[FLAG + seat] = NONE
        c[LAST_BID + seat] = NONE
    state.rebuild()
    return state
