"""Levels: the agent of a name; `easy` to `expert`, or an algorithm with its budget."""

from __future__ import annotations

import re

from paddock.agents.agent import Agent
from paddock.agents.greedy import GreedyAgent
from paddock.agents.uct import UctAgent
from paddock.agents.uniform import UniformAgent
from paddock.core.errors import BadAgent
from paddock.search.search import UNHURRIED

LEVELS = {"easy": "greedy", "medium": "uct:200", "hard": "uct:2000", "expert": "uct:20000"}
ALLOWED = f"random, greedy, uct:20000 (simulations), uct:0.5s (seconds), {', '.join(LEVELS)}"
LONGEST = 3600.0  # seconds a decision

SIMULATIONS = re.compile(r"uct:([0-9]{1,12})")
SECONDS = re.compile(r"uct:([0-9]+(?:\.[0-9]+)?|\.[0-9]+)s")


def make(spec: str) -> Agent:
    """The agent that this describes; BadAgent if it describes none."""
    plain = LEVELS.get(spec, spec)
    if plain == "random":
        return UniformAgent()
    if plain == "greedy":
        return GreedyAgent()
    if found := SIMULATIONS.fullmatch(plain):
        simulations = int(found[1])
        if not 0 < simulations < UNHURRIED:
            raise BadAgent(f"agent '{spec}': the simulations must be from 1 to {UNHURRIED - 1}")
        return UctAgent(simulations=simulations)
    if found := SECONDS.fullmatch(plain):
        seconds = float(found[1])
        if not 0 < seconds <= LONGEST:
            raise BadAgent(f"agent '{spec}': the seconds must be above 0 and at most {LONGEST:.0f}")
        return UctAgent(seconds=seconds)
    raise BadAgent(f"no agent is called '{spec}'; allowed: {ALLOWED}")
