"""Rival: OpenSpiel's own Python search as an agent, `openspiel:0.1s`; the baseline from outside for our players.

MCTS where everything is open, ISMCTS where something is hidden or sealed. It gets our fast playouts as its evaluator
and an exploration constant that suits each game; all else is OpenSpiel's.
"""

from __future__ import annotations

import re
import time
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from paddock.agents.agent import Agent
from paddock.agents.levels import allowed_seconds
from paddock.core.errors import BadAgent
from paddock.core.insight import SURE, Insight
from paddock.core.match import Perspective
from paddock.core.playout import leg_playout, whole_playout
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import MOST_SEATS, buffer
from paddock.envs.extra import MissingExtra
from paddock.envs.reward import rewards

NAME = "openspiel"
NUMBER = r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+"
WAYS = ("whole", "quick", "leg")
BUDGET = re.compile(rf"(?:([1-9][0-9]{{0,8}})|({NUMBER})s)(?:,explore=({NUMBER}))?(?:,way=({'|'.join(WAYS)}))?")
PROBE = 64  # simulations of the first decision, before it is known how long one takes
# From a few games on development seeds, so a start and no optimum: the exploration constant, and whether a playout goes
# to the end of the match at random ("whole"), does so by the game's quick policy ("quick"), or stops at the end of the
# leg to be evaluated ("leg").
TUNED = {
    "franks-zoo": (1.0, "leg"),
    "zooloretto": (1.0, "quick"),
    "o-zoo-le-mio": (1.0, "leg"),
    "new-york-zoo": (1.0, "leg"),
}
USUAL = (1.0, "whole")


class Playouts:
    """An evaluator as OpenSpiel's searches want it."""

    def __init__(self, insight: Insight, way: str, rng: Rng) -> None:
        self.insight = insight
        self.way = way
        self.rng = rng
        self.calls = 0
        self.spare = buffer()
        self.out = vec[i64]([0] * MOST_SEATS)

    def evaluate(self, state: Any) -> list[float]:
        """How one playout from here goes, from -1 to 1 for each player."""
        self.calls += 1
        world = state.inside.state.copy()
        if self.way == "leg" and world.seats > 1:
            leg_playout(world, self.insight, self.rng, self.spare)
            self.insight.evaluate(world, self.out)
            return [2 * self.out[seat] / SURE - 1 for seat in range(world.seats)]
        whole_playout(world, self.insight if self.way == "quick" else Insight(), self.rng, self.spare)
        return rewards(world)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """No opinion."""
        if state.is_chance_node():
            odds: list[tuple[int, float]] = state.chance_outcomes()
            return odds
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class OpenSpielAgent(Agent):
    """Spends a number of simulations, or about so many seconds of CPU time, on every decision that is not forced.

    OpenSpiel counts simulations, so each decision gets as many as fitted into the time at the decisions before.
    `0.1s,explore=0.7,way=leg` searches with another exploration constant and other playouts than those in TUNED.
    """

    def __init__(self, budget: str = "0.1s") -> None:
        try:
            from paddock.envs import openspiel
        except MissingExtra as error:
            raise BadAgent(f"agent '{NAME}:{budget}': {error}") from None
        found = BUDGET.fullmatch(budget)
        if not found:
            expected = f"{NAME}:0.1s (seconds) or {NAME}:500 (simulations), then ,explore=1.4 or ,way=leg if you like"
            raise BadAgent(f"agent '{NAME}:{budget}': {expected}, is expected")
        self.adapter = openspiel
        self.simulations = int(found[1] or 0)  # 0: as many as fit into the seconds
        self.seconds = allowed_seconds(f"{NAME}:{budget}", found[2]) if found[2] else 0.0
        self.exploration = float(found[3]) if found[3] else None
        self.way: str | None = found[4]
        self.games: dict[Setup, Any] = {}
        self.pace: dict[str, float] = {}  # simulations a second, by game

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        pace = self.pace.get(perspective.game.name)
        simulations = self.simulations or (PROBE if pace is None else max(2, int(pace * self.seconds)))
        evaluator = self.evaluator(perspective, rng)
        bot = self.bot(perspective, simulations, evaluator, rng)
        root = self.root(perspective, rng)
        began = time.process_time()
        action = int(bot.step(root))
        took = time.process_time() - began
        if evaluator.calls and took > 0:  # a search that solves the position stops early, so ask how far it came
            found = evaluator.calls / took
            self.pace[perspective.game.name] = found if pace is None else (found + pace) / 2
        return action

    def evaluator(self, perspective: Perspective, rng: Rng) -> Playouts:
        game = perspective.game
        return Playouts(game.insight(), self.way or TUNED.get(game.name, USUAL)[1], rng)

    def root(self, perspective: Perspective, rng: Rng) -> Any:
        """A state of OpenSpiel's in which this seat is to move; whatever it does not know is imagined."""
        setup, seat = perspective.setup, perspective.seat
        game = self.root_game(perspective)
        world = perspective.imagine(rng)
        inside = self.adapter.Inside(world, [self.adapter.digest(world.mask(k)) for k in range(setup.seats)], [])
        while world.actor != seat:  # sealed choices are asked in the order of seats
            inside.apply(int(world.actor), game.quick_choice(world, int(world.actor), rng))
        state = game.new_initial_state()
        state.inside = inside
        return state

    def bot(self, perspective: Perspective, simulations: int, evaluator: Playouts, rng: Rng) -> Any:
        """OpenSpiel's search for such a game."""
        import numpy as np
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import MCTSBot

        game = perspective.game
        constant = TUNED.get(game.name, USUAL)[0] if self.exploration is None else self.exploration
        dice = np.random.RandomState(int(rng.below(1 << 30)))
        played = self.root_game(perspective)
        if game.hidden or game.sealed:
            bot = ISMCTSBot(played, evaluator, constant, simulations, random_state=dice)
            bot.set_resampler(lambda state, player: state.imagined(player, rng))  # by the dice of this decision
            return bot
        return MCTSBot(played, constant, simulations, evaluator, random_state=dice)

    def root_game(self, perspective: Perspective) -> Any:
        """The game as OpenSpiel has it."""
        setup = perspective.setup
        if setup not in self.games:
            self.games[setup] = self.adapter.load(perspective.game, setup.seats, **setup.options)
        return self.games[setup]
