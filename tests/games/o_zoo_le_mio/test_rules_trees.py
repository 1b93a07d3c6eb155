"""R7, trees: by bushes, newest first or by the flag."""

from __future__ import annotations

import pytest

from tests.games.o_zoo_le_mio.positions import table


def test_r7_1_most_bushes_bring_two_trees_second_most_one() -> None:
    lots = ["4 (-1,1) r0 by 0", "23 (0,1) r0 by 2", "6 (0,1) r180 by 1"]  # 1, 3, 2 bushes
    sale = table(4, lots)
    assert [sale.bushes(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert sale.get("trees") == [0, 1, 2, 0]


def test_r7_1_the_bushes_of_all_tiles_of_a_zoo_count() -> None:
    sale = table(2, ["23 (0,1) r0 by 0", "6 (0,1) r180 by 1"], [16], winner=0).play("0 place 16 (1,2) r0")
    assert sale.bushes(0) == 4


def test_r7_2_equal_bushes_go_to_the_newer() -> None:
    sale = table(3, ["6 (0,1) r180 by 0"], [18, 19])
    assert sale.get("trees") == [2, 0, 0]
    sale.sale(1, "(-1,1) r0")
    assert sale.get("trees") == [1, 2, 0]
    sale.sale(2, "(-1,1) r0")
    assert sale.get("trees") == [0, 1, 2]


def test_r7_2_a_tile_without_bushes_renews_nothing() -> None:
    sale = table(2, ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"], [20], winner=0)
    assert sale.get("trees") == [1, 2]
    sale.play(f"0 {min(sale.legal(0))}")
    assert sale.get("trees") == [1, 2]


def test_r7_2_by_the_flag_equal_bushes_go_to_the_higher_flag_and_it_does_not_move() -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    assert table(2, lots, tree_tiebreak="flag", flag=[0, 1]).get("trees") == [2, 1]
    sale = table(2, lots[:1], [18], winner=1, tree_tiebreak="flag", flag=[0, 1]).play("1 place 18 (-1,1) r0")
    assert sale.get("trees") == [2, 1]
    assert sale.get("flag") == [0, 1]


@pytest.mark.parametrize(("flag", "trees"), [([1, 0, 2], [1, 2, 0]), ([2, 1, 0], [0, 1, 2]), ([0, 2, 1], [2, 0, 1])])
def test_r7_2_by_the_flag_three_equal_zoos_are_ranked_by_the_pole(flag: list[int], trees: list[int]) -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    sale = table(3, lots, [19], winner=2, tree_tiebreak="flag", flag=flag).play("2 place 19 (-1,1) r0")
    assert sale.get("trees") == trees


def test_r7_2_by_the_flag_a_tie_for_second_goes_to_the_higher_flag_of_those_tied_there() -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    sale = table(3, lots, [23], winner=2, tree_tiebreak="flag", flag=[1, 2, 0]).play("2 place 23 (0,1) r0")
    assert sale.get("trees") == [1, 0, 2]


def test_r7_2_by_the_flag_more_bushes_beat_a_higher_flag() -> None:
    lots = ["6 (0,1) r180 by 0", "23 (0,1) r0 by 1"]
    assert table(2, lots, tree_tiebreak="flag", flag=[0, 1]).get("trees") == [1, 2]


def test_r7_2_the_pole_is_taken_as_it_stands_after_the_auctions_flag_move() -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    sale = table(2, lots, [20], tree_tiebreak="flag", flag=[0, 1])
    assert sale.get("trees") == [2, 1]
    sale.bids(1, 1)
    assert sale.get("flag") == [1, 0]
    assert sale.get("trees") == [2, 1], "nothing is dealt out before the tile is placed"
    sale.play(f"0 {min(sale.legal(0))}")
    assert sale.get("trees") == [1, 2]


def test_r7_2_at_the_years_end_the_pole_is_that_after_the_last_auction() -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    year = table(2, lots, [20], sold=4, tree_tiebreak="flag", allocation_timing="year_end", flag=[0, 1]).bids(1, 1)
    year.play(f"0 {min(year.legal(0))}")
    assert year.get("leg") == 1
    assert year.get("trees") == [1, 2]
    assert [units["trees"] for units in (year.get("sheet")[0][0], year.get("sheet")[1][0])] == [1, 2]


def test_r5_a_lone_owner_of_bushes_gets_two_trees() -> None:
    assert table(3, ["4 (-1,1) r0 by 1"]).get("trees") == [0, 2, 0]


def test_r5_or_one_with_the_option_until_there_is_a_second_owner() -> None:
    sale = table(3, ["4 (-1,1) r0 by 1"], [5], winner=2, lone_bush_owner_trees=1)
    assert sale.get("trees") == [0, 1, 0]
    sale.play("2 place 5 (0,1) r180")
    assert sale.get("trees") == [0, 1, 2]


def test_r7_4_no_bush_no_tree() -> None:
    sale = table(2, ["7 (1,1) r0 by 0"], [23], winner=1)
    assert sale.get("trees") == [0, 0]
    sale.play("1 place 23 (0,1) r0")
    assert sale.get("trees") == [0, 2], "seat 0 without a bush is not second"
