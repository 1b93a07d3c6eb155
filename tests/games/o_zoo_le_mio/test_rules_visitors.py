"""R6, visitors: combined enclosures, a zoo's entry, ranks, and when they are dealt out."""

from __future__ import annotations

import pytest

from tests.games.o_zoo_le_mio.positions import table


def test_r6_1_halves_side_by_side_combine_and_their_stars_add_up() -> None:
    # Birds 3 on (-1,1) beside birds 2 on (-2,1).
    sale = table(2, ["2 (-1,1) r0 by 0"], [5], winner=0)
    assert sale.stars(0, "birds") == 3
    sale.play("0 place 5 (-2,2) r90")
    assert sale.stars(0, "birds") == 5


def test_r6_1_halves_that_touch_at_a_corner_do_not_combine() -> None:
    # Sea on (0,1) and (-1,0), birds on (0,2) and (-1,1): both only diagonally.
    sale = table(2, ["5 (0,1) r270 by 0"], [6], winner=0).play("0 place 6 (-1,0) r270")
    assert sale.stars(0, "sea") == 3
    assert sale.stars(0, "birds") == 2


def test_r6_1_one_tile_can_merge_two_enclosures() -> None:
    # Birds 1 on (0,1) and birds 3 on (1,2) are apart; birds 3 on (0,2) joins them.
    sale = table(2, ["23 (0,1) r0 by 0", "3 (1,2) r0 by 0"], [22], winner=0)
    assert sale.stars(0, "birds") == 3
    sale.play("0 place 22 (0,2) r180")
    assert sale.stars(0, "birds") == 7
    assert sale.stars(0, "mammals") == 1, "mammals on (1,1) and (-1,2) are apart"


def test_r6_1_paths_do_not_part_enclosures() -> None:
    # Mammals 3 of tile 10 on (0,1) [upright, A above], reptiles 2 on (0,2); reptiles 1 of tile 8 on (-1,2).
    # Between the two reptile halves runs grass or path, no matter: they are neighbours.
    sale = table(2, ["10 (0,2) r90 by 0"], [8], winner=0).play("0 place 8 (-1,2) r90")
    assert sale.stars(0, "reptiles") == 3


def test_r6_1_enclosures_of_different_zoos_are_apart() -> None:
    sale = table(2, ["7 (1,1) r0 by 0"], [8], winner=1).play("1 place 8 (-1,1) r0")
    assert [sale.stars(seat, "sea") for seat in (0, 1)] == [3, 3]


def test_r6_4_the_only_owner_gets_one_visitor_until_there_is_a_second_owner() -> None:
    sale = table(2, row=[7, 8])
    sale.sale(0, "(1,1) r0")
    assert sale.visitors("reptiles") == [1, 0]
    assert sale.visitors("sea") == [1, 0]
    assert sale.visitors("apes") == [0, 0], "nobody has apes"
    sale.sale(1, "(-1,1) r0")
    assert sale.visitors("reptiles") == [2, 1], "2 stars against 1"
    assert sale.visitors("sea") == [1, 2], "3 against 3, seat 1 is newer"


def test_r6_3_first_gets_two_second_gets_one_the_rest_none() -> None:
    lots = ["9 (-1,1) r0 by 2", "16 (1,1) r0 by 0", "7 (1,1) r0 by 1"]  # sea 1, 2, 3
    assert table(4, lots).visitors("sea") == [1, 2, 0, 0]


def test_r6_3_a_tie_for_first_pushes_the_older_to_second_and_the_third_out() -> None:
    sale = table(3, ["7 (1,1) r0 by 0", "8 (-1,1) r0 by 1"], [5], winner=2)
    assert sale.visitors("sea") == [1, 2, 0]
    sale.play("2 place 5 (0,1) r180")
    assert sale.visitors("sea") == [0, 1, 2]


def test_r6_3_a_tie_for_second_goes_to_the_newer_too() -> None:
    sale = table(3, ["7 (1,1) r0 by 2", "16 (1,1) r0 by 0"], [24], winner=1)
    assert sale.visitors("sea") == [1, 0, 2]
    sale.play("1 place 24 (1,1) r0")
    assert sale.visitors("sea") == [0, 1, 2]


def test_r6_3_one_tile_can_change_two_animals_at_once() -> None:
    # Tile 4: sea 1 and birds 1, seat 1 becomes the second owner of both.
    sale = table(2, ["5 (0,1) r180 by 0"], [4], winner=1)
    assert (sale.visitors("sea"), sale.visitors("birds")) == ([1, 0], [1, 0])
    sale.play("1 place 4 (-1,1) r0")
    assert (sale.visitors("sea"), sale.visitors("birds")) == ([2, 1], [2, 1])


def test_r6_2_only_the_best_enclosure_of_a_zoo_counts() -> None:
    # Seat 0 has birds 2 and birds 2, apart; seat 1 has birds 3.
    lots = ["21 (1,1) r270 by 0", "5 (0,1) r180 by 0", "2 (-1,1) r0 by 1"]
    sale = table(2, lots)
    assert sale.stars(0, "birds") == 2
    assert sale.visitors("birds") == [1, 2]


def test_r2_a_second_enclosure_equal_to_the_best_renews_the_claim() -> None:
    sale = table(2, ["21 (1,1) r270 by 0", "1 (0,1) r270 by 1"], [5], winner=0)
    assert sale.visitors("birds") == [1, 2], "2 against 2, seat 1 is newer"
    sale.play("0 place 5 (0,1) r180")
    assert sale.stars(0, "birds") == 2, "the two are apart"
    assert sale.visitors("birds") == [2, 1]


