"""The beam search finds the end that a nose for the next step misses, and refuses what it cannot search."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.insight import Insight
from paddock.core.state import ACTOR, HEAD, NOBODY, State, head
from paddock.search.beam import Beam

STEPS = HEAD  # decisions made
SUM = HEAD + 1
TRAP = HEAD + 2  # 1 after the tempting first step
SIZE = HEAD + 3


class Path(State):
    """Three steps; the tempting first one is worth 5 and makes all later ones worthless, the others are worth 3."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat != self.cells[ACTOR]:
            return 0
        out[0], out[1] = 0, 1
        return 2

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if c[STEPS] == 0 and action == 1:
            c[SUM], c[TRAP] = 5, 1
        elif not c[TRAP]:
            c[SUM] += 3 * (1 - action)
        c[STEPS] += 1
        if c[STEPS] == 3:
            c[ACTOR] = NOBODY

    def tally(self, out: vec[i64]) -> None:
        out[0] = self.cells[SUM]


class Sum(Insight):
    def evaluate(self, state: State, out: vec[i64]) -> None:
        state.tally(out)


def begun(seats: int = 1) -> Path:
    cells = head(seats, SIZE)
    cells[ACTOR] = 0
    return Path(cells)


def test_a_beam_of_one_walks_into_the_trap_and_a_beam_of_two_does_not() -> None:
    assert Beam(Sum(), 1).run(begun(), 100).score == 5
    best = Beam(Sum(), 2).run(begun(), 100)
    assert (best.score, best.actions) == (9, [0, 0, 0])


def test_the_line_leads_to_the_score_from_the_root() -> None:
    root = begun()
    best = Beam(Sum(), 2).run(root, 100)
    for action in best.actions:
        root.apply(0, action)
    assert (root.actor, root.scores()) == (NOBODY, [best.score])


def test_it_takes_games_for_one_only() -> None:
    with pytest.raises(ValueError, match="a game for one"):
        Beam(Sum(), 2).run(begun(seats=2), 100)
