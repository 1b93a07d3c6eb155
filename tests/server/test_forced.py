"""How long a bot takes does not tell whether its move was forced: not for any level that people can ask for."""

from __future__ import annotations

import time

import pytest

from paddock.agents.levels import LEVELS, make
from paddock.core.dice import SeededDice
from paddock.core.match import Match, Perspective
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.server import worker

WANTED = 6  # decisions of each kind


def decisions() -> tuple[list[Perspective], list[Perspective]]:
    """Decisions of one match of Frank's Zoo, whose hands are hidden: forced ones, and free ones."""
    game = load("franks-zoo")
    match = Match(game, game.setup(4), SeededDice(1))
    forced: list[Perspective] = []
    free: list[Perspective] = []
    while not match.over and min(len(forced), len(free)) < WANTED:
        seat = match.pending[0]
        perspective = match.perspective(seat)
        (forced if len(match.state.legal_actions(seat)) == 1 else free).append(perspective)
        match.play(seat, make("random").choose(perspective, Rng(len(match.events))))
    return forced[:WANTED], free[-WANTED:]


def effort(level: str, perspectives: list[Perspective]) -> float:
    """Seconds of CPU, whatever else the machine does."""
    before = time.process_time()
    for perspective in perspectives:
        worker.choose(worker.job_of(1, perspective, level, 3))
    return time.process_time() - before


@pytest.mark.parametrize("level", LEVELS[-1:])
def test_a_forced_decision_takes_as_much_work_as_a_free_one(level: str) -> None:
    forced, free = decisions()
    effort(level, free[:1])  # weights are read once
    assert effort(level, forced) > effort(level, free) / 10, "whoever has only one card that fits answers at once"
