"""Position: a state in words and back, with every cell a named field and every law checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from paddock.core.layout import Field, Kind, Layout, Named, Number
from paddock.core.state import State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.law import demand_lawful
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    BOARDS,
    GRID,
    KIND_OF_COPY,
    LENGTH,
    MARKERS,
    ORIENTATIONS,
    SHAPE_OF_ATTRACTION,
    SHAPE_OF_TILE,
    SPECIES,
    TILE_CELLS,
    TILES,
    UNUSED,
    WIDTH,
    WORD,
    Enclosure,
    Standing,
    cell_name,
    cell_number,
    from_first,
    houses_of,
    packed_houses,
    packed_stack,
    tiles_of_stack,
)
from paddock.games.new_york_zoo.notation import named
from paddock.games.new_york_zoo.reading import CAPS, ORDERS, PHASES, STAGES, bits_of
from paddock.games.new_york_zoo.rules import NewYorkZoo


def words_of(value: object, what: str) -> list[str]:
    """The words of a text with single blanks between them; ValueError says what is expected."""
    if not isinstance(value, str) or value != " ".join(value.split()):
        raise ValueError(f"{what} with single blanks between them are expected, got {value!r}")
    return value.split()


def numbers_of(value: object, names: Sequence[str], what: str) -> list[int]:
    """The numbers of names in a text, each at most once."""
    numbers = []
    for word in words_of(value, what):
        if word not in names:
            raise ValueError(f"{word!r} is none of {what}")
        if names.index(word) in numbers:
            raise ValueError(f"{word} is listed twice")
        numbers.append(names.index(word))
    return numbers


def cells_named(value: object) -> list[int]:
    """The cells of a text such as `E4 D5 E5`, in reading order."""
    cells = sorted(cell_number(word) for word in words_of(value, "cells such as E4"))
    if len(set(cells)) < len(cells):
        raise ValueError(f"a cell is listed twice: {value!r}")
    return cells


class Several:
    """A bit for each of some names: `e4-01 e5-03`."""

    def __init__(self, names: Sequence[str], what: str) -> None:
        self.names = names
        self.what = what

    def write(self, cell: int) -> object:
        return " ".join(self.names[k] for k in bits_of(cell))

    def read(self, value: object) -> int:
        return sum(1 << k for k in numbers_of(value, self.names, self.what))


class Stack:
    """The tiles of a slot, bottom to top."""

    def write(self, cell: int) -> object:
        return " ".join(TILES[tile] for tile in tiles_of_stack(cell))

    def read(self, value: object) -> int:
        tiles = numbers_of(value, TILES, "tiles such as e4-01")
        if len(tiles) > HIGHEST:
            raise ValueError(f"at most {HIGHEST} tiles lie in a slot, got {len(tiles)}")
        return packed_stack(tiles)


HIGHEST = 3


class Houses:
    """Animals in houses: `2 meerkat, 1 penguin`."""

    def write(self, cell: int) -> object:
        return ", ".join(f"{number} {SPECIES[k]}" for k, number in enumerate(houses_of(cell)) if number)

    def read(self, value: object) -> int:
        if not isinstance(value, str):
            raise ValueError(f"animals such as '2 meerkat, 1 penguin' are expected, got {value!r}")
        counts = [0] * len(SPECIES)
        for part in value.split(", ") if value else []:
            number, _, species = part.partition(" ")
            if species not in SPECIES or number not in ("1", "2", "3", "4"):
                raise ValueError(f"a number up to 4 and a species such as '2 meerkat' are expected, got {part!r}")
            if counts[SPECIES.index(species)]:
                raise ValueError(f"{species} is listed twice")
            counts[SPECIES.index(species)] = int(number)
        return packed_houses(counts)


class Ground:
    """The cells of one word of a board, as runs along its rows: `E1-N1 F2 H2-J2`."""

    def __init__(self, first: int) -> None:
        self.first = first

    def write(self, cell: int) -> object:
        cells = [self.first + bit for bit in bits_of(cell)]
        rows = groupby(enumerate(cells), lambda entry: (entry[1] - entry[0], (entry[1] + UNUSED) // WIDTH))
        return " ".join(run([found for _, found in row]) for _, row in rows)

    def read(self, value: object) -> int:
        bits = 0
        for word in words_of(value, "runs of cells such as E1-N1"):
            first, dash, last = word.partition("-")
            low = cell_number(first)
            high = cell_number(last) if dash else low
            if high < low or first[1:] != (last or first)[1:]:
                raise ValueError(f"a run goes from left to right in one row, got {word!r}")
            for cell in range(low, high + 1):
                if not self.first <= cell < self.first + WORD:
                    raise ValueError(f"{cell_name(cell)} belongs to the other half of the board")
                if bits >> cell - self.first & 1:
                    raise ValueError(f"{cell_name(cell)} is listed twice")
                bits |= 1 << cell - self.first
        return bits


def run(cells: list[int]) -> str:
    return cell_name(cells[0]) if len(cells) == 1 else f"{cell_name(cells[0])}-{cell_name(cells[-1])}"


def orientation_of(shape: int, cells: list[int], name: str) -> int:
    """Which way round a piece lies on these cells, or ValueError."""
    spots = from_first([divmod(cell + UNUSED, WIDTH) for cell in cells]) if cells else ()
    if spots not in ORIENTATIONS[shape]:
        raise ValueError(f"the cells {named(cells)!r} do not have the shape of {name}")
    return ORIENTATIONS[shape].index(spots)


def entries_of(value: object, names: tuple[str, ...]) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise ValueError(f"an object with {', '.join(names)} is expected, got {value!r}")
    return value


class Attraction:
    """Where a copy of this kind stands, null in supply."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def write(self, cell: int) -> object:
        standing = Standing.of(self.kind, cell)
        return {"seat": standing.seat, "cells": named(standing.cells)} if cell else None

    def read(self, value: object) -> int:
        if value is None:
            return 0
        entry = entries_of(value, ("seat", "cells"))
        cells = cells_named(entry["cells"])
        orientation = orientation_of(SHAPE_OF_ATTRACTION[self.kind], cells, ATTRACTIONS[self.kind])
        return Standing(self.kind, Number(0, c.MOST - 1).read(entry["seat"]), orientation, cells[0]).word


