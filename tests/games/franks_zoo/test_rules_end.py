"""The end of the game: rulebook 6, rulings A30 and A36, edge case 23."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.state import NOBODY
from tests.games.franks_zoo.positions import Table, table


def ended(total: list[int], finish: list[int], **changes: Any) -> Table:
    """A simple hand from these totals that ends in this order of going out."""
    n = len(total)
    hands = ["1 whale" if f == n - 1 else "1 fish" if f == n else "" for f in finish]
    went = [0 if f >= n - 1 else f for f in finish]
    actor = finish.index(n - 1)
    order = sorted(range(n), key=lambda seat: -total[seat])
    changes = {"place": [order.index(seat) + 1 for seat in range(n)], "leg": 3, **changes}
    return table(hands, total=total, finish=went, actor=actor, **changes).play(f"{actor} lay 1 whale")


def over(at: Table) -> bool:
    assert (at.get("phase") == "over") == (at.state.actor == NOBODY) == (at.get("actor") == "nobody")
    return bool(at.get("phase") == "over")


def test_r6_a36_the_game_ends_when_two_have_at_least_19() -> None:
    at = ended([17, 16, 5, 4], [3, 2, 1, 4])
    assert at.get("total") == [19, 19, 9, 4]
    assert over(at)


def test_a36_more_than_19_counts_as_well() -> None:
    at = ended([18, 20, 5, 4], [1, 2, 3, 4])
    assert at.get("total") == [22, 23, 7, 4]
    assert over(at)


def test_e23_one_player_alone_at_25_does_not_end_the_game() -> None:
    at = ended([21, 16, 5, 4], [1, 3, 2, 4])
    assert at.get("total") == [25, 18, 8, 4]
    assert not over(at)
    assert at.get("phase") == "deal"


def test_a36_eighteen_is_not_enough() -> None:
    assert not over(ended([16, 14, 5, 4], [3, 1, 2, 4]))  # 18 and 18
    assert not over(ended([20, 15, 14, 4], [4, 2, 1, 3]))  # 20, 18 and 18


def test_a36_points_come_and_the_end_is_checked_only_after_a_whole_hand() -> None:
    at = table(["1 whale", "2 fish", "2 seal"], leg=4, total=[18, 18, 3], place=[1, 2, 3]).play("0 lay 1 whale")
    assert at.get("total") == [18, 18, 3]
    assert at.turn == ("follow", [1])


def test_e23_partner_points_bring_two_over_together() -> None:
    # Seats 0 and 2 (15 and 13) get 6 each and have their hedgehogs; seats 1 and 3 get 3.
    at = table(
        ["", "", "1 whale", "1 fish"],
        variant="partners",
        actor=2,
        leg=3,
        total=[15, 14, 13, 2],
        taken=["2 hedgehog, 1 lion", "1 hedgehog, 1 lion", "1 hedgehog, 1 lion", "1 hedgehog, 2 lion"],
    )
    at.play("2 lay 1 whale")
    assert at.get("total") == [21, 17, 19, 2 + 3 + 2]
    assert over(at)
    assert at.state.places() == [1, 3, 2, 4]


def test_a30_a_tie_at_the_top_has_one_winner_the_one_who_was_worse_before() -> None:
    at = ended([18, 17, 5, 4], [3, 2, 1, 4])
    assert at.get("total") == [20, 20, 9, 4]
    assert over(at)
    assert at.state.places() == [2, 1, 3, 4]
    assert at.get("place") == [2, 1, 3, 4]


def test_r6_place_one_wins_not_the_first_to_reach_19() -> None:
    at = ended([20, 18, 5, 4], [4, 1, 2, 3])
    assert at.get("total") == [20, 22, 8, 6]
    assert over(at)
    assert at.state.places()[:2] == [2, 1]


def test_r6_when_it_is_over_nothing_can_be_done_and_the_cards_are_back_in_the_deck() -> None:
    at = ended([18, 17, 5, 4], [3, 2, 1, 4])
    assert at.state.pending() == []
    assert all(at.legal(seat) == set() for seat in range(4))
    assert at.get("deck").startswith("5 whale, 5 elephant")
    assert at.get("hand") == [""] * 4
    assert at.state.scores() == [20, 20, 9, 4]


@pytest.mark.parametrize(("target", "end"), [(7, True), (8, True), (9, True), (10, False), (99, False)])
def test_r6_another_target_may_be_chosen(target: int, end: bool) -> None:
    at = ended([7, 6, 5, 2], [3, 2, 4, 1], target=target)
    assert at.get("total") == [9, 9, 5, 6]
    assert over(at) == end


def test_r6_the_target_of_one_ends_after_the_first_hand() -> None:
    at = table(["1 whale", "1 fish", ""], target=1).play("0 lay 1 whale")
    assert over(at)
    assert at.state.places() == [2, 3, 1]


def test_r6_a_game_with_three_ends_by_the_same_rule() -> None:
    at = ended([17, 16, 5], [2, 1, 3])
    assert at.get("total") == [19, 19, 5]
    assert over(at)
    assert at.state.places() == [2, 1, 3]


def test_leg_counts_the_hands_that_are_finished() -> None:
    at = ended([1, 2, 3, 0], [1, 2, 3, 4], leg=2)
    assert at.state.leg == at.get("leg") == 3
