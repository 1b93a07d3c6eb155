"""Words: the phrases that prompts, log lines and drawings share, as messages without a language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from paddock.core.message import Message, message, seat_name
from paddock.games.new_york_zoo.material import (
    LINE_SPECIES,
    SHOWN,
    SLOT_AT,
    SPECIES,
    TILE_CELLS,
    Enclosure,
)
from paddock.games.new_york_zoo.notation import CELL_NAMES
from paddock.games.new_york_zoo.reading import Reading, species_in


@cache
def an_animal(species: int) -> Message:
    """`a penguin`, as the object of a sentence."""
    return message(f"a.{SPECIES[species]}")


@cache
def kind_name(species: int) -> Message:
    """`penguin`."""
    return message(f"kind.{SPECIES[species]}")


@cache
def kind_names(species: int) -> Message:
    """`penguins`."""
    return message(f"kinds.{SPECIES[species]}")


@cache
def count(species: int, number: int) -> Message:
    """`2 penguins`."""
    return message(f"animals.{SPECIES[species]}", count=number)


def count_list(counts: Sequence[int]) -> tuple[Message, ...]:
    """`2 meerkats and 1 penguin`."""
    return tuple(count(species, counts[species]) for species in species_in(tuple(counts)))


@cache
def line_name(line: int) -> Message:
    """`penguin line`."""
    return message("line", kind=kind_name(LINE_SPECIES[line]))


def line_names(lines: Iterable[int]) -> tuple[Message, ...]:
    return tuple(line_name(line) for line in lines)


@cache
def tile_name(tile: int) -> Message:
    """`an enclosure of 5 cells`."""
    return message("tile", cells=TILE_CELLS[tile])


@lru_cache(4096)
def enclosure_name(one: Enclosure) -> Message:
    """`penguin enclosure at E4 (2 of 5)`: the first cell tells it from others like it."""
    cell, cells = CELL_NAMES[min(one.cells)], TILE_CELLS[one.tile]
    if one.species < 0:
        return message("enclosure.empty", cell=cell, cells=cells)
    return message("enclosure", kind=kind_name(one.species), cell=cell, count=one.animals, cells=cells)


@cache
def shown_animals(position: int) -> tuple[Message, ...]:
    """The two animals of a blue space."""
    return tuple(an_animal(species) for species in SHOWN[position])


def space_name(reading: Reading, position: int) -> Message:
    """What is done on a space of the strip: `penguin and meerkat`, or the tile on top."""
    tiles = reading.stack(position)
    return space_with(position, tiles[-1] if tiles else None)


@cache
def space_with(position: int, top: int | None) -> Message:
    """The same, by the tile on top, if there is one."""
    if SLOT_AT[position] < 0:
        return message("space.blue", animals=tuple(map(kind_name, SHOWN[position])))
    if top is None:
        return message("space.empty")
    return message("space.slot", tile=tile_name(top))


def gains(reading: Reading, line: int) -> tuple[Message, ...]:
    """Who would breed at a line as the boards are now, and in how many enclosures."""
    species = LINE_SPECIES[line]
    numbers = [(seat, min(2, reading.parents(seat, species))) for seat in reading.from_turn()]
    return tuple(gain(seat, number) for seat, number in numbers if number)


@cache
def gain(seat: int, number: int) -> Message:
    return message("gain", who=seat_name(seat), count=number)


def plain(points: int) -> str:
    """`2` or `−1`."""
    return str(points).replace("-", "−")
