"""New York Zoo in a terminal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.zoo import NAMES, Table, lay, opening


def drawn_position() -> dict[str, Any]:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 3)
    lay(position, 0, "e5-13", "A9 B9 C9 D9 E9")
    lay(position, 1, "e4-08", "K1 L1 M1 N1", "arctic_fox", 1)
    position["attraction"][0] = {"seat": 0, "cells": "A7 A8"}
    position["free_lower"][0] = position["free_lower"][0].replace("A7-N7 A8-N8", "B7-N7 B8-N8")
    return position


def test_a_table_as_the_mover_sees_it() -> None:
    assert (
        GAME.draw(Table(drawn_position()).state.mask(0), "en", NAMES)
        == """\
Ada's turn
--------------------------------------------------------------------------------
The elephant (@) walks the strip clockwise; > marks where it may go
 24 e6-15 +1 @ 0 fox+flam > 1 e7-01 +2 > 2 peng+kang> 3 e7-02 +2 |arctic fox|
> 4 e7-03 +2   5 kang+meer  6 e7-04 +2   7 flam+meer  8 e6-05 +2 |meerkat|
  9 e6-06 +2  10 flam+kang 11 e6-07 +2  12 fox+meer  13 e6-08 +2 |flamingo|
 14 e7-05 +2  15 peng+flam 16 e7-06 +2  17 fox+kang  18 e7-07 +2 |tree kangaroo|
 19 e6-12 +2  20 peng+meer 21 e6-13 +1  22 peng+fox  23 e6-14 +1 |penguin|
Attractions: ∞ x a1, 5 x a2, 3 x a3-straight, 3 x a3-corner, 1 x a4-square,
  1 x a4-straight, 1 x a6 and 1 x a8
--------------------------------------------------------------------------------
Tiles to choose from
1: e7-01     3: e7-02     4: e7-03
        []       [][]       [][]
  [][][][]     [][][]       [][][][]
    [][]       [][]             []
--------------------------------------------------------------------------------
> Ada (you): 96 cells to go, houses: meer, flam, 1 free
   A B C D E F G H I J K L M N  a e4-07 peng 3/4
 1 # # # # A A . . . . . . . .  b e5-13 - 0/5
 2 # # # # A a . . . . . . . .
 3 # # # # . . . . . . . . . .
 4 # # # # . . . . . . . . . .
 5 # # # . . . . . . . . . . .
 6 . . . . . . . . . . . . . .
 7 * . . . . . . . . . . . . .
 8 * . . . . . . . . . . . . .
 9 b b b b b . . . . . . . . .
capital: an animal, small: room, *: attraction, .: still to cover
--------------------------------------------------------------------------------
Ben: 101 cells to go, houses: meer, kang, 1 free; a e4-08 fox 1/4
  Ben
  #####.....Aaaa
  ####..........
  ####..........
  ####..........
  ####..........
  ..............
  ..............
  ..............
  .............."""
    )


def test_the_piece_to_be_placed_in_german() -> None:
    drawn = GAME.draw(Table(drawn_position()).play("move 1").state.mask(0), "de", NAMES)
    assert drawn.startswith("Ada am Zug\n")
    assert "Zu legen: e7-01 (7 Felder)\n        []\n  [][][][]\n    [][]\n" in drawn
    assert "> Ada (du): noch 96 Felder, Häuser: Erdm, Flam, 1 leer" in drawn


def test_a_spectator_sees_all_boards_side_by_side() -> None:
    drawn = GAME.draw(Table(opening(5)).state.mask(SPECTATOR), "en", NAMES)
    assert drawn.splitlines()[-10] == "  Ada       Ben       Cleo      Dora      Emil"
    assert drawn.splitlines()[-9] == "  ####....  ####....  #####...  #####...  #####..."


def test_solo_shows_markers_and_what_is_left() -> None:
    drawn = GAME.draw(Table(opening(1) | {"markers": "0 4+"}).state.mask(0), "en", NAMES)
    assert drawn.startswith("Solo: 50 spaces left of two rounds\nMarkers: 0 4+\n")


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_too_long(seats: int, language: str) -> None:
    luck = random.Random(seats)
    short = {"short_game_2p": True} if seats == 2 else {}
    match = Match(GAME, GAME.setup(seats, **short), SeededDice(seats))
    while not match.over:
        seat = match.pending[0]
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        if luck.random() < 0.3 or match.over:
            drawn = GAME.draw(match.state.mask(luck.choice(match.viewers)), language, NAMES)
            assert max(len(line) for line in drawn.splitlines()) <= 80
