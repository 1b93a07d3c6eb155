"""The view of Frank's Zoo: what is in it, what can be clicked, and what nobody else may see."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.state import SPECTATOR, State
from paddock.games.franks_zoo import GAME
from paddock.games.franks_zoo.features import LENGTH
from paddock.games.franks_zoo.material import ANIMALS
from tests.games.franks_zoo.positions import exchange, full_hands, table

SETUPS = [(3, "simple"), (3, "animals"), *((n, v) for n in (4, 5, 6, 7) for v in ("partners", "simple"))]


def view(state: State, viewer: int) -> Any:
    return json.loads(json.dumps(GAME.view(state.mask(viewer))))


def places(part: Any) -> list[str]:
    """Every place in a view, with repetitions."""
    found = []
    if isinstance(part, dict):
        if "place" in part:
            found.append(part["place"])
        part = list(part.values())
    if isinstance(part, list):
        for entry in part:
            found += places(entry)
    return found


def test_the_food_chain_goes_both_ways() -> None:
    chain = {link["kind"]: link for link in view(table(["1 lion", "1 fox", "1 fish", ""]).state, 0)["chain"]}
    assert len(chain) == 13
    assert chain["polar_bear"]["beats"] == ["seal", "fox", "perch", "mouse"]
    assert chain["polar_bear"]["beaten_by"] == ["whale", "elephant"]
    assert chain["whale"]["beaten_by"] == []
    assert chain["joker"] == {"kind": "joker", "in_deck": 1, "beats": [], "beaten_by": []}
    assert sum(len(link["beats"]) for link in chain.values()) == 29
    for prey in ANIMALS:
        for hunter in ANIMALS:
            assert (hunter in chain[prey]["beaten_by"]) == (prey in chain[hunter]["beats"])


def test_the_hand_and_its_playable_sets() -> None:
    hands = ["1 elephant, 2 lion, 1 mosquito", "1 seal", "1 fish", "2 whale"]
    seen = view(table(hands, ranking="2 polar_bear", owner=3, table="2 seal, 2 polar_bear").state, 0)
    assert [(kind["place"], kind["number"], kind["usable"]) for kind in seen["hand"]] == [
        ("hand:elephant", 1, True),
        ("hand:lion", 2, False),
        ("hand:mosquito", 1, True),
    ]
    assert seen["playable"] == [
        {
            "place": "lay:1 elephant, 1 mosquito",
            "adds": [{"kind": "elephant", "number": 1}, {"kind": "mosquito", "number": 1}],
            "cards": [{"kind": "elephant", "number": 1}, {"kind": "mosquito", "number": 1}],
            "face": "elephant",
            "size": 2,
            "beaten_by": [{"face": "elephant", "size": 3}, {"face": "mouse", "size": 2}],
        }
    ]
    assert seen["buttons"] == [{"place": "pass"}]
    assert seen["trick"]["number"] == 4
    assert seen["trick"]["owner"] == 3
    assert seen["trick"]["ranking"]["beaten_by"] == [
        {"face": "whale", "size": 2},
        {"face": "elephant", "size": 2},
        {"face": "polar_bear", "size": 3},
    ]


def test_teams_question_and_offers() -> None:
    hands = ["1 hedgehog, 1 lion", "1 seal", "1 hedgehog, 1 perch", "2 whale"]
    game = table(hands, variant="partners", ranking="2 mouse", actor=2, owner=1)
    seen = view(game.state, 2)
    assert [(seat["role"], seat["partner"], seat["asked"]) for seat in seen["seats"]] == [
        ("senior", 2, False),
        ("senior", 3, False),
        ("junior", 0, True),
        ("junior", 1, False),
    ]
    assert seen["offers"] == [
        {
            "place": "offer:1 hedgehog",
            "cards": [{"kind": "hedgehog", "number": 1}],
            "toward": [{"face": "hedgehog", "size": 2}],
        }
    ]
    assert seen["buttons"] == [{"place": "ask"}, {"place": "pass"}]
    game.one(2, "ask 1 hedgehog")
    for viewer in (0, 1, SPECTATOR):
        seen = view(game.state, viewer)
        assert (seen["question"]["asker"], seen["question"]["senior"]) == (2, 0)
        assert seen["seats"][2]["known"] == [{"kind": "hedgehog", "number": 1}]


def test_a_sealed_choice_is_seen_by_its_own_seat_only() -> None:
    game = exchange(full_hands(4, 0, s2="1 whale, 1 fox")).play("2 give 1 whale, 1 fox")
    given = [{"kind": "whale", "number": 1}, {"kind": "fox", "number": 1}]
    assert view(game.state, 2)["given"] == given
    assert [view(game.state, viewer)["given"] for viewer in (0, 1, 3, SPECTATOR)] == [[], [], [], []]


def test_cards_set_aside_are_seen_by_the_solo_player_only() -> None:
    hands = ["2 lion", "1 seal", "1 fish", "", ""]
    game = table(hands, variant="partners", aside="1 hedgehog, 1 lion")
    aside = [view(game.state, viewer)["seats"][2]["pile"] for viewer in (0, 2, SPECTATOR)]
    assert [pile["aside"] for pile in aside] == [2, 2, 2]
    assert [len(pile["aside_cards"]) for pile in aside] == [0, 2, 0]


def test_the_result_of_the_hand_before() -> None:
    game = table(["2 lion", "1 seal", "1 fish", "", ""], variant="partners", aside="1 hedgehog, 1 lion")
    game.play("0 lay 2 lion", "1 pass", "2 pass", "1 lay 1 seal")
    result = view(game.state, SPECTATOR)["result"]
    assert result["hand"] == 2
    assert (result["left_seat"], result["left"]) == (2, [{"kind": "fish", "number": 1}])
    assert (result["aside_seat"], len(result["aside"])) == (2, 2)
    ada = next(row for row in result["scores"] if row["seat"] == 0)
    assert ada == {
        "seat": 0,
        "finish": 3,
        "place_points": 3,
        "partner": 3,
        "solo": False,
        "shared": 5,
        "lions": 2,
        "hedgehog": -1,
        "gained": 9,
        "points": 14,
    }
    assert view(game.state, 0)["standings"][0] == 0


def test_unseen_cards_are_those_that_the_viewer_cannot_place() -> None:
    game = table(["2 lion, 1 joker", "1 fish", "1 seal, 1 mosquito", "2 whale"])
    unseen = {card["kind"]: card["number"] for card in view(game.state, 0)["unseen"]}
    assert unseen == {"whale": 2, "seal": 1, "fish": 1, "mosquito": 1}
    assert sum(card["number"] for card in view(game.state, SPECTATOR)["unseen"]) == 8


def test_a_spectator_has_no_hand_and_nothing_to_click() -> None:
    seen = view(table(["2 lion", "1 fish", "1 seal", "2 whale"]).state, SPECTATOR)
    assert seen["viewer"] is None
    assert places(seen) == []


@pytest.mark.parametrize(("seats", "variant"), SETUPS)
def test_views_have_every_place_once_and_reveal_no_other_hand(seats: int, variant: str) -> None:
    """Two truths that differ only in what a viewer may not know give him one view, prompt and observation."""
    luck, rng = random.Random(seats), Rng(seats)
    match = Match(GAME, GAME.setup(seats, variant=variant), SeededDice(seats))
    while not match.over and match.state.leg < 3:
        seat = luck.choice(match.pending)
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        viewer = luck.choice(match.viewers)
        masked = match.state.mask(viewer)
        seen, asked = GAME.view(masked), GAME.prompt(masked)
        there = places(seen)
        assert len(set(there)) == len(there)
        used = {place for choice in asked.choices for place in choice.path}
        assert used <= set(there)
        assert {place for place in there if not place.startswith("hand:")} <= used  # nothing dead to click
        assert {blocked.path[0] for blocked in asked.blocked} <= set(there)
        world = masked.copy()
        world.fill(rng)
        again = world.mask(viewer)
        assert GAME.view(again) == seen
        assert GAME.prompt(again) == asked
        assert GAME.observe(again) == GAME.observe(masked)


def test_features_have_a_fixed_length_and_turn_with_the_viewer() -> None:
    for seats in GAME.seats:
        match = Match(GAME, GAME.setup(seats), SeededDice(1))
        for viewer in match.viewers:
            assert len(GAME.observe(match.state.mask(viewer))) == LENGTH
    state = table(["5 whale", "1 fish", "1 seal", "2 lion"]).state
    assert GAME.observe(state.mask(0))[19] == 1.0
    assert GAME.observe(state.mask(3))[19] == 0.0
    assert GAME.observe(state.mask(3))[23] == pytest.approx(2 / 5)
