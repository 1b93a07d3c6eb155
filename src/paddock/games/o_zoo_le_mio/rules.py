"""O Zoo le Mio: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, DUE, LEG, LOWEST, NOBODY, OPEN, SEALED, SEATS, State
from paddock.core.state import head as common_cells
from paddock.games.o_zoo_le_mio.board import (
    ALL_TILES,
    ANIMAL,
    BUSH,
    PURSE,
    ROTATION,
    allows,
    build,
    corner,
    fits_somewhere,
    found,
    placements,
)
from paddock.games.o_zoo_le_mio.cells import (
    ANIMALS,
    BENCH,
    BESIDE,
    BID,
    BIDDING,
    BUILT,
    BUSHES,
    BY_FLAG,
    COIN_LIMIT,
    COINS,
    DERIVED,
    DONE,
    ENCLOSURE,
    ENTRY,
    FACE_UP,
    FINAL_TIE,
    FIXED,
    FIXED_INCOME,
    FLAG,
    FLAGPOLE,
    FLAGS,
    GONE,
    HELD,
    INCOME,
    KEEP,
    KINDS,
    LAST_BID,
    LAY,
    LONE_TREES,
    LOT,
    NONE,
    ON_SALE,
    ONE_RANK,
    OVER,
    PHASE,
    PLACING,
    POINTS,
    REVEAL,
    SEAT_KEY,
    SHEET,
    SIZE,
    STACK,
    START_TILE,
    TILES,
    TIMING,
    TREE_TIE,
    TREES,
    TURNED,
    UNPLACEABLE,
    VISITORS,
    YEAR_BUSHES,
    YEAR_END,
    YEAR_FIRST,
    YEAR_RULE,
    YEAR_TILES,
    YEARS,
    ZOO_TILES,
    key_of,
    lot,
)

# What the option cells may be, START_TILE to COINS_OPEN.
LEAST: Final = vec[i64]([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, NONE, NONE, 0, 0])
MOST: Final = vec[i64]([3, 5, 1, 1, 2, 1, 20, 1, 1, 2, 1, 150, 60, 1, 1])
BIDS: Final = [list(range(BID, BID + purse + 1)) for purse in range(LAY)]  # purse -> every bid it allows


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
        return placements(c, seat, (c[LOT + c[DONE]] & 31) - 1, out)

    def legal_actions(self, seat: i64) -> list[int]:
        """As the base's, but four of five decisions are bids, and their lists lie ready."""
        c = self.cells
        if c[DUE] and seat >= 0 and c[DUE] & BIT[seat]:
            return BIDS[c[COINS + seat]][:]
        return super().legal_actions(seat)

    def legal_count(self, seat: i64) -> i64:
        c = self.cells
        if c[DUE]:
            return c[COINS + seat] + 1 if seat >= 0 and c[DUE] & BIT[seat] else 0
        return len(self.legal_actions(seat))

    def action_at(self, seat: i64, k: i64) -> i64:
        if self.cells[DUE] and 0 <= k < self.legal_count(seat):
            return k
        return self.legal_actions(seat)[k]

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
        if fits_somewhere(c, winner, (c[LOT + c[DONE]] & 31) - 1):
            c[PHASE] = PLACING
            c[ACTOR] = winner
            return
        # R4.6 the tile fits nowhere.
        fate: i64 = GONE
        if c[UNPLACEABLE] == KEEP:
            fate = BESIDE
            c[ZOO_TILES + winner] += 1
        c[LOT + c[DONE]] += 32 * fate + 512 * SEAT_KEY * winner
        c[DONE] += 1
        if c[TIMING] != YEAR_END and c[TREE_TIE] == BY_FLAG:
            self.rank(c, TREES)
        self.proceed(c)

    def place(self, c: vec[i64], seat: i64, chosen: i64) -> None:
        """R4.1 the tile goes into the zoo; benches, visitors and trees follow."""
        key = corner(c, seat, chosen)
        rotation = ROTATION[chosen & 7]
        done = c[DONE]
        tile: i64 = (c[LOT + done] & 31) - 1
        c[LOT + done] = tile + 1 + 32 * BUILT + 128 * rotation + 512 * key
        c[DONE] = done + 1
        build(c, seat, tile, key, rotation, done + 1)
        if c[TIMING] != YEAR_END:  # R6.6
            for half in range(2 * tile, 2 * tile + 2):
                # Ranks change by an entry of this tile's alone, unless smaller enclosures count too (R6.5).
                if c[ENTRY + KINDS * seat + ANIMAL[half]] & 31 == done + 1 or not c[ONE_RANK]:
                    self.rank(c, ANIMAL[half])
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
            c[HELD + KINDS * first + kind] = 1
            if kind == TREES:
                c[HELD + KINDS * first + kind] = c[LONE_TREES]

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
        while 0 < c[ENCLOSURE + half] < 64:
            half = c[ENCLOSURE + half] - 1
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
                    if c[FLAG + seat] == flag and self.income(c, seat) > paid and supply > 0:
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
            assert 0 <= tile < TILES, f"lot {k + 1}: there is no such tile"
            assert c[STACK] & BIT[tile], f"lot {k + 1}: the same tile again"
            assert seat < c[SEATS], f"lot {k + 1}: there is no seat {seat}"
            c[STACK] &= ~BIT[tile]
            if fate == BUILT:
                fits = -60 < x < 60 and -60 < y < 60 and allows(c, tile, seat, x, y, rotation)
                assert fits, f"lot {k + 1}: the tile does not fit at ({x},{y}) turned by {90 * rotation}"
                build(c, seat, tile, key_of(seat, x, y), rotation, k + 1)
            elif fate == BESIDE:
                c[ZOO_TILES + seat] += 1

    def check(self) -> None:
        c = self.cells
        seats = c[SEATS]
        phase = c[PHASE]
        assert 2 <= seats <= 4, f"there are {seats} seats"
        assert FLAGS <= phase <= OVER, f"there is no phase {phase}"
        assert 0 <= c[LEG] <= YEARS, f"{c[LEG]} years are finished"
        for k in range(i64(len(LEAST))):
            assert LEAST[k] <= c[START_TILE + k] <= MOST[k], f"option {k + 1} cannot be {c[START_TILE + k]}"
        assert 0 <= c[YEAR_FIRST] <= c[DONE] <= c[TURNED] <= TILES, "lots are turned up before they are done with"
        if c[YEAR_RULE] != BUSHES:
            first: i64 = YEAR_TILES * c[LEG]
            assert c[YEAR_FIRST] == first, f"{c[LEG]} finished years had {first} lots, not {c[YEAR_FIRST]}"
            assert c[TURNED] - first <= YEAR_TILES, "a year has five tiles"
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
                assert 0 <= c[FLAG + seat] < seats, f"there is no place {c[FLAG + seat]} on the pole"
                assert not hung & BIT[c[FLAG + seat]], "one flag at each place"
                hung |= BIT[c[FLAG + seat]]
        if phase == FLAGS:
            assert hung < BIT[seats - 1], "the last flag hangs by itself"
            assert hung & (hung + 1) == 0, "flags are hung from the top"
            assert not c[TURNED] + c[LEG], "flags are hung before the first tile"
        else:
            assert hung == BIT[seats] - 1, "all flags hang"
        assert (phase == OVER) == (c[ACTOR] == NOBODY) == (c[LEG] == YEARS), "it is over after five years"
        assert (phase <= REVEAL) == (c[ACTOR] == CHANCE), "chance hangs flags and turns up tiles"
        assert (phase == BIDDING) == (c[DUE] != 0), "all bids are made in one sealed round"
        assert phase in (FLAGS, OVER) or (phase == REVEAL) == self.wants_tile(c), "tiles to be turned up"
        if phase in (BIDDING, PLACING):
            assert c[DONE] < c[TURNED], "a tile is on sale"
        for seat in range(seats):
            sealed = c[SEALED + seat]
            assert sealed == OPEN or (c[DUE] and sealed <= c[COINS + seat]), f"seat {seat} has not so many coins"
            if phase == BIDDING:
                assert sealed == OPEN or not c[DUE] & BIT[seat], f"seat {seat} has bid and is due"
            assert (c[LAST_BID + seat] == NONE) == (c[DONE] == 0 and phase != PLACING), "the bids of the last auction"
        if phase == PLACING:
            tile: i64 = (c[LOT + c[DONE]] & 31) - 1
            assert fits_somewhere(c, c[ACTOR], tile), "a tile that fits nowhere is not placed"

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
