"""R10, rule sets and options."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.errors import BadSetup
from paddock.core.state import SPECTATOR
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import begun
from tests.games.o_zoo_le_mio.referee import OPTIONS

STANDARD = {
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
}
MANUAL = STANDARD | {
    "face_up_at_year_start": 3,
    "allocation_timing": "year_end",
    "tree_tiebreak": "flag",
    "income": "fixed",
    "final_tiebreak": "visitors_then_trees",
}
PROFESSIONAL = STANDARD | {"year_rule": "three_bush_tiles"}


@pytest.mark.parametrize(
    ("rule_set", "options"), [("standard", STANDARD), ("reference_manual", MANUAL), ("professional", PROFESSIONAL)]
)
def test_r10_a_rule_set_gives_the_options_their_values(rule_set: str, options: dict[str, Any]) -> None:
    setup = GAME.setup(4, rule_set=rule_set)
    assert dict(setup.options) == {"rule_set": rule_set, **options}
    written = GAME.position(GAME.start(setup))
    assert {name: written[name] for name in options} == options
    assert "rule_set" not in written


def test_r10_the_standard_rules_are_played_when_nothing_is_said() -> None:
    assert GAME.setup(2) == GAME.setup(2, rule_set="standard")


def test_r10_a_rule_set_is_nothing_but_its_options() -> None:
    assert GAME.start(GAME.setup(3, rule_set="reference_manual")).key() == GAME.start(GAME.setup(3, **MANUAL)).key()
    assert GAME.start(GAME.setup(3, rule_set="professional")).key() == GAME.start(GAME.setup(3, **PROFESSIONAL)).key()


VALUES: dict[str, list[Any]] = {
    "start_tile": ["front", "side"],
    "face_up_at_year_start": ["all", 1, 2, 3, 4, 5],
    "allocation_timing": ["after_each_tile", "year_end"],
    "tree_tiebreak": ["newest", "flag"],
    "lone_bush_owner_trees": [2, 1],
    "income": ["per_tile", "fixed"],
    "fixed_income": [0, 3, 20],
    "year_rule": ["five_tiles", "three_bush_tiles"],
    "must_extend_path": [True, False],
    "final_tiebreak": ["shared", "flagpole", "visitors_then_trees"],
    "unplaceable_tile": ["discard", "keep_for_income"],
    "coin_limit": ["none", 24, 35, 150],
    "bench_limit": ["none", 0, 15, 60],
    "one_rank_per_player": [True, False],
    "coins_open": [False, True],
}


@pytest.mark.parametrize("rule_set", ["standard", "reference_manual", "professional"])
@pytest.mark.parametrize("name", list(OPTIONS))
def test_r10_every_option_can_be_set_alone_over_any_rule_set(rule_set: str, name: str) -> None:
    plain = dict(GAME.setup(3, rule_set=rule_set).options)
    for value in VALUES[name]:
        setup = GAME.setup(3, rule_set=rule_set, **{name: value})
        assert dict(setup.options) == plain | {name: value}
        state = GAME.start(setup)
        state.check()
        assert GAME.position(state)[name] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rule_set", "house"),
        ("start_tile", "back"),
        ("face_up_at_year_start", 0),
        ("face_up_at_year_start", 6),
        ("allocation_timing", "never"),
        ("lone_bush_owner_trees", 3),
        ("fixed_income", 21),
        ("fixed_income", -1),
        ("coin_limit", 23),
        ("coin_limit", 151),
        ("bench_limit", -1),
        ("bench_limit", 61),
        ("must_extend_path", "perhaps"),
        ("colour", "red"),
    ],
)
def test_r10_other_values_are_refused(name: str, value: Any) -> None:
    with pytest.raises(BadSetup, match=name):
        GAME.setup(3, **{name: value})


@pytest.mark.parametrize(("seats", "least"), [(2, 16), (3, 24), (4, 32)])
def test_r10_a_coin_limit_is_at_least_eight_a_player(seats: int, least: int) -> None:
    assert GAME.setup(seats, coin_limit=least).options["coin_limit"] == least
    with pytest.raises(BadSetup):
        GAME.setup(seats, coin_limit=least - 1)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_r10_1_purses_are_in_every_mask_for_they_follow_from_what_is_public(viewer: int) -> None:
    on = begun(3).bids(1, 5, 2)
    assert GAME.position(on.state.mask(viewer))["coins"] == [8, 3, 8]
