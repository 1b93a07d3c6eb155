"""Standings, ties, teams, dealer and starter: rulebook 5, 5.1, 5.5, rulings A6, A28, A29, A35, edge case 22."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.franks_zoo.positions import Table, table


def after_simple_hand(total: list[int], place: list[int], finish: list[int], **changes: Any) -> Table:
    """A simple hand from these totals and places that ends in this order of going out."""
    n = len(total)
    hands = ["1 whale" if f == n - 1 else "1 fish" if f == n else "" for f in finish]
    went = [0 if f >= n - 1 else f for f in finish]
    actor = finish.index(n - 1)
    changes = {"variant": "simple", "target": 99, **changes}
    return table(hands, leg=1, total=total, place=place, finish=went, actor=actor, **changes).play(
        f"{actor} lay 1 whale"
    )


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_r5_after_the_first_hand_the_standings_are_the_order_of_going_out(seats: int) -> None:
    hands = ["1 whale", "1 fish", *[""] * (seats - 2)]
    at = table(hands).play("0 lay 1 whale")
    places = [seats - 1, seats, *range(1, seats - 1)]
    assert at.get("place") == places
    assert at.state.places() == places


def test_r5_more_points_are_a_better_place() -> None:
    at = after_simple_hand([4, 3, 2, 0], [1, 2, 3, 4], [4, 3, 2, 1])
    assert at.get("total") == [4, 5, 5, 4]
    assert sorted(at.get("place")) == [1, 2, 3, 4]


def test_a28_of_two_with_equal_totals_the_worse_placed_before_comes_first() -> None:
    at = after_simple_hand([4, 3, 2, 0], [1, 2, 3, 4], [4, 3, 2, 1])
    # 5 points: seats 1 (place 2) and 2 (place 3). 4 points: seats 0 (place 1) and 3 (place 4).
    assert at.get("place") == [4, 2, 1, 3]


def test_e22_after_a_tie_at_the_top_the_one_who_was_worse_deals() -> None:
    at = after_simple_hand([4, 3, 2, 0], [1, 2, 3, 4], [4, 3, 2, 1])
    assert at.get("dealer") == 2


def test_e22_after_a_tie_at_the_bottom_the_one_who_was_better_leads() -> None:
    at = after_simple_hand([4, 3, 2, 0], [1, 2, 3, 4], [4, 3, 2, 1])
    assert at.deal().turn == ("lead", [0])


def test_e22_a_tie_of_three_is_ordered_by_the_places_before_from_the_worst() -> None:
    # 5 points each for seats 0 (5 + 0), 2 (2 + 3) and 3 (0 + 5); seat 1 has 4 + 4, seat 4 has 3 + 2: four in a tie.
    at = after_simple_hand([5, 4, 2, 0, 3], [1, 2, 4, 5, 3], [5, 2, 3, 1, 4])
    assert at.get("total") == [5, 8, 5, 5, 5]
    assert at.get("place") == [5, 1, 3, 2, 4]


def test_e22_a_tie_of_three_at_the_top() -> None:
    # Seats 0, 1 and 2 have 10 each, from places 1, 2 and 3.
    piles = ["1 lion, 1 hedgehog"] * 5
    at = table(["", "", "", "1 fish", "1 whale"], variant="partners", actor=4, taken=piles).play("4 lay 1 whale")
    assert at.get("total") == [10, 10, 10, 7, 6]
    assert at.get("place") == [3, 2, 1, 4, 5]
    assert at.get("dealer") == 2
    # place 1 = seat 2 with place 4 = seat 3; place 2 = seat 1 with place 5 = seat 4; seat 0 is alone.
    assert at.get("partner") == ["none", 4, 3, 2, 1]


def test_a28_neither_the_order_of_this_hand_nor_its_points_break_the_tie() -> None:
    # Seats 0 and 1 end with 7 each; seat 1 was better before and finished later now, so seat 0 comes first.
    at = after_simple_hand([4, 5, 9], [3, 2, 1], [1, 2, 3])
    assert at.get("total") == [7, 7, 9]
    assert at.get("place") == [2, 3, 1]


def test_a28_equal_totals_before_and_after_are_told_apart_by_the_place_before() -> None:
    # Partners 0 and 2 have 9 each and get 4 + 2; seats 1 and 3 get 3. The fifth lion is laid last.
    at = table(
        ["", "", "1 lion", "1 fish"],
        variant="partners",
        actor=2,
        total=[9, 9, 9, 2],
        taken=["1 lion, 2 hedgehog", *["1 lion, 1 hedgehog"] * 3],
    )
    at.play("2 lay 1 lion")
    assert at.get("total") == [15, 12, 15, 5]
    assert at.get("place") == [2, 3, 1, 4]


def test_a29_ties_in_the_first_hand_with_animals_go_to_the_later_finisher() -> None:
    # Seat 2 first: 3, no hedgehog: 2. Seat 0 second, with a hedgehog: 2. Seat 1 last: two lions: 2.
    taken = ["1 hedgehog, 1 lion", "4 hedgehog, 2 lion", "1 lion"]
    at = table(["1 lion", "1 fish", ""], variant="animals", taken=taken).play("0 lay 1 lion")
    assert at.get("total") == [2, 2, 2]
    assert at.get("place") == [2, 1, 3]
    assert at.get("dealer") == 1


def test_a29_in_later_hands_with_animals_the_place_before_decides() -> None:
    # Seat 0 (4 points) is last and gets none; seat 1 (2 points) gets 2; seat 2 (3 points) gets 3 and 3 for lions.
    taken = ["3 hedgehog, 1 lion", "1 hedgehog, 1 lion", "1 hedgehog, 3 lion"]
    changes: dict[str, Any] = {"variant": "animals", "leg": 1, "total": [4, 2, 3], "place": [1, 3, 2]}
    at = table(["1 fish", "1 whale", ""], actor=1, taken=taken, **changes).play("1 lay 1 whale")
    assert at.get("total") == [4, 4, 9]
    assert at.get("place") == [3, 2, 1]  # had the later finish decided, seat 0 would be second


@pytest.mark.parametrize(
    ("finish", "partner"),
    [
        ([1, 2, 3, 4], [2, 3, 0, 1]),
        ([4, 3, 2, 1], [2, 3, 0, 1]),
        ([1, 3, 2, 4], [1, 0, 3, 2]),
        ([1, 2, 3, 4, 5], [3, 4, "none", 0, 1]),
        ([3, 5, 1, 4, 2], ["none", 4, 3, 2, 1]),
        ([1, 2, 3, 4, 5, 6], [3, 4, 5, 0, 1, 2]),
        ([6, 1, 5, 2, 4, 3], [5, 4, 3, 2, 1, 0]),
        ([1, 2, 3, 4, 5, 6, 7], [4, 5, 6, "none", 0, 1, 2]),
        ([4, 7, 1, 6, 2, 5, 3], ["none", 6, 5, 4, 3, 2, 1]),
    ],
)
def test_a06_a35_r5_1_teams_are_formed_by_place(finish: list[int], partner: list[object]) -> None:
    n = len(finish)
    hands = ["1 whale" if f == n - 1 else "1 fish" if f == n else "" for f in finish]
    went = [0 if f >= n - 1 else f for f in finish]
    actor = finish.index(n - 1)
    at = table(hands, variant="partners", leg=0, actor=actor, finish=went).play(f"{actor} lay 1 whale")
    assert at.get("place") == finish
    assert at.get("partner") == partner
    at.deal()
    assert at.get("partner") == partner


def test_a35_four_do_not_pair_first_with_last() -> None:
    at = table(["", "", "1 whale", "1 fish"], variant="partners", leg=0, actor=2).play("2 lay 1 whale")
    assert at.get("partner")[0] == 2


def test_r5_5_teams_change_with_the_standings() -> None:
    # Teams 0+2 and 1+3. Seats 3, 1, 2, 0 finish in this order: 1 and 3 get 7, 0 and 2 get 2 and lose one each for
    # want of a hedgehog; seat 3 has two lions.
    at = table(
        ["1 fish", "", "1 whale", ""],
        variant="partners",
        actor=2,
        finish=[0, 2, 0, 1],
        taken=["1 lion", "3 hedgehog, 1 lion", "1 lion", "2 hedgehog, 2 lion"],
        rest=0,
    )
    at.play("2 lay 1 whale")
    assert at.get("total") == [4 + 1, 3 + 7, 2 + 1, 0 + 7 + 2]
    assert at.get("place") == [3, 1, 4, 2]
    assert at.get("partner") == [1, 0, 3, 2]
    assert at.get("dealer") == 1


def test_before_the_first_hand_is_scored_all_share_first_place() -> None:
    at = table(["2 fish", "2 seal", "2 fox"])
    assert at.get("place") == [0, 0, 0]
    assert at.state.places() == [1, 1, 1]
