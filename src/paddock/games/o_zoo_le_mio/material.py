"""Material: the tiles of data.json as tables of numbers, for the rules and the words.

Sides are numbered clockwise, 0 north to 3 west. A *piece* is one half of a tile that lies turned: 8 * tile +
4 * half + rotation. The house and the starting tiles are pieces too, with tile numbers after the 25.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from paddock.games.o_zoo_le_mio.frame import EAST, EDGES, MOST_STARTS, TILES, WEST, Data
from paddock.games.o_zoo_le_mio.validate import read

FOLDER = Path(__file__).parent

HOUSE = 25  # the house's tile number; its edges are grass
START = 26  # the first starting tile's number
PIECES = 8 * (START + MOST_STARTS)
MOST_GROUPS = 6  # of paths on a tile: one for each edge at most

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
FORGET: list[Callable[[], None]] = []  # called by board.equip


def kept(most: int) -> Callable[[Callable[Asked, Answer]], Callable[Asked, Answer]]:
    """Remember so many answers of a function of tiles until other tiles are put in place; nobody may change one."""

    def keep(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
        remembering = lru_cache(most)(function)
        FORGET.append(remembering.cache_clear)
        return cast("Callable[Asked, Answer]", remembering)

    return keep


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # x and y of a step over each side
ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True)
class Tables:
    """Everything the rules need to know of the pieces; lists run over pieces, halves or tiles."""

    ids: list[int]  # tile -> its name in notation
    sides: list[int]  # piece -> a bit for each side that a path crosses
    groups: list[int]  # 4 * piece + side -> which of the tile's paths crosses it; 0 where none does
    fits: list[int]  # 256 * tile + surroundings -> the ways that fit there (see `fitting`)
    animals: list[int]  # 2 * tile + half -> animal; -1 on house and starting tiles
    stars: list[int]  # 2 * tile + half
    bushes: list[int]  # tile
    house: list[tuple[int, int]]  # cells
    starts: int  # how many starting tiles there are to choose from
    coins: int  # of each player at the start


def turned(side: int, rotation: int) -> int:
    return (side + rotation) % 4


def inner_side(half: int, rotation: int) -> int:
    """The side over which a half meets the other half of its tile."""
    return turned(WEST if half else EAST, rotation)


def way(half: int, rotation: int) -> int:
    """How a half lies on a cell: 2 * side over which the other half lies + half. It follows from half and rotation."""
    return 2 * inner_side(half, rotation) + half


def fitting(sides: list[int], tile: int, surroundings: int) -> int:
    """R4.2, R4.3 a bit for each way in which a half of the tile fits a free cell.

    Surroundings: a bit for each side with a path behind it, and from bit 4 on a bit for each side with
    anything behind it.
    """
    paths, touching = surroundings & 15, surroundings >> 4
    if paths & ~touching:
        return 0
    ways = 0
    for half in (0, 1):
        for rotation in range(4):
            mine = sides[8 * tile + 4 * half + rotation]
            free_inside = not touching >> inner_side(half, rotation) & 1
            if free_inside and (paths ^ mine) & touching == 0:
                ways |= 1 << way(half, rotation)
    return ways


def tables(data: Data) -> Tables:
    """The tables of any valid data; `validate.faults` says what is valid."""
    keys = [animal["key"] for animal in data["animals"]]
    printed = {number: tile["paths"] for number, tile in enumerate(data["tiles"])}
    for number, start in enumerate(data["start_tiles"].values()):
        printed[START + number] = start["paths"]
    sides, groups = [0] * PIECES, [0] * (4 * PIECES)
    for tile, paths in printed.items():
        for group, edges in enumerate(paths):
            for edge in edges:
                half, side = EDGES[edge]
                for rotation in range(4):
                    piece = 8 * tile + 4 * half + rotation
                    sides[piece] |= 1 << turned(side, rotation)
                    groups[4 * piece + turned(side, rotation)] = group
    halves = [tile[half] for tile in data["tiles"] for half in ("a", "b")]
    blank = [-1] * (PIECES // 4 - len(halves))
    return Tables(
        ids=[tile["id"] for tile in data["tiles"]],
        sides=sides,
        groups=groups,
        fits=[fitting(sides, tile, around) for tile in range(TILES) for around in range(256)],
        animals=[keys.index(half["animal"]) for half in halves] + blank,
        stars=[half["stars"] for half in halves],
        bushes=[tile["bushes"] for tile in data["tiles"]],
        house=[(x, y) for x, y in data["house_cells"]],
        starts=len(data["start_tiles"]),
        coins=data["coins"]["start_each"],
    )


DATA = read(FOLDER / "data.json")  # refused, with every fault named, if it cannot be played with
SHIPPED = tables(DATA)
IDS: list[int] = list(SHIPPED.ids)  # of the tiles in play (see board.equip)
ANIMALS: tuple[str, ...] = tuple(animal["key"] for animal in DATA["animals"])
START_TILES: tuple[str, ...] = tuple(DATA["start_tiles"])
RULE_SETS: dict[str, dict[str, Any]] = {
    name: {**DATA["rule_sets"]["standard"], **preset} for name, preset in DATA["rule_sets"].items()
}
