"""The end, points and places: R7; rulings A19, A23; edge cases 18 to 20; R9.1."""

from __future__ import annotations

import pytest

from paddock.core.state import NOBODY
from tests.games.zooloretto.positions import Table, table, zoo
from tests.games.zooloretto.referee import tiles


def points(**areas: str) -> int:
    return table(zoo() | areas).state.scores()[0]


# R7.1 the disc and the last round.


def last_truck(left: int) -> Table:
    """Two have passed; the third is to play, and so many tiles are undrawn."""
    return table(trucks=["taken by 0", "taken by 1", "coin"], actor=2, left=left)


def test_r7_1_the_round_in_which_an_end_tile_was_revealed_is_the_last() -> None:
    at = last_truck(left=15).play("2 draw", "chance flamingo", "2 load 3")
    assert tiles(at.get("undrawn")).total() == 14
    assert at.turn == ("main", [2]), "the round is played to its end"
    at.play("2 take 3", "2 place flamingo in barn")
    assert at.turn == ("over", [])
    assert at.state.actor == NOBODY
    assert at.get("leg") == 1
    assert (at.get("turn"), at.get("actor")) == ("none", "nobody")


def test_a19_e19_the_main_stack_drawn_to_its_last_tile_ends_nothing() -> None:
    at = last_truck(left=16).play("2 draw", "chance flamingo", "2 load 3", "2 take 3", "2 place flamingo in barn")
    assert tiles(at.get("undrawn")).total() == 15
    assert (at.turn, at.get("leg")) == (("main", [2]), 1)


def test_e19_after_an_exactly_empty_main_stack_one_more_whole_round_is_played() -> None:
    at = table(left=15)
    for seat, truck in ((0, 1), (1, 2), (2, 3)):
        at.play(f"{seat} draw", "chance flamingo", f"{seat} load {truck}")
    for seat in (0, 1, 2):
        at.play(f"{seat} take {seat + 1}", f"{seat} place flamingo in E4")
    assert at.turn == ("over", [])


def test_r7_1_in_the_last_round_all_actions_are_open_to_who_has_not_passed() -> None:
    at = table(zoo(barn="1 zebra", coins=3), zoo(barn="1 camel"), trucks=["coin"], left=14)
    assert {"draw", "take 1", "expand", "discard zebra", "buy camel from 1", "move zebra to E4"} <= at.legal(0)


def test_r7_1_nobody_acts_when_it_is_over() -> None:
    at = last_truck(left=14).play("2 take 3")
    assert at.turn == ("over", [])
    assert [at.legal(seat) for seat in range(3)] == [set(), set(), set()]
    assert at.state.chance() == []


# R7.2 enclosures.


@pytest.mark.parametrize(
    ("place", "values"),
    [
        ("e4", [0, 0, 0, 4, 5]),
        ("e5", [0, 0, 0, 0, 5, 8]),
        ("e6", [0, 0, 0, 0, 0, 6, 10]),
        ("x1", [0, 0, 0, 0, 5, 9]),
    ],
)
def test_r7_2_points_without_a_stall(place: str, values: list[int]) -> None:
    found = [points(**{place: f"{number} zebra" if number else ""}) for number in range(len(values))]
    assert found == values


@pytest.mark.parametrize(
    ("place", "values"),
    [
        ("e4", [0, 1, 2, 4, 5]),
        ("e5", [0, 1, 2, 3, 5, 8]),
        ("e6", [0, 1, 2, 3, 4, 6, 10]),
        ("x1", [0, 1, 2, 3, 5, 9]),
    ],
)
def test_r7_2_points_with_a_stall_which_itself_is_worth_two(place: str, values: list[int]) -> None:
    stall = "1 snack_cart"
    found = [points(**{place: f"{number} zebra, {stall}" if number else stall}) for number in range(len(values))]
    assert found == [value + 2 for value in values]


def test_r7_2_two_stalls_beside_e4_do_not_double() -> None:
    assert points(e4="2 zebra, 2 snack_cart") == 2 + 2


