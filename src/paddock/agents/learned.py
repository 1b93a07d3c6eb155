"""Learned: an agent that asks the game's own thinker, with the weights that fit the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paddock.agents.agent import Agent
from paddock.core.errors import BadAgent
from paddock.core.game import Game
from paddock.core.match import Event, Perspective
from paddock.core.rng import Rng
from paddock.core.state import CHANCE
from paddock.core.thinker import Thinker
from paddock.core.weights import net_for


class LearnedAgent(Agent):
    """Knobs say how far it looks and how well; the weights are the game's own, or those of a file."""

    def __init__(self, knobs: Mapping[str, float], weights: Path | None = None) -> None:
        self.knobs = knobs
        self.weights = weights
        self.thinkers: dict[tuple[str, int], Thinker] = {}

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        game, seats = perspective.game, int(perspective.state.seats)
        if (game.name, seats) not in self.thinkers:
            self.thinkers[game.name, seats] = thinker_for(game, seats, self.knobs, self.weights)
        thinker = self.thinkers[game.name, seats]
        thinker.recall(recent(perspective.events))
        return thinker.decide(perspective.state, rng)


def recent(events: tuple[Event, ...]) -> list[int]:
    """What happened since chance last decided, as seat and action in turns."""
    first = len(events)
    while first and events[first - 1].seat != CHANCE:
        first -= 1
    return [number for event in events[first:] for number in event]


def thinker_for(game: Game, seats: int, knobs: Mapping[str, float], weights: Path | None = None) -> Thinker:
    """The game's thinker for so many seats, tuned."""
    if not game.inputs:
        raise BadAgent(f"{game.title} has no learned players")
    thinker = game.thinker(net_for(game, seats, weights))
    for name, value in knobs.items():
        if not thinker.set(name, value):
            raise BadAgent(f"the thinker of {game.title} has no knob '{name}'")
    return thinker
