"""Zooloretto: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, LEG, NOBODY, SEATS, Scratch, State
from paddock.core.state import head as common_cells
from paddock.games.zooloretto import material
from paddock.games.zooloretto.audit import audit
from paddock.games.zooloretto.board import (
    BARN_PLACE,
    BIRTH,
    BITS_SET,
    BONUS,
    BUY_PRICE,
    COIN,
    COIN_LOT,
    COUNT_LOW,
    DISCARD_PRICE,
    EMPTY,
    ENCLOSURES,
    END_STACK,
    EXPAND_PRICE,
    EXPANSION_1,
    FEMALES,
    FIRST_STALL,
    FIRST_STALL_LOT,
    GROUP,
    LOT_KIND,
    LOT_TILE,
    LOT_TYPE,
    LOTS,
    MALES,
    ONE_OFFSPRING,
    ONE_PILE_COIN,
    ONE_ROOM,
    ONE_STALL_ROOM,
    PAIR_FIRST,
    PAIR_SECOND,
    PILE_STALL,
    PLAIN,
    REMODEL_PRICE,
    ROOM_MASK,
    SELLER_SHARE,
    SPACES,
    STALL_KINDS,
    STALL_MASK,
    STALL_POINTS,
    STALL_ROOM_MASK,
    STALL_UNIT,
    STALLS,
    TAKER_BIT,
    TILE_BITS,
    TILE_KIND,
    TILE_MASK,
    TILE_TYPE,
    TYPE_BIT,
    TYPE_MASK,
    TYPE_SCALE,
    TYPES,
    TYPES_IN_PLAY,
    UNDRAWN_COIN_BIT,
    UNDRAWN_GROUP,
    UNDRAWN_REST_UNIT,
    UNDRAWN_TOTAL_BIT,
    UNDRAWN_UNIT,
    UNIT,
    UNTAKEN,
    animals,
    barn_points,
    enclosure_points,
    other_kind,
    pile_group,
    resident,
    room,
    row_with,
    row_without,
    stalls,
    tile_at,
)
from paddock.games.zooloretto.cells import (
    BANK,
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
    GONE,
    GONE_HIGH,
    IN_PLAY,
    LOAD,
    LOADING,
    MAIN,
    MOVE,
    NONE,
    OUTCOMES,
    OVER,
    PHASE,
    PLACE,
    PLACING,
    REMOVE,
    REVEAL,
    REVEALED,
    SHIFT,
    SHOW_TILES_LEFT,
    SIZE,
    STALL_TO_BARN,
    STARTER,
    STREAK,
    SWAP,
    TABLE_SEATS,
    TAKE,
    TRUCK,
    TRUCKS,
    TURN,
    UNDRAWN,
    UNDRAWN_REST,
    UNLIMITED_BANK,
)
from paddock.games.zooloretto.legal import offer_places, offer_trucks, offer_turn, unbuilt

SCRATCH: Final = Scratch()


@final
@mypyc_attr(native_class=True, free_list_len=1)
class Zooloretto(State):
    """One position of Zooloretto."""

    def copy(self) -> "Zooloretto":
        return Zooloretto(self.cells[:])

    # Legal actions

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if seat != c[ACTOR]:
            return 0
        phase = c[PHASE]
        if phase == MAIN:
            return offer_turn(c, seat, out)
        if phase == LOADING:
            return offer_trucks(c, out)
        if phase == PLACING:
            return offer_places(c, seat, out)
        return 0

    def legal_actions(self, seat: i64) -> list[int]:
        if SCRATCH.lent:
            return super().legal_actions(seat)
        SCRATCH.lent = True
        out = SCRATCH.buffer
        n = self.legal(seat, out)
        actions = [out[k] for k in range(n)]
        SCRATCH.lent = False
        return actions

    # Decisions

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self.happen(action)
        elif action < LOAD:
            if action == DRAW:
                c = self.cells
                c[STREAK] = 0
                c[PHASE] = REVEAL
                c[ACTOR] = CHANCE
            elif action < EXPAND:
                self.take(seat, action - TAKE)
            else:
                self.expand(seat)
        elif action < PLACE:
            self.load(seat, action - LOAD)
        elif action < MOVE:
            self.place(seat, action - PLACE)
        else:
            self.spend(seat, action)

    def load(self, seat: i64, truck: i64) -> None:
        """R2.2 the revealed tile goes on a truck."""
        c = self.cells
        c[TRUCK + truck] = row_with(c[TRUCK + truck], c[REVEALED] - 1)
        c[REVEALED] = 0
        self.end_turn(seat)

    def take(self, seat: i64, truck: i64) -> None:
        """R2.3 the seat has passed; R3.3 coin tiles are money at once; the other tiles must be placed."""
        c = self.cells
        c[STREAK] = 0
        loaded = c[TRUCK + truck]
        c[TRUCK + truck] = (seat + 1) << TAKER_BIT
        row: i64 = 0
        while loaded:
            tile: i64 = (loaded & TILE_MASK) - 1
            if tile == COIN:
                c[COINS + seat] += 1
            else:
                row = row_with(row, tile)
            loaded >>= TILE_BITS
        if row:
            c[CARRIED] = row
            c[PHASE] = PLACING
        else:
            self.end_turn(seat)

    def place(self, seat: i64, choice: i64) -> None:
        """R2.4 one tile to its place, everything it brings about, then the next."""
        c = self.cells
        slot: i64 = 0
        place: i64 = choice
        while place > BARN_PLACE:
            place -= BARN_PLACE + 1
            slot += 1
        row = c[CARRIED]
        tile = tile_at(row, slot)
        row = row_without(row, slot)
        c[CARRIED] = row
        if tile >= FIRST_STALL:
            self.add_stall(seat, tile - FIRST_STALL, place)
        elif place == BARN_PLACE:
            self.add_to_barn(seat, TILE_TYPE[tile], UNIT[TILE_KIND[tile]])
        else:
            self.house(seat, place, TILE_TYPE[tile], TILE_KIND[tile])
        if row == 0:
            self.end_turn(seat)

    def house(self, seat: i64, place: i64, animal: i64, kind: i64) -> None:
        """An animal of a type (animal) and tile animal (kind) goes on a free space; R5 birth, R6 bonus."""
        c = self.cells
        cell: i64 = ENCLOSURE + TABLE_SEATS * place + seat
        word: i64 = c[cell] + UNIT[kind] - ONE_ROOM
        if word & TYPE_MASK == 0:
            word |= (animal + 1) << TYPE_BIT
        if word & MALES and word & FEMALES:
            word = self.bear(seat, word, animal)
        c[cell] = word
        if word & ROOM_MASK == 0:
            self.pay_bonus(seat, BONUS[place])

    def bear(self, seat: i64, word: i64, animal: i64) -> i64:
        """R5.1 a pair breeds, once; R5.2 the offspring stays if there is room, else it goes to the barn."""
        word += BIRTH
        if word & ROOM_MASK:
            return word + ONE_OFFSPRING - ONE_ROOM
        self.add_to_barn(seat, animal, ONE_OFFSPRING)
        return word

    def pay_bonus(self, seat: i64, bonus: i64) -> None:
        """R6.1 coins from the bank; R6.4 as far as it reaches."""
        c = self.cells
        bank = c[BANK]
        if bank >= bonus:
            c[BANK] = bank - bonus
            c[COINS + seat] += bonus
        else:
            c[BANK] = 0
            c[COINS + seat] += bonus if c[UNLIMITED_BANK] else bank

    def add_to_barn(self, seat: i64, animal: i64, group: i64) -> None:
        """Animals of one type join the barn, which never fills (R3.4); or leave it, if negative."""
        if animal < 4:
            self.cells[BARN + seat] += group * TYPE_SCALE[animal]
        else:
            self.cells[BARN_HIGH + seat] += group * TYPE_SCALE[animal]

    def add_stall(self, seat: i64, stall: i64, place: i64) -> None:
        """A stall goes on a stall space or into the barn."""
        if place == BARN_PLACE:
            self.cells[BARN + seat] += PILE_STALL[stall]
        else:
            self.cells[ENCLOSURE + TABLE_SEATS * place + seat] += STALL_UNIT[stall] - ONE_STALL_ROOM

    # Money actions

    def pay(self, seat: i64, price: i64, share: i64) -> None:
        """R4.1 pay first: the price, of which the bank gets its share."""
        c = self.cells
        c[COINS + seat] -= price
        c[BANK] += share
        c[STREAK] += 1

    def expand(self, seat: i64) -> None:
        """R4.8 the next expansion board is turned up."""
        c = self.cells
        self.pay(seat, EXPAND_PRICE, EXPAND_PRICE)
        board = unbuilt(c, seat)
        c[ENCLOSURE + TABLE_SEATS * board + seat] = EMPTY[board]
        self.end_turn(seat)

    def spend(self, seat: i64, action: i64) -> None:
        """The money actions with something to name."""
        c = self.cells
        if BUY <= action < DISCARD:
            seller: i64 = 0
            lot: i64 = action - BUY
            while lot >= LOTS:
                lot -= LOTS
                seller += 1
            self.pay(seat, BUY_PRICE, BUY_PRICE - SELLER_SHARE)
            c[COINS + seller] += SELLER_SHARE
            c[CARRIED] = self.remove_from_barn(seller, lot) + 1
            c[PHASE] = PLACING
            return
        if action >= DISCARD:
            self.pay(seat, DISCARD_PRICE, DISCARD_PRICE)
            self.lose(self.remove_from_barn(seat, action - DISCARD))
        else:
            self.pay(seat, REMODEL_PRICE, REMODEL_PRICE)
            if action < SHIFT:
                lot = (action - MOVE) // 5
                tile = self.remove_from_barn(seat, lot)
                self.house(seat, action - MOVE - 5 * lot, LOT_TYPE[lot], TILE_KIND[tile])
            elif action < SWAP:
                self.shift(seat, action - SHIFT)
            elif action < BARN_SWAP:
                self.swap(seat, PAIR_FIRST[action - SWAP], PAIR_SECOND[action - SWAP])
            else:
                place: i64 = (action - BARN_SWAP) >> 3
                self.barn_swap(seat, place, (action - BARN_SWAP) & 7)
        self.end_turn(seat)

    def remove_from_barn(self, owner: i64, lot: i64) -> i64:
        """Take one tile of a lot out of a barn; which tile it is."""
        c = self.cells
        if lot >= FIRST_STALL_LOT:
            c[BARN + owner] -= PILE_STALL[lot - FIRST_STALL_LOT]
            return FIRST_STALL + lot - FIRST_STALL_LOT
        animal = LOT_TYPE[lot]
        kind = LOT_KIND[lot]
        if kind == PLAIN:
            kind = other_kind(pile_group(c[BARN + owner], c[BARN_HIGH + owner], animal))
        self.add_to_barn(owner, animal, -UNIT[kind])
        return 6 * animal + kind

    def lose(self, tile: i64) -> None:
        """A tile leaves the game."""
        c = self.cells
        if tile == COIN:
            c[GONE_HIGH] += ONE_PILE_COIN
        elif tile >= FIRST_STALL:
            c[GONE] += PILE_STALL[tile - FIRST_STALL]
        else:
            animal = TILE_TYPE[tile]
            c[GONE if animal < 4 else GONE_HIGH] += UNIT[TILE_KIND[tile]] * TYPE_SCALE[animal]

    def shift(self, seat: i64, choice: i64) -> None:
        """R4.3 a stall moves; never a bonus."""
        c = self.cells
        start: i64 = choice // 24
        rest: i64 = choice - 24 * start
        stall: i64 = rest // 6
        if start == BARN_PLACE:
            c[BARN + seat] -= PILE_STALL[stall]
        else:
            c[ENCLOSURE + TABLE_SEATS * start + seat] += ONE_STALL_ROOM - STALL_UNIT[stall]
        self.add_stall(seat, stall, rest - 6 * stall)

    def swap(self, seat: i64, first: i64, second: i64) -> None:
        """R4.4 two groups change places; R6.2 no bonus, and no pair can meet."""
        c = self.cells
        one = c[ENCLOSURE + TABLE_SEATS * first + seat]
        two = c[ENCLOSURE + TABLE_SEATS * second + seat]
        group_one: i64 = one & (GROUP | TYPE_MASK)
        group_two: i64 = two & (GROUP | TYPE_MASK)
        number_one: i64 = SPACES[first] - room(one)
        number_two: i64 = SPACES[second] - room(two)
        change: i64 = (number_one - number_two) * ONE_ROOM
        c[ENCLOSURE + TABLE_SEATS * first + seat] = one - group_one + group_two + change
        c[ENCLOSURE + TABLE_SEATS * second + seat] = two - group_two + group_one - change

    def barn_swap(self, seat: i64, place: i64, animal: i64) -> None:
        """R4.5 a type of the barn against the residents; R5.5 births; R6.2 no bonus."""
        c = self.cells
        cell: i64 = ENCLOSURE + TABLE_SEATS * place + seat
        word: i64 = c[cell]
        leaving: i64 = word & GROUP
        left = resident(word)
        coming = pile_group(c[BARN + seat], c[BARN_HIGH + seat], animal)
        self.add_to_barn(seat, animal, -coming)
        self.add_to_barn(seat, left, leaving)
        word = word & (STALL_MASK | STALL_ROOM_MASK) | coming
        word += ((animal + 1) << TYPE_BIT) + (SPACES[place] - animals(coming)) * ONE_ROOM
        while word & MALES and word & FEMALES:
            word = self.bear(seat, word, animal)
        c[cell] = word

    # Turns and rounds

    def end_turn(self, seat: i64) -> None:
        """R2.6 the next seat that has not passed, be it the same one; else the round is over."""
        c = self.cells
        passed: i64 = 0  # from bit 1, a bit a seat
        taken: i64 = 0
        for truck in range(i64(TRUCKS)):
            if c[TRUCK + truck] >= UNTAKEN:
                passed |= BIT[c[TRUCK + truck] >> TAKER_BIT]
                taken += 1
        seats = c[SEATS]
        if taken == seats:
            self.end_round(seat)
            return
        following: i64 = seat + 1 if seat + 1 < seats else 0
        while passed & BIT[following + 1]:
            following = following + 1 if following + 1 < seats else 0
        c[PHASE] = MAIN
        c[TURN] = following
        c[ACTOR] = following

    def end_round(self, seat: i64) -> None:
        """R2.6 trucks return, the last taker begins; R7.1 unless the end stack has been touched."""
        c = self.cells
        for truck in range(i64(TRUCKS)):
            left = c[TRUCK + truck]
            c[TRUCK + truck] = 0
            if left < UNTAKEN:  # R8.3 what lies on the truck that nobody took leaves the game
                while left:
                    self.lose((left & TILE_MASK) - 1)
                    left >>= TILE_BITS
        c[LEG] += 1
        if c[UNDRAWN_REST] >> UNDRAWN_TOTAL_BIT < END_STACK:
            c[PHASE] = OVER
            c[TURN] = NONE
            c[ACTOR] = NOBODY
        else:
            c[PHASE] = MAIN
            c[TURN] = seat
            c[ACTOR] = seat

    # Chance

    def weights(self, out: vec[i64]) -> i64:
        c = self.cells
        if c[PHASE] == REVEAL:
            for animal in range(i64(TYPES)):
                group: i64 = (c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP
                out[3 * animal] = group & 7
                out[3 * animal + 1] = (group >> 3) & 3
                out[3 * animal + 2] = group >> 5
            rest = c[UNDRAWN_REST]
            for stall in range(i64(STALLS)):
                out[FIRST_STALL_LOT + stall] = (rest >> (2 * stall)) & 3
            out[COIN_LOT] = (rest >> UNDRAWN_COIN_BIT) & 15
            return OUTCOMES
        if c[PHASE] == REMOVE:
            for animal in range(i64(TYPES)):
                out[animal] = 1 if c[IN_PLAY] & BIT[animal] else 0
            return TYPES
        if c[PHASE] == STARTER:
            for seat in range(c[SEATS]):
                out[seat] = 1
            return c[SEATS]
        return 0

    def settle(self, rng: Rng) -> None:
        """The same as by `weights`, without writing them."""
        c = self.cells
        while c[ACTOR] == CHANCE:
            if c[PHASE] == REVEAL:
                self.happen(self.lot_at(rng.below(c[UNDRAWN_REST] >> UNDRAWN_TOTAL_BIT)))
            elif c[PHASE] == REMOVE:
                animal: i64 = 0
                rest = rng.below(BITS_SET[c[IN_PLAY]])
                while rest or not c[IN_PLAY] & BIT[animal]:
                    if c[IN_PLAY] & BIT[animal]:
                        rest -= 1
                    animal += 1
                self.happen(animal)
            else:
                self.happen(rng.below(c[SEATS]))

    def lot_at(self, number: i64) -> i64:
        """The lot of the undrawn tile with this number, counted in the order of lots."""
        c = self.cells
        word = c[UNDRAWN]
        animal: i64 = 0
        while word:
            group: i64 = word & UNDRAWN_GROUP
            there = COUNT_LOW[group]
            if number < there:
                if number < group & 7:
                    return 3 * animal
                return 3 * animal + 1 if number < (group & 7) + ((group >> 3) & 3) else 3 * animal + 2
            number -= there
            word >>= 7
            animal += 1
        rest = c[UNDRAWN_REST]
        for stall in range(i64(STALLS)):
            number -= (rest >> (2 * stall)) & 3
            if number < 0:
                return FIRST_STALL_LOT + stall
        return COIN_LOT

    def happen(self, outcome: i64) -> None:
        """R1.3 a type leaves, R1.6 somebody starts, R2.2 a tile is revealed."""
        c = self.cells
        if c[PHASE] == REVEAL:
            c[UNDRAWN] -= UNDRAWN_UNIT[outcome]
            c[UNDRAWN_REST] -= UNDRAWN_REST_UNIT[outcome]
            c[REVEALED] = LOT_TILE[outcome] + 1
            c[PHASE] = LOADING
            c[ACTOR] = c[TURN]
            return
        if c[PHASE] == REMOVE:
            self.remove_type(outcome)
        else:
            c[TURN] = outcome
        self.set_up()

    def remove_type(self, animal: i64) -> None:
        """All square tiles of a type leave the stacks; its offspring are never born."""
        c = self.cells
        group: i64 = (c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP
        c[UNDRAWN] -= group << (7 * animal)
        c[UNDRAWN_REST] -= COUNT_LOW[group] << UNDRAWN_TOTAL_BIT
        c[IN_PLAY] &= ~BIT[animal]

    def set_up(self) -> None:
        """What is still to be drawn by lot before the first turn; then it begins."""
        c = self.cells
        if BITS_SET[c[IN_PLAY]] > TYPES_IN_PLAY[c[SEATS]]:
            c[PHASE] = REMOVE
        elif c[TURN] == NONE:
            c[PHASE] = STARTER
        else:
            c[PHASE] = MAIN
            c[ACTOR] = c[TURN]

    # Points

    def tally(self, out: vec[i64]) -> None:
        for seat in range(self.cells[SEATS]):
            out[seat] = self.points(seat)

    def points(self, seat: i64) -> i64:
        """R7.2 enclosures, R7.3 stalls, R7.4 barn."""
        c = self.cells
        total = barn_points(c[BARN + seat], c[BARN_HIGH + seat])
        beside: i64 = 0
        for place in range(i64(ENCLOSURES)):
            word = c[ENCLOSURE + TABLE_SEATS * place + seat]
            total += enclosure_points(place, word)
            beside |= stalls(word)
        return total + STALL_KINDS[beside] * STALL_POINTS

    def places(self) -> list[int]:
        """R7.5 by points, then by coins; equals share."""
        c = self.cells
        standing = [1000 * self.points(seat) + c[COINS + seat] for seat in range(c[SEATS])]
        return [1 + sum(other > mine for other in standing) for mine in standing]

    def check(self) -> None:
        audit(self.cells)


def start(
    seats: i64, types: i64, starter: i64, stall_to_barn: i64, unlimited_bank: i64, show_tiles_left: i64
) -> Zooloretto:
    """Before the first turn; types 0 are drawn by chance, and so is starter NONE."""
    c = common_cells(seats, SIZE)
    c[IN_PLAY] = 255
    c[TURN] = starter
    c[STALL_TO_BARN] = stall_to_barn
    c[UNLIMITED_BANK] = unlimited_bank
    c[SHOW_TILES_LEFT] = show_tiles_left
    c[BANK] = material.COINS - material.PURSE * seats
    for animal in range(i64(TYPES)):
        for kind in range(i64(3)):
            c[UNDRAWN] += material.SQUARES[kind] * UNDRAWN_UNIT[3 * animal + kind]
            c[UNDRAWN_REST] += material.SQUARES[kind] * UNDRAWN_REST_UNIT[3 * animal + kind]
    for stall in range(i64(STALLS)):
        c[UNDRAWN_REST] += material.STALL_TILES * UNDRAWN_REST_UNIT[FIRST_STALL_LOT + stall]
    c[UNDRAWN_REST] += material.COIN_TILES * UNDRAWN_REST_UNIT[COIN_LOT]
    for seat in range(seats):
        c[COINS + seat] = material.PURSE
        for place in range(i64(EXPANSION_1)):
            c[ENCLOSURE + TABLE_SEATS * place + seat] = EMPTY[place]
    state = Zooloretto(c)
    if types:
        for animal in range(i64(TYPES)):
            if not types & BIT[animal]:
                state.remove_type(animal)
    state.set_up()
    return state
