"""R1, setting up: tiles, zoos, coins and flags are the same for two, three and four."""

from __future__ import annotations

from collections import Counter

import pytest

from paddock.core.errors import BadSetup
from paddock.core.rng import Rng
from paddock.core.state import CHANCE
from paddock.games.o_zoo_le_mio import GAME, cells
from tests.games.o_zoo_le_mio.positions import Table, begun, table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_1_all_25_tiles_are_in_the_stack_for_any_number_of_players(seats: int) -> None:
    before = Table(GAME.start(GAME.setup(seats)))
    assert before.get("lots") == []
    assert before.state.cells[cells.STACK] == 2**25 - 1
    before.play(*[f"chance flag {seat}" for seat in range(seats - 1)])
    assert [weight for _, weight in before.state.chance()] == [1] * 25
    assert before.legal_chance() == {f"tile {number}" for number in range(1, 26)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_3_everybody_has_eight_coins(seats: int) -> None:
    assert begun(seats).get("coins") == [8] * seats


def test_r1_4_the_flags_are_hung_by_chance_from_the_top_and_the_last_hangs_by_itself() -> None:
    start = Table(GAME.start(GAME.setup(4)))
    assert (start.get("phase"), start.get("actor")) == ("flags", "chance")
    assert start.get("flag") == ["none"] * 4
    assert start.legal_chance() == {"flag 0", "flag 1", "flag 2", "flag 3"}
    start.play("chance flag 2")
    assert start.get("flag") == ["none", "none", 0, "none"]
    assert start.legal_chance() == {"flag 0", "flag 1", "flag 3"}
    start.play("chance flag 0", "chance flag 3")
    assert start.get("flag") == [1, 3, 0, 2]
    assert start.get("phase") == "reveal"


def test_r1_4_every_flag_is_equally_likely() -> None:
    assert GAME.start(GAME.setup(3)).chance() == [(0, 1), (1, 1), (2, 1)]


@pytest.mark.parametrize("seats", [1, 5])
def test_r1_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadSetup):
        GAME.setup(seats)


def test_r1_2_the_starting_tile_leads_north_with_two_ends() -> None:
    # Tile 11 has a path from north of A to south of B: only B lying flat, or A upside down, reaches an end, and
    # beside the other end it would put grass on the path unless its other half lies to the west.
    assert table(2, row=[11], winner=0).where(0) == {"(-1,1) r0", "(0,1) r180"}


def test_r1_2_the_other_starting_tile_leads_west_and_east() -> None:
    # Standing upright tile 11 has its ends to the west and to the east, one half higher or lower.
    found = table(2, row=[11], winner=0, start_tile="side").where(0)
    assert found == {"(-1,0) r90", "(2,1) r90", "(2,0) r270", "(-1,-1) r270"}


def test_r1_2_the_starting_tile_has_no_animal_and_no_bush_and_is_no_zoo_tile() -> None:
    new = begun(3)
    for seat in range(3):
        assert [int(new.state.cells[cells.ENTRY + 6 * seat + k]) for k in range(6)] == [0] * 6
        assert new.state.cells[cells.ZOO_TILES + seat] == 0
        assert new.state.cells[cells.BENCH + seat] == 0
    assert new.get("visitors") == [[0] * 5] * 3
    assert new.get("trees") == [0] * 3


def test_a_first_tile_can_always_be_placed() -> None:
    for start_tile in ("front", "side"):
        for tile in range(1, 26):
            assert table(2, row=[tile], winner=1, start_tile=start_tile).where(1), tile


def test_chance_is_not_for_a_seat() -> None:
    state = GAME.start(GAME.setup(2))
    assert state.actor == CHANCE
    assert state.pending() == []
    assert state.legal_actions(0) == []


def test_r1_4_and_r1_1_chance_hangs_every_flag_first_and_turns_up_every_tile_first_about_equally_often() -> None:
    first_flag: Counter[int] = Counter()
    first_tile: Counter[int] = Counter()
    last_tile: Counter[int] = Counter()
    rng = Rng(5)
    for _ in range(1500):
        on = GAME.start(GAME.setup(3))
        on.settle(rng)
        new = Table(on)
        assert new.turn == ("bid", [0, 1, 2])
        assert len(set(new.open_tiles)) == 5
        first_flag[new.get("flag").index(0)] += 1
        first_tile[new.open_tiles[0]] += 1
        last_tile[new.open_tiles[4]] += 1
    assert all(400 < first_flag[seat] < 600 for seat in range(3)), first_flag
    for found in (first_tile, last_tile):  # 60 each, give or take
        assert set(found) == set(range(1, 26))
        assert all(25 < number < 100 for number in found.values()), found
