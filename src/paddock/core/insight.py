"""Insight: what a search may ask about a game beyond its rules.

The base knows nothing: playouts are random and a position is worth its standing points.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import MOST_SEATS, State

SURE: Final = 1000  # an evaluation runs from 0 (surely last) to SURE (surely first)


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight:
    """Evaluation and playout policy; a game's `insight.py` subclasses it, compiled."""

    def evaluate(self, state: State, out: vec[i64]) -> None:
        """Write each seat's prospects, 0 to SURE, for a whole state: by the points' spread."""
        state.tally(out)
        n = state.seats
        low: i64 = out[0]
        high: i64 = out[0]
        for seat in range(n):
            low = min(low, out[seat])
            high = max(high, out[seat])
        for seat in range(n):
            out[seat] = (out[seat] - low) * SURE // (high - low) if high > low else SURE // 2

    def guides(self) -> bool:
        """Does `choose` know better than chance? Only then do playouts ask it."""
        return False

    def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        """One of the first n actions, as a quick sensible player might choose in a playout."""
        return actions[rng.below(n)]


def prospects(insight: Insight, state: State) -> list[int]:
    """`evaluate` as a list, for people."""
    out = vec[i64]([0] * MOST_SEATS)
    insight.evaluate(state, out)
    return [out[seat] for seat in range(state.seats)]
