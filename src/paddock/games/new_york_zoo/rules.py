"""New York Zoo: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, HEAD, LEG, NOBODY, SEATS, State
from paddock.core.state import head as common_cells
from paddock.games.new_york_zoo import material
from paddock.games.new_york_zoo.board import GRID, bits, count, cover, fits, placement_at, placements

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
PHASE: Final = HEAD
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
PICK: Final = PLACE + 8 * GRID  # PICK + tile
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
FIRST_COPY: Final = vec[i64](list(material.FIRST_COPY))
SLOT_AT: Final = vec[i64](list(material.SLOT_AT) * 2)  # for two laps; NONE at a blue space
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
HAND_SIZE: Final = vec[i64](list(material.HANDING) * 2)
HAND_TILES: Final = len(material.HANDING)
HOUSED: Final = vec[i64]([(1 << 4 * species) + (1 << 20) for species in range(SPECIES)])  # one animal in a house


class Desk:
    """A spare buffer for the short lists that `legal_count` and `action_at` look at."""

    def __init__(self) -> None:
        self.list: vec[i64] = vec[i64]([0] * 256)


DESK: Final = Desk()


@final
@mypyc_attr(native_class=True, free_list_len=1)
class NewYorkZoo(State):
    """One position of New York Zoo."""

    def copy(self) -> "NewYorkZoo":
        return NewYorkZoo(self.cells[:])

    # Legal actions

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if seat != c[ACTOR] or seat < 0:
            return 0
        shape = self.shape_in_hand()
        if shape != NONE:
            return placements(shape, c[FREE_UPPER + seat], c[FREE_LOWER + seat], PLACE, out)
        phase = c[PHASE]
        if phase == MOVING:
            return self.legal_solo_move(out) if c[SEATS] == 1 else self.legal_move(seat, out)
        if phase == POPULATING:
            return self.legal_source(seat, out)
        if phase == POPULATING_2:
            return self.legal_second_source(seat, out)
        if phase == ACQUIRING:
            return self.legal_acquire(seat, out)
        if phase == ACQUIRING_2:
            return self.legal_acquire_second(seat, out)
        if phase == EXTRA or phase == KEEPING:
            out[0] = DECLINE
            out[1] = ACCEPT
            return 2
        if phase == CHOOSING:
            return self.legal_kind(seat, out)
        if phase == PICKING:
            return self.legal_pick(c[HAND + seat], out)
        return self.legal_breed(seat, out)

    def legal_count(self, seat: i64) -> i64:
        """How many legal actions the seat has; placements are counted, never listed."""
        c = self.cells
        if seat != c[ACTOR] or seat < 0:
            return 0
        shape = self.shape_in_hand()
        if shape != NONE:
            return count(shape, c[FREE_UPPER + seat], c[FREE_LOWER + seat])
        return self.legal(seat, DESK.list)

    def action_at(self, seat: i64, k: i64) -> i64:
        """The seat's k-th legal action, counted from 0."""
        c = self.cells
        shape = self.shape_in_hand()
        if k >= 0 and seat == c[ACTOR] and shape != NONE:
            return PLACE + placement_at(shape, c[FREE_UPPER + seat], c[FREE_LOWER + seat], k)
        if k < 0 or k >= self.legal(seat, DESK.list):
            raise IndexError(f"seat {seat} has no legal action number {k}")
        return DESK.list[k]

    def shape_in_hand(self) -> i64:
        """The shape of the piece to be placed now, or NONE."""
        c = self.cells
        phase = c[PHASE]
        if phase == PLACING:
            return SHAPE_OF_TILE[(c[STACK + SLOT_AT[c[ELEPHANT]]] & 63) - 1]
        if phase == STANDING:
            return SHAPE_OF_KIND[c[CHOSEN]]
        if phase == LAYING:
            return SHAPE_OF_TILE[c[CHOSEN]]
        return NONE

    def legal_move(self, seat: i64, out: vec[i64]) -> i64:
        """R3.2 one step up to the reach; slots without tiles do not count."""
        c = self.cells
        here = c[ELEPHANT]
        left = REACH[c[SEATS]]
        animal = self.has_spare_animal(seat)
        n: i64 = 0
        wrapped: i64 = 0  # destinations beyond the start, which have the smaller numbers
        position: i64 = here
        while left:
            position += 1
            slot = SLOT_AT[position]
            if slot != NONE and not c[STACK + slot]:
                continue
            left -= 1
            if self.playable(seat, slot, animal):
                if position >= LENGTH:
                    for k in range(n, wrapped, -1):
                        out[k] = out[k - 1]
                    out[wrapped] = MOVE + position - LENGTH
                    wrapped += 1
                else:
                    out[n] = MOVE + position
                n += 1
        if not n:  # R3.5 cannot happen in play
            out[0] = MOVE + (here + NEXT_BLUE[here]) % LENGTH
            n = 1
        return n

    def legal_solo_move(self, out: vec[i64]) -> i64:
        """R10.2 one of the markers in front, or the walk to the next blue space without one."""
        c = self.cells
        here = c[ELEPHANT]
        markers = c[MARKERS]
        animal = self.has_spare_animal(0)
        near: i64 = 0  # a bit for each marker 0 to 3 that has a destination
        far: i64 = 0  # a bit for each destination of the marker 4+
        steps: i64 = 0
        for position in range(here, here + LENGTH):
            slot = SLOT_AT[position]
            if position > here:
                if slot != NONE and not c[STACK + slot]:
                    continue
                steps += 1
            if steps < FAR:
                if markers & BIT[steps] and self.playable(0, slot, animal):
                    near |= BIT[steps]
            elif not markers & BIT[FAR]:
                break
            elif self.playable(0, slot, animal):
                far |= BIT[position % LENGTH]
        n: i64 = 0
        for position in range(i64(LENGTH)):
            if far & BIT[position]:
                out[n] = MOVE + position
                n += 1
        for marker in range(i64(FAR)):
            if near & BIT[marker]:
                out[n] = MARKER + marker
                n += 1
        if not n or self.has_room(0):
            out[n] = WALK
            n += 1
        return n

    def playable(self, seat: i64, slot: i64, animal: bool) -> bool:
        """R3.3 a tile that fits and an animal for it; R3.4 a place for an animal on a blue space."""
        c = self.cells
        if slot == NONE:
            return self.has_room(seat)
        if not animal or not c[STACK + slot]:
            return False
        return fits(SHAPE_OF_TILE[(c[STACK + slot] & 63) - 1], c[FREE_UPPER + seat], c[FREE_LOWER + seat])

    def has_spare_animal(self, seat: i64) -> bool:
        """R4.3 one in a house, or one of several in an enclosure."""
        c = self.cells
        if c[HOUSES + seat]:
            return True
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        for k in range(first, first + c[NUMBER + seat]):
            if c[k] & ANIMALS >= 2:
                return True
        return False

    def has_room(self, seat: i64) -> bool:
        """R3.4 any enclosure has room for some species."""
        c = self.cells
        return c[NUMBER + seat] > 0 or self.has_free_house(seat)

    def has_free_house(self, seat: i64) -> bool:
        c = self.cells
        return c[HOUSES + seat] >> HOUSED_AT < CAPACITY[c[BOARD] + seat]

    def legal_pick(self, tiles: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for tile in range(i64(OUTCOMES)):
            if tiles & BIT[tile]:
                out[n] = PICK + tile
                n += 1
        return n

    def legal_source(self, seat: i64, out: vec[i64]) -> i64:
        """R4.2 an animal in a house, or in an enclosure that keeps one."""
        c = self.cells
        houses = c[HOUSES + seat]
        n: i64 = 0
        for species in range(i64(SPECIES)):
            if (houses >> (4 * species)) & 15:
                out[n] = SOURCE + species
                n += 1
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        for k in range(c[NUMBER + seat] - 1):
            if c[first + k] & ANIMALS >= 2:
                out[n] = SOURCE + SPECIES + k
                n += 1
        return n

    def legal_second_source(self, seat: i64, out: vec[i64]) -> i64:
        """R4.2 one more of the same species, or not."""
        c = self.cells
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        newest: i64 = c[NUMBER + seat] - 1
        home: i64 = c[first + newest] & SPECIES_BITS
        species: i64 = home // SPECIES_UNIT - 1
        out[0] = DECLINE
        n: i64 = 1
        if (c[HOUSES + seat] >> (4 * species)) & 15:
            out[1] = SOURCE + species
            n = 2
        for k in range(newest):
            word = c[first + k]
            if word & SPECIES_BITS == home and word & ANIMALS >= 2:
                out[n] = SOURCE + SPECIES + k
                n += 1
        return n

    def legal_acquire(self, seat: i64, out: vec[i64]) -> i64:
        """R5.1 any species may be the first; R5.2 to a house, its own kind or an empty enclosure."""
        c = self.cells
        house = self.has_free_house(seat)
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        number = c[NUMBER + seat]
        n: i64 = 0
        action: i64 = ACQUIRE
        for species in range(i64(SPECIES)):
            if house:
                out[n] = action
                n += 1
            home: i64 = SPECIES_UNIT * species + SPECIES_UNIT
            for k in range(number):
                lives: i64 = c[first + k] & SPECIES_BITS
                if lives == home or not lives:
                    out[n] = action + 1 + k
                    n += 1
            action += ENCLOSURES + 1
        return n

    def legal_acquire_second(self, seat: i64, out: vec[i64]) -> i64:
        """R5.1 the other species shown, or not; R5.4 not where two have been added."""
        c = self.cells
        species = c[SECOND]
        action: i64 = ACQUIRE + (ENCLOSURES + 1) * species
        out[0] = DECLINE
        n: i64 = 1
        if self.has_free_house(seat):
            out[1] = action
            n = 2
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        closed: i64 = c[FIRST] if c[ADDED] == 2 else NONE
        home: i64 = SPECIES_UNIT * species + SPECIES_UNIT
        for k in range(c[NUMBER + seat]):
            lives: i64 = c[first + k] & SPECIES_BITS
            if (lives == home or not lives) and k != closed:
                out[n] = action + 1 + k
                n += 1
        return n

    def legal_kind(self, seat: i64, out: vec[i64]) -> i64:
        """R6.3 any attraction in supply that fits."""
        c = self.cells
        out[0] = KIND
        n: i64 = 1
        for kind in range(i64(1), i64(KINDS)):
            # Copies are taken in order: while the last is there, some are left.
            if not c[ATTRACTION + FIRST_COPY[kind + 1] - 1]:
                if fits(SHAPE_OF_KIND[kind], c[FREE_UPPER + seat], c[FREE_LOWER + seat]):
                    out[n] = KIND + kind
                    n += 1
        return n

    def legal_breed(self, seat: i64, out: vec[i64]) -> i64:
        """R7.2 two parents of the line's species; R7.4 for the bonus of any, but not bred before."""
        c = self.cells
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        bred = c[BRED + seat]
        home: i64 = 0 if c[PHASE] == BONUS else SPECIES_UNIT * LINE_SPECIES[c[LINE]] + SPECIES_UNIT
        out[0] = DECLINE
        n: i64 = 1
        for k in range(c[NUMBER + seat]):
            word = c[first + k]
            if word & ANIMALS >= 2 and (not home or word & SPECIES_BITS == home) and not bred & BIT[k]:
                out[n] = BREED + k
                n += 1
        return n

    # Decisions

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        phase = c[PHASE]
        if phase == MOVING:
            self.move(seat, action)
        elif phase == PLACING:
            self.place(seat, action - PLACE)
        elif phase == POPULATING or phase == POPULATING_2:
            self.populate(seat, action)
        elif phase == ACQUIRING or phase == ACQUIRING_2:
            self.acquire(seat, action)
        elif phase == EXTRA:
            self.extra(seat, action)
        elif phase == KEEPING:
            self.keep(seat, action)
        elif phase == CHOOSING:
            c[CHOSEN] = action - KIND
            c[PHASE] = STANDING
        elif phase == STANDING:
            self.stand(seat, action - PLACE)
        elif phase == BREEDING or phase == BREEDING_2:
            self.breed(seat, action)
        elif phase == BONUS:
            self.breed_bonus(seat, action)
        elif seat == CHANCE:
            self.deal(action)
        elif phase == PICKING:
            c[CHOSEN] = action - PICK
            c[PHASE] = LAYING
        else:
            tile = c[CHOSEN]
            c[CHOSEN] = NONE
            c[HAND + seat] &= ~BIT[tile]
            self.lay(seat, tile, action - PLACE)
            self.ask_pick(seat)

    def move(self, seat: i64, action: i64) -> None:
        """R3 the elephant walks; R3.6 the lines that it passes will breed."""
        c = self.cells
        here = c[ELEPHANT]
        there: i64 = here + NEXT_BLUE[here]
        if action < MARKER:
            there = action - MOVE
            if there <= here:
                there += LENGTH
        elif action < WALK:
            there = self.after_steps(action - MARKER)
        if c[SEATS] == 1 and action != WALK:
            c[MARKERS] &= ~BIT[FAR if action < MARKER else action - MARKER]
            if not c[MARKERS]:  # R10.2 all used: all come back
                c[MARKERS] = MARKERS_ALL
        c[LINES] = LINES_BEFORE[there] - LINES_BEFORE[here]
        c[LINE] = LINES_BEFORE[here] % SPECIES if c[LINES] else 0
        if there >= LENGTH:
            there -= LENGTH
            c[LEG] += 1
        c[ELEPHANT] = there
        if c[SEATS] == 1 and c[LEG] * LENGTH + there >= LIMIT:
            if there:  # R10.3 past the start the second time
                self.finish()
                return
            if not c[LANDING]:
                c[LINES] = 0
                c[LINE] = 0
        if SLOT_AT[there] != NONE:
            c[PHASE] = PLACING
        elif self.has_room(seat):
            c[PHASE] = ACQUIRING
        else:  # R3.5
            self.end_action()

    def after_steps(self, steps: i64) -> i64:
        """R3.1 the position so many countable spaces ahead."""
        c = self.cells
        position = c[ELEPHANT]
        while steps:
            position += 1
            slot = SLOT_AT[position]
            if slot == NONE or c[STACK + slot]:
                steps -= 1
        return position

    def place(self, seat: i64, placement: i64) -> None:
        """R4.1 the top tile is laid."""
        c = self.cells
        stack: i64 = STACK + SLOT_AT[c[ELEPHANT]]
        tile: i64 = (c[stack] & 63) - 1
        c[stack] >>= 6
        self.lay(seat, tile, placement)
        if c[FREE_UPPER + seat] | c[FREE_LOWER + seat]:
            c[PHASE] = POPULATING
        else:  # R8.1
            self.finish()

    def lay(self, seat: i64, tile: i64, placement: i64) -> None:
        """A new enclosure, still empty."""
        c = self.cells
        self.cover(seat, SHAPE_OF_TILE[tile], placement)
        where: i64 = ((placement % GRID) << ANCHOR_AT) + ((placement // GRID) << ORIENTATION_AT)
        c[ENCLOSURE + ENCLOSURES * seat + c[NUMBER + seat]] = (
            where + ((tile + 1) << TILE_AT) + (TILE_CELLS[tile] << CELLS_AT)
        )
        c[NUMBER + seat] += 1

    def cover(self, seat: i64, shape: i64, placement: i64) -> None:
        c = self.cells
        above, below = cover(shape, placement)
        c[FREE_UPPER + seat] &= ~above
        c[FREE_LOWER + seat] &= ~below

    def populate(self, seat: i64, action: i64) -> None:
        """R4.2 one or two own animals of one species move in."""
        c = self.cells
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        newest: i64 = first + c[NUMBER + seat] - 1
        if action != DECLINE:
            home: i64 = SPECIES_UNIT * (action - SOURCE) + SPECIES_UNIT
            if action < SOURCE + SPECIES:
                c[HOUSES + seat] -= HOUSED[action - SOURCE]
            else:
                source: i64 = first + action - SOURCE - SPECIES
                home = c[source] & SPECIES_BITS
                c[source] -= 1
            c[newest] = (c[newest] | home) + 1
            if c[PHASE] == POPULATING and self.has_second_source(seat, newest, home):
                c[PHASE] = POPULATING_2
                return
        self.end_action()

    def has_second_source(self, seat: i64, newest: i64, home: i64) -> bool:
        c = self.cells
        if (c[HOUSES + seat] >> (4 * (home // SPECIES_UNIT - 1))) & 15:
            return True
        for k in range(ENCLOSURE + ENCLOSURES * seat, newest):
            if c[k] & SPECIES_BITS == home and c[k] & ANIMALS >= 2:
                return True
        return False

    def acquire(self, seat: i64, action: i64) -> None:
        """R5 one new animal goes to a house or an enclosure."""
        c = self.cells
        if action == DECLINE:
            c[SECOND] = NONE
            self.resume(seat)
            return
        species: i64 = (action - ACQUIRE) // (ENCLOSURES + 1)
        place: i64 = (action - ACQUIRE) % (ENCLOSURES + 1)
        added: i64 = 1
        if c[PHASE] == ACQUIRING:
            here = c[ELEPHANT]
            if species == SHOWN_1[here]:
                c[SECOND] = SHOWN_2[here]
            elif species == SHOWN_2[here]:
                c[SECOND] = SHOWN_1[here]
            if place and c[SECOND] != NONE and c[CAP] == PER_ACTION:
                c[FIRST] = place - 1
                c[ADDED] = 1
        else:
            if place and place - 1 == c[FIRST]:
                added = 2
            self.forget_second()
        if not place:
            c[HOUSES + seat] += HOUSED[species]
            self.resume(seat)
            return
        enclosure: i64 = place - 1
        cell: i64 = ENCLOSURE + ENCLOSURES * seat + enclosure
        c[cell] = (c[cell] | (SPECIES_UNIT * species + SPECIES_UNIT)) + 1
        if added == 1:
            self.offer_extra(seat, enclosure)
        else:  # R5.4
            self.settle_addition(seat, enclosure)

    def forget_second(self) -> None:
        c = self.cells
        c[SECOND] = NONE
        c[FIRST] = NONE
        c[ADDED] = 0

    # An animal has been added to an enclosure

    def offer_extra(self, seat: i64, enclosure: i64) -> None:
        """R5.3 one more from a house, if there is one and room for it."""
        if self.may_have_extra(seat, enclosure):
            c = self.cells
            c[TARGET] = enclosure
            c[PHASE] = EXTRA
        else:
            self.settle_addition(seat, enclosure)

    def may_have_extra(self, seat: i64, enclosure: i64) -> bool:
        c = self.cells
        word = c[ENCLOSURE + ENCLOSURES * seat + enclosure]
        species: i64 = ((word >> 3) & 7) - 1
        return word & ANIMALS < (word >> CELLS_AT) & 7 and (c[HOUSES + seat] >> (4 * species)) & 15 > 0

    def extra(self, seat: i64, action: i64) -> None:
        c = self.cells
        enclosure = c[TARGET]
        if action == ACCEPT:
            cell: i64 = ENCLOSURE + ENCLOSURES * seat + enclosure
            c[HOUSES + seat] -= HOUSED[((c[cell] >> 3) & 7) - 1]
            c[cell] += 1
            if c[FIRST] != NONE:
                c[ADDED] = 2
        if c[STAGE] == PART_1:
            self.ask_extras(seat, enclosure + 1)
        else:
            self.settle_addition(seat, enclosure)

    def settle_addition(self, seat: i64, enclosure: i64) -> None:
        c = self.cells
        if self.is_filled(c[ENCLOSURE + ENCLOSURES * seat + enclosure]):
            self.complete(seat, enclosure)
        else:
            self.resume(seat)

    def is_filled(self, word: i64) -> bool:
        return word & ANIMALS == (word >> CELLS_AT) & 7

    def complete(self, seat: i64, enclosure: i64) -> None:
        """R6.1 its animals leave; R6.2 one of them may be kept."""
        c = self.cells
        cell: i64 = ENCLOSURE + ENCLOSURES * seat + enclosure
        species: i64 = ((c[cell] >> 3) & 7) - 1
        c[cell] &= ~RESIDENTS
        c[TARGET] = enclosure
        if self.has_free_house(seat):
            c[LEAVING] = species
            c[PHASE] = KEEPING
        else:
            self.reward(seat)

    def keep(self, seat: i64, action: i64) -> None:
        c = self.cells
        if action == ACCEPT:
            c[HOUSES + seat] += HOUSED[c[LEAVING]]
        c[LEAVING] = NONE
        self.reward(seat)

    def reward(self, seat: i64) -> None:
        """R6.3 an attraction, unless nothing is left to cover."""
        c = self.cells
        if c[FREE_UPPER + seat] | c[FREE_LOWER + seat]:
            c[PHASE] = CHOOSING
        else:
            self.resume(seat)

    def stand(self, seat: i64, placement: i64) -> None:
        """R6.3 the attraction is placed."""
        c = self.cells
        kind = c[CHOSEN]
        c[CHOSEN] = NONE
        self.cover(seat, SHAPE_OF_KIND[kind], placement)
        if kind:
            copy: i64 = ATTRACTION + FIRST_COPY[kind]
            while c[copy]:
                copy += 1
            c[copy] = seat + 1 + ((placement // GRID) << 3) + ((placement % GRID) << 6)
        if c[STAGE] == MAIN and not c[FREE_UPPER + seat] | c[FREE_LOWER + seat]:
            self.finish()  # R8.1
        else:
            self.resume(seat)

    def resume(self, seat: i64) -> None:
        """An addition and all it brought about is done: go on where it came from."""
        c = self.cells
        c[TARGET] = NONE
        if c[STAGE] == PART_1:
            self.complete_bred(seat)
        elif c[STAGE] == PART_2:
            self.end_bonus(seat)
        elif c[SECOND] != NONE and self.has_place(seat):
            c[PHASE] = ACQUIRING_2
        else:
            self.forget_second()
            self.end_action()

    def has_place(self, seat: i64) -> bool:
        """R5.2 for the second animal."""
        if self.has_free_house(seat):
            return True
        c = self.cells
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        closed: i64 = c[FIRST] if c[ADDED] == 2 else NONE
        home: i64 = SPECIES_UNIT * c[SECOND] + SPECIES_UNIT
        for k in range(c[NUMBER + seat]):
            lives: i64 = c[first + k] & SPECIES_BITS
            if (lives == home or not lives) and k != closed:
                return True
        return False

    # Breeding

    def end_action(self) -> None:
        """The main action is done."""
        c = self.cells
        if c[LINES]:
            self.begin_line()
        else:
            self.end_turn()

    def begin_line(self) -> None:
        """R7.1 everybody breeds, from the active player on."""
        c = self.cells
        c[STAGE] = PART_1
        if not self.ask_breed(c[TURN]):
            self.next_breeder(c[TURN])

    def next_breeder(self, seat: i64) -> None:
        """R7.2 the next one who can breed; after the last one the bonus (R7.4)."""
        c = self.cells
        while True:
            seat = self.after(seat)
            if seat == c[TURN]:
                break
            if self.ask_breed(seat):
                return
        if c[ORDER] == PER_PLAYER or not HAS_BONUS[c[SEATS]]:
            self.end_line()
        elif not self.ask_bonus(seat):
            self.next_bonus(seat)

    def next_bonus(self, seat: i64) -> None:
        c = self.cells
        while True:
            seat = self.after(seat)
            if seat == c[TURN]:
                break
            if self.ask_bonus(seat):
                return
        self.end_line()

    def after(self, seat: i64) -> i64:
        return 0 if seat + 1 == self.cells[SEATS] else seat + 1

    def ask_breed(self, seat: i64) -> bool:
        c = self.cells
        if not self.has_parents(seat, SPECIES_UNIT * LINE_SPECIES[c[LINE]] + SPECIES_UNIT):
            return False
        c[ACTOR] = seat
        c[PHASE] = BREEDING
        return True

    def ask_bonus(self, seat: i64) -> bool:
        c = self.cells
        if not c[BRED + seat] or not self.has_parents(seat, 0):
            return False
        c[ACTOR] = seat
        c[STAGE] = PART_2
        c[PHASE] = BONUS
        return True

    def has_parents(self, seat: i64, home: i64) -> bool:
        """Two animals, of this species unless 0, in an enclosure that has not bred."""
        c = self.cells
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        bred = c[BRED + seat]
        for k in range(c[NUMBER + seat]):
            word = c[first + k]
            if word & ANIMALS >= 2 and (not home or word & SPECIES_BITS == home) and not bred & BIT[k]:
                return True
        return False

    def breed(self, seat: i64, action: i64) -> None:
        """R7.2 up to two enclosures, together."""
        c = self.cells
        if action != DECLINE:
            cell: i64 = ENCLOSURE + ENCLOSURES * seat + action - BREED
            c[cell] += 1
            c[BRED + seat] |= BIT[action - BREED]
            if c[PHASE] == BREEDING and self.has_parents(seat, c[cell] & SPECIES_BITS):
                c[PHASE] = BREEDING_2
                return
        self.ask_extras(seat, 0)

    def ask_extras(self, seat: i64, enclosure: i64) -> None:
        """R7.3 an extra for each enclosure that bred, in the order laid; then what is full is completed."""
        c = self.cells
        bred = c[BRED + seat]
        if bred:
            for k in range(enclosure, c[NUMBER + seat]):
                if bred & BIT[k] and self.may_have_extra(seat, k):
                    c[TARGET] = k
                    c[PHASE] = EXTRA
                    return
        c[TARGET] = NONE
        self.complete_bred(seat)

    def complete_bred(self, seat: i64) -> None:
        c = self.cells
        bred = c[BRED + seat]
        if bred:
            first: i64 = ENCLOSURE + ENCLOSURES * seat
            for k in range(c[NUMBER + seat]):
                if bred & BIT[k] and self.is_filled(c[first + k]):
                    self.complete(seat, k)
                    return
            if c[ORDER] == PER_PLAYER and HAS_BONUS[c[SEATS]] and self.ask_bonus(seat):  # R7.5
                return
        self.next_breeder(seat)

    def breed_bonus(self, seat: i64, action: i64) -> None:
        """R7.4 one more enclosure, of any species."""
        c = self.cells
        if action == DECLINE:
            self.end_bonus(seat)
        else:
            c[ENCLOSURE + ENCLOSURES * seat + action - BREED] += 1
            self.offer_extra(seat, action - BREED)

    def end_bonus(self, seat: i64) -> None:
        c = self.cells
        if c[ORDER] == PER_PLAYER:
            c[STAGE] = PART_1
            self.next_breeder(seat)
        else:
            self.next_bonus(seat)

    def end_line(self) -> None:
        """R7.1 the next line passed, R8.2 or perhaps the end."""
        c = self.cells
        full: bool = False
        for seat in range(c[SEATS]):
            c[BRED + seat] = 0
            if not c[FREE_UPPER + seat] | c[FREE_LOWER + seat]:
                full = True
        c[STAGE] = MAIN
        c[LINES] -= 1
        if c[LINES]:
            c[LINE] = (c[LINE] + 1) % SPECIES
            self.begin_line()
        elif full:
            self.finish()
        else:
            c[LINE] = 0
            self.end_turn()

    def end_turn(self) -> None:
        c = self.cells
        if c[SEATS] == 1 and c[LEG] * LENGTH >= LIMIT:  # R10.3 the time is up
            self.finish()
            return
        c[TURN] = self.after(c[TURN])
        c[ACTOR] = c[TURN]
        c[PHASE] = MOVING

    def finish(self) -> None:
        """R8 the game is over."""
        c = self.cells
        c[PHASE] = OVER
        c[ACTOR] = NOBODY
        c[STAGE] = MAIN
        c[LINE] = 0
        c[LINES] = 0
        c[TARGET] = NONE
        self.forget_second()

    # Set-up

    def weights(self, out: vec[i64]) -> i64:
        """Every tile of the wanted size that waits is equally likely."""
        c = self.cells
        size = DEAL_SIZE[c[DEALT]] if c[PHASE] == DEALING else HAND_SIZE[c[DEALT]]
        for tile in range(i64(OUTCOMES)):
            out[tile] = 1 if TILE_CELLS[tile] == size and c[UNDEALT] & BIT[tile] else 0
        return OUTCOMES

    def settle(self, rng: Rng) -> None:
        """The base's settle, with a buffer of the right size."""
        if self.cells[ACTOR] == CHANCE:
            odds = vec[i64]([0] * OUTCOMES)
            while self.cells[ACTOR] == CHANCE:
                self.deal(rng.pick(odds, self.weights(odds)))

    def deal(self, tile: i64) -> None:
        """R2.2 the next tile on the next stack, R9.1 or into the next hand."""
        c = self.cells
        c[UNDEALT] &= ~BIT[tile]
        step = c[DEALT]
        c[DEALT] += 1
        if c[PHASE] == HANDING:
            c[HAND + step // HAND_TILES] |= BIT[tile]
            if step + 1 == len(HAND_SIZE):
                c[DEALT] = 0
                c[REMOVED] = c[UNDEALT]
                c[UNDEALT] = 0
                self.ask_pick(0)
            return
        stack: i64 = STACK + DEAL_SLOT[step]
        c[stack] = c[stack] * 64 + tile + 1
        if step + 1 == len(DEAL_SLOT):
            c[DEALT] = 0
            if c[SHORT]:
                c[UNDEALT] = self.take_tops()
                c[PHASE] = HANDING
                return
            if c[SEATS] == 1:
                c[REMOVED] = self.take_tops()
            c[PHASE] = MOVING
            c[ACTOR] = 0

    def take_tops(self) -> i64:
        """The top tile of every slot leaves the strip."""
        c = self.cells
        tops: i64 = 0
        for stack in range(i64(STACK), i64(STACK + SLOTS)):
            tops |= BIT[(c[stack] & 63) - 1]
            c[stack] >>= 6
        return tops

    def ask_pick(self, seat: i64) -> None:
        """R9.2 the next start tile; one that fits nowhere is out of the game."""
        c = self.cells
        while seat < 2:
            for tile in range(i64(OUTCOMES)):
                if c[HAND + seat] & BIT[tile]:
                    if not fits(SHAPE_OF_TILE[tile], c[FREE_UPPER + seat], c[FREE_LOWER + seat]):
                        c[HAND + seat] &= ~BIT[tile]
                        c[REMOVED] |= BIT[tile]
            if c[HAND + seat]:
                c[PHASE] = PICKING
                c[ACTOR] = seat
                return
            seat += 1
        c[PHASE] = MOVING
        c[ACTOR] = 0

    # Standing

    def uncovered(self, seat: i64) -> i64:
        c = self.cells
        return bits(c[FREE_UPPER + seat]) + bits(c[FREE_LOWER + seat])

    def animals(self, seat: i64) -> i64:
        c = self.cells
        n: i64 = c[HOUSES + seat] >> HOUSED_AT
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        for k in range(first, first + c[NUMBER + seat]):
            n += c[k] & ANIMALS
        return n

    def tally(self, out: vec[i64]) -> None:
        """Minus the cells still uncovered; R10.4 alone, the spaces left to the start."""
        c = self.cells
        for seat in range(c[SEATS]):
            out[seat] = -self.uncovered(seat)
        if c[SEATS] == 1 and not out[0]:
            out[0] = LIMIT - c[LEG] * LENGTH - c[ELEPHANT]

    def places(self) -> list[int]:
        """R8.3 fewer uncovered cells, then more animals."""
        standing = [self.uncovered(seat) * 1000 - self.animals(seat) for seat in range(self.cells[SEATS])]
        return [1 + sum(other < mine for other in standing) for mine in standing]

    # Laws

    def check(self) -> None:
        """Every tile is in one place, nothing overlaps, and animals live where they may."""
        c = self.cells
        tiles = [*material.tiles_of(c[UNDEALT]), *material.tiles_of(c[REMOVED])]
        for slot in range(i64(SLOTS)):
            tiles += material.tiles_of_stack(c[STACK + slot])
        for seat in range(c[SEATS]):
            tiles += material.tiles_of(c[HAND + seat])
            tiles += self.check_board(seat)
        if sorted(tiles) != list(range(OUTCOMES)):
            raise AssertionError("not every tile is in exactly one place")
        if (c[ACTOR] == NOBODY) != (c[PHASE] == OVER) or (c[ACTOR] == CHANCE) != (c[PHASE] <= HANDING):
            raise AssertionError(f"phase {c[PHASE]} and actor {c[ACTOR]} do not go together")

    def check_board(self, seat: i64) -> list[int]:
        """The laws of one board; its tiles."""
        c = self.cells
        board = material.BOARDS[c[BOARD] + seat]
        free = material.cells_in(c[FREE_UPPER + seat], c[FREE_LOWER + seat])
        pieces = list(free)
        tiles: list[int] = []
        for k in range(i64(ENCLOSURES)):
            word = c[ENCLOSURE + ENCLOSURES * seat + k]
            if (word != 0) != (k < c[NUMBER + seat]):
                raise AssertionError(f"seat {seat} has {c[NUMBER + seat]} enclosures, but number {k} is {word}")
            if word:
                enclosure = material.Enclosure.of(word)
                tiles.append(enclosure.tile)
                pieces += enclosure.cells
                waits = bool(c[STAGE] == PART_1 and c[BRED + seat] & BIT[k])
                most = material.TILE_CELLS[enclosure.tile] - (0 if waits else 1)
                if enclosure.word != word or (enclosure.species < 0) != (enclosure.animals == 0):
                    raise AssertionError(f"enclosure {k} of seat {seat} is garbled: {enclosure}")
                if enclosure.animals > most:
                    raise AssertionError(f"enclosure {k} of seat {seat} is overfull: {enclosure}")
        for copy, kind in enumerate(material.KIND_OF_COPY):
            word = c[ATTRACTION + copy]
            if word & 7 == seat + 1:
                pieces += material.Standing.of(kind, word).cells
            if word and copy > material.FIRST_COPY[kind] and not c[ATTRACTION + copy - 1]:
                raise AssertionError(f"attractions of kind {kind} were not taken in order")
        if len(set(pieces)) != len(pieces) or not set(pieces) <= set(board.cells):
            raise AssertionError(f"pieces of seat {seat} overlap or leave the board")
        counts = material.houses_of(c[HOUSES + seat])
        if material.packed_houses(counts) != c[HOUSES + seat] or sum(counts) > board.houses:
            raise AssertionError(f"the houses of seat {seat} are overfull: {counts}")
        return tiles


def start(seats: i64, cap: i64, order: i64, landing: i64, short: i64, board: i64) -> NewYorkZoo:
    """R2 boards and animals are out, the tiles still in the box."""
    c = common_cells(seats, SIZE)
    c[CAP] = cap
    c[ORDER] = order
    c[LANDING] = landing
    c[SHORT] = short
    c[BOARD] = board
    c[MARKERS] = MARKERS_ALL if seats == 1 else 0
    c[UNDEALT] = BIT[OUTCOMES] - 1
    c[CHOSEN] = NONE
    c[TARGET] = NONE
    c[LEAVING] = NONE
    c[SECOND] = NONE
    c[FIRST] = NONE
    for seat in range(seats):
        for animal in material.BOARDS[board + seat].animals:
            c[HOUSES + seat] += HOUSED[animal]
        c[FREE_UPPER + seat] = AREA_UPPER[board + seat]
        c[FREE_LOWER + seat] = AREA_LOWER[board + seat]
    return NewYorkZoo(c)
