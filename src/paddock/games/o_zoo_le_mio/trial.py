"""Trial: where the tile in hand can be tried, as typed JSON, and what every placement would bring."""

from __future__ import annotations

from typing import TypedDict

from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.chart import point
from paddock.games.o_zoo_le_mio.fit import Spot, candidates, misfits, obstacles
from paddock.games.o_zoo_le_mio.geometry import Cell, Plan, Site, beyond, half_of, step
from paddock.games.o_zoo_le_mio.material import ANIMALS, ROTATIONS, START
from paddock.games.o_zoo_le_mio.place import AWAY, cell_place, obstacle_place, turn_place
from paddock.games.o_zoo_le_mio.preview import Preview, previews
from paddock.games.o_zoo_le_mio.reading import RANKED, Lot, Reading


class Target(TypedDict):
    """A square beside the zoo, or one that the tile could cover."""

    place: str  # cell:(0,1)
    cell: list[int]


class Obstacle(TypedDict):
    """What bars these squares: house, starting tile or tiles; without squares, all that lies away from the zoo."""

    place: str  # on:tile, or away
    cells: list[list[int]]


class Joined(TypedDict):
    """An enclosure as it would be with the tile."""

    animal: str
    cells: list[list[int]]
    stars: int
    before: int  # stars that the zoo is ranked by now
    best: bool  # would it be the one that the zoo is ranked by?


class Moved(TypedDict):
    """Visitors of an animal, or trees (bushes), that a seat would gain or lose."""

    kind: str
    seat: int
    before: int
    after: int


class Effect(TypedDict):
    """What a placement would bring; where allocation_timing is year_end, at the year's end as the ranks stand."""

    benches: list[list[float]]  # corners inside the areas that it surrounds
    enclosures: list[Joined]  # of half A, then of half B
    bushes: int  # in the zoo
    moved: list[Moved]
    ends: int  # path ends that stay open
    gain: int  # units more for the viewer
    this_year: list[int]  # points of every seat if the year ended then


class Try(TypedDict):
    """One way to lay the tile. Whatever is not listed is barred by an obstacle."""

    place: str  # turn:(0,1) r90
    cell: list[int]  # of half A
    other: list[int]  # of half B
    rotation: int
    effect: Effect | None  # None: it cannot lie so


class Trial(TypedDict):
    """Everything about the tile that the viewer is to place."""

    targets: list[Target]
    tries: list[Try]
    obstacles: list[Obstacle]


def trial(reading: Reading) -> Trial | None:
    """What can be tried, if the viewer is to place a tile."""
    viewer, lot = reading.viewer, reading.on_sale
    if lot is None or reading.phase != cells.PLACING or viewer != reading.actor:
        return None
    plan = Plan(reading, viewer)
    found = {reading.spot(viewer, action): what for action, what in previews(reading, viewer).items()}
    brought: dict[Spot, Preview] = {((x, y), rotation): what for (x, y, rotation), what in found.items()}
    spots = sorted(brought)
    tries = [try_view(spot, effect_view(plan, lot, spot, brought[spot])) for spot in spots]
    tries += [try_view(spot, None) for spot in misfits(plan, spots)]
    there = [obstacle_view(obstacle_place(what), at) for what, at in obstacles(plan).items() if at]
    return {
        "targets": [{"place": cell_place(cell), "cell": list(cell)} for cell in candidates(plan, spots)],
        "tries": tries,
        "obstacles": [*there, obstacle_view(AWAY, [])],
    }


def obstacle_view(place: str, at: list[Cell]) -> Obstacle:
    return {"place": place, "cells": [list(cell) for cell in at]}


def try_view(spot: Spot, effect: Effect | None) -> Try:
    cell, rotation = spot
    return {
        "place": turn_place(cell, rotation),
        "cell": list(cell),
        "other": list(beyond(cell, rotation)),
        "rotation": ROTATIONS[rotation],
        "effect": effect,
    }


def effect_view(plan: Plan, lot: Lot, spot: Spot, what: Preview) -> Effect:
    reading, seat = plan.reading, plan.seat
    grown = {kind: new.strength for kind, _, new in what.grown}
    return {
        "benches": [point(at) for at in new_benches(plan, lot, spot)[: what.benches]] if what.benches else [],
        "enclosures": joined(plan, lot.tile, spot),
        "bushes": grown.get(cells.TREES, reading.entry(seat, cells.TREES).strength),
        "moved": [
            {"kind": RANKED[one.kind], "seat": one.seat, "before": one.before, "after": one.after}
            for one in what.changes
        ],
        "ends": what.ends,
        "gain": what.gain(seat),
        "this_year": [reading.year * units for units in what.units],
    }


def new_benches(plan: Plan, lot: Lot, spot: Spot) -> list[tuple[float, float]]:
    """Where benches would come to stand: in the areas that were not surrounded so before."""
    (x, y), rotation = spot
    built = lot._replace(seat=plan.seat, fate=cells.BUILT, x=x, y=y, rotation=rotation)
    then = Site(START + plan.reading.cell(cells.START_TILE), (*plan.lots, built))
    return [at for area, at in zip(then.areas, then.bench_spots, strict=True) if area not in plan.site.areas]


def joined(plan: Plan, tile: int, spot: Spot) -> list[Joined]:
    """The enclosures that both halves would belong to."""
    cell, rotation = spot
    added = {cell: half_of(tile, 0, rotation), beyond(cell, rotation): half_of(tile, 1, rotation)}
    halves = {**plan.halves, **added}
    found: list[Joined] = []
    for start, half in added.items():
        part = [start]
        for at in part:  # it grows as the walk goes on
            near = (step(at, side) for side in range(4))
            part += [one for one in near if one in halves and one not in part and halves[one].animal == half.animal]
        stars = sum(halves[at].stars for at in part)
        before = plan.reading.entry(plan.seat, half.animal).strength
        found.append(
            {
                "animal": ANIMALS[half.animal],
                "cells": sorted(list(at) for at in part),
                "stars": stars,
                "before": before,
                "best": stars >= before,  # R6.3 of equals the newer counts, and this is the newest
            }
        )
    return found
