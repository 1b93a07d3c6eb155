"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from functools import lru_cache

from paddock.core.choice import Path
from paddock.games.o_zoo_le_mio.geometry import Cell, beyond
from paddock.games.o_zoo_le_mio.notation import spot_written

AWAY = "away"  # wherever no path of the zoo leads


def bid_path(coins: int) -> Path:
    """The place to click."""
    return (bid_place(coins),)


@lru_cache(4096)
def placement_path(cell: Cell, rotation: int) -> Path:
    """The places clicked: both squares that the tile covers, in any order, then how it is turned."""
    return (cell_place(cell), cell_place(beyond(cell, rotation)), turn_place(cell, rotation))


def bid_place(coins: int) -> str:
    return f"bid:{coins}"


@lru_cache(4096)
def cell_place(cell: Cell) -> str:
    return f"cell:({cell[0]},{cell[1]})"


@lru_cache(4096)
def turn_place(cell: Cell, rotation: int) -> str:
    return f"turn:{spot_written(*cell, rotation)}"


def obstacle_place(what: str) -> str:
    """What lies in a zoo already: `on:tile`."""
    return f"on:{what}"
