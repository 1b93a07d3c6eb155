"""Reading: the cells of a state as plain numbers and pieces, for everything that is not the rules."""

from __future__ import annotations

from functools import cached_property, lru_cache

from paddock.core.errors import foreign
from paddock.core.state import ACTOR, LEG, SEATS, VIEWER, State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo import rules
from paddock.games.new_york_zoo.legal import shape_in_hand
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    BOARDS,
    COPIES,
    FIRST_COPY,
    KIND_OF_COPY,
    LENGTH,
    LINE_SPECIES,
    LINES_BEFORE,
    ORIENTATIONS,
    SLOT_AT,
    SPECIES,
    WORD,
    Board,
    Enclosure,
    Standing,
    cells_in,
    houses_of,
    tiles_of_stack,
)

PHASES = (
    "deal",
    "hands",
    "pick",
    "lay",
    "move",
    "place",
    "populate",
    "populate_2",
    "acquire",
    "acquire_2",
    "extra",
    "keep",
    "attraction",
    "stand",
    "breed",
    "breed_2",
    "bonus",
    "over",
)
STAGES = ("main", "breeding", "bonus")
CAPS = ("per_action", "per_addition")
ORDERS = ("phased", "per_player")
PLACING = (c.LAYING, c.PLACING, c.STANDING)  # phases in which a piece is to be placed
SETTING_UP = (c.DEALING, c.HANDING, c.PICKING, c.LAYING)


# What single words and rows of words mean. Few of them change from one event to the next and every viewer reads the
# same ones, so the answers are kept; all of them are tuples or frozen.

enclosure_of = lru_cache(8192)(Enclosure.of)
housed = lru_cache(4096)(houses_of)


@lru_cache(4096)
def enclosures_of(words: tuple[int, ...]) -> tuple[Enclosure, ...]:
    return tuple(map(enclosure_of, words))


@lru_cache(4096)
def animals_of(houses: int, words: tuple[int, ...]) -> tuple[int, ...]:
    """How many animals of each species are in these houses and enclosures."""
    counts = list(housed(houses))
    for enclosure in enclosures_of(words):
        if enclosure.species >= 0:
            counts[enclosure.species] += enclosure.animals
    return tuple(counts)


@lru_cache(4096)
def standing_of(words: tuple[int, ...]) -> tuple[tuple[int, Standing], ...]:
    """The attractions of more than one cell on boards, each with the number of its copy."""
    copies = enumerate(zip(KIND_OF_COPY, words, strict=True))
    return tuple((copy, Standing.of(kind, word)) for copy, (kind, word) in copies if word)


def singles_on(
    board: int, seat: int, upper: int, lower: int, pens: tuple[int, ...], copies: tuple[int, ...]
) -> list[int]:
    """The cells of a board under attractions of one cell: what is neither free nor covered by anything else."""
    covered = set(cells_in(upper, lower))
    for enclosure in enclosures_of(pens):
        covered.update(enclosure.cells)
    for _, standing in standing_of(copies):
        if standing.seat == seat:
            covered.update(standing.cells)
    return [cell for cell in BOARDS[board].cells if cell not in covered]


@lru_cache(4096)
def stack_of(word: int) -> tuple[int, ...]:
    """The tiles of a slot, bottom to top."""
    return tuple(tiles_of_stack(word))


