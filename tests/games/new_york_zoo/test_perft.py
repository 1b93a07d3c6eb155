"""Perft: lines of play counted by the engine and by the referee, against the numbers in perft.txt.

A line of the file is `where depth nodes`; `where` names a position below.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paddock.core.perft import perft
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.positions import Zoo, position
from tests.games.new_york_zoo.referee import Referee, lines

FILE = Path(__file__).with_name("perft.txt")
PER_ADDITION = {"max_added_per_enclosure": "per_addition"}
PER_PLAYER = {"breeding_order": "per_player"}
SMALL = "e4-08 penguin 3, e5-13 penguin 2, e4-07 flamingo 3"
OTHER = "e4-01 penguin 2, e5-01 penguin 3, e4-02 flamingo 2"
BUSY = [Zoo(SMALL, "1 penguin, 1 flamingo", free="A9 C9-D9"), Zoo(OTHER, "1 penguin", free="A9-B9")]
CAPPED = Zoo("e4-08 penguin 2", "1 penguin, 2 tree_kangaroo", free="A9 C9")
ALONE: dict[str, Any] = {"strip": {24: "e4-03", 1: "e5-02"}, "elephant": 22, "leg": 1, "markers": "0 1 4+"}

POSITIONS: dict[str, dict[str, Any]] = {
    "two": position(2),
    "three": position(3),
    "four": position(4),
    "five": position(5),
    "one": position(1),
    "one-large": position(1, options={"solo_board": "1p-4houses"}),
    "two-busy": position(2, *BUSY, strip={}, elephant=22),
    "two-cap": position(2, CAPPED, Zoo(), strip={}),
    "two-cap-per-addition": position(2, CAPPED, Zoo(), strip={}, options=PER_ADDITION),
    "two-busy-per-player": position(2, *BUSY, strip={}, elephant=22, options=PER_PLAYER),
    "two-short": position(
        2,
        Zoo("e7-01 none 0, e6-05 none 0", "1 meerkat", free="A9 C9"),
        BUSY[1],
        strip={1: "e4-03"},
        options={"short_game_2p": True},
        phase="move",
        hand=["", ""],
    ),
    "three-busy": position(3, Zoo(SMALL, "1 penguin", free="A9 C9"), BUSY[1], Zoo(), strip={}, elephant=22),
    "four-busy": position(4, Zoo(SMALL, "1 penguin", free="A9 C9"), BUSY[1], Zoo(), Zoo(), strip={}, elephant=22),
    "five-busy": position(
        5, Zoo(SMALL, "1 penguin", free="A9 C9"), BUSY[1], Zoo(), Zoo(), Zoo(), strip={}, elephant=22
    ),
    "one-late": position(1, Zoo(SMALL, "1 meerkat", free="A9 C9-D9"), **ALONE),
    "one-late-no-breeding": position(
        1, Zoo(SMALL, "1 meerkat", free="A9 C9-D9"), options={"solo_landing_on_start_breeds": False}, **ALONE
    ),
}


def rows() -> list[tuple[str, int, int]]:
    found = []
    for line in FILE.read_text("utf-8").splitlines():
        text = line.partition("#")[0].split()
        if text:
            where, depth, nodes = text
            found.append((where, int(depth), int(nodes)))
    return found


@pytest.mark.parametrize(("where", "depth", "nodes"), rows())
def test_perft(where: str, depth: int, nodes: int) -> None:
    written = POSITIONS[where]
    assert perft(GAME.from_position(written), depth) == nodes
    if nodes < 1500:  # the referee is slow
        assert lines([], lambda: Referee.from_position(written), depth) == nodes


def test_perft_covers_every_position_and_the_referee_confirms_some_of_each() -> None:
    assert {where for where, *_ in rows()} == set(POSITIONS)
    assert {where for where, _, nodes in rows() if nodes < 1500} == set(POSITIONS)


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_perft_of_the_deal_can_be_worked_by_hand(seats: int) -> None:
    # Eight tiles of four cells for the first slot, seven for the second.
    state = GAME.start(GAME.setup(seats))
    assert [perft(state, depth) for depth in (1, 2, 3)] == [8, 8 * 7, 8 * 7 * 6]
