"""Beam: a narrow look to the very end, for open games of one seat with no chance after the opening.

Layer by layer, one decision each, the positions that the insight likes best go on and the others are dropped.
"""

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.insight import Insight
from paddock.core.state import CHANCE, MOST_SEATS, NOBODY, WHOLE, State, buffer


class Line(NamedTuple):
    """The best way to the end that a beam has found."""

    actions: list[int]
    score: int


class Step(NamedTuple):
    """A position on the way, with the decision that led there."""

    value: int
    order: int  # of equal values the one found first goes on, so that equal searches agree
    action: int
    parent: "Step | None"
    state: State


class Beam:
    """Keeps `width` positions a layer."""

    def __init__(self, insight: Insight, width: int) -> None:
        self.insight: Insight = insight
        self.width: int = width
        self.actions: vec[i64] = buffer()
        self.values: vec[i64] = vec[i64]([0] * MOST_SEATS)

    def run(self, root: State, enough: int) -> Line:
        """The best line found; the search ends at the first that scores `enough`."""
        if root.seats != 1 or root.actor == CHANCE or root.viewer != WHOLE:
            raise ValueError("a beam takes a whole position of a game for one, with its chance settled")
        best: Step | None = None
        best_score = 0
        layer = [Step(0, 0, -1, None, root)]
        while layer:
            found: list[Step] = []
            for step in layer:
                n = step.state.legal(0, self.actions)
                for k in range(n):
                    after = step.state.copy()
                    after.apply(0, self.actions[k])
                    child = Step(self.value(after), len(found), self.actions[k], step, after)
                    if after.actor == NOBODY:
                        score = after.scores()[0]
                        if best is None or score > best_score:
                            best, best_score = child, score
                    else:
                        found.append(child)
            if best is not None and best_score >= enough:
                break
            layer = self.liked(found)
        assert best is not None, "every match ends"
        return Line(line_to(best), best_score)

    def value(self, state: State) -> i64:
        self.insight.evaluate(state, self.values)
        return self.values[0]

    def liked(self, found: list[Step]) -> list[Step]:
        """The best of a layer, equal positions once."""
        found.sort(key=lambda step: (-step.value, step.order))
        seen: set[bytes] = set()
        kept: list[Step] = []
        for step in found:
            if len(kept) == self.width:
                break
            key = step.state.key()
            if key not in seen:
                seen.add(key)
                kept.append(step)
        return kept


def line_to(step: Step) -> list[int]:
    """The decisions from the root to here."""
    actions: list[int] = []
    at: Step | None = step
    while at is not None and at.parent is not None:
        actions.append(at.action)
        at = at.parent
    actions.reverse()
    return actions
