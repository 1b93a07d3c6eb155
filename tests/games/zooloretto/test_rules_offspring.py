"""Offspring: R5; rulings A8, A9, A22; edge cases 7 to 10, 12."""

from __future__ import annotations

import pytest

from tests.games.zooloretto.positions import carrying, table, zoo

# R5.1 when.


@pytest.mark.parametrize(("waiting", "coming"), [("M", "F"), ("F", "M")])
def test_r5_1_a_partner_placed_from_a_truck_breeds_at_once(waiting: str, coming: str) -> None:
    at = carrying(zoo(e6=f"1 zebra {waiting}"), f"zebra {coming}").play(f"0 place zebra {coming} in E6")
    assert at.get("e6", 0) == "1 zebra m, 1 zebra f, 1 zebra O"
    assert at.turn == ("main", [1]), "nobody is asked about it"


def test_r5_1_a_move_breeds() -> None:
    at = table(zoo(e6="1 zebra, 1 zebra M", barn="1 zebra F")).play("0 move zebra F to E6")
    assert at.get("e6", 0) == "1 zebra, 1 zebra m, 1 zebra f, 1 zebra O"


def test_r5_1_a_purchase_breeds() -> None:
    at = table(zoo(e6="1 zebra M"), zoo(barn="1 zebra F")).play("0 buy zebra F from 1")
    assert at.get("e6", 0) == "1 zebra M", "not before it is placed"
    at.play("0 place zebra F in E6")
    assert at.get("e6", 0) == "1 zebra m, 1 zebra f, 1 zebra O"


def test_r5_1_a_barn_exchange_breeds() -> None:
    at = table(zoo(e5="1 camel", barn="1 zebra, 1 zebra M, 1 zebra F")).play("0 exchange E5 barn zebra")
    assert (at.get("e5", 0), at.get("barn", 0)) == ("1 zebra, 1 zebra m, 1 zebra f, 1 zebra O", "1 camel")


def test_r5_1_plain_animals_do_not_breed() -> None:
    at = carrying(zoo(e6="1 zebra M"), "zebra").play("0 place zebra in E6")
    assert at.get("e6", 0) == "1 zebra, 1 zebra M"


@pytest.mark.parametrize("sex", ["M", "F"])
def test_r5_1_two_of_one_sex_do_not_breed(sex: str) -> None:
    at = carrying(zoo(e6=f"1 zebra {sex}"), f"zebra {sex}").play(f"0 place zebra {sex} in E6")
    assert at.get("e6", 0) == f"2 zebra {sex}"


def test_r5_1_partners_of_different_types_cannot_even_meet() -> None:
    at = carrying(zoo(e4="1 camel M", e5="1 panda", e6="1 panda"), "zebra F")
    assert at.legal(0) == {"place zebra F in barn"}


def test_r5_4_partners_in_two_enclosures_do_not_breed() -> None:
    at = carrying(zoo(e5="1 zebra M"), "zebra F").play("0 place zebra F in E6")
    assert (at.get("e5", 0), at.get("e6", 0)) == ("1 zebra M", "1 zebra F")


def test_r5_4_partners_on_a_truck_do_not_breed() -> None:
    at = table(trucks=["zebra M"]).play("0 draw", "chance zebra F", "0 load 1")
    assert at.get("trucks", 0) == "zebra M, zebra F"


def test_r5_4_partners_in_the_barn_do_not_breed() -> None:
    at = table(zoo(barn="1 zebra M, 1 camel", e4="1 zebra F")).play("0 exchange E4 barn camel")
    assert at.get("barn", 0) == "1 zebra M, 1 zebra F"


# R5.2 where.


def test_r5_2_the_offspring_takes_a_free_space_of_the_same_enclosure() -> None:
    at = carrying(zoo(e4="1 zebra", e5="2 zebra, 1 zebra F"), "zebra M").play("0 place zebra M in E5")
    assert at.get("e5", 0) == "2 zebra, 1 zebra m, 1 zebra f, 1 zebra O"
    assert (at.get("e4", 0), at.get("barn", 0)) == ("1 zebra", "")


