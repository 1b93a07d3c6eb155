"""Legal: the actions that a seat has in a position, one function a phase, and what they ask of the cells.

Every list is ascending and goes into the caller's buffer.
"""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.state import BIT, SEATS
from paddock.games.new_york_zoo.board import fits
from paddock.games.new_york_zoo.cells import (
    ACQUIRE,
    ADDED,
    ANIMALS,
    ATTRACTION,
    BOARD,
    BONUS,
    BRED,
    BREED,
    CAPACITY,
    CELLS_AT,
    CHOSEN,
    DECLINE,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    FAR,
    FIRST,
    FIRST_COPY,
    FREE_LOWER,
    FREE_UPPER,
    HAND,
    HOUSED_AT,
    HOUSES,
    KIND,
    KINDS,
    LAYING,
    LENGTH,
    LINE,
    LINE_SPECIES,
    MARKER,
    MARKERS,
    MOVE,
    NEXT_BLUE,
    NONE,
    NUMBER,
    OUTCOMES,
    PHASE,
    PICK,
    PLACING,
    REACH,
    SECOND,
    SHAPE_OF_KIND,
    SHAPE_OF_TILE,
    SLOT_AT,
    SOURCE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_UNIT,
    STACK,
    STANDING,
    WALK,
)


def shape_in_hand(c: vec[i64]) -> i64:
    """The shape of the piece to be placed now, or NONE."""
    phase = c[PHASE]
    if phase == PLACING:
        return SHAPE_OF_TILE[(c[STACK + SLOT_AT[c[ELEPHANT]]] & 63) - 1]
    if phase == STANDING:
        return SHAPE_OF_KIND[c[CHOSEN]]
    if phase == LAYING:
        return SHAPE_OF_TILE[c[CHOSEN]]
    return NONE


