"""Fit: why a tile cannot be placed somewhere, in the words of the rule that forbids it."""

from __future__ import annotations

from paddock.core.choice import Blocked
from paddock.core.message import Message, message
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.geometry import Cell, Plan, beyond, half_of, step
from paddock.games.o_zoo_le_mio.material import HOUSE
from paddock.games.o_zoo_le_mio.place import cell_place, placement_path
from paddock.games.o_zoo_le_mio.words import animal_name, cell_name

SIDES = ("north", "east", "south", "west")
Spot = tuple[Cell, int]  # the cell of half A, and the rotation


def candidates(plan: Plan, spots: list[Spot]) -> list[Cell]:
    """The cells where somebody may want to put half A: beside the zoo, and wherever it may lie."""
    return sorted({*plan.site.free, *(cell for cell, _ in spots)})


def reasons(plan: Plan, tile: int, spots: list[Spot]) -> tuple[Blocked, ...]:
    """For each of those cells why half A cannot lie there; where it can, why not turned otherwise."""
    found = []
    for cell in candidates(plan, spots):
        turns = [rotation for at, rotation in spots if at == cell]
        if not turns:
            found.append(Blocked((cell_place(cell),), why_nowhere(plan, tile, cell, spots)))
            continue
        for rotation in range(4):
            if rotation not in turns:
                found.append(Blocked(placement_path(cell, rotation), why(plan, tile, cell, rotation)))
    return tuple(found)


def why_nowhere(plan: Plan, tile: int, cell: Cell, spots: list[Spot]) -> Message:
    """Why half A cannot lie on a cell, however the tile is turned."""
    a, b = animal_name(half_of(tile, 0, 0).animal), animal_name(half_of(tile, 1, 0).animal)
    for at, rotation in spots:
        if beyond(at, rotation) == cell:
            return message("why.other_half", a=a, b=b, cell=cell_name(*at))
    led = any(half.path((side + 2) % 4) for side, half in plan.site.around(cell))
    if plan.reading.cell(cells.MUST_EXTEND) and not led:
        return message("why.no_path")
    return message("why.nowhere")


def why(plan: Plan, tile: int, cell: Cell, rotation: int) -> Message:
    """The first rule that a placement breaks (R4.2 to R4.5)."""
    halves = {cell: half_of(tile, 0, rotation), beyond(cell, rotation): half_of(tile, 1, rotation)}
    for at, half in halves.items():
        there = plan.halves.get(at)
        if there is not None:
            what = "tile" if there.tile < HOUSE else "house" if there.tile == HOUSE else "start"
            return message(f"why.on.{what}", animal=animal_name(half.animal))
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
