"""What an arena says, worked out by hand."""

import pytest

from paddock.arena.arena import lineups
from paddock.arena.deal import Played
from paddock.arena.result import above, first, interval, quantile, summary


def game(agents: tuple[int, ...], places: tuple[int, ...]) -> Played:
    return Played(agents, places, tuple(10 - place for place in places), tuple((0.001,) for _ in agents))


def test_a_tie_counts_half_and_every_pair_of_seats_once() -> None:
    games = [game((0, 1, 1), (1, 1, 3)), game((1, 0, 1), (1, 2, 3))]
    # Against the first's rivals: a tie and a win; against the second's: a loss and a win.
    assert above(games, 0, 1) == pytest.approx((0.5 + 1 + 0 + 1) / 4)
    assert above(games, 0, 2) is None


def test_a_shared_first_place_is_shared() -> None:
    games = [game((0, 1, 1), (1, 1, 3)), game((1, 0, 1), (1, 2, 3))]
    assert first(games, 0) == pytest.approx((0.5 + 0) / 2)
    assert first(games, 1) == pytest.approx((0.5 + 0 + 1 + 0) / 4)


def test_the_interval_is_of_deals_not_of_games() -> None:
    # Mean 0.5, standard deviation of (0, 1, 0, 1) is 0.57735, over the root of 4: 0.288675 times 3.1824.
    assert interval([0.0, 1.0, 0.0, 1.0]) == {"rate": 0.5, "low": 0.0, "high": 1.0}
    assert interval([0.5, 0.75, 0.5, 0.75])["low"] == pytest.approx(0.625 - 3.1824 * 0.144338 / 2, abs=1e-4)


# From any table of Student's distribution.
@pytest.mark.parametrize(("deals", "wanted"), [(2, 12.706), (5, 2.776), (6, 2.571), (11, 2.228), (401, 1.966)])
def test_few_deals_say_less(deals: int, wanted: float) -> None:
    assert quantile(deals - 1) == pytest.approx(wanted, abs=0.004)


def test_of_a_hundred_times_the_hundredth_part_is_left_out() -> None:
    slow = Played((0, 1), (1, 2), (9, 8), (tuple(k / 1000 for k in range(1, 101)), (0.001,)))
    found = summary(["a", "b"], [[slow]])
    assert (found["ms_p99"]["a"], found["ms_max"]["a"]) == (99.0, 100.0)


def test_where_all_deals_agree_the_bound_is_exact() -> None:
    # Ten wins of ten: a rate below 0.025 ** (1 / 10) = 0.6915 would be that lucky in less than 2.5 % of all cases.
    assert interval([1.0] * 10) == {"rate": 1.0, "low": 0.6915, "high": 1.0}


def test_the_last_agent_fills_the_seats_and_too_many_take_turns() -> None:
    assert lineups(["a", "b"], 4) == ((0, 1, 1, 1),)
    assert lineups(["a", "b", "a", "b"], 4) == ((0, 1, 0, 1),)
    assert lineups(["a", "b", "c"], 2) == ((0, 1), (0, 2), (1, 2))


def test_the_summary_names_agents() -> None:
    found = summary(["a", "b"], [[game((0, 1), (1, 2)), game((1, 0), (2, 1))]] * 3)
    assert found["pairwise"]["a>b"]["rate"] == 1.0
    assert found["pairwise"]["b>a"]["rate"] == 0.0
    assert found["first"]["a"]["rate"] == 1.0
    assert found["points"] == {"a": 9.0, "b": 8.0}
    assert found["ms_per_decision"] == {"a": 1.0, "b": 1.0}
    assert found["deals"] == 3
