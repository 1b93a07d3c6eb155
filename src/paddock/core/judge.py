"""Judge: what each seat may hope for in a position, learned; a game says what there is to see.

Every seat is looked at from its own side and gets a number; prospects are the softmax over the seats.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.net import Net
from paddock.core.state import ACTOR, MOST_SEATS, NOBODY, SEATS, State

MOST_INPUTS: Final = 512  # that a position may have at once
STEEPEST: Final = 30.0  # no seat's number counts as more than so far above another's


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """A game's `judge.py` subclasses it and writes `prepare` and `look`."""

    def __init__(self, net: Net, spread: float) -> None:
        self.net: Net = net
        self.spread: float = spread  # points at the end that matter; 0.0 where only the places do
        self.inputs: vec[i64] = vec[i64]([0] * MOST_INPUTS)
        self.amounts: vec[float] = vec[float]([0.0] * MOST_INPUTS)
        self.count: i64 = 0  # inputs of the seat looked at last
        self.points: vec[i64] = vec[i64]([0] * MOST_SEATS)

    def add(self, k: i64, amount: float) -> None:
        """One input that is not zero."""
        if amount != 0.0:
            self.inputs[self.count] = k
            self.amounts[self.count] = amount
            self.count += 1

    # What each game writes.

    def prepare(self, state: State) -> None:
        """Whatever is the same for all seats, before they are looked at."""

    def look(self, state: State, seat: i64) -> None:
        """`add` the inputs of one seat."""
        raise NotImplementedError

    # Written once, here.

    def judge(self, state: State, out: vec[float], at: i64) -> None:
        """Write each seat's prospects, together 1, from out[at] on."""
        if state.cells[ACTOR] == NOBODY:
            self.settle(state, out, at)
            return
        seats = state.cells[SEATS]
        self.prepare(state)
        top: float = -1e9
        for seat in range(seats):
            self.count = 0
            self.look(state, seat)
            number = self.net.value(self.inputs, self.amounts, 0, self.count)
            out[at + seat] = number
            top = max(top, number)
        total: float = 0.0
        for seat in range(seats):
            share = math.exp(max(-STEEPEST, out[at + seat] - top))
            out[at + seat] = share
            total += share
        for seat in range(seats):
            out[at + seat] /= total

    def settle(self, state: State, out: vec[float], at: i64) -> None:
        """The end: by the places, and half by the points where these matter."""
        seats = state.cells[SEATS]
        places = state.places()
        winners: float = 0.0
        for seat in range(seats):
            if places[seat] == 1:
                winners += 1.0
        for seat in range(seats):
            out[at + seat] = 1.0 / winners if places[seat] == 1 else 0.0
        if self.spread == 0.0:
            return
        points = self.points
        state.tally(points)
        top: i64 = points[0]
        for seat in range(seats):
            top = max(top, points[seat])
        total: float = 0.0
        for seat in range(seats):
            total += math.exp(float(points[seat] - top) / self.spread)
        for seat in range(seats):
            share = math.exp(float(points[seat] - top) / self.spread) / total
            out[at + seat] = 0.5 * out[at + seat] + 0.5 * share
