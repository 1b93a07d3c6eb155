"""The view of O Zoo le Mio: all that a table on a screen shows, and nothing that the viewer may not know."""

from __future__ import annotations

import json
from typing import cast

import pytest

from paddock.core.state import SPECTATOR
from paddock.games.o_zoo_le_mio import GAME
from paddock.games.o_zoo_le_mio.trial import Effect, Trial
from paddock.games.o_zoo_le_mio.view import OZooLeMioView
from tests.games.o_zoo_le_mio.scene import Scene


def view(scene: Scene, viewer: int) -> OZooLeMioView:
    return cast(OZooLeMioView, GAME.view(scene.state.mask(viewer)))


def test_the_row_of_lots() -> None:
    scene = Scene(2).bid(3, 1).place("(1,1) r180")
    seen = view(scene, 0)
    assert [(lot["number"], lot["face"]["id"], lot["state"], lot["buyer"], lot["price"]) for lot in seen["lots"]] == [
        (1, 24, "built", 0, 3),
        (2, 19, "on_sale", None, None),
        (3, 2, "open", None, None),
        (4, 14, "open", None, None),
        (5, 16, "open", None, None),
    ]
    assert seen["lots"][0]["face"]["a"] == {"animal": "sea", "stars": 2}
    assert (seen["to_turn_up"], len(seen["stack"]), seen["year"], seen["phase"]) == (0, 20, 1, "bid")
    scene.bid(4, 5)
    assert view(scene, 0)["lots"][1] | {"face": None} == {
        "number": 2,
        "face": None,
        "state": "placing",
        "buyer": 1,
        "price": 5,
    }


def test_r2_2_tiles_face_down_are_only_counted() -> None:
    seen = view(Scene(2, 24, 19, 2, rule_set="reference_manual"), 0)
    assert (len(seen["lots"]), seen["to_turn_up"], len(seen["stack"])) == (3, 2, 22)
    assert view(Scene(2, 24, rule_set="professional", face_up_at_year_start=1), 0)["to_turn_up"] is None


def test_a_zoo_has_the_geometry_to_draw_it() -> None:
    zoo = view(Scene(2).bid(3, 1).place("(1,1) r180"), 1)["seats"][0]["zoo"]
    assert zoo["house"] == [[0, -1], [1, -1]]
    assert zoo["start"] == [[0, 0], [1, 0]]
    assert zoo["tiles"] == [{"id": 24, "cell": [1, 1], "other": [0, 1], "rotation": 180, "number": 1, "bushes": 1}]
    assert zoo["grounds"] == [
        {"cell": [0, 1], "animal": "mammals", "stars": 2},
        {"cell": [1, 1], "animal": "sea", "stars": 2},
    ]
    lines = {tuple(sorted((tuple(one), tuple(two)))) for one, two in zoo["paths"]}
    assert lines == {
        ((0, 0), (0, 0.5)),
        ((1, 0), (1, 0.5)),
        ((0, 0), (1, 0)),
        ((0, 0.5), (0, 1)),
        ((1, 0.5), (1, 1)),
        ((0, 1), (1, 1)),
        ((1, 1), (1, 1.5)),
    }
    assert zoo["ends"] == [{"cell": [1, 1], "side": "north", "point": [1, 1.5]}]
    assert zoo["benches"] == [[0.5, 0.5]]
    assert zoo["enclosures"] == [
        {"animal": "mammals", "cells": [[0, 1]], "stars": 2, "number": 1, "best": True, "visitors": 1},
        {"animal": "sea", "cells": [[1, 1]], "stars": 2, "number": 1, "best": True, "visitors": 1},
    ]
    assert zoo["bounds"] == [-1, -1, 2, 2]


def test_the_paths_of_a_tile_with_two_of_them_do_not_meet() -> None:
    """Tile 12: one path through each half."""
    face = view(Scene(2, 12, 19, 2, 14, 16), 0)["lots"][0]["face"]
    assert sorted(map(sorted, face["lines"])) == [
        [[0, -0.5], [0, 0]],
        [[0, 0], [0, 0.5]],
        [[1, -0.5], [1, 0]],
        [[1, 0], [1, 0.5]],
    ]


