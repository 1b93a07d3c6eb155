"""Written positions of O Zoo le Mio: what is read can be played on, and what is wrong is named."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from paddock.core.errors import BadPosition
from paddock.core.state import CHANCE, NOBODY, WHOLE
from paddock.games.o_zoo_le_mio import GAME, cells
from tests.games.o_zoo_le_mio.scene import Scene

Position = dict[str, Any]


def bidding() -> Position:
    """Three players before the third auction; Ada has tile 24 and a bench, Ben tile 19."""
    scene = Scene(3, pole=(1, 0, 2)).bid(3, 1, 0).place("(1,1) r180").bid(0, 2, 2).place("(0,1) r0")
    return GAME.position(scene.state)


def test_a_position_in_words() -> None:
    position = bidding()
    assert position == {
        "seats": 3,
        "actor": 0,
        "due": 7,
        "leg": 0,
        "viewer": "whole",
        "sealed": ["open", "open", "open"],
        "phase": "bid",
        "start_tile": "front",
        "face_up_at_year_start": "all",
        "allocation_timing": "after_each_tile",
        "tree_tiebreak": "newest",
        "lone_bush_owner_trees": 2,
        "income": "per_tile",
        "fixed_income": 3,
        "year_rule": "five_tiles",
        "must_extend_path": True,
        "final_tiebreak": "shared",
        "unplaceable_tile": "discard",
        "coin_limit": "none",
        "bench_limit": "none",
        "one_rank_per_player": True,
        "coins_open": False,
        "lots": ["24 (1,1) r180 by 0", "19 (0,1) r0 by 1", "2", "14", "16"],
        "sold": 2,
        "coins": [5, 6, 8],
        "flag": [0, 2, 1],
        "points": [0, 0, 0],
        "visitors": [[0, 1, 0, 0, 1], [1, 0, 0, 1, 0], [0, 0, 0, 0, 0]],
        "trees": [1, 2, 0],
        "sheet": [[], [], []],
        "last_bid": [0, 2, 2],
    }
    assert list(position)[-9:] == [
        "lots",
        "sold",
        "coins",
        "flag",
        "points",
        "visitors",
        "trees",
        "sheet",
        "last_bid",
    ]


def test_a_position_is_read_back_with_all_that_follows_from_it() -> None:
    position = bidding()
    state = GAME.from_position(json.loads(json.dumps(position)))
    assert GAME.position(state) == position
    assert [state.cells[cells.BENCH + seat] for seat in range(3)] == [1, 1, 0]
    assert state.cells[cells.ENTRY + 4] == 32 * 2 + 1  # sea life of seat 0: two stars, tile 1


def test_sheets_are_written_year_by_year() -> None:
    scene = Scene(2, *range(1, 11))
    for _ in range(5):
        scene.bid(0, 0)
        seat = int(scene.state.actor)
        scene.play(seat, scene.prompt(seat).choices[0].notation)
    position = GAME.position(scene.state)
    assert [set(row[0]) for row in position["sheet"]] == [{"visitors", "trees", "benches"}] * 2
    for seat in (0, 1):
        assert sum(position["sheet"][seat][0].values()) == position["points"][seat]
    assert (position["leg"], position["sold"], len(position["lots"])) == (1, 0, 10)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("seats", 5, "seats: a number from 2 to 4 is expected, got 5"),
        ("actor", "nobody", "actor: in a sealed round it is the lowest seat of due, 0"),
        ("due", 3, "sealed[2]: a bid is expected"),
        ("due", 0, "due: bids, and bids only, are made in a sealed round"),
        ("leg", 1, "sheet[0]: a list of 1 is expected, got []"),
        ("viewer", 3, "viewer: there is no seat 3 of 3"),
        ("phase", "reveal", "actor: chance hangs the flags and turns up the tiles"),
        ("start_tile", "back", "start_tile: allowed: front, side; got 'back'"),
        ("must_extend_path", 1, "must_extend_path: true or false is expected, got 1"),
        ("coin_limit", 23, "coin_limit: 3 players begin with 24 coins"),
        ("lots", ["24"], "sold: 0 of the lots are done with, got 2"),
        ("sold", 1, "sold: 2 lots are done with, so 2 is expected"),
        ("coins", [5, 6, 127], "coins[2]: at most 85 are possible now"),
        ("flag", [0, 2, 2], "flag: flags hang at different places, without a gap from the top"),
        ("flag", [0, 2, "none"], "flag: every flag hangs in phase bid"),
        ("points", [0, 1, 0], "points[1]: by its sheet this seat has 0"),
        ("last_bid", [0, 2, "none"], "last_bid[2]: a bid is expected"),
        ("visitors", [[0, 1, 0, 0, 2], [1, 0, 0, 1, 0], [0] * 5], "visitors[0][4]: 1 is expected by the ranks"),
        ("visitors", [[0, 1, 0, 0, 1], [1, 0, 0, 1, 0]], "visitors: a list of 3 is expected"),
        ("trees", [2, 1, 0], "trees[0]: 1 is expected by the ranks"),
        ("trees", [4, 1, 0], "trees[0]: a number from 0 to 3 is expected, got 4"),
        ("sealed", [1, "open", "open"], "sealed[0]: open is expected"),
        ("unplaceable_tile", "nothing", "unplaceable_tile: allowed: discard, keep_for_income"),
    ],
)
def test_what_is_wrong_is_named(field: str, value: object, said: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.from_position({**bidding(), field: value})
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("lots", "said"),
    [
        (["24 (1,1) r180 by 0", "19 (0,1) r0 by 3", "2", "14", "16"], "lots[1]: there is no seat 3 of 3"),
        (["24 (1,1) r0 by 0", "19 (0,1) r180 by 1", "2", "14", "16"], "lots[1]: the tile does not fit at (0,1)"),
        (["24 (1,1) r180 by 0", "24 (0,1) r180 by 1", "2", "14", "16"], "lots[1]: the same tile again"),
        (["24 (1,1) r180 by 0", "19 kept by 1", "2", "14", "16"], "lots[1]: discarded is expected here"),
        (["24 (1,1) r180 by 0", "2", "19 (0,1) r0 by 1", "14", "16"], "lots[1]: lots that are done with come before"),
        (["24 (1,1) r180 by 0", "19 (0,1) r0 by 1", "2", "14"], "phase: the next tile is to be turned up"),
        (["24 (1,1) r180 by 0", "19 (0,1) r0 by 1", "2", "14", "16", "1"], "lots: a year has five tiles"),
        (["24 (1,1) r180 by 0", "19 (0,1) r0 by 1", "2", "14", "26"], "lots[4]: there is no tile 26"),
        (["24 (1,1) r180 by 0", "19 (0,1) r0 by 1", "2", "14", ""], "lots[4]: only tiles that are turned up"),
        (["24 (1,1) r180 by 0", "19 (0,60) r0 by 1", "2", "14", "16"], "lots[1]: no zoo reaches as far"),
        (["24 (1, 1) r180 by 0", "19 (0,1) r0 by 1", "2", "14", "16"], "lots[0]: a lot such as"),
        (["24 (1,1) r180 by 0", "19 (0,1) r0 by 1", "2", "14", 16], "lots[4]: a lot such as"),
    ],
)
def test_a_lot_that_cannot_be_is_named(lots: list[object], said: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.from_position({**bidding(), "lots": lots})
    assert said in str(refusal.value)


def test_a_tile_to_be_placed_must_fit_somewhere() -> None:
    scene = Scene(2, 16, 12, 2, 14, 24).bid(3, 1).place("(0,1) r270")
    wrong = {**GAME.position(scene.state), "phase": "place", "due": 0, "actor": 0}
    with pytest.raises(BadPosition, match="lots: the tile to be placed fits nowhere in the zoo of seat 0"):
        GAME.from_position(wrong)


def test_a_masked_position_holds_no_bid_of_another() -> None:
    state = Scene(3).play(1, "bid 3").state
    assert GAME.position(state)["sealed"] == ["open", 3, "open"]
    assert GAME.position(state.mask(0))["sealed"] == ["open", "open", "open"]
    wrong = {**GAME.position(state), "viewer": 0}
    with pytest.raises(BadPosition, match=r"sealed\[1\]: open is expected, for the viewer does not know this bid"):
        GAME.from_position(wrong)
    with pytest.raises(BadPosition, match=r"sealed\[1\]: this seat has 8 coins"):
        GAME.from_position({**GAME.position(state), "sealed": ["open", 9, "open"]})


def test_r6_6_with_dealing_at_the_years_end_nobody_has_anything_in_the_first_year() -> None:
    position = GAME.position(Scene(2, 24, 19, 2, rule_set="reference_manual").state)
    wrong = {**position, "visitors": [[1, 0, 0, 0, 0], [0] * 5]}
    with pytest.raises(BadPosition, match=r"visitors\[0\]\[0\]: 0 is expected in the first year"):
        GAME.from_position(wrong)


def tampered(position: Position, chance: random.Random) -> Position:
    """The position with a plausible change or two."""
    changed = copy.deepcopy(position)
    for _ in range(chance.choice((1, 1, 2))):
        name = chance.choice(list(changed))
        value = changed[name]
        if isinstance(value, bool):
            changed[name] = not value
        elif isinstance(value, int):
            changed[name] = value + chance.choice((-1, 1, 2))
        elif isinstance(value, str):
            changed[name] = chance.choice(("fixed", "year_end", "flag", "three_bush_tiles", "place", "side", 1, 2))
        elif value and isinstance(value[0], str) and name == "lots":
            value[chance.randrange(len(value))] = chance.choice(("9 discarded by 0", "3", "4 (0,1) r0 by 0", value[-1]))
        elif value and isinstance(value[0], (int, str)):
            value[chance.randrange(len(value))] = chance.choice((0, 1, 2, 7, 60, 100, 127, "none", "open"))
    return changed


def test_whatever_is_accepted_can_be_played_to_the_end() -> None:
    chance = random.Random(3)
    accepted = 0
    for number in range(25):
        rule_set = ("standard", "reference_manual", "professional")[number % 3]
        scene = Scene(2 + number % 3, *chance.sample(range(1, 26), 25), rule_set=rule_set)
        for _ in range(chance.randrange(70)):
            seat = chance.choice(scene.match.pending)
            scene.match.play(seat, chance.choice(scene.state.legal_actions(seat)))
        for _ in range(20):
            wanted = tampered(GAME.position(scene.state), chance)
            try:
                state = GAME.from_position(wanted)
            except BadPosition:
                continue
            accepted += 1
            assert GAME.position(state) == wanted
            while state.viewer == WHOLE and state.actor != NOBODY:
                seat = CHANCE if state.actor == CHANCE else chance.choice(state.pending())
                actions = [k for k, _ in state.chance()] if seat == CHANCE else state.legal_actions(seat)
                state.apply(seat, chance.choice(actions))
            state.check()
    assert accepted > 50
