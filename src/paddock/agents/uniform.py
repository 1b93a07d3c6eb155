"""Uniform: any legal action, each as likely as the others."""

from __future__ import annotations

from paddock.agents.agent import Agent
from paddock.core.match import Perspective
from paddock.core.rng import Rng


class UniformAgent(Agent):
    """Called `random`."""

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        return actions[rng.below(len(actions))]
