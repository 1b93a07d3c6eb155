"""Thinker for Zooloretto: whole turns looked ahead, draws averaged, judged where the next turn begins.

Each turn is played out to its end, tile by tile, before anything is judged: half a turn says little. The deepest
thought plays the most promising actions on, turn by turn, and judges what has become of them.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.learner import Learner
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, CHANCE, MOST_SEATS, NOBODY, SEATS, State, buffer
from paddock.core.thinker import Thinker, halvings
from paddock.games.zooloretto.cells import MAIN, MOVE, PHASE, PLACE, PLACING, SHIFT, SWAP
from paddock.games.zooloretto.rules import Zooloretto

WIDE: Final = 512  # legal actions, or outcomes, of a position
DEEPEST: Final = 48
PLACES: Final = 6  # where one tile may go
CLOSE: Final = 0.12  # an action so much worse than the best is not played on
ENDLESS: Final = 0x7FFFFFFF
CROWD: Final = 6  # of the actions that are


@final
@mypyc_attr(native_class=True)
class ZoolorettoThinker(Thinker):
    """Knobs: turns, draws, beam, shots, length."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.turns: i64 = 1  # whole turns looked ahead, this one included
        self.draws: i64 = 0  # tiles tried at a draw, 0 for all
        self.beam: i64 = 6  # beyond the first turn, so many actions are looked at more deeply
        self.shots: i64 = 0  # times that actions are played on, all together
        self.length: i64 = 6  # turns that they are played on
        self.odds: vec[i64] = buffer()
        # By level of the look-ahead: the actions or outcomes there, and the prospects of all seats.
        self.stack: vec[i64] = vec[i64]([0] * (WIDE * DEEPEST))
        self.values: vec[float] = vec[float]([0.0] * (MOST_SEATS * DEEPEST))

    def tune(self, name: str, value: float) -> bool:
        if name == "turns":
            self.turns = i64(value)
        elif name == "draws":
            self.draws = i64(value)
        elif name == "beam":
            self.beam = i64(value)
        elif name == "shots":
            self.shots = i64(value)
        elif name == "length":
            self.length = i64(value)
        else:
            return False
        return True

    def subtle(self, state: State, action: i64) -> bool:
        return action >= MOVE

    def weigh(self, state: State, seat: i64, n: i64) -> None:
        s = Zooloretto(state.cells[:])
        turns: i64 = self.turns if s.cells[PHASE] == MAIN else self.turns - 1
        if turns > 1:
            self.weigh_deeply(s, turns, n)
        else:
            self.weigh_flatly(s, turns, n)
        if self.shots and n > 1:
            self.play_on(s, s.legal(seat, self.actions))

    def weigh_flatly(self, s: Zooloretto, turns: i64, n: i64) -> None:
        """All actions, equally far."""
        actor = s.cells[ACTOR]
        rest: i64 = turns - 1 if s.cells[PHASE] == MAIN else turns
        row = self.keep(0, n)
        for k in range(n):
            t = s.copy()
            t.apply(actor, self.stack[row + k])
            self.look(t, rest, 1)
            self.found[k] = self.values[MOST_SEATS + actor]

    def weigh_deeply(self, s: Zooloretto, turns: i64, n: i64) -> None:
        """All actions one turn ahead, the best ones further; the others are never chosen."""
        actor = s.cells[ACTOR]
        row = self.keep(0, n)
        self.weigh_flatly(s, 1, n)
        found = self.found
        for _try in range(min(n, self.beam)):
            best: i64 = -1
            for k in range(n):
                if found[k] <= 1.0 and (best < 0 or found[k] > found[best]):
                    best = k
            t = s.copy()
            t.apply(actor, self.stack[row + best])
            self.look(t, turns - 1, 1)
            found[best] = 2.0 + self.values[MOST_SEATS + actor]  # marked: looked at deeply
            if self.late():
                break
        for k in range(n):
            found[k] -= 2.0  # those left over lie below all others

    def keep(self, level: i64, n: i64) -> i64:
        """Copy the actions, since looking ahead writes over them; where they are now."""
        row: i64 = WIDE * level
        stack = self.stack
        actions = self.actions
        for k in range(n):
            stack[row + k] = actions[k]
        return row

    # Looking ahead

    def look(self, s: Zooloretto, turns: i64, level: i64) -> None:
        """The prospects of all seats, so many whole turns on, into the values of this level."""
        actor = s.cells[ACTOR]
        if actor == NOBODY or (turns == 0 and s.cells[PHASE] == MAIN):
            self.judge.judge(s, self.values, MOST_SEATS * level)
        elif actor == CHANCE:
            self.average(s, turns, level)
        else:
            self.choose(s, turns, level)

    def average(self, s: Zooloretto, turns: i64, level: i64) -> None:
        """Over all tiles that may be drawn, or over some, spread evenly from a random one."""
        seats = s.cells[SEATS]
        values = self.values
        base: i64 = MOST_SEATS * level
        for seat in range(seats):
            values[base + seat] = 0.0
        stack = self.stack
        row: i64 = WIDE * level
        n = s.weights(self.odds)
        total: i64 = 0
        for k in range(n):
            stack[row + k] = self.odds[k]
            total += self.odds[k]
        draws = self.draws
        if draws == 0 or total <= draws:
            for k in range(n):
                if stack[row + k]:
                    self.draw(s, k, turns, level, float(stack[row + k]) / float(total))
            return
        at = self.rng.below(total)
        for _draw in range(draws):
            k = 0
            rest: i64 = at
            while rest >= stack[row + k]:
                rest -= stack[row + k]
                k += 1
            self.draw(s, k, turns, level, 1.0 / float(draws))
            at += total // draws
            if at >= total:
                at -= total

    def draw(self, s: Zooloretto, k: i64, turns: i64, level: i64, share: float) -> None:
        """Add one outcome to the average."""
        t = s.copy()
        t.apply(CHANCE, k)
        self.look(t, turns, level + 1)
        values = self.values
        base: i64 = MOST_SEATS * level
        for seat in range(s.cells[SEATS]):
            values[base + seat] += share * values[base + MOST_SEATS + seat]

    def choose(self, s: Zooloretto, turns: i64, level: i64) -> i64:
        """What the actor likes best, with its prospects."""
        c = s.cells
        actor = c[ACTOR]
        n = s.legal(actor, self.actions)
        if c[PHASE] == PLACING:
            # Only the first tile: their order seldom matters, and all would be tried in every order.
            few: i64 = 0
            while few < n and self.actions[few] < PLACE + PLACES:
                few += 1
            n = few or n
        row = self.keep(level, n)
        stack = self.stack
        if c[PHASE] != MAIN:
            return self.best_of(s, turns, level, row, n)
        if turns > 1 and self.beam < n:
            n = self.narrow(s, level, row, n)
        else:
            # Moving a stall is hardly ever worth a coin.
            few = 0
            for k in range(n):
                if not SHIFT <= stack[row + k] < SWAP:
                    stack[row + few] = stack[row + k]
                    few += 1
            n = few
        return self.best_of(s, turns - 1, level, row, n)

    def best_of(self, s: Zooloretto, turns: i64, level: i64, row: i64, n: i64) -> i64:
        """The best of the actions kept at row, judged so many turns after this decision."""
        actor = s.cells[ACTOR]
        seats = s.cells[SEATS]
        values = self.values
        base: i64 = MOST_SEATS * level
        below: i64 = base + MOST_SEATS
        most: float = -1.0
        liked: i64 = self.stack[row]
        for k in range(n):
            action = self.stack[row + k]
            t = s.copy()
            t.apply(actor, action)
            self.look(t, turns, level + 1)
            if values[below + actor] > most:
                most = values[below + actor]
                liked = action
                for seat in range(seats):
                    values[base + seat] = values[below + seat]
        return liked

    def narrow(self, s: Zooloretto, level: i64, row: i64, n: i64) -> i64:
        """Bring the actions that look best after this turn to the front; how many."""
        actor = s.cells[ACTOR]
        stack = self.stack
        found = vec[float]([0.0] * n)
        for k in range(n):
            t = s.copy()
            t.apply(actor, stack[row + k])
            self.look(t, 0, level + 1)
            found[k] = self.values[MOST_SEATS * (level + 1) + actor]
        for k in range(self.beam):
            best = k
            for j in range(k + 1, n):
                if found[j] > found[best]:
                    best = j
            action = stack[row + best]
            value = found[best]
            stack[row + best] = stack[row + k]
            found[best] = found[k]
            stack[row + k] = action
            found[k] = value
        return self.beam

    # Playing on

    def play_on(self, s: Zooloretto, n: i64) -> None:
        """Play the most promising actions on, with the same luck for each; after every round the worse half goes."""
        actor = s.cells[ACTOR]
        actions = vec[i64]([self.actions[k] for k in range(n)])
        alive = vec[i64]([0] * CROWD)
        few = self.promising(n, CROWD, CLOSE, alive)
        if few == 1:
            return
        top = self.found[alive[0]]
        rounds = halvings(few)
        share: i64 = ENDLESS if self.endless else max(1, self.shots // rounds)
        totals = vec[float]([0.0] * CROWD)
        times: float = 0.0
        part: float = 0.0
        while few > 1:
            part += 1.0 / float(rounds)
            for _shot in range(max(1, share // few)):
                luck = int(self.rng.below(0x7FFFFFFF))
                for j in range(few):
                    totals[j] += self.shot(s, actor, actions[alive[j]], Rng(luck))
                times += 1.0
                if self.late(part):
                    break
            few = self.halve(alive, totals, few, times, top)
            top += 1.0

    def shot(self, s: Zooloretto, actor: i64, action: i64, luck: Rng) -> float:
        """The actor's prospects after the action and so many turns of all seats."""
        t = s.copy()
        t.apply(actor, action)
        t.settle(luck)
        draws = self.draws
        rng = self.rng
        self.rng = luck
        self.draws = 3
        turns: i64 = 0
        while t.cells[ACTOR] != NOBODY:
            turn: i64 = 0
            if t.cells[PHASE] == MAIN:
                if turns == self.length:
                    break
                turns += 1
                turn = 1
            t.apply(t.cells[ACTOR], self.choose(t, turn, 1))
            t.settle(luck)
        self.draws = draws
        self.rng = rng
        self.judge.judge(t, self.values, MOST_SEATS)
        return self.values[MOST_SEATS + actor]

    # Learning

    def study(self, state: State, learner: Learner, stray: i64) -> None:
        s = Zooloretto(state.cells[:])
        s.settle(self.rng)
        learner.begin(s.cells[SEATS])
        while s.cells[ACTOR] != NOBODY:
            seat = s.cells[ACTOR]
            if s.cells[PHASE] == MAIN and learner.room():
                learner.watch(s)
                action = self.choose(s, 1, 0)
                strayed = self.rng.below(stray) == 0
                learner.aim_at(self.values, 0, strayed)
                if strayed:
                    n = s.legal(seat, self.actions)
                    action = self.actions[self.rng.below(min(n, 4))]
            else:
                action = self.choose(s, 1 if s.cells[PHASE] == MAIN else 0, 0)
            s.apply(seat, action)
            s.settle(self.rng)
        state.assign(s)
