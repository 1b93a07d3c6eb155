"""Material: every shape, board and space against the counts of the rules, and every placement against a slow search."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.beside import notations
from tests.games.new_york_zoo.box import (
    ATTRACTIONS,
    BOARDS,
    COPIES,
    LINE_AFTER,
    SLOTS,
    SPECIES,
    STRIP,
    TILES,
    all_placements,
    area,
    cells_text,
    orientations,
    runs,
    shape,
    size,
    unrun,
)
from tests.games.new_york_zoo.positions import Zoo, position, table

DATA: dict[str, Any] = json.loads((files("paddock.games.new_york_zoo") / "data.json").read_text("utf-8"))


def seat_of(board: str) -> tuple[int, int, dict[str, Any]]:
    """Seats, seat and options of a board."""
    if board.startswith("1p"):
        return 1, 0, {"solo_board": board}
    return int(board[0]), int(board[-1]) - 1, {}


# The data against the rules' counts.


def test_r1_1_there_are_five_species() -> None:
    assert [one["id"] for one in DATA["species"]["list"]] == SPECIES
    assert [one["figures"] for one in DATA["species"]["list"]] == [28, 26, 24, 24, 24]


def test_r1_2_there_are_45_enclosures_of_246_cells() -> None:
    sizes = Counter(one["spaces"] for one in DATA["enclosures"]["tiles"])
    assert sizes == {4: 8, 5: 15, 6: 15, 7: 7}
    assert sum(number * cells for cells, number in sizes.items()) == 246


@pytest.mark.parametrize("one", DATA["enclosures"]["tiles"], ids=lambda one: str(one["id"]))
def test_r1_2_each_tile_has_its_shape_its_size_and_its_orientations(one: dict[str, Any]) -> None:
    rows = " ".join(one["rows"])
    assert rows == TILES[one["id"]]
    assert len(shape(rows)) == one["spaces"] == int(one["id"][1])
    assert len(orientations(rows)) == one["orientations"]
    assert connected(rows)


def connected(rows: str) -> bool:
    cells = set(shape(rows))
    found = {min(cells)}
    while True:
        more = {(r + dr, c + dc) for r, c in found for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells
        if more <= found:
            return found == cells
        found |= more


def free_shapes(cells: int) -> Counter[frozenset[frozenset[tuple[int, int]]]]:
    return Counter(frozenset(orientations(rows)) for tile, rows in TILES.items() if size(tile) == cells)


def test_r1_2_the_fours_are_t_s_and_l_twice_square_and_straight_once() -> None:
    expected = {".#. ###": 2, ".## ##.": 2, "#. #. ##": 2, "## ##": 1, "####": 1}
    assert free_shapes(4) == {frozenset(orientations(rows)): number for rows, number in expected.items()}


def test_r1_2_the_fives_are_all_twelve_pentominoes_and_a_second_f_w_and_y() -> None:
    found = free_shapes(5)
    assert len(found) == 12
    twice = {".## ##. .#.", "#.. ##. .##", "..#. ####"}
    assert {one for one, number in found.items() if number == 2} == {frozenset(orientations(rows)) for rows in twice}
    assert sum(found.values()) == 15


@pytest.mark.parametrize(("cells", "different"), [(6, 15), (7, 7)])
def test_r1_2_the_sixes_and_sevens_are_all_different(cells: int, different: int) -> None:
    assert sorted(free_shapes(cells).values()) == [1] * different


def test_r1_3_the_attractions_have_their_shapes_and_numbers() -> None:
    for one in DATA["attractions"]["tiles"]:
        rows = " ".join(one["rows"])
        assert orientations(rows) == orientations(ATTRACTIONS[one["id"]])
        assert len(orientations(rows)) == one["orientations"]
        assert one["spaces"] == rows.count("#")
        assert one["unlimited"] == (one["id"] == "a1")
        assert one["count"] == (16 if one["id"] == "a1" else COPIES[one["id"]])
    assert [one["id"] for one in DATA["attractions"]["tiles"]] == list(ATTRACTIONS)
    assert sum(COPIES.values()) == 6 + 6 + 2 + 1 + 1


CELLS_TO_COVER = [80, 104, 107, 105, 81, 80, 78, 63, 62, 60, 59, 54, 53, 51, 50, 49]


@pytest.mark.parametrize(("board", "cells"), list(zip(BOARDS, CELLS_TO_COVER, strict=True)))
def test_r1_4_each_board_has_its_cells_houses_and_starting_animals(board: str, cells: int) -> None:
    one = next(one for one in DATA["boards"]["list"] if one["id"] == board)
    width, houses, animals, barn = BOARDS[board]
    assert one["rows"] == [("#" * int(digit)).ljust(width, ".") for digit in barn + "0000"]
    assert (one["construction_area"], one["houses"], one["start_animals"]) == (cells, houses, animals.split())
    seats, seat, options = seat_of(board)
    at = table(seats, options=options)
    assert at.state.scores()[seat] == -cells
    assert at.free(seat) == runs(area(board))
    assert at.houses(seat) == ", ".join(f"1 {kind}" for kind in animals.split())


def test_r1_5_the_strip_is_five_groups_and_its_blue_spaces_are_all_pairs() -> None:
    spaces = DATA["action_strip"]["spaces"]
    assert [" ".join(one.get("animals", [])) or one["section"] for one in spaces] == STRIP
    blue = [frozenset(one.split()) for at, one in enumerate(STRIP) if at not in SLOTS]
    assert sorted(map(sorted, blue)) == sorted(map(sorted, combinations(SPECIES, 2)))
    lines = {one["after_pos"]: one["species"] for one in DATA["action_strip"]["breeding_lines"]}
    assert lines == LINE_AFTER
    assert all(one["before_pos"] == one["after_pos"] + 1 for one in DATA["action_strip"]["breeding_lines"])
    assert Counter(STRIP[at] for at in SLOTS) == {"end": 7, "middle": 8}


# Placements: R4.1.


def on_top(board: str, tile: str, zoo: Zoo | None = None) -> list[str]:
    """What the engine offers to the owner of this board who takes this tile."""
    seats, seat, options = seat_of(board)
    zoos: list[Zoo | None] = [None] * seats
    zoos[seat] = zoo
    written = position(seats, *zoos, strip={1: tile}, options=options, turn=seat)
    state = GAME.from_position(dict(written, phase="place", elephant=1))
    return notations(state, seat)


@pytest.mark.parametrize("board", BOARDS)
def test_r4_1_all_placements_of_all_tiles_on_the_empty_board(board: str) -> None:
    for tile, rows in TILES.items():
        expected = sorted(f"place {cells_text(cells)}" for cells in all_placements(rows, board))
        assert on_top(board, tile) == expected, tile


@pytest.mark.parametrize("board", BOARDS)
def test_r4_1_all_placements_of_all_tiles_on_boards_with_holes(board: str) -> None:
    rng = random.Random(board)
    offered = 0
    for tile, rows in TILES.items():
        free = {cell for cell in area(board) if rng.random() < 0.85}
        expected = [cells for cells in all_placements(rows, board) if cells <= free]
        if expected:
            found = on_top(board, tile, Zoo(houses="1 meerkat", free=runs(free)))
            assert found == sorted(f"place {cells_text(cells)}" for cells in expected), tile
            offered += 1
    assert offered > 20


@pytest.mark.parametrize("board", BOARDS)
def test_r6_3_all_placements_of_all_attractions(board: str) -> None:
    seats, seat, options = seat_of(board)
    zoos: list[Zoo | None] = [None] * seats
    zoos[seat] = Zoo("e4-08 none 0", houses="1 meerkat")
    written = position(seats, *zoos, options=options, turn=seat, phase="stand", target=0)
    covered = set(area(board)) - set_of(written, seat)
    assert len(covered) == 4
    for kind, rows in ATTRACTIONS.items():
        state = GAME.from_position(dict(written, chosen=kind))
        expected = [cells for cells in all_placements(rows, board) if not cells & covered]
        assert notations(state, seat) == sorted(f"place {cells_text(cells)}" for cells in expected), kind


def set_of(written: dict[str, Any], seat: int) -> set[tuple[int, int]]:
    return unrun(written["free_upper"][seat]) | unrun(written["free_lower"][seat])


def test_the_l_of_four_has_602_placements_on_the_first_board_of_two() -> None:
    assert len(on_top("2p-seat1", "e4-05")) == 602
    assert max(len(on_top("2p-seat1", tile)) for tile in TILES if size(tile) >= 6) == 530


@pytest.mark.parametrize(
    ("tile", "ways"), [("e4-07", 1), ("e5-02", 1), ("e4-08", 2), ("e7-02", 2), ("e4-01", 4), ("e4-02", 4), ("e5-04", 8)]
)
def test_case_20_symmetric_tiles_give_no_duplicates_and_chiral_ones_all_mirror_images(tile: str, ways: int) -> None:
    # On a free field of 4 x 4 alone (rows 6 to 9), a piece in an h x w box has (5 - h)(5 - w) places a way.
    offered = on_top("2p-seat1", tile, Zoo(houses="1 meerkat", free="A6-D6 A7-D7 A8-D8 A9-D9"))
    rows = TILES[tile].split()
    assert len(offered) == ways * (5 - len(rows)) * (5 - len(rows[0]))
