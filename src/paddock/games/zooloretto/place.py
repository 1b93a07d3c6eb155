"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from functools import cache

from paddock.core.choice import Path
from paddock.games.zooloretto.board import EXPANSION_1, EXPANSION_2
from paddock.games.zooloretto.material import FIRST_STALL, PLACES, TYPES
from paddock.games.zooloretto.notation import TILE_NAMES, deed, lot_name
from paddock.games.zooloretto.reading import BARN, Reading, Zoo

STACK = "stack"
EXCHANGE = "exchange"
DISCARD = "discard"


def path(reading: Reading, seat: int, action: int) -> Path:
    """The places clicked one after the other: a tile, then where it goes; or a single place."""
    done = deed(reading, action)
    verb = done.verb
    if verb == "draw":
        return (STACK,)
    if verb in ("take", "load"):
        return (truck_place(done.truck),)
    if verb == "expand":
        return (zoo_place(seat, next_expansion(reading, seat)),)
    if verb == "place":
        return (carried_place(done.tile), zoo_place(seat, done.goal))
    if verb == "shift" and done.start != BARN:
        return (stall_place(seat, done.start, done.tile), zoo_place(seat, done.goal))
    if verb in ("move", "shift"):
        return (barn_place(seat, done.tile), zoo_place(seat, done.goal))
    if verb == "exchange":
        return (EXCHANGE, f"{EXCHANGE}:{PLACES[done.start]}:{PLACES[done.goal]}")
    if verb == "barn":
        return (EXCHANGE, f"{EXCHANGE}:{PLACES[done.start]}:{TYPES[done.animal]}")
    if verb == "buy":
        return (barn_place(done.seller, done.tile),)
    return (barn_place(seat, done.tile), DISCARD)


@cache
def truck_place(truck: int) -> str:
    return f"truck:{truck + 1}"


@cache
def zoo_place(seat: int, place: int) -> str:
    """An enclosure, or the barn as somewhere to put things: `zoo:0:E4`."""
    return f"zoo:{seat}:{PLACES[place]}"


@cache
def barn_place(seat: int, tile: int) -> str:
    """All tiles of one lot in a barn: `barn:0:zebra M`."""
    return f"barn:{seat}:{lot_name(tile)}"


@cache
def stall_place(seat: int, place: int, tile: int) -> str:
    """The stalls of one type beside an enclosure: `stall:0:E4:snack_cart`."""
    assert tile >= FIRST_STALL
    return f"stall:{seat}:{PLACES[place]}:{TILE_NAMES[tile]}"


@cache
def carried_place(tile: int) -> str:
    """All equal tiles that are to be placed: `carried:zebra M`."""
    return f"carried:{lot_name(tile)}"


def next_expansion(reading: Reading, seat: int) -> int:
    """The expansion that the seat would build next; the last one if all are built."""
    return next_to_build(reading.zoo(seat))


def next_to_build(zoo: Zoo) -> int:
    """The same, by the words of the zoo; that of an unbuilt enclosure is nothing."""
    return EXPANSION_2 if zoo[EXPANSION_1] else EXPANSION_1
