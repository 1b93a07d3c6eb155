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
-- The other zoos, and the attractions that are left ---------------------------
Ben: 101 cells to go, houses: meer, kang, 1 free; a K1 fox 1/4
  Ben
  #####.....Aaaa
  ####..........
  ####..........
  ####..........
  ####..........
  ..............
  ..............
  ..............
  ..............
Attractions: ∞ x kiosk (1 cell), 5 x attraction of 2 cells, 3 x straight
  attraction of 3 cells, 3 x corner attraction of 3 cells, 1 x square attraction
  of 4 cells, 1 x straight attraction of 4 cells, 1 x attraction of 6 cells and
  1 x attraction of 8 cells
On the boards: capital an animal, small room for one, * attraction, . still to
  cover
-- The strip: @ is the elephant, > where it may go, [7] a tile of 7 cells ------
 24 [6]+1  @ 0 fox+flam  > 1 [7]+2  > 2 peng+kang > 3 [7]+2  |arctic fox|
> 4 [7]+2    5 kang+meer   6 [7]+2    7 flam+meer   8 [6]+2  |meerkat|
  9 [6]+2   10 flam+kang  11 [6]+2   12 fox+meer   13 [6]+2  |flamingo|
 14 [7]+2   15 peng+flam  16 [7]+2   17 fox+kang   18 [7]+2  |tree kangaroo|
 19 [6]+2   20 peng+meer  21 [6]+1   22 peng+fox   23 [6]+1  |penguin|
-- > Ada (you): 96 cells to go, houses: meer, flam, 1 free ---------------------
   A B C D E F G H I J K L M N  a E1 peng 3/4   1 step: [7]  3 steps: [7]
 1 # # # # A A . . . . . . . .  b A9 - 0/5          [][]         [][]
 2 # # # # A a . . . . . . . .                    [][][][]     [][][]
 3 # # # # . . . . . . . . . .                    []           [][]
 4 # # # # . . . . . . . . . .                  4 steps: [7]
 5 # # # . . . . . . . . . . .                        [][]
 6 . . . . . . . . . . . . . .                    [][][][]
 7 * . . . . . . . . . . . . .                      []
 8 * . . . . . . . . . . . . .
 9 b b b b b . . . . . . . . ."""
    )


def test_the_piece_to_be_placed_has_the_name_of_the_question_in_german() -> None:
    table = Table(drawn_position()).play("move 1")
    drawn = GAME.draw(table.state.mask(0), "de", NAMES)
    assert "-- > Ada (du): noch 96 Felder, Häuser: Erdm, Flam, 1 leer -" in drawn
    first, *piece = [line[48:] for line in drawn.splitlines()[-10:]][:4]
    assert first == "ein Gehege mit 7 Feldern"
    assert piece == ["    [][]", "  [][][][]", "  []"]
    assert "Am Zug" not in drawn


def test_a_placement_is_pencilled_in_where_it_would_lie() -> None:
    table = Table(drawn_position()).play("move 1")
    state = table.state.mask(0)
    action = GAME.parse(state, 0, "place I5 F6 G6 H6 I6 G7 H7")
    drawn = GAME.sketch(state, action, "en", NAMES).splitlines()
    assert drawn[0].startswith("-- > Ada (you): 96 cells to go")
    assert drawn[6:9] == [
        " 5 # # # . . . . . []. . . . .",
        " 6 . . . . . [][][][]. . . . .",
        " 7 * . . . . . [][]. . . . . .",
    ]
    assert "".join(drawn[1:]).count("[]") == 7
    assert "an enclosure of 7 cells" not in "".join(drawn)
    assert "an enclosure of 7 cells" in GAME.sketch(state, None, "en", NAMES)


def test_a_spectator_sees_all_boards_side_by_side() -> None:
    drawn = GAME.draw(Table(opening(5)).state.mask(SPECTATOR), "en", NAMES).splitlines()
    assert "  Ada       Ben       Cleo      Dora      Emil" in drawn
    assert "  ####....  ####....  #####...  #####...  #####..." in drawn


def test_solo_shows_markers_and_what_is_left() -> None:
    drawn = GAME.draw(Table(opening(1) | {"markers": "0 4+"}).state.mask(0), "en", NAMES)
    assert "\n-- Solo: 50 spaces left of two rounds; markers 0 4+ -" in drawn


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_no_line_is_too_long(seats: int, language: str, width: int) -> None:
    luck = random.Random(seats)
    short = {"short_game_2p": True} if seats == 2 else {}
    match = Match(GAME, GAME.setup(seats, **short), SeededDice(seats))
    while not match.over:
        seat = match.pending[0]
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        if luck.random() < 0.3 or match.over:
            drawn = GAME.draw(match.state.mask(luck.choice(match.viewers)), language, NAMES, width)
            assert max(len(line) for line in drawn.splitlines()) <= width
