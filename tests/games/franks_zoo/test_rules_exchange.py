"""The exchange of cards: rulebook 5.2, rulings A6, A26, A27, edge cases 18, 19 and 24."""

from __future__ import annotations

from itertools import permutations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import exchange, full_hands, table
from tests.games.franks_zoo.referee import cards

FOUR = full_hands(4, 0, s0="1 lion, 1 fox", s1="2 whale, 1 seal", s2="1 fish, 1 joker", s3="2 perch, 2 crocodile")


@pytest.mark.parametrize(
    ("seats", "juniors", "seniors", "solo"),
    [
        (4, [2, 3], [0, 1], None),
        (5, [3, 4], [0, 1], 2),
        (6, [3, 4, 5], [0, 1, 2], None),
        (7, [4, 5, 6], [0, 1, 2], 3),
    ],
)
def test_r5_2_first_all_juniors_then_all_seniors_then_the_solo_then_the_last_leads(
    seats: int, juniors: list[int], seniors: list[int], solo: int | None
) -> None:
    at = exchange(full_hands(seats, 0))
    assert at.turn == ("junior", juniors)
    for phase, givers in (("junior", juniors), ("senior", seniors)):
        assert at.turn == (phase, givers)
        for seat in givers:
            at.state.apply(seat, at.state.legal_actions(seat)[0])
            at.state.check()
    if solo is not None:
        assert at.turn == ("solo", [solo])
        at.state.apply(solo, at.state.legal_actions(solo)[0])
    assert at.turn == ("lead", [seats - 1])


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_r5_2_the_exchange_leaves_everybody_with_as_many_cards_as_dealt_but_the_solo(seats: int) -> None:
    at = exchange(full_hands(seats, 0))
    sizes = [cards(hand).total() for hand in at.get("hand")]
    while at.get("phase") != "lead":
        seat = at.state.pending()[0]
        at.state.apply(seat, at.state.legal_actions(seat)[-1])
    solo = {5: 2, 7: 3}.get(seats)
    expected = [size - 2 * (seat == solo) for seat, size in enumerate(sizes)]
    assert [cards(hand).total() for hand in at.get("hand")] == expected
    assert cards(at.get("aside")).total() == (2 if solo is not None else 0)


def test_r5_2_any_two_cards_of_the_hand_may_be_given() -> None:
    hands = full_hands(6, 0, s3="5 fish, 1 fox, 4 whale", s4="4 lion, 4 seal, 2 perch")
    at = exchange(hands)
    assert at.legal(3) == {
        "give 2 fish",
        "give 1 fox, 1 fish",
        "give 1 whale, 1 fish",
        "give 1 whale, 1 fox",
        "give 2 whale",
    }


def test_a26_the_joker_may_be_given() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker", "3 give 2 perch")
    assert cards(at.get("hand")[0])["joker"] == 1


def test_r5_2_the_seniors_get_the_cards_when_all_juniors_have_chosen() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker")
    assert at.get("hand") == FOUR
    assert at.turn == ("junior", [3])
    at.play("3 give 2 perch")
    assert cards(at.get("hand")[0]) == cards(FOUR[0]) + cards("1 fish, 1 joker")
    assert cards(at.get("hand")[1]) == cards(FOUR[1]) + cards("2 perch")
    assert cards(at.get("hand")[2]) == cards(FOUR[2]) - cards("1 fish, 1 joker")
    assert at.turn == ("senior", [0, 1])


def test_r5_2_a_senior_chooses_from_a_hand_two_cards_larger() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker", "3 give 2 perch")
    assert "give 1 lion, 1 joker" in at.legal(0)
    at.play("0 give 1 lion, 1 joker", "1 give 2 whale")
    assert cards(at.get("hand")[2]) == cards(FOUR[2]) - cards("1 fish") + cards("1 lion")
    assert cards(at.get("hand")[3]) == cards(FOUR[3]) - cards("2 perch") + cards("2 whale")


def test_e18_a_senior_may_return_the_very_cards_he_got() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker", "3 give 2 perch")
    at.play("0 give 1 fish, 1 joker", "1 give 2 perch")
    assert at.get("hand") == FOUR


def test_the_order_in_which_sealed_choices_come_does_not_matter() -> None:
    choices = {3: "give 2 fish", 4: "give 2 seal", 5: "give 2 lion"}
    hands = full_hands(6, 0, s3="3 fish", s4="3 seal", s5="3 lion")
    keys = set()
    for order in permutations(choices):
        at = exchange(hands)
        for seat in order:
            at.one(seat, choices[seat])
        keys.add(at.state.key())
    assert len(keys) == 1


def test_nobody_chooses_twice_in_one_round() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker")
    assert at.legal(2) == set()
    with pytest.raises(IllegalAction):
        GAME.parse(at.state, 2, "give 1 fish, 1 joker")


def test_a27_the_solo_sets_any_two_cards_aside() -> None:
    hands = full_hands(5, 0, s2="10 fish, 1 lion, 1 joker".replace("10 fish", "5 fish, 5 mouse"))
    at = table(hands, variant="partners", phase="solo", actor=2)
    assert at.legal(2) == {
        "aside 2 fish",
        "aside 2 mouse",
        "aside 1 fish, 1 mouse",
        "aside 1 lion, 1 fish",
        "aside 1 lion, 1 mouse",
        "aside 1 lion, 1 joker",
        "aside 1 fish, 1 joker",
        "aside 1 mouse, 1 joker",
    }
    at.play("2 aside 1 lion, 1 joker")
    assert (at.get("aside"), at.get("hand")[2]) == ("1 lion, 1 joker", "5 fish, 5 mouse")
    assert at.turn == ("lead", [4])


def test_a06_with_seven_place_four_plays_alone_and_sets_two_cards_aside() -> None:
    place = [7, 6, 5, 4, 3, 2, 1]
    at = exchange(full_hands(7, 6), place=place)
    assert at.get("partner") == [4, 5, 6, "none", 0, 1, 2]
    assert at.turn == ("junior", [0, 1, 2])
    while at.get("phase") in ("junior", "senior"):
        seat = at.state.pending()[0]
        at.state.apply(seat, at.state.legal_actions(seat)[0])
    assert at.turn == ("solo", [3])


def test_e19_a_solo_with_eight_cards_has_six_left() -> None:
    place = [1, 2, 3, 5, 6, 4, 7]  # seat 0 deals, so seat 5 has eight cards
    hands = full_hands(7, 0, s5="1 hedgehog, 1 fish")
    at = table(hands, variant="partners", phase="solo", actor=5, place=place)
    assert cards(at.get("hand")[5]).total() == 8
    at.play("5 aside 1 hedgehog, 1 fish")
    assert cards(at.get("hand")[5]).total() == 6
    assert at.turn == ("lead", [6])


def test_e24_there_is_no_exchange_in_later_hands_of_the_simple_game() -> None:
    at = table(["1 whale", "2 fish", "", ""], variant="simple").play("0 lay 1 whale").deal()
    assert at.turn == ("lead", [1])
    assert at.get("partner") == ["none"] * 4


def test_r5_2_there_is_an_exchange_in_the_second_partner_hand() -> None:
    # Seats 2, 3, 0, 1 finish in this order: 2 plays with 0, 3 plays with 1.
    at = table(["1 whale", "2 fish", "", ""], variant="partners", leg=0).play("0 lay 1 whale").deal()
    assert at.turn == ("junior", [0, 1])
    assert at.get("partner") == [2, 3, 0, 1]
