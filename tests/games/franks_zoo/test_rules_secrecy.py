"""What each player may know: the table of section 4 of our rules, rulings A24 and A27, edge cases 26 and 27."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paddock.core.match import Event, Match
from paddock.core.state import CHANCE, HIDDEN, SPECTATOR, State
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import Table, deal_script, everywhere, exchange, full_hands, table
from tests.games.franks_zoo.referee import DECK, KINDS

FOUR = full_hands(4, 0, s0="1 lion, 1 fox", s1="2 whale, 1 seal", s2="1 fish, 1 joker", s3="2 perch, 2 crocodile")


def seen_by(at: Table, viewer: int) -> dict[str, Any]:
    return GAME.position(at.state.mask(viewer))


def hands_seen(at: Table, viewer: int) -> list[str]:
    hands: list[str] = seen_by(at, viewer)["hand"]
    return hands


def who_sees(state: State, seat: int, notation: str) -> set[int]:
    """The viewers who learn this event."""
    action = GAME.parse(state, seat, notation)
    viewers = [*range(int(state.seats)), SPECTATOR]
    seen = {viewer: int(state.seen(seat, action, viewer)) for viewer in viewers}
    assert all(what in (action, HIDDEN) for what in seen.values())
    return {viewer for viewer, what in seen.items() if what == action}


def same_to(viewer: int, one: Table, two: Table) -> None:
    """Nothing that this viewer is shown tells the two positions apart."""
    assert one.state.key() != two.state.key()
    mine, theirs = one.state.mask(viewer), two.state.mask(viewer)
    assert mine.key() == theirs.key()
    assert json.dumps(GAME.view(mine)) == json.dumps(GAME.view(theirs))
    assert GAME.prompt(mine) == GAME.prompt(theirs)
    assert one.state.pending() == two.state.pending()


def test_hands_are_hidden_and_their_sizes_public() -> None:
    at = table(["2 lion", "3 fish, 1 joker", "2 fox"])
    assert hands_seen(at, 0) == ["2 lion", "4 ?", "2 ?"]
    assert hands_seen(at, 1) == ["2 ?", "3 fish, 1 joker", "2 ?"]
    assert hands_seen(at, SPECTATOR) == ["2 ?", "4 ?", "2 ?"]


def test_taken_piles_table_and_totals_are_public() -> None:
    at = table(["2 mouse", "2 fox", "2 fish"], taken=["1 lion", "", ""]).play("0 lay 1 mouse", "1 lay 1 fox")
    for viewer in (0, 1, 2, SPECTATOR):
        for field in ("taken", "table", "ranking", "owner", "total", "finish", "out"):
            assert seen_by(at, viewer)[field] == at.get(field)


def test_a_dealt_card_is_seen_by_who_gets_it() -> None:
    state = GAME.start(GAME.setup(4, first_dealer=1))
    assert who_sees(state, CHANCE, "lion") == {2}
    state.apply(CHANCE, KINDS.index("lion"))
    assert who_sees(state, CHANCE, "joker") == {3}


def test_the_draw_of_the_dealer_is_public() -> None:
    assert who_sees(GAME.start(GAME.setup(3)), CHANCE, "dealer 1") == {0, 1, 2, SPECTATOR}


def test_e26_exchanged_cards_are_known_to_the_two_partners_only() -> None:
    at = exchange(FOUR)
    assert who_sees(at.state, 2, "give 1 fish, 1 joker") == {0, 2}
    at.play("2 give 1 fish, 1 joker", "3 give 2 perch")
    assert hands_seen(at, 2)[0] == "1 fish, 1 joker, 15 ?"
    assert hands_seen(at, 3)[0] == "17 ?"
    assert hands_seen(at, 1)[0] == "17 ?"
    assert hands_seen(at, SPECTATOR)[0] == "17 ?"
    assert who_sees(at.state, 1, "give 1 whale, 1 seal") == {1, 3}


def test_each_partner_knows_all_four_cards_of_the_exchange() -> None:
    at = exchange(FOUR).play(
        "2 give 1 fish, 1 joker", "3 give 2 perch", "0 give 1 lion, 1 fox", "1 give 1 whale, 1 seal"
    )
    assert hands_seen(at, 2)[0] == "1 fish, 1 joker, 13 ?"
    assert hands_seen(at, 0)[2] == "1 lion, 1 fox, 13 ?"
    assert hands_seen(at, 3)[1] == "2 perch, 13 ?"
    assert hands_seen(at, 1)[3] == "1 whale, 1 seal, 13 ?"
    assert hands_seen(at, 1)[2] == "15 ?"


def test_cards_that_came_straight_back_are_known_where_they_are() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker", "3 give 2 perch", "0 give 1 lion, 1 joker", "1 give 2 perch")
    assert hands_seen(at, 2)[0] == "1 fish, 14 ?"
    assert hands_seen(at, 0)[2] == "1 lion, 1 joker, 13 ?"
    assert hands_seen(at, 3)[1] == "15 ?"


def test_a_known_card_is_forgotten_when_it_is_played() -> None:
    at = exchange(FOUR).play("2 give 1 fish, 1 joker", "3 give 2 perch", "0 give 1 lion, 1 fox", "1 give 2 whale")
    assert hands_seen(at, 1)[3] == "2 whale, 13 ?"
    at.play("3 lay 2 whale")
    assert hands_seen(at, 1)[3] == "13 ?"


def test_e26_a_sealed_gift_is_hidden_from_the_partner_too_until_the_round_is_closed() -> None:
    at = table(["1 whale", "2 fish", "", ""], variant="partners", leg=0)
    match = Match.blank(GAME, GAME.setup(4))
    match.state = at.state
    match.record(Event(0, GAME.parse(at.state, 0, "lay 1 whale")))
    Table(match.state).deal()
    first = len(match.events)
    # Seats 0 and 1 are the juniors of 2 and 3.
    gift = match.state.legal_actions(0)[0]
    match.record(Event(0, gift))
    assert [match.perspective(viewer).events[first].action for viewer in (0, 1, 2, 3)] == [gift, HIDDEN, HIDDEN, HIDDEN]
    match.record(Event(1, match.state.legal_actions(1)[0]))
    assert [match.perspective(viewer).events[first].action for viewer in (0, 1, 2, 3)] == [gift, HIDDEN, gift, HIDDEN]


def test_a27_e26_the_solos_cards_aside_are_his_secret_until_the_hand_is_scored() -> None:
    hands = full_hands(5, 0, s2="1 lion, 1 hedgehog")
    at = table(hands, variant="partners", phase="solo", actor=2)
    assert who_sees(at.state, 2, "aside 1 lion, 1 hedgehog") == {2}
    at.play("2 aside 1 lion, 1 hedgehog")
    assert seen_by(at, 2)["aside"] == "1 lion, 1 hedgehog"
    for viewer in (0, 1, 3, 4, SPECTATOR):
        assert seen_by(at, viewer)["aside"] == "2 ?"


def test_a27_the_cards_aside_are_shown_when_the_hand_is_scored() -> None:
    at = table(["", "", "", "1 fish", "1 whale"], variant="partners", actor=4, aside="1 lion, 1 mouse")
    assert seen_by(at, 0)["aside"] == "2 ?"
    at.play("4 lay 1 whale")
    for viewer in (0, 1, 2, 3, 4, SPECTATOR):
        assert seen_by(at, viewer)["left_aside"] == "1 lion, 1 mouse"


def test_the_last_players_hand_is_shown_when_the_hand_ends() -> None:
    at = table(["1 whale", "2 lion, 1 joker", ""]).play("0 lay 1 whale")
    for viewer in (0, 1, 2, SPECTATOR):
        assert seen_by(at, viewer)["left"] == "2 lion, 1 joker"


@pytest.mark.parametrize("viewer", [0, 1, 3, 4, SPECTATOR])
def test_e26_what_the_solo_set_aside_cannot_be_told_from_anything_shown(viewer: int) -> None:
    others = ["2 fox", "2 seal", "2 perch", "2 fish"]
    one = table([*others[:2], "1 lion, 1 mouse", *others[2:]], variant="partners", actor=4, aside="1 hedgehog, 1 mouse")
    two = table([*others[:2], "1 hedgehog, 1 mouse", *others[2:]], variant="partners", actor=4, aside="1 lion, 1 mouse")
    same_to(viewer, one, two)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_e26_gifts_of_another_team_cannot_be_told_from_anything_shown(viewer: int) -> None:
    tables = []
    for gift in ("give 2 perch", "give 2 crocodile"):
        tables.append(exchange(FOUR).play("2 give 1 fish, 1 joker", f"3 {gift}"))
    same_to(viewer, *tables)


@pytest.mark.parametrize(("viewer", "other"), [(1, 3), (2, 3), (3, 1), (SPECTATOR, 1)])
def test_a24_e26_nobody_learns_whether_the_senior_could_have_helped(viewer: int, other: int) -> None:
    hands = ["2 hedgehog", "2 perch", "1 hedgehog, 1 seal", "2 perch"]
    hands[other] = "2 fox"
    able = table(hands, variant="partners", actor=2, ranking="2 mouse")
    hands[0], hands[other] = hands[other], hands[0]
    unable = table(hands, variant="partners", actor=2, ranking="2 mouse")
    for turn in ("2 ask 1 hedgehog", "0 decline"):
        same_to(viewer, able.play(turn), unable.play(turn))
    assert able.turn == ("follow", [3])


def test_a_refused_offer_has_been_seen_by_everybody() -> None:
    at = table(["2 whale", "2 fish", "1 hedgehog, 2 seal", "2 perch"], variant="partners", actor=2, ranking="2 mouse")
    assert who_sees(at.state, 2, "ask 1 hedgehog") == {0, 1, 2, 3, SPECTATOR}
    at.play("2 ask 1 hedgehog")
    for viewer in (0, 1, 3, SPECTATOR):
        assert hands_seen(at, viewer)[2] == "1 hedgehog, 2 ?"
        assert seen_by(at, viewer)["offer"] == "1 hedgehog"
    assert who_sees(at.state, 0, "decline") == {0, 1, 2, 3, SPECTATOR}
    at.play("0 decline")
    for viewer in (0, 1, 3, SPECTATOR):
        assert hands_seen(at, viewer)[2] == "1 hedgehog, 2 ?"


def test_shown_cards_do_not_add_up_over_two_refused_offers() -> None:
    hands = ["2 whale", "2 perch", "1 hedgehog, 1 seal, 1 fish", "3 mouse, 1 perch"]
    at = table(hands, variant="partners", actor=2, ranking="2 mouse")
    at.play("2 ask 1 hedgehog", "0 decline", "3 lay 3 mouse", "0 pass", "1 pass", "2 ask 1 hedgehog", "0 decline")
    assert hands_seen(at, 1)[2] == "1 hedgehog, 2 ?"


def test_a_shown_card_is_forgotten_when_it_is_played() -> None:
    hands = ["2 whale", "2 perch", "1 hedgehog, 2 seal", "1 mosquito, 1 perch"]
    at = table(hands, variant="partners", actor=2, ranking="2 mouse")
    at.play("2 ask 1 hedgehog", "0 decline", "3 pass", "0 pass")
    assert at.turn == ("lead", [1])
    at.play("1 lay 1 perch", "2 pass", "3 pass", "0 pass", "1 lay 1 perch")
    assert at.turn == ("follow", [2])
    at.play("2 lay 1 seal", "3 pass", "0 pass", "2 lay 1 hedgehog")
    assert hands_seen(at, 0)[2] == "1 ?"


def test_plays_passes_and_help_are_public() -> None:
    everybody = {0, 1, 2, 3, SPECTATOR}
    at = table(["1 hedgehog, 1 fox", "2 fish", "1 hedgehog, 2 seal", "2 mouse"], variant="partners", actor=3)
    assert who_sees(at.state, 3, "lay 1 mouse") == everybody
    at = table(
        ["1 hedgehog, 1 fox", "2 fish", "1 hedgehog, 2 seal", "2 perch"], variant="partners", actor=2, ranking="2 mouse"
    )
    assert who_sees(at.state, 2, "pass") == everybody
    at.play("2 ask 1 hedgehog")
    assert who_sees(at.state, 0, "help 1 hedgehog") == everybody


def test_a08_who_is_passed_over_for_the_lead_is_known_to_hold_the_joker() -> None:
    at = table(["1 whale, 1 joker", "2 fish", "2 seal", "2 fox"]).play("0 lay 1 whale", "1 pass", "2 pass", "3 pass")
    assert hands_seen(at, 2)[0] == "1 joker"


def test_a08_the_pass_that_passes_the_lead_over_the_lone_joker_cannot_be_taken_back() -> None:
    at = table(["1 whale, 1 joker", "2 fish", "2 seal", "2 fox"]).play("0 lay 1 whale", "1 pass", "2 pass")
    assert at.state.reveals(3, GAME.parse(at.state, 3, "pass"))


@pytest.mark.parametrize("offer", ["1 hedgehog", "1 joker"])
def test_declining_turns_nothing_up_because_the_ask_has_shown_the_cards(offer: str) -> None:
    hands = ["2 whale", "2 fish", "1 hedgehog, 1 seal, 1 joker", "2 perch"]
    at = table(hands, variant="partners", actor=2, ranking="3 mouse").play(f"2 ask {offer}")
    assert not at.state.reveals(0, GAME.parse(at.state, 0, "decline"))


def test_e27_sixty_cards_from_the_first_card_dealt_to_the_last() -> None:
    at = Table(GAME.start(GAME.setup(7, first_dealer=3)))
    for outcome in deal_script(full_hands(7, 3), 3):
        at.state.apply(CHANCE, outcome)
        at.state.check()
        assert everywhere(at.position) == DECK
    assert at.turn == ("lead", [4])


def test_cards_turned_up_cannot_be_taken_back_and_everything_else_could() -> None:
    def turns_up(at: Table, seat: int, notation: str) -> bool:
        return bool(at.state.reveals(seat, GAME.parse(at.state, seat, notation)))

    hands = ["1 hedgehog, 1 fox", "2 fish", "1 hedgehog, 2 seal", "2 perch"]
    at = table(hands, variant="partners", actor=3)
    assert turns_up(at, 3, "lay 1 perch")
    at = table(hands, variant="partners", actor=2, ranking="2 mouse")
    assert turns_up(at, 2, "lay 2 seal")
    assert turns_up(at, 2, "ask 1 hedgehog")
    assert not turns_up(at, 2, "pass")
    at.play("2 ask 1 hedgehog")
    assert turns_up(at, 0, "help 1 hedgehog")
    assert not turns_up(at, 0, "decline")
    assert not turns_up(exchange(FOUR), 2, "give 1 fish, 1 joker")
    at = exchange(FOUR).play("2 give 1 fish, 1 joker", "3 give 2 perch")
    assert not turns_up(at, 0, "give 1 lion, 1 fox")
    solo = table(full_hands(5, 0, s2="1 lion, 1 fox"), variant="partners", phase="solo", actor=2)
    assert not turns_up(solo, 2, "aside 1 lion, 1 fox")
