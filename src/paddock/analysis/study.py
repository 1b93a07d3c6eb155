"""Study: goes through a match, quickly first and thoroughly then; can be stopped and asked at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from paddock.analysis.decision import judge
from paddock.analysis.draw import outcomes
from paddock.analysis.outlook import Outlook, stream
from paddock.analysis.record import Analysis, Decision, Moment, Part
from paddock.analysis.share import Shares, change, exact, victory
from paddock.core.errors import BadArgument, is_whole, shown
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.state import CHANCE, NOBODY, OPEN, State

LONGEST: Final = 3600.0  # seconds a decision
FEW: Final = 8  # draws that stand for all of them at first
LOOK: Final = 4  # a moment's chances get one part in so many of a decision's budget
VALUES, DECISIONS = range(2)  # what random numbers are for


class Progress(NamedTuple):
    """How far a study is; the first band is there when `band` is True."""

    done: int
    of: int
    band: bool


class Node(NamedTuple):
    """A moment: somebody must decide, chance must, or it is over."""

    at: int  # of the event that comes next, in the match's record
    state: State
    seat: int  # who did that, CHANCE, or NOBODY after the last event
    action: int


class Value(NamedTuple):
    """The chances of a moment."""

    chances: Shares
    exact: bool  # before chance: the mean of all outcomes


class Study:
    """An analysis in the making: `steps` does the work a piece at a time, `analysis` is what was found so far.

    Equal matches, budgets and seeds give equal answers: work is counted in decisions, not by a clock.
    """

    def __init__(self, match: Match, budget: float = 0.1, seed: int = 0) -> None:
        demand(match, budget, seed)
        self.game = match.game
        self.seats = match.setup.seats
        self.over = match.over
        self.budget = float(budget)
        self.seed = seed
        self.outlook = Outlook(match.game, self.seats)
        self.allowance = int(budget * self.outlook.manner.pace)
        self.nodes = nodes(match)
        self.asked = [node for node in self.nodes if node.seat >= 0 and node.state.legal_count(node.seat) > 1]
        self.chances: list[Value] = []
        self.decisions: list[Decision] = []
        self.done = 0

    @property
    def of(self) -> int:
        """How many pieces of work there are."""
        return 2 * len(self.nodes) + len(self.asked)

    def steps(self) -> Iterator[Progress]:
        """Do what is left, a piece at a time; stop iterating to cancel, begin anew to go on."""
        while self.done < self.of:
            self.step()
            self.done += 1
            yield Progress(self.done, self.of, len(self.chances) == len(self.nodes))

    def step(self) -> None:
        """One piece: a quick look at a moment, a thorough one, or a decision."""
        count = len(self.nodes)
        if self.done < count:
            self.chances.append(self.value(self.done, 0))
        elif self.done < 2 * count:
            self.chances[self.done - count] = self.value(self.done - count, self.allowance // LOOK)
        else:
            number = self.done - 2 * count
            node = self.asked[number]
            seed = int(stream(self.seed, DECISIONS, number).word)
            masked = node.state.mask(node.seat)  # all that the judge of a decision is told
            self.decisions.append(judge(self.game, masked, node.action, self.outlook, self.allowance, seed, node.at))

    def value(self, number: int, allowance: int) -> Value:
        """The win chances of a moment, from the truth: the mean over as many futures as so much work allows."""
        state = self.nodes[number].state
        if state.actor == NOBODY:
            return Value(exact(victory(state)), True)
        chance = state.actor == CHANCE
        known = outcomes(state) if chance else [(1.0, state)]
        least = 1 if known else FEW
        turns = None if allowance else 0
        totals = [0.0] * self.seats
        end = self.outlook.thoughts + allowance
        future = 0
        while future < least or self.outlook.thoughts < end:
            rng = stream(self.seed, VALUES, number, future)
            for likely, after in known or [(1.0, dealt(state, rng))]:
                found = self.outlook.look(after, rng.copy(), turns)
                totals = [total + likely * share for total, share in zip(totals, found, strict=True)]
            future += 1
        return Value(exact(totals), known is not None)

    def analysis(self) -> Analysis:
        """What was found so far; before the first band is whole there is nothing to tell."""
        if len(self.chances) < len(self.nodes):
            raise BadArgument("the first look through the match is not done yet")
        moments = [
            Moment(node.at, int(node.state.leg), value.chances)
            for node, value in zip(self.nodes, self.chances, strict=True)
        ]
        parts = [
            Part(node.at, node.seat, change(value.chances, later.chances), node.seat == CHANCE and value.exact)
            for node, value, later in zip(self.nodes, self.chances, self.chances[1:], strict=False)
        ]
        complete = self.done == self.of
        return Analysis(
            self.game.name, self.seats, self.seed, self.budget, self.outlook.learned, self.over, complete,
            tuple(moments), tuple(parts), tuple(self.decisions),
        )  # fmt: skip


def nodes(match: Match) -> list[Node]:
    """Every moment of what stands in a match; a run of chance is one step."""
    found: list[Node] = []
    state = match.game.start(match.setup)
    for standing in match.standing:
        seat, action = standing.event
        if not (seat == CHANCE and found and found[-1].seat == CHANCE):
            found.append(Node(standing.at, state.copy(), seat, action))
        state.apply(seat, action)
    found.append(Node(len(match.events), state, NOBODY, OPEN))
    return found


def dealt(state: State, rng: Rng) -> State:
    """One of the positions that chance may lead to."""
    after = state.copy()
    after.settle(rng)
    return after


def demand(match: object, budget: object, seed: object) -> None:
    """BadArgument for what cannot be analysed."""
    if not isinstance(match, Match):
        raise BadArgument(f"a match is analysed, not {shown(match)}; paddock.read makes one of a transcript")
    if isinstance(budget, bool) or not isinstance(budget, int | float) or not 0 < budget <= LONGEST:
        raise BadArgument(f"the budget is seconds a decision, above 0 and at most {LONGEST:.0f}, not {shown(budget)}")
    if isinstance(seed, bool) or not is_whole(seed):
        raise BadArgument(f"the seed must be a whole number, not {shown(seed)}")


def analyse(
    match: Match, budget: float = 0.1, seed: int = 0, watch: Callable[[Progress], object] | None = None
) -> Analysis:
    """What a match was decided by: win chances, what each decision cost, luck and choice apart.

    `budget` is the work for a decision, in seconds of a usual machine: the same seed gives the same answer on every
    one. `watch` is told the progress after each piece; once it returns False the analysis ends, as soon as there is a
    first band, with what was found so far.

    >>> match = paddock.play("zooloretto", ["greedy", "random"], seed=1)
    >>> found = paddock.analyse(match, budget=0.001, seed=1)
    >>> found.result == (1.0, 0.0)
    True
    """
    study = Study(match, budget, seed)
    for progress in study.steps():
        if watch is not None and watch(progress) is False and progress.band:
            break
    return study.analysis()
