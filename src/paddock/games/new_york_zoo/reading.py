"""Reading: the cells of a state as plain numbers and pieces, for everything that is not the rules."""

from __future__ import annotations

from functools import cached_property

from paddock.core.state import State
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
    tiles_of,
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


class Reading:
    """One state read by name; nothing in this game is ever hidden."""

    def __init__(self, state: State) -> None:
        assert isinstance(state, rules.NewYorkZoo)
        self.state = state
        self.seats = int(state.seats)
        self.viewer = int(state.viewer)
        self.actor = int(state.actor)
        self.phase = self.cell(c.PHASE)
        self.stage = self.cell(c.STAGE)
        self.turn = self.cell(c.TURN)
        self.elephant = self.cell(c.ELEPHANT)
        self.target = self.cell(c.TARGET)
        self.second = self.cell(c.SECOND)
        self.solo = self.seats == 1

    def cell(self, offset: int) -> int:
        return int(self.state.cells[offset])

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

    def enclosures(self, seat: int) -> list[Enclosure]:
        first = c.ENCLOSURE + c.ENCLOSURES * seat
        return [Enclosure.of(self.cell(k)) for k in range(first, first + self.cell(c.NUMBER + seat))]

    @cached_property
    def own(self) -> list[Enclosure]:
        """The enclosures of the actor."""
        return self.enclosures(self.actor) if self.actor >= 0 else []

    def bred(self, seat: int) -> list[int]:
        """The enclosures that bred in part 1 of this line."""
        return bits_of(self.cell(c.BRED + seat))

    @cached_property
    def standing(self) -> list[tuple[int, Standing]]:
        """The attractions of more than one cell on boards, each with the number of its copy."""
        words = [(copy, kind, self.cell(c.ATTRACTION + copy)) for copy, kind in enumerate(KIND_OF_COPY)]
        return [(copy, Standing.of(kind, word)) for copy, kind, word in words if word]

    def singles(self, seat: int) -> list[int]:
        """The cells under attractions of one cell: what nothing else covers."""
        covered = set(self.free_cells(seat))
        for enclosure in self.enclosures(seat):
            covered.update(enclosure.cells)
        for _, standing in self.standing:
            if standing.seat == seat:
                covered.update(standing.cells)
        return [cell for cell in self.board(seat).cells if cell not in covered]

    # Animals

    def houses(self, seat: int) -> tuple[int, ...]:
        """How many animals of each species are in the houses."""
        return houses_of(self.cell(c.HOUSES + seat))

    def free_houses(self, seat: int) -> int:
        return self.board(seat).houses - sum(self.houses(seat))

    def animals(self, seat: int) -> list[int]:
        """How many animals of each species the seat has."""
        counts = list(self.houses(seat))
        for enclosure in self.enclosures(seat):
            if enclosure.species >= 0:
                counts[enclosure.species] += enclosure.animals
        return counts

    def parents(self, seat: int, species: int) -> int:
        """How many enclosures could breed this species now."""
        return sum(one.species == species and one.animals >= 2 for one in self.enclosures(seat))

    # The strip

    def stack(self, position: int) -> list[int]:
        """The tiles of a slot, bottom to top."""
        return tiles_of_stack(self.cell(c.STACK + SLOT_AT[position])) if SLOT_AT[position] >= 0 else []

    def counts(self, position: int) -> bool:
        """R3.1 is it a space that a move counts?"""
        return SLOT_AT[position] < 0 or self.cell(c.STACK + SLOT_AT[position]) > 0

    @cached_property
    def ahead(self) -> list[tuple[int, int]]:
        """The countable spaces clockwise, and how many spaces of the strip away; the present one comes last."""
        distances = [(k % LENGTH, k - self.elephant) for k in range(self.elephant + 1, self.elephant + LENGTH + 1)]
        return [(position, far) for position, far in distances if self.counts(position)]

    def passed(self, far: int) -> list[int]:
        """R3.6 the lines that a walk of so many spaces of the strip passes, in order."""
        lines = range(LINES_BEFORE[self.elephant], LINES_BEFORE[self.elephant + far])
        return [line % len(LINE_SPECIES) for line in lines]

    @property
    def lines(self) -> list[int]:
        """The lines that breed now or after the main action, in order."""
        return [(self.cell(c.LINE) + k) % len(LINE_SPECIES) for k in range(self.cell(c.LINES))]

    @property
    def markers(self) -> list[int]:
        """Solo: the markers in front of the player."""
        return bits_of(self.cell(c.MARKERS))

    @property
    def distance(self) -> int:
        """Spaces of the strip walked so far."""
        return LENGTH * int(self.state.leg) + self.elephant

    # Pieces

    def hand(self, seat: int) -> list[int]:
        """Start tiles still to be laid."""
        return tiles_of(self.cell(c.HAND + seat))

    def left(self, kind: int) -> int:
        """Copies of an attraction in supply; the one of one cell never runs out, whatever this says."""
        copies = range(FIRST_COPY[kind], FIRST_COPY[kind] + COPIES[kind])
        return sum(not self.cell(c.ATTRACTION + copy) for copy in copies)

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


def bits_of(word: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [k for k in range(word.bit_length()) if word >> k & 1]


def species_in(counts: tuple[int, ...] | list[int]) -> list[int]:
    """The species that occur."""
    return [species for species in range(len(SPECIES)) if counts[species]]


UNLIMITED = ATTRACTIONS.index("a1")
