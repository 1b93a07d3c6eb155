"""Greedy: the action after which the game's insight likes the seat's prospects best, one ply deep."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from paddock.agents.agent import Agent
from paddock.core.insight import Insight, prospects
from paddock.core.match import Perspective
from paddock.core.rng import Rng
from paddock.core.state import State, buffer


class GreedyAgent(Agent):
    """Averages over imagined worlds, the same ones for every action."""

    def __init__(self, worlds: int = 24) -> None:
        self.worlds = worlds
        self.actions = buffer()

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        insight = perspective.game.insight()
        seat = perspective.seat
        totals = [0] * len(actions)
        for _ in range(self.worlds):
            world = perspective.imagine(rng)
            seal_for_others(world, seat, insight, rng, self.actions)
            for k, action in enumerate(actions):
                after = world.copy()
                after.apply(seat, action)
                after.settle(rng)
                totals[k] += prospects(insight, after)[seat]
        best = max(totals)
        liked = [action for action, total in zip(actions, totals, strict=True) if total == best]
        return liked[rng.below(len(liked))]


def seal_for_others(world: State, seat: int, insight: Insight, rng: Rng, out: vec[i64]) -> None:
    """In a sealed round, let the insight choose for the rivals, who do not know what this seat will do."""
    if world.due:
        for rival in world.pending():
            if rival != seat:
                world.apply(rival, insight.choose(world, rival, out, world.legal(rival, out), rng))
