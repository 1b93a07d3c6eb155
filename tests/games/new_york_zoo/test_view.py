"""The view of New York Zoo: what is in it, and what can be clicked."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.state import SPECTATOR, State
from paddock.games.new_york_zoo import GAME
from paddock.games.new_york_zoo.features import FIELDS, SEAT_LENGTH, TOTAL
from tests.games.new_york_zoo.zoo import Table, lay, leave, opening


def view(state: State, viewer: int) -> Any:
    return json.loads(json.dumps(GAME.view(state.mask(viewer))))


def places(part: Any) -> list[str]:
    """Every place in a view, with repetitions."""
    found = []
    if isinstance(part, dict):
        if part.get("place"):
            found.append(part["place"])
        part = list(part.values())
    if isinstance(part, list):
        for entry in part:
            found += places(entry)
    return found


def test_the_strip_shows_steps_stacks_and_destinations() -> None:
    position = opening()
    position["removed"], position["stack"][0] = position["stack"][0], ""
    strip = view(Table(position).state, 0)["strip"]
    assert len(strip) == 25
    assert strip[2] == {
        "place": "strip:2",
        "position": 2,
        "kind": "acquisition",
        "species": ["penguin", "tree_kangaroo"],
        "stack": [],
        "steps": 1,
        "elephant": False,
        "legal": True,
        "breeds": True,
    }
    assert strip[3]["stack"] == ["e5-02", "e6-02", "e7-02"]
    assert (strip[1]["steps"], strip[1]["legal"]) == (None, False)
    assert [space["position"] for space in strip if space["legal"]] == [2, 3, 4, 5]
    assert [space["position"] for space in strip if space["elephant"]] == [0]
    assert {space["place"] for space in view(Table(position).state, 1)["strip"]} == {None}


def test_the_lines_lie_between_spaces() -> None:
    lines = view(Table(opening()).state, 0)["lines"]
    assert [(line["species"], line["after"]) for line in lines] == [
        ("arctic_fox", 3),
        ("meerkat", 8),
        ("flamingo", 13),
        ("tree_kangaroo", 18),
        ("penguin", 23),
    ]


def test_a_line_says_who_would_breed_there_as_the_boards_are() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 3)
    lay(position, 0, "e5-13", "A9 B9 C9 D9 E9", "penguin", 2)
    lay(position, 0, "e4-08", "A8 B8 C8 D8", "flamingo", 1)  # one alone has no young
    lay(position, 1, "e4-06", "A8 A9 B9 C9", "penguin", 2)
    gains = {line["species"]: line["gains"] for line in view(Table(position).state, 0)["lines"]}
    assert gains.pop("penguin") == [{"seat": 0, "number": 2}, {"seat": 1, "number": 1}]
    assert set(map(len, gains.values())) == {0}


def test_r7_4_the_bonus_is_announced_for_those_who_had_offspring_and_have_another_enclosure_for_it() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "arctic_fox", 2)
    lay(position, 0, "e5-13", "A9 B9 C9 D9 E9", "flamingo", 2)
    lay(position, 1, "e4-08", "K9 L9 M9 N9", "arctic_fox", 3)
    table = Table(position, elephant=2).play("move 5", "meerkat to house")
    both = [{"seat": 0, "number": 1}, {"seat": 1, "number": 1}]
    assert view(table.state, 0)["breeding"] == [{"species": "arctic_fox", "gains": both}]
    table.play("breed e4-07", "breed e4-08", "decline", "take a1", "place A8")
    seen = view(table.state, 0)
    assert seen["stage"] == "bonus"
    assert seen["breeding"] == [{"species": "arctic_fox", "gains": both[:1]}]


def test_the_supply_says_what_fits_on_the_viewers_board() -> None:
    position = opening()
    leave(position, 0, "A9 B9 C9 E9 E8")
    state = Table(position).state
    fitting = [one["kind"] for one in view(state, 0)["attractions"] if one["fits"]]
    assert fitting == ["a1", "a2", "a3-straight"]
    assert {one["fits"] for one in view(state, 1)["attractions"]} == {True}
    assert {one["fits"] for one in view(state, SPECTATOR)["attractions"]} == {None}


def test_a_zoo_has_its_ground_pieces_and_animals() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 3)
    position["attraction"][0] = {"seat": 0, "cells": "A8 A9"}
    lower = position["free_lower"][0]
    position["free_lower"][0] = lower.replace("A8-N8 A9-N9", "B8-N8 C9-N9")
    seat = view(Table(position).state, 0)["seats"][0]
    assert seat["board"] == "2p-seat1"
    assert (seat["width"], seat["height"], seat["rows"][0]) == (14, 9, "####..........")
    assert seat["houses"] == [
        {"place": None, "species": "meerkat", "number": 1},
        {"place": None, "species": "flamingo", "number": 1},
        {"place": None, "species": None, "number": 1},
    ]
    assert seat["enclosures"] == [
        {
            "place": None,
            "tile": "e4-07",
            "cells": [[0, 4], [0, 5], [1, 4], [1, 5]],
            "species": "penguin",
            "animals": 3,
            "size": 4,
            "bred": False,
        }
    ]
    assert seat["attractions"] == [{"kind": "a2", "cells": [[7, 0], [8, 0]]}, {"kind": "a1", "cells": [[8, 1]]}]
    assert seat["uncovered"] == len(seat["free"]) == 107 - 4 - 3
    assert seat["animals"][-1] == {"species": "penguin", "number": 3}
    assert (seat["points"], seat["standing"], seat["active"]) == (-100, 1, True)
    supply = {one["kind"]: one["left"] for one in view(Table(position).state, 0)["attractions"]}
    assert supply == {
        "a1": None,
        "a2": 5,
        "a3-straight": 3,
        "a3-corner": 3,
        "a4-square": 1,
        "a4-straight": 1,
        "a6": 1,
        "a8": 1,
    }


def test_a_piece_can_be_turned_and_flipped() -> None:
    table = Table(opening()).play("move 1")
    piece = view(table.state, 0)["piece"]
    assert (piece["id"], piece["cells"], len(piece["orientations"])) == ("e7-01", 7, 8)
    for way in piece["orientations"]:
        four = way
        for _ in range(4):
            four = piece["orientations"][four["turned"]]
        assert four == way
        assert piece["orientations"][piece["orientations"][way["flipped"]]["flipped"]] == way
        assert way["cells"][0] == [0, 0]
    assert sum(len(way["anchors"]) for way in piece["orientations"]) == len(table.choices)
    assert len(piece["ground"]) == 107
    other = view(table.state, 1)["piece"]
    assert other["ground"] == []
    assert {way["place"] for way in other["orientations"]} == {None}


def test_animals_and_homes_can_be_clicked_in_turn() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 2)
    seen = view(Table(position).play("move 2").state, 0)
    assert [(one["species"], one["shown"]) for one in seen["offered"]] == [
        ("meerkat", False),
        ("flamingo", False),
        ("tree_kangaroo", True),
        ("penguin", True),
        ("arctic_fox", False),
    ]
    assert seen["seats"][0]["houses"][-1]["place"] == "house"
    assert seen["seats"][0]["enclosures"][0]["place"] == "enclosure:e4-07"


def test_solo_markers_lead_somewhere() -> None:
    seen = view(Table(opening(1) | {"markers": "1 4+"}).state, 0)
    assert [(one["marker"], one["ready"], len(one["positions"])) for one in seen["markers"]] == [
        ("0", False, 0),
        ("1", True, 1),
        ("2", False, 0),
        ("3", False, 0),
        ("4+", True, 21),
    ]
    assert seen["buttons"] == [{"place": "walk"}]
    assert (seen["distance"], seen["last"]) == (0, 50)


def test_a_spectator_has_nothing_to_click() -> None:
    for notation in ((), ("move 1",), ("move 2",)):
        seen = view(Table(opening()).play(*notation).state, SPECTATOR)
        assert seen["viewer"] is None
        assert places(seen) == []


SETUPS = [(1, {}), (1, {"solo_board": "1p-4houses"}), (2, {}), (2, {"short_game_2p": True}), (3, {}), (4, {}), (5, {})]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_place_is_there_once_and_leads_to_a_choice_or_a_reason(seats: int, options: dict[str, Any]) -> None:
    luck = random.Random(seats)
    match = Match(GAME, GAME.setup(seats, **options), SeededDice(seats))
    while not match.over:
        seat = match.pending[0]
        if luck.random() < 0.3:
            masked = match.state.mask(seat)
            asked, there = GAME.prompt(masked), places(GAME.view(masked))
            assert len(set(there)) == len(there)
            chosen = {place for choice in asked.choices for place in choice.path}
            reasons = {place for blocked in asked.blocked for place in blocked.path}
            assert chosen | reasons <= set(there)
            loose = {place for place in there if not place.startswith(("cell:", "strip:"))}
            assert loose <= chosen | reasons
        match.play(seat, luck.choice(match.state.legal_actions(seat)))


def test_features_have_a_fixed_length_and_turn_with_the_viewer() -> None:
    for seats in GAME.seats:
        state = Table(opening(seats)).state
        for viewer in (*range(seats), SPECTATOR):
            assert len(GAME.observe(state.mask(viewer))) == TOTAL
    position = opening()
    lay(position, 1, "e4-07", "F1 G1 F2 G2", "penguin", 2)
    state = Table(position).state
    first, second = FIELDS["seat[0].free"].start, FIELDS["seat[1].free"].start
    assert GAME.observe(state.mask(0))[first:second] == GAME.observe(state.mask(1))[second : second + SEAT_LENGTH]
    assert sum(GAME.observe(state.mask(1))[first : first + 122]) == 105 - 4
