"""Fit: why a tile cannot be placed somewhere, in the words of the rule that forbids it."""

from __future__ import annotations

from paddock.core.choice import Blocked
from paddock.core.message import Message, message
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.geometry import Cell, Plan, beyond, half_of, step
from paddock.games.o_zoo_le_mio.material import HOUSE
from paddock.games.o_zoo_le_mio.place import AWAY, cell_place, obstacle_place, turn_place
from paddock.games.o_zoo_le_mio.words import animal_name

SIDES = ("north", "east", "south", "west")
Spot = tuple[Cell, int]  # the cell of half A, and the rotation


def candidates(plan: Plan, spots: list[Spot]) -> list[Cell]:
    """The cells that somebody may want to cover: beside the zoo, and wherever the tile may lie."""
    return sorted({*plan.site.free, *covered(spots)})


def covered(spots: list[Spot]) -> set[Cell]:
    return {cell for at, rotation in spots for cell in (at, beyond(at, rotation))}


def misfits(plan: Plan, spots: list[Spot]) -> list[Spot]:
    """Where the tile has room and touches what it must, and yet cannot lie: only a look at its paths tells why."""
    wanted = plan.site.ends_into if plan.reading.cell(cells.MUST_EXTEND) else plan.site.free
    found = {
        (at, rotation)
        for cell in wanted
        for rotation in range(4)
        for at in (cell, beyond(cell, (rotation + 2) % 4))  # either half on it
        if at not in plan.halves and beyond(at, rotation) not in plan.halves
    }
    return sorted(found.difference(spots))


def obstacles(plan: Plan) -> dict[str, list[Cell]]:
    """What lies in the zoo, and where."""
    found: dict[str, list[Cell]] = {"house": [], "start": [], "tile": []}
    for cell, half in plan.halves.items():
        found["tile" if half.tile < HOUSE else "house" if half.tile == HOUSE else "start"].append(cell)
    return found


def reasons(plan: Plan, tile: int, spots: list[Spot]) -> tuple[Blocked, ...]:
    """Why these cells cannot be covered at all, why the tile cannot lie so, and why not on something or elsewhere."""
    open_cells = covered(spots)
    found = [
        Blocked((cell_place(cell),), why_nowhere(plan, cell))
        for cell in candidates(plan, spots)
        if cell not in open_cells
    ]
    found += [Blocked((turn_place(*spot),), why(plan, tile, *spot)) for spot in misfits(plan, spots)]
    found += [Blocked((obstacle_place(what),), message(f"why.on.{what}")) for what, at in obstacles(plan).items() if at]
    return (*found, Blocked((AWAY,), message(away(plan))))


def why_nowhere(plan: Plan, cell: Cell) -> Message:
    """Why a cell cannot be covered, however the tile is turned."""
    led = any(half.path((side + 2) % 4) for side, half in plan.site.around(cell))
    if plan.reading.cell(cells.MUST_EXTEND) and not led:
        return message("why.no_path")
    return message("why.nowhere")


def away(plan: Plan) -> str:
    return "why.no_path" if plan.reading.cell(cells.MUST_EXTEND) else "why.touch"


def why(plan: Plan, tile: int, cell: Cell, rotation: int) -> Message:
    """The first rule that a placement on free cells breaks (R4.3 to R4.5)."""
    halves = {cell: half_of(tile, 0, rotation), beyond(cell, rotation): half_of(tile, 1, rotation)}
    for at, half in halves.items():
        for side in range(4):
            other = plan.halves.get(step(at, side))
            if other is None or side == half.inner:
                continue
            mine, theirs = half.path(side), other.path((side + 2) % 4)
            if mine != theirs:
                broken = "why.into_grass" if mine else "why.cut"
                return message(broken, animal=animal_name(half.animal), side=message(f"side.{SIDES[side]}"))
    return message("why.extend" if plan.reading.cell(cells.MUST_EXTEND) else "why.touch")