def test_ranks_and_units_of_a_seat() -> None:
    seat = view(Scene(2).bid(3, 1).place("(1,1) r180"), 1)["seats"][0]
    ranks = {rank["kind"]: (rank["strength"], rank["number"], rank["held"], rank["due"]) for rank in seat["ranks"]}
    nothing = (0, None, 0, 0)
    assert ranks == {
        "apes": nothing,
        "mammals": (2, 1, 1, 1),
        "birds": nothing,
        "reptiles": nothing,
        "sea": (2, 1, 1, 1),
        "bushes": (1, 1, 2, 2),
    }
    assert (seat["visitors"], seat["trees"], seat["benches"], seat["units"], seat["this_year"]) == (2, 2, 1, 5, 5)
    assert (seat["name"], seat["tiles"], seat["income"]) == ("Porky Park", 1, 1)


def test_r6_6_what_is_due_is_shown_though_it_is_dealt_out_later() -> None:
    scene = Scene(2, 24, 19, 2, rule_set="reference_manual").bid(3, 1).place("(1,1) r180")
    rank = view(scene, 0)["seats"][0]["ranks"][1]
    assert (rank["held"], rank["due"]) == (0, 1)


def test_r10_1_purses_are_shown_to_their_owners_or_to_all() -> None:
    scene = Scene(3).bid(3, 1, 0)
    assert [seat["coins"] for seat in view(scene, 0)["seats"]] == [5, None, None]
    assert [seat["coins"] for seat in view(scene, SPECTATOR)["seats"]] == [None, None, None]
    assert [seat["last_bid"] for seat in view(scene, SPECTATOR)["seats"]] == [3, 1, 0]
    opened = Scene(3, coins_open=True).bid(3, 1, 0)
    assert [seat["coins"] for seat in view(opened, SPECTATOR)["seats"]] == [5, 8, 8]


def test_bids_and_what_the_tile_could_bring() -> None:
    seen = view(Scene(2), 0)
    assert [(bid["place"], bid["possible"]) for bid in seen["bids"]][-2:] == [("bid:8", True), ("bid:9", False)]
    assert seen["offer"] == {"placements": 4, "gain": 5, "benches": 1}
    assert seen["turn"] is None
    assert view(Scene(2), SPECTATOR)["bids"] == []
    after = view(Scene(3).play(1, "bid 3"), 1)
    assert (after["sealed"], after["bids"]) == (3, [])
    assert view(Scene(3).play(1, "bid 3"), 0)["sealed"] is None


def trial(scene: Scene, viewer: int) -> Trial:
    found = view(scene, viewer)["trial"]
    assert found is not None
    return found


def effect(scene: Scene, viewer: int, place: str) -> Effect:
    found = next(one["effect"] for one in trial(scene, viewer)["tries"] if one["place"] == place)
    assert found is not None
    return found


def test_a_trial_lists_every_placement_and_what_nearly_is_one() -> None:
    scene = Scene(2).bid(3, 1)
    tries = {one["place"]: one for one in trial(scene, 0)["tries"]}
    legal = {choice.path[-1] for choice in scene.prompt(0).choices}
    assert {place for place, one in tries.items() if one["effect"] is not None} == legal
    assert (tries["turn:(1,1) r180"]["other"], tries["turn:(1,1) r180"]["rotation"]) == ([0, 1], 180)
    assert tries["turn:(0,1) r0"]["effect"] is None  # grass would meet both path ends
    assert "turn:(0,1) r90" not in tries  # it would lie on the starting tile
    assert view(scene, 1)["trial"] is None
    assert view(scene, 1)["turn"] == 0


def test_what_bars_a_square_is_named_once() -> None:
    seen = trial(Scene(2).bid(3, 1), 0)
    assert seen["obstacles"] == [
        {"place": "on:house", "cells": [[0, -1], [1, -1]]},
        {"place": "on:start", "cells": [[0, 0], [1, 0]]},
        {"place": "away", "cells": []},
    ]
    beside = [[-1, 0], [0, 1], [1, 1], [2, 0]]  # and what the tile can reach over the two path ends
    assert [cell for cell in beside if cell in [target["cell"] for target in seen["targets"]]] == beside


def test_an_effect_tells_benches_enclosures_visitors_trees_and_points() -> None:
    """Tile 24, sea life 2 and mammals 2 with a bush, joins both ends of the starting path: nobody else has anything."""
    assert effect(Scene(2).bid(3, 1), 0, "turn:(1,1) r180") == {
        "benches": [[0.5, 0.5]],
        "enclosures": [
            {"animal": "sea", "cells": [[1, 1]], "stars": 2, "before": 0, "best": True},
            {"animal": "mammals", "cells": [[0, 1]], "stars": 2, "before": 0, "best": True},
        ],
        "bushes": 1,
        "moved": [
            {"kind": "mammals", "seat": 0, "before": 0, "after": 1},
            {"kind": "sea", "seat": 0, "before": 0, "after": 1},
            {"kind": "bushes", "seat": 0, "before": 0, "after": 2},
        ],
        "ends": 1,
        "gain": 5,
        "this_year": [5, 0],
    }


