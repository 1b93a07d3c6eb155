"""R8, the year's end: score, then income."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.o_zoo_le_mio.positions import Table, table


def last_tile(year: int, tile: int = 3, where: str = "(1,2) r0", **changes: Any) -> Table:
    """Seat 0 owns tile 23 and lays the last tile of this year; seat 1 has nothing."""
    lots = changes.pop("lots", ["23 (0,1) r0 by 0"])
    on = table(2, lots, [tile], leg=year - 1, sold=4, winner=0, **changes)
    return on.play(f"0 place {tile} {where}")


@pytest.mark.parametrize("year", [1, 2, 3, 4, 5])
def test_r8_1_each_visitor_tree_and_bench_scores_the_years_number(year: int) -> None:
    # Birds, mammals and apes are his alone: three visitors; two trees; one bench.
    end = last_tile(year)
    assert end.get("sheet")[0][year - 1] == {"visitors": 3, "trees": 2, "benches": 1}
    assert end.get("sheet")[1][year - 1] == {"visitors": 0, "trees": 0, "benches": 0}
    assert end.get("points") == end.state.scores() == [6 * year, 0]
    assert end.get("leg") == year


def test_r8_1_the_score_is_added_to_that_of_the_years_before() -> None:
    before = [{"visitors": 4, "trees": 0, "benches": 0}, {"visitors": 1, "trees": 2, "benches": 2}]
    none = [{"visitors": 0, "trees": 0, "benches": 0}] * 2
    end = last_tile(3, sheet=[before, none], points=[4 + 2 * 5, 0])
    assert end.get("points") == [14 + 18, 0]


def test_r8_1_nothing_is_scored_within_the_year() -> None:
    on = table(2, ["23 (0,1) r0 by 0"], [3], leg=2, sold=3, winner=0).play("0 place 3 (1,2) r0")
    assert on.get("points") == [0, 0]
    assert on.turn == ("bid", [0, 1])


def test_r8_2_one_coin_for_each_zoo_tile_the_starting_tile_not_counted() -> None:
    assert last_tile(1, coins=[3, 1]).get("coins") == [3 + 2, 1]
    assert last_tile(4, coins=[0, 0]).get("coins") == [2, 0]


def test_r8_2_fixed_income_is_the_same_for_everybody() -> None:
    assert last_tile(1, coins=[3, 1], income="fixed").get("coins") == [6, 4]
    assert last_tile(2, coins=[3, 1], income="fixed", fixed_income=0).get("coins") == [3, 1]
    assert last_tile(2, coins=[3, 1], income="fixed", fixed_income=20).get("coins") == [23, 21]


def test_r8_2_fixed_income_is_not_paid_where_tiles_are() -> None:
    assert last_tile(1, coins=[3, 1], fixed_income=20).get("coins") == [5, 1]


@pytest.mark.parametrize("income", ["per_tile", "fixed"])
def test_r14_no_income_after_the_fifth_year(income: str) -> None:
    end = last_tile(5, coins=[3, 1], income=income)
    assert end.get("coins") == [3, 1]
    assert end.turn == ("over", [])


def test_r11_too_few_coins_go_round_the_pole_from_the_top() -> None:
    # Three coins each are owed and five are left: top, bottom, top, bottom, top.
    end = last_tile(1, coins=[3, 1], income="fixed", coin_limit=16, flag=[1, 0])
    assert end.get("coins") == [3 + 3, 1 + 3], "twelve are there, so everybody gets all"
    end = last_tile(1, coins=[8, 3], income="fixed", coin_limit=16, flag=[1, 0])
    assert end.get("coins") == [8 + 2, 3 + 3]
    end = last_tile(1, coins=[8, 3], income="fixed", coin_limit=16, flag=[0, 1])
    assert end.get("coins") == [8 + 3, 3 + 2]


def test_r11_who_is_owed_nothing_more_is_passed_over_and_what_is_missing_is_lost() -> None:
    # Seat 0 is owed 2, seat 1 nothing; one coin is left.
    end = last_tile(1, coins=[8, 7], coin_limit=16, flag=[1, 0])
    assert end.get("coins") == [9, 7]
    end = last_tile(1, coins=[8, 8], coin_limit=16, flag=[1, 0])
    assert end.get("coins") == [8, 8]


def test_r10_the_limit_counts_the_coins_in_all_purses() -> None:
    # Seat 0 pays 4 of 8 for the last tile of the year: 12 of 16 coins are out, so all of 2 are paid.
    on = table(2, ["23 (0,1) r0 by 0"], [3], sold=4, coins=[8, 8], coin_limit=16).bids(4, 0).play("0 place 3 (1,2) r0")
    assert on.get("coins") == [6, 8]


def test_visitors_and_trees_stay_where_they_are_after_the_year() -> None:
    end = last_tile(1)
    assert end.get("visitors")[0] == [1, 1, 1, 0, 0]
    assert end.get("trees") == [2, 0]
    assert end.benches == [1, 0]


def test_r20_in_the_manual_income_and_score_do_not_touch_each_other() -> None:
    changes = {
        "allocation_timing": "year_end",
        "tree_tiebreak": "flag",
        "income": "fixed",
        "face_up_at_year_start": 3,
        "final_tiebreak": "visitors_then_trees",
    }
    # The manual's own example: 4 visitors, 2 trees, 1 bench in year 3 are 21 points.
    end = last_tile(3, 16, "(1,2) r0", coins=[0, 0], **changes)
    assert end.get("sheet")[0][2] == {"visitors": 4, "trees": 2, "benches": 1}
    assert end.get("points") == [21, 0]
    assert end.get("coins") == [3, 3]
