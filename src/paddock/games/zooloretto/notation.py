"""Notation: tiles and actions in ASCII, for transcripts, written positions and error messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from paddock.core.state import CHANCE, State
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.board import PAIR_FIRST, PAIR_SECOND
from paddock.games.zooloretto.material import (
    COIN,
    COIN_TILES,
    FIRST_STALL,
    KINDS,
    OFFSPRING,
    PLACES,
    SQUARES,
    STALL_TILES,
    STALLS,
    TYPES,
)
from paddock.games.zooloretto.reading import BARN, NO_TILES, NONE, Reading, Tiles, listed_tiles, lot_of, tile_of

TILE_NAMES: tuple[str, ...] = (
    *(f"{animal} {kind}".removesuffix(" N") for animal in TYPES for kind in KINDS),
    *STALLS,
    "coin",
)
TILE_NUMBERS = {name: tile for tile, name in enumerate(TILE_NAMES)}
# How many there are of each tile; a bred one is one of the squares.
MOST: Tiles = (*(*SQUARES, *SQUARES[1:], OFFSPRING) * len(TYPES), *(STALL_TILES,) * len(STALLS), COIN_TILES)


class Deed(NamedTuple):
    """An action taken apart; what it does not name is NONE."""

    verb: str  # draw take load expand place move shift exchange barn buy discard
    truck: int = NONE
    tile: int = NONE  # the tile that is meant, or the first that a lot stands for
    start: int = NONE  # a place
    goal: int = NONE  # a place
    animal: int = NONE  # the type of the barn in an exchange
    seller: int = NONE


def deed(reading: Reading, action: int) -> Deed:
    """What an action names."""
    if cells.PLACE <= action < cells.MOVE:
        slot, goal = divmod(action - cells.PLACE, BARN + 1)
        return placing(reading.carried[slot], goal)
    return deed_of(action)


@cache
def placing(tile: int, goal: int) -> Deed:
    return Deed("place", tile=tile, goal=goal)


@cache
def deed_of(action: int) -> Deed:
    """What an action names by itself, as all do but the placing of carried tiles."""
    if action < cells.LOAD:
        if action in (cells.DRAW, cells.EXPAND):
            return Deed("draw" if action == cells.DRAW else "expand")
        return Deed("take", truck=action - cells.TAKE)
    if action < cells.PLACE:
        return Deed("load", truck=action - cells.LOAD)
    if action < cells.SHIFT:
        lot, goal = divmod(action - cells.MOVE, BARN)
        return Deed("move", tile=tile_of(lot), start=BARN, goal=goal)
    if action < cells.SWAP:
        start, rest = divmod(action - cells.SHIFT, 24)
        stall, goal = divmod(rest, BARN + 1)
        return Deed("shift", tile=FIRST_STALL + stall, start=start, goal=goal)
    if action < cells.BARN_SWAP:
        pair = action - cells.SWAP
        return Deed("exchange", start=int(PAIR_FIRST[pair]), goal=int(PAIR_SECOND[pair]))
    if action < cells.BUY:
        start, animal = divmod(action - cells.BARN_SWAP, len(TYPES))
        return Deed("barn", start=start, goal=BARN, animal=animal)
    if action < cells.DISCARD:
        seller, lot = divmod(action - cells.BUY, 28)
        return Deed("buy", tile=tile_of(lot), seller=seller)
    return Deed("discard", tile=tile_of(action - cells.DISCARD), start=BARN)


def notation(state: State, seat: int, action: int) -> str:
    """One action, or one chance outcome, in a line."""
    reading = Reading(state)
    if seat == CHANCE:
        return outcome(reading, action)
    return decision(deed(reading, action))


@cache
def decision(done: Deed) -> str:
    """One decision in a line."""
    verb, name = done.verb, lot_name(done.tile)
    if verb in ("draw", "expand"):
        return verb
    if verb in ("take", "load"):
        return f"{verb} {done.truck + 1}"
    if verb == "place":
        return f"place {name} in {PLACES[done.goal]}"
    if verb == "move":
        return f"move {name} to {PLACES[done.goal]}"
    if verb == "shift":
        return f"move {name} from {PLACES[done.start]} to {PLACES[done.goal]}"
    if verb == "exchange":
        return f"exchange {PLACES[done.start]} {PLACES[done.goal]}"
    if verb == "barn":
        return f"exchange {PLACES[done.start]} barn {TYPES[done.animal]}"
    return f"buy {name} from {done.seller}" if verb == "buy" else f"discard {name}"


def outcome(reading: Reading, which: int) -> str:
    """A chance outcome."""
    if reading.phase == cells.REMOVE:
        return f"without {TYPES[which]}"
    return f"starts {which}" if reading.phase == cells.STARTER else TILE_NAMES[tile_of(which)]


@cache
def lot_name(tile: int) -> str:
    """A tile by its lot: all that do not wait for a partner are alike."""
    return "" if tile == NONE else TILE_NAMES[tile_of(lot_of(tile))]


def written(tiles: Tiles) -> str:
    """Tiles as text: `2 zebra, 1 zebra M, 1 snack_cart`; none is the empty string."""
    return ", ".join(f"{tiles[tile]} {TILE_NAMES[tile]}" for tile in listed_tiles(tiles))


def written_row(tiles: Iterable[int]) -> str:
    """Tiles in order: `zebra M, coin`."""
    return ", ".join(TILE_NAMES[tile] for tile in tiles)


def read(text: object) -> Tiles:
    """The tiles that `written` wrote, in any order; ValueError says what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"tiles such as '2 zebra, 1 zebra M' are expected, got {text!r}")
    numbers = list(NO_TILES)
    for part in text.split(",") if text.strip() else []:
        number, _, name = part.strip().partition(" ")
        if not (number.isascii() and number.isdigit() and 0 < len(number) < 3 and int(number)):
            raise ValueError(f"a number and a tile such as '2 zebra' are expected, got {part.strip()!r}")
        tile = tile_number(name.strip())
        if numbers[tile]:
            raise ValueError(f"{TILE_NAMES[tile]} is listed twice")
        if int(number) > MOST[tile]:
            raise ValueError(f"there are {MOST[tile]} {TILE_NAMES[tile]}, got {number}")
        numbers[tile] = int(number)
    return tuple(numbers)


def read_row(text: object) -> list[int]:
    """The tiles that `written_row` wrote; ValueError says what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"tiles such as 'zebra M, coin' are expected, got {text!r}")
    return [tile_number(name.strip()) for name in text.split(",")] if text.strip() else []


def tile_number(name: str) -> int:
    """The tile of that name; capitals matter."""
    if name not in TILE_NUMBERS:
        known = f"{', '.join(TYPES)} (each also M, F, m, f or O), {', '.join(STALLS)}, coin"
        raise ValueError(f"no tile is called {name!r}; there are {known}")
    return TILE_NUMBERS[name]


def is_drawn(tile: int) -> bool:
    """Can this tile lie in a stack or on a truck? Bred ones and offspring cannot."""
    return tile in range(FIRST_STALL, COIN + 1) or tile % len(KINDS) < 3
