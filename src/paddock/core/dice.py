"""Dice: the only randomness of a match.

SHA-256 over a key and a counter, with rejection sampling: nobody can foresee a roll without
the key, and anybody who has it can repeat every roll.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from operator import index as index_of
from typing import Protocol, runtime_checkable

from paddock.core.errors import BadArgument, PaddockError, is_whole, shown


@runtime_checkable
class Dice(Protocol):
    """Whatever can choose an outcome by weight."""

    def roll(self, weights: Sequence[int]) -> int:
        """An index of `weights`, chosen with that likelihood."""


class SeededDice:
    """The same key, the same rolls; without a seed, a key that nobody knows.

    `count` is how many words have been drawn, and all that changes: note it, and set it again to go on from there.

    >>> dice, same = paddock.SeededDice(7), paddock.SeededDice(7)
    >>> [dice.roll([1, 1, 2]) for _ in range(9)] == [same.roll([1, 1, 2]) for _ in range(9)]
    True
    """

    def __init__(self, seed: int | str | bytes | None = None) -> None:
        self.key = hashlib.sha256(b"paddock dice 1\0" + seed_bytes(seed)).digest()
        self.count = 0

    def word(self) -> int:
        """The next 64 bits."""
        digest = hashlib.sha256(self.key + self.count.to_bytes(8, "big")).digest()
        self.count += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: words past the last whole n are rejected."""
        limit = 2**64 - 2**64 % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def roll(self, weights: Sequence[int]) -> int:
        rest = self.below(sum(weights))
        for k, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return k
        raise AssertionError("unreachable: the weights sum to more than the roll")


def seed_bytes(seed: object) -> bytes:
    """What a seed stands for; BadArgument for what would not be the same the next time."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, str):
        return seed.encode("utf-8", "surrogatepass")
    try:
        return str(seed if isinstance(seed, bool) else index_of(seed)).encode()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadArgument(f"a seed is a whole number, a text or bytes, not {shown(seed)}") from None


class ScriptedDice:
    """Outcomes written down beforehand, for tests and replays.

    >>> dice = paddock.ScriptedDice([2, 0])
    >>> dice.roll([1, 1, 2]), dice.roll([1, 1, 2])
    (2, 0)
    """

    def __init__(self, outcomes: Iterable[int]) -> None:
        try:
            self.outcomes = iter(outcomes)
        except TypeError:
            raise BadArgument(f"scripted dice are given a list of outcomes, not {shown(outcomes)}") from None

    def roll(self, weights: Sequence[int]) -> int:
        outcome = next(self.outcomes, None)
        if outcome is None:
            raise PaddockError("the scripted dice have no outcome left")
        if not is_whole(outcome) or not 0 <= outcome < len(weights) or not weights[outcome]:
            raise PaddockError(f"the scripted outcome {shown(outcome)} is impossible here")
        return outcome
