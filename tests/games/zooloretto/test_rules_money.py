"""Money actions: R4; rulings A3, A5, A6, A9 to A13, A21, A22; edge cases 10, 13 to 15, 17."""

from __future__ import annotations

import pytest

from tests.games.zooloretto.positions import Table, table, zoo
from tests.games.zooloretto.referee import tiles

RICH = 9


def money_actions(at: Table, seat: int = 0) -> set[str]:
    return {text for text in at.legal(seat) if text.split(" ")[0] not in ("draw", "take")}


# R4.1 paying.


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        (0, set()),
        (1, {"move", "exchange"}),
        (2, {"move", "exchange", "buy", "discard"}),
        (3, {"move", "exchange", "buy", "discard", "expand"}),
    ],
)
def test_r4_1_prices_are_one_two_and_three(coins: int, expected: set[str]) -> None:
    at = table(zoo(e4="1 camel", barn="1 zebra", coins=coins), zoo(barn="1 panda"))
    assert {text.split(" ")[0] for text in money_actions(at)} == expected


@pytest.mark.parametrize(
    ("action", "paid", "to_seller"),
    [
        ("move zebra to E5", 1, 0),
        ("move snack_cart from barn to E5", 1, 0),
        ("exchange E4 E6", 1, 0),
        ("exchange E4 barn zebra", 1, 0),
        ("buy leopard from 1", 2, 1),
        ("discard zebra", 2, 0),
        ("expand", 3, 0),
    ],
)
def test_r4_1_who_pays_what_to_whom(action: str, paid: int, to_seller: int) -> None:
    mine = zoo(e4="1 camel", e6="1 panda", barn="1 zebra, 1 snack_cart", coins=RICH)
    at = table(mine, zoo(barn="1 leopard", coins=4))
    bank = at.get("bank")
    at.play(f"0 {action}")
    assert at.money == [RICH - paid, 4 + to_seller, 2, bank + paid - to_seller]


def test_r4_1_a_placing_player_has_no_money_action() -> None:
    at = table(zoo(barn="1 zebra", coins=RICH), trucks=["camel"]).play("0 take 1")
    assert {text.split(" ")[0] for text in at.legal(0)} == {"place"}


def test_r4_1_only_the_seat_on_turn_has_actions() -> None:
    at = table(zoo(coins=RICH), zoo(barn="1 zebra", coins=RICH))
    assert at.legal(1) == set()


# R4.2 move an animal.


def test_r4_2_an_animal_moves_from_the_barn_to_an_empty_enclosure_or_its_own_type() -> None:
    at = table(zoo(e4="1 camel", e5="2 zebra", barn="1 zebra", coins=1))
    assert at.legal(0, "move") == {"zebra to E5", "zebra to E6"}
    at.play("0 move zebra to E5")
    assert (at.get("e5", 0), at.get("barn", 0)) == ("3 zebra", "")


def test_r4_2_only_one_tile_moves() -> None:
    at = table(zoo(barn="3 zebra", coins=1)).play("0 move zebra to E5")
    assert (at.get("e5", 0), at.get("barn", 0)) == ("1 zebra", "2 zebra")


def test_r4_2_no_animal_moves_into_a_full_enclosure() -> None:
    at = table(zoo(e4="4 zebra", e5="1 camel", e6="1 camel", barn="1 zebra", coins=1))
    assert at.legal(0, "move") == set()


def test_r4_2_an_animal_never_moves_out_of_an_enclosure() -> None:
    at = table(zoo(e4="2 zebra", e5="1 camel", coins=RICH))
    assert at.legal(0, "move") == set()
    at.refuses(0, "move zebra to E6", "move zebra from E4 to barn", "move zebra to barn", "discard zebra")


def test_r4_2_each_lot_of_the_barn_is_a_choice_of_its_own() -> None:
    barn = "1 zebra, 1 zebra M, 1 zebra F, 1 zebra m, 1 zebra f, 1 zebra O"
    at = table(zoo(e5="1 camel", e6="1 camel", barn=barn, coins=1))
    assert at.legal(0, "move") == {"zebra to E4", "zebra M to E4", "zebra F to E4"}


@pytest.mark.parametrize(
    ("barn", "taken"),
    [
        ("1 zebra, 1 zebra m, 1 zebra f, 1 zebra O", "zebra"),
        ("1 zebra m, 1 zebra f, 1 zebra O", "zebra O"),
    ],
)
def test_r4_2_of_a_lot_the_plain_one_goes_first_then_the_offspring(barn: str, taken: str) -> None:
    at = table(zoo(barn=barn, coins=1)).play("0 move zebra to E6")
    assert at.get("e6", 0) == f"1 {taken}"
    assert tiles(at.get("barn", 0)) == tiles(barn) - tiles(f"1 {taken}")


