"""Rng: the stream is a formula, the same interpreted and compiled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.rng import MULTIPLIER, Rng
from paddock.core.source import interpreted


def words(seed: int, n: int) -> list[int]:
    """Multiply-with-carry by hand: low half times the multiplier, plus the high half."""
    mask = 2**64 - 1
    x = (seed + 1) * 0x9E3779B97F4A7C15 & mask  # splitmix64's first step, then its finish
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
    x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
    word = 1 + (x ^ x >> 31) % (MULTIPLIER * 2**32 - 2)
    found = []
    for _ in range(n):
        word = word % 2**32 * MULTIPLIER + word // 2**32
        found.append(word)
    return found


@given(st.integers(-(2**80), 2**80), st.integers(1, 2**31))
def test_below_is_the_low_half_of_the_word_scaled(seed: int, n: int) -> None:
    rng = Rng(seed)
    assert [rng.below(n) for _ in range(20)] == [word % 2**32 * n >> 32 for word in words(seed, 20)]


def test_known_values() -> None:
    rng = Rng(2026)
    assert [int(rng.below(1000)) for _ in range(8)] == KNOWN
    two = interpreted("paddock.core.rng")[0].Rng(2026)
    assert [int(two.below(1000)) for _ in range(8)] == KNOWN


KNOWN = [388, 69, 585, 910, 805, 221, 972, 440]


def test_the_multiplier_has_its_long_period() -> None:
    def prime(n: int) -> bool:
        """Miller and Rabin, with bases that suffice below 3.3e24."""
        odd, twos = n - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
            x = pow(base, odd, n)
            if x in (1, n - 1):
                continue
            if all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
                return False
        return True

    assert prime(MULTIPLIER * 2**32 - 1)
    assert prime(MULTIPLIER * 2**31 - 1)
    assert MULTIPLIER * (2**32 - 1) + 2**31 < 2**63  # no product leaves a signed word


@given(st.integers(0, 2**62))
def test_a_copy_goes_on_as_the_original_would(seed: int) -> None:
    rng = Rng(seed)
    rng.below(9)
    other = rng.copy()
    assert [other.below(1000) for _ in range(9)] == [rng.below(1000) for _ in range(9)]


@given(st.integers(0, 2**62), st.integers(0, 60), st.integers(0, 3))
def test_shuffle_draws_as_below_would(seed: int, n: int, beyond: int) -> None:
    rng, other = Rng(seed), Rng(seed)
    pool = vec[i64](range(n + beyond))
    rng.shuffle(pool, n)
    left = list(range(n))
    drawn = []
    while left:
        k = other.below(len(left))
        drawn.append(left[k])
        left[k] = left[-1]
        left.pop()
    assert list(pool) == [*reversed(drawn), *range(n, n + beyond)]
    assert rng.below(1000) == other.below(1000)


@given(st.integers(0, 2**62), st.lists(st.integers(0, 9), min_size=1, max_size=9).filter(any))
def test_pick_never_takes_what_has_no_weight(seed: int, weights: list[int]) -> None:
    rng = Rng(seed)
    odds = vec[i64](weights)
    assert all(weights[rng.pick(odds, len(weights))] for _ in range(20))


def test_pick_follows_the_weights() -> None:
    rng = Rng(5)
    odds = vec[i64]([1, 0, 3, 4])
    drawn = [int(rng.pick(odds, 4)) for _ in range(8000)]
    expected = {0: 1000, 2: 3000, 3: 4000}
    assert set(drawn) == set(expected)
    assert sum((drawn.count(k) - n) ** 2 / n for k, n in expected.items()) < 13.8  # chi-square, 2 degrees, 1 in 1000


def test_pick_without_weight_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one positive weight"):
        Rng(1).pick(vec[i64]([0, 0]), 2)
