"""Insight into New York Zoo: how many turns a zoo still needs, and how a sensible player plays them.

Effort is counted in hundredths of a turn. Open ground is filled by tiles and big attractions; a small
hole needs a completed enclosure of its own. A completion costs what its enclosure lacks in animals.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.insight import SURE, Insight
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, LEG, NOBODY, SEATS, State
from paddock.games.new_york_zoo.board import bits, border, cover, region
from paddock.games.new_york_zoo.cells import (
    ACCEPT,
    ACQUIRE,
    ACQUIRING,
    ANIMALS,
    ATTRACTION,
    BOARD,
    BREED,
    CAPACITY,
    CELLS_AT,
    CHOOSING,
    CHOSEN,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    FIRST_COPY,
    FREE_LOWER,
    FREE_UPPER,
    HAS_BONUS,
    HOUSED_AT,
    HOUSES,
    KEEPING,
    KIND,
    LENGTH,
    LIMIT,
    LINE,
    LINE_SPECIES,
    LINES,
    LINES_BEFORE,
    MARKER,
    MOVE,
    MOVING,
    NEXT_BLUE,
    NONE,
    NUMBER,
    PHASE,
    PICK,
    PLACE,
    PLACING,
    SECOND,
    SHOWN_1,
    SHOWN_2,
    SLOT_AT,
    SOURCE,
    SPECIES,
    SPECIES_BITS,
    SPECIES_UNIT,
    STACK,
    STANDING,
    TILE_CELLS,
    WALK,
)
from paddock.games.new_york_zoo.legal import shape_in_hand
from paddock.games.new_york_zoo.material import ATTRACTION_CELLS

# Effort, in hundredths of a turn; some numbers are guesses, some were found by greedy play. Where there are
# two, the first is for a race and the second for one player alone, who may take the time to fill a hole.
OPEN_CELL: Final = vec[i64]([11, 6])  # a cell of open ground, by the tiles it takes
OPEN_GROUND: Final = 9  # cells of open ground for each attraction that it will take as well
ANIMAL: Final = 28  # an animal that a completion lacks
FRESH: Final = 5  # animals that a completion lacks when no enclosure is left for it
PAIR: Final = 11  # an enclosure that can breed
HOUSED: Final = 12  # an animal in a house
SPARE: Final = vec[i64]([4, 6])  # an animal in an enclosure, whether needed or not
HOME: Final = 35  # a new animal for an enclosure of its species
EMPTY: Final = 18  # a new animal for an empty enclosure
STUCK: Final = vec[i64]([30, 15])  # no animal to settle on a new tile
TILE_CELL: Final = 27  # a cell of a tile about to be laid
REWARD: Final = vec[i64]([100, 72])  # an attraction about to be chosen,
REWARD_CELL: Final = 12  # and each cell of the biggest one
OFFSPRING: Final = vec[i64]([28, 35])  # an animal about to be born
# Attractions that a hole of so many cells needs, in hundredths; a bigger one is open ground.
HOLE: Final = vec[i64]([0, 199, 105, 231, 76, 170, 180, 190, 0, 86, 90, 59, 130, 101, 127, 162])
SMALL: Final = 8  # cells from which it is open ground
SPACE: Final = 48  # alone: a space of the strip that is left
KIND_CELLS: Final = vec[i64](list(ATTRACTION_CELLS))
LOOKS: Final = 6  # placements that the playout policy compares


def alone(c: vec[i64]) -> i64:
    """1 in a solo game, 0 in a race."""
    return 1 if c[SEATS] == 1 else 0


def chance_of(difference: int, width: float) -> int:
    """The likelihood, of SURE, that a side so far ahead wins."""
    return round(SURE / (1 + math.exp(-difference / width)))


FARTHEST: Final = 2999
AHEAD: Final = vec[i64]([chance_of(k - FARTHEST, 260.0) for k in range(2 * FARTHEST + 1)])


def attractions_needed(c: vec[i64], seat: i64) -> i64:
    """Attractions that the seat must still earn, in hundredths."""
    first: i64 = SMALL * alone(c)
    upper = c[FREE_UPPER + seat]
    lower = c[FREE_LOWER + seat]
    needed: i64 = 0
    while upper | lower:
        above, below = region(upper, lower)
        size: i64 = bits(above) + bits(below)
        needed += HOLE[first + size] if size < SMALL else 50 + 100 * size // OPEN_GROUND
        upper ^= above
        lower ^= below
    return needed


def best_attraction(c: vec[i64]) -> i64:
    """The cells of the biggest attraction in supply."""
    for kind in range(i64(7), i64(0), -1):
        if not c[ATTRACTION + FIRST_COPY[kind + 1] - 1]:
            return KIND_CELLS[kind]
    return 1


def effort(c: vec[i64], seat: i64) -> i64:
    """What the seat still has to do, in hundredths of a turn."""
    cells: i64 = bits(c[FREE_UPPER + seat]) + bits(c[FREE_LOWER + seat])
    if not cells:
        return 0
    needed = attractions_needed(c, seat)
    solo = alone(c)
    total: i64 = OPEN_CELL[solo] * cells
    lacking: i64 = 0  # how many enclosures lack k animals: eight bits for each k
    pairs: i64 = 0
    spare: bool = c[HOUSES + seat] > 0
    first: i64 = ENCLOSURE + ENCLOSURES * seat
    for k in range(first, first + c[NUMBER + seat]):
        word = c[k]
        animals: i64 = word & ANIMALS
        missing: i64 = ((word >> CELLS_AT) & 7) - animals
        lacking += BIT[8 * min(missing, i64(FRESH))]
        total -= SPARE[solo] * animals
        if animals >= 2:
            pairs += 1
            spare = True
    for missing in range(i64(1), i64(FRESH)):
        used: i64 = min(needed, 100 * ((lacking >> (8 * missing)) & 255))
        total += used * missing * ANIMAL // 100
        needed -= used
    total += needed * FRESH * ANIMAL // 100
    total -= PAIR * min(pairs, 5)
    total -= HOUSED * (c[HOUSES + seat] >> HOUSED_AT)
    return total if spare else total + STUCK[solo]


def offspring(c: vec[i64], seat: i64, line: i64, lines: i64) -> i64:
    """Animals that the seat will breed at these lines."""
    total: i64 = 0
    first: i64 = ENCLOSURE + ENCLOSURES * seat
    for step in range(lines):
        home: i64 = SPECIES_UNIT * LINE_SPECIES[(line + step) % SPECIES] + SPECIES_UNIT
        mine: i64 = 0
        others: i64 = 0
        for k in range(first, first + c[NUMBER + seat]):
            if c[k] & ANIMALS >= 2:
                if c[k] & SPECIES_BITS == home and mine < 2:
                    mine += 1
                else:
                    others += 1
        if mine:
            total += mine
            if others and HAS_BONUS[c[SEATS]]:
                total += 1
    return total


def welcome(c: vec[i64], seat: i64, species: i64) -> i64:
    """What a new animal of this species saves its owner."""
    first: i64 = ENCLOSURE + ENCLOSURES * seat
    home: i64 = SPECIES_UNIT * species + SPECIES_UNIT
    empty: bool = False
    for k in range(first, first + c[NUMBER + seat]):
        lives: i64 = c[k] & SPECIES_BITS
        if lives == home:
            return HOME
        if not lives:
            empty = True
    if empty:
        return EMPTY
    return HOUSED if c[HOUSES + seat] >> HOUSED_AT < CAPACITY[c[BOARD] + seat] else 0


def prospect(c: vec[i64], seat: i64) -> i64:
    """What is about to save the seat effort: the rest of its decision, and the lines still to breed."""
    gain: i64 = OFFSPRING[alone(c)] * offspring(c, seat, c[LINE], c[LINES]) if c[LINES] else 0
    if seat != c[ACTOR]:
        return gain
    phase = c[PHASE]
    if phase == PLACING:
        gain += TILE_CELL * TILE_CELLS[(c[STACK + SLOT_AT[c[ELEPHANT]]] & 63) - 1]
    elif phase == ACQUIRING:
        shown: i64 = welcome(c, seat, SHOWN_1[c[ELEPHANT]]) + welcome(c, seat, SHOWN_2[c[ELEPHANT]])
        gain += max(shown, 24)
    elif phase in (KEEPING, CHOOSING):
        gain += REWARD[alone(c)] + REWARD_CELL * best_attraction(c)
    elif phase == STANDING:
        gain += worth_of_kind(c, seat, c[CHOSEN])
    if c[SECOND] != NONE:
        gain += welcome(c, seat, c[SECOND])
    return gain


def worth_of_kind(c: vec[i64], seat: i64, kind: i64) -> i64:
    """A big attraction covers open ground; a small one is good for a hole of its size."""
    size = KIND_CELLS[kind]
    if size > 3:
        return TILE_CELL * size
    upper = c[FREE_UPPER + seat]
    lower = c[FREE_LOWER + seat]
    while upper | lower:
        above, below = region(upper, lower)
        if bits(above) + bits(below) == size:
            return 140 + size
        upper ^= above
        lower ^= below
    return TILE_CELL * size


@final
@mypyc_attr(native_class=True)
class NewYorkZooInsight(Insight):
    """Compares efforts; its quick player fills tightly, breeds always and takes the biggest attraction."""

    def guides(self) -> bool:
        return True

    def evaluate(self, state: State, out: vec[i64]) -> None:
        c = state.cells
        seats = c[SEATS]
        if seats == 1:
            out[0] = self.evaluate_solo(state)
            return
        if c[ACTOR] == NOBODY:
            places = state.places()
            for seat in range(seats):
                out[seat] = SURE * (seats - places[seat]) // (seats - 1)
            return
        for seat in range(seats):
            out[seat] = effort(c, seat) - prospect(c, seat)
        least: i64 = out[0]
        for seat in range(seats):
            least = min(least, out[seat])
        runner: i64 = -1  # the least effort of the others, for whoever has the least
        for seat in range(seats):
            if out[seat] > least and (runner < 0 or out[seat] < runner):
                runner = out[seat]
        ties: i64 = 0
        for seat in range(seats):
            if out[seat] == least:
                ties += 1
        for seat in range(seats):
            rival: i64 = least
            if out[seat] == least and ties == 1:
                rival = runner
            out[seat] = AHEAD[FARTHEST + max(-FARTHEST, min(FARTHEST, rival - out[seat]))]

    def evaluate_solo(self, state: State) -> i64:
        """A win is worth 800 and its score, a loss less than 400, the more the fuller the board."""
        c = state.cells
        cells: i64 = bits(c[FREE_UPPER]) + bits(c[FREE_LOWER])
        left: i64 = LIMIT - LENGTH * c[LEG] - c[ELEPHANT]
        if not cells:
            return min(SURE, 800 + 4 * left)
        if c[ACTOR] == NOBODY:
            return max(0, 400 - 4 * cells)
        ahead: i64 = SPACE * left - effort(c, 0) + prospect(c, 0)
        return AHEAD[FARTHEST + max(-FARTHEST, min(FARTHEST, ahead // 2))] * 9 // 10

    def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        c = state.cells
        if actions[0] >= PLACE and actions[0] < PICK:
            return self.choose_placement(c, seat, actions, n, rng)
        if c[PHASE] == CHOOSING:
            return self.choose_kind(c, seat, actions, n)
        if actions[n - 1] == ACCEPT:  # an extra, or an animal kept
            return ACCEPT
        best: i64 = actions[0]
        best_worth: i64 = -100000
        for k in range(n):
            action = actions[k]
            worth: i64 = rng.below(16)
            if c[PHASE] == MOVING:
                worth += self.worth_of_move(c, seat, action)
            elif action >= BREED:
                worth += 100 - 10 * self.missing(c, seat, action - BREED)
            elif action >= ACQUIRE:
                worth += self.worth_of_animal(c, seat, action - ACQUIRE)
            elif action >= SOURCE:
                worth += self.worth_of_source(c, seat, action - SOURCE)
            if worth > best_worth:
                best = action
                best_worth = worth
        return best

    def choose_placement(self, c: vec[i64], seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        """The one of a few that leaves the free ground least ragged."""
        shape = shape_in_hand(c)
        upper = c[FREE_UPPER + seat]
        lower = c[FREE_LOWER + seat]
        best: i64 = 0
        least: i64 = 1000
        for look in range(min(n, i64(LOOKS))):
            action = actions[look if n <= LOOKS else rng.below(n)]
            above, below = cover(shape, action - PLACE)
            ragged = border(upper & ~above, lower & ~below)
            if ragged < least:
                least = ragged
                best = action
        return best

    def choose_kind(self, c: vec[i64], seat: i64, actions: vec[i64], n: i64) -> i64:
        """The biggest attraction, unless a small one fills a hole."""
        best: i64 = actions[n - 1]
        if KIND_CELLS[best - KIND] > 3 or n == 1:
            return best
        worth: i64 = 0
        for k in range(n):
            now = worth_of_kind(c, seat, actions[k] - KIND)
            if now > worth:
                worth = now
                best = actions[k]
        return best

    def missing(self, c: vec[i64], seat: i64, enclosure: i64) -> i64:
        word = c[ENCLOSURE + ENCLOSURES * seat + enclosure]
        return ((word >> CELLS_AT) & 7) - (word & ANIMALS)

    def worth_of_move(self, c: vec[i64], seat: i64, action: i64) -> i64:
        """The tile or the animals, and what the lines passed breed here and elsewhere."""
        here = c[ELEPHANT]
        there: i64 = action - MOVE
        if action == WALK:
            there = here + NEXT_BLUE[here]
        elif action >= MARKER:
            there = here
            steps: i64 = action - MARKER
            while steps:
                there += 1
                if SLOT_AT[there] == NONE or c[STACK + SLOT_AT[there]]:
                    steps -= 1
        elif there <= here:
            there += LENGTH
        worth: i64 = 0
        if c[SEATS] == 1:
            worth -= 20 * (there - here)
        slot = SLOT_AT[there]
        position: i64 = there % LENGTH
        if slot == NONE:
            worth += max(24, welcome(c, seat, SHOWN_1[position]) + welcome(c, seat, SHOWN_2[position]))
        else:
            worth += TILE_CELL * TILE_CELLS[(c[STACK + slot] & 63) - 1] - 60
        lines: i64 = LINES_BEFORE[there] - LINES_BEFORE[here]
        if lines:
            line: i64 = LINES_BEFORE[here] % SPECIES
            for other in range(c[SEATS]):
                bred = offspring(c, other, line, lines)
                worth += ANIMAL * bred if other == seat else -ANIMAL * bred // 2
        return worth

    def worth_of_animal(self, c: vec[i64], seat: i64, choice: i64) -> i64:
        """Shown animals come in pairs; the fuller the enclosure the better."""
        species: i64 = choice // (ENCLOSURES + 1)
        place: i64 = choice % (ENCLOSURES + 1)
        worth: i64 = 10
        if c[PHASE] == ACQUIRING:
            here = c[ELEPHANT]
            if species == SHOWN_1[here]:
                worth += welcome(c, seat, SHOWN_2[here])
            elif species == SHOWN_2[here]:
                worth += welcome(c, seat, SHOWN_1[here])
        if place:
            worth += 60 - 6 * self.missing(c, seat, place - 1)
            if (c[HOUSES + seat] >> (4 * species)) & 15:
                worth += 15
        return worth

    def worth_of_source(self, c: vec[i64], seat: i64, source: i64) -> i64:
        """From a house, or from where a pair is left."""
        if source < SPECIES:
            return 20
        word = c[ENCLOSURE + ENCLOSURES * seat + source - SPECIES]
        return 12 if word & ANIMALS >= 3 else -10
