"""Geometry: benches, enclosures and placements of many random zoos against squared paper.

The engine keeps benches and enclosures while tiles are laid. Here the referee paints the zoo's paths and floods what is
left, and the count is taken a third time from joins, paths and parts.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from paddock.core.state import CHANCE, State
from paddock.games.o_zoo_le_mio import GAME, board, cells
from tests.games.o_zoo_le_mio.referee import (
    HOUSE,
    OPPOSITE,
    SIDES,
    START_PATHS,
    TILES,
    Laid,
    Zoo,
    beside,
    both_cells,
    path_ends,
)
from tests.games.o_zoo_le_mio.volume import volume


def joined(zoo: Zoo, laid: Laid) -> int:
    """How many path ends of this tile meet a path of the zoo."""
    ends = path_ends(TILES[laid.tile].paths, laid.x, laid.y, laid.turn)
    return sum((beside(cell, side), OPPOSITE[side]) in zoo.ends for cell, side, _ in ends)


def combined(zoo: Zoo) -> set[frozenset[int]]:
    """The combined enclosures as sets of half numbers, walking from cell to cell."""
    found = set()
    left = {cell: what for cell, what in zoo.cells.items() if what is not None}
    while left:
        cell, (one, half) = left.popitem()
        animal = TILES[one.tile].halves[half].animal
        group, walk = {2 * (one.tile - 1) + half}, [cell]
        while walk:
            cell = walk.pop()
            for side in SIDES:
                near = left.get(beside(cell, side))
                if near is not None and TILES[near[0].tile].halves[near[1]].animal == animal:
                    group.add(2 * (near[0].tile - 1) + near[1])
                    del left[beside(cell, side)]
                    walk.append(beside(cell, side))
        found.add(frozenset(group))
    return found


def one_zoo(start: str, extend: bool, rng: random.Random) -> State:
    """A game in which seat 0 has money for every tile."""
    state = GAME.start(
        GAME.setup(2, start_tile=start, must_extend_path=extend, income="fixed", fixed_income=20, coins_open=True)
    )
    state.apply(CHANCE, rng.randrange(2))
    return state


def enclosures_agree(state: State, zoo: Zoo) -> None:
    mine: dict[int, set[int]] = {}
    for one in zoo.laid:
        for half in (0, 1):
            number = 2 * (one.tile - 1) + half
            mine.setdefault(int(state.enclosure(number)), set()).add(number)  # type: ignore[attr-defined]
    assert {frozenset(group) for group in mine.values()} == combined(zoo)
    assert all(named in group for named, group in mine.items())


def grow(start: str, extend: bool, rng: random.Random) -> Counter[int]:
    """One zoo of up to 25 tiles, compared after each; how often how many benches came at once."""
    state = one_zoo(start, extend, rng)
    zoo = Zoo(start)
    gains: Counter[int] = Counter()
    lots = areas = 0
    while state.leg < 5:
        if state.actor == CHANCE:
            state.apply(CHANCE, rng.choice(state.chance())[0])
            continue
        if state.due:
            tile = cells.lot(state.cells[cells.LOT + state.cells[cells.DONE]])[0] + 1
            state.apply(1, 0)
            state.apply(0, 1)
            lots += 1
            continue
        legal = state.legal_actions(0)
        spots = {action: board.spot(state, 0, action) for action in legal}
        laid = {action: Laid(tile, int(x), int(y), 90 * int(turn), lots) for action, (x, y, turn) in spots.items()}
        if lots % 4 == 0:
            every = {(one.x, one.y, one.turn) for one in laid.values()}
            assert every == set(zoo.placements(tile, extend))
            assert len(every) == len(legal)
        dense = rng.random() < 0.7
        action = max(legal, key=lambda one: joined(zoo, laid[one]) + rng.random()) if dense else rng.choice(legal)
        zoo = Zoo(start, [*zoo.laid, laid[action]])
        state.apply(0, action)
        now = zoo.areas()
        assert state.cells[cells.BENCH] == now == zoo.joins_less_paths_plus_parts()
        gains[now - areas] += 1
        areas = now
        enclosures_agree(state, zoo)
        if lots % 4 == 1:
            state.check()
    return gains


@pytest.mark.parametrize("start", ["front", "side"])
@pytest.mark.parametrize("extend", [True, False])
def test_random_zoos_have_the_benches_enclosures_and_placements_of_the_flood(start: str, extend: bool) -> None:
    gains: Counter[int] = Counter()
    for number in range(volume(30)):
        gains += grow(start, extend, random.Random(f"zoo {start} {extend} {number}"))
    assert gains.total() > 500
    assert all(gains[k] for k in (0, 1, 2)), gains


def test_the_flood_finds_what_can_be_seen() -> None:
    assert Zoo("front").areas() == 0
    assert Zoo("front", [Laid(2, 0, 1, 0, 1)]).areas() == 1
    assert Zoo("front", [Laid(12, 0, 1, 0, 1)]).areas() == 0
    assert Zoo("front", [Laid(2, 0, 1, 270, 1), Laid(19, 1, 2, 90, 2)]).areas() == 2


def test_the_house_is_where_the_rules_put_it() -> None:
    assert HOUSE == [(0, -1), (1, -1)]
    for start in START_PATHS:
        for tile in (4, 12, 16):
            for extend in (True, False):
                for x, y, turn in Zoo(start).placements(tile, extend):
                    assert not set(both_cells(x, y, turn)) & {(0, 0), (1, 0), *HOUSE}
