"""Preview: what a placement would bring about at once, for the one who places and for the others."""

from __future__ import annotations

from typing import NamedTuple

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, DUE, OPEN, SEALED
from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.geometry import Plan
from paddock.games.o_zoo_le_mio.material import kept
from paddock.games.o_zoo_le_mio.reading import Entry, Reading, entry_of
from paddock.games.o_zoo_le_mio.rules import OZooLeMio


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
    units: tuple[int, ...]  # that count for every seat, by the ranks as they would be

    def gain(self, seat: int) -> int:
        """Units more for a seat: visitors, trees, and benches if it is the one who places."""
        return self.benches + sum(change.after - change.before for change in self.changes if change.seat == seat)


class Prospects(NamedTuple):
    """What could be done with a tile."""

    placements: int
    best: Preview | None  # the one that brings most at once


Shares = tuple[int, ...]  # six a seat: visitors by animal, then trees


def dealt(state: OZooLeMio) -> Shares:
    """What every seat would have if visitors and trees were dealt out now; they are, so this wants a copy."""
    for kind in range(cells.KINDS):
        state.rank(state.cells, kind)
    return shares(state)


def shares(state: OZooLeMio) -> Shares:
    """Likewise as they are: a flag that has dropped moves trees only with the tile."""
    return tuple(state.cells[cells.HELD : cells.HELD + cells.KINDS * int(state.seats)])


def ranks(reading: Reading) -> list[list[int]]:
    """Visitors by animal, then trees, of every seat, if they were dealt out now."""
    now = dealt(reading.state.copy())
    return [list(now[kind :: cells.KINDS]) for kind in range(cells.KINDS)]


def previews(reading: Reading, seat: int) -> dict[int, Preview]:
    """What each placement of the seat that is to place would bring, by action."""
    world = reading.state.copy()
    world.fill(Rng(0))
    return tried(world.to_bytes(), seat)


def prospects(reading: Reading, seat: int) -> Prospects:
    """What the tile on sale could bring this seat if it won it."""
    world = reading.state.copy()
    world.fill(Rng(0))
    world.cells[DUE] = 0
    world.cells[SEALED + seat] = OPEN  # nothing depends on it, and so the answer serves until the auction is closed
    world.cells[ACTOR] = seat
    world.cells[cells.PHASE] = cells.PLACING
    return prospects_of(world.to_bytes(), seat)


@kept(256)
def prospects_of(position: bytes, seat: int) -> Prospects:
    found = tried(position, seat).values()
    top = max(found, key=lambda one: (one.gain(seat), one.benches, one.ends, -one.action), default=None)
    return Prospects(len(found), top)


@kept(256)  # the view and the prompt ask alike, and while others bid nothing changes
def tried(position: bytes, seat: int) -> dict[int, Preview]:
    """Try every placement on a copy of this position and compare."""
    state = OZooLeMio.from_bytes(position)
    assert isinstance(state, OZooLeMio)
    reading = Reading(state)
    lot = reading.on_sale
    assert lot is not None
    site = Plan(reading, seat).site
    old = dealt(state.copy()) if reading.later else shares(state)
    entries = reading.entries(seat)
    found: dict[int, Preview] = {}
    for action in state.legal_actions(seat):
        x, y, rotation = board.spot(state, seat, action)
        world = state.copy()
        world.apply(seat, action)
        first = cells.ENTRY + cells.KINDS * seat
        after = tuple(map(entry_of, world.cells[first : first + cells.KINDS]))
        benches = int(world.cells[cells.BENCH + seat]) - reading.benches(seat)
        new = dealt(world)
        changes, grown = changed(old, new), larger(entries, after)
        units = tuple(
            sum(new[cells.KINDS * k : cells.KINDS * (k + 1)]) + int(world.cells[cells.BENCH + k])
            for k in reading.everyone
        )
        found[action] = Preview(action, benches, changes, grown, site.ends_with(lot.tile, (x, y), rotation), units)
    return found


def changed(old: Shares, new: Shares) -> tuple[Change, ...]:
    """Who gains or loses visitors or trees, kind by kind."""
    if old == new:
        return ()
    differ = [at for at in range(len(old)) if old[at] != new[at]]
    differ.sort(key=lambda at: (at % cells.KINDS, at))
    return tuple(Change(at % cells.KINDS, at // cells.KINDS, old[at], new[at]) for at in differ)


def larger(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> tuple[tuple[int, Entry, Entry], ...]:
    """The kinds whose strength differs."""
    if old == new:
        return ()
    return tuple(
        (kind, old[kind], new[kind]) for kind in range(cells.KINDS) if old[kind].strength != new[kind].strength
    )
