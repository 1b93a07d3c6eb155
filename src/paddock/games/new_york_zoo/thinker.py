"""Thinker for New York Zoo: whole turns against whole turns, judged where a turn ends; alone, a beam to the very end.

Two players are searched with alpha and beta, more by what each would choose; deeper while there is work to spend.
What was found for a turn is done to its end, as long as nobody comes between.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.learner import Learner
from paddock.core.state import ACTOR, MOST_SEATS, NOBODY, SEATS, State
from paddock.core.thinker import Thinker
from paddock.games.new_york_zoo.beam import Line, SoloBeam, way_gone
from paddock.games.new_york_zoo.cells import LIMIT, MOVING, PHASE
from paddock.games.new_york_zoo.insight import NewYorkZooInsight
from paddock.games.new_york_zoo.rules import NewYorkZoo
from paddock.games.new_york_zoo.turns import Turns

DEEPEST: Final = 6
ENDLESS_DEPTH: Final = 5
WIDEST_BEAM: Final = 64
AGAIN_AFTER: Final = 8  # alone: steps of the elephant after which a better line is looked for
NARROW_AFTER: Final = 0.8  # alone: of the time, after which the beam is narrow to its end
REMEMBERED: Final = 4096  # positions for which a plan is kept


@final
@mypyc_attr(native_class=True)
class NewYorkZooThinker(Thinker):
    """Knobs: depth, work, places, others, width, replies, later, beam."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.depth: i64 = 1  # whole turns, this one included
        self.work: i64 = 0  # turns of others and later ones that are searched for a decision, 0 without limit
        self.worked: i64 = 0
        self.width: i64 = 12  # own turns that are answered
        self.replies: i64 = 6  # answers to each
        self.later: i64 = 3  # turns looked at after these
        self.beam: i64 = 0  # alone: positions kept at each distance; 0 looks at one turn
        self.turns: Turns = Turns(4, 3, 300)
        self.inner: list[Turns] = [Turns(2, 2, 60) for _depth in range(DEEPEST)]
        self.insight: NewYorkZooInsight = NewYorkZooInsight()
        self.out: vec[i64] = vec[i64]([0] * (MOST_SEATS + 1))
        self.values: vec[float] = vec[float]([0.0] * (MOST_SEATS * (DEEPEST + 2)))
        self.plan: dict[bytes, int] = {}  # what was found to do next in a position
        # Alone likewise, with the score that it leads to, and the distance at which this was looked for.
        self.line: dict[bytes, tuple[int, int, int]] = {}

    def tune(self, name: str, value: float) -> bool:
        if name == "depth":
            self.depth = min(i64(value), i64(DEEPEST))
        elif name == "work":
            self.work = i64(value)
        elif name == "places":
            self.turns.places = i64(value)
        elif name == "others":
            self.turns.others = i64(value)
        elif name == "width":
            self.width = i64(value)
        elif name == "replies":
            self.replies = i64(value)
        elif name == "later":
            self.later = i64(value)
        elif name == "beam":
            self.beam = i64(value)
        else:
            return name == "draws"  # nothing is drawn once the game has begun
        return True

    def pick(self, state: State, seat: i64, n: i64) -> i64:
        s = NewYorkZoo(state.cells[:])
        if s.cells[SEATS] == 1 and self.beam:
            return self.follow(s)
        depth: i64 = ENDLESS_DEPTH if self.endless else self.depth
        deep: bool = depth > 1 and s.cells[SEATS] > 1
        if deep:
            key = s.key()
            if key in self.plan:
                return self.plan[key]
        self.turns.run(s)
        ends = self.turns.ends
        ways = self.turns.ways
        order = self.ranked(self.turns, seat, 0)
        best = self.chosen(order, ways)
        if deep and len(order) > 1:
            best = self.deepen(order[: self.width], ends, ways, seat, depth, best)
        if deep:
            self.intend(s, seat, ways[best])
        return ways[best][0]

    def deepen(
        self,
        few: list[tuple[float, int]],
        ends: list[NewYorkZoo],
        ways: list[list[int]],
        seat: i64,
        depth: i64,
        best: int,
    ) -> int:
        """The end that seems best the deeper it is looked at: those that were best so far are looked at first."""
        self.worked = 0
        for plies in range(i64(2), depth + 1):
            if plies > 2 and self.tired(0.3):  # the next depth takes several times as much as all before
                break
            found: list[tuple[float, int]] = []
            alpha: float = -1.0
            for entry in few:
                value = self.reply(ends[entry[1]], seat, plies - 1, 1, alpha, 2.0)
                alpha = max(alpha, value)
                found.append((-value, entry[1]))
                if self.tired(1.0):
                    break
            # The best so far was looked at first: where time ran out, what was found better still counts.
            best = self.chosen(found, ways)
            rest = few[len(found) :]
            found.sort()
            few = found + rest
        return best

    def tired(self, part: float) -> bool:
        """Is so much of the work done, or of the time spent?"""
        return self.late(part) or (self.work > 0 and not self.endless and float(self.worked) >= part * float(self.work))

    def intend(self, s: NewYorkZoo, seat: i64, way: list[int]) -> None:
        """Remember what to do until the turn ends or somebody else decides."""
        if len(self.plan) > REMEMBERED:
            self.plan = {}
        at = s.copy()
        for action in way:
            if at.cells[ACTOR] != seat:
                break
            self.plan[at.key()] = action
            at.apply(seat, action)

    def chosen(self, found: list[tuple[float, int]], ways: list[list[int]]) -> int:
        """The end that seems best; a misjudgement concerns a first decision, not an end."""
        errors: dict[int, float] = {}
        best = found[0][1]
        most: float = -1e9
        for entry in found:
            if self.noise > 0.0 and entry[0] > found[0][0] + self.noise:
                continue  # so much worse that everybody sees it
            first = ways[entry[1]][0]
            if first not in errors:
                errors[first] = self.error()
            value = errors[first] - entry[0]
            if value > most:
                most = value
                best = entry[1]
        return best

    def ranked(self, turns: Turns, seat: i64, level: i64) -> list[tuple[float, int]]:
        """Minus the value of each end and its number, the best first.

        Of equal values one: nearly always they are one position, reached in another order, or mirrored.
        """
        found: list[tuple[float, int]] = []
        for k in range(len(turns.ends)):
            found.append((-self.value(turns.ends[k], seat, level), k))
        found.sort()
        kept: list[tuple[float, int]] = []
        last: float = 9.0
        for entry in found:
            if entry[0] != last:
                last = entry[0]
                kept.append(entry)
        return kept

    def value(self, state: NewYorkZoo, seat: i64, level: i64) -> float:
        """What the judge thinks; alone, what the insight thinks."""
        if state.cells[SEATS] == 1:
            self.insight.evaluate(state, self.out)
            return float(self.out[0]) / 1000.0
        self.judge.judge(state, self.values, MOST_SEATS * level)
        return self.values[MOST_SEATS * level + seat]

    def reply(self, state: NewYorkZoo, seat: i64, depth: i64, level: i64, alpha: float, beta: float) -> float:
        """The seat's prospects after so many more turns; those of all seats are left in the values of the level."""
        if depth == 0 or state.cells[ACTOR] == NOBODY:
            return self.value(state, seat, level)
        turns = self.inner[level]
        turns.run(state)
        self.worked += 1
        mover = turns.actor
        two: bool = state.cells[SEATS] == 2
        order = self.ranked(turns, mover, level)
        width: i64 = self.replies if level == 1 else self.later
        kept = vec[float]([0.0] * MOST_SEATS)
        most: float = -1.0
        for entry in order[:width]:
            if depth == 1:
                # Nothing is looked at after this turn: the best is known already.
                self.value(turns.ends[entry[1]], seat, level + 1)
            else:
                self.reply(turns.ends[entry[1]], seat, depth - 1, level + 1, alpha, beta)
            base: i64 = MOST_SEATS * (level + 1)
            if self.values[base + mover] > most:
                most = self.values[base + mover]
                for other in range(state.cells[SEATS]):
                    kept[other] = self.values[base + other]
            if depth == 1:
                break
            if two:
                if mover == seat:
                    alpha = max(alpha, most)
                else:
                    beta = min(beta, 1.0 - most)
                if alpha >= beta:
                    break
        for other in range(state.cells[SEATS]):
            self.values[MOST_SEATS * level + other] = kept[other]
        return kept[seat]

    # Alone

    def follow(self, s: NewYorkZoo) -> i64:
        """What the line does that was found before; a better one is looked for now and then, on a shorter way wider."""
        key = s.key()
        gone = way_gone(s.cells)
        until: float = self.begun + NARROW_AFTER * self.seconds if self.seconds > 0.0 else 0.0
        if key in self.line:
            action, promised, searched = self.line[key]
            if s.cells[PHASE] != MOVING or gone < searched + AGAIN_AFTER:
                return action
            better = SoloBeam(min(self.beam * LIMIT // max(1, LIMIT - gone), i64(WIDEST_BEAM)), until).run(s)
            if better.score > promised:
                self.go(s, better, gone)
            else:
                self.go(s, Line(self.rest(s), promised), gone)
        else:
            width = self.beam
            line = SoloBeam(width, until).run(s)
            while line.score < 0 and width < WIDEST_BEAM and not self.late(0.3):
                width *= 2
                wider = SoloBeam(width, until).run(s)
                if wider.score > line.score:
                    line = wider
            self.go(s, line, gone)
        return self.line[key][0]

    def rest(self, s: NewYorkZoo) -> list[int]:
        """What the line does from here on."""
        actions: list[int] = []
        at = s.copy()
        while at.cells[ACTOR] != NOBODY and at.key() in self.line:
            action = self.line[at.key()][0]
            actions.append(action)
            at.apply(at.cells[ACTOR], action)
        return actions

    def go(self, s: NewYorkZoo, line: Line, gone: i64) -> None:
        """Remember a line."""
        if len(self.line) > REMEMBERED:
            self.line = {}
        at = s.copy()
        for action in line.actions:
            self.line[at.key()] = (action, line.score, int(gone))
            at.apply(at.cells[ACTOR], action)

    # Learning

    def study(self, state: State, learner: Learner, stray: i64) -> None:
        s = NewYorkZoo(state.cells[:])
        s.settle(self.rng)
        seats = s.cells[SEATS]
        learner.begin(seats)
        while s.cells[ACTOR] != NOBODY:
            seat = s.cells[ACTOR]
            watched: bool = s.cells[PHASE] == MOVING and learner.room()
            if watched:
                learner.watch(s)
            self.turns.run(s)
            order = self.ranked(self.turns, seat, 0)
            best = order[0][1]
            strayed: bool = self.rng.below(stray // 3) == 0
            if watched:
                self.value(self.turns.ends[best], seat, 0)
                learner.aim_at(self.values, 0, strayed)
            if strayed:
                best = order[self.rng.below(min(len(order), 12))][1]
            s = self.turns.ends[best]
        state.assign(s)
