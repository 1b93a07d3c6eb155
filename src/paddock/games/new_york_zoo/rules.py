"""New York Zoo: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, LEG, NOBODY, SEATS, State
from paddock.core.state import head as common_cells
from paddock.games.new_york_zoo import audit, material
from paddock.games.new_york_zoo.board import GRID, bit_at, bits, count, cover, fits, placement_at, placements
from paddock.games.new_york_zoo.cells import (
    ACCEPT,
    ACQUIRE,
    ACQUIRING,
    ACQUIRING_2,
    ADDED,
    ANCHOR_AT,
    ANIMALS,
    AREA_LOWER,
    AREA_UPPER,
    ATTRACTION,
    BOARD,
    BONUS,
    BRED,
    BREED,
    BREEDING,
    BREEDING_2,
    CAP,
    CELLS_AT,
    CHOOSING,
    CHOSEN,
    DEAL_SIZE,
    DEAL_SLOT,
    DEALING,
    DEALT,
    DECLINE,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    EXTRA,
    FAR,
    FIRST,
    FIRST_COPY,
    FREE_LOWER,
    FREE_UPPER,
    HAND,
    HAND_SIZE,
    HAND_TILES,
    HANDING,
    HAS_BONUS,
    HOUSED,
    HOUSED_AT,
    HOUSES,
    KEEPING,
    KIND,
    LANDING,
    LAYING,
    LEAVING,
    LENGTH,
    LIMIT,
    LINE,
    LINE_SPECIES,
    LINES,
    LINES_BEFORE,
    MAIN,
    MARKER,
    MARKERS,
    MARKERS_ALL,
    MOVE,
    MOVING,
    NEXT_BLUE,
    NONE,
    NUMBER,
    ORDER,
    ORIENTATION_AT,
    OUTCOMES,
    OVER,
    PART_1,
    PART_2,
    PER_ACTION,
    PER_PLAYER,
    PHASE,
    PICK,
    PICKING,
    PLACE,
    PLACING,
    POPULATING,
    POPULATING_2,
    REMOVED,
    RESIDENTS,
    SECOND,
    SHAPE_OF_KIND,
    SHAPE_OF_TILE,
    SHORT,
    SHOWN_1,
    SHOWN_2,
    SIZE,
    SLOT_AT,
    SLOTS,
    SOURCE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_UNIT,
    STACK,
    STAGE,
    STANDING,
    TARGET,
    TILE_AT,
    TILE_CELLS,
    TILES_OF_SIZE,
    TURN,
    UNDEALT,
    WALK,
)
from paddock.games.new_york_zoo.legal import (
    has_free_house,
    has_parents,
    has_place,
    has_room,
    has_second_source,
    is_filled,
    legal_acquire,
    legal_acquire_second,
    legal_breed,
    legal_kind,
    legal_move,
    legal_pick,
    legal_second_source,
    legal_solo_move,
    legal_source,
    may_have_extra,
    shape_in_hand,
)


class Desk:
    """The short list that `legal_count` has made, kept for `action_at` until its state goes on."""

    def __init__(self) -> None:
        self.list: vec[i64] = vec[i64]([0] * 256)
        self.owner: State | None = None  # whose list lies here, and for which seat
        self.seat: i64 = NONE
        self.count: i64 = 0


DESK: Final = Desk()


@final
@mypyc_attr(native_class=True, free_list_len=1)
class NewYorkZoo(State):
    """One position of New York Zoo."""

    def copy(self) -> "NewYorkZoo":
        return NewYorkZoo(self.cells[:])

    def assign(self, other: State) -> None:
        if DESK.owner is self:
            DESK.owner = None
        self.cells = other.cells[:]

    # Legal actions

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if seat != c[ACTOR] or seat < 0:
            return 0
        shape = shape_in_hand(c)
        if shape != NONE:
            return placements(shape, c[FREE_UPPER + seat], c[FREE_LOWER + seat], PLACE, out)
        return self.legal_short(seat, out)

    def legal_short(self, seat: i64, out: vec[i64]) -> i64:
        """The actions of the seat to decide where it has no piece in hand: never many."""
        c = self.cells
        phase = c[PHASE]
        if phase == MOVING:
            return legal_solo_move(c, out) if c[SEATS] == 1 else legal_move(c, seat, out)
        if phase == POPULATING:
            return legal_source(c, seat, out)
        if phase == POPULATING_2:
            return legal_second_source(c, seat, out)
        if phase == ACQUIRING:
            return legal_acquire(c, seat, out)
        if phase == ACQUIRING_2:
            return legal_acquire_second(c, seat, out)
        if phase in (EXTRA, KEEPING):
            out[0] = DECLINE
            out[1] = ACCEPT
            return 2
        if phase == CHOOSING:
            return legal_kind(c, seat, out)
        if phase == PICKING:
            return legal_pick(c, seat, out)
        return legal_breed(c, seat, out)

    def legal_count(self, seat: i64) -> i64:
        """How many legal actions the seat has; placements are counted, never listed."""
        c = self.cells
        if seat != c[ACTOR] or seat < 0:
            return 0
        shape = shape_in_hand(c)
        if shape != NONE:
            return count(shape, c[FREE_UPPER + seat], c[FREE_LOWER + seat])
        DESK.count = self.legal_short(seat, DESK.list)
        DESK.owner = self
        DESK.seat = seat
        return DESK.count

    def action_at(self, seat: i64, k: i64) -> i64:
        """The seat's k-th legal action, counted from 0."""
        c = self.cells
        if seat == c[ACTOR]:
            shape = shape_in_hand(c)
            if shape != NONE:
                return PLACE + placement_at(shape, c[FREE_UPPER + seat], c[FREE_LOWER + seat], k)
        if (DESK.owner is not self or DESK.seat != seat) and not self.legal_count(seat):
            raise IndexError(f"seat {seat} has no legal action")
        if k < 0 or k >= DESK.count:
            raise IndexError(f"seat {seat} has no legal action number {k}")
        return DESK.list[k]

    def step_by(self, number: i64, rng: Rng) -> i64:
        """As the base's, without a list of placements."""
        c = self.cells
        actor = self.decider()
        shape = shape_in_hand(c)
        if shape != NONE:
            upper = c[FREE_UPPER + actor]
            lower = c[FREE_LOWER + actor]
            self.apply(actor, PLACE + placement_at(shape, upper, lower, number % count(shape, upper, lower)))
        else:
            DESK.owner = None
            self.apply(actor, DESK.list[number % self.legal_short(actor, DESK.list)])
        self.settle(rng)
        return c[ACTOR]

    # Decisions

    def apply(self, seat: i64, action: i64) -> None:
        if DESK.owner is self:
            DESK.owner = None
        c = self.cells
        phase = c[PHASE]
        if phase == MOVING:
            self.move(seat, action)
        elif phase == PLACING:
            self.place(seat, action - PLACE)
        elif phase in (POPULATING, POPULATING_2):
            self.populate(seat, action)
        elif phase in (ACQUIRING, ACQUIRING_2):
            self.acquire(seat, action)
        elif phase == EXTRA:
            self.answer_extra(seat, action)
        elif phase == KEEPING:
            self.answer_keep(seat, action)
        elif phase == CHOOSING:
            c[CHOSEN] = action - KIND
            c[PHASE] = STANDING
        elif phase == STANDING:
            self.stand(seat, action - PLACE)
        elif phase in (BREEDING, BREEDING_2):
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
        elif has_room(c, seat):
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
            if c[PHASE] == POPULATING and has_second_source(c, seat, newest, home):
                c[PHASE] = POPULATING_2
                return
        self.end_action()

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
        c = self.cells
        if may_have_extra(c, seat, enclosure):
            c[TARGET] = enclosure
            c[PHASE] = EXTRA
        else:
            self.settle_addition(seat, enclosure)

    def answer_extra(self, seat: i64, action: i64) -> None:
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
        if is_filled(c, c[ENCLOSURE + ENCLOSURES * seat + enclosure]):
            self.complete(seat, enclosure)
        else:
            self.resume(seat)

    def complete(self, seat: i64, enclosure: i64) -> None:
        """R6.1 its animals leave; R6.2 one of them may be kept."""
        c = self.cells
        cell: i64 = ENCLOSURE + ENCLOSURES * seat + enclosure
        species: i64 = ((c[cell] >> 3) & 7) - 1
        c[cell] &= ~RESIDENTS
        c[TARGET] = enclosure
        if has_free_house(c, seat):
            c[LEAVING] = species
            c[PHASE] = KEEPING
        else:
            self.reward(seat)

    def answer_keep(self, seat: i64, action: i64) -> None:
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
        elif c[SECOND] != NONE and has_place(c, seat):
            c[PHASE] = ACQUIRING_2
        else:
            self.forget_second()
            self.end_action()

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
        if not has_parents(c, seat, SPECIES_UNIT * LINE_SPECIES[c[LINE]] + SPECIES_UNIT):
            return False
        c[ACTOR] = seat
        c[PHASE] = BREEDING
        return True

    def ask_bonus(self, seat: i64) -> bool:
        c = self.cells
        if not c[BRED + seat] or not has_parents(c, seat, 0):
            return False
        c[ACTOR] = seat
        c[STAGE] = PART_2
        c[PHASE] = BONUS
        return True

    def breed(self, seat: i64, action: i64) -> None:
        """R7.2 up to two enclosures, together."""
        c = self.cells
        if action != DECLINE:
            cell: i64 = ENCLOSURE + ENCLOSURES * seat + action - BREED
            c[cell] += 1
            c[BRED + seat] |= BIT[action - BREED]
            if c[PHASE] == BREEDING and has_parents(c, seat, c[cell] & SPECIES_BITS):
                c[PHASE] = BREEDING_2
                return
        self.ask_extras(seat, 0)

    def ask_extras(self, seat: i64, enclosure: i64) -> None:
        """R7.3 an extra for each enclosure that bred, in the order laid; then what is full is completed."""
        c = self.cells
        bred = c[BRED + seat]
        if bred:
            for k in range(enclosure, c[NUMBER + seat]):
                if bred & BIT[k] and may_have_extra(c, seat, k):
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
                if bred & BIT[k] and is_filled(c, c[first + k]):
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
        waiting = self.waiting()
        for tile in range(i64(OUTCOMES)):
            out[tile] = 1 if waiting & BIT[tile] else 0
        return OUTCOMES

    def waiting(self) -> i64:
        """A bit for each tile that may be dealt next."""
        c = self.cells
        return c[UNDEALT] & TILES_OF_SIZE[DEAL_SIZE[c[DEALT]] if c[PHASE] == DEALING else HAND_SIZE[c[DEALT]]]

    def settle(self, rng: Rng) -> None:
        """As the base's, which would pick by weight: here all weights are equal."""
        while self.cells[ACTOR] == CHANCE:
            waiting = self.waiting()
            self.deal(bit_at(waiting, rng.below(bits(waiting))))

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
                held: i64 = c[HAND + seat] & BIT[tile]
                if held and not fits(SHAPE_OF_TILE[tile], c[FREE_UPPER + seat], c[FREE_LOWER + seat]):
                    c[HAND + seat] &= ~held
                    c[REMOVED] |= held
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
        audit.check(self.cells)


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
