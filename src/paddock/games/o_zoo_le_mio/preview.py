"""Preview: what a placement would bring about at once, for the one who places and for the others."""

from __future__ import annotations

from typing import NamedTuple

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, DUE
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.geometry import Plan
from paddock.games.o_zoo_le_mio.reading import Entry, Reading


class Change(NamedTuple):
    """Visitors of an animal, or trees, that a seat would gain or lose."""

    kind: int
    seat: int
    before: int
    after: int


class Preview(NamedTuple):
    """What would be different after a placement."""

    action: int
    benches: int  # that come to the zoo
    changes: tuple[Change, ...]  # by the ranks as they are, whenever visitors and trees are dealt out
    grown: tuple[tuple[int, Entry, Entry], ...]  # by kind: the best enclosure or the bushes before and after
    ends: int  # open path ends that are left

    def gain(self, seat: int) -> int:
        """Units more for a seat: visitors, trees, and benches if it is the one who places."""
        return self.benches + sum(change.after - change.before for change in self.changes if change.seat == seat)


def ranks(reading: Reading) -> list[list[int]]:
    """Visitors by animal, then trees, of every seat, if they were dealt out now."""
    now = reading.state.copy()
    for kind in range(cells.KINDS):
        now.rank(now.cells, kind)
    return standing(Reading(now))


def standing(reading: Reading) -> list[list[int]]:
    """Likewise as they are: a flag that has dropped moves trees only with the tile."""
    return [[reading.held(seat, kind) for seat in reading.everyone] for kind in range(cells.KINDS)]


def preview(reading: Reading, seat: int, action: int) -> Preview:
    """Try a placement on a copy and compare."""
    world = reading.state.copy()
    world.fill(Rng(0))
    world.apply(seat, action)
    after = Reading(world)
    old, new = ranks(reading) if reading.later else standing(reading), ranks(after)
    changes = [
        Change(kind, other, old[kind][other], new[kind][other])
        for kind in range(cells.KINDS)
        for other in reading.everyone
        if old[kind][other] != new[kind][other]
    ]
    entries = [(kind, reading.entry(seat, kind), after.entry(seat, kind)) for kind in range(cells.KINDS)]
    grown = tuple(entry for entry in entries if entry[1].strength != entry[2].strength)
    benches = after.benches(seat) - reading.benches(seat)
    return Preview(action, benches, tuple(changes), grown, len(Plan(after, seat).ends()))


def prospects(reading: Reading, seat: int) -> list[Preview]:
    """All placements of the tile on sale, if this seat won it."""
    world = reading.state.copy()
    world.fill(Rng(0))
    world.cells[DUE] = 0
    world.cells[ACTOR] = seat
    world.cells[cells.PHASE] = cells.PLACING
    won = Reading(world)
    return [preview(won, seat, action) for action in world.legal_actions(seat)]


def best(previews: list[Preview], seat: int) -> Preview:
    """The placement that brings most at once."""
    return max(previews, key=lambda one: (one.gain(seat), one.benches, one.ends, -one.action))
