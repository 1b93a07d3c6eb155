"""O Zoo le Mio in a terminal."""

from __future__ import annotations

import random

import pytest

from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import table
from tests.games.o_zoo_le_mio.scene import NAMES, Scene

LONG = ("Ada", "Maximiliane von Gus", "Cleo", "Dora")


def test_a_bidder_sees_lots_ranks_and_zoos() -> None:
    scene = Scene(2, pole=(1, 0)).bid(3, 1).place("(1,1) r180")
    assert (
        GAME.draw(scene.state.mask(0), "en", NAMES)
        == """\
Year 1 of 5, 20 tiles in the stack
--------------------------------------------------------------------------------
                   points    flag   coins   tiles     bid
 > Ada (you)            0       2       5       1       3
 > Ben                  0       1       ?       0       1
--------------------------------------------------------------------------------
                   apes mamm. birds rept.   sea  bush bench
 > Ada (you)          -  2(1)     -     -  2(1)  1(2)     1
 > Ben                -     -     -     -     -     -     0
   Stars or bushes, and in brackets the visitors or trees that came for them
--------------------------------------------------------------------------------
On sale first, then what follows this year (number, +bushes)
    19 +2         2         14 +1       16 +1
                            |    |      |
    A1---R2-  --B3---A3   --M2---A1   --S2   A2
    |    |      |    |      |           |
--------------------------------------------------------------------------------
Your zoo (animal and stars; - and | are paths, n a bench, # the house)

  2   .    .    .    .

                |
  1   .    M2---S2   .
           |    |
           | n  |
  0   .    ==---==   .

         ##########
 -1   .  ##########  .
         ##########
     -1    0    1    2
--------------------------------------------------------------------------------
Ben
. . . .
. ====.
. ####."""
    )


def test_where_nothing_moves_before_the_years_end_what_is_due_then_is_marked() -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    state = table(2, lots, [20], allocation_timing="year_end").state
    drawn = GAME.draw(state.mask(0), "en", NAMES)
    assert "2[1]" in drawn
    assert "2[2]" in drawn
    assert "(2)" not in drawn
    assert "[1]: so many from the year's end on" in drawn
    assert "[1]: so viele beim jetzigen Stand" in GAME.draw(state.mask(0), "de", NAMES, 200)
    scene = Scene(2, *range(1, 11), allocation_timing="year_end")
    for _ in range(5):
        scene.bid(0, 0)
        scene.match.play(int(scene.state.actor), scene.state.legal_actions(int(scene.state.actor))[0])
    rows = GAME.draw(scene.state.mask(0), "en", NAMES).splitlines()
    assert any("(2)" in row for row in rows)
    assert not any("[2]" in row for row in rows)


def test_purses_are_hidden_unless_the_option_opens_them() -> None:
    closed, opened = Scene(2), Scene(2, coins_open=True)
    assert "       ?" in GAME.draw(closed.state.mask(0), "en", NAMES)
    assert "       ?" not in GAME.draw(opened.state.mask(0), "en", NAMES)
    assert GAME.draw(closed.state.mask(SPECTATOR), "en", NAMES).count("       ?") == 2


def test_a_sealed_bid_is_shown_to_the_bidder_alone() -> None:
    scene = Scene(3).play(1, "bid 3")
    assert "Du bietest 3 Münzen." in GAME.draw(scene.state.mask(1), "de", NAMES)
    for viewer in (0, 2, SPECTATOR):
        assert "bietest" not in GAME.draw(scene.state.mask(viewer), "de", NAMES)


def test_a_whole_state_is_refused() -> None:
    with pytest.raises(ValueError, match="masked"):
        GAME.draw(Scene(2).state)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 200])
def test_no_line_is_wider_than_the_terminal(language: str, width: int) -> None:
    scene = Scene(4, *random.Random(width).sample(range(1, 26), 25))
    chance = random.Random(width)
    while not scene.match.over:
        seat = chance.choice(scene.match.pending)
        scene.match.play(seat, chance.choice(scene.state.legal_actions(seat)))
        viewer = chance.choice([0, 1, 2, 3, SPECTATOR])
        lines = GAME.draw(scene.state.mask(viewer), language, LONG, width).splitlines()
        assert max(map(len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)
    last = GAME.draw(scene.state.mask(0), language, LONG, width)
    assert "Jahr 5" in last or "year 5" in last