def test_an_effect_tells_whose_visitors_move() -> None:
    """Tile 25 brings Ben as many stars for sea life as Ada has, and newer; her visitor stays, for she is second now."""
    scene = Scene(2, 24, 25, 2, 14, 16).bid(3, 1).place("(1,1) r180").bid(0, 1)
    moved = effect(scene, 1, "turn:(1,1) r0")["moved"]
    assert {"kind": "sea", "seat": 1, "before": 0, "after": 2} in moved
    assert {"kind": "bushes", "seat": 0, "before": 2, "after": 1} in moved
    assert not any(one["seat"] == 0 and one["kind"] == "sea" for one in moved)


def test_an_effect_joins_enclosures_and_adds_their_stars() -> None:
    """Tile 16, sea life 2 and apes 2, laid beside the sea life of tile 24."""
    scene = Scene(2, 24, 16, 2, 14, 19).bid(3, 1).place("(0,1) r180").bid(3, 1)
    found = [
        (one["place"], joined)
        for one in trial(scene, 0)["tries"]
        if one["effect"] is not None
        for joined in one["effect"]["enclosures"]
        if len(joined["cells"]) > 1
    ]
    assert found
    for place, joined in found:
        assert (joined["animal"], joined["stars"], joined["before"], joined["best"]) == ("sea", 4, 2, True), place


def test_r6_3_a_tie_says_who_is_ahead() -> None:
    scene = Scene(2, 24, 25, 2, 14, 16).bid(3, 1).place("(1,1) r180").bid(0, 1).place("(1,1) r0")
    ties = [[rank["tie"] for rank in seat["ranks"] if rank["kind"] == "sea"] for seat in view(scene, 0)["seats"]]
    assert ties == [["behind"], ["ahead"]]
    assert {rank["tie"] for rank in view(scene, 0)["seats"][0]["ranks"] if not rank["strength"]} == {None}


def test_r6_5_first_and_second_in_one_zoo_stand_in_two_enclosures() -> None:
    scene = Scene(2, 2, 3, 1, 14, 16, one_rank_per_player=False)
    scene.bid(1, 0).place("(0,1) r0").bid(0, 1)
    scene.play(1, scene.prompt(1).choices[0].notation).bid(1, 0)
    scene.play(0, scene.prompt(0).choices[0].notation)
    for seat in view(scene, 0)["seats"]:
        for rank in seat["ranks"][:5]:
            there = [one for one in seat["zoo"]["enclosures"] if one["animal"] == rank["kind"]]
            assert sum(one["visitors"] for one in there) == rank["held"]


def test_a_view_is_json_and_names_the_rules() -> None:
    seen = view(Scene(4, 1, 2, 3, rule_set="reference_manual"), 2)
    assert json.loads(json.dumps(seen)) == seen
    assert seen["options"]["income"] == "fixed"
    assert seen["options"]["must_extend_path"] is True
    assert seen["options"]["face_up_at_year_start"] == 3


def test_a_whole_state_is_refused() -> None:
    with pytest.raises(ValueError, match="masked"):
        GAME.view(Scene(2).state)


@pytest.mark.parametrize(
    ("rule_set", "last"), [("standard", [5, 4, 3, 2, 1]), ("professional", [8, 7, 6, 5, 4, 3, 2, 1])]
)
def test_when_it_is_over_the_lots_of_the_last_year_stay_in_view(rule_set: str, last: list[int]) -> None:
    """From 25 down tile 9 is the twelfth with bushes, which ends the fourth year of a professional game."""
    scene = Scene(2, *range(25, 0, -1), rule_set=rule_set)
    seen = view(scene, 0)
    while not scene.match.over:
        seen = view(scene, 0)
        seat = scene.match.pending[0]
        scene.match.play(seat, scene.state.legal_actions(seat)[0])
    for lots in (seen["lots"], view(scene, 0)["lots"]):
        assert [(lot["number"], lot["face"]["id"]) for lot in lots] == list(enumerate(last, 1))
