"""Notation: decisions, chance and lots in ASCII, for transcripts, written positions and error messages."""

from __future__ import annotations

import re

from paddock.core.state import CHANCE, State
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.material import IDS, ROTATIONS
from paddock.games.o_zoo_le_mio.reading import Lot, Reading

FATES = {cells.GONE: "discarded", cells.BESIDE: "kept"}
NUMBER = r"(0|[1-9]\d?)"
COORDINATE = r"(0|-?[1-9]\d?)"
LOT = re.compile(
    rf"{NUMBER}(?: (?:\({COORDINATE},{COORDINATE}\) r(0|90|180|270)|(discarded|kept)) by ([0-9]))?", re.ASCII
)
FURTHEST = 59  # no coordinate is further from the starting tile


def notation(state: State, seat: int, action: int) -> str:
    """One action, or one chance outcome, in a line."""
    reading = Reading(state)
    if seat == CHANCE:
        return f"flag {action}" if reading.phase == cells.FLAGS else f"tile {IDS[action]}"
    if action < cells.LAY:
        return bid_written(action)
    lot = reading.on_sale
    assert lot is not None
    return placement_written(lot, *reading.spot(seat, action))


def bid_written(action: int) -> str:
    return f"bid {action - cells.BID}"


def placement_written(lot: Lot, x: int, y: int, rotation: int) -> str:
    return f"place {lot.id} {spot_written(x, y, rotation)}"


def spot_written(x: int, y: int, rotation: int) -> str:
    """`(-3,2) r90`."""
    return f"({x},{y}) r{ROTATIONS[rotation]}"


def written(lot: Lot) -> str:
    """`4 (0,1) r90 by 2`, `7 discarded by 1`, or `17` while it is to be sold."""
    if lot.fate == cells.ON_SALE:
        return str(lot.id)
    fate = spot_written(lot.x, lot.y, lot.rotation) if lot.fate == cells.BUILT else FATES[lot.fate]
    return f"{lot.id} {fate} by {lot.seat}"


def read(text: object) -> int:
    """The packed lot that `written` wrote; ValueError says what is wrong."""
    match = LOT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"a lot such as '4 (0,1) r90 by 2', '7 discarded by 1' or '17' is expected, got {text!r}")
    name, x, y, rotation, fate, seat = match.groups()
    if int(name) not in IDS:
        raise ValueError(f"there is no tile {name}; there are {', '.join(map(str, IDS))}")
    tile = IDS.index(int(name))
    if seat is None:
        return int(cells.packed(tile, cells.ON_SALE, cells.NONE, 0, 0, 0))
    if int(seat) > 3:
        raise ValueError(f"seats are 0 to 3, got {seat}")
    if fate is not None:
        return int(cells.packed(tile, cells.GONE if fate == "discarded" else cells.BESIDE, int(seat), 0, 0, 0))
    if max(abs(int(x)), abs(int(y))) > FURTHEST:
        raise ValueError(f"no zoo reaches as far as ({x},{y})")
    return int(cells.packed(tile, cells.BUILT, int(seat), int(x), int(y), ROTATIONS.index(int(rotation))))
