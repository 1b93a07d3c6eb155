"""Turns and rounds: R2; rulings A11, A15, A16, A24; edge cases 2 to 4, 19, 20, 22."""

from __future__ import annotations

import pytest

from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import Table, begun, decide, table, zoo
from tests.games.zooloretto.referee import tiles

# R2.1 one action a turn.


@pytest.mark.parametrize(
    "action",
    [
        "move zebra to E4",
        "move snack_cart from barn to E5",
        "exchange E5 E6",
        "exchange E6 barn zebra",
        "discard zebra",
        "expand",
    ],
)
def test_r2_1_a_money_action_is_the_whole_turn_and_the_next_seat_follows(action: str) -> None:
    mine = zoo(e5="1 camel", e6="1 panda", barn="1 zebra, 1 snack_cart", coins=5)
    at = table(mine, actor=0).play(f"0 {action}")
    assert at.turn == ("main", [1])


def test_r2_1_loading_ends_the_turn() -> None:
    at = table(actor=1).play("1 draw", "chance camel")
    assert at.turn == ("load", [1])
    at.play("1 load 3")
    assert at.turn == ("main", [2])


def test_r2_1_turns_go_clockwise_past_the_last_seat() -> None:
    at = table(actor=2).play("2 draw", "chance camel", "2 load 1")
    assert at.turn == ("main", [0])


def test_r2_1_there_is_no_pass() -> None:
    at = table(zoo(coins=0), trucks=["camel"])
    assert at.legal(0) == {"draw", "take 1"}
    before = at.state.key()
    at.refuses(0, "pass", "", "take", "take 0", "take 2", "Draw", "load 1", "place camel in E4", "expand")
    assert at.state.key() == before


# R2.2 draw and load.


def test_r2_2_the_tile_goes_on_any_untaken_truck_with_a_free_space() -> None:
    at = table(zoo(), trucks=["camel, camel, panda", "taken by 1", "coin, coin"]).play("0 draw", "chance camel F")
    assert at.legal(0) == {"load 3"}
    other = table(zoo(), trucks=["camel, camel, panda", "", "coin, coin"]).play("0 draw", "chance camel F")
    assert other.legal(0) == {"load 2", "load 3"}


def test_r2_2_tiles_lie_on_the_truck_in_the_order_they_came() -> None:
    at = table(trucks=["zebra"]).play("0 draw", "chance coin", "0 load 1", "1 draw", "chance camel M", "1 load 1")
    assert at.get("trucks", 0) == "zebra, coin, camel M"


def test_e02_with_all_untaken_trucks_full_nobody_draws() -> None:
    full = ["camel, camel, camel", "panda, panda, panda", "zebra, zebra, coin"]
    at = table(zoo(coins=0), trucks=full)
    assert at.legal(0) == {"take 1", "take 2", "take 3"}


def test_e02_a_full_truck_leaves_money_actions_open() -> None:
    full = ["camel, camel, camel", "panda, panda, panda", "taken by 2"]
    at = table(zoo(coins=3), trucks=full)
    assert at.legal(0) == {"take 1", "take 2", "expand"}


def test_e03_the_last_player_with_an_empty_truck_and_no_coins_can_only_draw() -> None:
    at = table(zoo(coins=0), trucks=["taken by 1", "", "taken by 2"])
    assert at.legal(0) == {"draw"}


# R2.3 take and pass.


def test_r2_3_an_empty_truck_cannot_be_taken() -> None:
    at = table(trucks=["", "camel", ""])
    assert at.legal(0, "take") == {"2"}


def test_r2_3_a_taken_truck_cannot_be_taken_again() -> None:
    at = table(trucks=["taken by 1", "camel", "panda"])
    assert at.legal(0, "take") == {"2", "3"}


def test_r2_3_taking_brings_the_tiles_to_the_player_and_marks_the_truck() -> None:
    at = table(zoo(), trucks=["camel, coin, panda M", "zebra"]).play("0 take 1")
    assert at.turn == ("place", [0])
    assert at.get("carried") == "camel, panda M"
    assert at.get("trucks")[:2] == ["taken by 0", "zebra"]


def test_r3_3_coin_tiles_become_money_at_once_and_not_the_banks() -> None:
    at = table(zoo(coins=1), trucks=["coin, camel, coin"])
    bank = at.get("bank")
    at.play("0 take 1")
    assert (at.get("coins", 0), at.get("bank")) == (3, bank)


def test_r3_3_coin_tiles_are_paid_even_from_an_empty_bank() -> None:
    at = table(zoo(coins=1), bank=0, trucks=["coin, coin"]).play("0 take 1")
    assert (at.get("coins", 0), at.get("bank")) == (3, 0)


