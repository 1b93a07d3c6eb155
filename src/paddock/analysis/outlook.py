"""Outlook: the win chances in a whole position, by playing on for a while and judging what becomes of it.

Everybody who plays on decides by what that seat may know. Where a game has learned nothing for so many seats, playouts
go to the very end.
"""

from __future__ import annotations

from librt.vecs import vec

from paddock.agents.learned import thinker_for
from paddock.analysis.manner import MANNERS, OTHER, sharpened
from paddock.analysis.share import victory
from paddock.core.game import Game
from paddock.core.playout import whole_playout
from paddock.core.rng import Rng, scrambled
from paddock.core.state import CHANCE, MOST_SEATS, NOBODY, State, buffer
from paddock.core.thinker import Thinker
from paddock.core.weights import has_weights


class Outlook:
    """Holds the buffers of one analysis; `thoughts` counts the work, in decisions, whatever the clock says."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.thoughts = 0
        self.thinker: Thinker | None = None
        self.manner = OTHER
        if has_weights(game, seats):
            self.manner = MANNERS.get(game.name, OTHER)
            self.thinker = thinker_for(game, seats, {"noise": self.manner.noise})
            self.thinker.set("draws", 3.0)
        self.insight = game.insight()
        self.sharpness = self.manner.sharpness_for(seats)
        self.values = vec[float]([0.0] * MOST_SEATS)
        self.actions = buffer()

    @property
    def learned(self) -> bool:
        """Does a learned judge look?"""
        return self.thinker is not None

    def look(self, state: State, rng: Rng, turns: int | None = None) -> list[float]:
        """The win chances of all seats in one future; the state is not changed."""
        self.thoughts += 1
        if self.seats == 1:
            return [1.0]  # nobody to lose to
        future = state.copy()
        if self.thinker is None:
            self.thoughts += int(whole_playout(future, self.insight, rng, self.actions))
            return victory(future)
        left = self.manner.turns if turns is None else turns
        while future.actor != NOBODY:
            if self.game.judgeable(future):
                if left == 0:
                    return self.judged(future, self.thinker)
                left -= 1
            self.move(future, rng)
        return victory(future)

    def judged(self, state: State, thinker: Thinker) -> list[float]:
        thinker.judge.judge(state, self.values, 0)
        return sharpened([self.values[seat] for seat in range(self.seats)], self.sharpness)

    def move(self, state: State, rng: Rng) -> None:
        """Let chance, or everybody who is pending, decide."""
        if state.actor == CHANCE:
            state.settle(rng)
            return
        for seat in state.pending():
            self.decide(state, seat, rng)

    def decide(self, state: State, seat: int, rng: Rng) -> None:
        """Let a seat decide by what it may know."""
        self.thoughts += 1
        if self.thinker is not None:
            state.apply(seat, self.thinker.decide(state.mask(seat), rng))
        else:
            count = state.legal(seat, self.actions)
            state.apply(seat, self.insight.choose(state, seat, self.actions, count, rng))


def stream(seed: int, *path: int) -> Rng:
    """The random numbers of one purpose: the same for the same seed and path."""
    for step in path:
        seed = scrambled(seed) ^ step
    return Rng(seed)