def test_r4_2_of_a_lot_the_bred_male_goes_before_the_bred_female() -> None:
    at = table(zoo(e4="1 zebra O", barn="1 zebra m, 1 zebra f", coins=1)).play("0 move zebra to E6")
    assert (at.get("e6", 0), at.get("barn", 0)) == ("1 zebra m", "1 zebra f")


def test_e15_a_move_with_the_last_coin_into_the_last_space_of_e5_nets_one() -> None:
    at = table(zoo(e5="4 zebra", barn="1 zebra", coins=1))
    bank = at.get("bank")
    at.play("0 move zebra to E5")
    assert (at.get("coins", 0), at.get("bank")) == (2, bank - 1)


# R4.3 move a stall.


def test_r4_3_a_stall_moves_from_its_stall_space_to_another_enclosures() -> None:
    at = table(zoo(e4="1 snack_cart", coins=1))
    assert at.legal(0, "move") == {f"snack_cart from E4 to {place}" for place in ("E5", "E6", "barn")}
    at.play("0 move snack_cart from E4 to E6")
    assert (at.get("e4", 0), at.get("e6", 0)) == ("", "1 snack_cart")


def test_r4_3_a_stall_moves_from_the_barn() -> None:
    at = table(zoo(e6="1 fruit_cart", barn="1 snack_cart", coins=1))
    assert {text for text in at.legal(0, "move") if text.startswith("snack_cart")} == {
        "snack_cart from barn to E4",
        "snack_cart from barn to E5",
    }
    at.play("0 move snack_cart from barn to E5")
    assert (at.get("e5", 0), at.get("barn", 0)) == ("1 snack_cart", "")


def test_r4_3_a_built_expansion_is_a_destination_and_a_source() -> None:
    at = table(zoo(e5="1 fruit_cart", e6="1 fruit_cart", x1="1 snack_cart", coins=1))
    assert at.legal(0, "move") == {
        "snack_cart from X1 to E4",
        "snack_cart from X1 to barn",
        "fruit_cart from E5 to E4",
        "fruit_cart from E5 to barn",
        "fruit_cart from E6 to E4",
        "fruit_cart from E6 to barn",
    }


def test_r4_3_no_stall_moves_onto_an_occupied_stall_space() -> None:
    at = table(zoo(e4="2 snack_cart", e5="1 fruit_cart", e6="1 fruit_cart", barn="1 popcorn_booth", coins=1))
    assert at.legal(0, "move") == {
        "snack_cart from E4 to barn",
        "fruit_cart from E5 to barn",
        "fruit_cart from E6 to barn",
    }


def test_a13_a_stall_does_not_move_between_the_two_spaces_of_e4() -> None:
    at = table(zoo(e4="1 snack_cart", e5="1 fruit_cart", e6="1 fruit_cart", coins=1), stall_to_barn=False)
    at.refuses(0, "move snack_cart from E4 to E4")
    assert at.legal(0, "move") == {"fruit_cart from E5 to E4", "fruit_cart from E6 to E4"}


def test_r4_3_two_equal_stalls_beside_e4_are_one_choice() -> None:
    at = table(zoo(e4="2 snack_cart", coins=1)).play("0 move snack_cart from E4 to E5")
    assert (at.get("e4", 0), at.get("e5", 0)) == ("1 snack_cart", "1 snack_cart")


def test_a03_a_stall_may_move_into_the_barn() -> None:
    at = table(zoo(e4="2 zebra, 1 snack_cart", coins=1)).play("0 move snack_cart from E4 to barn")
    assert (at.get("e4", 0), at.get("barn", 0)) == ("2 zebra", "1 snack_cart")


def test_a03_by_option_a_stall_does_not_move_into_the_barn_and_all_else_is_as_before() -> None:
    mine = zoo(e4="1 snack_cart", barn="1 fruit_cart", coins=2)
    usual, strict = table(mine), table(mine, stall_to_barn=False)
    assert usual.legal(0) - strict.legal(0) == {"move snack_cart from E4 to barn"}
    assert strict.legal(0) <= usual.legal(0)


# R4.4 exchange two enclosures.


def test_r4_4_two_groups_of_different_types_change_places_and_stalls_stay() -> None:
    at = table(zoo(e4="2 zebra, 1 snack_cart", e5="3 camel, 1 fruit_cart", coins=1)).play("0 exchange E4 E5")
    assert (at.get("e4", 0), at.get("e5", 0)) == ("3 camel, 1 snack_cart", "2 zebra, 1 fruit_cart")


def test_r4_4_equal_types_are_not_exchanged() -> None:
    at = table(zoo(e4="2 zebra", e5="3 zebra", e6="1 camel", coins=1))
    assert at.legal(0, "exchange") == {"E4 E6", "E5 E6"}


