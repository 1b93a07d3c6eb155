"""Uct: thinks ahead by tree search, over imagined worlds where a game hides something."""

from __future__ import annotations

import math

from paddock.agents.agent import Agent
from paddock.core.game import Game
from paddock.core.match import Perspective
from paddock.core.rng import Rng
from paddock.search.ismcts import Ismcts
from paddock.search.search import UNHURRIED, Result, Search
from paddock.search.uct import Uct


class UctAgent(Agent):
    """Spends a number of simulations, or of seconds, on every decision that is not forced."""

    def __init__(self, simulations: int = UNHURRIED, seconds: float = math.inf) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.searches: dict[str, Search] = {}  # of each game: the buffers are worth keeping

    def __repr__(self) -> str:
        budget = f"{self.seconds:g}s" if self.seconds < math.inf else str(self.simulations)
        return f"<UctAgent uct:{budget}>"

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        return self.think(perspective, rng).action

    def think(self, perspective: Perspective, rng: Rng) -> Result:
        """What the search found about every legal action, for hints and analysis."""
        game = perspective.game
        if game.name not in self.searches:
            self.searches[game.name] = search_for(game)
        return self.searches[game.name].run(perspective.state, rng, self.simulations, self.seconds)


def search_for(game: Game) -> Search:
    """The search that fits the game."""
    return Ismcts(game.insight()) if game.hidden else Uct(game.insight())
