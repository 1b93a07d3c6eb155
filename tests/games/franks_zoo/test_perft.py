"""Perft: lines of play counted by the engine and by the referee, against the numbers in perft.txt.

A line of the file is `seats variant where depth nodes`. `where` is `start`, a seed whose dice deal the first hand,
or the name of a position below.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.perft import perft
from paddock.core.state import State
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import exchange, full_hands, position, table
from tests.games.franks_zoo.referee import Referee, lines

FILE = Path(__file__).with_name("perft.txt")

POSITIONS: dict[str, dict[str, Any]] = {
    "joker-lead": position(["1 whale, 1 joker", "1 fish, 1 mouse", "1 seal, 1 perch"]),
    "mosquitoes": position(["1 elephant, 2 mosquito, 1 joker", "2 elephant, 1 mouse", "2 mosquito, 2 mouse"]),
    "last-cards": position(["1 mouse", "1 fox, 1 hedgehog", "1 lion, 1 fox", "2 elephant"]),
    "help": position(
        ["2 hedgehog, 1 elephant", "1 fox, 1 lion", "1 hedgehog, 1 mosquito, 1 joker", "2 mouse, 1 elephant"],
        variant="partners",
        actor=2,
        ranking="1 mouse",
    ),
    "help-out": position(
        ["1 hedgehog", "1 fox", "1 hedgehog", "1 lion"], variant="partners", actor=2, ranking="2 mouse"
    ),
    "animals": position(["2 lion, 1 fox", "2 hedgehog", "1 elephant, 1 joker"], variant="animals"),
    "solo": table(full_hands(5, 0), variant="partners", phase="solo", actor=2).position,
    "exchange": exchange(full_hands(4, 0)).position,
    "seven": position(
        ["1 fish", "1 mosquito", "2 mouse", "1 whale", "1 hedgehog", "1 fox, 1 mouse", "1 joker, 1 fish"],
        variant="partners",
        actor=6,
    ),
}


def rows() -> list[tuple[int, str, str, int, int]]:
    found = []
    for line in FILE.read_text("utf-8").splitlines():
        text = line.partition("#")[0].split()
        if text:
            seats, variant, where, depth, nodes = text
            found.append((int(seats), variant, where, int(depth), int(nodes)))
    return found


def beginning(seats: int, variant: str, where: str) -> tuple[State, Referee]:
    """The same position for the engine and for the referee."""
    if where in POSITIONS:
        written = POSITIONS[where]
        assert (written["seats"], written["variant"]) == (seats, variant), where
        return GAME.from_position(written), Referee.from_position(written)
    setup = GAME.setup(seats, variant=variant)
    referee = Referee(seats, variant)
    if where == "start":
        return GAME.start(setup), referee
    match = Match(GAME, setup, SeededDice(int(where)))
    state = GAME.start(setup)
    for seat, action in match.events:
        referee.play(seat, GAME.notation(state, seat, action))
        state.apply(seat, action)
    return match.state, referee


@pytest.mark.parametrize(("seats", "variant", "where", "depth", "nodes"), rows())
def test_perft(seats: int, variant: str, where: str, depth: int, nodes: int) -> None:
    state, referee = beginning(seats, variant, where)
    assert perft(state, depth) == nodes
    if nodes < 4000:  # the referee is slow
        assert lines(referee, depth) == nodes


def test_perft_covers_every_seat_count_and_variant() -> None:
    covered = {(seats, variant) for seats, variant, *_ in rows()}
    expected = {(3, "simple"), (3, "animals")} | {(n, v) for n in (4, 5, 6, 7) for v in ("simple", "partners")}
    assert covered == expected
    assert {where for _, _, where, *_ in rows()} >= set(POSITIONS)


def test_perft_of_the_start_can_be_worked_by_hand() -> None:
    # Four dealers; then 13 kinds; then 13 again but for the joker twice.
    state = GAME.start(GAME.setup(4))
    assert [perft(state, depth) for depth in (1, 2, 3)] == [4, 4 * 13, 4 * (13 * 13 - 1)]
