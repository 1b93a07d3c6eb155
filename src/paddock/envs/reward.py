"""Reward: what a finished match is worth to each seat, the same in every interface."""

from __future__ import annotations

from paddock.core.state import State

MOST = 1000.0  # no game of one is worth more, or less than its opposite


def rewards(state: State) -> list[float]:
    """1 for the first alone, -1 for the last alone, evenly between, ties share; together 0.

    A game of one has nobody to be compared with: its reward is its score.
    """
    if state.seats == 1:
        return [float(state.scores()[0])]
    places = state.places()
    others = len(places) - 1
    return [sum((other > mine) - (other < mine) for other in places) / others for mine in places]
