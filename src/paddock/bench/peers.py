"""Peers: the same game on another engine and on ours, in one run."""

from __future__ import annotations

import itertools
from importlib import import_module
from typing import Any

from paddock.bench import engine
from paddock.bench.clock import Work, rates
from paddock.bench.connect_four import connect_four
from paddock.core.errors import PaddockError
from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.search.uct import Uct

SIMULATIONS = 10_000
EXPLORATION = 1.4  # of values from -1 to 1, as OpenSpiel has them; ours run from 0 to 1, half as far


class NoPeer(PaddockError):
    """An engine to compare with is not installed."""


def run(seconds: float = 5.0) -> dict[str, dict[str, dict[str, float]]]:
    """Connect Four: MCTS with random rollouts from the start, and games driven by a Python loop."""
    spiel = open_spiel()
    return {
        "connect_four": {
            "mcts_10k": compared(our_simulations(), their_simulations(spiel), seconds / 2),
            "driven": compared(engine.driven(connect_four()), their_decisions(spiel), seconds / 2),
        }
    }


def compared(ours: Work, theirs: Work, seconds: float) -> dict[str, float]:
    paddock, openspiel = rates([ours, theirs], seconds)
    return {"paddock": round(paddock), "openspiel": round(openspiel), "ratio": round(paddock / openspiel, 2)}


def open_spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise NoPeer(
            "OpenSpiel is not installed; `make bench` installs it, as does `pip install 'paddock[peers]'`"
        ) from None


def our_simulations() -> Work:
    search = Uct(Insight(), EXPLORATION / 2)
    masked = connect_four().mask(0)
    rng = Rng(1)
    return lambda: search.run(masked, rng, SIMULATIONS).simulations


def their_simulations(spiel: Any) -> Work:
    game = spiel.load_game("connect_four")
    start = game.new_initial_state()
    seeds = itertools.count(1)

    def work() -> int:
        seed = next(seeds)
        rollouts = spiel.RandomRolloutEvaluator(1, seed)
        megabytes, solve, verbose = 1000, False, False
        bot = spiel.MCTSBot(game, rollouts, EXPLORATION, SIMULATIONS, megabytes, solve, seed, verbose)
        bot.step(start)
        return SIMULATIONS

    return work


def their_decisions(spiel: Any) -> Work:
    """The same loop as ours in `engine.driven`, in OpenSpiel's words."""
    game = spiel.load_game("connect_four")
    numbers = engine.drawn()

    def work() -> int:
        state = game.new_initial_state()
        rests = 0
        for number in numbers:
            if not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[number % len(actions)])
                continue
            rests += 1
            state = game.new_initial_state()
        return len(numbers) - rests

    return work