def test_r7_2_a_stall_helps_its_own_enclosure_only() -> None:
    assert points(e4="1 snack_cart", e5="3 zebra") == 2


def test_r7_2_offspring_and_bred_animals_count_as_animals() -> None:
    assert points(e4="1 zebra, 1 zebra m, 1 zebra f, 1 zebra O") == 5


def test_r7_2_all_enclosures_are_added_up() -> None:
    assert points(e4="4 zebra", e5="5 camel", e6="6 panda", x1="5 leopard") == 5 + 8 + 10 + 9


# R7.3 stalls.


def test_r7_3_two_points_for_each_stall_type_at_most_eight() -> None:
    assert points(e4="1 snack_cart, 1 drinks_kiosk", e5="1 fruit_cart", e6="1 popcorn_booth") == 8
    assert points(e4="2 snack_cart", e5="1 fruit_cart", e6="1 snack_cart", x1="1 fruit_cart") == 4


# R7.4 the barn.


def test_r7_4_two_points_off_for_each_animal_type_however_many() -> None:
    assert points(barn="7 zebra, 2 zebra M") == -2
    assert points(barn="1 zebra, 1 camel M, 2 panda F") == -6


def test_r7_4_a_type_counts_once_whatever_its_kinds() -> None:
    assert points(barn="1 zebra, 1 zebra M, 1 zebra F, 1 zebra m, 1 zebra f, 1 zebra O") == -2


def test_r7_4_two_points_off_for_each_stall_type_however_many() -> None:
    assert points(barn="3 snack_cart") == -2
    assert points(barn="3 snack_cart, 1 fruit_cart, 1 zebra") == -6


def test_e18_the_same_stall_type_outside_and_in_the_barn_counts_both_ways() -> None:
    assert points(e4="1 snack_cart", barn="1 snack_cart") == 0


def test_r7_coins_score_nothing() -> None:
    assert table(zoo(coins=9), zoo(coins=0)).state.scores() == [0, 0, 0]


def test_r7_carried_and_loaded_tiles_score_nothing_yet() -> None:
    at = table(trucks=["snack_cart, zebra"]).play("0 take 1")
    assert at.state.scores() == [0, 0, 0]
    at.play("0 place snack_cart in E4")
    assert at.state.scores() == [2, 0, 0]
    at.play("0 place zebra in E4")
    assert at.state.scores() == [3, 0, 0]


# R7.5 ties and places.


def test_r7_5_more_points_come_first() -> None:
    at = table(zoo(e4="3 zebra"), zoo(e5="5 camel"), zoo(barn="1 panda", coins=9))
    assert (at.state.scores(), at.state.places()) == ([4, 8, -2], [2, 1, 3])


def test_r7_5_equal_points_are_parted_by_coins() -> None:
    at = table(zoo(e4="3 zebra", coins=1), zoo(e4="3 camel", coins=4), zoo(e4="3 panda", coins=2))
    assert at.state.places() == [3, 1, 2]


def test_a23_equal_in_both_is_a_shared_place() -> None:
    same = [zoo(e4="3 zebra", coins=3), zoo(e4="3 camel", coins=3), zoo(e4="3 panda", coins=1), zoo(coins=9)]
    assert table(*same).state.places() == [1, 1, 3, 4]


def test_a23_shared_places_below_the_winner() -> None:
    at = table(zoo(e4="3 zebra"), zoo(e5="5 camel"), zoo(e4="3 panda"), zoo())
    assert at.state.places() == [2, 1, 2, 4]


def test_r7_5_at_the_very_end_places_are_those_of_points_and_coins() -> None:
    zoos = [zoo(e4="3 zebra", coins=5), zoo(e4="3 camel", coins=4), zoo()]
    at = table(*zoos, trucks=["taken by 0", "taken by 1", "coin"], actor=2, left=14).play("2 take 3")
    assert at.turn == ("over", [])
    assert (at.state.scores(), at.state.places(), at.get("coins")) == ([4, 4, 0], [1, 2, 3], [5, 4, 3])
