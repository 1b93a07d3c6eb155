"""Zooloretto in a terminal."""

from __future__ import annotations

import random

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import carrying, table, zoo

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Maximiliane von Ehrenfels-Hohenburg")


def test_a_turn_as_its_player_sees_it() -> None:
    mine = zoo("3 zebra, 1 snack_cart", "2 panda, 1 panda M", "1 camel", barn="1 panda F, 2 elephant", coins=4)
    other = zoo("2 zebra, 1 zebra F, 1 popcorn_booth, 1 snack_cart", barn="1 leopard", x1="1 fruit_cart")
    game = table(mine, other, trucks=["panda, coin", "taken by 1", "zebra F, elephant, panda M"])
    assert (
        GAME.draw(game.state.mask(0), "en", NAMES)
        == """\
-- The other zoos --------------------------------------------------------------
Ben: 8 points, 2 coins, truck 2
    E4 zebra 3/4 F (snacks, popcorn) +4 | E5 empty | E6 empty | X1 empty (fruit)
    stalls +6
    Barn −2: 1 leopard
Cleo: 0 points, 2 coins
    E4 empty | E5 empty | E6 empty | X1 not built
-- Round 1, bank 22, 52 tiles until the disc -----------------------------------
Truck 1   [panda] [coin] [ ]
Truck 2   taken by Ben
Truck 3   [female zebra] [elephant] [male panda]
-- > Ada: 2 points, 4 coins (you) ----------------------------------------------
                                     now full 1 short  coins  stalls
 E4 3/4 3 zebras                      +4    5       4      1  snacks, -
 E5 3/5 3 pandas (1 male)              0    8       5      2  -
 E6 1/6 1 camel                        0   10       6      0  -
 X1 0/5 Expansion, not built                9       5      1
 Barn −4: 2 elephants, 1 female panda"""
    )


def test_german_and_two_players() -> None:
    mine = zoo("1 snack_cart, 1 popcorn_booth", "4 chimpanzee, 1 chimpanzee F", x1="")
    game = carrying(mine, "leopard, leopard", seats=2, show_tiles_left=False)
    assert (
        GAME.draw(game.state.mask(0), "de", NAMES)
        == """\
-- Die anderen Zoos ------------------------------------------------------------
Ben: 0 Punkte, 2 Münzen
    E4 leer | E5 leer | E6 leer | X1 nicht gebaut | X2 nicht gebaut
-- Runde 1, Bank 26 ------------------------------------------------------------
Wagen 1   bei Ada
Wagen 2   [ ] [ ] [x]
Wagen 3   [ ] [x] [x]
-- > Ada: 12 Punkte, 2 Münzen, Wagen 1 (du) ------------------------------------
                                   jetzt voll  1 frei Prämie  Stände
 E4 0/4 Vierergehege, leer             0    5       4      1  Imbiss, Popcorn
 E5 5/5 5 Schimpansen (1 Weibchen)    +8    8       5      2  -
 E6 0/6 Sechsergehege, leer            0   10       6      0  -
 X1 0/5 Anbau, leer                    0    9       5      1  -
 X2 0/5 Anbau 2, nicht gebaut               9       5      1
Ada muss noch verteilen: 2 Leoparden"""
    )


def test_a_drawn_tile_and_the_last_round() -> None:
    drawn = GAME.draw(table(zoo(), left=14, phase="load", revealed="elephant").state.mask(1), "en", NAMES)
    assert "\n-- Round 1, bank 24, last round -" in drawn
    assert drawn.endswith("Drawn: an elephant")


def test_a_finished_match_shows_how_it_was_won() -> None:
    game = table(zoo("4 zebra"), left=14, trucks=["coin", "taken by 1", "taken by 2"]).play("0 take 1")
    drawn = GAME.draw(game.state.mask(SPECTATOR), "en", NAMES)
    assert "\n-- The game is over after 1 round -" in drawn
    assert drawn.endswith("Cleo: 0 points (0 for enclosures), 2 coins.\nAda wins with 5 points.")


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_no_line_is_too_long(seats: int, language: str, width: int) -> None:
    luck = random.Random(seats)
    match = Match(GAME, GAME.setup(seats), SeededDice(seats))
    while not match.over:
        seat = match.pending[0]
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        drawn = GAME.draw(match.state.mask(luck.choice(match.viewers)), language, NAMES, width)
        assert max(len(line) for line in drawn.splitlines()) <= width
