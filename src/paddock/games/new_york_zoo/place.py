"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from functools import cache

from paddock.core.choice import Path
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import ATTRACTIONS, GRID, MARKERS, SPECIES, TILES
from paddock.games.new_york_zoo.notation import CELL_NAMES, acquired, verb_of
from paddock.games.new_york_zoo.reading import Reading

FREE_HOUSE = "house"
BUTTONS = ("decline", "extra", "keep", "walk")  # choices that are a word alone


def path(reading: Reading, action: int) -> Path:
    """The places clicked one after the other: a way round and a cell, an animal and its home, or one thing."""
    if c.PLACE <= action < c.PICK:
        return placement_path(action - c.PLACE)
    verb = verb_of(reading.phase, action)
    if verb == "move":
        there = strip_place(action - c.MOVE)
        return (marker_place(c.FAR), there) if reading.solo else (there,)
    if verb == "marker":
        return (marker_place(action - c.MARKER),)
    if verb == "pick":
        return (tile_place(action - c.PICK),)
    if verb == "from":
        source = action - c.SOURCE
        return (house_place(source) if source < c.SPECIES else enclosure_place(reading, source - c.SPECIES),)
    if verb == "acquire":
        species, enclosure = acquired(action)
        home = FREE_HOUSE if enclosure < 0 else enclosure_place(reading, enclosure)
        return (home,) if reading.phase == c.ACQUIRING_2 else (animal_place(species), home)
    if verb == "take":
        return (attraction_place(action - c.KIND),)
    if verb in ("breed", "bonus"):
        return (enclosure_place(reading, action - c.BREED),)
    return (verb,)


@cache
def placement_path(placement: int) -> Path:
    return piece_place(placement // GRID), cell_place(placement % GRID)


@cache
def piece_place(orientation: int) -> str:
    """The piece to be placed, this way round."""
    return f"piece:{orientation}"


@cache
def cell_place(cell: int) -> str:
    return f"cell:{CELL_NAMES[cell]}"


@cache
def strip_place(position: int) -> str:
    return f"strip:{position}"


def marker_place(marker: int) -> str:
    return f"marker:{MARKERS[marker]}"


def tile_place(tile: int) -> str:
    """A start tile of the short game."""
    return f"tile:{TILES[tile]}"


def house_place(species: int) -> str:
    """An animal in a house."""
    return f"house:{SPECIES[species]}"


def animal_place(species: int) -> str:
    """An animal of the supply."""
    return f"animal:{SPECIES[species]}"


def attraction_place(kind: int) -> str:
    return f"attraction:{ATTRACTIONS[kind]}"


def enclosure_place(reading: Reading, enclosure: int) -> str:
    """An enclosure of whoever decides."""
    return f"enclosure:{TILES[reading.own[enclosure].tile]}"