def test_e08_if_the_parent_takes_the_last_space_the_offspring_goes_to_the_barn() -> None:
    at = carrying(zoo(e4="2 zebra, 1 zebra F"), "zebra M").play("0 place zebra M in E4")
    assert at.get("e4", 0) == "2 zebra, 1 zebra m, 1 zebra f"
    assert at.get("barn", 0) == "1 zebra O"
    assert at.get("coins", 0) == 3, "one bonus"
    assert at.state.scores()[0] == 5 - 2, "a new type in the barn costs two"


def test_e08_the_offspring_does_not_go_to_another_enclosure_of_its_type() -> None:
    at = carrying(zoo(e4="2 zebra, 1 zebra F", e6="1 zebra"), "zebra M").play("0 place zebra M in E4")
    assert (at.get("e6", 0), at.get("barn", 0)) == ("1 zebra", "1 zebra O")


def test_e07_male_first_the_offspring_takes_the_fifth_space() -> None:
    # Section 6.4: E5 holds F N N; the truck brings M and N.
    at = carrying(zoo(e5="2 zebra, 1 zebra F"), "zebra M, zebra").play("0 place zebra M in E5")
    assert at.get("e5", 0) == "2 zebra, 1 zebra m, 1 zebra f, 1 zebra O"
    assert at.get("coins", 0) == 4
    assert at.legal(0) == {"place zebra in E4", "place zebra in E6", "place zebra in barn"}
    at.play("0 place zebra in barn")
    assert (at.get("barn", 0), at.get("coins", 0)) == ("1 zebra", 4)


def test_e07_male_last_the_offspring_goes_to_the_barn() -> None:
    at = carrying(zoo(e5="2 zebra, 1 zebra F"), "zebra M, zebra").play("0 place zebra in E5")
    assert at.get("coins", 0) == 2
    at.play("0 place zebra M in E5")
    assert at.get("e5", 0) == "3 zebra, 1 zebra m, 1 zebra f"
    assert (at.get("barn", 0), at.get("coins", 0)) == ("1 zebra O", 4)


def test_e07_a_pair_on_one_truck_makes_three_tiles_in_an_empty_e4() -> None:
    at = carrying(zoo(), "zebra M, zebra F").play("0 place zebra M in E4", "0 place zebra F in E4")
    assert at.get("e4", 0) == "1 zebra m, 1 zebra f, 1 zebra O"
    assert at.state.scores()[0] == 4


def test_e07_a_pair_and_a_third_fill_an_empty_e4() -> None:
    at = carrying(zoo(), "zebra M, zebra F, zebra")
    at.play("0 place zebra M in E4", "0 place zebra F in E4", "0 place zebra in E4")
    assert at.get("e4", 0) == "1 zebra, 1 zebra m, 1 zebra f, 1 zebra O"
    assert at.get("coins", 0) == 3


# R5.3 once each.


def test_e09_a_third_fertile_animal_does_nothing_and_a_fourth_breeds_again() -> None:
    at = carrying(zoo(e6="1 zebra m, 1 zebra f, 1 zebra O"), "zebra M, zebra F").play("0 place zebra M in E6")
    assert at.get("e6", 0) == "1 zebra M, 1 zebra m, 1 zebra f, 1 zebra O"
    at.play("0 place zebra F in E6")
    assert at.get("e6", 0) == "2 zebra m, 2 zebra f, 2 zebra O"


def test_r5_3_of_two_waiting_males_one_breeds() -> None:
    at = carrying(zoo(e6="2 zebra M"), "zebra F").play("0 place zebra F in E6")
    assert at.get("e6", 0) == "1 zebra M, 1 zebra m, 1 zebra f, 1 zebra O"


def test_r5_3_the_last_partner_of_two_males_breeds_too() -> None:
    at = carrying(zoo(e6="2 zebra M"), "zebra F, zebra F").play("0 place zebra F in E6", "0 place zebra F in E6")
    assert at.get("e6", 0) == "2 zebra m, 2 zebra f, 2 zebra O"


