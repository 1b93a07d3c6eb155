"""The words of Frank's Zoo: prompts, reasons and log lines, in both languages."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from paddock.core.choice import Choice, Prompt
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES, Message
from paddock.core.state import CHANCE, HIDDEN, SPECTATOR, State
from paddock.core.story import Story
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import Table, exchange, full_hands, table

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
SETUPS = [(3, "simple"), (3, "animals"), *((n, v) for n in (4, 5, 6, 7) for v in ("partners", "simple"))]


def say(text: Message, language: str = "en") -> str:
    return GAME.words(language).say(text, NAMES)


def prompt(table: Table, seat: int) -> Prompt:
    return GAME.prompt(table.state.mask(seat))


def choice(table: Table, seat: int, notation: str) -> Choice:
    return next(choice for choice in prompt(table, seat).choices if choice.notation == notation)


def notes(table: Table, seat: int, notation: str) -> list[str]:
    return [say(note) for note in choice(table, seat, notation).note]


def why(table: Table, seat: int) -> dict[str, str]:
    return {blocked.path[0]: say(blocked.why) for blocked in prompt(table, seat).blocked}


def told(table: Table, seat: int, notation: str, viewer: int, language: str = "en") -> list[str]:
    """Play one decision; the lines that it brings the viewer."""
    state = table.state
    action = GAME.parse(state, seat, notation)
    seen = action if viewer == seat else int(state.seen(seat, action, viewer))
    before = state.mask(viewer)
    open_round = state.due
    table.one(seat, notation)
    if open_round and state.due and viewer != seat:
        seen = HIDDEN  # as the match shows it until the round closes
    return [say(line, language) for line in GAME.tell(before, state.mask(viewer), seat, seen)]


# Prompts.


def test_a_leader_may_lay_any_set_and_is_told_what_it_brings() -> None:
    game = table(["2 lion, 1 joker", "1 elephant", "1 seal", "2 whale"])
    asked = prompt(game, 0)
    assert say(asked.ask) == "You lead: lay any set from your hand."
    assert [choice.notation for choice in asked.choices] == [
        "lay 1 lion",
        "lay 2 lion",
        "lay 1 lion, 1 joker",
        "lay 2 lion, 1 joker",
    ]
    assert notes(game, 0, "lay 1 lion") == ["2 cards left", "Beaten by 1 elephant or 2 lions", "Splits your 2 lions"]
    assert notes(game, 0, "lay 2 lion") == [
        "Leaves you with the joker, which can never be laid alone",
        "Nobody can beat it any more",
    ]
    assert notes(game, 0, "lay 2 lion, 1 joker") == [
        "Your last cards: 1st in this hand",
        "Nobody can beat it any more",
        "Uses the joker",
    ]
    assert say(choice(game, 0, "lay 1 lion, 1 joker").text) == "Lay 2 lions (1 lion and 1 joker)"
    assert why(game, 0) == {"hand:joker": "The joker is never laid alone: choose the animal it is to join."}


def test_a_follower_is_told_why_each_other_card_cannot_be_played() -> None:
    hand = "2 elephant, 1 crocodile, 2 lion, 1 fox, 2 mosquito"
    game = table([hand, "1 seal", "1 fish", "2 whale"], ranking="3 lion", owner=3)
    asked = prompt(game, 0)
    assert say(asked.ask) == "To beat: Dora's 3 lions. Beat it or pass."
    assert [choice.notation for choice in asked.choices] == ["pass", "lay 2 elephant, 1 mosquito"]
    assert asked.choices[1].path == ("hand:elephant", "lay:2 elephant, 1 mosquito")
    assert why(game, 0) == {
        "hand:crocodile": "Only 3 elephants or 4 lions will do here, not crocodiles.",
        "hand:lion": "You need one more of the same: 4 lions. You hold 2 lions.",
        "hand:fox": "Only 3 elephants or 4 lions will do here, not foxes.",
        "hand:mosquito": "One mosquito can join elephants here: choose the elephants.",
    }


def test_r3_1_only_one_mosquito_joins_elephants() -> None:
    game = table(["1 elephant, 2 mosquito", "1 seal", "1 fish", "2 whale"], ranking="3 lion", owner=3)
    assert why(game, 0) == {
        "hand:elephant": "It takes 3 elephants. You hold 1 elephant and 1 mosquito.",
        "hand:mosquito": "Only a single mosquito can join elephants, and that is not enough here.",
    }


def test_r3_1_the_joker_is_never_alone() -> None:
    game = table(["1 joker", "1 seal", "1 fish", "2 whale"], ranking="1 fish", owner=3)
    assert why(game, 0) == {
        "hand:joker": "The joker is never laid alone, and with it you still cannot make "
        "1 whale, 1 crocodile, 1 seal, 1 perch or 2 fish."
    }


def test_nothing_beats_seven_elephants() -> None:
    seven = "5 elephant, 1 mosquito, 1 joker"
    game = table(["2 mouse", "1 seal", "1 fish", "2 whale"], ranking=seven, owner=3)
    reason = "Nothing beats 7 elephants (5 elephants, 1 mosquito and 1 joker)."
    assert why(game, 0) == {"hand:mouse": reason}


def test_a_junior_may_ask_and_knows_toward_what() -> None:
    hands = ["1 hedgehog, 1 lion", "1 seal", "1 hedgehog, 1 perch", "2 whale"]
    game = table(hands, variant="partners", ranking="2 mouse", actor=2, owner=1)
    asked = prompt(game, 2)
    assert say(asked.ask) == ("To beat: Ben's 2 mice. You cannot beat it alone: ask Ada for help, or pass.")
    offer = choice(game, 2, "ask 1 hedgehog")
    assert offer.path == ("ask", "offer:1 hedgehog")
    assert say(offer.text) == "Offer 1 hedgehog and ask Ada for help"
    assert notes(game, 2, "ask 1 hedgehog") == [
        "Part of 2 hedgehogs",
        "Everybody sees the cards; if Ada declines, your turn is over",
    ]
    game.one(2, "ask 1 hedgehog")
    asked = prompt(game, 0)
    assert say(asked.ask) == (
        "Cleo offers 1 hedgehog and asks for your help against 2 mice. Complete the set or decline."
    )
    assert say(choice(game, 0, "help 1 hedgehog").text) == "Add 1 hedgehog to make 2 hedgehogs"
    assert notes(game, 0, "help 1 hedgehog") == ["1 card left", "Nobody can beat it any more"]
    assert why(game, 0) == {"hand:lion": "With the offered cards your lions do not make 2 hedgehogs."}


def test_a24_a_senior_without_a_completion_is_asked_all_the_same() -> None:
    hands = ["1 lion", "1 seal", "1 hedgehog, 1 perch", "2 whale"]
    game = table(hands, variant="partners", ranking="2 mouse", actor=2, owner=1).play("2 ask 1 hedgehog")
    asked = prompt(game, 0)
    assert [choice.notation for choice in asked.choices] == ["decline"]
    assert say(asked.ask).endswith("You cannot complete the set.")
    for viewer in (1, 2, 3, SPECTATOR):
        assert say(prompt(game, viewer).ask) == "Waiting for Ada."


def test_the_exchange_asks_for_two_cards() -> None:
    game = exchange(full_hands(5, 0, s2="5 hedgehog, 5 lion", s3="1 whale, 1 fox"))
    assert say(prompt(game, 3).ask) == "Choose two cards for Ada, your senior partner."
    assert choice(game, 3, "give 1 whale, 1 fox").path == ("hand:whale", "hand:fox")
    assert say(prompt(game, 0).ask) == "The partners are exchanging cards."
    assert say(prompt(game, SPECTATOR).ask) == "The partners are exchanging cards."
    game.play("3 give 1 whale, 1 fox", f"4 {min(game.legal(4))}")
    assert say(prompt(game, 0).ask) == "You got 1 whale and 1 fox. Choose two cards for Dora, your junior partner."
    game.play(f"0 {min(game.legal(0))}", f"1 {min(game.legal(1))}")
    assert say(prompt(game, 2).ask).startswith("You play alone")
    assert notes(game, 2, "aside 1 lion, 1 hedgehog")[:2] == [
        "A hedgehog aside saves the point for having none",
        "A single lion counts nothing, from two on each counts 1",
    ]


# Log lines.


def test_a_lay_and_a_pass_are_told() -> None:
    game = table(["2 lion, 1 fox", "2 elephant", "2 seal", "2 whale"])
    assert told(game, 0, "lay 2 lion", viewer=3) == ["Ada leads 2 lions."]
    assert told(game, 1, "lay 2 elephant", viewer=3) == [
        "Ben lays 2 elephants.",
        "Ben is out of cards: 1st in this hand.",
    ]
    assert told(game, 2, "pass", viewer=SPECTATOR) == ["Cleo passes."]
    game.one(3, "pass")
    assert told(game, 0, "pass", viewer=1) == [
        "Ada passes.",
        "Ben takes the trick, 4 cards.",
        "The lead passes to Cleo.",
    ]


def test_r4_5_a_pass_tells_whether_it_ends_the_trick() -> None:
    hands = ["1 lion", "2 seal", "", "1 fish"]
    game = table(hands, ranking="1 whale", owner=3, table="1 whale")
    assert notes(game, 0, "pass") == ["You may still play later in this trick."]  # Ben is asked next
    game.play("0 pass")
    assert notes(game, 1, "pass") == ["This ends the trick: Dora takes it."]  # Cleo is out of cards


def test_a8_being_passed_over_for_the_joker_is_told() -> None:
    game = table(["1 joker", "1 seal", "1 fish", "1 mosquito, 1 fox"], ranking="1 whale", owner=0, actor=1)
    game.play("1 pass", "2 pass")
    assert told(game, 3, "pass", viewer=2, language="de") == [
        "Dora passt.",
        "Ada nimmt den Stich, 1 Karte.",
        "Ada hat nur noch das Chamäleon und kann nicht ausspielen.",
        "Als Nächstes spielt Ben aus.",
    ]


def test_help_is_told() -> None:
    hands = ["1 hedgehog, 1 lion", "1 seal", "1 hedgehog, 1 perch", "2 whale"]
    game = table(hands, variant="partners", ranking="2 mouse", actor=2, owner=1)
    assert told(game, 2, "ask 1 hedgehog", viewer=3) == ["Cleo offers 1 hedgehog and asks Ada for help."]
    refused = Table(game.state.copy())
    assert told(refused, 0, "decline", viewer=3) == ["Ada declines; Cleo takes the cards back."]
    assert told(game, 0, "help 1 hedgehog", viewer=3) == ["Ada adds 1 hedgehog for Cleo: 2 hedgehogs."]


def test_the_exchange_is_told_to_partners_only() -> None:
    game = exchange(full_hands(4, 0, s0="2 fish", s2="1 whale, 1 fox"))
    assert told(game, 2, "give 1 whale, 1 fox", viewer=0) == ["Cleo gives two cards to Ada."]
    gives = min(game.legal(3))
    lines = told(game, 3, gives, viewer=0)
    assert lines == ["Dora gives two cards to Ben.", "Cleo gives Ada 1 whale and 1 fox."]
    assert told(game, 0, "give 2 fish", viewer=0) == ["Ada gives Cleo 2 fish."]
    lines = told(game, 1, min(game.legal(1)), viewer=2)
    assert lines == ["Ben gives two cards to Dora.", "Ada gives Cleo 2 fish.", "Dora leads the first trick."]


def test_the_solo_players_cards_are_shown_when_the_hand_is_scored() -> None:
    hands = ["2 lion", "1 seal", "1 fish", "", ""]
    game = table(hands, variant="partners", leg=1, aside="1 hedgehog, 1 lion", last_trick="ranking_player")
    assert game.position["partner"] == [3, 4, "none", 0, 1]
    told(game, 0, "lay 2 lion", viewer=4)
    game.one(1, "pass")
    assert told(game, 2, "pass", viewer=1)[:2] == ["Cleo passes.", "Ada takes the trick, 2 cards."]
    lines = told(game, 1, "lay 1 seal", viewer=SPECTATOR)
    assert lines[:6] == [
        "Ben leads 1 seal.",
        "Ben is out of cards: 4th in this hand.",
        "Cleo comes last and is left with 1 fish.",
        "Ben takes the cards on the table.",
        "Cleo had set aside 1 lion and 1 hedgehog.",
        "Hand 2 is over.",
    ]
    assert "Cleo: +4 (0 for place 5 and 4 for playing alone), now 7." in lines
    assert "Ada: +9 (3 for place 3, 5 for Dora in place 1, 2 for lions and −1 for lack of a hedgehog), now 14." in lines


def test_the_end_of_a_hand_names_scores_standings_and_what_comes_next() -> None:
    game = table(["2 lion", "1 seal", "", ""])
    assert told(game, 0, "lay 2 lion", viewer=1) == [
        "Ada leads 2 lions.",
        "Ada is out of cards: 3rd in this hand.",
        "Ben comes last and is left with 1 seal.",
        "Hand 1 is over.",
        "Cleo: +4 (4 for place 1), now 4.",
        "Dora: +3 (3 for place 2), now 3.",
        "Ada: +2 (2 for place 3), now 2.",
        "Ben: 0 (0 for place 4), now 0.",
        "Standings: Cleo 4, Dora 3, Ada 2 and Ben 0.",
        "Hand 2: Cleo deals, Ben leads.",
    ]


def test_a23_the_last_to_go_out_by_helping_is_left_with_nothing() -> None:
    game = table(["1 hedgehog", "", "1 hedgehog", ""], variant="partners", ranking="2 mouse", actor=2, owner=1)
    game.one(2, "ask 1 hedgehog")
    lines = told(game, 0, "help 1 hedgehog", viewer=1)
    assert lines[:3] == [
        "Ada adds 1 hedgehog for Cleo: 2 hedgehogs.",
        "Cleo is out of cards: 3rd in this hand.",
        "Ada comes last, out of cards after all the others.",
    ]


def test_the_winner_is_told() -> None:
    game = table(["2 lion", "1 seal", "", ""], leg=3, total=[18, 17, 15, 3])
    lines = told(game, 0, "lay 2 lion", viewer=1, language="de")
    assert lines[-2:] == ["Stand: Ada 20, Cleo 19, Ben 17 und Dora 6.", "Ada gewinnt das Spiel mit 20 Punkten."]
    assert say(prompt(game, 1).ask) == "Ada wins the game with 20 points."


def test_a_game_that_is_stopped_says_so() -> None:
    game = table(["2 lion", "1 seal", ""], variant="animals", leg=199, total=[-3, -4, -9])
    lines = told(game, 0, "lay 2 lion", viewer=1)
    assert "After 200 hands the game is stopped." in lines


def test_sixty_dealt_cards_are_one_line() -> None:
    match = Match(GAME, GAME.setup(4, first_dealer=1), SeededDice(3))
    lines = [say(line) for line in Story(match, 0).news()]
    assert len(lines) == 2
    assert lines[0].startswith("Hand 1: Ben has dealt. Your cards: ")
    assert lines[1] == "Cleo leads the first trick."
    assert [say(line) for line in Story(match, SPECTATOR).news()] == ["Hand 1: Ben has dealt.", lines[1]]


def random_match(seats: int, variant: str, seed: int) -> Match:
    luck = random.Random(seed)
    match = Match(GAME, GAME.setup(seats, variant=variant), SeededDice(seed))
    while not match.over:
        seat = luck.choice(match.pending)
        actions: Sequence[int] = match.state.legal_actions(seat)
        match.play(seat, luck.choice(actions))
    return match


@pytest.mark.parametrize(("seats", "variant"), SETUPS)
def test_every_line_and_prompt_has_words(seats: int, variant: str) -> None:
    match = random_match(seats, variant, seed=seats)
    state = GAME.start(match.setup)
    for k, (seat, action) in enumerate(match.events):
        viewer = (*range(seats), SPECTATOR)[k % (seats + 1)]
        before = state.mask(viewer)
        seen = int(state.seen(seat, action, viewer))
        state.apply(seat, action)
        after = state.mask(viewer)
        for language in LANGUAGES:
            for line in GAME.tell(before, after, seat, seen):
                assert "{" not in say(line, language)
            assert all(sentence for sentence in spoken_prompt(after, language))
        assert seat == CHANCE or GAME.tell(before, after, seat, seen)


def spoken_prompt(state: State, language: str) -> list[str]:
    asked = GAME.prompt(state)
    texts = [asked.ask, *(choice.text for choice in asked.choices), *(blocked.why for blocked in asked.blocked)]
    texts += [note for choice in asked.choices for note in choice.note]
    return [say(text, language) for text in texts]


def test_words_take_masked_states_only() -> None:
    state = table(["2 lion", "1 seal", "1 fish", "2 whale"]).state
    for ask in (GAME.prompt, GAME.view, GAME.observe, GAME.draw):
        with pytest.raises(ValueError, match="masked"):
            ask(state)
    with pytest.raises(ValueError, match="masked"):
        GAME.tell(state, state, 0, 1)