class Laid:
    """An enclosure: its tile, where it lies and who lives there."""

    def write(self, cell: int) -> object:
        one = Enclosure.of(cell)
        return {
            "tile": TILES[one.tile],
            "cells": named(one.cells),
            "species": INHABITANT.write(one.species),
            "animals": one.animals,
        }

    def read(self, value: object) -> int:
        entry = entries_of(value, ("tile", "cells", "species", "animals"))
        tile = TILE.read(entry["tile"])
        cells = cells_named(entry["cells"])
        orientation = orientation_of(SHAPE_OF_TILE[tile], cells, TILES[tile])
        animals = Number(0, TILE_CELLS[tile]).read(entry["animals"])
        return Enclosure(tile, orientation, cells[0], INHABITANT.read(entry["species"]), animals).word


class Truth:
    """True or false."""

    def write(self, cell: int) -> object:
        return bool(cell)

    def read(self, value: object) -> int:
        if not isinstance(value, bool):
            raise ValueError(f"true or false is expected, got {value!r}")
        return int(value)


def numbered(words: Sequence[str]) -> Named:
    return Named({word: number for number, word in enumerate(words)})


def for_each_seat(name: str, offset: int, kind: Kind) -> Field:
    return Field(name, offset, kind, per_seat=True, count=c.MOST)


TILE = numbered(TILES)
INHABITANT = Named({"none": c.NONE} | {word: number for number, word in enumerate(SPECIES)})
ENCLOSURE_NUMBER = Named({"none": c.NONE}, range(c.ENCLOSURES))
TILE_BITS = Several(TILES, "tiles such as e4-01")
# A chosen tile is a start tile, of six or seven cells; its number is no attraction's.
CHOSEN = Named(
    {"none": c.NONE}
    | {word: number for number, word in enumerate(ATTRACTIONS)}
    | {word: number for number, word in enumerate(TILES) if TILE_CELLS[number] >= 6}
)


LAYOUT = Layout(
    c.SIZE,
    Field("phase", c.PHASE, numbered(PHASES)),
    Field("max_added_per_enclosure", c.CAP, numbered(CAPS)),
    Field("breeding_order", c.ORDER, numbered(ORDERS)),
    Field("solo_landing_on_start_breeds", c.LANDING, Truth()),
    Field("short_game_2p", c.SHORT, Truth()),
    Field("board", c.BOARD, numbered([board.name for board in BOARDS])),
    Field("turn", c.TURN, Number(0, c.MOST - 1)),
    Field("elephant", c.ELEPHANT, Number(0, LENGTH - 1)),
    Field("markers", c.MARKERS, Several(MARKERS, "the markers 0 1 2 3 4+")),
    Field("dealt", c.DEALT, Number(0, c.OUTCOMES)),
    Field("undealt", c.UNDEALT, TILE_BITS),
    Field("removed", c.REMOVED, TILE_BITS),
    Field("stack", c.STACK, Stack(), count=c.SLOTS),
    Field("attraction", c.ATTRACTION, tuple(Attraction(kind) for kind in KIND_OF_COPY), count=c.COPIES),
    Field("chosen", c.CHOSEN, CHOSEN),
    Field("target", c.TARGET, ENCLOSURE_NUMBER),
    Field("leaving", c.LEAVING, INHABITANT),
    Field("second", c.SECOND, INHABITANT),
    Field("first", c.FIRST, ENCLOSURE_NUMBER),
    Field("added", c.ADDED, Number(0, 2)),
    Field("stage", c.STAGE, numbered(STAGES)),
    Field("line", c.LINE, Number(0, len(SPECIES) - 1)),
    Field("lines", c.LINES, Number(0, len(SPECIES))),
    for_each_seat("bred", c.BRED, Several([str(k) for k in range(c.ENCLOSURES)], "enclosures such as 0 3")),
    for_each_seat("hand", c.HAND, TILE_BITS),
    for_each_seat("houses", c.HOUSES, Houses()),
    for_each_seat("number", c.NUMBER, Number(0, c.ENCLOSURES)),
    for_each_seat("free_upper", c.FREE_UPPER, Ground(0)),
    for_each_seat("free_lower", c.FREE_LOWER, Ground(GRID - WORD)),
    Field("enclosures", c.ENCLOSURE, Laid(), per_seat=True, count=c.ENCLOSURES * c.MOST, each=c.ENCLOSURES),
)


def position(state: State) -> dict[str, Any]:
    """The whole position in words."""
    return LAYOUT.write(state.cells)


def from_position(given: Mapping[str, Any]) -> State:
    """The state that was written; BadPosition names the field that is wrong."""
    state = NewYorkZoo(LAYOUT.read(given))
    demand_lawful(state)
    return state
