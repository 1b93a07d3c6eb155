"""Rng: the random numbers of searches and playouts, identical interpreted and compiled.

Not for secrets: a match rolls `Dice`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

# Multiply-with-carry: a * 2^32 - 1 and a * 2^31 - 1 are prime, so the period is about 2^62,
# and no product reaches 2^63: Python, C and JavaScript's BigInt agree without masking.
MULTIPLIER: Final = 0x7FFFFDCD
LOW: Final = 0xFFFFFFFF


def scrambled(seed: int) -> int:
    """Spread any integer over 64 bits, so that near seeds give unlike streams."""
    x = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return x ^ (x >> 31)


@final
@mypyc_attr(native_class=True)
class Rng:
    """A seeded stream of numbers; pass it on, never hide it in a global.

    >>> rng = paddock.Rng(1)
    >>> rng.below(6) < 6
    True
    >>> rng.copy().below(1000) == rng.below(1000)
    True
    """

    def __init__(self, seed: int) -> None:
        # 0 and MULTIPLIER * 2^32 - 1 are the two fixed points; stay between them.
        self.word: i64 = 1 + scrambled(seed) % ((MULTIPLIER * 0x100000000) - 2)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1; n is at most 2^31."""
        word = self.word
        word = (word & LOW) * MULTIPLIER + (word >> 32)
        self.word = word
        return ((word & LOW) * n) >> 32

    def pick(self, weights: vec[i64], n: i64) -> i64:
        """An index below n, drawn by weight; at least one weight is positive."""
        total: i64 = 0
        for k in range(n):
            total += weights[k]
        rest: i64 = self.below(total)
        for k in range(n):
            rest -= weights[k]
            if rest < 0:
                return k
        raise ValueError("Rng.pick needs at least one positive weight")

    def shuffle(self, pool: vec[i64], n: i64) -> None:
        """Draw all of the first n, each from those before the ones already drawn, which gather at the end.

        The numbers are those of below(n), below(n - 1) and so on to below(1), without a call for each.
        """
        word = self.word
        low = word & LOW
        left: i64 = n
        while left:
            word = low * MULTIPLIER + (word >> 32)
            low = word & LOW
            k: i64 = (low * left) >> 32
            left -= 1
            drawn = pool[k]
            pool[k] = pool[left]
            pool[left] = drawn
        self.word = word

    def __repr__(self) -> str:
        """`<Rng at 123>`: two at the same number go on alike."""
        return f"<Rng at {self.word}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """For `pickle`, `copy` and `deepcopy`."""
        return resumed, (self.word,)

    def copy(self) -> "Rng":
        """A stream that goes on exactly as this one would."""
        other = Rng(0)
        other.word = self.word
        return other


def resumed(word: i64) -> Rng:
    """The stream that `pickle` put away."""
    rng = Rng(0)
    rng.word = word
    return rng
