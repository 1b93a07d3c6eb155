"""Dealing: refuses a written position in which the set-up cannot have come so far."""

from __future__ import annotations

from paddock.core.state import CHANCE
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import DEALING, HANDING, TILE_CELLS, TILES, tiles_of, tiles_of_stack
from paddock.games.new_york_zoo.reading import PHASES, SETTING_UP, Reading
from paddock.games.new_york_zoo.refusal import demand, refuse
from paddock.games.new_york_zoo.rules import start


def demand_setting_up(reading: Reading) -> None:
    """R2, R9 what is not dealt yet, and the hands of the short game."""
    phase = reading.phase
    name = PHASES[phase]
    demand(phase in (c.DEALING, c.HANDING) or not reading.cell(c.DEALT), "dealt", f"it is 0 in phase {name}")
    demand(phase in (c.DEALING, c.HANDING) or not reading.cell(c.UNDEALT), "undealt", "all tiles are dealt")
    if phase in (c.HANDING, c.PICKING, c.LAYING):
        demand(reading.cell(c.SHORT) == 1, "phase", f"there is no phase {name} but in the short game")
    for seat in reading.everyone:
        hand = reading.hand(seat)
        demand(phase in SETTING_UP or not hand, f"hand[{seat}]", f"all start tiles are laid in phase {name}")
        small = [tile for tile in hand if TILE_CELLS[tile] < min(HANDING)]
        demand(not small, f"hand[{seat}]", "start tiles have six or seven cells")
    if phase in SETTING_UP:
        for field, offset in (("turn", c.TURN), ("elephant", c.ELEPHANT)):
            demand(not reading.cell(offset), field, f"it is 0 in phase {name}")
        demand(not reading.state.leg, "leg", f"it is 0 in phase {name}")
    if phase in (c.DEALING, c.HANDING):
        demand_dealt(reading)
    if phase in (c.PICKING, c.LAYING) and reading.actor:
        demand(not reading.hand(0), "hand[0]", "seat 0 has laid its start tiles before seat 1")


def demand_dealt(reading: Reading) -> None:
    """Deal the same tiles again, and compare."""
    fresh = start(reading.seats, *(reading.cell(k) for k in (c.CAP, c.ORDER, c.LANDING, c.SHORT, c.BOARD)))
    stacks = [tiles_of_stack(reading.cell(c.STACK + slot)) for slot in range(c.SLOTS)]
    tops = tiles_of(reading.cell(c.UNDEALT))
    for seat in reading.everyone:
        tops += reading.hand(seat)
    handing = reading.phase == c.HANDING
    for size, slot in DEALING[: None if handing else reading.cell(c.DEALT)]:
        tiles = stacks[slot] or (tops if handing else [])
        found = next((tile for tile in tiles if TILE_CELLS[tile] == size), None)
        if found is None or (tiles is stacks[slot] and tiles[0] != found):
            refuse(f"stack[{slot}]", f"a tile of {size} cells is expected here")
        tiles.remove(found)
        fresh.apply(CHANCE, found)
    if handing:
        for seat in reading.everyone:
            for tile in sorted(reading.hand(seat), key=lambda tile: -TILE_CELLS[tile]):
                step = int(fresh.cells[c.DEALT])
                if fresh.actor != CHANCE or TILE_CELLS[tile] != c.HAND_SIZE[step]:
                    refuse(f"hand[{seat}]", f"{TILES[tile]} cannot have been dealt yet")
                fresh.apply(CHANCE, tile)
    for field, offset, number in DEALT_FIELDS:
        for k in range(number):
            if fresh.cells[offset + k] != reading.cell(offset + k):
                refuse(field, f"impossible after {reading.cell(c.DEALT)} tiles were dealt")


DEALT_FIELDS = (
    ("dealt", c.DEALT, 1),
    ("phase", c.PHASE, 1),
    ("markers", c.MARKERS, 1),
    ("undealt", c.UNDEALT, 1),
    ("removed", c.REMOVED, 1),
    ("stack", c.STACK, c.SLOTS),
    ("attraction", c.ATTRACTION, c.COPIES),
    ("hand", c.HAND, c.MOST),
    ("houses", c.HOUSES, c.MOST),
    ("number", c.NUMBER, c.MOST),
    ("free_upper", c.FREE_UPPER, c.MOST),
    ("free_lower", c.FREE_LOWER, c.MOST),
)
