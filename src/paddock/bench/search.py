"""Search: how many simulations a second a search makes with hidden hands."""

from __future__ import annotations

from paddock.bench.clock import rate
from paddock.core.insight import Insight
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.state import State
from paddock.search.ismcts import Ismcts

SIMULATIONS = 5_000
GAMES = ("franks-zoo",)  # at the first lead, when every hand is full and hidden
SEATS = 4


def run(seconds: float = 5.0) -> dict[str, dict[str, float]]:
    """Figures for each game with secrets."""
    return {name: {"simulations_per_s": round(simulations(first_decision(name), seconds))} for name in GAMES}


def first_decision(name: str) -> State:
    """The first decision after the deal, as its seat sees it."""
    game = load(name)
    state = game.start(game.setup(SEATS))
    state.settle(Rng(1))
    return state.mask(state.actor)


def simulations(masked: State, seconds: float) -> float:
    """Simulations a second of ISMCTS with random playouts."""
    search = Ismcts(Insight())
    rng = Rng(1)
    return rate(lambda: search.run(masked, rng, SIMULATIONS).simulations, seconds)
