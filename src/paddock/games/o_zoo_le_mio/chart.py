"""Chart: tiles and the map of one zoo as typed JSON, with every line and corner that a picture of it needs.

A cell's centre has whole numbers, x to the east and y to the north; edges and corners lie half a unit away.
"""

from __future__ import annotations

from typing import TypedDict

from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.fit import SIDES
from paddock.games.o_zoo_le_mio.geometry import Cell, Half, Line, Plan, Point, lines, lot_cells
from paddock.games.o_zoo_le_mio.material import ANIMALS, IDS, ROTATIONS, STEPS
from paddock.games.o_zoo_le_mio.reading import Lot


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


class Zoo(TypedDict):
    """The map of one zoo."""

    house: list[list[int]]
    start: list[list[int]]
    tiles: list[Placed]
    grounds: list[Ground]
    paths: list[list[list[float]]]  # all paths, the starting tile's included, each from point to point
    ends: list[End]
    enclosures: list[Enclosure]
    benches: list[list[float]]  # corners inside the surrounded areas
    bounds: list[int]  # west, south, east, north


def point(of: Point | Cell) -> list[float]:
    return [round(of[0], 3), round(of[1], 3)]


def line_list(some: list[Line]) -> list[list[list[float]]]:
    return [[point(one), point(two)] for one, two in some]


def face(tile: int) -> Face:
    halves: list[HalfFace] = [
        {"animal": ANIMALS[Half(tile, half, 0).animal], "stars": Half(tile, half, 0).stars} for half in (0, 1)
    ]
    return {
        "id": IDS[tile],
        "a": halves[0],
        "b": halves[1],
        "bushes": int(board.BUSH[tile]),
        "lines": line_list(lines(tile, (0, 0), 0)),
    }


def zoo_view(plan: Plan) -> Zoo:
    grounds = sorted((cell, half) for cell, half in plan.halves.items() if half.animal != cells.NONE)
    return {
        "house": [list(cell) for cell in plan.house],
        "start": [[0, 0], [1, 0]],
        "tiles": [placed_view(lot) for lot in plan.lots],
        "grounds": [
            {"cell": list(cell), "animal": ANIMALS[half.animal], "stars": half.stars} for cell, half in grounds
        ],
        "paths": line_list([line for tile, cell, rotation in plan.tiles for line in lines(tile, cell, rotation)]),
        "ends": [end_view(cell, side) for cell, side in plan.ends()],
        "enclosures": enclosure_views(plan),
        "benches": [point(spot) for spot in plan.benches()],
        "bounds": list(plan.bounds()),
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


def enclosure_views(plan: Plan) -> list[Enclosure]:
    """All enclosures of a zoo, by animal and the best first; visitors stand in the best."""
    reading = plan.reading
    numbers = {lot.tile: lot.number for lot in plan.lots}
    found: list[Enclosure] = []
    for part in plan.enclosures():
        animal = part[0][1].animal
        stars, newest = sum(half.stars for _, half in part), max(numbers[half.tile] for _, half in part)
        best_one = (stars, newest) == tuple(reading.entry(plan.seat, animal))
        found.append(
            {
                "animal": ANIMALS[animal],
                "cells": sorted(list(cell) for cell, _ in part),
                "stars": stars,
                "number": newest,
                "best": best_one,
                "visitors": 0,
            }
        )
    found.sort(key=lambda one: (ANIMALS.index(one["animal"]), -one["stars"], -one["number"]))
    for animal, name in enumerate(ANIMALS):
        there = [one for one in found if one["animal"] == name]
        held = reading.held(plan.seat, animal)
        if held == 3 and len(there) > 1:  # R6.5 first and second
            there[0]["visitors"], there[1]["visitors"] = 2, 1
        elif there:
            there[0]["visitors"] = held
    return found
