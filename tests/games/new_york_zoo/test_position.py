"""Written positions of New York Zoo: there and back again, and every impossible one refused by name."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.errors import BadPosition
from paddock.core.match import Match
from paddock.core.state import CHANCE, HEAD, SPECTATOR
from paddock.games.new_york_zoo import GAME, cells
from tests.games.new_york_zoo.zoo import Table, lay, leave, opening

Position = dict[str, Any]
SETUPS = [
    (1, {"solo_landing_on_start_breeds": False}),
    (1, {"solo_board": "1p-4houses"}),
    (2, {"max_added_per_enclosure": "per_addition"}),
    (2, {"short_game_2p": True}),
    (3, {"breeding_order": "per_player"}),
    (4, {}),
    (5, {}),
]


def test_the_fields_cover_every_cell_once() -> None:
    assert GAME.layout.gaps() == []


def test_the_first_own_cell_follows_the_kernels() -> None:
    assert cells.PHASE == HEAD


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_positions_come_back_as_they_were_whole_and_masked(seats: int, options: dict[str, Any]) -> None:
    luck = random.Random(seats)
    state = Match.blank(GAME, GAME.setup(seats, **options), SeededDice(1)).state
    while state.pending() or state.actor == CHANCE:
        if luck.random() < 0.25:
            for sight in (state, state.mask(luck.choice([*range(seats), SPECTATOR]))):
                written = json.loads(json.dumps(GAME.position(sight)))
                assert GAME.from_position(written).key() == sight.key()
        actor = int(state.actor)
        actions = [k for k, _ in state.chance()] if actor == CHANCE else state.legal_actions(actor)
        state.apply(actor, luck.choice(actions))
    assert GAME.from_position(GAME.position(state)).key() == state.key()


def test_a_position_reads_like_a_table() -> None:
    position = opening()
    assert position["board"] == "2p-seat1"
    assert position["free_upper"][0] == "E1-N1 E2-N2 E3-N3 E4-N4 D5-I5"
    assert position["free_lower"][0] == "J5-N5 A6-N6 A7-N7 A8-N8 A9-N9"
    assert position["houses"] == ["1 meerkat, 1 flamingo", "1 meerkat, 1 tree_kangaroo"]
    assert position["stack"][0] == "e5-01 e6-01 e7-01"
    assert position["attraction"] == [None] * 16
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 2)
    assert GAME.position(Table(position).state) == position


def test_sets_may_be_written_in_any_order() -> None:
    position = opening()
    lay(position, 0, "e4-07", "F2 E2 F1 E1", "penguin", 2)
    position["houses"][0] = "1 flamingo, 1 meerkat"
    written = GAME.position(Table(position).state)
    assert written["enclosures"][0][0]["cells"] == "E1 F1 E2 F2"
    assert written["houses"][0] == "1 meerkat, 1 flamingo"


def played() -> Position:
    """A quiet position of two players, Ada to move."""
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 3)
    lay(position, 0, "e4-08", "K9 L9 M9 N9", "arctic_fox", 2)
    lay(position, 1, "e5-13", "A9 B9 C9 D9 E9")
    return position


@pytest.mark.parametrize(
    ("field", "wrong", "reason"),
    [
        ("seats", 6, "seats: a number from 1 to 5 is expected, got 6"),
        ("phase", "sleep", "phase: allowed: deal, hands"),
        ("board", "3p-seat1", "board: 2p-seat1 is expected, got 3p-seat1"),
        ("turn", 2, "turn: there is no seat 2 with 2 players"),
        ("actor", 1, "actor: it is the turn of seat 0"),
        ("actor", "nobody", "actor: a player decides in phase move"),
        ("viewer", 3, "viewer: there is no seat 3 with 2 players"),
        ("due", 1, "due: there are no sealed rounds in this game"),
        ("sealed", [3, "open"], "sealed[0]: there are no sealed rounds in this game"),
        ("short_game_2p", 1, "short_game_2p: true or false is expected, got 1"),
        ("solo_landing_on_start_breeds", False, "solo_landing_on_start_breeds: false is for one player"),
        ("markers", "0", "markers: one player has some, several have none"),
        ("markers", "5", "markers: '5' is none of the markers 0 1 2 3 4+"),
        ("dealt", 3, "dealt: it is 0 in phase move"),
        ("undealt", "e4-01", "stack[4]: e4-01 is in undealt already"),
        ("removed", "e4-01", "removed: e4-01 is in stack[4] already"),
        ("removed", "e4-01 e4-01", "removed: e4-01 is listed twice"),
        ("removed", " ", "removed: tiles such as e4-01 with single blanks between them are expected, got ' '"),
        ("chosen", "a8", "chosen: impossible in phase move"),
        ("target", 0, "target: impossible in phase move"),
        ("target", 7, "target: seat 0 has 2 enclosures"),
        ("leaving", "penguin", "leaving: impossible in phase move"),
        ("second", "penguin", "second: no such animal is still to come"),
        ("first", 0, "added: it is 0 exactly when first is none"),
        ("added", 1, "added: it is 0 exactly when first is none"),
        ("stage", "bonus", "stage: main is expected in phase move"),
        ("line", 2, "line: it is 0 when no line is to breed"),
        ("lines", 1, "lines: it is 0 in phase move"),
        ("bred", ["0", ""], "bred[0]: nothing has bred in stage main"),
        ("bred", ["9", ""], "bred[0]: there is no such enclosure"),
        ("hand", ["e7-01", ""], "hand[0]: e7-01 is in stack[0] already"),
        ("houses", ["4 meerkat", ""], "houses[0]: there are only 3"),
        ("houses", ["0 meerkat", ""], "houses[0]: a number up to 4 and a species such as '2 meerkat' are expected"),
        ("houses", ["1 lion", ""], "houses[0]: a number up to 4 and a species"),
        ("number", [1, 1], "number[0]: there are 2 enclosures"),
        ("phase", "over", "phase: the game is not over: no board is full"),
        ("phase", "acquire_2", "second: an animal is to come in phase acquire_2"),
        ("phase", "place", "elephant: it stands on a slot in phase place"),
        ("phase", "breed", "stage: breeding is expected in phase breed"),
        ("phase", "keep", "target: impossible in phase keep"),
        ("phase", "pick", "phase: there is no phase pick but in the short game"),
        ("phase", "deal", "actor: chance decides in phase deal"),
        ("free_upper", ["E1-N2", ""], "free_upper[0]: a run goes from left to right in one row, got 'E1-N2'"),
        ("free_upper", ["A9", ""], "free_upper[0]: A9 belongs to the other half of the board"),
        ("free_upper", ["E1-N1", ""], "free_upper[0]: E1 belongs to enclosures[0][0] already"),
        ("free_upper", ["D4", ""], "free_upper[0]: D4 is no cell to be covered on the board of seat 0"),
        ("attraction", [{"seat": 0, "cells": "A6 C6"}] + [None] * 15, "attraction[0]: the cells 'A6 C6' do not have"),
        ("attraction", [None, {"seat": 0, "cells": "A6 B6"}] + [None] * 14, "A6 belongs to attraction[1] already"),
        ("attraction", [{"seat": 4, "cells": "A6 B6"}] + [None] * 15, "attraction[0]: there is no seat 4"),
    ],
)
def test_what_is_wrong_is_named(field: str, wrong: object, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(played() | {field: wrong})
    assert reason in str(refused.value)


def wrong_enclosure(**changes: Any) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        position["enclosures"][0][0] |= changes

    return change


def copies_out_of_order(position: Position) -> None:
    position["attraction"][1] = {"seat": 0, "cells": "A9 B9"}
    position["free_lower"][0] = position["free_lower"][0].replace("A9-J9", "C9-J9")


def full_board(position: Position) -> None:
    leave(position, 1, "")


def missing_tile(position: Position) -> None:
    position["stack"][0] = "e5-01 e6-01"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (wrong_enclosure(animals=4), "enclosures[0][0]: it holds at most 3 animals now, for a full one is emptied"),
        (wrong_enclosure(animals=0), "enclosures[0][0]: species is none exactly with 0 animals"),
        (wrong_enclosure(species="none"), "enclosures[0][0]: species is none exactly with 0 animals"),
        (wrong_enclosure(cells="E1 F1 G1 H1"), "enclosures[0][0]: the cells 'E1 F1 G1 H1' do not have the shape of"),
        (wrong_enclosure(cells="E1"), "enclosures[0][0]: the cells 'E1' do not have the shape of e4-07"),
        (wrong_enclosure(cells=""), "enclosures[0][0]: the cells '' do not have the shape of e4-07"),
        (wrong_enclosure(cells="D1 E1 D2 E2"), "enclosures[0][0]: a cell such as E4 is expected, got 'D1'"),
        (wrong_enclosure(cells="D3 E3 D4 E4"), "enclosures[0][0]: D3 is no cell to be covered"),
        (wrong_enclosure(tile="e9-01"), "enclosures[0][0]: allowed: e4-01"),
        (wrong_enclosure(colour="red"), "enclosures[0][0]: an object with tile, cells, species, animals is expected"),
        (copies_out_of_order, "attraction[1]: the copies of a kind are taken in order"),
        (full_board, "phase: the game is over: seat 1 has nothing left to cover"),
        (missing_tile, "removed: e7-01 is nowhere else, so it is out of the game and belongs here"),
    ],
)
def test_wrong_pieces_are_named(change: Callable[[Position], None], reason: str) -> None:
    position = played()
    change(position)
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(position)
    assert reason in str(refused.value)


def test_missing_and_unknown_fields_are_named() -> None:
    position = played()
    del position["elephant"]
    with pytest.raises(BadPosition, match="elephant: the field is missing"):
        GAME.from_position(position)
    with pytest.raises(BadPosition, match="colour: no such field"):
        GAME.from_position(played() | {"colour": "red"})


def test_a_deal_in_progress_is_checked_step_by_step() -> None:
    match = Match.blank(GAME, GAME.setup(2), SeededDice(1))
    for tile in (3, 2, 1):
        match.state.apply(CHANCE, tile)
    position = GAME.position(match.state)
    assert GAME.from_position(position).key() == match.state.key()
    with pytest.raises(BadPosition, match="undealt: impossible after 2 tiles were dealt"):
        GAME.from_position(position | {"dealt": 2})
    with pytest.raises(BadPosition, match="houses: impossible after 3 tiles were dealt"):
        GAME.from_position(position | {"houses": ["", ""]})


def test_a_full_enclosure_waits_only_while_its_own_breeding_is_settled() -> None:
    position = played() | {"phase": "breed_2", "stage": "breeding", "line": 0, "lines": 1, "bred": ["1", ""]}
    lay(position, 0, "e5-10", "J1 K1 L1 L2 L3", "arctic_fox", 2)
    position["enclosures"][0][1]["animals"] = 4
    assert Table(position).choices == ["decline", "breed e5-10"]
    position["enclosures"][0][0]["animals"] = 4
    with pytest.raises(BadPosition, match=r"enclosures\[0\]\[0\]: it holds at most 3 animals now"):
        GAME.from_position(position)


def test_r10_3_solo_time_runs_out() -> None:
    position = opening(1)
    with pytest.raises(BadPosition, match="phase: the game is over: the elephant has been round twice"):
        GAME.from_position(position | {"leg": 2})
    with pytest.raises(BadPosition, match="elephant: it has passed the start the second time"):
        GAME.from_position(position | {"leg": 2, "elephant": 2})


def test_whatever_is_read_can_be_played_on() -> None:
    """Fields of other positions of the same match put in: refused, or playable."""
    luck = random.Random(7)
    match = Match(GAME, GAME.setup(3), SeededDice(7))
    found = []
    while not match.over:
        seat = match.pending[0]
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        found.append(GAME.position(match.state))
    read = 0
    for position in found[::45]:
        for _ in range(9):
            changed = {name: luck.choice(found)[name] for name in luck.sample(sorted(position), luck.choice((1, 2)))}
            try:
                state = GAME.from_position(position | changed)
            except BadPosition:
                continue
            read += 1
            for _ in range(15):
                for seat in state.pending():
                    GAME.prompt(state.mask(seat))
                    GAME.view(state.mask(seat))
                    state.apply(seat, luck.choice(state.legal_actions(seat)))
                    state.check()
    assert read > 9