@lru_cache(4096)
def spaces_ahead(elephant: int, stacks: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """R3.1 the spaces that a move counts, clockwise, and how many spaces of the strip away."""
    distances = [(k % LENGTH, k - elephant) for k in range(elephant + 1, elephant + LENGTH + 1)]
    return tuple(
        (position, far) for position, far in distances if SLOT_AT[position] < 0 or stacks[SLOT_AT[position]] > 0
    )


@lru_cache(4096)
def steps_within(elephant: int, stacks: tuple[int, ...], far: int) -> int:
    return sum(ahead <= far for _, ahead in spaces_ahead(elephant, stacks))


@lru_cache(4096)
def parents_of(words: tuple[int, ...], species: int) -> int:
    """How many of these enclosures could breed this species now."""
    return sum(one.species == species and one.animals >= 2 for one in enclosures_of(words))


class Reading:
    """One state read by name; nothing in this game is ever hidden."""

    def __init__(self, state: State) -> None:
        if not isinstance(state, rules.NewYorkZoo):
            raise foreign("New York Zoo", state)
        self.state = state
        self.cells: list[int] = list(state.cells)  # read once: a view looks at nearly all of them
        self.seats = self.cells[SEATS]
        self.viewer = self.cells[VIEWER]
        self.actor = self.cells[ACTOR]
        self.phase = self.cells[c.PHASE]
        self.stage = self.cells[c.STAGE]
        self.turn = self.cells[c.TURN]
        self.elephant = self.cells[c.ELEPHANT]
        self.target = self.cells[c.TARGET]
        self.second = self.cells[c.SECOND]
        self.solo = self.seats == 1

    def cell(self, offset: int) -> int:
        return self.cells[offset]

    @property
    def everyone(self) -> range:
        return range(self.seats)

    def from_turn(self) -> list[int]:
        """The seats clockwise from whose turn it is."""
        return [(self.turn + k) % self.seats for k in self.everyone]

    # Boards

    def board(self, seat: int) -> Board:
        return BOARDS[self.cell(c.BOARD) + seat]

    def free(self, seat: int) -> int:
        """The uncovered cells, a bit each."""
        return self.cell(c.FREE_UPPER + seat) | self.cell(c.FREE_LOWER + seat) << WORD

    def free_cells(self, seat: int) -> list[int]:
        return cells_in(self.cell(c.FREE_UPPER + seat), self.cell(c.FREE_LOWER + seat))

    def uncovered(self, seat: int) -> int:
        return self.free(seat).bit_count()

    def pens(self, seat: int) -> tuple[int, ...]:
        """The words of a seat's enclosures."""
        first = c.ENCLOSURE + c.ENCLOSURES * seat
        return tuple(self.cells[first : first + self.cells[c.NUMBER + seat]])

    def enclosures(self, seat: int) -> tuple[Enclosure, ...]:
        return enclosures_of(self.pens(seat))

    @cached_property
    def own(self) -> tuple[Enclosure, ...]:
        """The enclosures of the actor."""
        return self.enclosures(self.actor) if self.actor >= 0 else ()

    def bred(self, seat: int) -> tuple[int, ...]:
        """The enclosures that bred in part 1 of this line."""
        return bits_of(self.cell(c.BRED + seat))

    @property
    def copies(self) -> tuple[int, ...]:
        """The words of the attractions of more than one cell."""
        return tuple(self.cells[c.ATTRACTION : c.ATTRACTION + c.COPIES])

    @property
    def standing(self) -> tuple[tuple[int, Standing], ...]:
        """The attractions of more than one cell on boards, each with the number of its copy."""
        return standing_of(self.copies)

    def singles(self, seat: int) -> list[int]:
        """The cells under attractions of one cell: what nothing else covers."""
        upper, lower = self.cell(c.FREE_UPPER + seat), self.cell(c.FREE_LOWER + seat)
        return singles_on(self.cell(c.BOARD) + seat, seat, upper, lower, self.pens(seat), self.copies)

    # Animals

    def houses(self, seat: int) -> tuple[int, ...]:
        """How many animals of each species are in the houses."""
        return housed(self.cells[c.HOUSES + seat])

    def free_houses(self, seat: int) -> int:
        return self.board(seat).houses - sum(self.houses(seat))

    def animals(self, seat: int) -> tuple[int, ...]:
        """How many animals of each species the seat has."""
        return animals_of(self.cells[c.HOUSES + seat], self.pens(seat))

    def parents(self, seat: int, species: int) -> int:
        """How many enclosures could breed this species now."""
        return parents_of(self.pens(seat), species)

    # The strip

    @property
    def stacks(self) -> tuple[int, ...]:
        """The words of the slots."""
        return tuple(self.cells[c.STACK : c.STACK + c.SLOTS])

    def stack(self, position: int) -> tuple[int, ...]:
        """The tiles of a slot, bottom to top."""
        return stack_of(self.cells[c.STACK + SLOT_AT[position]]) if SLOT_AT[position] >= 0 else ()

    @property
    def ahead(self) -> tuple[tuple[int, int], ...]:
        """The countable spaces clockwise, and how many spaces of the strip away; the present one comes last."""
        return spaces_ahead(self.elephant, self.stacks)

    def steps(self, far: int) -> int:
        """How many steps a walk of so many spaces of the strip takes: only those that count."""
        return steps_within(self.elephant, self.stacks, far)

    def passed(self, far: int) -> list[int]:
        """R3.6 the lines that a walk of so many spaces of the strip passes, in order."""
        lines = range(LINES_BEFORE[self.elephant], LINES_BEFORE[self.elephant + far])
        return [line % len(LINE_SPECIES) for line in lines]

    @property
    def lines(self) -> list[int]:
        """The lines that breed now or after the main action, in order."""
        return [(self.cell(c.LINE) + k) % len(LINE_SPECIES) for k in range(self.cell(c.LINES))]

    @property
    def markers(self) -> tuple[int, ...]:
        """Solo: the markers in front of the player."""
        return bits_of(self.cell(c.MARKERS))

    @property
    def distance(self) -> int:
        """Spaces of the strip walked so far."""
        return LENGTH * self.cells[LEG] + self.elephant

    # Pieces

    def hand(self, seat: int) -> tuple[int, ...]:
        """Start tiles still to be laid."""
        return bits_of(self.cells[c.HAND + seat])

    def left(self, kind: int) -> int:
        """Copies of an attraction in supply; the one of one cell never runs out, whatever this says."""
        first = c.ATTRACTION + FIRST_COPY[kind]
        return self.cells[first : first + COPIES[kind]].count(0)

    @property
    def chosen(self) -> int:
        return self.cell(c.CHOSEN)

    @property
    def tile(self) -> int:
        """The tile to be placed now, or NONE."""
        if self.phase == c.PLACING:
            return self.stack(self.elephant)[-1]
        return self.chosen if self.phase == c.LAYING else c.NONE

    @property
    def kind(self) -> int:
        """The attraction to be placed now, or NONE."""
        return self.chosen if self.phase == c.STANDING else c.NONE

    @cached_property
    def shape(self) -> int:
        """The shape of the piece to be placed now, or NONE."""
        return int(shape_in_hand(self.state.cells))

    @property
    def ways(self) -> int:
        """How many orientations the piece to be placed has."""
        return len(ORIENTATIONS[self.shape]) if self.shape >= 0 else 0


@lru_cache(4096)
def bits_of(word: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple(k for k in range(word.bit_length()) if word >> k & 1)


@lru_cache(4096)
def species_in(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The species that occur."""
    return tuple(species for species in range(len(SPECIES)) if counts[species])


UNLIMITED = ATTRACTIONS.index("a1")
