"""Chart: tiles and the map of one zoo as typed JSON, with every line and corner that a picture of it needs.

What is shown of a tile or a zoo is made once and shared between views: it may be read and encoded, never changed.
A cell's centre has whole numbers, x to the east and y to the north; edges and corners lie half a unit away.
"""

from __future__ import annotations

from typing import TypedDict

from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.fit import SIDES
from paddock.games.o_zoo_le_mio.geometry import Cell, Plan, Point, Site, half_of, lines, lot_cells
from paddock.games.o_zoo_le_mio.material import ANIMALS, HOUSE, IDS, ROTATIONS, STEPS, kept
from paddock.games.o_zoo_le_mio.reading import Entry, Lot


class HalfFace(TypedDict):
    """One half of a tile."""

    animal: str
    stars: int


class Face(TypedDict):
    """A tile as it is printed: half A in the west on (0,0), half B in the east on (1,0)."""

    id: int
    a: HalfFace
    b: HalfFace
    bushes: int
    lines: list[list[list[float]]]  # its paths, each from point to point


class Placed(TypedDict):
    """A tile in a zoo."""

    id: int
    cell: list[int]  # of half A
    other: list[int]  # of half B
    rotation: int  # 0, 90, 180 or 270, clockwise
    number: int  # over all zoos: the higher the newer
    bushes: int


class Ground(TypedDict):
    """A cell with animals."""

    cell: list[int]
    animal: str
    stars: int


class Enclosure(TypedDict):
    """A combined enclosure."""

    animal: str
    cells: list[list[int]]
    stars: int
    number: int  # of its newest tile
    best: bool  # the one that counts in this zoo
    visitors: int


class End(TypedDict):
    """An open path end."""

    cell: list[int]
    side: str
    point: list[float]


class Land(TypedDict):
    """What is shown of a zoo as long as no tile comes to it."""

    house: list[list[int]]
    start: list[list[int]]
    tiles: list[Placed]
    grounds: list[Ground]
    paths: list[list[list[float]]]  # all paths, the starting tile's included, each from point to point
    ends: list[End]
    bounds: list[int]  # west, south, east, north


class Zoo(Land):
    """The map of one zoo."""

    enclosures: list[Enclosure]
    benches: list[list[float]]  # corners inside the surrounded areas


def point(of: Point | Cell) -> list[float]:
    return [round(of[0], 3), round(of[1], 3)]


@kept(8192)
def line_list(tile: int, cell: Cell, rotation: int) -> list[list[list[float]]]:
    """The paths of a tile that lies there."""
    return [[point(one), point(two)] for one, two in lines(tile, cell, rotation)]


@kept(64)
def face(tile: int) -> Face:
    parts = [half_of(tile, half, 0) for half in (0, 1)]
    halves: list[HalfFace] = [{"animal": ANIMALS[part.animal], "stars": part.stars} for part in parts]
    return {
        "id": IDS[tile],
        "a": halves[0],
        "b": halves[1],
        "bushes": int(board.BUSH[tile]),
        "lines": line_list(tile, (0, 0), 0),
    }


def zoo_view(plan: Plan) -> Zoo:
    reading, seat = plan.reading, plan.seat
    return zoo_of(plan.site, plan.roots(), reading.entries(seat), reading.all_held(seat), reading.benches(seat))


@kept(1024)
def zoo_of(site: Site, roots: tuple[int, ...], entries: tuple[Entry, ...], held: tuple[int, ...], benches: int) -> Zoo:
    """A zoo by what lies there, how it is joined, what it is ranked by, and the visitors and benches it has."""
    land = land_of(site)
    return {
        "house": land["house"],
        "start": land["start"],
        "tiles": land["tiles"],
        "grounds": land["grounds"],
        "paths": land["paths"],
        "ends": land["ends"],
        "enclosures": enclosure_views(site, roots, entries, held),
        "benches": [point(spot) for spot in site.bench_spots[:benches]] if benches else [],
        "bounds": land["bounds"],
    }


@kept(1024)
def land_of(site: Site) -> Land:
    grounds = sorted((cell, half.animal, half.stars) for cell, half in site.halves.items() if half.animal != cells.NONE)
    return {
        "house": [list(cell) for cell in site.house],
        "start": [[0, 0], [1, 0]],
        "tiles": [placed_view(lot) for lot in site.lots],
        "grounds": [{"cell": list(cell), "animal": ANIMALS[animal], "stars": stars} for cell, animal, stars in grounds],
        "paths": [line for tile, cell, rotation in site.tiles for line in line_list(tile, cell, rotation)],
        "ends": [end_view(cell, side) for cell, side in site.ends],
        "bounds": list(site.bounds),
    }


def placed_view(lot: Lot) -> Placed:
    cell, other = lot_cells(lot)
    return {
        "id": lot.id,
        "cell": list(cell),
        "other": list(other),
        "rotation": ROTATIONS[lot.rotation],
        "number": lot.number,
        "bushes": int(board.BUSH[lot.tile]),
    }


def end_view(cell: Cell, side: int) -> End:
    x, y = cell
    middle = (x + STEPS[side][0] / 2, y + STEPS[side][1] / 2)
    return {"cell": [x, y], "side": SIDES[side], "point": point(middle)}


def enclosure_views(
    site: Site, roots: tuple[int, ...], entries: tuple[Entry, ...], held: tuple[int, ...]
) -> list[Enclosure]:
    """All enclosures of a zoo, by animal and the best first; visitors stand in the best."""
    numbers = {lot.tile: lot.number for lot in site.lots}
    joined = dict(zip(((lot.tile, half) for lot in site.lots for half in (0, 1)), roots, strict=True))
    parts: dict[int, list[Cell]] = {}
    for cell, half in site.halves.items():
        if half.tile < HOUSE:
            parts.setdefault(joined[half.tile, half.half], []).append(cell)
    found: list[Enclosure] = []
    for part in parts.values():
        halves = [site.halves[cell] for cell in part]
        animal = halves[0].animal
        stars, newest = sum(half.stars for half in halves), max(numbers[half.tile] for half in halves)
        found.append(
            {
                "animal": ANIMALS[animal],
                "cells": sorted(list(cell) for cell in part),
                "stars": stars,
                "number": newest,
                "best": (stars, newest) == entries[animal],
                "visitors": 0,
            }
        )
    found.sort(key=lambda one: (ANIMALS.index(one["animal"]), -one["stars"], -one["number"]))
    for animal, name in enumerate(ANIMALS):
        there = [one for one in found if one["animal"] == name]
        if held[animal] == 3 and len(there) > 1:  # R6.5 first and second
            there[0]["visitors"], there[1]["visitors"] = 2, 1
        elif there:
            there[0]["visitors"] = held[animal]
    return found
