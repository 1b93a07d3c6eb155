"""Share: win chances of all seats as numbers that add up exactly.

They are whole multiples of a power of two, coarse enough that doubles add and subtract them without rounding: a
band's chances are together 1, and all that happened adds up to the result, to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paddock.core.state import State

Shares = tuple[float, ...]  # one a seat
GRAINS: Final = 2.0**40


def exact(shares: Sequence[float]) -> Shares:
    """These shares in whole grains and together 1; the largest one takes what rounding leaves."""
    total = sum(shares)
    grains = [round(GRAINS * share / total) for share in shares]
    grains[grains.index(max(grains))] += round(GRAINS) - sum(grains)
    return tuple(number / GRAINS for number in grains)


def change(before: Shares, after: Shares) -> Shares:
    """What every seat gained or lost."""
    return tuple(there - here for here, there in zip(before, after, strict=True))


def added(parts: Sequence[Shares], seats: int) -> Shares:
    """All changes together."""
    return tuple(sum(part[seat] for part in parts) for seat in range(seats))


def victory(state: State) -> list[float]:
    """The result of a match that is over: winners share one victory."""
    places = state.places()
    first = 1 / places.count(1)
    return [first if place == 1 else 0.0 for place in places]
