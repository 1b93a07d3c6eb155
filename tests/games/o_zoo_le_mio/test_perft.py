"""Perft: lines of play counted by the engine and by the referee, against the numbers in perft.txt.

A line of the file is `seats rule_set where depth nodes`. `where` is `start`, a seed whose dice hang the flags and turn
up the first year, or the name of a position below.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.perft import perft
from paddock.core.state import State
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import position
from tests.games.o_zoo_le_mio.referee import RULE_SETS, Referee, lines

FILE = Path(__file__).with_name("perft.txt")

SHUT = ["2 (0,1) r270 by 0", "19 (1,2) r90 by 0"]
HOLE = ["5 (0,2) r90 by 0", "19 (0,3) r0 by 0", "24 (2,2) r270 by 0", "22 (3,3) r90 by 0", "1 (2,1) r0 by 0"]

POSITIONS: dict[str, dict[str, Any]] = {
    "poor": position(2, row=[11, 18], coins=[1, 0]),
    "poor-three": position(3, row=[12], coins=[1, 1, 1], flag=[2, 0, 1]),
    "poor-four": position(4, row=[9], coins=[1, 1, 1, 0]),
    "shut": position(2, SHUT, [4, 6], coins=[2, 1]),
    "shut-kept": position(2, SHUT, [4], leg=0, sold=2, coins=[2, 1], unplaceable_tile="keep_for_income"),
    "hole": position(2, HOLE, [4, 14], coins=[1, 0], winner=0),
    "anywhere": position(2, ["12 (0,1) r0 by 0"], [15, 14], coins=[1, 0], winner=0, must_extend_path=False),
    "side": position(2, row=[25, 14], coins=[1, 0], start_tile="side"),
    "year-end": position(3, SHUT, [4], leg=1, sold=4, coins=[1, 0, 1]),
    "last-tile": position(2, SHUT, [4], leg=4, sold=4, coins=[2, 2]),
}


def rows() -> list[tuple[int, str, str, int, int]]:
    found = []
    for line in FILE.read_text("utf-8").splitlines():
        text = line.partition("#")[0].split()
        if text:
            seats, rule_set, where, depth, nodes = text
            found.append((int(seats), rule_set, where, int(depth), int(nodes)))
    return found


def beginning(seats: int, rule_set: str, where: str) -> tuple[State, Referee]:
    """The same position for the engine and for the referee."""
    if where in POSITIONS:
        written = POSITIONS[where]
        assert written["seats"] == seats, where
        return GAME.from_position(written), Referee.from_position(written)
    setup = GAME.setup(seats, rule_set=rule_set)
    referee = Referee(seats, rule_set)
    if where == "start":
        return GAME.start(setup), referee
    match = Match(GAME, setup, SeededDice(int(where)))
    state = GAME.start(setup)
    for seat, action in match.events:
        referee.play(seat, GAME.notation(state, seat, action))
        state.apply(seat, action)
    return match.state, referee


@pytest.mark.parametrize(("seats", "rule_set", "where", "depth", "nodes"), rows())
def test_perft(seats: int, rule_set: str, where: str, depth: int, nodes: int) -> None:
    state, referee = beginning(seats, rule_set, where)
    assert perft(state, depth) == nodes
    if nodes < 2500:  # the referee is slow
        assert lines(referee, depth) == nodes


def test_perft_covers_every_seat_count_rule_set_and_position() -> None:
    assert {(seats, rule_set) for seats, rule_set, *_ in rows()} == {(n, r) for n in (2, 3, 4) for r in RULE_SETS}
    assert {where for _, _, where, *_ in rows()} >= set(POSITIONS)


def test_perft_of_the_start_can_be_worked_by_hand() -> None:
    # Three seats: three flags, then two, then 25 tiles, then 24.
    state = GAME.start(GAME.setup(3))
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [3, 3 * 2, 3 * 2 * 25, 3 * 2 * 25 * 24]


def test_perft_of_a_poor_auction_can_be_worked_by_hand() -> None:
    # One coin against none: bids (0, 0), which the top flag wins, and (1, 0): seat 0 wins both. Tile 11 has two places.
    state = GAME.from_position(POSITIONS["poor"])
    assert [perft(state, depth) for depth in (1, 2, 3)] == [2, 2, 4]
