"""Asking for help: rulebook 5.3, rulings A9 and A17 to A25, edge cases 12 to 17.

Unless told otherwise seats 0 to 3 are in places 1 to 4: seat 2 is the junior of seat 0, seat 3 of seat 1.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.franks_zoo.positions import Table, table
from tests.games.franks_zoo.referee import DECK, LEGAL_SETS, cards, follows, holds, offers, words


def asking(junior: str, ranking: str, senior: str = "2 whale", **changes: object) -> Table:
    """Seat 2 is on turn, seat 0 his senior."""
    hands = [senior, "2 perch", junior, "2 perch"]
    return table(hands, variant="partners", actor=2, ranking=ranking, **changes)


def test_r5_3_a_junior_may_offer_any_part_of_a_set_that_would_outrank() -> None:
    at = asking("2 hedgehog, 1 seal", "3 mouse")
    # three hedgehogs, seals (or with joker) would do; four mice too, but he has none
    assert at.legal(2) == {"pass", "ask 1 hedgehog", "ask 2 hedgehog", "ask 1 seal"}


def test_r5_3_an_offer_may_mix_joker_and_animal() -> None:
    at = asking("1 hedgehog, 1 joker", "3 mouse")
    assert at.asks(2) == {"1 hedgehog", "1 joker", "1 hedgehog, 1 joker"}


def test_r5_3_one_mosquito_may_be_offered_toward_elephants() -> None:
    assert asking("2 mosquito", "2 elephant").asks(2) == {"1 mosquito"}
    assert asking("2 mosquito", "1 fox").asks(2) == set()  # one elephant would do, and that leaves nothing to offer


def test_r5_3_two_mosquitoes_are_no_offer_toward_elephants() -> None:
    assert asking("2 mosquito, 1 elephant", "2 elephant").asks(2) == {
        "1 elephant",
        "1 mosquito",
        "1 elephant, 1 mosquito",
    }


def test_r5_3_the_senior_is_asked_and_everything_waits() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="2 hedgehog, 1 fox").play("2 ask 1 hedgehog")
    assert at.turn == ("reply", [0])
    assert (at.get("offer"), at.get("asker"), at.get("ranking")) == ("1 hedgehog", 2, "2 mouse")
    assert at.get("hand")[2] == "1 seal, 1 hedgehog"
    assert at.legal(0) == {"decline", "help 1 hedgehog"}


def test_r5_3_a_completed_set_is_the_juniors_play() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="2 hedgehog, 1 fox", rest=3)
    at.play("2 ask 1 hedgehog", "0 help 1 hedgehog")
    assert (at.get("ranking"), at.get("owner"), at.get("table")) == ("2 hedgehog", 2, "2 hedgehog, 2 mouse")
    assert at.get("hand")[0] == "1 fox, 1 hedgehog"
    assert at.get("hand")[2] == "1 seal"
    assert (at.get("offer"), at.get("asker")) == ("", "none")
    assert at.turn == ("follow", [3])
    at.play("3 pass", "0 pass", "1 pass")
    assert at.get("taken")[2] == "2 hedgehog, 2 mouse"
    assert at.turn == ("lead", [2])


def test_r5_3_the_senior_may_outrank_the_set_he_helped_to_lay() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="1 hedgehog, 2 fox").play(
        "2 ask 1 hedgehog", "0 help 1 hedgehog"
    )
    at.play("3 pass")
    assert at.legal(0) == {"pass", "lay 2 fox"}
    at.play("0 lay 2 fox")
    assert at.get("owner") == 0


def test_r5_3_the_senior_may_complete_toward_another_animal_when_the_offer_allows_it() -> None:
    at = asking("1 joker, 1 perch", "2 mouse", senior="2 hedgehog, 1 fox, 2 lion, 2 mouse, 1 whale")
    at.play("2 ask 1 joker")
    assert at.helps(0) == {"1 hedgehog", "1 fox", "1 lion", "2 mouse"}


def test_r5_3_the_senior_may_complete_a_mosquito_with_elephants_of_any_make_up() -> None:
    at = asking("1 mosquito, 1 perch", "2 elephant", senior="2 elephant, 1 joker, 1 mouse")
    at.play("2 ask 1 mosquito")
    assert at.helps(0) == {"2 elephant", "1 elephant, 1 joker"}


def test_r5_3_the_senior_may_decline_though_able() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="2 hedgehog").play("2 ask 1 hedgehog", "0 decline")
    assert at.turn == ("follow", [3])


def test_a17_there_is_no_help_for_a_leader() -> None:
    at = table(["2 whale", "2 fish", "2 hedgehog, 1 joker", "2 perch"], variant="partners", actor=2)
    assert at.asks(2) == set()


def test_a18_e15_there_is_no_ask_when_the_senior_is_out() -> None:
    assert asking("1 hedgehog, 1 seal", "2 mouse", senior="").legal(2) == {"pass"}
    assert asking("1 hedgehog, 1 seal", "2 mouse", senior="1 fish").asks(2) == {"1 hedgehog", "1 seal"}


def test_e15_the_ask_disappears_when_the_senior_goes_out() -> None:
    at = table(["1 lion", "2 fish", "1 hedgehog, 2 seal", "2 perch"], variant="partners").play("0 lay 1 lion", "1 pass")
    assert at.get("finish") == [1, 0, 0, 0]
    assert at.legal(2) == {"pass"}  # an elephant, or two lions: nothing to offer anyway
    at.play("2 pass", "3 pass", "1 lay 2 fish")
    assert at.legal(2) == {"pass", "lay 2 seal"}  # one seal would be an offer, had he a senior in play


def test_a19_help_may_be_asked_though_able_alone() -> None:
    at = asking("2 hedgehog", "2 mouse")
    assert at.legal(2) == {"pass", "lay 2 hedgehog", "ask 1 hedgehog"}


def test_a19_help_may_be_asked_against_the_seniors_own_set() -> None:
    at = table(["3 mouse, 1 hedgehog", "2 perch", "1 hedgehog, 1 fish", "2 perch"], variant="partners")
    at.play("0 lay 2 mouse", "1 pass")
    assert at.asks(2) == {"1 hedgehog"}
    at.play("2 ask 1 hedgehog")
    assert at.helps(0) == {"1 hedgehog"}
    at.play("0 help 1 hedgehog")
    assert at.get("owner") == 2


def test_a20_e13_a_hopeless_offer_is_valid_and_ends_in_a_decline() -> None:
    # All other hedgehogs and the joker were taken long ago.
    at = asking("1 hedgehog, 1 fish", "2 mouse", taken=["4 hedgehog, 1 joker", "", "", ""])
    assert at.asks(2) == {"1 hedgehog"}
    at.play("2 ask 1 hedgehog")
    assert at.legal(0) == {"decline"}


def test_a20_an_offer_must_fit_some_outranking_set_of_the_deck() -> None:
    at = asking("1 whale, 1 fish, 1 mouse", "2 mouse")
    assert at.asks(2) == {"1 mouse"}  # three mice; whales and fish never outrank mice


def test_a20_offers_may_be_all_but_one_card_of_a_large_set() -> None:
    at = asking("3 mouse, 1 joker", "5 elephant")
    assert at.asks(2) == {
        "1 mouse",
        "2 mouse",
        "3 mouse",
        "1 joker",
        "1 mouse, 1 joker",
        "2 mouse, 1 joker",
        "3 mouse, 1 joker",
    }


def test_a21_a_refused_junior_cannot_ask_again_in_that_turn() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse").play("2 ask 1 hedgehog", "0 decline")
    assert at.turn == ("follow", [3])
    assert at.legal(2) == set()


def test_a21_he_may_ask_again_in_a_later_turn() -> None:
    hands = ["2 whale", "2 perch", "1 hedgehog, 1 seal", "3 mouse, 1 perch"]
    at = table(hands, variant="partners", actor=2, ranking="2 mouse")
    at.play("2 ask 1 hedgehog", "0 decline", "3 lay 3 mouse", "0 pass", "1 pass")
    assert at.asks(2) == {"1 hedgehog", "1 seal"}


def test_e16_a_declined_offer_restores_the_hand_and_ends_the_turn_like_a_pass() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", owner=1)
    before = at.position
    at.play("2 ask 1 hedgehog", "0 decline")
    after = at.position
    for field in ("hand", "table", "ranking", "owner", "taken", "finish", "offer", "asker"):
        assert after[field] == before[field], field
    assert at.turn == ("follow", [3])


def test_e16_a_declined_offer_is_a_pass_but_for_what_was_shown() -> None:
    asked = asking("1 hedgehog, 1 seal", "2 mouse").play("2 ask 1 hedgehog", "0 decline").position
    passed = asking("1 hedgehog, 1 seal", "2 mouse").play("2 pass").position
    assert asked.pop("shown") == ["", "", "1 hedgehog", ""]
    assert passed.pop("shown") == [""] * 4
    assert asked == passed


def test_e16_e17_a_refused_offer_counts_toward_all_others_having_passed() -> None:
    hands = ["2 whale", "2 perch", "1 hedgehog, 1 seal", "4 mouse"]
    at = table(hands, variant="partners", actor=3, rest=0)
    at.play("3 lay 2 mouse", "0 pass", "1 pass", "2 ask 1 hedgehog", "0 decline")
    assert at.turn == ("lead", [3])
    assert at.get("taken")[3] == "2 mouse"


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_r5_3_only_juniors_may_ask(seats: int) -> None:
    juniors = {4: [2, 3], 5: [3, 4], 6: [3, 4, 5], 7: [4, 5, 6]}[seats]
    for seat in range(seats):
        hands = ["2 perch"] * 2 + ["2 whale", "2 crocodile", "2 seal", "2 lion", "2 fox"][: seats - 2]
        hands[seat] = "1 hedgehog, 1 perch"
        at = table(hands, variant="partners", actor=seat, ranking="2 mouse")
        assert at.asks(seat) == ({"1 hedgehog"} if seat in juniors else set()), seat


def test_r5_3_the_better_placed_partner_is_the_senior_wherever_he_sits() -> None:
    place = [3, 4, 1, 2]
    hands = ["1 hedgehog, 1 perch", "2 whale", "1 hedgehog, 1 perch", "2 whale"]
    assert table(hands, variant="partners", place=place, actor=0, ranking="2 mouse").asks(0) == {"1 hedgehog"}
    assert table(hands, variant="partners", place=place, actor=2, ranking="2 mouse").asks(2) == set()


@pytest.mark.parametrize(("variant", "leg"), [("partners", 0), ("simple", 0), ("simple", 1), ("simple", 3)])
def test_e24_there_is_no_help_in_the_first_hand_nor_in_the_simple_game(variant: str, leg: int) -> None:
    hands = ["2 whale", "2 perch", "1 hedgehog, 1 seal", "2 perch"]
    assert table(hands, variant=variant, leg=leg, actor=2, ranking="2 mouse").legal(2) == {"pass"}


def test_e14_the_senior_goes_out_by_helping() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="1 hedgehog").play("2 ask 1 hedgehog", "0 help 1 hedgehog")
    assert at.get("finish") == [1, 0, 0, 0]
    assert at.turn == ("follow", [3])


def test_e14_the_asker_goes_out_by_being_helped() -> None:
    at = asking("1 hedgehog", "2 mouse", senior="2 hedgehog", rest=3).play("2 ask 1 hedgehog", "0 help 1 hedgehog")
    assert at.get("finish") == [0, 0, 1, 0]
    at.play("3 pass", "0 pass", "1 pass")
    assert at.get("taken")[2] == "2 hedgehog, 2 mouse"
    assert at.turn == ("lead", [3])


def test_a22_e14_when_both_go_out_together_the_asker_is_placed_first() -> None:
    at = asking("1 hedgehog", "2 mouse", senior="1 hedgehog").play("2 ask 1 hedgehog", "0 help 1 hedgehog")
    assert at.get("finish") == [2, 0, 1, 0]
    assert at.turn == ("follow", [3])


def test_a23_e14_both_as_the_last_two_players_end_the_hand_with_the_helper_last() -> None:
    hands = ["1 lion", "", "1 lion", ""]
    at = table(
        hands, variant="partners", actor=2, ranking="2 fox", taken=["1 hedgehog", "1 hedgehog", "1 hedgehog", ""]
    )
    at.play("2 ask 1 lion", "0 help 1 lion")
    assert at.get("leg") == 2
    assert [line["finish"] for line in at.get("sheet")] == [4, 1, 3, 2]
    assert at.get("left") == ""
    # Seats 1 and 3: 4 + 3 = 7 each, and seat 3 has the other three lions and two hedgehogs. Seats 0 and 2: 0 + 2.
    assert [line["lions"] for line in at.get("sheet")] == [0, 0, 0, 3]
    assert at.get("total") == [4 + 2, 3 + 7, 2 + 2, 0 + 7 + 3]


def test_a09_a_junior_gets_rid_of_a_lone_joker_by_offering_it() -> None:
    at = asking("1 joker", "1 mouse", senior="1 mouse, 1 fish").play("2 ask 1 joker", "0 help 1 mouse")
    assert at.get("finish") == [0, 0, 1, 0]


def test_a09_a_senior_gets_rid_of_a_lone_joker_by_adding_it() -> None:
    at = asking("1 hedgehog, 1 fish", "2 mouse", senior="1 joker").play("2 ask 1 hedgehog")
    assert at.legal(0) == {"decline", "help 1 joker"}
    at.play("0 help 1 joker")
    assert at.get("finish") == [1, 0, 0, 0]
    assert at.get("ranking") == "1 hedgehog, 1 joker"


def test_a24_a_senior_without_a_completion_is_still_asked_and_can_only_decline() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="2 whale").play("2 ask 1 hedgehog")
    assert at.turn == ("reply", [0])
    assert at.legal(0) == {"decline"}


def test_a25_a_completion_uses_all_offered_cards() -> None:
    at = asking("1 hedgehog, 1 seal", "2 mouse", senior="2 hedgehog, 2 seal, 1 fox").play("2 ask 1 hedgehog")
    assert at.helps(0) == {"1 hedgehog"}  # never two seals of his own


def test_e12_no_cards_are_both_a_play_and_an_offer() -> None:
    at = asking("2 elephant, 1 mosquito, 1 joker", "1 elephant")
    assert at.plays(2) == {"2 elephant", "1 elephant, 1 mosquito", "1 elephant, 1 joker"}
    assert at.asks(2) == {"1 elephant", "1 mosquito", "1 joker"}


def test_e12_no_outranking_set_contains_a_smaller_one_that_outranks_the_same() -> None:
    for ranking in LEGAL_SETS:
        plays = {words(some) for some in follows(DECK, ranking)}
        asks = {words(some) for some in offers(DECK, ranking)}
        assert not plays & asks, words(ranking)


def test_r5_3_offers_of_every_ranking_set_are_those_of_the_definition() -> None:
    hand = cards("1 whale, 2 elephant, 2 hedgehog, 2 mouse, 1 mosquito, 1 joker, 1 fox, 1 perch, 1 polar_bear")
    found = 0
    for ranking in LEGAL_SETS:
        hands = ["1 lion", "1 seal", words(hand), "1 crocodile"]
        if not holds(DECK - sum((cards(text) for text in hands), Counter()), ranking):
            continue  # the two cannot meet in a game
        at = table(hands, variant="partners", actor=2, ranking=words(ranking))
        expected = {words(some) for some in offers(hand, ranking)}
        assert at.asks(2) == expected, words(ranking)
        found += len(expected)
    assert found > 100
