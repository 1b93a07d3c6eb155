"""The bonus for the last space: R6; rulings A4, A5, A7; edge cases 8, 11, 15, 16."""

from __future__ import annotations

import pytest

from tests.games.zooloretto.positions import carrying, table, zoo

ONE_SHORT = [("E4", 3, 1), ("E5", 4, 2), ("E6", 5, 0), ("X1", 4, 1)]


# R6.1 when and how much.


@pytest.mark.parametrize(("place", "there", "bonus"), ONE_SHORT)
def test_r6_1_a_truck_tile_on_the_last_space_pays(place: str, there: int, bonus: int) -> None:
    at = carrying(zoo() | {place.lower(): f"{there} zebra"}, "zebra")
    bank = at.get("bank")
    at.play(f"0 place zebra in {place}")
    assert (at.get("coins", 0), at.get("bank")) == (2 + bonus, bank - bonus)


@pytest.mark.parametrize(("place", "there", "bonus"), ONE_SHORT)
def test_r6_1_a_move_to_the_last_space_pays(place: str, there: int, bonus: int) -> None:
    at = table(zoo(barn="1 zebra", coins=1) | {place.lower(): f"{there} zebra"}).play(f"0 move zebra to {place}")
    assert at.get("coins", 0) == bonus


@pytest.mark.parametrize(("place", "there", "bonus"), ONE_SHORT)
def test_r6_1_a_purchase_for_the_last_space_pays(place: str, there: int, bonus: int) -> None:
    at = table(zoo(coins=2) | {place.lower(): f"{there} zebra"}, zoo(barn="1 zebra"))
    at.play("0 buy zebra from 1", f"0 place zebra in {place}")
    assert at.get("coins", 0) == bonus


@pytest.mark.parametrize(("place", "there", "bonus"), ONE_SHORT)
def test_r6_1_the_space_before_the_last_pays_nothing(place: str, there: int, bonus: int) -> None:
    at = carrying(zoo() | {place.lower(): f"{there - 1} zebra"}, "zebra")
    assert at.play(f"0 place zebra in {place}").get("coins", 0) == 2


@pytest.mark.parametrize(("place", "plain", "bonus"), [("E4", 1, 1), ("E5", 2, 2), ("E6", 3, 0), ("X1", 2, 1)])
def test_a07_an_offspring_on_the_last_space_pays_once(place: str, plain: int, bonus: int) -> None:
    at = carrying(zoo() | {place.lower(): f"{plain} zebra, 1 zebra M"}, "zebra F")
    at.play(f"0 place zebra F in {place}")
    assert at.get(place.lower(), 0) == f"{plain} zebra, 1 zebra m, 1 zebra f, 1 zebra O"
    assert at.get("coins", 0) == 2 + bonus


def test_a07_an_offspring_of_a_move_pays_once_too() -> None:
    at = table(zoo(e5="2 zebra, 1 zebra M", barn="1 zebra F", coins=1)).play("0 move zebra F to E5")
    assert at.get("coins", 0) == 2


def test_a07_an_offspring_of_a_purchase_pays_once_too() -> None:
    at = table(zoo(e5="2 zebra, 1 zebra M", coins=2), zoo(barn="1 zebra F"))
    at.play("0 buy zebra F from 1", "0 place zebra F in E5")
    assert at.get("coins", 0) == 2


def test_r6_1_two_enclosures_filled_in_one_turn_pay_each() -> None:
    at = carrying(zoo(e4="3 camel", e5="4 zebra"), "zebra, camel").play("0 place zebra in E5", "0 place camel in E4")
    assert at.get("coins", 0) == 2 + 2 + 1


# R6.2 never by exchange or for stalls.


def test_e11_an_exchange_that_fills_an_enclosure_pays_nothing() -> None:
    at = table(zoo(e4="3 camel", e5="4 zebra", coins=1)).play("0 exchange E4 E5")
    assert (at.get("e4", 0), at.get("coins", 0)) == ("4 zebra", 0)


def test_r6_2_a_barn_exchange_that_fills_an_enclosure_pays_nothing() -> None:
    at = table(zoo(e5="1 camel", barn="5 zebra", coins=1)).play("0 exchange E5 barn zebra")
    assert at.get("coins", 0) == 0


def test_r6_2_an_offspring_born_in_an_exchange_pays_nothing() -> None:
    at = table(zoo(e4="1 camel", barn="1 zebra, 1 zebra M, 1 zebra F", coins=1)).play("0 exchange E4 barn zebra")
    assert at.get("e4", 0) == "1 zebra, 1 zebra m, 1 zebra f, 1 zebra O"
    assert at.get("coins", 0) == 0


def test_r6_2_a_stall_beside_a_full_enclosure_pays_nothing() -> None:
    at = carrying(zoo(e5="5 zebra"), "snack_cart").play("0 place snack_cart in E5")
    assert at.get("coins", 0) == 2


def test_r6_2_a_stall_moved_to_a_full_enclosure_pays_nothing() -> None:
    at = table(zoo(e5="5 zebra", barn="1 snack_cart", coins=1)).play("0 move snack_cart from barn to E5")
    assert at.get("coins", 0) == 0


# R6.3 once a filling, again after an exchange.


def test_e11_r6_3_after_an_exchange_the_same_enclosure_pays_again() -> None:
    at = table(zoo(e5="5 zebra", barn="4 camel", coins=1), trucks=["camel", "taken by 1", "taken by 2"])
    at.play("0 exchange E5 barn camel", "0 take 1", "0 place camel in E5")
    assert at.get("coins", 0) == 2


def test_e08_one_filling_pays_once_though_an_offspring_follows() -> None:
    at = carrying(zoo(e5="3 zebra, 1 zebra M"), "zebra F").play("0 place zebra F in E5")
    assert (at.get("coins", 0), at.get("barn", 0)) == (4, "1 zebra O")


# R6.4 the short bank.


@pytest.mark.parametrize(("bank", "paid"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_a04_the_bonus_is_paid_as_far_as_the_bank_reaches(bank: int, paid: int) -> None:
    at = carrying(zoo(e5="4 zebra", coins=0), "zebra", bank=bank).play("0 place zebra in E5")
    assert (at.get("coins", 0), at.get("bank")) == (paid, bank - paid)


@pytest.mark.parametrize(("bank", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_a04_an_unlimited_bank_pays_in_full(bank: int, after: int) -> None:
    at = carrying(zoo(e5="4 zebra", coins=0), "zebra", bank=bank, unlimited_bank=True).play("0 place zebra in E5")
    assert (at.get("coins", 0), at.get("bank")) == (2, after)


def test_a05_e16_the_price_is_paid_first_so_an_empty_bank_gives_one_back() -> None:
    at = table(zoo(e5="4 zebra", barn="1 zebra", coins=1), bank=0).play("0 move zebra to E5")
    assert (at.get("coins", 0), at.get("bank")) == (1, 0)


def test_a05_a_purchase_pays_the_bank_before_its_bonus() -> None:
    at = table(zoo(e5="4 zebra", coins=2), zoo(barn="1 zebra", coins=0), bank=0)
    at.play("0 buy zebra from 1", "0 place zebra in E5")
    assert (at.get("coins")[:2], at.get("bank")) == ([1, 1], 0)


def test_a04_unlimited_bank_after_a_move_too() -> None:
    at = table(zoo(e5="4 zebra", barn="1 zebra", coins=1), bank=0, unlimited_bank=True).play("0 move zebra to E5")
    assert (at.get("coins", 0), at.get("bank")) == (2, 0)
