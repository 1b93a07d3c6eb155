"""Refusals: what is not legal is refused in one sentence and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.errors import BadPosition, IllegalAction
from paddock.core.match import Match
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.positions import Table, Zoo, dealt, position, table


@pytest.mark.parametrize(
    "notation",
    [
        "move 0",
        "move 5",
        "move 25",
        "move",
        "walk",
        "marker 1",
        "place E4",
        "decline",
        "penguin to house",
        "",
        "move x",
    ],
)
def test_the_first_move_of_two_players_is_one_of_four(notation: str) -> None:
    at = table(2)
    before = at.state.key()
    with pytest.raises(IllegalAction) as refusal:
        GAME.parse(at.state, 0, notation)
    assert "\n" not in str(refusal.value)
    assert at.state.key() == before


@pytest.mark.parametrize(
    "notation",
    [
        "place A1 B1 C1 D1 E1",
        "place D9 E9 F9 G9",
        "place K9 L9 M9 N9 O9",
        "place A9 B9 C9 D9 E8",
        "place N5 N6 N7 N8 N10",
        "place",
    ],
)
def test_a_tile_neither_covers_the_barn_nor_changes_its_shape_nor_sticks_out(notation: str) -> None:
    at = table(2, strip={1: "e5-13"}).play("0 move 1")
    with pytest.raises(IllegalAction):
        GAME.parse(at.state, 0, notation)


def test_nobody_else_may_decide() -> None:
    match = Match.blank(GAME, GAME.setup(2))
    match.state = dealt(2)
    move = GAME.parse(match.state, 0, "move 1")
    with pytest.raises(IllegalAction):
        match.demand_legal(1, move)


def broken(**changes: Any) -> dict[str, Any]:
    made = position(2, Zoo("e4-08 meerkat 2", "1 meerkat"), Zoo())
    made.update(changes)
    return made


def test_the_position_that_the_next_test_breaks_is_whole() -> None:
    assert Table(GAME.from_position(broken())).asked == "0 move"


ENCLOSURE = {"tile": "e4-08", "cells": "E1 F1 G1 H1", "species": "meerkat", "animals": 2}


@pytest.mark.parametrize(
    "changes",
    [
        {"houses": ["4 meerkat", ""]},
        {"number": [2, 0]},
        {"enclosures": [[ENCLOSURE | {"animals": 0}], []]},
        {"enclosures": [[ENCLOSURE | {"species": "none"}], []]},
        {"enclosures": [[ENCLOSURE | {"animals": 4}], []]},
        {"enclosures": [[ENCLOSURE | {"cells": "E1 F1 G1 G2"}], []]},
        {"enclosures": [[ENCLOSURE | {"cells": "D1 E1 F1 G1"}], []]},
        {"enclosures": [[ENCLOSURE | {"tile": "e4-07"}], []]},
        {"enclosures": [[ENCLOSURE], [ENCLOSURE]], "number": [1, 1]},
        {"removed": "e4-08"},
        {"elephant": 25},
        {"free_upper": ["E1-N1 E2-N2", ""]},
        {"phase": "later"},
        {"turn": 2},
    ],
)
def test_a_position_against_the_rules_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        GAME.from_position(broken(**changes))
