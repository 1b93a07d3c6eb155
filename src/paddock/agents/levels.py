"""Levels: the agent of a name; `easy` to `expert`, or an algorithm with its budget."""

from __future__ import annotations

import re
from pathlib import Path

from paddock.agents.agent import Agent
from paddock.agents.greedy import GreedyAgent
from paddock.agents.ladder import LEVELS as LEVELS
from paddock.agents.ladder import rung
from paddock.agents.learned import LearnedAgent
from paddock.agents.outside import outside
from paddock.agents.uct import UctAgent
from paddock.agents.uniform import UniformAgent
from paddock.core.errors import BadAgent, shown
from paddock.core.match import Perspective
from paddock.core.rng import Rng
from paddock.search.search import UNHURRIED

ALLOWED = (
    f"random, greedy, uct:20000 (simulations), uct:0.5s (seconds), {', '.join(LEVELS)}, expert:0.1s (seconds), "
    "openspiel:0.1s (seconds; OpenSpiel's own search), package.module:Class"
)
LONGEST = 3600.0  # seconds a decision

SIMULATIONS = re.compile(r"uct:([0-9]{1,12})")
SECONDS = re.compile(r"uct:([0-9]+(?:\.[0-9]+)?|\.[0-9]+)s")
LEVEL = re.compile(rf"({'|'.join(LEVELS)})(?::([0-9]+(?:\.[0-9]+)?|\.[0-9]+)s)?(?:@(.+))?")
LEARNED = re.compile(r"net((?::|,)[a-z]+=[0-9.]+(?:,[a-z]+=[0-9.]+)*)?(?:@(.+))?")


class LevelAgent(Agent):
    """Becomes, at each table, the agent that this level is there; a time replaces the level's own budget."""

    def __init__(self, level: str, seconds: float | None = None, weights: Path | None = None) -> None:
        self.level = level
        self.seconds = seconds
        self.weights = weights
        self.agents: dict[tuple[str, int], Agent] = {}

    def __repr__(self) -> str:
        return f"<LevelAgent {self.level}{'' if self.seconds is None else f':{self.seconds:g}s'}>"

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        return self.at(perspective).decide(perspective, actions, rng)

    def at(self, perspective: Perspective) -> Agent:
        """Who plays this level at such a table."""
        game, seats = perspective.game, int(perspective.state.seats)
        agent = self.agents.get((game.name, seats))
        if agent is None:
            agent = make(rung(game, seats, self.level))
            if isinstance(agent, LearnedAgent):
                agent.weights = self.weights
                if self.seconds is not None:
                    agent.knobs = {**agent.knobs, "endless": 1.0, "seconds": self.seconds}
            elif self.seconds is not None:
                agent = UctAgent(seconds=self.seconds)
            self.agents[game.name, seats] = agent
        return agent


def make(spec: str) -> Agent:
    """The agent that this describes; BadAgent if it describes none.

    A level (`easy` to `expert`), one with a time to think (`expert:0.1s`), `random`, `greedy`, `uct:2000` simulations,
    a class of your own (`package.module:Class`), or a name that an installed package announces.

    >>> match = paddock.Match("zooloretto", 2, seed=1)
    >>> seat = match.pending[0]
    >>> action = paddock.agent("greedy").choose(match.perspective(seat), paddock.Rng(1))
    >>> match.legal(seat)[action]
    'draw'
    """
    if not isinstance(spec, str):
        raise BadAgent(f"an agent is named by a text such as 'hard', not by {shown(spec)}")
    if spec == "random":
        return UniformAgent()
    if spec == "greedy":
        return GreedyAgent()
    if found := LEVEL.fullmatch(spec):
        seconds = None if found[2] is None else allowed_seconds(spec, found[2])
        return LevelAgent(found[1], seconds, None if found[3] is None else Path(found[3]))
    if found := LEARNED.fullmatch(spec):
        return LearnedAgent(knobs(spec, found[1] or ""), None if found[2] is None else Path(found[2]))
    if found := SIMULATIONS.fullmatch(spec):
        simulations = int(found[1])
        if not 0 < simulations < UNHURRIED:
            raise BadAgent(f"agent '{spec}': the simulations must be from 1 to {UNHURRIED - 1}")
        return UctAgent(simulations=simulations)
    if found := SECONDS.fullmatch(spec):
        return UctAgent(seconds=allowed_seconds(spec, found[1]))
    if (agent := outside(spec)) is not None:
        return agent
    raise BadAgent(f"no agent is called {shown(spec)}; allowed: {ALLOWED}")


def allowed_seconds(spec: str, text: str) -> float:
    """A budget of time, or BadAgent."""
    seconds = float(text)
    if not 0 < seconds <= LONGEST:
        raise BadAgent(f"agent '{spec}': the seconds must be above 0 and at most {LONGEST:.0f}")
    return seconds


def knobs(spec: str, text: str) -> dict[str, float]:
    """`:turns=2,noise=0.1` as numbers."""
    try:
        pairs = (part.split("=") for part in text[1:].split(",") if part)
        return {name: float(value) for name, value in pairs}
    except ValueError:
        raise BadAgent(f"agent '{spec}': every knob must be a number") from None
