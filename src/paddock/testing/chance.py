"""Chance: the law that `settle` draws from the very distribution that `weights` and `apply` give."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from paddock.core.rng import Rng
from paddock.core.state import CHANCE, State, buffer
from paddock.testing.moment import Moment, cell_name

FAR = 6.0  # standard deviations: some thousand comparisons stray so far by accident once in 100,000 runs


def settles_itself(state: State) -> bool:
    """Has the game its own settle? The base's is weights and apply, by its very text."""
    return type(state).settle is not State.settle


def settle_law(moment: Moment, times: int) -> None:
    """Compare how often each bit of each cell, and each whole position, comes up in both ways."""
    seed = moment.random("settle").getrandbits(40)
    quick, slow = [], []
    for k in range(times):
        one = moment.state.copy()
        one.settle(Rng(seed + 2 * k))
        if one.actor == CHANCE:
            raise moment.broken("settle goes on until a seat must decide or the game is over", "CHANCE is due")
        try:
            one.check()
        except AssertionError as error:
            raise moment.broken("check() passes after settle", str(error)) from error
        quick.append(one)
        slow.append(step_by_step(moment.state, Rng(seed + 2 * k + 1)))
    compare(moment, Counter(s.key().hex() for s in quick), Counter(s.key().hex() for s in slow), times)
    compare(moment, bits(moment, quick), bits(moment, slow), times)


def step_by_step(state: State, rng: Rng) -> State:
    """What the base's settle does, whatever the game has made of it."""
    other = state.copy()
    odds = buffer()
    while other.actor == CHANCE:
        other.apply(CHANCE, rng.pick(odds, other.weights(odds)))
    return other


def bits(moment: Moment, states: list[State]) -> Counter[str]:
    """How often each bit of each cell is set."""
    values = Counter((cell, int(value)) for state in states for cell, value in enumerate(state.cells))
    count: Counter[str] = Counter()
    for (cell, value), times in values.items():
        word = value & (2**64 - 1)
        for bit in range(word.bit_length()):
            if word >> bit & 1:
                count[f"bit {bit} of {cell_name(moment.game, cell)}"] += times
    return count


def compare(moment: Moment, quick: Counter[str], slow: Counter[str], times: int) -> None:
    """Two proportions at a time, with a bound that practically never fails by accident."""
    for what in quick | slow:
        one, two = quick[what], slow[what]
        shared = (one + two) / (2 * times)
        spread = sqrt(2 * times * shared * (1 - shared)) or 1.0
        if abs(one - two) > FAR * spread:
            name = what if what.startswith("bit") else "one position"
            raise moment.broken(
                "settle draws from the distribution of weights and apply",
                f"{name} came up {one} times by settle and {two} times step by step, of {times}",
            )
