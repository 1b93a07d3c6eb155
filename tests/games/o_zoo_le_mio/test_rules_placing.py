"""R4, placing: free cells, path on path and grass on grass, a path is extended, and a tile that fits nowhere."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadPosition, IllegalAction
from paddock.games.o_zoo_le_mio import GAME, cells
from tests.games.o_zoo_le_mio.positions import position, table

# Tiles 2 and 19 upright side by side on the two ends: all their paths meet, no end is open, two areas are closed.
SHUT = ["2 (0,1) r270 by 0", "19 (1,2) r90 by 0"]


def test_r4_1_only_the_winner_places_and_he_must() -> None:
    sale = table(3, row=[4], winner=1)
    assert sale.turn == ("place", [1])
    assert sale.legal(0) == sale.legal(2) == set()
    assert all(notation.startswith("place 4 ") for notation in sale.legal(1))


def test_r4_1_a_tile_is_placed_in_the_winners_zoo_only() -> None:
    sale = table(2, row=[4], winner=1).play("1 place 4 (-1,1) r0")
    assert [int(sale.state.cells[cells.ZOO_TILES + seat]) for seat in (0, 1)] == [0, 1]
    assert sale.get("lots")[0] == "4 (-1,1) r0 by 1"


def test_r4_2_a_tile_covers_free_cells_only() -> None:
    # Tile 4 has a path on every edge; beside tile 2 on (-1,1) and (0,1) it could lie anywhere but on tiles.
    found = table(2, ["2 (-1,1) r0 by 0"], [4], winner=0).where(0)
    taken = {"(-1,1)", "(0,1)", "(0,0)", "(1,0)", "(0,-1)", "(1,-1)"}
    assert found
    assert not [where for where in found if where.split()[0] in taken]


def test_r4_3_path_on_path_and_grass_on_grass() -> None:
    # Tile 2 lies on (-1,1) and (0,1); open ends lead to (-2,1), (-1,0) and, from the start, to (1,1).
    # Tile 4, all paths: on (1,1) it would meet the grass of tile 2 on its west, on (-1,0) the grass of
    # the starting tile's west side. Left is (-2,1), with the other half west, north or south.
    found = table(2, ["2 (-1,1) r0 by 0"], [4], winner=0).where(0)
    assert found == {"(-3,1) r0", "(-2,1) r180", "(-2,1) r270", "(-2,2) r90", "(-2,1) r90", "(-2,0) r270"}


def test_r16_no_path_against_the_house() -> None:
    # The starting tile leads west and east. Tile 4 may not hang down beside the house.
    found = table(2, row=[4], winner=0, start_tile="side").where(0)
    west = {"(-2,0) r0", "(-1,0) r180", "(-1,0) r270", "(-1,1) r90"}
    east = {"(2,0) r0", "(3,0) r180", "(2,0) r270", "(2,1) r90"}
    assert found == west | east


def test_r16_a_tile_may_touch_the_house_and_the_starting_tiles_side_with_grass() -> None:
    # Tile 11 upright on (-1,0) and (-1,-1): its lower half has grass towards the house.
    assert "(-1,0) r90" in table(2, row=[11], winner=0, start_tile="side").where(0)
    # Tile 2 leads down to (-1,0), west of the starting tile.
    found = table(2, ["2 (-1,1) r0 by 0"], [16], winner=0).where(0)
    assert "(-1,0) r180" not in found, "tile 16 upside down has a path to the east there"
    assert "(-1,0) r0" not in found, "B would lie on the starting tile"
    found = table(2, ["2 (-1,1) r0 by 0"], [9], winner=0).where(0)
    assert "(-1,0) r180" in found, "north and south of A, north of B: grass to the east"


def test_r4_4_grass_on_grass_alone_is_not_enough() -> None:
    # Beside the starting tile's east side tile 11 touches grass with grass only.
    assert "(2,0) r0" not in table(2, row=[11], winner=0).where(0)
    with pytest.raises(IllegalAction):
        table(2, row=[11], winner=0).play("0 place 11 (2,0) r0")


def test_r4_5_without_the_rule_touching_is_enough_but_paths_still_meet_paths() -> None:
    found = table(2, row=[11], winner=0, must_extend_path=False).where(0)
    assert "(2,0) r0" in found
    assert {"(-1,1) r0", "(0,1) r180"} <= found
    assert "(0,1) r0" not in found, "grass of A on the starting path"
    assert "(-1,0) r90" not in found, "path of A on the grass of the starting tile's west side"


def test_r4_5_touching_the_house_or_a_corner_is_no_touching() -> None:
    found = table(2, row=[11], winner=0, must_extend_path=False).where(0)
    assert "(2,-1) r0" not in found, "it would touch the house alone"
    assert "(2,1) r0" not in found, "it would touch the starting tile at a corner"
    assert "(5,5) r0" not in found


def test_r7_the_manual_keeps_the_rule_that_a_path_is_extended() -> None:
    assert GAME.setup(2, rule_set="reference_manual").options["must_extend_path"] is True


def test_r6_any_path_of_the_zoo_may_be_extended_also_one_that_does_not_lead_to_the_entrance() -> None:
    # Tile 15 has two paths: B's leads from the start to the east, A's from west to north and nowhere else.
    sale = table(2, ["15 (-1,1) r0 by 0"], [11], winner=0)
    assert "(-2,2) r0" in sale.where(0)
    sale.play("0 place 11 (-2,2) r0")
    assert sale.benches == [0, 0]


def test_r8_a_path_may_point_into_empty_space() -> None:
    sale = table(2, row=[4], winner=0).play("0 place 4 (0,1) r0")
    assert sale.turn == ("bid", [0, 1])


def test_tiles_may_be_shifted_by_half_a_tile() -> None:
    assert {"(-1,1) r0", "(1,1) r0"} <= table(2, row=[9], winner=0).where(0)


def test_all_four_rotations_put_b_east_south_west_and_north_of_a() -> None:
    for where, cell in (
        ("(-1,1) r0", (0, 1)),
        ("(0,2) r90", (0, 1)),
        ("(0,1) r180", (-1, 1)),
        ("(0,1) r270", (0, 2)),
    ):
        sale = table(2, row=[4], winner=0).play(f"0 place 4 {where}")
        a = sale.get("lots")[0].split()[1]
        assert a == where.split()[0]
        sale = table(2, [f"4 {where} by 0"], [5], winner=0)
        assert f"({cell[0]},{cell[1]})" not in {one.split()[0] for one in sale.where(0)}, "half B lies there"


def test_a_placement_that_closes_every_end_is_legal() -> None:
    sale = table(2, SHUT[:1], [19], winner=0)
    assert "(1,2) r90" in sale.where(0)


def test_r4_6_a_tile_that_fits_nowhere_is_discarded_by_the_auction_that_sold_it() -> None:
    sale = table(2, SHUT, [4], coins=[8, 8])
    sale.bids(3, 1)
    assert sale.get("lots")[:3] == [*SHUT, "4 discarded by 0"]
    assert sale.get("coins") == [5, 8], "the bid is paid"
    assert sale.turn == ("bid", [0, 1]), "the next tile is for sale"
    assert sale.get("sold") == 3
    assert sale.get("last_bid") == [3, 1]
    assert sale.state.cells[cells.ZOO_TILES] == 2


def test_r4_6_a_flag_that_won_the_tie_has_dropped() -> None:
    sale = table(3, SHUT, [4], flag=[0, 1, 2])
    sale.bids(2, 2, 2)
    assert sale.get("flag") == [2, 0, 1]
    assert sale.get("coins") == [6, 8, 8]


def test_r4_6_the_others_may_still_place_it() -> None:
    sale = table(2, SHUT, [4]).bids(1, 2)
    assert sale.turn == ("place", [1])


def test_r4_6_a_discarded_tile_brings_no_income() -> None:
    year = table(2, SHUT, [4], sold=4, coins=[8, 8]).bids(1, 0)
    assert year.get("leg") == 1
    assert year.get("coins") == [8 - 1 + 2, 8]


def test_r4_6_kept_beside_the_zoo_it_counts_for_income_and_for_nothing_else() -> None:
    lots = [*SHUT, "20 discarded by 1", "21 discarded by 1"]
    kept = [lot.replace("discarded", "kept") for lot in lots]
    year = table(2, kept, [4], coins=[8, 8], unplaceable_tile="keep_for_income").bids(1, 0)
    assert year.get("lots")[-1] == "4 kept by 0"
    assert year.get("coins") == [8 - 1 + 3, 8 + 2]
    assert year.visitors("sea") == [0, 0], "the animals on it are not shown"
    assert year.bushes(0) == 2, "nor its bush: tile 19 has the two"
    assert year.get("trees") == [2, 0]


def test_r4_6_visitors_and_trees_are_dealt_out_after_a_discarded_tile_too() -> None:
    # Bushes 2 (tile 19) against 2 (tile 6): by the flag. The tie drops the flag of seat 0, so seat 1 is higher.
    sale = table(2, [*SHUT, "6 (0,1) r180 by 1"], [4], tree_tiebreak="flag", flag=[0, 1])
    assert sale.get("trees") == [2, 1]
    sale.bids(0, 0)
    assert sale.get("lots")[3] == "4 discarded by 0"
    assert sale.get("trees") == [1, 2]


def test_a_written_placement_that_is_not_legal_is_refused() -> None:
    for lot in ("4 (2,0) r0 by 0", "4 (0,0) r0 by 0", "2 (0,1) r180 by 0"):
        with pytest.raises(BadPosition):
            GAME.from_position(position(2, [lot], allocation_timing="year_end"))