def test_a16_e04_a_truck_with_coins_only_is_taken_without_placing() -> None:
    at = table(zoo(coins=0), trucks=["coin, coin", "camel"]).play("0 take 1")
    assert at.turn == ("main", [1])
    assert at.get("trucks", 0) == "taken by 0"
    assert at.get("coins", 0) == 2


def test_a15_r2_4_every_tile_must_be_placed_before_the_turn_ends() -> None:
    at = table(zoo(coins=5, barn="1 zebra"), trucks=["camel, panda, snack_cart"]).play("0 take 1")
    assert not any(text.split(" ")[0] != "place" for text in at.legal(0))
    at.play("0 place panda in E4")
    assert (at.turn, at.get("carried")) == (("place", [0]), "camel, snack_cart")
    at.play("0 place snack_cart in barn")
    assert (at.turn, at.get("carried")) == (("place", [0]), "camel")
    at.play("0 place camel in E5")
    assert (at.turn, at.get("carried")) == (("main", [1]), "")


def test_r2_4_the_tiles_may_be_placed_in_any_order() -> None:
    at = table(zoo(), trucks=["camel, panda, zebra"]).play("0 take 1")
    assert at.legal(0) == {
        f"place {tile} in {place}" for tile in ("camel", "panda", "zebra") for place in ("E4", "E5", "E6", "barn")
    }


def test_r2_4_equal_tiles_are_offered_once() -> None:
    at = table(zoo(), trucks=["camel, camel, camel M"]).play("0 take 1")
    assert at.legal(0) == {
        f"place {tile} in {place}" for tile in ("camel", "camel M") for place in ("E4", "E5", "E6", "barn")
    }


def test_r2_3_who_has_taken_a_truck_gets_no_other_turn_this_round() -> None:
    at = table(zoo(), trucks=["coin", "camel"], actor=0).play("0 take 1")
    at.play("1 draw", "chance camel", "1 load 2", "2 draw", "chance camel", "2 load 2")
    assert at.turn == ("main", [1])


def test_e20_in_the_last_round_too_who_passed_early_gets_no_more_turns() -> None:
    at = table(zoo(coins=9, barn="1 zebra"), trucks=["coin", "camel"], left=14).play("0 take 1")
    at.play("1 draw", "chance flamingo", "1 load 3", "2 take 2", "2 place camel in E4")
    assert at.turn == ("main", [1])
    at.play("1 take 3", "1 place flamingo in barn")
    assert at.turn == ("over", [])


# R2.5 the last player goes on.


def test_r2_5_the_last_player_takes_turn_after_turn() -> None:
    mine = zoo(barn="1 zebra", coins=4)
    at = table(mine, trucks=["taken by 1", "camel", "taken by 2"])
    at.play("0 move zebra to E4")
    assert at.turn == ("main", [0])
    at.play("0 draw", "chance camel", "0 load 2")
    assert at.turn == ("main", [0])
    at.play("0 expand")
    assert at.turn == ("main", [0])
    at.play("0 draw", "chance coin", "0 load 2")
    assert at.legal(0) == {"take 2"}


def test_r2_5_after_a_purchase_the_last_player_is_on_turn_again() -> None:
    at = table(zoo(coins=4), zoo(barn="2 zebra"), trucks=["taken by 1", "camel", "taken by 2"])
    at.play("0 buy zebra from 1", "0 place zebra in E4")
    assert at.turn == ("main", [0])
    at.play("0 buy zebra from 1", "0 place zebra in E4")
    assert at.legal(0) == {"draw", "take 2"}


# R2.6 end of the round.


def test_r2_6_e22_the_last_taker_starts_the_next_round_with_empty_trucks() -> None:
    at = table(zoo(), trucks=["taken by 0", "coin", "camel"], actor=1)
    at.play("1 take 2", "2 take 3", "2 place camel in E6")
    assert at.turn == ("main", [2])
    assert at.get("leg") == 1
    assert at.get("trucks") == [""] * 5
    assert at.legal(2) == {"draw"}


def test_r2_6_the_round_ends_only_when_the_last_tile_is_placed() -> None:
    at = table(zoo(), trucks=["taken by 0", "taken by 1", "camel, panda"], actor=2).play("2 take 3")
    assert (at.get("leg"), at.turn) == (0, ("place", [2]))
    at.play("2 place camel in E6")
    assert (at.get("leg"), at.turn) == (0, ("place", [2]))
    at.play("2 place panda in barn")
    assert (at.get("leg"), at.turn) == (1, ("main", [2]))


