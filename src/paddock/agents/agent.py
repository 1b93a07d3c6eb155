"""Agent: whoever decides for a seat, from what that seat may know."""

from __future__ import annotations

from paddock.core.match import Perspective, demand_masked
from paddock.core.rng import Rng


class Agent:
    """Subclass it and write `decide`; an agent may sit on several seats, one decision at a time."""

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        """One of the seat's legal actions; equal perspectives and rngs choose equally, unless time is the budget."""
        state, seat = perspective.state, perspective.seat
        demand_masked(state)
        if state.viewer != seat:
            raise ValueError(f"the perspective is of seat {seat}, but its state is masked for {state.viewer}")
        actions = state.legal_actions(seat)
        if not actions:
            raise ValueError(f"seat {seat} has nothing to decide")
        return actions[0] if len(actions) == 1 else self.decide(perspective, actions, rng)

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        """One of these actions, of which there are at least two."""
        raise NotImplementedError
