"""Validate: what is wrong with a tile set that an owner of the box has corrected, in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from paddock.core.errors import PaddockError
from paddock.games.o_zoo_le_mio.frame import CHOICES, EDGES, MOST_STARTS, TILES, Data
from paddock.games.o_zoo_le_mio.frame import MOST_COINS as MOST_COINS_IN_PLAY

MOST_STARS = 6  # ten halves of them still fit their cells
MOST_BUSHES = 20
MOST_HOUSE = 2  # more might not fit the map of all zoos (see board.slot_of)
MOST_COINS = 27
CLOCKWISE = list(EDGES)
ANIMALS = ("apes", "mammals", "birds", "reptiles", "sea")
# Rules, not material: other numbers would be another game.
FIXED: dict[str, dict[str, object]] = {
    "trees": {"total": 3, "first": 2, "second": 1},
    "visitors": {"per_colour": 3, "first": 2, "second": 1, "only_owner": 1},
    "years": {"count": 5, "auctions_per_year": 5, "multiplier": [1, 2, 3, 4, 5]},
    "players": {"min": 2, "max": 4},
}


class BadData(PaddockError):
    """A data file that cannot be played with; `faults` has a sentence for each reason."""

    def __init__(self, where: str, faults: list[str]) -> None:
        self.faults = faults
        super().__init__(f"{where}: " + "; ".join(faults))


def read(path: str | Path) -> Data:
    """The data of a file, or BadData with everything that is wrong with it."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(str(path), [f"the file cannot be read: {error}"]) from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadData(str(path), [f"not JSON: {error.msg} in line {error.lineno}, column {error.colno}"]) from None
    found = faults(data)
    if found:
        raise BadData(str(path), found)
    checked: Data = data
    return checked


def faults(data: object) -> list[str]:
    """Every violation, one sentence each; empty when all is well."""
    if not isinstance(data, Mapping):
        return [f"the file must hold one object, not {kind(data)}"]
    found = []
    if data.get("game") != "o-zoo-le-mio":
        found.append(f'game: "o-zoo-le-mio" is expected, got {data.get("game")!r}')
    if data.get("schema") != 1:
        found.append(f"schema: 1 is expected, got {data.get('schema')!r}")
    animals = list(animal_keys(data, found))
    found += tile_faults(data, animals)
    found += start_faults(data)
    found += house_faults(data)
    found += other_faults(data)
    return found


def kind(value: object) -> str:
    """What a JSON value is called."""
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def animal_keys(data: Mapping[str, Any], found: list[str]) -> Iterator[str]:
    """The animals' keys: the five that there are words and pictures for, in any order."""
    listed = data.get("animals")
    keys = [animal.get("key") for animal in listed if isinstance(animal, Mapping)] if isinstance(listed, list) else []
    names = [key for key in keys if isinstance(key, str) and key]
    if not isinstance(listed, list) or len(listed) != 5 or set(names) != set(ANIMALS):
        found.append(
            f'animals: a list of five objects is expected, each with one of these as "key": {", ".join(ANIMALS)}'
        )
    yield from names


def tile_faults(data: Mapping[str, Any], animals: list[str]) -> Iterator[str]:
    """25 tiles with different ids, each of them sound."""
    listed = data.get("tiles")
    if not isinstance(listed, list):
        yield f"tiles: a list is expected, got {kind(listed)}"
        return
    if len(listed) != TILES:
        yield f"tiles: there must be {TILES}, there are {len(listed)}"
    seen: dict[object, int] = {}
    for at, tile in enumerate(listed):
        if not isinstance(tile, Mapping):
            yield f"tiles[{at}]: an object is expected, got {kind(tile)}"
            continue
        name = tile.get("id")
        if not number(name, 1, 99):
            yield f'tiles[{at}]: "id" must be a number from 1 to 99, got {name!r}'
        elif name in seen:
            yield f"tile {name}: the id occurs twice, at tiles[{seen[name]}] and tiles[{at}]"
        else:
            seen[name] = at
        where = f"tile {name}" if number(name, 1, 99) else f"tiles[{at}]"
        yield from half_faults(tile, where, animals)
        if not number(tile.get("bushes"), 0, MOST_BUSHES):
            yield f'{where}: "bushes" must be a number from 0 to {MOST_BUSHES}, got {tile.get("bushes")!r}'
        yield from path_faults(tile.get("paths"), where)


def half_faults(tile: Mapping[str, Any], where: str, animals: list[str]) -> Iterator[str]:
    """Two different animals with at least one star each."""
    kinds = []
    for name in ("a", "b"):
        half = tile.get(name)
        if not isinstance(half, Mapping):
            yield f'{where}: half "{name}" must be an object with "animal" and "stars", got {kind(half)}'
            continue
        kinds.append(half.get("animal"))
        if half.get("animal") not in animals:
            yield f'{where}: half "{name}" has the animal {half.get("animal")!r}; allowed: {", ".join(animals)}'
        if not number(half.get("stars"), 1, MOST_STARS):
            yield f'{where}: half "{name}" must have 1 to {MOST_STARS} stars, got {half.get("stars")!r}'
    if len(kinds) == 2 and kinds[0] == kinds[1]:
        yield f"{where}: its halves must show different animals, both show {kinds[0]!r}"