def test_r4_4_an_empty_or_unbuilt_enclosure_is_not_exchanged() -> None:
    at = table(zoo(e4="2 zebra", x1="", coins=1))
    assert at.legal(0, "exchange") == set()


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        (zoo(e4="1 zebra", e5="5 camel", coins=1), set()),
        (zoo(e4="1 zebra", e5="4 camel", coins=1), {"E4 E5"}),
        (zoo(e4="1 zebra", e6="5 camel", coins=1), set()),
        (zoo(e5="1 zebra", e6="5 camel", coins=1), {"E5 E6"}),
        (zoo(e5="1 zebra", e6="6 camel", coins=1), set()),
        (zoo(e6="6 zebra", x1="5 camel", coins=1), set()),
        (zoo(e6="5 zebra", x1="5 camel", coins=1), {"E6 X1"}),
        (zoo(e5="5 zebra", x1="5 camel", coins=1), {"E5 X1"}),
        (zoo(e4="4 zebra", x1="5 camel", coins=1), set()),
    ],
)
def test_e13_an_exchange_needs_room_for_both_groups(mine: dict[str, object], expected: set[str]) -> None:
    assert table(mine).legal(0, "exchange") == expected


def test_r4_4_a_third_group_of_the_same_type_stays() -> None:
    at = table(zoo(e4="2 zebra", e5="3 camel", e6="1 zebra", coins=1)).play("0 exchange E4 E5")
    assert [at.get(place, 0) for place in ("e4", "e5", "e6")] == ["3 camel", "2 zebra", "1 zebra"]


# R4.5 exchange with the barn.


def test_r4_5_all_of_one_barn_type_change_places_with_all_of_the_enclosure() -> None:
    at = table(zoo(e5="2 camel, 1 camel F", barn="3 zebra, 1 panda, 1 snack_cart", coins=1))
    at.play("0 exchange E5 barn zebra")
    assert at.get("e5", 0) == "3 zebra"
    assert at.get("barn", 0) == "2 camel, 1 camel F, 1 panda, 1 snack_cart"


def test_r4_5_each_type_in_the_barn_that_differs_and_fits_is_offered() -> None:
    at = table(zoo(e4="2 camel", e5="1 zebra", barn="5 zebra, 1 panda, 1 camel, 1 snack_cart", coins=1))
    assert at.legal(0, "exchange") == {
        "E4 E5",
        "E4 barn panda",
        "E5 barn panda",
        "E5 barn camel",
    }


def test_r4_5_the_barn_is_not_exchanged_with_an_empty_enclosure_or_with_itself() -> None:
    at = table(zoo(barn="3 zebra, 1 camel", coins=RICH))
    assert at.legal(0, "exchange") == set()


def test_e13_five_in_the_barn_do_not_go_into_e4() -> None:
    at = table(zoo(e4="1 camel", e5="1 camel", e6="1 camel", barn="5 zebra", coins=1))
    assert at.legal(0, "exchange") == {"E5 barn zebra", "E6 barn zebra"}


def test_r4_5_the_fit_counts_bred_and_young_animals_too() -> None:
    barn = "3 zebra, 1 zebra m, 1 zebra f, 1 zebra O"
    at = table(zoo(e4="1 camel", e5="1 camel", e6="1 camel", barn=barn, coins=1))
    assert at.legal(0, "exchange") == {"E6 barn zebra"}


def test_a06_the_enclosures_own_type_may_lie_in_the_barn_too() -> None:
    at = table(zoo(e5="2 camel", barn="1 camel, 1 camel M, 3 zebra", coins=1)).play("0 exchange E5 barn zebra")
    assert (at.get("e5", 0), at.get("barn", 0)) == ("3 zebra", "3 camel, 1 camel M")


def test_e14_six_tiles_go_into_a_barn_that_holds_many() -> None:
    full = "7 camel, 2 camel M, 2 camel F, 7 panda, 2 panda M, 2 panda F"
    at = table(zoo(e6="6 zebra", barn=f"{full}, 1 leopard", coins=1)).play("0 exchange E6 barn leopard")
    assert at.get("barn", 0) == f"{full}, 6 zebra"
    assert at.get("e6", 0) == "1 leopard"


# R4.6 buy.


def test_r4_6_any_animal_or_stall_of_any_others_barn_can_be_bought() -> None:
    sellers = [zoo(barn="2 zebra, 1 zebra M, 1 snack_cart"), zoo(barn="1 camel F")]
    at = table(zoo(barn="1 panda", coins=2), *sellers)
    assert at.legal(0, "buy") == {"zebra from 1", "zebra M from 1", "snack_cart from 1", "camel F from 2"}


