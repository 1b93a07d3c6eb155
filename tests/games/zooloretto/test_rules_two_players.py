"""The game for two: R8; rulings A20, A21; edge case 21."""

from __future__ import annotations

import pytest

from tests.games.zooloretto.positions import Table, begun, table, zoo
from tests.games.zooloretto.referee import tiles


def two(*zoos: dict[str, object], **changes: object) -> Table:
    return table(*zoos, seats=2, **changes)


# R8.1 expansions.


def test_r8_1_a21_each_expansion_is_an_action_of_its_own() -> None:
    at = two(zoo(coins=6), trucks=["taken by 1"])
    at.play("0 expand")
    assert (at.get("x1", 0), at.get("x2", 0), at.get("coins", 0)) == ("", "unbuilt", 3)
    at.play("0 expand")
    assert (at.get("x1", 0), at.get("x2", 0), at.get("coins", 0)) == ("", "", 0)


def test_r8_1_there_is_no_third_expansion() -> None:
    at = two(zoo(x1="", x2="", coins=9))
    assert "expand" not in at.legal(0)


def test_r8_1_each_player_has_his_own_expansions() -> None:
    at = two(zoo(x1="", x2="", coins=9), zoo(coins=3), actor=1)
    at.play("1 expand")
    assert at.get("x1") == ["", ""]
    assert at.get("x2") == ["", "unbuilt"]


def test_r8_1_the_second_expansion_has_five_spaces_one_stall_space_one_coin_and_nine_points() -> None:
    at = two(zoo(e4="1 camel", x1="1 camel", x2="4 panda, 1 snack_cart", coins=0), trucks=["panda, fruit_cart"])
    assert at.state.scores()[0] == 5 + 2
    at.play("0 take 1")
    at.refuses(0, "place fruit_cart in X2")
    at.play("0 place panda in X2", "0 place fruit_cart in X1")
    assert at.get("coins", 0) == 1
    assert at.state.scores()[0] == 9 + 2 + 2 + 1
    assert at.get("x2", 0) == "5 panda, 1 snack_cart"


def test_r4_4_both_expansions_take_part_in_exchanges() -> None:
    at = two(zoo(e6="6 elephant", x1="5 camel", x2="2 panda", coins=1))
    assert at.legal(0, "exchange") == {"X1 X2"}
    at.play("0 exchange X1 X2")
    assert (at.get("x1", 0), at.get("x2", 0)) == ("2 panda", "5 camel")


def test_r4_5_the_second_expansion_is_exchanged_with_the_barn() -> None:
    at = two(zoo(x1="", x2="2 panda", barn="5 camel", coins=1)).play("0 exchange X2 barn camel")
    assert (at.get("x2", 0), at.get("barn", 0)) == ("5 camel", "2 panda")


def test_r4_3_stalls_move_to_and_from_the_second_expansion() -> None:
    at = two(zoo(x1="", x2="1 snack_cart", coins=1))
    assert at.legal(0, "move") == {f"snack_cart from X2 to {place}" for place in ("E4", "E5", "E6", "X1", "barn")}


# R8.2 blocked spaces.


@pytest.mark.parametrize(
    ("trucks", "open_trucks"),
    [
        (["", "", ""], {"1", "2", "3"}),
        (["camel, camel", "camel", ""], {"1", "2", "3"}),
        (["camel, camel", "camel", "panda"], {"1", "2"}),
        (["camel, camel", "panda, camel", "panda"], {"1"}),
        (["camel, camel, panda", "panda", ""], {"2", "3"}),
    ],
)
def test_r8_2_the_trucks_have_three_two_and_one_spaces(trucks: list[str], open_trucks: set[str]) -> None:
    at = two(trucks=trucks).play("0 draw", "chance elephant")
    assert at.legal(0, "load") == open_trucks


def test_r8_2_with_six_tiles_loaded_nobody_draws() -> None:
    at = two(zoo(coins=0), trucks=["camel, camel, coin", "coin, panda", "coin"])
    assert at.legal(0) == {"take 1", "take 2", "take 3"}


def test_r8_2_blocks_do_not_make_a_truck_takeable() -> None:
    assert Table(begun(2).state).legal(0) == {"draw"}
    at = two(zoo(coins=0), trucks=["camel", "", ""])
    assert at.legal(0) == {"draw", "take 1"}


# R8.3 the leftover truck.


def test_r8_3_the_round_ends_when_both_have_taken_a_truck() -> None:
    at = two(trucks=["camel", "panda, coin", "elephant"]).play("0 take 1", "0 place camel in E4")
    assert (at.turn, at.get("leg")) == (("main", [1]), 0)
    at.play("1 take 3", "1 place elephant in E4")
    assert (at.turn, at.get("leg")) == (("main", [1]), 1)
    assert at.get("trucks") == [""] * 5


def test_a20_tiles_on_the_leftover_truck_leave_the_game_coin_tiles_too() -> None:
    at = two(trucks=["coin", "panda, coin", "taken by 1"], bank=20)
    at.play("0 take 1")
    assert at.get("gone") == "1 panda, 1 coin"
    assert at.get("bank") == 20


def test_r8_3_the_second_player_may_load_and_choose_both_trucks() -> None:
    at = two(trucks=["taken by 0", "panda", ""], actor=1)
    at.play("1 draw", "chance camel")
    assert at.legal(1, "load") == {"2", "3"}
    at.play("1 load 3")
    assert at.turn == ("main", [1])
    assert at.legal(1, "take") == {"2", "3"}
    at.play("1 draw", "chance coin")
    assert at.legal(1, "load") == {"2"}


def test_e22_r8_3_the_last_taker_starts_the_next_round() -> None:
    at = two(trucks=["coin", "coin", "taken by 1"]).play("0 take 2")
    assert at.turn == ("main", [0])


def test_r8_3_the_trucks_keep_their_sizes_in_the_next_round() -> None:
    at = two(trucks=["coin", "camel", "taken by 1"]).play("0 take 1")
    for truck in (3, 2, 2, 1, 1, 1):
        seat = at.state.pending()[0]
        at.play(f"{seat} draw", "chance elephant", f"{seat} load {truck}")
    assert not any(text == "draw" for text in at.legal(at.state.pending()[0]))


def test_r7_1_for_two_the_game_ends_with_tiles_left_on_the_third_truck() -> None:
    at = two(trucks=["coin", "camel M", "taken by 1"], left=14)
    gone = tiles(at.get("gone"))
    at.play("0 take 1")
    assert at.turn == ("over", [])
    assert at.get("trucks") == [""] * 5
    assert tiles(at.get("gone")) - gone == tiles("1 camel M")
