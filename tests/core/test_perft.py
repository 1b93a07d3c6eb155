"""Perft: counted by hand."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.perft import perft
from paddock.core.state import ACTOR, CHANCE, HEAD, NOBODY, State, head

LEFT = HEAD


class Stones(State):
    """Four stones; whoever is next takes one or two, and then a die of three decides who that is."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat != self.cells[ACTOR]:
            return 0
        out[0], out[1] = 1, 2
        return min(2, self.cells[LEFT])

    def weights(self, out: vec[i64]) -> i64:
        out[0], out[1], out[2] = 5, 0, 1
        return 3

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if seat == CHANCE:
            c[ACTOR] = action // 2
        else:
            c[LEFT] -= action
            c[ACTOR] = CHANCE if c[LEFT] else NOBODY


def start(stones: int) -> State:
    cells = head(2, HEAD + 1)
    cells[LEFT], cells[ACTOR] = stones, 0
    return Stones(cells)


# Whole games are the ways to write 4 as a sum of 1s and 2s, each with two outcomes between any two takes:
# 1+1+1+1 gives 8, three sums of three give 4 each, 2+2 gives 2. Shorter lines are their beginnings.
LINES = [1, 2, 4, 8, 3 * 4 + 2, 8 + 4 + 4 + 2, 8 + 3 * 4 + 2, 22, 22]


@pytest.mark.parametrize(("depth", "lines"), list(enumerate(LINES)))
def test_lines_of_play_are_counted(depth: int, lines: int) -> None:
    assert perft(start(4), depth) == lines


def test_an_outcome_without_weight_is_no_line_and_weight_does_not_count() -> None:
    state = start(4)
    state.apply(0, 1)
    assert perft(state, 1) == 2


def test_counting_changes_nothing() -> None:
    state = start(4)
    key = state.key()
    perft(state, 5)
    assert state.key() == key
