"""Cheat: an agent that sees all hands, to show how much is lost by not knowing them; in the arena alone."""

from __future__ import annotations

from paddock.agents.agent import Agent
from paddock.core.match import Match, Perspective
from paddock.core.rng import Rng
from paddock.core.state import VIEWER


class CheatingAgent(Agent):
    """Thinks like another agent, but about the truth; what is sealed stays sealed for it too."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        return self.agent.decide(perspective, actions, rng)


def sight(agent: Agent, match: Match, seat: int) -> Perspective:
    """What an agent is shown of a match: its seat's perspective, or the truth if it cheats."""
    perspective = match.perspective(seat)
    if isinstance(agent, CheatingAgent) and not match.state.due:
        truth = match.state.copy()
        truth.cells[VIEWER] = seat
        return perspective._replace(state=truth)
    return perspective
