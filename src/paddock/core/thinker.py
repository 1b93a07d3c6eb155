"""Thinker: decides for a seat by what one game knows about itself; how hard it thinks is set by knobs."""

import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.learner import Learner
from paddock.core.rng import Rng
from paddock.core.state import State, buffer

FINE: Final = 1_000_000  # steps of a random share


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker:
    """A game's `thinker.py` subclasses it, compiled. Values are prospects, 0 to 1."""

    def __init__(self, judge: Judge) -> None:
        self.judge: Judge = judge
        self.noise: float = 0.0  # how far a value may seem better or worse than it is
        self.blind: float = 0.0  # how often an action that a beginner does not think of is overlooked
        self.seconds: float = 0.0  # of CPU a decision; 0.0 without limit
        self.endless: bool = False  # work until the time is spent
        self.begun: float = 0.0
        self.rng: Rng = Rng(0)
        self.actions: vec[i64] = buffer()
        self.found: vec[float] = vec[float]([0.0] * 4096)  # of each legal action: its value

    # What each game writes.

    def tune(self, name: str, value: float) -> bool:
        """Set a knob of the game's own; False if there is none of this name."""
        return False

    def weigh(self, state: State, seat: i64, n: i64) -> None:
        """Write the value of each of the first n of `actions` into `found`; the state is whole."""
        raise NotImplementedError

    def recall(self, history: list[int]) -> None:
        """Before `decide`: what was seen since chance last decided, as seat and action in turns."""

    def subtle(self, state: State, action: i64) -> bool:
        """Is this an action that a beginner may not think of?"""
        return False

    def study(self, state: State, learner: Learner, stray: i64) -> None:
        """Play one game from its start against itself, for the learner; one decision in `stray` is left to chance."""
        raise NotImplementedError

    # Written once, here.

    def set(self, name: str, value: float) -> bool:
        """Set a knob; False if there is none of this name."""
        if name == "noise":
            self.noise = value
        elif name == "blind":
            self.blind = value
        elif name == "seconds":
            self.seconds = value
        elif name == "endless":
            self.endless = value > 0.0
        else:
            return self.tune(name, value)
        return True

    def decide(self, masked: State, rng: Rng) -> i64:
        """The action of the seat that this state was masked for."""
        self.rng = rng
        self.begin()
        seat = masked.viewer
        state = masked.copy()
        state.fill(rng)
        n = state.legal(seat, self.actions)
        if n == 1:
            return self.actions[0]
        return self.pick(state, seat, n)

    def begin(self) -> None:
        """The time of a decision begins."""
        self.begun = time.process_time()

    def pick(self, state: State, seat: i64, n: i64) -> i64:
        """The best of the first n actions, as far as this thinker sees them; of equal ones the first."""
        self.weigh(state, seat, n)
        n = state.legal(seat, self.actions)
        return self.actions[self.liked(state, n)]

    def liked(self, state: State, n: i64) -> i64:
        """The index of the action that seems best; that one is worse by more than the noise is always seen."""
        best: i64 = 0
        most: float = -1e9
        least: float = -1e9
        if self.noise > 0.0:
            for k in range(n):
                least = max(least, self.found[k] - self.noise)
        for k in range(n):
            if self.found[k] < least:
                continue
            value = self.found[k] + self.error()
            if self.blind > 0.0 and self.subtle(state, self.actions[k]) and self.share() < self.blind:
                value -= 1000.0
            if value > most:
                most = value
                best = k
        return best

    # Playing the best actions on: after every round the worse half goes.

    def promising(self, n: i64, most: i64, close: float, out: vec[i64]) -> i64:
        """Write which of the first n actions are found best, at most so many and so close to the best; how many."""
        marked = vec[i64]([0] * n)
        few: i64 = 0
        while few < min(n, most):
            best: i64 = -1
            for k in range(n):
                if not marked[k] and (best < 0 or self.found[k] > self.found[best]):
                    best = k
            if few and self.found[best] < self.found[out[0]] - close:
                break
            marked[best] = 1
            out[few] = best
            few += 1
        return few

    def halve(self, alive: vec[i64], totals: vec[float], few: i64, times: float, top: float) -> i64:
        """After a round: sort the actions by their totals and let `found` say so, all above `top`; how many go on."""
        for j in range(few):
            best = j
            for other in range(j + 1, few):
                if totals[other] > totals[best]:
                    best = other
            total = totals[best]
            totals[best] = totals[j]
            totals[j] = total
            k = alive[best]
            alive[best] = alive[j]
            alive[j] = k
        for j in range(few):
            self.found[alive[j]] = top + 1.0 + totals[j] / times + (1.0 if 2 * j < few else 0.0)
        return few // 2 if few > 2 else 1

    def error(self) -> float:
        """A misjudgement: most are small, none is larger than the noise."""
        return self.noise * (self.share() - self.share()) if self.noise > 0.0 else 0.0

    def share(self) -> float:
        """A random number from 0 to 1."""
        return float(self.rng.below(FINE)) / float(FINE)

    def late(self, part: float = 1.0) -> bool:
        """Has so much of the time been spent?"""
        return self.seconds > 0.0 and time.process_time() - self.begun >= part * self.seconds


def halvings(few: i64) -> i64:
    """In how many rounds so many actions are halved down to one."""
    rounds: i64 = 1
    while (few >> rounds) > 1:
        rounds += 1
    return rounds
