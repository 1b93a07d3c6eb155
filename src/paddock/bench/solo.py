"""Solo: in how many fixed set-ups a beam search fills the board of a game for one."""

from __future__ import annotations

from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.search.beam import Beam

GAME = "new-york-zoo"
BOARDS = ("1p-3houses", "1p-4houses")
FILLED = 0  # a board that is not full scores minus its empty cells


def run(setups: int = 200, width: int = 100) -> dict[str, dict[str, float]]:
    """The share of set-ups 0, 1, 2, … that are filled, board by board."""
    return {board: share(board, setups, width) for board in BOARDS}


def share(board: str, setups: int, width: int) -> dict[str, float]:
    game = load(GAME)
    beam = Beam(game.insight(), width)
    filled = 0
    for seed in range(setups):
        state = game.start(game.setup(1, solo_board=board))
        state.settle(Rng(seed))
        filled += beam.run(state, FILLED).score >= FILLED
    return {"setups": setups, "width": width, "filled": filled, "share": round(filled / setups, 4)}