def test_a09_bred_animals_stay_bred_through_the_barn_and_back() -> None:
    at = table(
        zoo(e5="1 zebra m, 1 zebra f, 1 zebra O", barn="1 camel", coins=2), trucks=["", "taken by 1", "taken by 2"]
    )
    at.play("0 exchange E5 barn camel")
    assert at.get("barn", 0) == "1 zebra m, 1 zebra f, 1 zebra O"
    at.play("0 exchange E5 barn zebra")
    assert at.get("e5", 0) == "1 zebra m, 1 zebra f, 1 zebra O"


def test_a09_a_bred_male_does_not_breed_with_a_new_female() -> None:
    at = carrying(zoo(e5="1 zebra m, 1 zebra f, 1 zebra O"), "zebra F").play("0 place zebra F in E5")
    assert at.get("e5", 0) == "1 zebra F, 1 zebra m, 1 zebra f, 1 zebra O"


def test_a09_parents_stay_bred_when_their_offspring_is_gone() -> None:
    at = table(zoo(e5="1 zebra m", barn="1 zebra f", coins=1), gone="1 zebra O").play("0 move zebra to E5")
    assert at.get("e5", 0) == "1 zebra m, 1 zebra f"


def test_r5_3_offspring_do_not_breed() -> None:
    at = carrying(zoo(e5="1 zebra O", e6="1 zebra m, 1 zebra f"), "zebra M").play("0 place zebra M in E5")
    assert at.get("e5", 0) == "1 zebra M, 1 zebra O"


# R5.5 several in one exchange.


def test_a08_two_pairs_in_one_exchange_have_two_offspring() -> None:
    at = table(zoo(e6="1 camel", barn="2 zebra M, 2 zebra F", coins=1)).play("0 exchange E6 barn zebra")
    assert (at.get("e6", 0), at.get("barn", 0)) == ("2 zebra m, 2 zebra f, 2 zebra O", "1 camel")


def test_e12_two_pairs_into_e5_one_offspring_inside_one_in_the_barn() -> None:
    at = table(zoo(e5="1 camel", barn="2 zebra M, 2 zebra F", coins=1)).play("0 exchange E5 barn zebra")
    assert (at.get("e5", 0), at.get("barn", 0)) == ("2 zebra m, 2 zebra f, 1 zebra O", "1 camel, 1 zebra O")
    assert at.get("coins", 0) == 0, "no bonus by exchange"


def test_r5_5_two_pairs_into_e4_both_offspring_in_the_barn() -> None:
    at = table(zoo(e4="1 camel", barn="2 zebra M, 2 zebra F", coins=1)).play("0 exchange E4 barn zebra")
    assert (at.get("e4", 0), at.get("barn", 0)) == ("2 zebra m, 2 zebra f", "1 camel, 2 zebra O")


def test_r5_5_two_males_and_a_female_in_one_exchange_have_one_offspring() -> None:
    at = table(zoo(e6="1 camel", barn="2 zebra M, 1 zebra F", coins=1)).play("0 exchange E6 barn zebra")
    assert at.get("e6", 0) == "1 zebra M, 1 zebra m, 1 zebra f, 1 zebra O"


def test_r5_5_the_fit_is_tested_before_the_births() -> None:
    at = table(zoo(e4="1 camel", barn="2 zebra, 1 zebra M, 1 zebra F", coins=1)).play("0 exchange E4 barn zebra")
    assert (at.get("e4", 0), at.get("barn", 0)) == ("2 zebra, 1 zebra m, 1 zebra f", "1 camel, 1 zebra O")


def test_r5_1_an_exchange_of_enclosures_never_breeds() -> None:
    at = table(zoo(e4="1 zebra M", e5="1 zebra F", e6="1 camel", coins=1)).play("0 exchange E4 E6")
    assert [at.get(place, 0) for place in ("e4", "e5", "e6")] == ["1 camel", "1 zebra F", "1 zebra M"]
