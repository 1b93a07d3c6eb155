"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from paddock.core.choice import Path
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.geometry import Cell
from paddock.games.o_zoo_le_mio.notation import spot_written
from paddock.games.o_zoo_le_mio.reading import Reading


def path(reading: Reading, seat: int, action: int) -> Path:
    """The places clicked one after the other: a bid; or the cell for half A, then how the tile is turned."""
    if action < cells.LAY:
        return (bid_place(action),)
    x, y, rotation = reading.spot(seat, action)
    return (cell_place((x, y)), turn_place((x, y), rotation))


def bid_place(coins: int) -> str:
    return f"bid:{coins}"


def cell_place(cell: Cell) -> str:
    return f"cell:({cell[0]},{cell[1]})"


def turn_place(cell: Cell, rotation: int) -> str:
    return f"turn:{spot_written(*cell, rotation)}"
