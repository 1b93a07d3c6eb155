"""Features: a masked state as a list of numbers for learners, always equally long.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats that are not taken are all zero. Numbers are scaled to about one.

| numbers | what |
| --- | --- |
| 18 | phase, one of PHASES |
| 3 | stage, one of STAGES |
| 5 | seats, one of 1 to 5 |
| 5 | the options; the larger solo board |
| 25 | where the elephant is |
| 3 | solo: distance / 50; lines still to breed / 5; animals added to the first enclosure / 2 |
| 5 | solo: the markers in front |
| 5 | lines still to breed, by species of the line |
| 5 + 5 | the second species to be acquired; the species that leaves |
| 45 x 2 | each tile: how near ahead of the elephant it lies, 1 is next; whether it is on top |
| 8 | attractions left of each kind, 1 is all |
| 45 + 8 | the piece to be placed: its tile or kind |
| 5 x 175 | each seat, see `seat_features` |
"""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    COPIES,
    GRID,
    LENGTH,
    LINE_SPECIES,
    MARKERS,
    POSITION_OF,
    SOLO_BOARDS,
    SPECIES,
    TILE_CELLS,
    TILES,
)
from paddock.games.new_york_zoo.reading import PHASES, STAGES, UNLIMITED, Reading

ROOMS = 7  # an enclosure lacks 1 to 7 animals
SEAT_LENGTH = GRID + len(SPECIES) * 5 + ROOMS * 3 + 7
LENGTH_BEFORE = 18 + 3 + 5 + 5 + 25 + 3 + 5 + 5 + 10 + 90 + 8 + 53
TOTAL = LENGTH_BEFORE + c.MOST * SEAT_LENGTH


def observe(state: State) -> list[float]:
    """TOTAL numbers, as the table above says."""
    demand_masked(state)
    reading = Reading(state)
    viewer = max(reading.viewer, 0)
    lines = [LINE_SPECIES[line] for line in reading.lines]
    numbers = [
        *one_of(reading.phase, len(PHASES)),
        *one_of(reading.stage, len(STAGES)),
        *one_of(reading.seats - 1, c.MOST),
        *(float(reading.cell(option)) for option in (c.CAP, c.ORDER, c.LANDING, c.SHORT)),
        float(reading.board(0).name == SOLO_BOARDS[1]),
        *one_of(reading.elephant, LENGTH),
        reading.distance / c.LIMIT if reading.solo else 0.0,
        len(lines) / len(SPECIES),
        reading.cell(c.ADDED) / 2,
        *some_of(reading.markers, len(MARKERS)),
        *some_of(lines, len(SPECIES)),
        *one_of(reading.second, len(SPECIES)),
        *one_of(reading.cell(c.LEAVING), len(SPECIES)),
        *tile_features(reading),
        *(reading.left(kind) / COPIES[kind] if kind != UNLIMITED else 1.0 for kind in range(len(ATTRACTIONS))),
        *one_of(reading.tile, len(TILES)),
        *one_of(reading.kind, len(ATTRACTIONS)),
    ]
    for step in range(c.MOST):
        seat = (viewer + step) % reading.seats
        numbers += seat_features(reading, seat) if step < reading.seats else [0.0] * SEAT_LENGTH
    return numbers


def tile_features(reading: Reading) -> list[float]:
    """Where every tile of the strip is, seen from the elephant."""
    near, top = [0.0] * len(TILES), [0.0] * len(TILES)
    for position in POSITION_OF:
        stack = reading.stack(position)
        for tile in stack:
            near[tile] = 1 - (position - reading.elephant - 1) % LENGTH / LENGTH
        if stack:
            top[stack[-1]] = 1.0
    return near + top


def seat_features(reading: Reading, seat: int) -> list[float]:
    """122 free cells; for each species animals in houses, animals in all, enclosures, those that can breed and
    the fullest of them; for each number of animals lacking the enclosures with inhabitants, those empty and those
    in question; then cells to go, free houses, animals, start tiles, turn, decision and place."""
    free, own = reading.free(seat), reading.enclosures(seat)
    houses, counts = reading.houses(seat), reading.animals(seat)
    numbers = [float(free >> cell & 1) for cell in range(GRID)]
    for species in range(len(SPECIES)):
        homes = [one for one in own if one.species == species]
        fullest = max((one.animals / TILE_CELLS[one.tile] for one in homes), default=0.0)
        pairs = sum(one.animals >= 2 for one in homes)
        numbers += [houses[species] / 4, counts[species] / 10, len(homes) / 5, pairs / 5, fullest]
    lacking = [[0.0] * ROOMS for _ in range(3)]
    for k, one in enumerate(own):
        room = max(TILE_CELLS[one.tile] - one.animals, 1)
        lacking[0 if one.animals else 1][room - 1] += 1 / 5
        if k == reading.target and seat == reading.actor:
            lacking[2][room - 1] = 1.0
    numbers += [number for row in lacking for number in row]
    numbers += [free.bit_count() / 100, reading.free_houses(seat) / 4, sum(counts) / 30, len(reading.hand(seat)) / 6]
    numbers += [float(seat == reading.turn), float(seat == reading.actor), reading.state.places()[seat] / c.MOST]
    return numbers


def one_of(which: int, many: int) -> list[float]:
    return [float(k == which) for k in range(many)]


def some_of(which: tuple[int, ...] | list[int], many: int) -> list[float]:
    return [float(k in which) for k in range(many)]
