"""What OpenSpiel says of bids, on games worked out by hand and on real endings."""

import pytest

from trials.nash import Bids, Tree, nash_conv, run

PENNIES: dict[Bids, float] = {
    (0, 0): 1.0,
    (0, 1): 0.0,
    (1, 0): 0.0,
    (1, 1): 1.0,
}  # the first seat wins if both bid the same


def pennies(first: float, second: float) -> Tree:
    """One auction with a coin each; how often each seat bids it."""
    return Tree({(): (1, 1)}, {(): ([1 - first, first], [1 - second, second])}, PENNIES)


def test_nobody_gains_against_even_bids() -> None:
    assert nash_conv(pennies(0.5, 0.5)) == pytest.approx((0.0, 2.0))


def test_who_always_bids_the_same_is_found_out() -> None:
    # The second seat, knowing the bid of nothing, always wins: from 0 to 1. The first gains nothing against even bids.
    assert nash_conv(pennies(0.0, 0.5)) == pytest.approx((1.0, 2.0))
    # Both bid nothing, so the first seat wins already and cannot gain; the second would go from -1 to 1.
    assert nash_conv(pennies(0.0, 0.0)) == pytest.approx((2.0, 2.0))


def test_our_players_bid_so_that_knowing_it_is_worth_little() -> None:
    found = run(4, "expert", 1, points=True)
    assert found["worst"] <= 0.01
