"""Minimal rules: the seats take turns to add 0, 1 or 2 to a sum; who makes it a multiple of seven has a point.

Compiled, as the rules of every game are.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.state import ACTOR, NOBODY, State

DECISIONS: Final = 5_000
CHOICES: Final = 3  # an action is what it adds
LUCKY: Final = 7

SUM: Final = 13  # the kernel's HEAD
MADE: Final = SUM + 1  # decisions so far
POINTS: Final = MADE + 1  # a cell a seat
LAST: Final = POINTS + 2  # what each seat added last
SIZE: Final = LAST + 2


@final
@mypyc_attr(native_class=True, free_list_len=1, acyclic=True)
class Minimal(State):
    """A sum, and whose turn it is."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat != self.cells[ACTOR]:
            return 0
        for action in range(i64(CHOICES)):
            out[action] = action
        return CHOICES

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        c[SUM] += action
        c[MADE] += 1
        c[LAST + seat] = action
        if c[SUM] % LUCKY == 0:
            c[POINTS + seat] += 1
        c[ACTOR] = NOBODY if c[MADE] == DECISIONS else 1 - seat

    def tally(self, out: vec[i64]) -> None:
        for seat in range(i64(2)):
            out[seat] = self.cells[POINTS + seat]

    def check(self) -> None:
        c = self.cells
        assert c[SUM] <= 2 * c[MADE], "sum: nobody adds more than 2"
        assert c[POINTS] + c[POINTS + 1] <= c[MADE], "points: a decision makes one at most"
        turn = NOBODY if c[MADE] == DECISIONS else c[MADE] % 2
        assert c[ACTOR] == turn, "actor: the seats take turns until the last decision"

    def copy(self) -> "Minimal":
        return Minimal(self.cells[:])
