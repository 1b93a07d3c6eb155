"""Frank's Zoo from a written position on: seat 2 can beat two mice only with the help of seat 0, his senior."""

from __future__ import annotations

from paddock.core.setup import Setup
from paddock.core.state import State
from paddock.games.franks_zoo import FranksZooGame
from tests.games.franks_zoo.positions import position

HANDS = ["2 hedgehog, 1 fox", "2 perch", "1 hedgehog, 1 seal, 1 perch", "2 perch"]


class Staged(FranksZooGame):
    """Takes the place of the real one, so that the site draws the game's own face."""

    def start(self, setup: Setup) -> State:
        return self.from_position(position(HANDS, variant="partners", actor=2, ranking="2 mouse"))


GAME = Staged()
