"""Tricks: following, passing, winning, running out, the lone joker. Rulings A8, A9, A13 to A16, edge cases 7 to 11."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import table
from tests.games.franks_zoo.referee import cards, words


def test_r4_players_follow_clockwise() -> None:
    at = table(["2 mouse", "2 fish", "2 perch", "2 seal"], actor=2)
    at.play("2 lay 1 perch")
    for seat in (3, 0, 1):
        assert at.turn == ("follow", [seat])
        at.play(f"{seat} pass")
    assert at.turn == ("lead", [2])


def test_r4_a_set_becomes_the_ranking_set_and_its_player_the_owner() -> None:
    at = table(["2 mouse", "2 fox", "2 fish"]).play("0 lay 1 mouse")
    assert (at.get("ranking"), at.get("owner"), at.get("table")) == ("1 mouse", 0, "1 mouse")
    at.play("1 lay 1 fox")
    assert (at.get("ranking"), at.get("owner"), at.get("table")) == ("1 fox", 1, "1 fox, 1 mouse")
    assert at.get("hand") == ["1 mouse", "1 fox", "2 fish"]


def test_r4_one_may_pass_though_able() -> None:
    at = table(["2 mouse", "2 fox", "2 fish"]).play("0 lay 1 mouse")
    assert at.legal(1) == {"pass", "lay 1 fox"}
    at.play("1 pass")
    assert at.turn == ("follow", [2])


def test_r4_a_player_who_can_only_pass_is_asked_all_the_same() -> None:
    at = table(["2 whale", "2 fish", "2 mouse"]).play("0 lay 1 whale")
    assert at.turn == ("follow", [1])
    assert at.legal(1) == {"pass"}


def test_e07_a_player_who_passed_may_play_later_in_the_same_trick() -> None:
    at = table(["2 mouse", "2 lion", "2 fox"]).play("0 lay 1 mouse", "1 pass", "2 lay 1 fox", "0 pass")
    assert at.turn == ("follow", [1])
    at.play("1 lay 1 lion")
    assert at.get("owner") == 1


def test_a15_a16_when_all_others_pass_the_trick_is_over_without_asking_its_owner() -> None:
    at = table(["3 mouse", "2 fish", "2 perch"], rest=2).play("0 lay 1 mouse", "1 pass", "2 pass")
    assert at.turn == ("lead", [0])  # he could have laid two mice on his own
    assert at.get("taken")[0] == "1 mouse"


def test_r4_the_winner_takes_every_card_of_the_trick_and_leads() -> None:
    at = table(["2 mouse", "3 lion", "2 fox"], rest=0, taken=["", "1 fish", ""])
    at.play("0 lay 1 mouse", "1 pass", "2 lay 1 fox", "0 pass", "1 lay 1 lion", "2 pass", "0 pass")
    assert at.turn == ("lead", [1])
    assert at.get("taken")[1] == "1 lion, 1 fox, 1 fish, 1 mouse"
    assert (at.get("table"), at.get("ranking"), at.get("owner")) == ("", "", "none")


def test_r4_who_is_out_of_cards_is_skipped() -> None:
    at = table(["2 mouse", "", "2 fox", "2 fish"]).play("0 lay 1 mouse")
    assert at.turn == ("follow", [2])


def test_r4_players_go_out_in_order() -> None:
    at = table(["1 mouse", "1 fox", "2 fish", "2 seal"]).play("0 lay 1 mouse")
    assert (at.get("finish"), at.get("out")) == ([1, 0, 0, 0], 1)
    at.play("1 lay 1 fox")
    assert (at.get("finish"), at.get("out")) == ([1, 2, 0, 0], 2)


def test_a13_an_owner_who_went_out_still_takes_the_trick_and_his_left_leads() -> None:
    at = table(["1 whale", "2 fish", "2 seal", "2 fox"], rest=3).play("0 lay 1 whale", "1 pass", "2 pass", "3 pass")
    assert at.get("taken")[0] == "1 whale"
    assert at.turn == ("lead", [1])


def test_e08_the_lead_skips_several_players_who_are_out() -> None:
    at = table(["2 fish", "1 whale", "", "", "2 fox"], actor=1, rest=4).play("1 lay 1 whale", "4 pass", "0 pass")
    assert at.get("taken")[1] == "1 whale"
    assert at.turn == ("lead", [4])


def test_e09_who_beats_the_set_of_one_who_went_out_wins_the_trick() -> None:
    at = table(["1 mouse", "2 fish", "3 fox", "2 perch"], rest=3)
    at.play("0 lay 1 mouse", "1 pass", "2 lay 1 fox", "3 pass", "1 pass")
    assert at.turn == ("lead", [2])
    assert at.get("taken")[:3] == ["", "", "1 fox, 1 mouse"]


def test_a08_e10_a_winner_with_only_the_joker_cannot_lead_and_his_left_does() -> None:
    at = table(["1 whale, 1 joker", "2 fish", "2 seal", "2 fox"], rest=3)
    at.play("0 lay 1 whale", "1 pass", "2 pass", "3 pass")
    assert at.get("taken")[0] == "1 whale"
    assert at.turn == ("lead", [1])


def test_e10_he_is_still_asked_in_the_next_trick_and_can_only_pass() -> None:
    at = table(["1 whale, 1 joker", "2 fish", "2 seal", "2 fox"])
    at.play("0 lay 1 whale", "1 pass", "2 pass", "3 pass", "1 lay 1 fish", "2 pass", "3 pass")
    assert at.turn == ("follow", [0])
    assert at.legal(0) == {"pass"}
    at.play("0 pass")
    assert at.turn == ("lead", [1])


def test_e10_a_junior_with_only_the_joker_may_offer_it_in_the_next_trick() -> None:
    at = table(["2 fish", "2 seal", "1 whale, 1 joker", "2 fox"], variant="partners", actor=2)
    at.play("2 lay 1 whale", "3 pass", "0 pass", "1 pass")
    assert at.turn == ("lead", [3])
    at.play("3 lay 1 fox", "0 pass", "1 pass")
    assert at.legal(2) == {"pass", "ask 1 joker"}


def test_a08_the_lead_passes_over_players_out_and_a_lone_joker_together() -> None:
    at = table(["1 whale", "", "1 joker", "", "2 fish", "2 fox"], rest=5)
    at.play("0 lay 1 whale", "2 pass", "4 pass", "5 pass")
    assert at.turn == ("lead", [4])
    assert at.get("taken")[0] == "1 whale"


def test_a08_the_lead_may_pass_all_the_way_round_to_the_seat_before() -> None:
    at = table(["1 whale", "1 joker", "2 fish"]).play("0 lay 1 whale", "1 pass", "2 pass")
    assert at.turn == ("lead", [2])


def test_a09_the_joker_is_never_a_last_card_so_its_holder_ends_last() -> None:
    at = table(["1 joker", "1 whale, 1 fish", ""], actor=1)
    at.play("1 lay 1 fish")
    assert at.legal(0) == {"pass"}
    at.play("0 pass", "1 lay 1 whale")
    assert [line["finish"] for line in at.get("sheet")] == [3, 2, 1]
    assert at.get("left") == "1 joker"


def test_a09_the_joker_goes_out_with_another_card() -> None:
    at = table(["1 lion, 1 joker", "2 fish", "2 fox"]).play("0 lay 1 lion, 1 joker")
    assert at.get("finish") == [1, 0, 0]


def test_e11_the_hand_ends_at_once_though_the_last_player_could_beat_the_set() -> None:
    at = table(["1 mouse", "", "1 fox, 1 whale"]).play("0 lay 1 mouse")
    assert (at.get("phase"), at.get("leg")) == ("deal", 1)
    assert at.get("left") == "1 whale, 1 fox"
    assert at.get("total") == [2, 3, 0]


def test_r4_the_hand_goes_on_while_two_have_cards() -> None:
    at = table(["1 mouse", "1 fish, 1 seal", "1 fox, 1 whale"]).play("0 lay 1 mouse")
    assert (at.turn, at.get("leg")) == (("follow", [1]), 0)


@pytest.mark.parametrize(
    ("last_trick", "lions", "totals"),
    [("nobody", 0, [1, 6, -1]), ("ranking_player", 2, [4, 6, -1])],
)
def test_a14_cards_on_the_table_when_the_hand_ends(last_trick: str, lions: int, totals: list[int]) -> None:
    # Seat 0 goes out second with two lions: 2 points. Without the trick he has no hedgehog and loses one; with it
    # he has two lions and two hedgehogs. Seat 1 was first (3) and has three lions; seat 2 has no hedgehog.
    at = table(
        ["2 lion", "", "1 fish"],
        variant="animals",
        ranking="2 fox",
        table="2 fox, 2 hedgehog",
        last_trick=last_trick,
        taken=["", "3 lion, 3 hedgehog", ""],
    )
    at.play("0 lay 2 lion")
    assert at.get("sheet")[0]["lions"] == lions
    assert at.get("total") == totals


def test_illegal_sets_are_refused_with_what_is_allowed() -> None:
    at = table(["2 mouse", "2 fox", "2 fish"]).play("0 lay 1 mouse")
    with pytest.raises(IllegalAction, match="allowed: pass, lay 1 fox"):
        GAME.parse(at.state, 1, "lay 2 fox")


def test_cards_on_the_table_are_written_as_one_heap() -> None:
    at = table(["2 mouse", "2 fox", "2 fish"]).play("0 lay 1 mouse", "1 lay 1 fox")
    assert cards(at.get("table")) == cards("1 mouse") + cards("1 fox")
    assert words(cards("1 mouse") + cards("1 fox")) == "1 fox, 1 mouse"