def test_r2_a_smaller_enclosure_that_grows_to_equal_the_best_renews_the_claim() -> None:
    # Birds 3 on (1,1), birds 1 on (3,0); seat 1 then has birds 3; birds 2 on (4,0) makes 3 with (3,0).
    lots = ["3 (1,1) r0 by 0", "23 (3,0) r270 by 0", "22 (-1,1) r0 by 1"]
    sale = table(2, lots, [21], winner=0)
    assert sale.visitors("birds") == [1, 2]
    sale.play("0 place 21 (4,0) r270")
    assert sale.stars(0, "birds") == 3
    assert sale.visitors("birds") == [2, 1]


def test_r2_a_smaller_enclosure_that_grows_but_stays_smaller_renews_nothing() -> None:
    # Birds 3 on (1,1), birds 1 on (0,2); birds 1 on (-1,2) makes 2 with (0,2).
    lots = ["2 (1,1) r0 by 0", "23 (0,2) r90 by 0", "22 (-1,1) r0 by 1"]
    sale = table(2, lots, [6], winner=0)
    assert sale.visitors("birds") == [1, 2]
    sale.play("0 place 6 (-1,3) r90")
    assert sale.visitors("birds") == [1, 2]


def test_r6_3_a_grown_enclosure_overtakes() -> None:
    # Birds 3 against 3, seat 1 is newer; then 3 + 2 against 3.
    lots = ["2 (-1,1) r0 by 0", "3 (1,1) r0 by 1"]
    sale = table(2, lots, [5], winner=0)
    assert sale.visitors("birds") == [1, 2]
    sale.play("0 place 5 (-2,2) r90")
    assert sale.visitors("birds") == [2, 1]


def test_r12_nobody_holds_both_ranks() -> None:
    lots = ["23 (0,1) r0 by 1", "21 (1,1) r270 by 0", "5 (0,1) r180 by 0"]
    assert table(2, lots).visitors("birds") == [2, 1]


def test_r12_with_the_option_one_player_may_take_all_three() -> None:
    # Enclosures of birds: 2 and 2 of seat 0, 1 of seat 1.
    lots = ["23 (0,1) r0 by 1", "21 (1,1) r270 by 0", "5 (0,1) r180 by 0"]
    sale = table(2, lots, one_rank_per_player=False)
    assert sale.visitors("birds") == [3, 0]
    assert sale.visitors("mammals") == [0, 1]


def test_r12_with_the_option_first_and_second_may_still_be_two_players() -> None:
    # Birds 2 (stamp 1) and 2 (stamp 3) of seat 0, birds 2 (stamp 2) of seat 1: newest first.
    lots = ["21 (1,1) r270 by 0", "1 (0,1) r270 by 1", "5 (0,1) r180 by 0"]
    assert table(2, lots, one_rank_per_player=False).visitors("birds") == [2, 1]


def test_r12_with_the_option_a_lone_owner_still_gets_one() -> None:
    lots = ["21 (1,1) r270 by 0", "5 (0,1) r180 by 0"]
    assert table(2, lots, one_rank_per_player=False).visitors("birds") == [1, 0]


def test_r12_trees_are_not_concerned_by_the_option() -> None:
    lots = ["6 (0,1) r180 by 0", "23 (0,1) r0 by 1"]
    assert table(2, lots, one_rank_per_player=False).get("trees") == [1, 2]


def test_r6_6_at_the_years_end_nobody_has_visitors_or_trees_before_the_first_years_end() -> None:
    sale = table(2, ["7 (1,1) r0 by 0"], [23], winner=1, allocation_timing="year_end").play("1 place 23 (0,1) r0")
    assert sale.get("visitors") == [[0] * 5] * 2
    assert sale.get("trees") == [0, 0]
    assert sale.benches == [0, 1], "benches are given at once"


def test_r6_6_at_the_years_end_they_are_dealt_out_and_stay_until_the_next() -> None:
    lots = ["7 (1,1) r0 by 0"]
    year = table(2, lots, [8], sold=4, winner=1, allocation_timing="year_end").play("1 place 8 (-1,1) r0")
    assert year.visitors("sea") == [1, 2]
    assert year.visitors("reptiles") == [2, 1]
    assert year.get("points") == [3, 3]
    year.tiles(5, 23, 22, 24, 25).anywhere(0)
    assert year.visitors("birds") == [0, 0], "those of last year stay on display"
    assert year.visitors("sea") == [1, 2]


def test_r18_visitors_do_not_add_up_over_the_years() -> None:
    year = table(2, ["2 (0,1) r270 by 0", "19 (1,2) r90 by 0"], [4], sold=4, allocation_timing="year_end").bids(1, 0)
    assert year.visitors("apes") == [1, 0]
    year.tiles(25, 24, 23, 22, 18)
    for _ in range(5):
        year.bids(1, 0)
    assert year.get("leg") == 2
    assert year.visitors("apes") == [1, 0]
    # Apes, birds, reptiles, two trees, two benches: 7 in year 1 and 7 in year 2.
    assert year.get("points") == [7 + 2 * 7, 0]


@pytest.mark.parametrize("timing", ["after_each_tile", "year_end"])
def test_r15_the_score_is_the_same_with_either_timing(timing: str) -> None:
    year = table(2, ["7 (1,1) r0 by 0"], [8], sold=4, winner=1, allocation_timing=timing).play("1 place 8 (-1,1) r0")
    assert year.get("points") == [3, 3]
