"""R5, benches: one for each newly surrounded area."""

from __future__ import annotations

import pytest

from tests.games.o_zoo_le_mio.positions import table

SHUT = ["2 (0,1) r270 by 0", "19 (1,2) r90 by 0"]

# A hole of two cells, (1,1) and (1,2), into which six ends of one net of paths lead: from the start below, from tile 5
# (0,1) and (0,2) on the west, from 19 above, from 24 (2,2) and from 1 (2,1) on the east.
HOLE = ["5 (0,2) r90 by 0", "19 (0,3) r0 by 0", "24 (2,2) r270 by 0", "22 (3,3) r90 by 0", "1 (2,1) r0 by 0"]


def test_r5_1_a_tile_that_joins_both_ends_of_the_start_closes_an_area() -> None:
    sale = table(2, row=[2], winner=1).play("1 place 2 (0,1) r0")
    assert sale.benches == [0, 1]


def test_r5_1_joining_one_end_closes_nothing() -> None:
    sale = table(2, row=[2], winner=1).play("1 place 2 (1,1) r0")
    assert sale.benches == [0, 0]


def test_r5_1_two_paths_on_a_tile_join_both_ends_without_closing_until_a_tile_above_joins_them() -> None:
    sale = table(2, row=[12, 2]).sale(0, "(0,1) r0")
    assert sale.benches == [0, 0]
    sale.sale(0, "(0,2) r0")
    assert sale.benches == [1, 0]


def test_r1_two_areas_closed_by_one_tile_bring_two_benches() -> None:
    # Tile 19 has three joins: the start, and tile 2 twice; three joins to one net close two areas.
    sale = table(2, SHUT[:1], [19], winner=0)
    assert sale.benches == [0, 0]
    assert sale.play("0 place 19 (1,2) r90").benches == [2, 0]


def test_r1_three_areas_closed_by_one_tile() -> None:
    lots = ["5 (1,1) r270 by 0", "23 (0,3) r0 by 0", "9 (1,4) r180 by 0", "11 (2,4) r90 by 0"]
    sale = table(2, lots, [4], winner=0)
    assert sale.benches == [0, 0]
    assert sale.play("0 place 4 (0,1) r270").benches == [3, 0]


@pytest.mark.parametrize(("tiles", "expected"), [(4, 4), (5, 5)])
def test_r1_four_and_five_areas_closed_by_the_tile_that_fills_a_hole(tiles: int, expected: int) -> None:
    # Every join after the first closes an area: five joins without tile 1, six with it.
    sale = table(2, HOLE[:tiles], [4], winner=0)
    assert sale.benches == [0, 0]
    assert sale.play("0 place 4 (1,1) r270").benches == [expected, 0]


def test_r5_1_a_closed_path_may_surround_an_empty_cell() -> None:
    # The ring runs round (0,2), which is free and stays so: it is one cell wide.
    lots = ["4 (1,1) r270 by 0", "21 (0,1) r180 by 0", "2 (0,3) r0 by 0"]
    sale = table(2, lots, [5], winner=0)
    assert sale.benches == [1, 0], "tile 21 closed the first area between itself, tile 4 and the start"
    sale.play("0 place 5 (-1,3) r90")
    assert sale.benches == [2, 0]


def test_r5_1_a_path_laid_through_a_surrounded_area_parts_it_and_brings_a_bench_for_each_new_part() -> None:
    # Tile 17 closes a ring round the empty cells (0,2) and (0,3). Tile 24 in this hole joins the ring three times, to
    # the east twice and to the west once: one area becomes three, and the old bench stays.
    lots = ["5 (1,1) r270 by 0", "19 (1,4) r90 by 0", "6 (0,1) r180 by 0", "21 (-1,2) r270 by 0"]
    sale = table(2, lots, [17], winner=0)
    assert sale.benches == [1, 0]
    assert sale.play("0 place 17 (-1,4) r0").benches == [2, 0]
    later = table(2, [*lots, "17 (-1,4) r0 by 0"], [24], winner=0)
    assert later.play("0 place 24 (0,3) r90").benches == [4, 0]


def test_r5_2_benches_stay_for_ever() -> None:
    year = table(2, SHUT, [4], sold=4).bids(1, 0)
    assert year.benches == [2, 0]
    year.tiles(25, 24, 23, 22, 18).bids(1, 0).bids(1, 0).bids(1, 0).bids(1, 0).bids(1, 0)
    assert year.get("leg") == 2
    assert year.benches == [2, 0]
    assert [units["benches"] for units in year.get("sheet")[0]] == [2, 2]


def test_r5_3_no_more_benches_than_the_limit_for_all_zoos_together() -> None:
    sale = table(2, ["23 (0,1) r0 by 1", SHUT[0]], [19], winner=0, bench_limit=2)
    assert sale.benches == [0, 1]
    sale.play("0 place 19 (1,2) r90")
    assert sale.benches == [1, 1], "two areas, but one bench was left"


def test_r5_3_a_bench_that_was_not_there_is_not_given_later() -> None:
    sale = table(2, SHUT, [4, 20], bench_limit=1)
    assert sale.benches == [1, 0]
    sale.sale(1, "(0,1) r0")
    assert sale.benches == [1, 0]


def test_r5_3_with_a_limit_of_nothing_there_are_none() -> None:
    assert table(2, SHUT, bench_limit=0).benches == [0, 0]


def test_r10_without_a_limit_there_is_a_bench_for_every_area() -> None:
    # 5 in one zoo and 2 in another, and 1 more.
    lots = [*HOLE, "4 (1,1) r270 by 0", "23 (0,1) r0 by 1"]
    assert table(2, lots).benches == [5, 1]


def test_the_sides_start_closes_nothing_with_one_tile() -> None:
    for tile in (4, 20, 1):
        sale = table(2, row=[tile], winner=0, start_tile="side")
        for where in sorted(sale.where(0)):
            trial = table(2, row=[tile], winner=0, start_tile="side").play(f"0 place {tile} {where}")
            assert trial.benches == [0, 0]
