"""R2, the year: how many tiles it has, what lies open, and in which order they are sold."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.o_zoo_le_mio.positions import Table, begun, table

SHUT = ["2 (0,1) r270 by 0", "19 (1,2) r90 by 0"]  # the zoo of seat 0 has no open path end: nothing fits there


def sell(on: Table, times: int = 1) -> Table:
    """Seat 0 pays 1 for tiles that it cannot place."""
    for _ in range(times):
        on.bids(*[int(seat == 0) for seat in range(int(on.state.seats))])
    return on


def test_r2_1_five_tiles_are_turned_up_and_lie_in_the_order_in_which_they_came() -> None:
    year = begun(3, [17, 4, 25, 9, 1])
    assert year.open_tiles == [17, 4, 25, 9, 1]
    assert year.turn == ("bid", [0, 1, 2])


def test_r2_4_they_are_sold_in_that_order() -> None:
    year = begun(2, [17, 4, 25, 9, 1])
    year.bids(2, 1)
    assert year.legal(0) <= {f"place 17 {where}" for where in year.where(0)}
    year.play("0 place 17 (1,1) r0")
    assert year.open_tiles == [4, 25, 9, 1]
    year.bids(0, 1).play("1 place 4 (-1,1) r0")
    assert year.open_tiles == [25, 9, 1]
    assert year.get("lots")[:2] == ["17 (1,1) r0 by 0", "4 (-1,1) r0 by 1"]


def test_r2_1_after_the_fifth_tile_the_year_is_over_and_five_more_are_turned_up() -> None:
    year = sell(table(2, SHUT, [4, 5, 6]), 3)
    assert (year.get("leg"), year.get("sold"), year.turn) == (1, 0, ("reveal", []))
    year.tiles(25, 24, 23, 22)
    assert year.turn == ("reveal", [])
    year.tiles(18)
    assert year.turn == ("bid", [0, 1])
    assert year.open_tiles == [25, 24, 23, 22, 18]


@pytest.mark.parametrize(
    ("face_up", "opens"),
    [(1, [1, 1, 1, 1, 1]), (2, [2, 1, 1, 1, 1]), (3, [3, 2, 1, 1, 1]), (4, [4, 3, 2, 1, 1]), (5, [5, 4, 3, 2, 1])],
)
def test_r2_2_before_each_auction_so_many_lie_open(face_up: int, opens: list[int]) -> None:
    # Before auction j tiles 1 to max(v, j) have been turned up, and j - 1 of them are sold.
    year = begun(2, face_up_at_year_start=face_up)
    seen = [len(year.open_tiles)]
    for _ in range(4):
        year.anywhere(0)
        if year.get("phase") == "reveal":
            year.play(f"chance {min(year.legal_chance())}")
        assert year.turn == ("bid", [0, 1])
        seen.append(len(year.open_tiles))
    assert seen == opens


def test_r17_in_the_manual_the_fourth_is_turned_up_after_the_third_and_the_fifth_after_the_fourth() -> None:
    year = begun(2, [4, 5, 6], rule_set="reference_manual")
    assert year.open_tiles == [4, 5, 6]
    year.sale(0, "(1,1) r0").sale(1, "(0,1) r180")
    assert year.turn == ("bid", [0, 1])
    assert year.open_tiles == [6]
    year.sale(0, "(0,1) r180")
    assert year.turn == ("reveal", [])
    assert len(year.legal_chance()) == 22
    year.tiles(7)
    assert year.turn == ("bid", [0, 1])
    year.sale(1, "(1,1) r0")
    assert year.turn == ("reveal", [])
    year.tiles(8).anywhere(0)
    assert year.get("leg") == 1


@pytest.mark.parametrize("face_up", [5, "all"])
def test_r2_2_five_open_tiles_are_all(face_up: Any) -> None:
    assert len(begun(2, face_up_at_year_start=face_up).open_tiles) == 5


def test_r2_3_the_professional_year_ends_with_its_third_bush_tile() -> None:
    # Tiles 1, 2 and 3 have no bush; 23, 6 and 18 have.
    year = begun(2, [1, 2, 23, 6, 3, 18], rule_set="professional")
    assert year.open_tiles == [1, 2, 23, 6, 3, 18]
    assert year.turn == ("bid", [0, 1])


def test_r2_3_a_professional_year_may_have_three_tiles() -> None:
    assert begun(3, [23, 6, 18], rule_set="professional").open_tiles == [23, 6, 18]


def test_r2_3_with_fewer_open_tiles_the_professional_year_is_drawn_one_at_a_time() -> None:
    year = begun(2, [1, 23, 6], rule_set="professional", face_up_at_year_start=2)
    assert year.open_tiles == [1, 23]
    year.sale(0, "(1,1) r0")
    assert year.turn == ("bid", [0, 1])
    year.sale(1, "(1,1) r0")
    assert year.turn == ("reveal", [])
    year.tiles(6).sale(0, "(0,1) r180")
    assert year.turn == ("reveal", [])
    year.tiles(18).sale(1, "(0,1) r180")
    assert year.get("leg") == 1, "23, 6 and 18 were three"


BUSHLESS = [1, 2, 3, 7, 8, 10, 13, 15, 20, 21]


def late(leg: int, gone: list[int], **changes: Any) -> Table:
    """A professional game at the beginning of a year; these tiles are out of the game."""
    lots = [f"{tile} discarded by 0" for tile in gone]
    changes = {"phase": "reveal", "actor": "chance", "due": 0, "sold": 0, **changes}
    return table(2, lots, year_rule="three_bush_tiles", leg=leg, **changes)


def test_r2_3_the_fifth_professional_year_takes_all_the_rest() -> None:
    bushes = [4, 5, 6, 9, 11, 12, 14, 16, 17, 18]
    last = late(4, bushes + BUSHLESS[:8])
    assert len(last.legal_chance()) == 7
    last.tiles(19, 22, 23, 24, 25, 20)
    assert last.turn == ("reveal", [])
    last.tiles(21)
    assert last.open_tiles == [19, 22, 23, 24, 25, 20, 21]
    assert last.turn == ("bid", [0, 1])


def test_r2_3_when_the_stack_runs_out_the_year_ends_with_what_was_drawn_and_later_years_still_score() -> None:
    gone = [tile for tile in range(1, 26) if tile not in (23, 16)]
    year = late(1, gone)
    year.tiles(23, 16)
    assert year.turn == ("bid", [0, 1])
    year.sale(0, "(0,1) r0").sale(0, "(1,2) r0")
    # Birds, mammals, apes and sea belong to seat 0 alone: four visitors, two trees, one bench are 7 units in
    # years 2, 3, 4 and 5.
    assert year.turn == ("over", [])
    assert year.get("leg") == 5
    assert year.get("points") == [7 * (2 + 3 + 4 + 5), 0]
    assert year.get("coins") == [8 - 1 - 1 + 3 * 2, 8], "two coins for two tiles after years 2, 3 and 4"
