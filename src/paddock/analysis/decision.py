"""Decision: what a seat's choice was worth against the others, over many futures, by what the seat could know.

In each future hidden facts are imagined anew and all actions meet the same luck. The worse half goes after every round;
then those that are left and the chosen one are compared in fresh futures, so that none looks good by the luck that
selected it.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from paddock.analysis.outlook import Outlook, stream
from paddock.analysis.record import Decision, Weighed, size_of
from paddock.core.errors import BadArgument, shown
from paddock.core.game import Game, demand_masked
from paddock.core.state import State

FINALISTS: Final = 2  # of the selection, so that there is one beside the chosen action
LEAST: Final = 16  # futures of the last comparison
CLUES: Final = 2  # futures of a round of selection, at least


class Scale:
    """Weighs the actions of one decision, which is all in a state masked for the seat that makes it."""

    def __init__(self, masked: State, outlook: Outlook, seed: int) -> None:
        demand_masked(masked)
        self.masked = masked
        self.seat = int(masked.viewer)
        self.outlook = outlook
        self.seed = seed
        self.futures = 0

    def weigh(self, actions: list[int], turns: int | None) -> list[float]:
        """What each action is worth in one more future, the same for all."""
        self.futures += 1
        world = self.world()
        values = []
        for action in actions:
            after = world.copy()
            after.apply(self.seat, action)
            values.append(self.outlook.look(after, stream(self.seed, self.futures, 1), turns)[self.seat])
        return values

    def world(self) -> State:
        """A world that the seat cannot tell from the truth; in a sealed round the others have chosen, unseen."""
        rng = stream(self.seed, self.futures, 0)
        world = self.masked.copy()
        world.fill(rng)
        if world.due:
            for rival in world.pending():
                if rival != self.seat:
                    self.outlook.decide(world, rival, rng)
        return world

    def promising(self, actions: list[int], allowance: int) -> list[int]:
        """The few best actions, as far as so much work shows it."""
        alive = actions
        rounds = max(1, (len(actions) - 1).bit_length() - 1)
        while len(alive) > FINALISTS:
            totals = [0.0] * len(alive)
            end = self.outlook.thoughts + allowance // rounds
            tried = 0
            while tried < CLUES or self.outlook.thoughts < end:
                totals = [total + value for total, value in zip(totals, self.weigh(alive, 0), strict=True)]
                tried += 1
            ranked = sorted(range(len(alive)), key=lambda k: (-totals[k], k))
            alive = [alive[k] for k in ranked[: max(FINALISTS, len(alive) // 2)]]
        return alive


def judge(game: Game, masked: State, chosen: int, outlook: Outlook, allowance: int, seed: int, at: int = 0) -> Decision:
    """What choosing this action cost the seat that the state is masked for."""
    scale = Scale(masked, outlook, seed)
    seat = scale.seat
    actions = masked.legal_actions(seat)
    if chosen not in actions or len(actions) == 1:
        raise BadArgument(f"only a legal action, one of several, can be judged, and {shown(chosen)} is none")
    others = [action for action in scale.promising(actions, allowance // 2) if action != chosen]
    few = [chosen, *others]
    rows: list[list[float]] = []
    end = outlook.thoughts + allowance // 2
    while len(rows) < LEAST or outlook.thoughts < end:
        rows.append(scale.weigh(few, None))
    values = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    ranked = sorted(range(len(few)), key=lambda k: (-values[k], k))  # of equal ones the chosen one is best
    best = ranked[0]
    lost = values[best] - values[0]
    doubt = standard_error([row[best] - row[0] for row in rows])

    def weighed(k: int) -> Weighed:
        return Weighed(few[k], game.notation(masked, seat, few[k]), values[k])

    size = size_of(lost, doubt)
    return Decision(at, seat, weighed(0), weighed(best), weighed(ranked[1]), lost, doubt, len(rows), size)


def standard_error(numbers: list[float]) -> float:
    """Of their mean."""
    mean = sum(numbers) / len(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
