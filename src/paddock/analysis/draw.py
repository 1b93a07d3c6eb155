"""Draw: what a position is worth in the mean before dice are rolled, cards dealt or tiles drawn."""

from __future__ import annotations

from typing import Final

from paddock.core.state import CHANCE, State

WIDEST: Final = 64  # outcomes that are all tried; where there are more, some are drawn

Outcomes = list[tuple[float, State]]  # each with its likelihood


def outcomes(state: State, most: int = WIDEST) -> Outcomes | None:
    """All that chance may lead to before somebody decides, or None if that is too much."""
    found: Outcomes = []
    waiting: Outcomes = [(1.0, state)]
    while waiting:
        likely, before = waiting.pop()
        odds = before.chance()
        total = sum(weight for _, weight in odds)
        for outcome, weight in odds:
            after = before.copy()
            after.apply(CHANCE, outcome)
            (waiting if after.actor == CHANCE else found).append((likely * weight / total, after))
            if len(found) + len(waiting) > most:
                return None
    return found
