"""Words: the phrases that prompts, log lines and drawings share, as messages without a language."""

from __future__ import annotations

from functools import cache

from paddock.core.message import Message, message, seat_name
from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.material import ANIMALS, IDS, kept
from paddock.games.o_zoo_le_mio.reading import Reading


@cache
def animal_name(animal: int) -> Message:
    """`birds`."""
    return message(f"animal.{ANIMALS[animal]}")


@cache
def strength(kind: int, number: int) -> Message:
    """`7 stars`, or `3 bushes`."""
    return message("bushes" if kind == cells.TREES else "stars", count=number)


@kept(64)
def half_name(tile: int, half: int) -> Message:
    """`birds (3 stars)`."""
    stars = message("stars", count=int(board.STARS[2 * tile + half]))
    return message("half", animal=animal_name(int(board.ANIMAL[2 * tile + half])), stars=stars)


@kept(64)
def tile_name(tile: int) -> Message:
    """`tile 4`."""
    return message("tile", number=IDS[tile])


@kept(64)
def tile_text(tile: int) -> Message:
    """`tile 4: sea life (1 star), birds (1 star), 1 bush`."""
    return message("tile.text", tile=tile_name(tile), parts=tile_parts(tile))


@kept(64)
def tile_parts(tile: int) -> tuple[Message, ...]:
    """What a tile shows: `sea life (1 star)`, `birds (1 star)`, `1 bush`."""
    bushes = int(board.BUSH[tile])
    halves = (half_name(tile, 0), half_name(tile, 1))
    return (*halves, message("bushes", count=bushes)) if bushes else halves


@cache
def turn_name(rotation: int) -> Message:
    """Where half B lies: `east of it`."""
    return message(f"turn.{90 * rotation}")


def cell_name(x: int, y: int) -> str:
    return f"({x},{y})"


def shares(reading: Reading, kind: int, held: list[int]) -> tuple[Message, ...]:
    """`2 for Ada (7 stars), 1 for Ben (4 stars)`."""
    order = sorted((seat for seat in reading.everyone if held[seat]), key=lambda seat: -held[seat])
    return tuple(
        message(
            "share",
            count=held[seat],
            who=seat_name(seat),
            strength=strength(kind, reading.entry(seat, kind).strength),
        )
        for seat in order
    )


@cache
def coins(number: int) -> Message:
    """`3 coins`."""
    return message("coins", count=number)
