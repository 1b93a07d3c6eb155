"""Ratings of the arena: who wins rises, partners rise together, and only what was compared counts."""

import pytest

from paddock.arena.arena import bout, deal
from paddock.arena.deal import Contest, Played
from paddock.arena.rating import ratings

BEGINNING = {"mu": 25.0, "sigma": 8.33, "ordinal": 0.0}


def game(agents: tuple[int, ...], places: tuple[int, ...], *contests: Contest) -> Played:
    return Played(agents, places, places, tuple((0.0,) for _ in agents), contests)


def test_one_win_moves_both_as_far() -> None:
    # Weng and Lin for two: c^2 = 2 * 8.333^2 + 2 * 4.1667^2, c = 13.176, and mu moves by 8.333^2 / c * 1/2 = 2.635.
    found = ratings(["a", "b"], [[game((0, 1), (1, 2))]])
    assert found["a"]["mu"] == pytest.approx(27.64, abs=0.01)
    assert found["b"]["mu"] == pytest.approx(22.36, abs=0.01)
    assert found["a"]["sigma"] == found["b"]["sigma"] < 8.33


def test_a_game_against_itself_says_nothing() -> None:
    assert ratings(["a", "b"], [[game((0, 0), (1, 2))]]) == {"a": BEGINNING, "b": BEGINNING}


def test_partners_are_rated_as_a_team() -> None:
    # Alone, b is last; but b's party won the only contest, so b rises as far as its partner a.
    party = Contest(((0, 3), (1, 2)), (4.0, 1.0))
    found = ratings(["a", "b", "c", "d"], [[game((0, 2, 3, 1), (1, 2, 3, 4), party)]])
    assert found["a"] == found["b"]
    assert found["c"] == found["d"]
    assert found["a"]["mu"] > 25 > found["c"]["mu"]


def test_several_seats_of_one_agent_count_together() -> None:
    found = ratings(["a", "b"], [[game((0, 1, 1, 1), (1, 2, 3, 4))] * 5] * 5)
    assert found["a"]["ordinal"] > found["b"]["ordinal"]
    assert found["a"]["mu"] > 30 > 25 > found["b"]["mu"]


def test_r7_3_partners_of_franks_zoo_are_parties_and_their_gains_add_up() -> None:
    for played in deal(bout("franks-zoo", ["greedy", "random"], 5, 3, {}), 0):
        first, *later = played.contests
        assert first.parties == ((0,), (1,), (2,), (3,), (4,))  # nobody has a partner in the first hand
        assert later
        for contest in later:  # R7.3 with five, the one in the middle plays alone
            assert sorted(len(party) for party in contest.parties) == [1, 2, 2]
        total = sum(
            gain * len(party)
            for contest in played.contests
            for party, gain in zip(contest.parties, contest.gains, strict=True)
        )
        assert total == pytest.approx(sum(played.points))


def test_where_nobody_has_a_partner_the_whole_game_counts() -> None:
    assert all(not played.contests for played in deal(bout("franks-zoo", ["greedy", "random"], 3, 3, {}), 0))
    assert all(not played.contests for played in deal(bout("zooloretto", ["greedy", "random"], 2, 3, {}), 0))
