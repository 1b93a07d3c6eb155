"""Perft: lines of play counted by the engine and by the referee, against the numbers in perft.txt.

A line of the file is `seats where depth nodes`. `where` is `start`, or the name of a position below.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paddock.core.perft import perft
from paddock.core.state import State
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import position, zoo
from tests.games.zooloretto.referee import Referee, lines

FILE = Path(__file__).with_name("perft.txt")

POSITIONS: dict[str, dict[str, Any]] = {
    "two": position([zoo(coins=4), zoo(barn="1 camel M")], undrawn="6 camel, 2 camel F, 4 coin, 3 snack_cart"),
    "remodel": position(
        [
            zoo(e4="3 zebra, 1 snack_cart", e5="4 camel", e6="2 panda", barn="2 zebra, 1 zebra M, 1 camel F", coins=4),
            zoo(e4="1 camel M", x1="", barn="1 fruit_cart", coins=3),
            zoo(),
        ],
        undrawn="1 panda, 2 zebra F, 12 coin",
    ),
    "market": position(
        [zoo(barn="1 zebra, 1 camel M, 1 snack_cart", coins=4) for _ in range(2)]
        + [zoo(e5="1 camel F", barn="1 zebra O", coins=4), zoo(e4="1 zebra m, 1 zebra f", coins=2)],
        trucks=["taken by 2", "coin", "taken by 3", "coin, coin, coin"],
        undrawn="7 leopard, 8 coin",
    ),
    "births": position(
        [zoo(e4="1 camel", e5="2 panda M", barn="2 zebra M, 2 zebra F, 2 panda F", coins=3), zoo(), zoo()],
        trucks=["zebra, camel F", "taken by 1", "taken by 2"],
        undrawn="10 coin, 5 camel",
    ),
    "placing": position(
        [zoo(e4="3 zebra", e5="2 camel, 1 camel F", e6="1 fruit_cart", x1=""), *[zoo()] * 4],
        carried="zebra, camel M, snack_cart",
        phase="place",
        trucks=["taken by 0", "coin", "coin", "coin", "coin"],
        undrawn="8 coin, 7 leopard",
    ),
    "last-round": position(
        [zoo(coins=1, barn="1 zebra"), zoo(coins=0), zoo(coins=0)],
        trucks=["coin", "camel", ""],
        undrawn="7 coin, 6 camel",
    ),
    "two-end": position(
        [zoo(coins=0), zoo(coins=0)], trucks=["coin", "camel", "coin"], undrawn="5 coin, 5 camel, 4 panda"
    ),
    "short-bank": position(
        [zoo(e5="4 zebra", barn="2 zebra", coins=1), zoo(e4="3 camel", barn="1 camel", coins=1), zoo()],
        bank=0,
        undrawn="2 camel F, 7 panda, 8 coin",
    ),
    "strict": position(
        [zoo(e4="2 snack_cart", e5="1 fruit_cart", barn="1 fruit_cart", coins=2), zoo(), zoo(x1="", coins=1)],
        stall_to_barn=False,
        streak=98,
        trucks=["", "", "coin, coin, coin"],
        undrawn="9 coin, 7 panda",
    ),
}


def rows() -> list[tuple[int, str, int, int]]:
    found = []
    for line in FILE.read_text("utf-8").splitlines():
        text = line.partition("#")[0].split()
        if text:
            seats, where, depth, nodes = text
            found.append((int(seats), where, int(depth), int(nodes)))
    return found


def beginning(seats: int, where: str) -> tuple[State, Referee]:
    """The same position for the engine and for the referee."""
    if where == "start":
        return GAME.start(GAME.setup(seats)), Referee(seats)
    written = POSITIONS[where]
    assert written["seats"] == seats, where
    return GAME.from_position(written), Referee.from_position(written)


@pytest.mark.parametrize(("seats", "where", "depth", "nodes"), rows())
def test_perft(seats: int, where: str, depth: int, nodes: int) -> None:
    state, referee = beginning(seats, where)
    assert perft(state, depth) == nodes
    assert lines(referee, depth) == nodes


def test_perft_covers_every_seat_count_and_position() -> None:
    assert {seats for seats, *_ in rows()} == {2, 3, 4, 5}
    assert {where for _, where, *_ in rows()} == {"start", *POSITIONS}


def test_perft_of_the_start_can_be_worked_by_hand() -> None:
    # Eight types may go, four seats may start, one draws; 7 types of three lots, 4 stalls, the coin; four trucks.
    state = GAME.start(GAME.setup(4))
    assert [perft(state, depth) for depth in (1, 2, 3, 4, 5)] == [8, 8 * 4, 8 * 4, 8 * 4 * 26, 8 * 4 * 26 * 4]
    # Five: nobody is removed, 29 lots, five trucks, then a draw or the one truck that has a tile.
    state = GAME.start(GAME.setup(5))
    assert [perft(state, depth) for depth in (1, 2, 3, 4, 5)] == [5, 5, 5 * 29, 5 * 29 * 5, 5 * 29 * 5 * 2]
