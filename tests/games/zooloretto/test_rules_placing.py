"""Placing tiles: R3; rulings A10, A13, A14; edge cases 5, 6, 17."""

from __future__ import annotations

import pytest

from tests.games.zooloretto.positions import carrying, table, zoo

# R3.1 animals.


def test_r3_1_an_animal_goes_to_an_empty_enclosure_or_to_its_own_type_or_to_the_barn() -> None:
    at = carrying(zoo(e4="2 zebra", e5="1 camel"), "zebra")
    assert at.legal(0, "place") == {"zebra in E4", "zebra in E6", "zebra in barn"}


def test_r3_1_an_enclosure_never_holds_two_types() -> None:
    at = carrying(zoo(e4="2 panda", e5="1 camel", e6="1 leopard"), "zebra")
    assert at.legal(0, "place") == {"zebra in barn"}


def test_r3_1_a_type_may_live_in_several_enclosures() -> None:
    at = carrying(zoo(e4="1 zebra", e5="1 zebra"), "zebra, zebra").play("0 place zebra in E6")
    assert at.legal(0, "place") == {f"zebra in {place}" for place in ("E4", "E5", "E6", "barn")}
    at.play("0 place zebra in E5")
    assert [at.get(field, 0) for field in ("e4", "e5", "e6")] == ["1 zebra", "2 zebra", "1 zebra"]


def test_r3_1_spaces_are_four_five_six_and_five() -> None:
    kinds = zoo(e4="4 zebra", e5="5 camel", e6="6 panda", x1="5 leopard")
    at = carrying(kinds, "zebra, camel, panda")
    assert at.legal(0, "place") == {"zebra in barn", "camel in barn", "panda in barn"}
    room = carrying(zoo(e4="3 zebra", e5="4 camel", e6="5 panda", x1="4 leopard"), "zebra, camel, panda")
    inside = {"zebra in E4", "camel in E5", "panda in E6"}
    assert room.legal(0, "place") == inside | {"zebra in barn", "camel in barn", "panda in barn"}


def test_r3_1_the_expansion_has_five_spaces() -> None:
    at = carrying(zoo(e4="1 zebra", e5="1 zebra", e6="1 zebra", x1="4 leopard"), "leopard, leopard")
    assert at.legal(0, "place") == {"leopard in X1", "leopard in barn"}
    at.play("0 place leopard in X1")
    assert at.legal(0, "place") == {"leopard in barn"}


def test_r3_1_an_unbuilt_expansion_has_no_spaces() -> None:
    at = carrying(zoo(e4="1 zebra", e5="1 zebra", e6="1 zebra"), "leopard, snack_cart")
    at.refuses(0, "place leopard in X1", "place snack_cart in X1", "place leopard in X2")
    built = carrying(zoo(e4="1 zebra", e5="1 zebra", e6="1 zebra", x1=""), "leopard, snack_cart")
    assert {"leopard in X1", "snack_cart in X1"} <= built.legal(0, "place")


def test_e05_an_animal_without_a_legal_enclosure_is_asked_about_all_the_same() -> None:
    at = carrying(zoo(e4="1 panda", e5="1 camel", e6="1 leopard"), "zebra")
    assert (at.turn, at.legal(0)) == (("place", [0]), {"place zebra in barn"})
    at.play("0 place zebra in barn")
    assert at.get("barn", 0) == "1 zebra"


def test_e06_of_two_types_for_one_empty_enclosure_the_first_closes_it() -> None:
    at = carrying(zoo(e4="1 panda", e5="1 camel"), "zebra, leopard")
    assert at.legal(0, "place") == {"zebra in E6", "zebra in barn", "leopard in E6", "leopard in barn"}
    at.play("0 place leopard in E6")
    assert at.legal(0, "place") == {"zebra in barn"}


def test_r3_1_males_females_and_plain_animals_live_together() -> None:
    at = carrying(zoo(e6="1 zebra M"), "zebra, zebra M").play("0 place zebra in E6", "0 place zebra M in E6")
    assert at.get("e6", 0) == "1 zebra, 2 zebra M"


# R3.2 stalls.


def test_r3_2_a_stall_goes_to_any_free_stall_space_or_to_the_barn() -> None:
    at = carrying(zoo(), "snack_cart")
    assert at.legal(0, "place") == {f"snack_cart in {place}" for place in ("E4", "E5", "E6", "barn")}


