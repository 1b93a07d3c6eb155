"""Chance: the law that `settle` draws from the very distribution that `weights` and `apply` give."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

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
    compare(moment, Counter(state.key() for state in quick), Counter(state.key() for state in slow), times)
    compare(moment, bits(quick), bits(slow), times)


def step_by_step(state: State, rng: Rng) -> State:
    """What the base's settle does, whatever the game has made of it."""
    other = state.copy()
    odds = buffer()
    while other.actor == CHANCE:
        other.apply(CHANCE, rng.pick(odds, other.weights(odds)))
    return other


def bits(states: list[State]) -> Counter[tuple[int, int]]:
    """How often each bit of each cell is set, by cell and bit."""
    values = Counter((cell, int(value)) for state in states for cell, value in enumerate(state.cells))
    count: Counter[tuple[int, int]] = Counter()
    for (cell, value), times in values.items():
        word = value & (2**64 - 1)
        for bit in range(word.bit_length()):
            if word >> bit & 1:
                count[cell, bit] += times
    return count


def compare(moment: Moment, quick: Counter[Any], slow: Counter[Any], times: int) -> None:
    """Two proportions at a time, with a bound that practically never fails by accident."""
    for what in quick | slow:
        one, two = quick[what], slow[what]
        shared = (one + two) / (2 * times)
        spread = sqrt(2 * times * shared * (1 - shared)) or 1.0
        if abs(one - two) > FAR * spread:
            name = "one position" if isinstance(what, bytes) else f"bit {what[1]} of {cell_name(moment.game, what[0])}"
            raise moment.broken(
                "settle draws from the distribution of weights and apply",
                f"{name} came up {one} times by settle and {two} times step by step, of {times}",
            )
