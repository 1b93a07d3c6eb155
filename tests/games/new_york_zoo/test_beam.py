"""The beam of the solo game fills boards, and ends soon once its time is spent."""

import pytest

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.games.new_york_zoo.beam import SoloBeam
from paddock.games.new_york_zoo.rules import NewYorkZoo

BOARDS = ("1p-3houses", "1p-4houses")
GAME = load("new-york-zoo")


def dealt(board: str, seed: int) -> Match:
    return Match(GAME, GAME.setup(1, solo_board=board), SeededDice(seed))


@pytest.mark.parametrize("board", BOARDS)
def test_expert_fills_both_boards(board: str) -> None:
    agent, rng = make("expert"), Rng(1)
    match = dealt(board, 4)
    while not match.over:
        match.play(0, agent.choose(match.perspective(0), rng))
    assert match.state.scores()[0] > 0


@pytest.mark.parametrize("board", BOARDS)
def test_a_beam_whose_time_is_over_is_one_position_wide(board: str) -> None:
    root = NewYorkZoo(dealt(board, 4).state.cells[:])
    wide, narrow, late = SoloBeam(4), SoloBeam(1), SoloBeam(4, until=1e-9)
    assert late.run(root) == narrow.run(root)
    assert wide.run(root).score > narrow.run(root).score
