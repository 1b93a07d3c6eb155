"""Learner: turns a game that a judge has just played against itself into a better judge.

At every position looked at, the aim is between what the search found there and the aim of the next position
(a trace of so much), down to how the game ended. Where a game hides something, a seat's decisions are noted one by one
instead, each as that seat alone saw it, and aim in the same way at what the seat got in the end. Then Adam changes the
weights once, for the whole game.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import STEEPEST, Judge
from paddock.core.state import MOST_SEATS, SEATS, State

MOST_POSITIONS: Final = 1000  # of a game that are learned from
INPUTS_KEPT: Final = 400_000
INPUTS_A_POSITION: Final = 2000  # no position has more, all seats together
MOST_NOTES: Final = 4000  # decisions of a game that are learned from
SLOW: Final = 0.9  # Adam's memory of the slope
SLOWER: Final = 0.999  # and of its square


@final
@mypyc_attr(native_class=True)
class Learner:
    """Keeps the positions of the game being played, and what Adam remembers."""

    def __init__(self, judge: Judge) -> None:
        size = judge.net.size()
        self.judge: Judge = judge
        self.slope: vec[float] = vec[float]([0.0] * size)
        self.mean: vec[float] = vec[float]([0.0] * size)
        self.square: vec[float] = vec[float]([0.0] * size)
        self.slow: float = 1.0
        self.slower: float = 1.0
        self.seats: i64 = 0
        self.positions: i64 = 0
        self.used: i64 = 0
        self.inputs: vec[i64] = vec[i64]([0] * INPUTS_KEPT)
        self.amounts: vec[float] = vec[float]([0.0] * INPUTS_KEPT)
        # Of each position and seat: where its inputs begin, and its aim.
        self.first: vec[i64] = vec[i64]([0] * (MOST_SEATS * (MOST_POSITIONS + 1) + 1))
        self.aim: vec[float] = vec[float]([0.0] * (MOST_SEATS * (MOST_POSITIONS + 1)))
        self.strayed: vec[i64] = vec[i64]([0] * MOST_POSITIONS)
        # Of each decision noted: where its inputs begin, whose it was, what it seemed worth, and its aim.
        self.notes: i64 = 0
        self.written: i64 = 0
        self.open: i64 = 0  # the first whose aim is not known yet
        self.note_inputs: vec[i64] = vec[i64]([0] * INPUTS_KEPT)
        self.note_amounts: vec[float] = vec[float]([0.0] * INPUTS_KEPT)
        self.note_first: vec[i64] = vec[i64]([0] * (MOST_NOTES + 1))
        self.note_seat: vec[i64] = vec[i64]([0] * MOST_NOTES)
        self.note_aim: vec[float] = vec[float]([0.0] * MOST_NOTES)
        self.note_strayed: vec[i64] = vec[i64]([0] * MOST_NOTES)
        self.loss: float = 0.0
        self.judged: i64 = 0

    def begin(self, seats: i64) -> None:
        """A new game."""
        self.seats = seats
        self.positions = 0
        self.used = 0
        self.notes = 0
        self.written = 0
        self.open = 0

    def room(self) -> bool:
        """Can one more position be kept?"""
        return self.positions < MOST_POSITIONS and self.used < INPUTS_KEPT - INPUTS_A_POSITION

    def watch(self, state: State) -> None:
        """Keep what every seat sees in this position; `aim_at` must follow."""
        judge = self.judge
        judge.prepare(state)
        row: i64 = self.seats * self.positions
        used = self.used
        for seat in range(state.cells[SEATS]):
            judge.count = 0
            judge.look(state, seat)
            self.first[row + seat] = used
            for k in range(judge.count):
                self.inputs[used] = judge.inputs[k]
                self.amounts[used] = judge.amounts[k]
                used += 1
        self.first[row + self.seats] = used
        self.used = used

    def aim_at(self, values: vec[float], at: i64, strayed: bool) -> None:
        """What the search found there; after a stray decision the rest of the game says nothing about it."""
        row: i64 = self.seats * self.positions
        for seat in range(self.seats):
            self.aim[row + seat] = values[at + seat]
        self.strayed[self.positions] = 1 if strayed else 0
        self.positions += 1

    def note(self, seat: i64, value: float, strayed: bool) -> None:
        """Keep the decision whose inputs the judge has just added; a stray one is not the one worth the value."""
        judge = self.judge
        written = self.written
        if self.notes == MOST_NOTES or written + judge.count > INPUTS_KEPT:
            return
        for k in range(judge.count):
            self.note_inputs[written] = judge.inputs[k]
            self.note_amounts[written] = judge.amounts[k]
            written += 1
        self.written = written
        self.note_seat[self.notes] = seat
        self.note_aim[self.notes] = value
        self.note_strayed[self.notes] = 1 if strayed else 0
        self.notes += 1
        self.note_first[self.notes] = written

    def resolve(self, got: vec[float], trace: float) -> None:
        """What each seat got in the end for its decisions since the last such end."""
        aims = vec[float]([got[seat] for seat in range(self.seats)])
        k = self.notes - 1
        while k >= self.open:
            seat = self.note_seat[k]
            value = self.note_aim[k]
            self.note_aim[k] = aims[seat]
            aims[seat] = value if self.note_strayed[k] else (1.0 - trace) * value + trace * aims[seat]
            k -= 1
        self.open = self.notes

    def learn(self, end: State, trace: float, rate: float) -> None:
        """The game is over: go back through it, then change the weights."""
        seats = self.seats
        judge = self.judge
        net = judge.net
        aim = self.aim
        first = self.first
        judge.judge(end, aim, seats * self.positions)
        share = vec[float]([0.0] * seats)
        position = self.positions - 1
        while position >= 0:
            row: i64 = seats * position
            if not self.strayed[position]:
                for k in range(row, row + seats):
                    aim[k] = (1.0 - trace) * aim[k] + trace * aim[k + seats]
            total: float = 0.0
            top: float = 0.0
            for seat in range(seats):
                number = net.value(self.inputs, self.amounts, first[row + seat], first[row + seat + 1])
                if seat == 0:
                    top = number
                share[seat] = math.exp(max(-STEEPEST, min(STEEPEST, number - top)))
                total += share[seat]
            for seat in range(seats):
                error = share[seat] / total - aim[row + seat]
                self.loss += error * error
                self.judged += 1
                net.value(self.inputs, self.amounts, first[row + seat], first[row + seat + 1])
                self.blame(self.inputs, self.amounts, first[row + seat], first[row + seat + 1], error)
            position -= 1
        share_of_note: float = float(max(1, self.positions)) / float(max(1, self.open))
        for k in range(self.open):
            begun: i64 = self.note_first[k]
            ended: i64 = self.note_first[k + 1]
            error = net.value(self.note_inputs, self.note_amounts, begun, ended) - self.note_aim[k]
            self.loss += error * error
            self.judged += 1
            self.blame(self.note_inputs, self.note_amounts, begun, ended, error * share_of_note)
        if self.positions or self.open:
            self.change(rate, 1.0 / float(max(1, self.positions)))

    def blame(self, inputs: vec[i64], amounts: vec[float], first: i64, end: i64, error: float) -> None:
        """Add to the slope what these inputs, the last that the net was asked about, have to do with the error."""
        net = self.judge.net
        w = net.weights
        slope = self.slope
        units = net.units
        hidden = net.hidden
        bias: i64 = net.inputs * hidden
        out: i64 = bias + hidden
        past: i64 = out + hidden
        for k in range(first, end):
            slope[past + inputs[k]] += error * amounts[k]
        for unit in range(hidden):
            if units[unit] > 0.0:
                slope[out + unit] += error * units[unit]
                part = error * w[out + unit]
                slope[bias + unit] += part
                for k in range(first, end):
                    slope[inputs[k] * hidden + unit] += part * amounts[k]

    def change(self, rate: float, scale: float) -> None:
        """One step of Adam."""
        w = self.judge.net.weights
        slope = self.slope
        mean = self.mean
        square = self.square
        self.slow *= SLOW
        self.slower *= SLOWER
        first = 1.0 - self.slow
        second = 1.0 - self.slower
        for k in range(self.judge.net.size()):
            d = slope[k] * scale
            slope[k] = 0.0
            if d != 0.0 or mean[k] != 0.0:
                mean[k] = SLOW * mean[k] + (1.0 - SLOW) * d
                square[k] = SLOWER * square[k] + (1.0 - SLOWER) * d * d
                w[k] -= rate * (mean[k] / first) / (math.sqrt(square[k] / second) + 1e-8)

    # To be killed and go on.

    def memory(self) -> list[list[float]]:
        """Everything that must be kept between two runs."""
        n = self.judge.net.size()
        mean = [self.mean[k] for k in range(n)]
        square = [self.square[k] for k in range(n)]
        return [self.judge.net.listed(), mean, square, [self.slow, self.slower]]

    def remember(self, memory: list[list[float]]) -> None:
        """Go on from there."""
        for k in range(self.judge.net.size()):
            self.judge.net.weights[k] = memory[0][k]
            self.mean[k] = memory[1][k]
            self.square[k] = memory[2][k]
        self.slow = memory[3][0]
        self.slower = memory[3][1]

    # For a learner elsewhere.

    def lesson(self, end: State, trace: float) -> list[float]:
        """What the game just played would change, for a learner with these weights; nothing changes here."""
        n = self.judge.net.size()
        for k in range(n):
            self.mean[k] = 0.0
            self.square[k] = 0.0
        self.slow = 1.0
        self.slower = 1.0
        self.learn(end, trace, 0.0)  # Adam's first step, at no rate, leaves the slope in its memory
        return [self.mean[k] / (1.0 - SLOW) for k in range(n)]

    def take(self, lesson: list[float], rate: float) -> None:
        """Change the weights by what a game elsewhere taught."""
        for k in range(self.judge.net.size()):
            self.slope[k] = lesson[k]
        self.change(rate, 1.0)