def path_faults(paths: object, where: str) -> Iterator[str]:
    """At least one path edge, no edge in two paths, and no two paths that cross."""
    if not isinstance(paths, list) or not all(isinstance(path, list) for path in paths):
        yield f'{where}: "paths" must be a list of lists of edges, such as [["AN", "BE"]]'
        return
    edges = [edge for path in paths for edge in path]
    strange = [edge for edge in edges if not isinstance(edge, str) or edge not in EDGES]
    for edge in strange:
        yield f"{where}: {edge!r} is no edge; the edges are {', '.join(EDGES)}"
    if not edges:
        yield f"{where}: at least one path must cross an edge"
    if not all(paths):
        yield f"{where}: a path without edges must be left out"
    if strange:
        return
    for edge in EDGES:
        if edges.count(edge) > 1:
            yield f"{where}: the edge {edge} occurs {edges.count(edge)} times; an edge belongs to one path only"
    for one, two in combinations(paths, 2):
        if crossing(one, two):
            yield f"{where}: the paths {' '.join(one)} and {' '.join(two)} would cross; join them into one path"


def crossing(one: list[str], two: list[str]) -> bool:
    """Going round the six edges, does one path come between the ends of the other and the other way round?"""
    order = [path for edge in CLOCKWISE for path in (1, 2) if edge in (one if path == 1 else two)]
    return sum(order[k] != order[k - 1] for k in range(len(order))) > 2


def start_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """One to four starting tiles, each with a path that leads somewhere."""
    starts = data.get("start_tiles")
    if not isinstance(starts, Mapping) or not 1 <= len(starts) <= MOST_STARTS:
        yield f'start_tiles: an object with 1 to {MOST_STARTS} named tiles is expected, each with "paths"'
        return
    listed = data.get("house_cells")
    house = [tuple(cell) for cell in listed if isinstance(cell, list)] if isinstance(listed, list) else []
    below = {"AN": (0, 1), "BN": (1, 1), "BE": (2, 0), "BS": (1, -1), "AS": (0, -1), "AW": (-1, 0)}
    for name, start in starts.items():
        where = f"starting tile {name}"
        paths = start.get("paths") if isinstance(start, Mapping) else None
        found = list(path_faults(paths, where))
        yield from found
        if not found and isinstance(paths, list):
            for edge in [edge for path in paths for edge in path]:
                if below[edge] in house:
                    yield f"{where}: the path over {edge} runs against the house"


def house_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """The house stands near the starting tile, not on it."""
    cells = data.get("house_cells")
    if not isinstance(cells, list) or len(cells) > MOST_HOUSE:
        yield f"house_cells: a list of at most {MOST_HOUSE} cells [x, y] is expected"
        return
    for at, cell in enumerate(cells):
        if not isinstance(cell, list) or len(cell) != 2 or not all(number(part, -4, 4) for part in cell):
            yield f"house_cells[{at}]: two numbers from -4 to 4 are expected, got {cell!r}"
        elif cell in ([0, 0], [1, 0]):
            yield f"house_cells[{at}]: {cell} belongs to the starting tile"
        elif cell in cells[:at]:
            yield f"house_cells[{at}]: {cell} occurs twice"


def rule_set_faults(sets: object, starts: object, purse: object) -> Iterator[str]:
    """Presets of the options that there are, with values that they have; the standard one names them all."""
    if not isinstance(sets, Mapping) or not isinstance(sets.get("standard"), Mapping):
        yield 'rule_sets: an object with at least "standard" is expected'
        return
    for name in CHOICES:
        if name not in sets["standard"]:
            yield f'rule_sets: "standard" must say what {name} is'
    least = 4 * purse if isinstance(purse, int) else 0  # the coins that four players begin with must be there
    for label, preset in sets.items():
        if not isinstance(preset, Mapping):
            yield f'rule_sets: "{label}" must be an object, got {kind(preset)}'
            continue
        for name, value in preset.items():
            if name not in CHOICES:
                yield f'rule_sets: in "{label}" there is no option {name}'
                continue
            values = CHOICES[name] or ("none", *range(least, MOST_COINS_IN_PLAY + 1))
            if name == "start_tile":
                values = tuple(starts) if isinstance(starts, Mapping) else (value,)
            if not any(type(one) is type(value) and one == value for one in values):
                yield f'rule_sets: in "{label}" {name} cannot be {value!r}'


def other_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Coins, zoos, rule sets, and the numbers that are rules."""
    coins = data.get("coins")
    if not isinstance(coins, Mapping) or not number(coins.get("start_each"), 0, MOST_COINS):
        yield f'coins: "start_each" must be a number from 0 to {MOST_COINS}'
    zoos = data.get("zoos")
    if not isinstance(zoos, list) or len(zoos) != 4 or not all(isinstance(zoo, Mapping) for zoo in zoos):
        yield "zoos: a list of four objects is expected"
    else:
        for at, zoo in enumerate(zoos):
            for name in ("key", "name", "colour"):
                if not isinstance(zoo.get(name), str) or not zoo[name]:
                    yield f'zoos[{at}]: "{name}" must be a text, got {zoo.get(name)!r}'
    purse = coins.get("start_each") if isinstance(coins, Mapping) else None
    yield from rule_set_faults(data.get("rule_sets"), data.get("start_tiles"), purse)
    for name, expected in FIXED.items():
        if data.get(name) != expected:
            yield f"{name}: {json.dumps(expected)} is a rule of the game and cannot be changed here"