def test_r3_2_e4_has_two_stall_spaces_the_others_one() -> None:
    mine = zoo(e4="1 snack_cart", e5="1 fruit_cart", e6="1 popcorn_booth", x1="1 drinks_kiosk")
    at = carrying(mine, "snack_cart, snack_cart")
    assert at.legal(0, "place") == {"snack_cart in E4", "snack_cart in barn"}
    at.play("0 place snack_cart in E4")
    assert at.get("e4", 0) == "2 snack_cart"
    assert at.legal(0, "place") == {"snack_cart in barn"}


def test_r3_2_a_stall_may_stand_beside_any_animals_and_beside_its_like() -> None:
    at = carrying(zoo(e4="4 zebra, 1 snack_cart", e5="1 snack_cart", e6="2 camel"), "snack_cart")
    assert at.legal(0, "place") == {"snack_cart in E4", "snack_cart in E6", "snack_cart in barn"}


def test_r3_2_a_stall_takes_no_animals_space() -> None:
    at = carrying(zoo(e4="3 zebra, 2 snack_cart"), "zebra").play("0 place zebra in E4")
    assert at.get("e4", 0) == "4 zebra, 2 snack_cart"


def test_r3_2_without_a_stall_space_the_barn_is_left() -> None:
    mine = zoo(e4="2 snack_cart", e5="1 fruit_cart", e6="1 fruit_cart")
    assert carrying(mine, "popcorn_booth").legal(0) == {"place popcorn_booth in barn"}


# R3.4 the barn.


def test_r3_4_a14_the_barn_may_be_chosen_though_there_is_room() -> None:
    at = carrying(zoo(e4="1 zebra"), "zebra, snack_cart").play("0 place zebra in barn", "0 place snack_cart in barn")
    assert at.get("barn", 0) == "1 zebra, 1 snack_cart"


def test_r3_4_the_barn_has_no_limit() -> None:
    full = (
        "7 flamingo, 2 flamingo M, 2 flamingo F, 7 camel, 2 camel M, 2 camel F, 7 leopard, 2 leopard M, 2 leopard F, "
        "7 elephant, 2 elephant M, 2 elephant F, 3 snack_cart, 3 drinks_kiosk, 3 fruit_cart"
    )
    at = carrying(zoo(barn=full), "panda").play("0 place panda in barn")
    assert at.get("barn", 0) == full.replace(", 3 snack_cart", ", 1 panda, 3 snack_cart")


def test_r3_4_a_pair_in_the_barn_stays_as_it_is() -> None:
    at = carrying(zoo(barn="1 zebra M"), "zebra F").play("0 place zebra F in barn")
    assert at.get("barn", 0) == "1 zebra M, 1 zebra F"


# Purchases follow the same rules.


def test_a10_a_bought_animal_goes_to_an_enclosure_or_to_the_own_barn() -> None:
    at = table(zoo(e4="1 zebra", e5="1 camel", e6="1 camel"), zoo(barn="1 zebra")).play("0 buy zebra from 1")
    assert (at.turn, at.get("carried")) == (("place", [0]), "zebra")
    assert at.legal(0, "place") == {"zebra in E4", "zebra in barn"}
    at.play("0 place zebra in barn")
    assert at.get("barn") == ["1 zebra", "", ""]


def test_e17_a_bought_stall_without_a_free_stall_space_goes_to_the_own_barn() -> None:
    mine = zoo(e4="2 snack_cart", e5="1 fruit_cart", e6="1 fruit_cart")
    at = table(mine, zoo(barn="1 popcorn_booth")).play("0 buy popcorn_booth from 1")
    assert at.legal(0) == {"place popcorn_booth in barn"}


@pytest.mark.parametrize(("kind", "where"), [("zebra O", "barn"), ("zebra m", "E4"), ("zebra f", "E6")])
def test_r3_1_bred_animals_and_offspring_are_placed_like_plain_ones(kind: str, where: str) -> None:
    rest = {"zebra O": "1 zebra m, 1 zebra f", "zebra m": "1 zebra f, 1 zebra O", "zebra f": "1 zebra m, 1 zebra O"}
    at = table(zoo(), zoo(barn=f"1 {kind}"), zoo(e6=rest[kind])).play("0 buy zebra from 1", f"0 place zebra in {where}")
    assert at.get(where.lower(), 0) == f"1 {kind}"
