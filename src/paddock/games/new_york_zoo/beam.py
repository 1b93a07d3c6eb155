"""Beam for the solo game: whole turns, and for every distance of the elephant the few positions that look best.

Distance is what the solo game is short of, so only positions that have used equally much of it are compared.
"""

import time
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.state import ACTOR, LEG, MOST_SEATS, NOBODY
from paddock.games.new_york_zoo.board import bits
from paddock.games.new_york_zoo.cells import ELEPHANT, FREE_LOWER, FREE_UPPER, LENGTH, LIMIT
from paddock.games.new_york_zoo.insight import NewYorkZooInsight
from paddock.games.new_york_zoo.rules import NewYorkZoo
from paddock.games.new_york_zoo.turns import Turns

PLACES: Final = 4
OTHERS: Final = 6
MOST_ENDS: Final = 300
CHILDREN: Final = 12  # ends of one position that go on
AGAIN: Final = 3  # turns in a row that may go nowhere


class Step(NamedTuple):
    """A position on the way, and the decisions of the turn that led there."""

    value: int  # less is better
    order: int  # of equal values the one found first goes on
    way: list[int]
    parent: "Step | None"
    state: NewYorkZoo


class Line(NamedTuple):
    """The best way to the end that was found: its decisions, and its score; minus the cells left, if not filled."""

    actions: list[int]
    score: int


@final
@mypyc_attr(native_class=True)
class SoloBeam:
    """Keeps `width` positions a distance, and one where the CPU's clock is beyond `until`; 0.0 has no end."""

    def __init__(self, width: i64, until: float = 0.0) -> None:
        self.width: i64 = width
        self.until: float = until
        self.turns: Turns = Turns(PLACES, OTHERS, MOST_ENDS)
        self.insight: NewYorkZooInsight = NewYorkZooInsight()
        self.values: vec[i64] = vec[i64]([0] * (MOST_SEATS + 1))
        self.order: int = 0
        self.best: Step | None = None
        self.score: i64 = -1000

    def run(self, root: NewYorkZoo) -> Line:
        """The best line from here."""
        self.forget()
        begun = way_gone(root.cells)
        layers: list[list[Step]] = [[] for _distance in range(LIMIT + LENGTH)]
        layers[begun].append(Step(0, 0, [], None, root))
        for distance in range(begun, i64(LIMIT)):
            if self.until > 0.0 and time.process_time() >= self.until:
                self.width = 1
            layer = layers[distance]
            for _again in range(AGAIN):
                if layer:
                    layer = self.advance(layer, distance, layers)
            layers[distance] = []
        return Line(way_to(self.best), int(self.score))

    def forget(self) -> None:
        """Begin anew; in a method of its own, for mypyc believes that what was None stays so."""
        self.order = 0
        self.best = None
        self.score = -1000

    def advance(self, layer: list[Step], distance: i64, layers: list[list[Step]]) -> list[Step]:
        """Play a turn from the best of a layer; those that went nowhere."""
        layer.sort()
        seen: set[bytes] = set()
        again: list[Step] = []
        kept: i64 = 0
        for step in layer:
            if kept == self.width:
                break
            key = step.state.key()
            if key in seen:
                continue
            seen.add(key)
            kept += 1
            for child in self.children(step):
                to = way_gone(child.state.cells)
                if to == distance:
                    again.append(child)
                else:
                    bucket = layers[to]
                    bucket.append(child)
                    if len(bucket) > 8 * self.width:
                        bucket.sort()
                        del bucket[3 * self.width :]
        return again

    def children(self, step: Step) -> list[Step]:
        """The best ends of the turn that are not the end of the game; that may be the best line."""
        self.turns.run(step.state)
        ends = self.turns.ends
        ways = self.turns.ways
        found: list[Step] = []
        for k in range(len(ends)):
            end = ends[k]
            c = end.cells
            cells: i64 = bits(c[FREE_UPPER]) + bits(c[FREE_LOWER])
            gone = way_gone(c)
            self.insight.evaluate(end, self.values)
            self.order += 1
            child = Step(int(-self.values[0]), self.order, ways[k], step, end)
            score: i64 = -cells if cells else LIMIT - gone
            if score > self.score:
                self.score = score
                self.best = child
            if cells and c[ACTOR] != NOBODY and gone < LIMIT:
                found.append(child)
        found.sort()
        kept: list[Step] = []
        last: int = 1
        for child in found:
            if child.value != last:  # of equals most are the same position, reached in another order
                last = child.value
                kept.append(child)
                if len(kept) == CHILDREN:
                    break
        return kept


def way_to(step: Step | None) -> list[int]:
    """All decisions from the root."""
    actions: list[int] = []
    while step is not None:
        actions = step.way + actions
        step = step.parent
    return actions


def way_gone(c: vec[i64]) -> i64:
    """The distance of the elephant from the start of the game."""
    return c[LEG] * LENGTH + c[ELEPHANT]
