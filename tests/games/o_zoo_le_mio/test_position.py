"""Written positions: what is impossible is refused with a sentence, and what is written is read again."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.errors import BadPosition
from paddock.games.o_zoo_le_mio import GAME, cells
from tests.games.o_zoo_le_mio.positions import position

LOTS = ["7 (1,1) r0 by 0", "23 (0,1) r0 by 1"]


def test_a_written_position_is_read_as_it_was_written() -> None:
    for written in (
        position(2, LOTS),
        position(4, LOTS, winner=3),
        position(3, LOTS, leg=2, sold=1, coins=[0, 1, 2], flag=[2, 0, 1], bench_limit=0),
        position(2, LOTS, unplaceable_tile="keep_for_income", leg=1, sold=0),
        position(2, LOTS, allocation_timing="year_end"),
    ):
        assert GAME.position(GAME.from_position(written)) == written


@pytest.mark.parametrize(
    "changes",
    [
        {"coins": [-1, 8]},
        {"coins": [8]},
        {"flag": [0, 0]},
        {"flag": [0, 2]},
        {"flag": ["none", 0]},
        {"points": [1, 0]},
        {"visitors": [[0] * 5, [0] * 5]},  # the ranks say otherwise
        {"visitors": [[0, 0, 0, 3, 1], [0, 1, 1, 0, 0]]},
        {"trees": [2, 1]},
        {"trees": [0, 0]},
        {"sold": 3},  # two lots are done with
        {"leg": 1},
        {"leg": 5},
        {"phase": "over"},
        {"phase": "flags"},
        {"phase": "reveal"},
        {"phase": "dinner"},
        {"actor": 1},
        {"due": 0},
        {"coin_limit": 15},
        {"seats": 5},
        {"sealed": [9, "open"], "due": 2, "actor": 1},  # more than the purse
        {"start_tile": "back"},
        {"last_bid": [0]},
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any]) -> None:
    written = position(2, LOTS)
    GAME.from_position(written)
    with pytest.raises(BadPosition):
        GAME.from_position(written | changes)


@pytest.mark.parametrize(
    "lots",
    [
        [*LOTS, "7", "1", "2"],  # tile 7 twice
        [*LOTS, "26", "1", "2"],
        [*LOTS, "1", "2", "3", "4"],  # six tiles in one year
        [*LOTS, "1", "2"],  # four
        ["1", *LOTS, "2", "3"],  # an open tile before one that is done with
        ["7 (1,1) r0 by 2", LOTS[1], "1", "2", "3"],  # there is no seat 2
        ["7 (1,1) r45 by 0", LOTS[1], "1", "2", "3"],
        ["7 (2,1) r0 by 0", LOTS[1], "1", "2", "3"],  # joins no path
        ["7 (1,0) r0 by 0", LOTS[1], "1", "2", "3"],  # on the starting tile
        ["7 (1,1) r0 by 0", "23 (1,1) r0 by 0", "1", "2", "3"],  # on tile 7
        ["7 lost by 0", LOTS[1], "1", "2", "3"],
        "7",
    ],
)
def test_impossible_lots_are_refused(lots: Any) -> None:
    written = position(2, LOTS, allocation_timing="year_end")
    GAME.from_position(written | {"lots": [*LOTS, "1", "2", "3"]})
    with pytest.raises(BadPosition):
        GAME.from_position(written | {"lots": lots})


@pytest.mark.parametrize("field", sorted(position(2, LOTS)))
def test_every_field_is_needed(field: str) -> None:
    written = position(2, LOTS)
    del written[field]
    with pytest.raises(BadPosition, match=field):
        GAME.from_position(written)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(BadPosition, match="weather"):
        GAME.from_position(position(2, LOTS) | {"weather": "fine"})


def test_the_coins_of_all_may_not_pass_the_limit() -> None:
    GAME.from_position(position(2, LOTS, coins=[10, 10], coin_limit=20))
    with pytest.raises(BadPosition):
        GAME.from_position(position(2, LOTS, coins=[10, 11], coin_limit=20))


def test_a_law_that_is_broken_by_hand_is_found() -> None:
    for cell, value in (
        (cells.BENCH, 1),
        (cells.ENTRY + 3, 0),
        (cells.STACK, 0),
        (cells.ZOO_TILES + 1, 0),
        (cells.COINS, -1),
        (cells.FLAG, 1),
        (cells.HELD + 3, 2),
        (cells.POINTS, 7),
    ):
        state = GAME.from_position(position(2, LOTS))
        state.check()
        assert state.cells[cell] != value, cell
        state.cells[cell] = value
        with pytest.raises(AssertionError):
            state.check()
