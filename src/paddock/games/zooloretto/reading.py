"""Reading: the cells of a state as plain numbers and tiles, for everything that is not the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from paddock.core.errors import foreign
from paddock.core.state import ACTOR, LEG, SEATS, VIEWER, State
from paddock.games.zooloretto import cells, material, rules
from paddock.games.zooloretto.material import COIN, FIRST_STALL, FIRST_STALL_LOT, KINDS, STALLS, TYPES

PHASES = ("types", "starter", "main", "reveal", "load", "place", "over")
NONE = -1
BARN = material.PLACES.index("barn")
ENCLOSURES = range(BARN)

Tiles = tuple[int, ...]  # how many of each tile, by tile number
Stalls = tuple[int, ...]  # how many of each stall type
NO_TILES: Tiles = (0,) * (COIN + 1)
YOUNG_TILES = tuple(len(KINDS) * (animal + 1) - 1 for animal in range(len(TYPES)))  # the offspring of each type

KIND_BITS = (0, 3, 5, 7, 9, 11, 13)  # where the kinds of a group begin


def lot_of(tile: int) -> int:
    """The lot that a decision names it by."""
    if tile >= FIRST_STALL:
        return FIRST_STALL_LOT + tile - FIRST_STALL
    animal, kind = divmod(tile, len(KINDS))
    return 3 * animal + (kind if kind in (1, 2) else 0)


def tile_of(lot: int) -> int:
    """The tile that is drawn as this lot."""
    return FIRST_STALL + lot - FIRST_STALL_LOT if lot >= FIRST_STALL_LOT else lot // 3 * len(KINDS) + lot % 3


def animal_of(tile: int) -> int:
    """The type of an animal tile, NONE for a stall or a coin."""
    return tile // len(KINDS) if tile < FIRST_STALL else NONE


def counted(tiles: Iterable[int]) -> Tiles:
    """A row of tiles without its order."""
    numbers = list(NO_TILES)
    for tile in tiles:
        numbers[tile] += 1
    return tuple(numbers)


def listed_tiles(tiles: Tiles) -> list[int]:
    """The tiles that occur, in box order."""
    return [tile for tile, number in enumerate(tiles) if number]


def animals_in(tiles: Tiles, animal: int) -> int:
    """How many animals of one type, offspring included."""
    return sum(tiles[len(KINDS) * animal : len(KINDS) * (animal + 1)])


def types_in(tiles: Tiles) -> list[int]:
    """The types that occur."""
    return [animal for animal in range(len(TYPES)) if animals_in(tiles, animal)]


def stalls_in(tiles: Tiles) -> list[int]:
    """The stall types that occur."""
    return [stall for stall in range(len(STALLS)) if tiles[FIRST_STALL + stall]]


@cache
def group_of(word: int) -> Tiles:
    """The six kinds of a packed group."""
    return tuple(word >> low & (1 << high - low) - 1 for low, high in pairwise(KIND_BITS))


@cache
def stalls_of(word: int) -> Stalls:
    """The four stall counts of a packed byte."""
    return tuple(word >> 2 * stall & 3 for stall in range(len(STALLS)))


@lru_cache(4096)
def pile_of(low: int, high: int) -> Tiles:
    """The tiles of a packed pile."""
    animals: Tiles = ()
    for word in (low, high):
        for place in range(4):
            animals += group_of(word >> 13 * place & 0x1FFF)
    return (*animals, *stalls_of(low >> 52), high >> 52)


@lru_cache(4096)
def row_of(word: int) -> tuple[int, ...]:
    """The tiles of a packed row, the first one first."""
    word &= (1 << 18) - 1
    return tuple((word >> shift & 63) - 1 for shift in (0, 6, 12) if word >> shift)


@cache
def types_of(word: int) -> tuple[int, ...]:
    """The animal types whose bits are set."""
    return tuple(animal for animal in range(len(TYPES)) if word >> animal & 1)


class Enclosure(NamedTuple):
    """One enclosure of a seat that is built."""

    place: int
    animal: int  # the type that lives here, or NONE
    group: Tiles  # six kinds
    stalls: Stalls

    @property
    def animals(self) -> int:
        return sum(self.group)

    @property
    def free(self) -> int:
        return material.SPACES[self.place] - self.animals

    @property
    def free_stalls(self) -> int:
        return material.STALL_SPACES[self.place] - sum(self.stalls)

    @property
    def points(self) -> int:
        """R7.2 what it would score now."""
        if self.free == 0:
            return material.FULL[self.place]
        if self.free == 1:
            return material.ONE_EMPTY[self.place]
        return self.animals * material.POINTS["animal_beside_stall"] if any(self.stalls) else 0

    @property
    def tiles(self) -> Tiles:
        numbers = list(NO_TILES)
        if self.animal != NONE:
            numbers[len(KINDS) * self.animal : len(KINDS) * (self.animal + 1)] = self.group
        numbers[FIRST_STALL:COIN] = self.stalls
        return tuple(numbers)


@lru_cache(4096)
def house_of(place: int, word: int) -> Enclosure | None:
    """The enclosure of a packed word; None while it is unbuilt."""
    if not word:
        return None
    return Enclosure(place, (word >> 13 & 15) - 1, group_of(word & 0x1FFF), stalls_of(word >> 20 & 255))


class Truck(NamedTuple):
    """One truck in play."""

    number: int  # from 0
    spaces: int
    tiles: tuple[int, ...]
    taker: int  # the seat that has taken it this round, or NONE

    @property
    def free(self) -> int:
        return self.spaces - len(self.tiles) if self.taker == NONE else 0


@lru_cache(4096)
def truck_at(number: int, spaces: int, word: int) -> Truck:
    """The truck of a packed row with its taker."""
    return Truck(number, spaces, row_of(word), (word >> 18) - 1)


class Score(NamedTuple):
    """What a seat has, part by part, as it would score now."""

    enclosures: tuple[int, ...]  # of each place; 0 if unbuilt
    stalls: int
    barn: int
    barn_animals: int  # how many types
    barn_stalls: int

    @property
    def total(self) -> int:
        return sum(self.enclosures) + self.stalls + self.barn


# A seat's whole zoo in the words of its cells: the enclosures, then the two of the barn. What follows from these
# alone is made once and serves every viewer until the zoo changes.
Zoo = tuple[int, ...]


def houses_of(zoo: Zoo) -> list[Enclosure | None]:
    """The enclosures of a zoo, None where one is unbuilt."""
    return [house_of(place, zoo[place]) for place in ENCLOSURES]


@lru_cache(4096)
def score_of(zoo: Zoo) -> Score:
    """R7 what a zoo would score now."""
    houses = houses_of(zoo)
    beside = {stall for one in houses if one is not None for stall, number in enumerate(one.stalls) if number}
    barn = pile_of(*zoo[BARN:])
    animals, stalls = len(types_in(barn)), len(stalls_in(barn))
    return Score(
        tuple(0 if one is None else one.points for one in houses),
        len(beside) * material.POINTS["stall_type"],
        (animals + stalls) * material.POINTS["barn_type"],
        animals,
        stalls,
    )


@lru_cache(4096)
def young_of(zoo: Zoo) -> tuple[int, ...]:
    """How many offspring of each type live in a zoo and its barn."""
    numbers = [pile_of(*zoo[BARN:])[tile] for tile in YOUNG_TILES]
    for house in houses_of(zoo):
        if house is not None and house.animal != NONE:
            numbers[house.animal] += house.group[-1]
    return tuple(numbers)


@lru_cache(4096)
def unborn_of(zoos: tuple[Zoo, ...], gone: Tiles, carried: tuple[int, ...]) -> tuple[int, ...]:
    """How many offspring of each type are in none of these zoos, not gone and not carried."""
    elsewhere = [gone[tile] + carried.count(tile) for tile in YOUNG_TILES]
    born = zip(elsewhere, *map(young_of, zoos), strict=True)
    return tuple(material.OFFSPRING - sum(numbers) for numbers in born)


class Reading:
    """One state read by name; nothing is hidden, so masked and whole ones read alike."""

    def __init__(self, state: State) -> None:
        if not isinstance(state, rules.Zooloretto):
            raise foreign("Zooloretto", state)
        self.state = state
        self.cells: list[int] = list(state.cells)  # read once: a view looks at nearly all of them
        self.seats = self.cells[SEATS]
        self.viewer = self.cells[VIEWER]
        self.actor = self.cells[ACTOR]
        self.rounds_finished = self.cells[LEG]
        self.phase = self.cells[cells.PHASE]
        self.turn = self.cells[cells.TURN]
        self.bank = self.cells[cells.BANK]
        self.streak = self.cells[cells.STREAK]
        self.revealed = self.cells[cells.REVEALED] - 1  # a tile or NONE
        self.carried = row_of(self.cells[cells.CARRIED])
        self.shows_tiles_left = self.cells[cells.SHOW_TILES_LEFT] == 1

    def cell(self, offset: int) -> int:
        return self.cells[offset]

    @property
    def everyone(self) -> range:
        return range(self.seats)

    @property
    def types(self) -> tuple[int, ...]:
        """The animal types in play."""
        return types_of(self.cell(cells.IN_PLAY))

    @property
    def places(self) -> range:
        """The enclosures that exist with so many seats, built or not."""
        return range(len(ENCLOSURES) - 2 + material.EXPANSIONS[self.seats])

    def coins(self, seat: int) -> int:
        return self.cell(cells.COINS + seat)

    def enclosure(self, seat: int, place: int) -> Enclosure | None:
        """None while it is unbuilt."""
        return house_of(place, self.cells[cells.ENCLOSURE + cells.TABLE_SEATS * place + seat])

    def built(self, seat: int) -> list[Enclosure]:
        """The enclosures that the seat can use."""
        return [found for place in ENCLOSURES if (found := self.enclosure(seat, place)) is not None]

    def barn(self, seat: int) -> Tiles:
        return pile_of(self.cell(cells.BARN + seat), self.cell(cells.BARN_HIGH + seat))

    @property
    def gone(self) -> Tiles:
        return pile_of(self.cell(cells.GONE), self.cell(cells.GONE_HIGH))

    @property
    def undrawn(self) -> Tiles:
        return undrawn_of(self.cell(cells.UNDRAWN), self.cell(cells.UNDRAWN_REST))

    @property
    def tiles_left(self) -> int:
        """How many tiles are undrawn, both stacks together."""
        return self.cell(cells.UNDRAWN_REST) >> 12

    @property
    def main_stack(self) -> int:
        return max(0, self.tiles_left - material.END_STACK)

    @property
    def end_stack(self) -> int:
        return min(self.tiles_left, material.END_STACK)

    @property
    def last_round(self) -> bool:
        """R7.1 has the first tile of the end stack been revealed?"""
        return self.tiles_left < material.END_STACK

    @property
    def trucks(self) -> list[Truck]:
        """The trucks in play."""
        words = self.cells[cells.TRUCK : cells.TRUCK + cells.TRUCKS]
        spaces = material.TRUCKS[self.seats]
        return [truck_at(number, spaces[number], words[number]) for number in range(len(spaces))]

    def truck_of(self, seat: int) -> int:
        """The truck that the seat has taken in this round, or NONE."""
        words = self.cells[cells.TRUCK : cells.TRUCK + len(material.TRUCKS[self.seats])]
        return next((number for number, word in enumerate(words) if (word >> 18) - 1 == seat), NONE)

    def score(self, seat: int) -> Score:
        """R7 what the seat would score now."""
        return score_of(self.zoo(seat))

    def zoo(self, seat: int) -> Zoo:
        """The words of a seat's zoo."""
        return tuple(self.cells[cells.ENCLOSURE + seat : cells.SIZE : cells.TABLE_SEATS])

    def unborn(self) -> tuple[int, ...]:
        """How many offspring of each type are still in the supply."""
        return unborn_of(tuple(self.zoo(seat) for seat in self.everyone), self.gone, self.carried)


@lru_cache(4096)
def undrawn_of(animals: int, rest: int) -> Tiles:
    """The undrawn tiles of their two packed words."""
    numbers = list(NO_TILES)
    for animal in range(len(TYPES)):
        group = animals >> 7 * animal
        numbers[len(KINDS) * animal : len(KINDS) * animal + 3] = [group & 7, group >> 3 & 3, group >> 5 & 3]
    numbers[FIRST_STALL:COIN] = stalls_of(rest & 255)
    numbers[COIN] = rest >> 8 & 15
    return tuple(numbers)
