"""The rulebook's worked examples, and the reference manual's."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadPosition
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import Table, position, table

ALAN, KLAUS, REINER, WOLFGANG = range(4)

# Thirteen tiles that make figure 8a, as far as the text describes it.
FIGURE_8 = [
    "1 (0,1) r0 by 0",  # birds 2 on (1,1), and a bench with the start
    "21 (1,2) r270 by 0",  # birds 2 on (1,2): 4 together
    "24 (1,1) r180 by 2",
    "8 (0,2) r0 by 2",
    "2 (-1,2) r180 by 2",  # birds 3
    "17 (1,3) r0 by 2",
    "23 (0,1) r0 by 3",
    "9 (1,2) r0 by 3",  # reptiles 3 on (2,2)
    "19 (0,3) r0 by 3",  # reptiles 2 on (1,3): diagonal
    "3 (0,1) r180 by 1",  # birds 3, later than Reiner's
    "18 (0,3) r90 by 1",  # reptiles 3 on (0,3)
    "22 (1,2) r90 by 1",
    "20 (1,3) r0 by 1",  # reptiles 3 on (1,3): 6 together
]


def figure_8() -> Table:
    return table(4, FIGURE_8, [4], leg=2, sold=3, flag=[0, 2, 1, 3])


def test_figure_8a_after_13_auctions() -> None:
    on = figure_8()
    assert [on.stars(seat, "birds") for seat in range(4)] == [4, 3, 3, 1]
    assert on.visitors("birds") == [2, 1, 0, 0], "Reiner also has 3, but Klaus built his later"
    assert on.stars(WOLFGANG, "reptiles") == 3, "3 and 2 touch each other diagonally"
    assert on.stars(KLAUS, "reptiles") == 6
    assert on.visitors("reptiles") == [0, 2, 0, 1]
    assert on.benches == [1, 2, 1, 1]
    assert [on.bushes(seat) for seat in range(4)] == [0, 3, 2, 6]
    assert on.get("trees") == [0, 1, 0, 2]
    assert on.stars(REINER, "sea") == 5


def test_figure_8b_the_14th_auction() -> None:
    on = figure_8()
    on.bids(2, 3, 3, 1)
    assert on.turn == ("place", [REINER]), "his flag is higher than Klaus's"
    assert on.get("coins") == [8, 8, 5, 8]
    assert on.get("flag") == [0, 1, 3, 2], "his flag goes to the bottom"
    on.play(f"{REINER} place 4 (-1,4) r90")
    assert on.benches == [1, 2, 1, 1], "no new bench"
    assert on.bushes(REINER) == 3
    assert on.get("trees") == [0, 0, 1, 2], "as many bushes as Klaus, and later"
    assert on.stars(REINER, "sea") == 5, "the new sea half lies elsewhere"
    assert on.stars(REINER, "birds") == 4
    assert on.visitors("birds") == [1, 0, 2, 0], "one from Alan, one from Klaus"


# Alan 3 visitors + 1 bench, Klaus 2 + 2, Reiner 5 + 1 tree + 1, Wolfgang 4 + 2 trees + 1, in year 3. (The sum of 14
# visitors is a slip of the rulebook; its arithmetic is right.)
SCORED = [
    ({"visitors": 3, "trees": 0, "benches": 1}, 12),
    ({"visitors": 2, "trees": 0, "benches": 2}, 12),
    ({"visitors": 5, "trees": 1, "benches": 1}, 21),
    ({"visitors": 4, "trees": 2, "benches": 1}, 21),
]


def test_the_scored_example_of_the_third_year() -> None:
    nothing = {"visitors": 0, "trees": 0, "benches": 0}
    sheet = [[nothing, nothing, units] for units, _ in SCORED]
    points = [points for _, points in SCORED]
    on = table(4, leg=3, sold=0, sheet=sheet, points=points)
    assert on.state.scores() == [12, 12, 21, 21]
    assert on.state.places() == [3, 3, 1, 1]
    with pytest.raises(BadPosition):
        GAME.from_position(position(4, leg=3, sold=0, sheet=sheet, points=[12, 12, 21, 20]))


def test_the_score_example_three_visitors_two_trees_one_bench() -> None:
    # 18 points in the third year, 24 in the fourth.
    for year, points in ((3, 18), (4, 24)):
        on = table(2, ["23 (0,1) r0 by 0"], [3], leg=year - 1, sold=4, winner=0).play("0 place 3 (1,2) r0")
        assert on.get("sheet")[0][-1] == {"visitors": 3, "trees": 2, "benches": 1}
        assert on.get("points")[0] == points


def test_figure_4a_five_stars_beat_two_enclosures_of_three() -> None:
    # Alan: one sea enclosure of 2 + 3 stars. Klaus: sea 3 and sea 3, apart, and the only apes.
    alan = ["24 (1,1) r180 by 0", "8 (0,2) r0 by 0"]
    klaus = ["5 (2,1) r180 by 1", "7 (3,1) r90 by 1"]
    on = table(2, [*alan, *klaus], [13], winner=1).play("1 place 13 (3,3) r90")
    assert [on.stars(seat, "sea") for seat in range(2)] == [5, 3]
    assert on.visitors("sea") == [2, 1], "Klaus's 3 and 3 do not add up"
    assert on.visitors("apes") == [0, 1]


def test_figure_4b_the_newer_of_two_equal_enclosures_is_first() -> None:
    # Wolfgang has reptiles 3 + 2; Reiner lays reptiles 2 beside his reptiles 3.
    on = table(2, ["9 (1,1) r0 by 0", "10 (2,0) r0 by 0", "18 (0,1) r180 by 1"], [7], winner=1)
    assert [on.stars(seat, "reptiles") for seat in range(2)] == [5, 3]
    assert on.visitors("reptiles") == [2, 1]
    on.play("1 place 7 (1,1) r270")
    assert [on.stars(seat, "reptiles") for seat in range(2)] == [5, 5]
    assert on.visitors("reptiles") == [1, 2]


def test_the_manuals_score_example() -> None:
    # In year 3 four visitors, two trees and one bench are 21.
    on = table(2, ["23 (0,1) r0 by 0"], [16], leg=2, sold=4, winner=0, allocation_timing="year_end")
    on.play("0 place 16 (1,2) r0")
    assert on.get("sheet")[0][2] == {"visitors": 4, "trees": 2, "benches": 1}
    assert on.get("points") == [21, 0]