def legal_move(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R3.2 one step up to the reach; slots without tiles do not count."""
    here = c[ELEPHANT]
    left = REACH[c[SEATS]]
    animal = has_spare_animal(c, seat)
    n: i64 = 0
    wrapped: i64 = 0  # destinations beyond the start, which have the smaller numbers
    position: i64 = here
    while left:
        position += 1
        slot = SLOT_AT[position]
        if slot != NONE and not c[STACK + slot]:
            continue
        left -= 1
        if playable(c, seat, slot, animal):
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


def legal_solo_move(c: vec[i64], out: vec[i64]) -> i64:
    """R10.2 one of the markers in front, or the walk to the next blue space without one."""
    here = c[ELEPHANT]
    markers = c[MARKERS]
    animal = has_spare_animal(c, 0)
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
            if markers & BIT[steps] and playable(c, 0, slot, animal):
                near |= BIT[steps]
        elif not markers & BIT[FAR]:
            break
        elif playable(c, 0, slot, animal):
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
    if not n or has_room(c, 0):
        out[n] = WALK
        n += 1
    return n


def playable(c: vec[i64], seat: i64, slot: i64, animal: bool) -> bool:
    """R3.3 a tile that fits and an animal for it; R3.4 a place for an animal on a blue space."""
    if slot == NONE:
        return has_room(c, seat)
    if not animal or not c[STACK + slot]:
        return False
    return fits(SHAPE_OF_TILE[(c[STACK + slot] & 63) - 1], c[FREE_UPPER + seat], c[FREE_LOWER + seat])


def has_spare_animal(c: vec[i64], seat: i64) -> bool:
    """R4.3 one in a house, or one of several in an enclosure."""
    if c[HOUSES + seat]:
        return True
    first: i64 = ENCLOSURE + ENCLOSURES * seat
    for k in range(first, first + c[NUMBER + seat]):  # noqa: SIM110 a generator costs ten times as much
        if c[k] & ANIMALS >= 2:
            return True
    return False


def has_room(c: vec[i64], seat: i64) -> bool:
    """R3.4 any enclosure has room for some species."""
    return c[NUMBER + seat] > 0 or has_free_house(c, seat)


def has_free_house(c: vec[i64], seat: i64) -> bool:
    return c[HOUSES + seat] >> HOUSED_AT < CAPACITY[c[BOARD] + seat]


def legal_pick(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R9.2 any start tile; those that fit nowhere have left the hand."""
    tiles = c[HAND + seat]
    n: i64 = 0
    for tile in range(i64(OUTCOMES)):
        if tiles & BIT[tile]:
            out[n] = PICK + tile
            n += 1
    return n


def legal_source(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R4.2 an animal in a house, or in an enclosure that keeps one."""
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


def legal_second_source(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R4.2 one more of the same species, or not."""
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


def legal_acquire(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R5.1 any species may be the first; R5.2 to a house, its own kind or an empty enclosure."""
    house = has_free_house(c, seat)
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
            out[n] = action + 1 + k  # written in any case: a jump that nobody can foresee costs more
            n += 1 if lives == home or not lives else 0
        action += ENCLOSURES + 1
    return n


def legal_acquire_second(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R5.1 the other species shown, or not; R5.4 not where two have been added."""
    species = c[SECOND]
    action: i64 = ACQUIRE + (ENCLOSURES + 1) * species
    out[0] = DECLINE
    n: i64 = 1
    if has_free_house(c, seat):
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


def legal_kind(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R6.3 any attraction in supply that fits."""
    out[0] = KIND
    n: i64 = 1
    for kind in range(i64(1), i64(KINDS)):
        # Copies are taken in order: while the last is there, some are left.
        last = c[ATTRACTION + FIRST_COPY[kind + 1] - 1]
        if not last and fits(SHAPE_OF_KIND[kind], c[FREE_UPPER + seat], c[FREE_LOWER + seat]):
            out[n] = KIND + kind
            n += 1
    return n


def legal_breed(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R7.2 two parents of the line's species; R7.4 for the bonus of any, but not bred before."""
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


def has_second_source(c: vec[i64], seat: i64, newest: i64, home: i64) -> bool:
    if (c[HOUSES + seat] >> (4 * (home // SPECIES_UNIT - 1))) & 15:
        return True
    for k in range(ENCLOSURE + ENCLOSURES * seat, newest):
        if c[k] & SPECIES_BITS == home and c[k] & ANIMALS >= 2:
            return True
    return False


def may_have_extra(c: vec[i64], seat: i64, enclosure: i64) -> bool:
    word = c[ENCLOSURE + ENCLOSURES * seat + enclosure]
    species: i64 = ((word >> 3) & 7) - 1
    return word & ANIMALS < (word >> CELLS_AT) & 7 and (c[HOUSES + seat] >> (4 * species)) & 15 > 0


def is_filled(c: vec[i64], word: i64) -> bool:
    return word & ANIMALS == (word >> CELLS_AT) & 7


def has_place(c: vec[i64], seat: i64) -> bool:
    """R5.2 for the second animal."""
    if has_free_house(c, seat):
        return True
    first: i64 = ENCLOSURE + ENCLOSURES * seat
    closed: i64 = c[FIRST] if c[ADDED] == 2 else NONE
    home: i64 = SPECIES_UNIT * c[SECOND] + SPECIES_UNIT
    for k in range(c[NUMBER + seat]):
        lives: i64 = c[first + k] & SPECIES_BITS
        if (lives == home or not lives) and k != closed:
            return True
    return False


def has_parents(c: vec[i64], seat: i64, home: i64) -> bool:
    """Two animals, of this species unless 0, in an enclosure that has not bred."""
    first: i64 = ENCLOSURE + ENCLOSURES * seat
    bred = c[BRED + seat]
    for k in range(c[NUMBER + seat]):
        word = c[first + k]
        if word & ANIMALS >= 2 and (not home or word & SPECIES_BITS == home) and not bred & BIT[k]:
            return True
    return False