def test_r4_6_nothing_is_bought_from_enclosures_stall_spaces_trucks_or_oneself() -> None:
    at = table(zoo(barn="1 panda", coins=2), zoo(e4="2 zebra, 1 snack_cart"), trucks=["camel"])
    assert at.legal(0, "buy") == set()


def test_r4_6_the_seller_is_paid_at_once() -> None:
    at = table(zoo(coins=2), zoo(barn="1 zebra", coins=0))
    bank = at.get("bank")
    at.play("0 buy zebra from 1")
    assert at.turn == ("place", [0])
    assert (at.get("coins")[:2], at.get("bank"), at.get("barn", 1)) == ([0, 1], bank + 1, "")


def test_r4_6_a_purchase_does_not_make_one_pass() -> None:
    at = table(zoo(coins=2), zoo(barn="1 zebra")).play("0 buy zebra from 1", "0 place zebra in E4")
    assert at.turn == ("main", [1])
    assert at.get("trucks") == [""] * 5
    at.play("1 draw", "chance coin", "1 load 1", "2 draw", "chance coin", "2 load 1")
    assert at.turn == ("main", [0])


def test_a11_one_may_buy_from_a_player_who_has_passed() -> None:
    at = table(zoo(coins=2), zoo(barn="1 zebra"), trucks=["taken by 1", "camel"])
    assert at.legal(0, "buy") == {"zebra from 1"}


def test_a12_the_seller_is_not_asked() -> None:
    at = table(zoo(coins=2), zoo(barn="1 zebra")).play("0 buy zebra from 1")
    assert at.state.pending() == [0]
    assert at.legal(1) == set()


def test_a09_e10_a_bred_animal_stays_bred_when_it_is_sold() -> None:
    at = table(zoo(e5="1 zebra F", coins=2), zoo(e4="1 zebra f, 1 zebra O", barn="1 zebra m"))
    at.play("0 buy zebra from 1", "0 place zebra in E5")
    assert at.get("e5", 0) == "1 zebra F, 1 zebra m"


def test_r4_6_a_purchase_may_breed_and_fill() -> None:
    at = table(zoo(e4="2 zebra, 1 zebra F", coins=2), zoo(barn="1 zebra M", coins=0))
    at.play("0 buy zebra M from 1", "0 place zebra M in E4")
    assert at.get("e4", 0) == "2 zebra, 1 zebra m, 1 zebra f"
    assert at.get("barn", 0) == "1 zebra O"
    assert at.get("coins")[:2] == [1, 1]


# R4.7 discard.


def test_r4_7_any_tile_of_the_own_barn_can_be_discarded() -> None:
    at = table(zoo(e4="1 camel", barn="1 zebra, 1 zebra F, 1 snack_cart", coins=2), zoo(barn="1 panda"))
    assert at.legal(0, "discard") == {"zebra", "zebra F", "snack_cart"}


@pytest.mark.parametrize("tile", ["zebra F", "snack_cart"])
def test_r4_7_a_discarded_tile_leaves_the_game(tile: str) -> None:
    at = table(zoo(barn="1 zebra F, 1 snack_cart", coins=2)).play(f"0 discard {tile}")
    assert at.get("gone") == f"1 {tile}"
    assert tiles(at.get("barn", 0)) == tiles("1 zebra F, 1 snack_cart") - tiles(f"1 {tile}")


def test_a22_discarded_offspring_do_not_return_to_the_supply() -> None:
    at = table(zoo(e5="1 zebra m, 1 zebra f", barn="1 zebra O", coins=2)).play("0 discard zebra")
    assert at.get("gone") == "1 zebra O"
    assert at.get("e5", 0) == "1 zebra m, 1 zebra f", "the parents stay bred"


# R4.8 expand.


def test_r4_8_expanding_opens_an_enclosure_with_a_stall_space() -> None:
    at = table(zoo(barn="1 zebra, 1 snack_cart", coins=5)).play("0 expand")
    assert (at.get("x1", 0), at.get("coins", 0)) == ("", 2)
    at.play("1 draw", "chance coin", "1 load 1", "2 draw", "chance coin", "2 load 1")
    assert {"zebra to X1", "snack_cart from barn to X1"} <= at.legal(0, "move")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r4_8_with_three_to_five_one_expands_once(seats: int) -> None:
    at = table(zoo(x1="", coins=RICH), seats=seats)
    assert "expand" not in at.legal(0)


def test_r4_8_a_remodelling_concerns_the_own_zoo_only() -> None:
    at = table(zoo(coins=RICH), zoo(e4="1 camel", e5="1 panda, 1 snack_cart", barn="1 zebra"))
    assert money_actions(at) == {"expand", "buy zebra from 1"}
