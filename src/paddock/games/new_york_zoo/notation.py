"""Notation: tiles, cells and actions in ASCII, for transcripts, written positions and error messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from paddock.core.state import CHANCE, SEATS, State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.legal import shape_in_hand
from paddock.games.new_york_zoo.material import ATTRACTIONS, GRID, MARKERS, SPECIES, TILES, cell_name, cells_of

CELL_NAMES = [cell_name(cell) for cell in range(GRID)]


def notation(state: State, seat: int, action: int) -> str:
    """One action, or one chance outcome, in a line."""
    if seat == CHANCE:
        return TILES[action]
    cells = state.cells
    if c.PLACE <= action < c.PICK:
        return f"place {placed(int(shape_in_hand(cells)), action - c.PLACE)}"
    verb = verb_of(int(cells[c.PHASE]), action)
    if verb == "move":
        position = action - c.MOVE
        return f"marker {MARKERS[c.FAR]} to {position}" if cells[SEATS] == 1 else f"move {position}"
    if verb == "marker":
        return f"marker {MARKERS[action - c.MARKER]}"
    if verb == "pick":
        return f"pick {TILES[action - c.PICK]}"
    if verb == "from":
        source = action - c.SOURCE
        home = f"house {SPECIES[source]}" if source < len(SPECIES) else tile_of(state, seat, source - len(SPECIES))
        return f"from {home}"
    if verb == "acquire":
        species, place = acquired(action)
        return f"{SPECIES[species]} to {tile_of(state, seat, place) if place >= 0 else 'house'}"
    if verb == "take":
        return f"take {ATTRACTIONS[action - c.KIND]}"
    if verb in ("breed", "bonus"):
        return f"{verb} {tile_of(state, seat, action - c.BREED)}"
    return verb


@cache
def verb_of(phase: int, action: int) -> str:
    """What kind of action it is."""
    if action == c.DECLINE:
        return "decline"
    if action == c.ACCEPT:
        return "keep" if phase == c.KEEPING else "extra"
    for first, verb in VERBS:
        if action >= first:
            return "bonus" if phase == c.BONUS else verb
    raise ValueError(f"there is no action {action}")


VERBS = (
    (c.BREED, "breed"),
    (c.KIND, "take"),
    (c.ACQUIRE, "acquire"),
    (c.SOURCE, "from"),
    (c.PICK, "pick"),
    (c.PLACE, "place"),
    (c.WALK, "walk"),
    (c.MARKER, "marker"),
    (c.MOVE, "move"),
)


def acquired(action: int) -> tuple[int, int]:
    """The species of an acquisition and the enclosure it goes to, or NONE for a house."""
    species, place = divmod(action - c.ACQUIRE, c.ENCLOSURES + 1)
    return species, place - 1


def tile_of(state: State, seat: int, enclosure: int) -> str:
    """An enclosure is called by its tile."""
    return TILES[(int(state.cells[c.ENCLOSURE + c.ENCLOSURES * seat + enclosure]) >> c.TILE_AT & 63) - 1]


@cache
def placed(shape: int, placement: int) -> str:
    """The cells of a placement: `E4 D5 E5 E6 E7`."""
    return named(cells_of(shape, placement // GRID, placement % GRID))


def named(cells: Iterable[int]) -> str:
    return " ".join(CELL_NAMES[cell] for cell in cells)
