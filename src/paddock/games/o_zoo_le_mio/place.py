"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from functools import lru_cache

from paddock.core.choice import Path
from paddock.games.o_zoo_le_mio.geometry import Cell
from paddock.games.o_zoo_le_mio.notation import spot_written


def bid_path(coins: int) -> Path:
    """The place to click."""
    return (bid_place(coins),)


@lru_cache(4096)
def placement_path(cell: Cell, rotation: int) -> Path:
    """The places clicked one after the other: the cell for half A, then how the tile is turned."""
    return (cell_place(cell), turn_place(cell, rotation))


def bid_place(coins: int) -> str:
    return f"bid:{coins}"


@lru_cache(4096)
def cell_place(cell: Cell) -> str:
    return f"cell:({cell[0]},{cell[1]})"


@lru_cache(4096)
def turn_place(cell: Cell, rotation: int) -> str:
    return f"turn:{spot_written(*cell, rotation)}"
