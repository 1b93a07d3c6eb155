"""Players, options, deal and first lead: rulebook 4 and 5.2, rulings A2 to A5, A7, A10, edge cases 24 and 25."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.errors import BadSetup, IllegalAction
from paddock.core.state import CHANCE
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import Table, dealt, full_hands, hand_sizes, table
from tests.games.franks_zoo.referee import DECK, KINDS, cards, words


def start(seats: int, **options: Any) -> Table:
    return Table(GAME.start(GAME.setup(seats, **options)))


def chance(at: Table) -> dict[str, int]:
    return {GAME.notation(at.state, CHANCE, outcome): weight for outcome, weight in at.state.chance()}


def test_a02_three_to_seven_may_play() -> None:
    assert GAME.seats == range(3, 8)
    for seats in GAME.seats:
        assert start(seats).state.seats == seats


@pytest.mark.parametrize("seats", [0, 1, 2, 8])
def test_a02_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match="3 to 7"):
        GAME.setup(seats)


def test_a04_with_three_the_simple_game_is_usual_and_animals_can_be_chosen() -> None:
    assert GAME.setup(3).options["variant"] == "simple"
    assert GAME.setup(3, variant="animals").options["variant"] == "animals"
    with pytest.raises(BadSetup, match="variant"):
        GAME.setup(3, variant="partners")


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_a04_from_four_on_partners_is_usual_simple_can_be_chosen_and_animals_not(seats: int) -> None:
    assert GAME.setup(seats).options["variant"] == "partners"
    assert GAME.setup(seats, variant="simple").options["variant"] == "simple"
    with pytest.raises(BadSetup, match="variant"):
        GAME.setup(seats, variant="animals")


def test_the_options_and_their_defaults() -> None:
    usual = {"variant": "partners", "target": 19, "last_trick": "nobody", "first_dealer": "random"}
    assert dict(GAME.setup(4).options) == usual
    assert [option.name for option in GAME.options] == list(usual)


@pytest.mark.parametrize("target", [1, 19, 99])
def test_r6_the_target_may_be_higher_or_lower(target: int) -> None:
    assert start(4, target=target).get("target") == target


@pytest.mark.parametrize(
    "wrong",
    [
        {"target": 0},
        {"target": 100},
        {"last_trick": "everybody"},
        {"first_dealer": 4},
        {"first_dealer": -1},
        {"jokers": 2},
    ],
)
def test_values_that_are_not_offered_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match=next(iter(wrong))):
        GAME.setup(4, **wrong)


@pytest.mark.parametrize("seats", range(3, 8))
def test_a07_the_first_dealer_is_drawn_from_all_alike(seats: int) -> None:
    at = start(seats)
    assert (at.get("phase"), at.get("dealer"), at.get("actor")) == ("dealer", "none", "chance")
    assert chance(at) == {f"dealer {seat}": 1 for seat in range(seats)}
    at.state.apply(CHANCE, GAME.parse(at.state, CHANCE, f"dealer {seats - 1}"))
    assert (at.get("phase"), at.get("dealer")) == ("deal", seats - 1)


@pytest.mark.parametrize("dealer", range(5))
def test_a07_the_first_dealer_may_be_fixed(dealer: int) -> None:
    at = start(5, first_dealer=dealer)
    assert (at.get("phase"), at.get("dealer")) == ("deal", dealer)


def test_every_card_left_in_the_deck_is_equally_likely() -> None:
    at = start(4, first_dealer=0)
    assert chance(at) == dict(DECK)
    for kind in ("lion", "lion", "joker"):
        at.state.apply(CHANCE, GAME.parse(at.state, CHANCE, kind))
    assert chance(at) == {**{kind: DECK[kind] for kind in KINDS if kind != "joker"}, "lion": 3}


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    at = start(3, first_dealer=1)
    for kind in ("whale", "fox", "fish", "whale"):
        at.state.apply(CHANCE, GAME.parse(at.state, CHANCE, kind))
        at.state.check()
    assert at.get("hand") == ["1 fox", "1 fish", "2 whale"]
    assert cards(at.get("deck")).total() == 56


@pytest.mark.parametrize(("seats", "each"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_a03_r4_all_60_cards_are_dealt_and_up_to_six_get_the_same_number(seats: int, each: int) -> None:
    at = Table(dealt(seats, dealer=1).state)
    assert [cards(hand).total() for hand in at.get("hand")] == [each] * seats
    assert at.get("deck") == ""


@pytest.mark.parametrize(
    ("dealer", "sizes"),
    [
        (0, [8, 9, 9, 9, 9, 8, 8]),
        (1, [8, 8, 9, 9, 9, 9, 8]),
        (2, [8, 8, 8, 9, 9, 9, 9]),
        (3, [9, 8, 8, 8, 9, 9, 9]),
        (4, [9, 9, 8, 8, 8, 9, 9]),
        (5, [9, 9, 9, 8, 8, 8, 9]),
        (6, [9, 9, 9, 9, 8, 8, 8]),
    ],
)
def test_a05_e25_with_seven_the_four_from_the_dealers_left_get_nine(dealer: int, sizes: list[int]) -> None:
    at = Table(dealt(7, dealer=dealer).state)
    assert [cards(hand).total() for hand in at.get("hand")] == sizes == hand_sizes(7, dealer)


def test_a_scripted_deal_gives_each_seat_the_hand_it_names() -> None:
    hands = full_hands(4, 2, s0="5 whale, 1 joker", s3="4 mosquito, 5 elephant")
    assert Table(dealt(4, dealer=2, hands=hands).state).get("hand") == hands


@pytest.mark.parametrize("seats", range(3, 8))
def test_r4_the_player_left_of_the_dealer_leads_the_first_hand(seats: int) -> None:
    for dealer in range(seats):
        at = Table(dealt(seats, dealer=dealer).state)
        assert at.turn == ("lead", [(dealer + 1) % seats])


@pytest.mark.parametrize("seats", range(3, 8))
def test_a10_a_leader_may_not_pass(seats: int) -> None:
    match = dealt(seats, dealer=0)
    assert all(text.startswith("lay ") for text in Table(match.state).legal(1))
    with pytest.raises(IllegalAction, match="cannot play 'pass'"):
        GAME.parse(match.state, 1, "pass")


@pytest.mark.parametrize("variant", ["simple", "partners"])
def test_e24_the_first_hand_of_both_games_begins_with_a_lead_and_has_no_partners(variant: str) -> None:
    at = Table(dealt(4, dealer=3, variant=variant).state)
    assert at.turn == ("lead", [0])
    assert at.get("partner") == ["none"] * 4
    assert at.get("place") == [0] * 4
    assert at.get("total") == [0] * 4


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_r5_in_later_simple_hands_place_one_deals_and_the_last_leads(seats: int) -> None:
    hands = ["1 whale", "2 fish", *[""] * (seats - 2)]  # seat 2 went out first, seat 0 will be second last
    after = table(hands, variant="simple").play("0 lay 1 whale")
    assert after.get("phase") == "deal"
    assert after.get("leg") == 1
    assert after.get("dealer") == 2
    assert after.get("place")[1] == seats
    assert after.deal().turn == ("lead", [1])


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_r5_3_in_later_partner_hands_place_one_deals_and_the_last_leads_after_the_exchange(seats: int) -> None:
    hands = ["1 whale", "2 fish", *[""] * (seats - 2)]
    after = table(hands, variant="partners", leg=0).play("0 lay 1 whale")
    assert (after.get("dealer"), after.get("place")[1]) == (2, seats)
    after.deal()
    while after.get("phase") != "lead":
        seat = after.state.pending()[0]
        after.state.apply(seat, after.state.legal_actions(seat)[0])
    assert after.state.pending() == [1]


def test_cards_are_written_with_numbers_in_deck_order() -> None:
    hand = "1 whale, 2 polar_bear, 1 mosquito, 1 joker"
    assert words(cards(hand)) == hand
    at = table([hand, "2 fish", "1 seal"])
    assert at.get("hand")[0] == hand
