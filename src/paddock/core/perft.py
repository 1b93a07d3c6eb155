"""Perft: how many lines of play there are to a depth; the classic check of a move generator."""

from __future__ import annotations

from paddock.core.state import CHANCE, NOBODY, State


def perft(state: State, depth: int) -> int:
    """Count the lines of `depth` events; a chance outcome is one ply, whatever its weight.

    A line that ends early counts as one. In a sealed round seats submit from the lowest up.
    """
    if depth == 0 or state.actor == NOBODY:
        return 1
    actor = state.actor
    actions = [k for k, _ in state.chance()] if actor == CHANCE else state.legal_actions(actor)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = state.copy()
        child.apply(actor, action)
        total += perft(child, depth - 1)
    return total
