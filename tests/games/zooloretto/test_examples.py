"""The rulebook's worked examples and answered questions."""

from __future__ import annotations

import pytest

from tests.games.zooloretto.positions import carrying, table, zoo


def test_anna_moves_one_of_two_elephants_to_the_three_in_their_enclosure() -> None:
    at = table(zoo(e5="3 elephant", barn="2 elephant")).play("0 move elephant to E5")
    assert (at.get("e5", 0), at.get("barn", 0), at.get("coins", 0)) == ("4 elephant", "1 elephant", 1)


def test_bert_moves_a_stall_to_another_stall_space() -> None:
    at = table(zoo(e4="1 fruit_cart")).play("0 move fruit_cart from E4 to E6")
    assert (at.get("e4", 0), at.get("e6", 0), at.get("coins", 0)) == ("", "1 fruit_cart", 1)


@pytest.mark.parametrize("place", ["E4", "E5", "E6"])
def test_claus_exchanges_three_elephants_of_his_barn_for_a_panda(place: str) -> None:
    at = table(zoo(barn="3 elephant") | {place.lower(): "1 panda"}).play(f"0 exchange {place} barn elephant")
    assert (at.get(place.lower(), 0), at.get("barn", 0), at.get("coins", 0)) == ("3 elephant", "1 panda", 1)


def test_doris_exchanges_three_elephants_and_two_pandas_between_enclosures() -> None:
    at = table(zoo(e4="3 elephant", e5="2 panda")).play("0 exchange E4 E5")
    assert (at.get("e4", 0), at.get("e5", 0), at.get("coins", 0)) == ("2 panda", "3 elephant", 1)


def test_claus_loses_two_points_for_three_elephants_in_the_barn() -> None:
    assert table(zoo(barn="3 elephant")).state.scores()[0] == -2


def test_bert_exchanges_to_fill_the_same_enclosure_again() -> None:
    # Four flamingos have filled E4; three chimpanzees are in E5. After the exchange both are one short: 4 + 5 points.
    mine = zoo(e4="4 flamingo", e5="3 chimpanzee", coins=1)
    at = table(mine, trucks=["chimpanzee, flamingo", "taken by 1", "taken by 2"])
    assert at.state.scores()[0] == 5
    at.play("0 exchange E4 E5")
    assert (at.get("e4", 0), at.get("e5", 0), at.get("coins", 0)) == ("3 chimpanzee", "4 flamingo", 0)
    assert at.state.scores()[0] == 4 + 5
    at.play("0 take 1", "0 place chimpanzee in E4")
    assert at.get("coins", 0) == 1
    at.play("0 place flamingo in E5")
    assert at.get("coins", 0) == 1 + 2
    assert at.state.scores()[0] == 5 + 8


def test_the_kangaroos_pay_two_the_exchange_nothing_and_the_chimpanzees_two_again() -> None:
    mine = zoo(e5="4 kangaroo", x1="4 chimpanzee", barn="1 kangaroo, 1 chimpanzee", coins=3)
    at = table(mine, trucks=["coin", "taken by 1", "taken by 2"])
    at.play("0 move kangaroo to E5")
    assert at.get("coins", 0) == 3 - 1 + 2
    at.play("0 exchange E5 X1")
    assert (at.get("e5", 0), at.get("x1", 0)) == ("4 chimpanzee", "5 kangaroo")
    assert at.get("coins", 0) == 4 - 1
    at.play("0 move chimpanzee to E5")
    assert at.get("coins", 0) == 3 - 1 + 2


def test_the_scoring_example_makes_sixteen_points() -> None:
    # 9 zebras full, 5 elephants one short, 2 chimpanzees beside a stall, 0 pandas, 4 two stall types, -4 the barn.
    mine = zoo(
        e4="2 chimpanzee, 1 snack_cart",
        e5="4 elephant, 1 popcorn_booth",
        e6="4 panda",
        x1="5 zebra",
        barn="2 camel, 1 kangaroo",
    )
    assert table(mine).state.scores()[0] == 16


def test_question_may_the_last_player_go_on() -> None:
    mine = zoo(e4="1 snack_cart", coins=2)
    at = table(mine, trucks=["taken by 1", "taken by 2", "camel"])
    at.play("0 move snack_cart from E4 to E5", "0 move snack_cart from E5 to E4", "0 draw", "chance coin", "0 load 3")
    at.play("0 draw", "chance coin", "0 load 3")
    assert at.legal(0) == {"take 3"}


def test_question_three_elephants_do_not_exchange_with_an_empty_enclosure() -> None:
    at = table(zoo(e5="1 camel", barn="3 elephant"))
    assert at.legal(0, "exchange") == {"E5 barn elephant"}


def test_question_one_stall_is_enough_for_one_elephant_in_e4_and_scores_besides() -> None:
    assert table(zoo(e4="1 elephant, 1 snack_cart")).state.scores()[0] == 1 + 2


def test_question_no_money_action_after_the_truck_in_the_last_round() -> None:
    at = table(zoo(barn="1 zebra", coins=9), trucks=["camel", "coin"], left=14).play("0 take 1", "0 place camel in E4")
    assert at.legal(0) == set()
    at.play("1 take 2")
    assert at.turn == ("main", [2])


def test_question_animals_do_not_leave_their_enclosure_for_a_coin() -> None:
    at = table(zoo(e4="1 elephant", coins=9))
    assert {text for text in at.legal(0) if "elephant" in text} == set()


def test_question_three_elephants_with_a_couple_fill_e4_by_exchange_without_a_coin() -> None:
    at = table(zoo(e4="1 camel", barn="1 elephant, 1 elephant M, 1 elephant F")).play("0 exchange E4 barn elephant")
    assert at.get("e4", 0) == "1 elephant, 1 elephant m, 1 elephant f, 1 elephant O"
    assert at.get("coins", 0) == 1


def test_question_the_bonus_can_be_earned_more_than_once() -> None:
    at = table(zoo(e4="3 zebra", barn="1 zebra, 3 camel", coins=3), trucks=["camel", "taken by 1", "taken by 2"])
    at.play("0 move zebra to E4", "0 exchange E4 barn camel", "0 take 1", "0 place camel in E4")
    assert at.get("coins", 0) == 3 - 1 + 1 - 1 + 1


def test_hint_selling_an_unwanted_tile_brings_a_coin_and_saves_two_points() -> None:
    at = table(zoo(barn="1 zebra", coins=0), zoo(e6="5 zebra", coins=2), actor=1)
    assert at.state.scores()[:2] == [-2, 6]
    at.play("1 buy zebra from 0", "1 place zebra in E6")
    assert at.state.scores()[:2] == [0, 10]
    assert at.get("coins")[:2] == [1, 0]


def test_no_offspring_for_a_third_fertile_animal() -> None:
    at = carrying(zoo(e5="1 panda m, 1 panda f, 1 panda O"), "panda F").play("0 place panda F in E5")
    assert at.get("e5", 0) == "1 panda F, 1 panda m, 1 panda f, 1 panda O"
