"""Tiny interpreted games, each with one right answer, for the tests of searches and agents."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, CHANCE, HEAD, HIDDEN, NOBODY, State, head

POINTS = HEAD  # one cell a seat, 0 to 10
OWN = POINTS + 2
SIZE = OWN + 3


class Points(Insight):
    """Ten points are sure."""

    def evaluate(self, state: State, out: vec[i64]) -> None:
        state.tally(out)
        for seat in range(state.seats):
            out[seat] *= 100


class Tiny(State):
    def tally(self, out: vec[i64]) -> None:
        for seat in range(self.seats):
            out[seat] = self.cells[POINTS + seat]

    def write(self, out: vec[i64], actions: list[int]) -> int:
        for k, action in enumerate(actions):
            out[k] = action
        return len(actions)

    def end(self, mine: int, theirs: int) -> None:
        self.cells[POINTS], self.cells[POINTS + 1] = mine, theirs
        self.cells[ACTOR] = NOBODY


class Nim(Tiny):
    """Take one to three stones; whoever takes the last one wins."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return self.write(out, list(range(1, min(3, self.cells[OWN]) + 1))) if seat == self.actor else 0

    def apply(self, seat: i64, action: i64) -> None:
        self.cells[OWN] -= action
        if self.cells[OWN]:
            self.cells[ACTOR] = 1 - seat
        else:
            self.end(10 * (seat == 0), 10 * (seat == 1))


def nim(stones: int) -> Nim:
    cells = head(2, SIZE)
    cells[ACTOR] = 0
    cells[OWN] = stones
    return Nim(cells)


SAFE, PLAY = 0, 1
BY_FACT, BY_CHANCE, BY_RIVAL = 0, 1, 2
SIDE, MODE, SHOWN = OWN, OWN + 1, OWN + 2
UNKNOWN = -1


class Coin(Tiny):
    """Six points for sure, or guess a coin for ten: a fact since before, or laid down only then.

    A searcher who peeks always plays; one who cannot see the coin expects five, and does not.
    """

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return self.write(out, [0, 1]) if seat == self.actor else 0

    def weights(self, out: vec[i64]) -> i64:
        return self.write(out, [1, 1])

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if seat != 0:
            c[SIDE] = action
            c[ACTOR] = 0
        elif c[POINTS] == 0 and action == SAFE:
            self.end(6, 4)
        elif c[POINTS] == 0:
            c[POINTS] = 1  # the guess is next
            c[ACTOR] = [0, CHANCE, 1][c[MODE]]
        else:
            self.end(10 * (action == c[SIDE]), 10 * (action != c[SIDE]))

    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        return action if seat == 0 or seat == viewer or self.cells[SHOWN] else HIDDEN

    def hide(self, viewer: i64) -> None:
        if viewer == 0 and not self.cells[SHOWN]:
            self.cells[SIDE] = UNKNOWN

    def fill(self, rng: Rng) -> None:
        super().fill(rng)
        if self.cells[SIDE] == UNKNOWN:
            self.cells[SIDE] = rng.below(2)


def coin(mode: int, shown: bool, side: int = 0) -> Coin:
    cells = head(2, SIZE)
    cells[ACTOR] = 0
    cells[SIDE], cells[MODE], cells[SHOWN] = side, mode, shown
    return Coin(cells)


class Auction(Tiny):
    """Two sealed bids, 0 to 6, for something worth 6; the winner pays his bid, a tie sells nothing."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return self.write(out, list(range(7))) if seat in self.pending() else 0

    def apply(self, seat: i64, action: i64) -> None:
        if self.submit(seat, action):
            mine, theirs = self.take_sealed(0), self.take_sealed(1)
            self.end(2 + (6 - mine) * (mine > theirs), 2 + (6 - theirs) * (theirs > mine))


def auction() -> Auction:
    state = Auction(head(2, SIZE))
    state.open_round(0b11)
    return state


class Wheel(Tiny):
    """Four points for sure, or a wheel: ten points once in four turns (or three in four), else none."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return self.write(out, [SAFE, PLAY]) if seat == self.actor else 0

    def weights(self, out: vec[i64]) -> i64:
        return self.write(out, [4 - self.cells[OWN], 0, self.cells[OWN]])

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self.end(5 * action, 0)
        elif action == SAFE:
            self.end(4, 0)
        else:
            self.cells[ACTOR] = CHANCE


def wheel(luck: int) -> Wheel:
    cells = head(2, SIZE)
    cells[ACTOR] = 0
    cells[OWN] = luck
    return Wheel(cells)
