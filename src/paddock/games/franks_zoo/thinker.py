"""Thinker for Frank's Zoo: the judge's numbers, actions played on in imagined worlds, and endings worked out.

The judge says what each action should bring in this hand. The most promising ones are then played on to the end of
the hand in worlds that the seat cannot tell from the truth; there everybody decides by the judge, each by what that
seat may know, and the standings after the hand say what it was worth in the match. When two are left nothing is
hidden from them, and the ending is worked out.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.learner import Learner
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, CHANCE, LEG, MOST_SEATS, NOBODY, SEATS, State, buffer
from paddock.core.thinker import Thinker, halvings
from paddock.games.franks_zoo.belief import Belief
from paddock.games.franks_zoo.cards import CARDS, COST, TOTAL_BITS, at_least, holds, number_of, without
from paddock.games.franks_zoo.cells import (
    ASIDE,
    ASK,
    FOLLOW,
    HAND,
    HELP,
    KNOWN,
    LAST_SET,
    OUTCOMES,
    OWNER,
    PARTNER,
    PASS,
    PHASE,
    RANKING,
    SHOWN,
    TOTAL,
)
from paddock.games.franks_zoo.ending import Ending, solvable
from paddock.games.franks_zoo.judge import FranksZooJudge, unseen_by
from paddock.games.franks_zoo.legal import FOLLOW as FOLLOWERS
from paddock.games.franks_zoo.legal import FOLLOW_START
from paddock.games.franks_zoo.rules import FranksZoo

TRACE: Final = 0.8  # of a decision's aim, how much is what happened and not what was expected
CROWD: Final = 8  # actions that are played on, at most
ENDLESS: Final = 0x7FFFFFFF
NUDGE: Final = 2  # points by which the standings are changed to see what points are worth
LEAST_STAKE: Final = 0.02
SENSELESS: Final = 1000.0
HOPEFUL: Final = 0.6  # how likely help must be for anybody to ask
FACE_DOWN: Final = 3  # worlds tried for cards that the solo player has set aside
LIKING: Final = 0.001
GLADLY: Final = 10.0  # the judge's numbers are below: of equal endings the one that goes out now
A_SECOND: Final = 1_500_000.0  # positions of an ending that are worth a second; most machines visit more


@final
@mypyc_attr(native_class=True)
class FranksZooThinker(Thinker):
    """Knobs: worlds, prior, few, close, nodes, belief."""

    def __init__(self, judge: FranksZooJudge) -> None:
        super().__init__(judge)
        self.eye: FranksZooJudge = judge
        self.worlds: i64 = 0  # in which the most promising actions are played on
        self.prior: float = 60.0  # what the judge said of them counts as much as so many worlds
        self.few: i64 = 4  # so many of them
        self.close: float = 0.1  # an action that should bring so much less than the best is not played on
        self.nodes: i64 = 0  # positions of an ending that may be visited
        self.believes: bool = False  # are worlds likelier that fit what the others did?
        self.belief: Belief = Belief(judge)
        self.history: list[int] = []
        self.ending: Ending = Ending()
        self.best: vec[i64] = vec[i64]([0])
        self.list: vec[i64] = buffer()
        self.guess: vec[float] = vec[float]([0.0] * 512)
        self.values: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.got: vec[float] = vec[float]([0.0] * MOST_SEATS)

    def tune(self, name: str, value: float) -> bool:
        if name == "worlds":
            self.worlds = i64(value)
        elif name == "prior":
            self.prior = value
        elif name == "few":
            self.few = min(CROWD, i64(value))
        elif name == "close":
            self.close = value
        elif name == "nodes":
            self.nodes = i64(value)
        elif name == "belief":
            self.believes = value > 0.0
        else:
            return name == "draws"  # cards are never looked at beforehand
        return True

    def recall(self, history: list[int]) -> None:
        self.history = history

    def subtle(self, state: State, action: i64) -> bool:
        """Passing though one could lay; asking for help."""
        return (action == PASS and state.cells[PHASE] == FOLLOW) or ASK <= action < HELP

    def decide(self, masked: State, rng: Rng) -> i64:
        self.rng = rng
        self.begin()
        seat = masked.viewer
        s = FranksZoo(masked.cells[:])
        n = s.legal(seat, self.actions)
        if n == 1:
            return self.actions[0]
        self.eye.values(s.cells, seat, self.actions, n, self.found)
        self.think_twice(s.cells, seat, n)
        last = self.last_set(s.cells, seat, n)
        if last >= 0:
            self.found[last] += GLADLY
        if self.nodes and solvable(s.cells, seat) and self.work_out(s, seat, n):
            self.promising(n, 1, 0.0, self.best)
            return self.actions[self.best[0]]  # what is known for sure is not misjudged
        if last >= 0:
            return self.actions[last]
        if self.worlds:
            self.play_on(s, seat, n)
            n = s.legal(seat, self.actions)
        return self.actions[self.liked(s, n)]

    def think_twice(self, c: vec[i64], seat: i64, n: i64) -> None:
        """Ask for help only where it is likely to come, never against the partner's own set, and in one way alone."""
        best: i64 = -1
        for k in range(n):
            action = self.actions[k]
            if ASK <= action < HELP:
                friendly = c[OWNER] == c[PARTNER + seat]
                if not friendly and hope(c, seat, action - ASK) >= HOPEFUL:
                    if best < 0 or self.found[k] > self.found[best]:
                        if best >= 0:
                            self.found[best] -= SENSELESS
                        best = k
                    else:
                        self.found[k] -= SENSELESS
                else:
                    self.found[k] -= SENSELESS

    def last_set(self, c: vec[i64], seat: i64, n: i64) -> i64:
        """Which of the first n actions lays the whole hand, -1 if none: nobody waits with that for a better trick."""
        for k in range(n):
            action = self.actions[k]
            if PASS < action <= LAST_SET and COST[action] == c[HAND + seat]:
                return k
        return -1

    def work_out(self, s: FranksZoo, seat: i64, n: i64) -> bool:
        """Two are left: what each action brings for sure, or on average where two cards lie face down."""
        limit = self.nodes
        if self.seconds > 0.0:
            limit = min(limit, i64(self.seconds * A_SECOND))
        times: i64 = 1 if s.cells[ASIDE] & CARDS or not s.cells[ASIDE] else FACE_DOWN
        totals = vec[float]([0.0] * n)
        for _world in range(times):
            world = s.copy()
            world.fill(self.rng)
            if not self.ending.weigh(world, seat, limit // times, self.actions, n, self.guess):
                return False
            for k in range(n):
                totals[k] += self.guess[k]
        for k in range(n):  # of equally good ones the one that the judge likes best
            self.found[k] = totals[k] / float(times) + LIKING * self.found[k]
        return True

    # Playing on

    def play_on(self, s: FranksZoo, seat: i64, n: i64) -> None:
        """Play the most promising actions on, in the same worlds for each; after every round the worse half goes."""
        actions = vec[i64]([self.actions[k] for k in range(n)])
        alive = vec[i64]([0] * CROWD)
        few = self.promising(n, self.few, self.close, alive)
        if few == 1:
            return
        top = self.found[alive[0]]
        stake = self.stake(s, seat)
        totals = vec[float]([0.0] * CROWD)
        for j in range(few):
            totals[j] = self.prior * stake * self.found[alive[j]]
        rounds = halvings(few)
        playouts: i64 = ENDLESS if self.endless else self.worlds * few // rounds
        guided = self.believes and self.belief.begin(s, self.history, self.rng)
        times: float = self.prior
        part: float = 0.0
        while few > 1:
            part += 1.0 / float(rounds)
            for _world in range(max(1, playouts // few)):
                if guided:
                    world = self.belief.next(self.rng)
                else:
                    world = s.copy()
                    world.fill(self.rng)
                for j in range(few):
                    totals[j] += self.play_out(world, seat, actions[alive[j]])
                times += 1.0
                if self.late(part):
                    break
            few = self.halve(alive, totals, few, times, top)
            top += 1.0

    def stake(self, s: FranksZoo, seat: i64) -> float:
        """What the judge's unit, as many points as seats, is worth in the match as it stands."""
        t = s.copy()
        t.cells[TOTAL + seat] += NUDGE
        self.eye.judge(t, self.values, 0)
        more = self.values[seat]
        t.cells[TOTAL + seat] -= 2 * NUDGE
        self.eye.judge(t, self.values, 0)
        return max(LEAST_STAKE, (more - self.values[seat]) * float(s.cells[SEATS]) / float(2 * NUDGE))

    def play_out(self, world: FranksZoo, seat: i64, action: i64) -> float:
        """The seat's prospects in the match after this hand, if all decide by the judge."""
        s = world.copy()
        c = s.cells
        leg = c[LEG]
        s.apply(seat, action)
        while c[LEG] == leg:
            actor = c[ACTOR]
            n = s.legal(actor, self.list)
            best: i64 = 0
            if n > 1:
                self.eye.values(c, actor, self.list, n, self.guess)
                for k in range(1, n):
                    if self.guess[k] > self.guess[best]:
                        best = k
            s.apply(actor, self.list[best])
        self.eye.judge(s, self.values, 0)
        return self.values[seat]

    # Learning

    def study(self, state: State, learner: Learner, stray: i64) -> None:
        s = FranksZoo(state.cells[:])
        s.settle(self.rng)
        seats = s.cells[SEATS]
        learner.begin(seats)
        eye = self.eye
        while s.cells[ACTOR] != NOBODY:
            c = s.cells
            leg = c[LEG]
            if leg and learner.room():
                learner.watch(s)
                eye.judge(s, self.values, 0)
                learner.aim_at(self.values, 0, False)
            before = vec[i64]([c[TOTAL + seat] for seat in range(seats)])
            while c[LEG] == leg:
                seat = c[ACTOR]
                if seat == CHANCE:
                    s.settle(self.rng)
                    continue
                n = s.legal(seat, self.list)
                best: i64 = 0
                if n > 1:
                    eye.values(c, seat, self.list, n, self.guess)
                    for k in range(1, n):
                        if self.guess[k] > self.guess[best]:
                            best = k
                    value = self.guess[best]
                    strayed = self.rng.below(stray) == 0
                    if strayed:
                        best = self.rng.below(n)
                    eye.consider(c, seat, self.list[best])
                    learner.note(seat, value, strayed)
                s.apply(seat, self.list[best])
            total: i64 = 0
            for seat in range(seats):
                before[seat] = c[TOTAL + seat] - before[seat]
                total += before[seat]
            for seat in range(seats):
                others: float = float(total - before[seat]) / float(seats - 1)
                self.got[seat] = (float(before[seat]) - others) / float(seats)
            learner.resolve(self.got, TRACE)
        state.assign(s)


def hope(c: vec[i64], seat: i64, offer: i64) -> float:
    """How likely the senior can complete this offer, as far as the seat sees; 0.0 if certainly not."""
    partner = c[PARTNER + seat]
    known = at_least(c[KNOWN + partner], c[SHOWN + partner])
    unseen = without(unseen_by(c, seat), known)
    theirs: i64 = c[HAND + partner] >> TOTAL_BITS
    hidden = theirs
    total: i64 = 0
    for kind in range(i64(OUTCOMES)):
        hidden -= number_of(known, kind)
        total += number_of(unseen, kind)
    share: float = float(hidden) / float(max(1, total))
    most: float = 0.0
    row: i64 = 8 * c[RANKING] + 7  # whatever a joker and a mosquito help to
    for k in range(FOLLOW_START[row], FOLLOW_START[row + 1]):
        goal = COST[FOLLOWERS[k]]
        if holds(goal, COST[offer]) and (goal - COST[offer]) >> TOTAL_BITS <= theirs:
            likely: float = 1.0
            for kind in range(i64(OUTCOMES)):
                lacking: i64 = number_of(goal, kind) - number_of(COST[offer], kind) - number_of(known, kind)
                if lacking > 0:
                    likely *= at_least_so_many(lacking, number_of(unseen, kind), share)
            most = max(most, likely)
    return most


def at_least_so_many(wanted: i64, cards: i64, share: float) -> float:
    """How likely so many of these cards, or more, are in a hand that holds such a share of all unseen ones."""
    if wanted > cards:
        return 0.0
    likely: float = 0.0
    ways: float = 1.0  # to choose k of the cards
    for k in range(cards + 1):
        if k >= wanted:
            part = ways
            for each in range(cards):
                part *= share if each < k else 1.0 - share
            likely += part
        ways = ways * float(cards - k) / float(k + 1)
    return likely
