"""Frank's Zoo in a terminal."""

from __future__ import annotations

import random

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import table

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Maximiliane von Gus")


def test_a_trick_as_a_follower_sees_it() -> None:
    hands = ["1 elephant, 2 lion, 1 joker", "1 seal", "1 fish", "2 whale"]
    game = table(hands, ranking="1 polar_bear", owner=3, table="1 seal, 1 polar_bear")
    assert (
        GAME.draw(game.state.mask(0), "en", NAMES)
        == """\
-- Hand 1, simple, to 19 points ------------------------------------------------
                       cards    taken   points    place  role
 > Ada (you)               4        0        0        -
   Ben                     1        0        0        -
   Cleo                    1        0        0        -
   Dora                    2       50        0        -
-- To beat: Dora's 1 polar bear; 2 cards on the table --------------------------
  Beaten by 1 whale, 1 elephant or 2 polar bears
-- Your hand, 4 cards ----------------------------------------------------------
  1 elephant       beats crocodile, polar bear, lion, fox | beaten by mouse
  2 lions          beats fox, mouse | beaten by elephant
  1 joker          joins any animal, never alone"""
    )


def test_german_and_teams() -> None:
    hands = ["1 hedgehog, 1 lion", "1 seal", "1 hedgehog, 1 perch", "2 whale"]
    game = table(hands, variant="partners", ranking="2 mouse", actor=2, owner=1).play("2 ask 1 hedgehog")
    assert (
        GAME.draw(game.state.mask(0), "de", NAMES)
        == """\
-- Durchgang 2, mit Teams, bis 19 Punkte ---------------------------------------
                      Karten   Stiche   Punkte    Platz  Rolle
 > Ada (du)                2        0        4        1  Senior von Cleo
   Ben                     1        0        3        2  Senior von Dora
   Cleo                    2        0        2        3  Junior von Ada
     bekannt: 1 Igel
   Dora                    2       51        0        4  Junior von Ben
-- Zu schlagen: 2 Mäuse von Ben; 2 Karten auf dem Tisch ------------------------
  Wird geschlagen durch: 2 Krokodile, 2 Eisbären, 2 Löwen, 2 Robben, 2 Füchse, 2
    Igel oder 3 Mäuse
  Cleo bietet an: 1 Igel – und fragt Ada
-- Deine Hand, 2 Karten --------------------------------------------------------
  1 Löwe           Beute: Fuchs, Maus | Feinde: Elefant
  1 Igel           Beute: Maus, Mücke | Feinde: Fuchs"""
    )


def test_a_finished_game_shows_how_it_was_won() -> None:
    game = table(["2 lion", "1 seal", "", ""], leg=3, total=[18, 17, 15, 3]).play("0 lay 2 lion")
    drawn = GAME.draw(game.state.mask(SPECTATOR), "en", NAMES)
    assert drawn.startswith("-- The game is over after 4 hands (simple, to 19 points)")
    assert drawn.endswith("Ada wins the game with 20 points.")


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_no_line_is_too_long(seats: int, language: str, width: int) -> None:
    luck = random.Random(seats)
    match = Match(GAME, GAME.setup(seats), SeededDice(seats))
    while not match.over:
        seat = luck.choice(match.pending)
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        drawn = GAME.draw(match.state.mask(luck.choice(match.viewers)), language, NAMES, width)
        assert max(len(line) for line in drawn.splitlines()) <= width
