"""Observer: a masked state as numbers for learners, and its legal actions as a mask; compiled.

The numbers are float32. The compiler knows no such type, so they are written as their bits, whole numbers of 32: a
vector of them is an array of float32 to everybody who looks at its memory. Nothing is converted, and both engines
write the same bits.
"""

from array import array
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr, u8

from paddock.core.errors import BadArgument
from paddock.core.state import SEATS, WIDEST, State

ONE: Final[i32] = 1065353216  # the bits of 1.0
MINUS_ONE: Final[i32] = -1082130432
LEAST: Final = -64  # the numbers that a table of fractions knows; others count as the nearest of them
MOST: Final = 1023


def fractions(scale: int) -> vec[i32]:
    """The bits of n / scale for each n from LEAST to MOST; see `part`."""
    numbers = array("f", [n / scale for n in range(LEAST, MOST + 1)])
    return vec[i32](memoryview(numbers).cast("B").cast("i"))


def part(table: vec[i32], n: i64) -> i32:
    """The bits of n / scale, from the table of that scale."""
    if n < LEAST:
        n = LEAST
    elif n > MOST:
        n = MOST
    return table[n - LEAST]


def real(number: float) -> i32:
    """The bits of any number; slow, for games that have no tables."""
    return i32(memoryview(array("f", [number])).cast("B").cast("i")[0])


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """A game's `features.py` subclasses it and writes `write`; one instance serves all states."""

    def __init__(self, length: i64) -> None:
        self.length: i64 = length

    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        """Write what the state's viewer knows from out[at] on, where all is zero; the place after the last number."""
        raise NotImplementedError

    # Written once, here.

    def row(self, state: State) -> vec[i32]:
        """All numbers of a masked state."""
        out = vec[i32]([0] * self.length)
        end = self.write(state, out, 0)
        if end != self.length:
            raise AssertionError(f"the observer wrote {end} numbers, not {self.length}")
        return out


def mask(state: State, seat: i64, actions: i64) -> vec[u8]:
    """1 for each legal action of the seat, 0 for all others."""
    if seat < 0 or seat >= state.cells[SEATS]:
        raise BadArgument(f"there is no seat {seat}; there are {state.cells[SEATS]}, counted from 0")
    out = vec[u8]([0] * actions)
    legal = vec[i64]([0] * min(actions, WIDEST))
    for k in range(state.legal(seat, legal)):
        out[legal[k]] = 1
    return out
