"""Agent: whoever decides for a seat, from what that seat may know."""

from __future__ import annotations

from typing import Protocol, SupportsIndex, runtime_checkable

from paddock.core.errors import BadAgent, BadArgument, PaddockError, shown
from paddock.core.match import Perspective, demand_masked, demand_rng
from paddock.core.rng import Rng


@runtime_checkable
class Decides(Protocol):
    """All that is asked of an agent."""

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng, /) -> int:
        """One of these actions, of which there are at least two."""


class Agent:
    """Subclass it and write `decide`; an agent may sit on several seats, one decision at a time.

    >>> class Last(paddock.Agent):
    ...     def decide(self, perspective, actions, rng):
    ...         return actions[-1]
    >>> paddock.play("zooloretto", [Last(), "random"], seed=1).over
    True
    """

    def __repr__(self) -> str:
        """`<UniformAgent>`."""
        return f"<{type(self).__name__}>"

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        """One of the seat's legal actions; equal perspectives and rngs choose equally, unless time is the budget."""
        if not isinstance(perspective, Perspective):
            raise BadArgument(
                f"an agent is shown a perspective, such as match.perspective(0), not {shown(perspective)}"
            )
        demand_rng(rng)
        state, seat = perspective.state, perspective.seat
        demand_masked(state)
        if state.viewer != seat:
            raise BadArgument(f"the perspective is of seat {seat}, but its state is masked for {state.viewer}")
        actions = state.legal_actions(seat)
        if not actions:
            raise BadArgument(f"seat {seat} has nothing to decide")
        if len(actions) == 1:
            return actions[0]
        try:
            decided = self.decide(perspective, actions, rng)
        except PaddockError:
            raise
        except Exception as error:
            if is_ours(self):
                raise
            raise BadAgent(f"{self} could not decide: {type(error).__name__} {error}") from error
        if not is_number(decided):
            raise BadAgent(f"{self} decided {shown(decided)}, which is none of the actions that it was given")
        return decided

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        """One of these actions, of which there are at least two."""
        raise NotImplementedError


def is_number(decided: object) -> bool:
    """Whatever an agent's types promise; numpy's whole numbers will do."""
    return isinstance(decided, SupportsIndex)


class Guest(Agent):
    """Somebody's own, who need not know `Agent`: a class with `decide` will do."""

    def __init__(self, own: Decides) -> None:
        self.own = own

    def __repr__(self) -> str:
        kind = type(self.own)
        return f"<Guest {kind.__module__}:{kind.__qualname__}>"

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        return self.own.decide(perspective, actions, rng)


def is_ours(agent: Agent) -> bool:
    """Is it an agent of Paddock, whose faults are ours?"""
    kind = type(agent.own if isinstance(agent, Guest) else agent)
    return kind.__module__.startswith("paddock.")


def seated(own: object, name: str = "") -> Agent:
    """Whatever has `decide`, as an agent; BadAgent if it has none."""
    if isinstance(own, Agent):
        return own
    if isinstance(own, type) and isinstance(own, Decides):
        raise BadAgent(f"{name or own.__name__} is a class: give an agent made of it, such as {own.__name__}()")
    if isinstance(own, type) or not isinstance(own, Decides) or not callable(own.decide):
        raise BadAgent(f"{name or shown(own)} is no agent: it needs a method `decide(perspective, actions, rng)`")
    return Guest(own)