def test_e22_the_same_player_may_start_several_rounds_running() -> None:
    at = table(trucks=["taken by 0", "taken by 1", "coin"], actor=2).play("2 take 3")
    for leg in (1, 2):
        assert (at.get("leg"), at.turn) == (leg, ("main", [2]))
        for seat, truck in ((2, 1), (0, 2), (1, 3)):
            at.play(f"{seat} draw", "chance coin", f"{seat} load {truck}")
        at.play("2 draw", "chance camel", "2 load 3", "0 take 1", "1 take 2", "2 take 3", "2 place camel in barn")
    assert (at.get("leg"), at.turn) == (3, ("main", [2]))


def test_r2_6_a_passed_players_turn_is_skipped_after_money_actions_too() -> None:
    at = table(zoo(coins=3), zoo(), zoo(), zoo(), trucks=["taken by 1", "taken by 2", "camel"], actor=0)
    at.play("0 expand")
    assert at.turn == ("main", [3])


def test_a_whole_first_round_by_the_dice() -> None:
    match = begun(3, ["camel", "coin", "panda M", "camel"])
    decide(match, "0 draw", "0 load 1", "1 draw", "1 load 1", "2 draw", "2 load 2", "0 take 1", "0 place camel in E4")
    decide(match, "1 take 2", "1 place panda M in E5", "2 draw", "2 load 3", "2 take 3", "2 place camel in barn")
    at = Table(match.state)
    assert at.turn == ("main", [2])
    assert at.money == [3, 2, 2, 24]
    assert [at.get("e4"), at.get("e5"), at.get("barn")] == [
        ["1 camel", "", ""],
        ["", "1 panda M", ""],
        ["", "", "1 camel"],
    ]
    assert tiles(at.get("undrawn")).total() == 86


# R2.7 at most 100 money actions in a row.


def at_streak(streak: int) -> Table:
    mine = zoo(e4="1 snack_cart", barn="1 zebra", coins=9)
    return table(mine, zoo(e4="1 fruit_cart", barn="1 camel", coins=9), streak=streak, trucks=["coin"])


def test_r2_7_money_actions_of_all_seats_are_counted_together() -> None:
    at = at_streak(0).play("0 move snack_cart from E4 to E5", "1 move fruit_cart from E4 to E5")
    assert at.get("streak") == 2


@pytest.mark.parametrize(
    "action",
    ["move zebra to E4", "discard zebra", "expand", "buy camel from 1", "exchange E5 barn zebra", "exchange E5 E6"],
)
def test_r2_7_every_money_action_counts_once(action: str) -> None:
    mine = zoo(e5="1 panda", e6="1 leopard", barn="1 zebra", coins=9)
    at = table(mine, zoo(barn="1 camel"), streak=7).play(f"0 {action}")
    assert at.get("streak") == 8
    if at.get("phase") == "place":
        assert at.play("0 place camel in barn").get("streak") == 8


def test_r2_7_the_hundredth_is_allowed_and_the_next_is_not() -> None:
    at = at_streak(99)
    assert "expand" in at.legal(0)
    at.play("0 expand")
    assert at.get("streak") == 100
    assert at.legal(1) == {"draw", "take 1"}
    at.refuses(1, "expand", "discard camel", "move camel to E4", "buy zebra from 0", "move fruit_cart from E4 to E5")


def test_r2_7_a_draw_begins_the_count_anew() -> None:
    at = at_streak(100).play("0 draw", "chance camel", "0 load 1")
    assert at.get("streak") == 0
    assert "expand" in at.legal(1)


def test_r2_7_a_take_begins_the_count_anew() -> None:
    at = at_streak(100).play("0 take 1")
    assert at.get("streak") == 0
    assert "expand" in at.legal(1)


def test_a24_two_players_could_trade_for_ever_without_losing_a_coin() -> None:
    # Each exchanges E5 with the barn (-1), buys the fifth animal from the other (-2, the other +1), fills E5 (+2).
    mine = zoo(e5="5 zebra", barn="2 camel, 2 camel M", coins=5)
    other = zoo(e5="5 camel", barn="2 zebra, 2 zebra M", coins=5)
    at = table(mine, other, trucks=["", "", "taken by 2"])
    money = at.money
    at.play("0 exchange E5 barn camel", "1 exchange E5 barn zebra")
    at.play("0 buy camel from 1", "0 place camel in E5", "1 buy zebra from 0", "1 place zebra in E5")
    assert at.money == money
    assert at.get("e5")[:2] == ["3 camel, 2 camel M", "3 zebra, 2 zebra M"]
    assert at.get("barn")[:2] == ["4 zebra", "4 camel"]
    assert at.get("streak") == 4


def test_no_match_is_longer_than_the_game_says() -> None:
    # With five players 98 tiles must be drawn, three events each, and 100 trades of the kind above fit before each.
    assert GAME.longest >= 98 * (100 + 3)
