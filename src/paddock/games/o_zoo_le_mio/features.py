"""Features: a masked state as a list of numbers for learners, always equally long.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats that are not taken are all zero. Numbers are scaled to about one. Purses are in it: they
follow from bids and incomes that everybody has seen.

| numbers | what |
| --- | --- |
| 5 | phase, one of PHASES |
| 3 | seats, one of 2 to 4 |
| 2 | years finished / 5; lots done with / 25 |
| 25 | the tile on sale or to be placed |
| 25 | tiles that lie open |
| 25 | tiles in the stack |
| 1 | own sealed bid / 10 |
| 4 x 27 | each seat, see `seat_features` |
| 14 x 14 x 9 | the learner's map, x from -6 and y from -4: stars by animal / 3, then a path over each side |
"""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.geometry import Plan
from paddock.games.o_zoo_le_mio.reading import PHASES, Reading

TABLE_SEATS = 4
SEAT_LENGTH = 27
WEST, SOUTH, WINDOW = -6, -4, 14
CELL_LENGTH = cells.ANIMALS + 4
LENGTH = 86 + TABLE_SEATS * SEAT_LENGTH + WINDOW * WINDOW * CELL_LENGTH


def observe(state: State) -> list[float]:
    """LENGTH numbers, as the table above says."""
    demand_masked(state)
    reading = Reading(state)
    viewer = max(reading.viewer, 0)
    lot = reading.on_sale
    bid = reading.sealed(viewer) if reading.viewer >= 0 else None
    numbers = [
        *one_of({reading.phase}, len(PHASES)),
        *one_of({reading.seats - 2}, 3),
        reading.years / cells.YEARS,
        reading.done / cells.TILES,
        *one_of({lot.tile} if lot is not None else set(), cells.TILES),
        *one_of({lot.tile for lot in reading.lots if lot.fate == cells.ON_SALE}, cells.TILES),
        *one_of(set(reading.stack()), cells.TILES),
        bid / 10 if bid is not None else 0.0,
    ]
    for step in range(TABLE_SEATS):
        seat = (viewer + step) % reading.seats
        numbers += seat_features(reading, seat) if step < reading.seats else [0.0] * SEAT_LENGTH
    return numbers + map_features(Plan(reading, viewer))


def seat_features(reading: Reading, seat: int) -> list[float]:
    """Coins, flag, points, last bid, tiles, benches, open path ends, whether it owes a decision and is the
    actor; then the strengths, ages and units of its five animals and its bushes."""
    entries = [reading.entry(seat, kind) for kind in range(cells.KINDS)]
    return [
        reading.coins(seat) / 20,
        reading.flag(seat) / 4,
        reading.points(seat) / 100,
        reading.last_bid(seat) / 10,
        reading.tiles(seat) / 10,
        reading.benches(seat) / 5,
        len(Plan(reading, seat).site.ends) / 10,
        float(seat in reading.state.pending()),
        float(seat == reading.actor),
        *(entry.strength / 10 for entry in entries),
        *(entry.stamp / cells.TILES for entry in entries),
        *(reading.held(seat, kind) / 2 for kind in range(cells.KINDS)),
    ]


def map_features(plan: Plan) -> list[float]:
    """What lies on each cell of the window."""
    numbers: list[float] = []
    for x in range(WEST, WEST + WINDOW):
        for y in range(SOUTH, SOUTH + WINDOW):
            half = plan.halves.get((x, y))
            if half is None:
                numbers += [0.0] * CELL_LENGTH
                continue
            numbers += [half.stars / 3 if half.animal == animal else 0.0 for animal in range(cells.ANIMALS)]
            numbers += [float(half.path(side)) for side in range(4)]
    return numbers


def one_of(which: set[int], many: int) -> list[float]:
    return [float(k in which) for k in range(many)]
