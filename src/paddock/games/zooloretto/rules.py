"""Zooloretto: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, DUE, HEAD, LEG, NOBODY, SEATS, VIEWER, WHOLE, State
from paddock.core.state import head as common_cells
from paddock.games.zooloretto import material
from paddock.games.zooloretto.board import (
    BARN_PLACE,
    BIRTH,
    BONUS,
    BRED_FEMALE,
    BRED_MALE,
    COIN,
    COIN_LOT,
    COUNT_LOW,
    EMPTY,
    ENCLOSURES,
    EXPANSION_1,
    EXPANSION_2,
    FEMALE,
    FEMALES,
    FIRST_STALL,
    FIRST_STALL_LOT,
    GROUP,
    GROUP_BITS,
    LOT_KIND,
    LOT_MASK,
    LOT_TILE,
    LOT_TYPE,
    LOTS,
    MALE,
    MALES,
    OFFSPRING,
    ONE_OFFSPRING,
    ONE_PILE_COIN,
    ONE_ROOM,
    ONE_STALL_ROOM,
    PAIR_FIRST,
    PAIR_SECOND,
    PILE_ANIMALS,
    PILE_COIN_BIT,
    PILE_STALL,
    PILE_STALL_BIT,
    PLAIN,
    ROOM_MASK,
    SPACES,
    STALL_KINDS,
    STALL_MASK,
    STALL_POINTS,
    STALL_ROOM_BIT,
    STALL_ROOM_MASK,
    STALL_UNIT,
    STALLS,
    TAKER_BIT,
    TILE_BITS,
    TILE_KIND,
    TILE_MASK,
    TILE_TYPE,
    TRUCK_LIMIT,
    TYPE_BIT,
    TYPE_MASK,
    TYPE_SCALE,
    TYPES,
    UNDRAWN_COIN_BIT,
    UNDRAWN_GROUP,
    UNDRAWN_REST_UNIT,
    UNDRAWN_TOTAL_BIT,
    UNDRAWN_UNIT,
    UNIT,
    UNTAKEN,
    accepts,
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

# Phases: who decides what.
REMOVE: Final = 0  # chance: a type that is not in play
STARTER: Final = 1  # chance: who begins
MAIN: Final = 2  # the beginning of a turn
REVEAL: Final = 3  # chance: the tile that was drawn
LOADING: Final = 4  # it goes on a truck
PLACING: Final = 5  # tiles of a truck, or one that was bought, go to the zoo
OVER: Final = 6

NONE: Final = -1  # no seat
TABLE_SEATS: Final = 5
TRUCKS: Final = 5

# Throughout, `animal` is a type of animal and `kind` a kind of tile.
# The cells of a position. Packed words are explained in board.py.
PHASE: Final = HEAD
IN_PLAY: Final = PHASE + 1  # a bit for each animal type
TURN: Final = IN_PLAY + 1  # whose turn it is; before the first, the named start player or NONE
STALL_TO_BARN: Final = TURN + 1  # option: a stall may be moved into the barn
UNLIMITED_BANK: Final = STALL_TO_BARN + 1  # option: the bank is never short
SHOW_TILES_LEFT: Final = UNLIMITED_BANK + 1  # option for views only
BANK: Final = SHOW_TILES_LEFT + 1
STREAK: Final = BANK + 1  # money actions since the last draw or take
UNDRAWN: Final = STREAK + 1  # animals in the main and the end stack
UNDRAWN_REST: Final = UNDRAWN + 1  # stalls and coin tiles there, and the total of all
GONE: Final = UNDRAWN_REST + 1  # pile: what has left the game
GONE_HIGH: Final = GONE + 1
REVEALED: Final = GONE_HIGH + 1  # tile + 1 that is to be loaded, else 0
CARRIED: Final = REVEALED + 1  # row: tiles to be placed
TRUCK: Final = CARRIED + 1  # row and taker of each truck
COINS: Final = TRUCK + TRUCKS
ENCLOSURE: Final = COINS + TABLE_SEATS  # enclosure k of a seat: ENCLOSURE + 5 * k + seat
BARN: Final = ENCLOSURE + ENCLOSURES * TABLE_SEATS  # pile, low words
BARN_HIGH: Final = BARN + TABLE_SEATS
SIZE: Final = BARN_HIGH + TABLE_SEATS

# Actions.
DRAW: Final = 0
TAKE: Final = 1  # TAKE + truck
EXPAND: Final = 6
LOAD: Final = 7  # LOAD + truck
PLACE: Final = 12  # PLACE + 6 * slot + place
MOVE: Final = 30  # MOVE + 5 * lot + enclosure
SHIFT: Final = 150  # SHIFT + 24 * from + 6 * stall + to
SWAP: Final = 294  # SWAP + pair of enclosures
BARN_SWAP: Final = 304  # BARN_SWAP + 8 * enclosure + type
BUY: Final = 344  # BUY + 28 * seller + lot
DISCARD: Final = 484  # DISCARD + lot
ACTIONS: Final = 512
OUTCOMES: Final = 29  # a type, a seat, or a lot and the coin tile

# R2.7 the rules alone allow two seats to sell each other animals for ever without loss.
STREAK_LIMIT: Final = 100
# Each of 112 tiles is drawn, revealed and loaded, taken and placed at most once; a streak of money
# actions, a purchase being two decisions, precedes each draw and each take; then the set-up.
LONGEST: Final = 4 + 5 * 112 + 2 * 112 * 2 * STREAK_LIMIT

REMODEL_PRICE: Final[i64] = material.PRICES["remodel"]
BUY_PRICE: Final[i64] = material.PRICES["purchase"]
SELLER_SHARE: Final[i64] = material.PRICES["to_seller"]
DISCARD_PRICE: Final[i64] = material.PRICES["discard"]
EXPAND_PRICE: Final[i64] = material.PRICES["expand"]
END_STACK: Final[i64] = material.END_STACK
TYPES_IN_PLAY: Final = vec[i64](list(material.TYPES_IN_PLAY))
EXPANSIONS: Final = vec[i64](list(material.EXPANSIONS))
BITS_SET: Final = vec[i64]([bin(k).count("1") for k in range(256)])


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
            return self.legal_main(seat, out)
        if phase == LOADING:
            return self.legal_load(out)
        if phase == PLACING:
            return self.legal_place(seat, out)
        return 0

    def legal_main(self, seat: i64, out: vec[i64]) -> i64:
        """R2.1 draw, take a truck that carries something, or one money action."""
        c = self.cells
        limits: i64 = TRUCKS * c[SEATS]
        n: i64 = 0
        for truck in range(i64(TRUCKS)):
            if c[TRUCK + truck] < TRUCK_LIMIT[limits + truck]:
                out[0] = DRAW
                n = 1
                break
        for truck in range(i64(TRUCKS)):
            row = c[TRUCK + truck]
            if row and row < UNTAKEN:
                out[n] = TAKE + truck
                n += 1
        coins = c[COINS + seat]
        if coins == 0 or c[STREAK] >= STREAK_LIMIT:
            return n
        if coins >= EXPAND_PRICE and self.unbuilt(seat) != NONE:
            out[n] = EXPAND
            n += 1
        if coins >= REMODEL_PRICE:
            n = self.legal_moves(seat, out, n)
            n = self.legal_shifts(seat, out, n)
            n = self.legal_swaps(seat, out, n)
            n = self.legal_barn_swaps(seat, out, n)
        if coins >= BUY_PRICE:
            for seller in range(c[SEATS]):
                if seller != seat:
                    n = self.legal_lots(seller, BUY + LOTS * seller, out, n)
        if coins >= DISCARD_PRICE:
            n = self.legal_lots(seat, DISCARD, out, n)
        return n

    def legal_load(self, out: vec[i64]) -> i64:
        """R2.2 any untaken truck with a free space."""
        c = self.cells
        limits: i64 = TRUCKS * c[SEATS]
        n: i64 = 0
        for truck in range(i64(TRUCKS)):
            if c[TRUCK + truck] < TRUCK_LIMIT[limits + truck]:
                out[n] = LOAD + truck
                n += 1
        return n

    def legal_place(self, seat: i64, out: vec[i64]) -> i64:
        """R2.4 any of the tiles, R3 wherever it may live; the barn always is allowed."""
        c = self.cells
        row = c[CARRIED]
        first: i64 = row & TILE_MASK
        second: i64 = (row >> TILE_BITS) & TILE_MASK
        third: i64 = row >> (2 * TILE_BITS)
        n = self.legal_places(seat, first - 1, PLACE, out, 0)
        if second and second != first:
            n = self.legal_places(seat, second - 1, PLACE + 6, out, n)
        if third and third != first and third != second:
            n = self.legal_places(seat, third - 1, PLACE + 12, out, n)
        return n

    def legal_places(self, seat: i64, tile: i64, base: i64, out: vec[i64], n: i64) -> i64:
        """Where one tile may go; R3.1 animals, R3.2 stalls."""
        c = self.cells
        own: i64 = ENCLOSURE + seat
        if tile >= FIRST_STALL:
            for place in range(i64(ENCLOSURES)):
                if c[own + TABLE_SEATS * place] & STALL_ROOM_MASK:
                    out[n] = base + place
                    n += 1
        else:
            lives: i64 = (TILE_TYPE[tile] + 1) << TYPE_BIT
            for place in range(i64(ENCLOSURES)):
                word = c[own + TABLE_SEATS * place]
                if word & ROOM_MASK and (word & TYPE_MASK == 0 or word & TYPE_MASK == lives):
                    out[n] = base + place
                    n += 1
        out[n] = base + BARN_PLACE
        return n + 1

    def legal_moves(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """R4.2 one animal of the barn into an enclosure."""
        c = self.cells
        n = self.moves_from(seat, c[BARN + seat] & PILE_ANIMALS, 0, out, n)
        return self.moves_from(seat, c[BARN_HIGH + seat], 4, out, n)

    def moves_from(self, seat: i64, word: i64, animal: i64, out: vec[i64], n: i64) -> i64:
        """The moves out of one word of the barn, whose first type is given."""
        c = self.cells
        while word:
            group: i64 = word & GROUP
            if group:
                homes: i64 = 0
                for place in range(i64(ENCLOSURES)):
                    if accepts(c[ENCLOSURE + TABLE_SEATS * place + seat], animal):
                        homes |= BIT[place]
                if homes:
                    for part in range(i64(3)):
                        if group & LOT_MASK[part]:
                            for place in range(i64(ENCLOSURES)):
                                if homes & BIT[place]:
                                    out[n] = MOVE + 5 * (3 * animal + part) + place
                                    n += 1
            word >>= GROUP_BITS
            animal += 1
        return n

    def legal_shifts(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """R4.3 one stall to a free stall space of another enclosure, or into the barn."""
        c = self.cells
        free: i64 = 0
        for place in range(i64(ENCLOSURES)):
            if c[ENCLOSURE + TABLE_SEATS * place + seat] & STALL_ROOM_MASK:
                free |= BIT[place]
        if c[STALL_TO_BARN]:
            free |= BIT[BARN_PLACE]
        for start in range(i64(BARN_PLACE + 1)):
            there: i64 = 0
            if start == BARN_PLACE:
                there = c[BARN + seat] >> PILE_STALL_BIT
            else:
                there = stalls(c[ENCLOSURE + TABLE_SEATS * start + seat])
            goals: i64 = free & ~BIT[start]
            if there and goals:
                for stall in range(i64(STALLS)):
                    if (there >> (2 * stall)) & 3:
                        for goal in range(i64(BARN_PLACE + 1)):
                            if goals & BIT[goal]:
                                out[n] = SHIFT + 24 * start + 6 * stall + goal
                                n += 1
        return n

    def legal_swaps(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """R4.4 two enclosures with different types, each group fitting into the other."""
        c = self.cells
        for pair in range(i64(10)):
            one = c[ENCLOSURE + TABLE_SEATS * PAIR_FIRST[pair] + seat]
            two = c[ENCLOSURE + TABLE_SEATS * PAIR_SECOND[pair] + seat]
            if one & TYPE_MASK and two & TYPE_MASK and (one ^ two) & TYPE_MASK:
                first = SPACES[PAIR_FIRST[pair]]
                second = SPACES[PAIR_SECOND[pair]]
                if first - room(one) <= second and second - room(two) <= first:
                    out[n] = SWAP + pair
                    n += 1
        return n

    def legal_barn_swaps(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """R4.5 all animals of one type in the barn against those of another in an enclosure that holds them."""
        c = self.cells
        low: i64 = c[BARN + seat] & PILE_ANIMALS
        high = c[BARN_HIGH + seat]
        if not low | high:
            return n
        counts: i64 = 0  # four bits a type
        for animal in range(i64(TYPES)):
            counts |= animals(pile_group(low, high, animal)) << (4 * animal)
        for place in range(i64(ENCLOSURES)):
            lives = resident(c[ENCLOSURE + TABLE_SEATS * place + seat])
            if lives >= 0:
                spaces = SPACES[place]
                rest: i64 = counts
                animal = 0
                while rest:
                    number: i64 = rest & 15
                    if number and number <= spaces and animal != lives:
                        out[n] = BARN_SWAP + TYPES * place + animal
                        n += 1
                    rest >>= 4
                    animal += 1
        return n

    def legal_lots(self, owner: i64, base: i64, out: vec[i64], n: i64) -> i64:
        """R4.6, R4.7 each lot in a seat's barn, as an action from `base` on."""
        c = self.cells
        low = c[BARN + owner]
        word: i64 = low & PILE_ANIMALS
        lot: i64 = base
        while word:
            n = self.group_lots(word & GROUP, lot, out, n)
            word >>= GROUP_BITS
            lot += 3
        word = c[BARN_HIGH + owner]
        lot = base + 12
        while word:
            n = self.group_lots(word & GROUP, lot, out, n)
            word >>= GROUP_BITS
            lot += 3
        word = low >> PILE_STALL_BIT
        lot = base + FIRST_STALL_LOT
        while word:
            if word & 3:
                out[n] = lot
                n += 1
            word >>= 2
            lot += 1
        return n

    def group_lots(self, group: i64, lot: i64, out: vec[i64], n: i64) -> i64:
        """Each lot of one type."""
        if group:
            for part in range(i64(3)):
                if group & LOT_MASK[part]:
                    out[n] = lot + part
                    n += 1
        return n

    def unbuilt(self, seat: i64) -> i64:
        """The expansion that the seat would build next, or NONE."""
        c = self.cells
        if not c[ENCLOSURE + TABLE_SEATS * EXPANSION_1 + seat]:
            return EXPANSION_1
        if EXPANSIONS[c[SEATS]] == 2 and not c[ENCLOSURE + TABLE_SEATS * EXPANSION_2 + seat]:
            return EXPANSION_2
        return NONE

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
        board = self.unbuilt(seat)
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
        for truck in range(i64(TRUCKS)):
            passed |= BIT[c[TRUCK + truck] >> TAKER_BIT]
        seats = c[SEATS]
        following: i64 = seat
        for _ in range(seats):
            following += 1
            if following == seats:
                following = 0
            if not passed & BIT[following + 1]:
                c[PHASE] = MAIN
                c[TURN] = following
                c[ACTOR] = following
                return
        self.end_round(seat)

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

    # Laws

    def check(self) -> None:
        """All tiles and coins are somewhere, enclosures hold what they may, and cells fit the phase."""
        c = self.cells
        self.check_phase()
        for seat in range(c[SEATS]):
            for place in range(i64(ENCLOSURES)):
                self.check_enclosure(seat, place)
        for animal in range(i64(TYPES)):
            self.check_type(animal)
        for stall in range(i64(STALLS)):
            self.check_stall(stall)
        self.check_money()

    def check_phase(self) -> None:
        c = self.cells
        phase = c[PHASE]
        chance: bool = phase == REMOVE or phase == STARTER or phase == REVEAL
        demand(0 <= phase <= OVER and c[DUE] == 0, "the phase is unknown, or a sealed round is open")
        demand((c[ACTOR] == CHANCE) == chance, "chance acts in the phases types, starter and reveal, and only there")
        demand((c[ACTOR] == NOBODY) == (phase == OVER), "nobody acts when the match is over, and only then")
        demand(c[ACTOR] < 0 or c[ACTOR] == c[TURN], "the seat whose turn it is must act")
        named: bool = 0 <= c[TURN] < c[SEATS]
        demand(named if MAIN <= phase < OVER else named or c[TURN] == NONE, "turn is no seat")
        demand((phase == OVER) <= (c[TURN] == NONE), "it is nobody's turn when the match is over")
        demand((c[REVEALED] > 0) == (phase == LOADING), "a tile is revealed in the phase load, and only there")
        demand((c[CARRIED] > 0) == (phase == PLACING), "tiles are carried in the phase place, and only there")
        number = BITS_SET[c[IN_PLAY]]
        wanted = TYPES_IN_PLAY[c[SEATS]]
        demand(number > wanted if phase == REMOVE else number == wanted, f"there are {number} types, not {wanted}")
        passed: i64 = 0
        for truck in range(i64(TRUCKS)):
            self.check_truck(truck)
            taker: i64 = c[TRUCK + truck] >> TAKER_BIT
            demand(taker <= c[SEATS], f"truck {truck + 1} is taken by no seat")
            demand(taker == 0 or not passed & BIT[taker], f"seat {taker - 1} has taken two trucks")
            passed |= BIT[taker]
        if phase == MAIN or phase == REVEAL or phase == LOADING:
            demand(not passed & BIT[c[TURN] + 1], f"seat {c[TURN]} has passed and cannot act")
        if phase == LOADING or phase == REVEAL:
            demand(self.legal_load(vec[i64]([0] * TRUCKS)) > 0, "no truck has a space for the drawn tile")

    def check_truck(self, truck: i64) -> None:
        """Tiles from the first slot on, no more than there are spaces; none on a taken truck."""
        c = self.cells
        word = c[TRUCK + truck]
        limit = TRUCK_LIMIT[TRUCKS * c[SEATS] + truck]
        row: i64 = word & (UNTAKEN - 1)
        demand(row == 0 or row < limit * 64, f"truck {truck + 1} has more tiles than spaces")
        demand(word == 0 or limit > 0, f"truck {truck + 1} is not in play")
        demand(row == 0 or word == row, f"truck {truck + 1} is taken and cannot carry tiles")

    def check_enclosure(self, seat: i64, place: i64) -> None:
        word = self.cells[ENCLOSURE + TABLE_SEATS * place + seat]
        name = f"{material.PLACES[place]} of seat {seat}"
        if not word:
            demand(place >= EXPANSION_1, f"{name} cannot be unbuilt")
            return
        boards: i64 = EXPANSION_1 + EXPANSIONS[self.cells[SEATS]]
        demand(place < boards, f"{name} does not exist with this number of seats")
        if place == EXPANSION_2:
            demand(self.cells[ENCLOSURE + TABLE_SEATS * EXPANSION_1 + seat] > 0, f"{name} is built before X1")
        group: i64 = word & GROUP
        demand(animals(group) + room(word) == SPACES[place], f"the spaces of {name} do not add up")
        demand((group > 0) == (resident(word) >= 0), f"{name} has animals of no type")
        demand(not (word & MALES and word & FEMALES), f"a pair in {name} has not bred")
        beside: i64 = 0
        for stall in range(i64(STALLS)):
            beside += (word >> (20 + 2 * stall)) & 3
        spaces: i64 = beside + ((word & STALL_ROOM_MASK) >> STALL_ROOM_BIT)
        demand(spaces == material.STALL_SPACES[place], f"the stall spaces of {name} do not add up")

    def check_type(self, animal: i64) -> None:
        """R1.1 every square tile of a type is somewhere; R5.1 births leave a bred pair and an offspring."""
        c = self.cells
        name = material.TYPES[animal]
        counts = [0] * 6
        undrawn: i64 = (c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP
        groups = [undrawn, pile_group(c[GONE], c[GONE_HIGH] & PILE_ANIMALS, animal)]
        for seat in range(c[SEATS]):
            groups.append(pile_group(c[BARN + seat], c[BARN_HIGH + seat], animal))
            for place in range(i64(ENCLOSURES)):
                word = c[ENCLOSURE + TABLE_SEATS * place + seat]
                if resident(word) == animal:
                    groups.append(word & GROUP)
        for group in groups:
            counts[PLAIN] += group & 7
            for kind in range(1, 6):
                counts[kind] += (group >> (1 + 2 * kind)) & 3
        for kind in range(6):
            counts[kind] += self.loose(6 * animal + kind)
        if not c[IN_PLAY] & BIT[animal]:
            demand(sum(counts) == 0, f"{name} is not in play")
            return
        squares = [counts[PLAIN], counts[MALE] + counts[BRED_MALE], counts[FEMALE] + counts[BRED_FEMALE]]
        for kind, wanted in enumerate(material.SQUARES):
            demand(squares[kind] == wanted, f"there are {squares[kind]} {name} {'NMF'[kind]}, not {wanted}")
        born = counts[OFFSPRING]
        demand(born <= material.OFFSPRING, f"{name} has {born} offspring")
        demand(counts[BRED_MALE] == born == counts[BRED_FEMALE], f"{name}: as many bred males and females as offspring")

    def loose(self, tile: i64) -> i64:
        """How many of a tile are revealed, carried or on trucks."""
        c = self.cells
        n: i64 = 1 if c[REVEALED] == tile + 1 else 0
        for cell in range(i64(CARRIED), i64(TRUCK + TRUCKS)):
            for slot in range(i64(3)):
                if tile_at(c[cell], slot) == tile:
                    n += 1
        return n

    def check_stall(self, stall: i64) -> None:
        c = self.cells
        n = self.loose(FIRST_STALL + stall) + ((c[UNDRAWN_REST] >> (2 * stall)) & 3)
        n += (c[GONE] >> (PILE_STALL_BIT + 2 * stall)) & 3
        for seat in range(c[SEATS]):
            n += (c[BARN + seat] >> (PILE_STALL_BIT + 2 * stall)) & 3
            for place in range(i64(ENCLOSURES)):
                n += (stalls(c[ENCLOSURE + TABLE_SEATS * place + seat]) >> (2 * stall)) & 3
        demand(n == material.STALL_TILES, f"there are {n} {material.STALLS[stall]}, not {material.STALL_TILES}")

    def check_money(self) -> None:
        """R1.5 coins only change hands; coin tiles add to them when their truck is taken."""
        c = self.cells
        rest = c[UNDRAWN_REST]
        undrawn: i64 = (rest >> UNDRAWN_COIN_BIT) & 15
        total: i64 = undrawn
        for animal in range(i64(TYPES)):
            total += COUNT_LOW[(c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP]
        for stall in range(i64(STALLS)):
            total += (rest >> (2 * stall)) & 3
        demand(total == rest >> UNDRAWN_TOTAL_BIT, "the number of undrawn tiles is wrong")
        spent: i64 = material.COIN_TILES - undrawn - self.loose(COIN) - (c[GONE_HIGH] >> PILE_COIN_BIT)
        demand(spent >= 0, f"there are more than {material.COIN_TILES} coin tiles")
        money = c[BANK]
        for seat in range(c[SEATS]):
            demand(c[COINS + seat] >= 0, f"seat {seat} has a debt")
            money += c[COINS + seat]
        demand(c[BANK] >= 0, "the bank has a debt")
        wanted: i64 = material.COINS + spent
        fits: bool = money >= wanted if c[UNLIMITED_BANK] else money == wanted
        demand(fits, f"there are {money} coins, not {wanted}")
        demand(0 <= c[STREAK] <= STREAK_LIMIT, "the streak of money actions is too long")


def demand(holds: bool, law: str) -> None:
    """A law that every position obeys."""
    if not holds:
        raise AssertionError(law)


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
