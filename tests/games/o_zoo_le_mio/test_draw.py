"""O Zoo le Mio in a terminal."""

from __future__ import annotations

import random

import pytest

from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR, State
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import table
from tests.games.o_zoo_le_mio.scene import NAMES, Scene

LONG = ("Ada", "Maximiliane von Gus", "Cleo", "Dora")


def test_a_bidder_sees_lots_ranks_and_zoos() -> None:
    scene = Scene(2, pole=(1, 0)).bid(3, 1).place("(1,1) r180")
    assert (
        GAME.draw(scene.state.mask(0), "en", NAMES)
        == """\
-- The other zoos --------------------------------------------------------------
Ben
. . . .
. ====.
. ####.
Stars or bushes, and in brackets the visitors or trees that came for them
-- Year 1 of 5, 20 tiles in the stack ------------------------------------------
            points flag coins tiles bid apes mamm. birds rept.  sea bush bench
> Ada (you)      0    2     5     1   -    -  2(1)     -     - 2(1) 1(2)     1
> Ben            0    1     ?     0   -    -     -     -     -    -    -     0
-- Your zoo: animal and stars, - and | paths, # house, n bench; tiles on sale --
  2   .     .     .     .      19 +2          2        14 +1      16 +1
                  |                                   |     |    |
  1   .     M2----S2    .     A1----R2-- --B3----A3 --M2----A1 --S2    A2
            |  n  |           |     |      |     |    |          |
  0   .     ==----==    .

 -1   .   ############  .
      -1    0     1     2"""
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


def column(state: State, title: str, seats: int) -> list[str]:
    """What stands under a title, seat by seat."""
    lines = GAME.draw(state, "en", NAMES).splitlines()
    at = next(k for k, line in enumerate(lines) if title in line.split())
    end = lines[at].index(title) + len(title)
    return [lines[at + 1 + seat][:end].split()[-1] for seat in range(seats)]


def test_purses_are_hidden_unless_the_option_opens_them() -> None:
    closed, opened = Scene(2), Scene(2, coins_open=True)
    assert column(closed.state.mask(0), "coins", 2) == ["8", "?"]
    assert column(opened.state.mask(0), "coins", 2) == ["8", "8"]
    assert column(closed.state.mask(SPECTATOR), "coins", 2) == ["?", "?"]


def test_bids_are_those_of_the_tile_on_sale_and_a_sealed_one_is_shown_to_the_bidder_alone() -> None:
    scene = Scene(3, pole=(1, 0, 2)).bid(3, 1, 0)
    assert column(scene.state.mask(0), "bid", 3) == ["3", "1", "0"]
    scene.place("(1,1) r180")
    assert column(scene.state.mask(0), "bid", 3) == ["-", "-", "-"]  # not those of the last auction
    scene.play(1, "bid 2")
    assert column(scene.state.mask(1), "bid", 3) == ["-", "2", "-"]
    for viewer in (0, 2, SPECTATOR):
        assert column(scene.state.mask(viewer), "bid", 3) == ["-", "-", "-"]


def test_a_placement_is_pencilled_in_where_it_would_lie() -> None:
    scene = Scene(2, pole=(1, 0)).bid(3, 1)
    state = scene.state.mask(0)
    free = GAME.sketch(state, None, "en", NAMES).splitlines()
    row = next(line for line in free if line.startswith("  1 "))
    assert row.split()[:5] == ["1", "o", "o", "o", "o"]  # wherever tile 24 can lie above the starting tile
    action = GAME.parse(state, 0, "place 24 (1,1) r180")
    drawn = GAME.sketch(state, action, "en", NAMES)
    assert "\n  1   o    [M2]--[S2]   o\n            |     |\n" in drawn
    assert "24 +1" in "\n".join(free)
    assert "24 +1" not in drawn


def test_a_tall_zoo_is_drawn_with_a_line_a_row() -> None:
    scene = Scene(2, *range(1, 26), pole=(0, 1))
    tops: list[int] = []
    while len(scene.news(0)) and (not tops or tops[-1] < 5):  # each tile as far to the north as it can go
        scene.bid(1, 0)
        spots = [GAME.notation(scene.state, 0, action) for action in scene.state.legal_actions(0)]
        best = max(spots, key=lambda spot: (int(spot.split(",")[1].split(")")[0]), spot))
        scene.play(0, best)
        tops.append(int(best.split(",")[1].split(")")[0]))
    drawn = GAME.draw(scene.state.mask(0), "en", NAMES).splitlines()
    rows = [line[:4].strip() for line in drawn]
    top = next(k for k, row in enumerate(rows) if row.isdecimal() and int(row) > 5)
    numbers = list(range(int(rows[top]), -2, -1))
    assert [int(row) for row in rows[top : top + len(numbers)]] == numbers
    assert all(mark in "".join(drawn[top:]) for mark in "':")  # paths to the north, and both ways


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
