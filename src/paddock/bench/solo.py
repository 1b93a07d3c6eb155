"""Solo: in how many fixed set-ups a level fills the board of a game for one, and with which score."""

from __future__ import annotations

from statistics import fmean

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng

GAME = "new-york-zoo"
BOARDS = ("1p-3houses", "1p-4houses")


def run(setups: int = 200, level: str = "expert", seed: int = 1) -> dict[str, dict[str, float]]:
    """Every board with its set-ups, each played to its end."""
    return {board: share(board, setups, level, seed) for board in BOARDS}


def share(board: str, setups: int, level: str, seed: int) -> dict[str, float]:
    game = load(GAME)
    agent = make(level)
    scores = []
    for number in range(setups):
        match = Match(game, game.setup(1, solo_board=board), SeededDice(f"{seed} {number}"))
        rng = Rng(number)
        while not match.over:
            match.play(0, agent.choose(match.perspective(0), rng))
        scores.append(match.state.scores()[0])
    filled = [score for score in scores if score >= 0]  # a board that is not full scores minus its empty cells
    return {
        "setups": setups,
        "filled": len(filled),
        "share": round(len(filled) / setups, 4),
        "mean_score": round(fmean(scores), 2),
    }
