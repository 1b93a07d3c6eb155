"""The rulebook's worked examples, played through notations."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import Table, dealt, full_hands, table


def refused(at: Table, seat: int, notation: str) -> None:
    before = at.state.key()
    with pytest.raises(IllegalAction, match="allowed"):
        GAME.parse(at.state, seat, notation)
    assert at.state.key() == before


@pytest.mark.parametrize(
    ("answer", "allowed"), [("2 seal", True), ("3 seal", False), ("1 polar_bear", True), ("2 polar_bear", False)]
)
def test_after_a_seal_two_seals_or_a_polar_bear_but_not_three_seals_nor_two_polar_bears(
    answer: str, allowed: bool
) -> None:
    hands = full_hands(4, 3, s0="1 seal", s1="3 seal, 2 polar_bear")
    match = dealt(4, dealer=3, hands=hands)
    match.play(0, GAME.parse(match.state, 0, "lay 1 seal"))
    at = Table(match.state)
    if allowed:
        at.play(f"1 lay {answer}")
        assert (at.get("ranking"), at.get("owner")) == (answer, 1)
    else:
        refused(at, 1, f"lay {answer}")


def test_seals_are_outranked_by_polar_bears_and_whales() -> None:
    at = table(["1 whale, 1 polar_bear, 1 elephant, 1 crocodile, 1 lion", "2 fish", "2 fish"], ranking="1 seal")
    assert at.plays(0) == {"1 whale", "1 polar_bear"}


def test_a_joker_cannot_be_laid_alone_but_stands_for_the_animal_it_lies_with() -> None:
    at = table(["1 joker, 2 lion", "3 elephant", "2 mouse"])
    refused(at, 0, "lay 1 joker")
    at.play("0 lay 2 lion, 1 joker")
    assert at.legal(1) == {"pass", "lay 3 elephant"}


def test_an_elephant_and_a_mosquito_are_two_elephants() -> None:
    at = table(["1 elephant, 1 mosquito, 1 fish", "2 mouse, 1 fox", "3 elephant"])
    at.play("0 lay 1 elephant, 1 mosquito")
    assert at.plays(1) == {"2 mouse"}
    at.play("1 pass")
    assert at.plays(2) == {"3 elephant"}


def test_the_joker_and_a_mosquito_are_two_mosquitoes_not_two_elephants() -> None:
    at = table(["1 mosquito, 1 joker, 1 fish", "2 mouse, 2 fish", "3 elephant, 2 hedgehog"])
    at.play("0 lay 1 mosquito, 1 joker")
    assert at.plays(1) == {"2 mouse", "2 fish"}
    at.play("1 pass")
    assert at.plays(2) == {"2 hedgehog"}


def test_an_elephant_the_joker_and_a_mosquito_are_three_elephants() -> None:
    at = table(["1 elephant, 1 mosquito, 1 joker, 1 fish", "3 mouse, 2 fox", "4 elephant"])
    at.play("0 lay 1 elephant, 1 mosquito, 1 joker")
    assert at.plays(1) == {"3 mouse"}
    at.play("1 pass")
    assert at.plays(2) == {"4 elephant"}


def test_several_mosquitoes_do_not_become_elephants() -> None:
    at = table(["1 elephant, 2 mosquito, 1 joker", "2 fish", "2 fish"])
    refused(at, 0, "lay 1 elephant, 2 mosquito")
    refused(at, 0, "lay 1 elephant, 2 mosquito, 1 joker")


def test_a_junior_offers_a_hedgehog_on_two_mice_and_gets_another() -> None:
    hands = ["1 hedgehog, 1 whale", "2 perch", "1 hedgehog, 1 fish", "3 mouse"]
    at = table(hands, variant="partners", actor=3, rest=3).play("3 lay 2 mouse", "0 pass", "1 pass")
    at.play("2 ask 1 hedgehog", "0 help 1 hedgehog")
    assert (at.get("ranking"), at.get("owner")) == ("2 hedgehog", 2)
    at.play("3 pass", "0 pass", "1 pass")
    assert at.get("taken")[2] == "2 hedgehog, 2 mouse"
    assert at.turn == ("lead", [2])


def test_a_junior_offers_a_mosquito_on_an_elephant_and_gets_an_elephant() -> None:
    hands = ["1 elephant, 1 whale", "2 perch", "1 mosquito, 1 fish", "1 elephant, 2 mouse"]
    at = table(hands, variant="partners", actor=3).play("3 lay 1 elephant", "0 pass", "1 pass")
    assert at.legal(2) == {"pass", "ask 1 mosquito"}
    at.play("2 ask 1 mosquito")
    assert at.legal(0) == {"decline", "help 1 elephant"}
    at.play("0 help 1 elephant")
    assert (at.get("ranking"), at.get("owner")) == ("1 elephant, 1 mosquito", 2)
    assert at.turn == ("follow", [3])
    assert at.plays(3) == {"2 mouse"}


def test_without_help_the_hedgehog_goes_back_and_the_turn_is_over() -> None:
    hands = ["1 fox, 1 whale", "2 perch", "1 hedgehog, 1 fish", "3 mouse"]
    at = table(hands, variant="partners", actor=3).play(
        "3 lay 2 mouse", "0 pass", "1 pass", "2 ask 1 hedgehog", "0 decline"
    )
    assert at.get("hand")[2] == "1 hedgehog, 1 fish"
    assert at.turn == ("lead", [3])


def test_five_players_first_and_fifth_get_5_second_and_fourth_6_the_solo_in_third_7() -> None:
    # Seats 0 and 3, 1 and 4 are teams, seat 2 is alone. Seats 0 and 1 are out; seat 2 goes out third, seat 4 fourth.
    # Everybody has taken one hedgehog and one lion, so that the animals bring and cost nothing.
    hands = ["", "", "1 whale", "1 fish, 1 mouse", "1 seal"]
    at = table(hands, variant="partners", actor=2, taken=["1 lion, 1 hedgehog"] * 5)
    before = at.get("total")
    at.play("2 lay 1 whale", "3 pass", "4 pass", "3 lay 1 fish", "4 lay 1 seal")
    assert [line["finish"] for line in at.get("sheet")] == [1, 2, 3, 5, 4]
    assert [now - had for now, had in zip(at.get("total"), before, strict=True)] == [5, 6, 7, 5, 6]


def test_simple_scores_of_five_players_are_5_4_3_2_and_none() -> None:
    at = table(["", "", "", "1 whale", "1 fish"], actor=3).play("3 lay 1 whale")
    assert at.get("total") == [5, 4, 3, 2, 0]


def test_harry_is_placed_before_steve_because_he_was_behind_him() -> None:
    # Steve (seat 0) had more points than Harry (seat 1); now both have 7. The rulebook's 1 point after the first
    # hand cannot occur, so Harry had 5 here and Steve 7.
    at = table(["1 fish", "1 whale", ""], leg=1, total=[7, 5, 2], place=[1, 2, 3], actor=1).play("1 lay 1 whale")
    assert at.get("total") == [7, 7, 5]
    assert at.get("place") == [2, 1, 3]
    assert at.get("dealer") == 1
