"""The minimal game keeps the laws of every game, and is small and long as a measurement needs it."""

import json

from paddock.bench.minimal import GAME
from paddock.bench.minimal_rules import DECISIONS, SUM
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.state import HEAD
from paddock.testing import check


def test_it_keeps_the_laws_of_every_game() -> None:
    assert check(GAME, games=1, moments=6).events == DECISIONS


def test_who_makes_the_sum_a_multiple_of_seven_has_a_point() -> None:
    match = Match(GAME, GAME.setup(2))
    for seat, action in ((0, 2), (1, 2), (0, 2), (1, 1), (0, 0), (1, 1)):
        match.play(seat, action)
    assert match.state.scores() == [1, 1]  # seat 1 made the 7; by adding nothing seat 0 made it again
    assert match.pending == [0]


def test_a_view_has_about_two_hundred_bytes_whatever_happens() -> None:
    match, rng = Match(GAME, GAME.setup(2)), Rng(1)
    while not match.over:
        match.play(match.pending[0], rng.below(3))
    for state in (GAME.start(GAME.setup(2)), match.state):
        assert 150 < len(json.dumps(GAME.view(state.mask(0)), separators=(",", ":"))) < 250


def test_its_cells_begin_where_the_kernel_s_end() -> None:
    assert SUM == HEAD
