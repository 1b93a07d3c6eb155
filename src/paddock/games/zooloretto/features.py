"""Features: a masked state as a list of numbers for learners, always equally long.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats and trucks that are not in play are all zero. Numbers are scaled to about one.

| numbers | what |
| --- | --- |
| 7 | phase, one of PHASES |
| 4 | seats, one of 2 to 5 |
| 3 | options: stall_to_barn, unlimited_bank, show_tiles_left |
| 5 | rounds finished / 20; bank / 30; undrawn tiles / 112; last round?; streak / 100 |
| 8 | animal types in play |
| 29 | undrawn tiles of each lot / 7 |
| 29 + 1 | the revealed tile by lot; is there one? |
| 29 + 1 | tiles to be placed by lot / 3; were they bought? |
| 5 x 38 | each truck, see `truck_features` |
| 5 x 139 | each seat, see `seat_features` |
"""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.material import COIN_LOT, SEATS, SPACES, STALL_SPACES, TYPES
from paddock.games.zooloretto.reading import (
    ENCLOSURES,
    NONE,
    PHASES,
    Enclosure,
    Reading,
    Tiles,
    Truck,
    counted,
    listed_tiles,
    lot_of,
)

LOTS = COIN_LOT + 1
ENCLOSURE_LENGTH = 1 + len(TYPES) + 3 + 1 + 4 + 1 + 1  # see `enclosure_features`
TRUCK_LENGTH = 2 + LOTS + cells.TABLE_SEATS + 2
SEAT_LENGTH = 5 + LOTS + len(ENCLOSURES) * ENCLOSURE_LENGTH + 10
LENGTH = 116 + cells.TRUCKS * TRUCK_LENGTH + cells.TABLE_SEATS * SEAT_LENGTH


def observe(state: State) -> list[float]:
    """LENGTH numbers, as the table above says."""
    demand_masked(state)
    reading = Reading(state)
    viewer = max(reading.viewer, 0)
    revealed = counted([] if reading.revealed == NONE else [reading.revealed])
    bought = reading.phase == cells.PLACING and reading.truck_of(reading.turn) == NONE
    options = (cells.STALL_TO_BARN, cells.UNLIMITED_BANK, cells.SHOW_TILES_LEFT)
    numbers = [
        *one_of(reading.phase, len(PHASES)),
        *one_of(reading.seats - SEATS[0], len(SEATS)),
        *(float(reading.cell(option)) for option in options),
        reading.rounds_finished / 20,
        reading.bank / 30,
        reading.tiles_left / 112,
        float(reading.last_round),
        reading.streak / cells.STREAK_LIMIT,
        *(float(animal in reading.types) for animal in range(len(TYPES))),
        *by_lot(reading.undrawn, 7),
        *by_lot(revealed, 1),
        float(reading.revealed != NONE),
        *by_lot(counted(reading.carried), 3),
        float(bought),
    ]
    trucks = reading.trucks
    for number in range(cells.TRUCKS):
        there = number < len(trucks)
        numbers += truck_features(reading, trucks[number], viewer) if there else [0.0] * TRUCK_LENGTH
    standing = reading.state.places()
    for step in range(cells.TABLE_SEATS):
        seat = (viewer + step) % reading.seats
        taking_part = step < reading.seats
        numbers += seat_features(reading, seat, standing[seat]) if taking_part else [0.0] * SEAT_LENGTH
    return numbers


def truck_features(reading: Reading, truck: Truck, viewer: int) -> list[float]:
    """In play, free spaces / 3, its tiles by lot / 3, its taker from the viewer on; untaken, number of tiles / 3."""
    taker = NONE if truck.taker == NONE else (truck.taker - viewer) % reading.seats
    return [
        1.0,
        truck.free / 3,
        *by_lot(counted(truck.tiles), 3),
        *one_of(taker, cells.TABLE_SEATS),
        float(taker == NONE),
        len(truck.tiles) / 3,
    ]


def seat_features(reading: Reading, seat: int, standing: int) -> list[float]:
    """Takes part, to decide, its turn, has passed, coins / 10; the barn by lot / 7; its enclosures; the points of each
    enclosure, of stalls, of the barn and of all / 10; animal and stall types in the barn / 5; place / 5."""
    score = reading.score(seat)
    numbers = [
        1.0,
        float(seat in reading.state.pending()),
        float(seat == reading.turn),
        float(reading.truck_of(seat) != NONE),
        reading.coins(seat) / 10,
        *by_lot(reading.barn(seat), 7),
    ]
    for place in ENCLOSURES:
        numbers += enclosure_features(reading.enclosure(seat, place), place)
    numbers += [points / 10 for points in (*score.enclosures, score.stalls, score.barn)]
    return [*numbers, score.total / 10, (score.barn_animals + score.barn_stalls) / 5, standing / 5]


def enclosure_features(house: Enclosure | None, place: int) -> list[float]:
    """Built; its type; unbred males, unbred females and others / 6; free spaces / 6; stalls of each type / 2, free
    stall spaces / 2; has any."""
    if house is None:
        return [0.0] * ENCLOSURE_LENGTH
    males, females = house.group[1], house.group[2]
    return [
        1.0,
        *one_of(house.animal, len(TYPES)),
        males / 6,
        females / 6,
        (house.animals - males - females) / 6,
        house.free / SPACES[place],
        *(number / 2 for number in house.stalls),
        house.free_stalls / STALL_SPACES[place],
        float(house.animal != NONE),
    ]


def by_lot(tiles: Tiles, scale: int) -> list[float]:
    """How many of each lot, and of coin tiles."""
    numbers = [0.0] * LOTS
    for tile in listed_tiles(tiles):
        numbers[lot_of(tile)] += tiles[tile] / scale
    return numbers


def one_of(which: int, many: int) -> list[float]:
    return [float(k == which) for k in range(many)]
