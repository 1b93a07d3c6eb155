"""Stepper: many positions of one game stepped together, without a Python call for each move; compiled.

Everything that is read from outside lies in vectors that never move: whoever looks at their memory sees each step.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from paddock.core.observer import Observer
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, MOST_SEATS, NOBODY, SEATS, State


class Stepper:
    """The positions, whose turn it is in each, and what may be done there."""

    def __init__(self, start: State, many: i64, actions: i64, widest: i64, rng: Rng) -> None:
        self.start: State = start  # before anything happened; never changed
        self.rng: Rng = rng
        self.many: i64 = many
        self.actions: i64 = actions
        self.widest: i64 = widest  # no position has more legal actions
        self.seats: i64 = start.cells[SEATS]
        self.states: list[State] = [start.copy() for _state in range(many)]
        self.actors: vec[i64] = vec[i64]([0] * many)
        self.counts: vec[i64] = vec[i64]([0] * many)  # of legal actions
        self.legal: vec[i64] = vec[i64]([0] * (many * widest))
        self.masks: vec[u8] = vec[u8]([0] * (many * actions))
        self.done: vec[u8] = vec[u8]([0] * many)  # did the last step end a match here?
        self.scores: vec[i64] = vec[i64]([0] * (many * self.seats))  # of the match that it ended
        self.places: vec[i64] = vec[i64]([0] * (many * self.seats))
        self.numbers: vec[i32] = vec[i32]([0] * 0)  # what learners are told, once somebody has asked
        self.spare: vec[i64] = vec[i64]([0] * widest)
        self.points: vec[i64] = vec[i64]([0] * MOST_SEATS)
        for k in range(many):
            self.states[k].settle(rng)
            self.look(k)

    def look(self, k: i64) -> None:
        """Write down whose turn it is in position k, and what that seat may do."""
        state = self.states[k]
        spare, legal, masks = self.spare, self.legal, self.masks
        actor = state.cells[ACTOR]
        first: i64 = k * self.widest
        mask: i64 = k * self.actions
        for at in range(first, first + self.counts[k]):
            masks[mask + legal[at]] = 0
        n = state.legal(actor, spare)
        for at in range(n):
            action = spare[at]
            legal[first + at] = action
            masks[mask + action] = 1
        self.actors[k] = actor
        self.counts[k] = n

    def unfit(self, chosen: vec[i64]) -> i64:
        """The first position where this action is not legal, or -1."""
        for k in range(self.many):
            action = chosen[k]
            if action < 0 or action >= self.actions or not self.masks[k * self.actions + action]:
                return k
        return -1

    def step(self, chosen: vec[i64]) -> None:
        """Play one legal action in every position; where that ends a match, the next one begins at once."""
        rng = self.rng
        for k in range(self.many):
            state = self.states[k]
            state.apply(self.actors[k], chosen[k])
            state.settle(rng)
            if state.cells[ACTOR] == NOBODY:
                self.finish(k)
            else:
                self.done[k] = 0
            self.look(k)

    def finish(self, k: i64) -> None:
        """Keep the result, and begin anew."""
        state, points = self.states[k], self.points
        state.tally(points)
        standing = state.places()
        for seat in range(self.seats):
            self.scores[k * self.seats + seat] = points[seat]
            self.places[k * self.seats + seat] = standing[seat]
        self.done[k] = 1
        state.assign(self.start)
        state.settle(self.rng)

    def pick(self, numbers: vec[i64]) -> vec[i64]:
        """A legal action for each position: the one that this number, from 0 on, counts off among them."""
        chosen = vec[i64]([0] * self.many)
        for k in range(self.many):
            chosen[k] = self.legal[k * self.widest + numbers[k] % self.counts[k]]
        return chosen

    def play_random(self, steps: i64) -> None:
        """Step all positions so often with actions by chance."""
        numbers = vec[i64]([0] * self.many)
        for _step in range(steps):
            for k in range(self.many):
                numbers[k] = self.rng.below(self.counts[k])
            self.step(self.pick(numbers))

    def observe(self, observer: Observer) -> None:
        """Write into `numbers` what the seat to decide knows in each position, one row after another."""
        length = observer.length
        size: i64 = self.many * length
        if len(self.numbers) != size:
            self.numbers = vec[i32]([0] * size)
        numbers = self.numbers
        for at in range(size):
            numbers[at] = 0
        for k in range(self.many):
            observer.write(self.states[k].mask(self.actors[k]), numbers, k * length)
