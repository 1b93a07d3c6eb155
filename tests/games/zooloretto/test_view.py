"""The view of Zooloretto: what is in it, what can be clicked, and what learners get."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.state import SPECTATOR, State
from paddock.games.zooloretto import GAME
from paddock.games.zooloretto.features import LENGTH
from tests.games.zooloretto.positions import begun, carrying, table, zoo


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


def test_the_table_before_the_first_turn() -> None:
    seen = view(begun(4).state, 0)
    assert (seen["viewer"], seen["phase"], seen["round"], seen["turn"], seen["bank"]) == (0, "main", 1, 0, 22)
    assert seen["types"] == ["flamingo", "camel", "leopard", "elephant", "panda", "chimpanzee", "zebra"]
    assert (seen["stack"]["main"], seen["stack"]["end"], seen["stack"]["last_round"]) == (86, 15, False)
    assert sum(entry["number"] for entry in seen["stack"]["undrawn"]) == 101
    assert seen["offspring"] == dict.fromkeys(seen["types"], 2)
    assert [(truck["place"], truck["free"], truck["blocked"]) for truck in seen["trucks"]] == [
        (f"truck:{number}", 3, 0) for number in (1, 2, 3, 4)
    ]
    assert seen["prices"] == {"remodel": 1, "purchase": 2, "to_seller": 1, "discard": 2, "expand": 3}
    assert seen["outlooks"] == []


def test_r8_two_players_have_blocked_spaces_and_two_expansions() -> None:
    seen = view(begun(2).state, 1)
    assert [(truck["spaces"], truck["blocked"]) for truck in seen["trucks"]] == [(3, 0), (2, 1), (1, 2)]
    assert [pen["name"] for pen in seen["seats"][0]["enclosures"]] == ["E4", "E5", "E6", "X1", "X2"]
    assert [pen["price"] for pen in seen["seats"][0]["enclosures"]] == [None, None, None, 3, None]
    assert [pen["name"] for pen in view(begun(3).state, 1)["seats"][0]["enclosures"]] == ["E4", "E5", "E6", "X1"]


def test_an_enclosure_has_its_spaces_values_tiles_and_stalls() -> None:
    game = table(zoo("2 zebra, 1 zebra M, 2 snack_cart"))
    pen = view(game.state, 1)["seats"][0]["enclosures"][0]
    zebra = {"name": "zebra", "sort": "animal", "type": "zebra", "kind": "plain"}
    cart = {"name": "snack_cart", "sort": "stall", "type": "snack_cart", "kind": ""}
    assert pen == {
        "place": "zoo:0:E4",
        "name": "E4",
        "built": True,
        "price": None,
        "spaces": 4,
        "full_points": 5,
        "one_short_points": 4,
        "bonus": 1,
        "stall_spaces": 2,
        "type": "zebra",
        "tiles": [zebra, zebra, {"name": "zebra M", "sort": "animal", "type": "zebra", "kind": "male"}],
        "stalls": [{"place": "stall:0:E4:snack_cart", "tile": cart}] * 2,
        "points": 4,
    }


def test_a_barn_is_grouped_as_it_scores_and_as_decisions_name_it() -> None:
    game = table(zoo(barn="1 zebra, 1 zebra M, 1 zebra m, 1 zebra O, 1 camel, 2 fruit_cart"), zoo("1 zebra f"))
    barn = view(game.state, 2)["seats"][0]["barn"]
    assert (barn["place"], barn["points"]) == ("zoo:0:barn", -6)
    assert [(group["type"], group["sort"], group["number"]) for group in barn["groups"]] == [
        ("camel", "animal", 1),
        ("zebra", "animal", 4),
        ("fruit_cart", "stall", 2),
    ]
    lots = {lot["place"]: [tile["kind"] for tile in lot["tiles"]] for lot in barn["groups"][1]["lots"]}
    assert lots == {"barn:0:zebra": ["plain", "father", "young"], "barn:0:zebra M": ["male"]}
    assert view(game.state, 2)["offspring"]["zebra"] == 1


def test_the_scores_are_given_part_by_part() -> None:
    mine = zoo(
        "2 chimpanzee, 1 snack_cart", "4 elephant", "4 panda", x1="5 zebra, 1 fruit_cart", barn="1 camel, 1 flamingo"
    )
    seat = view(table(mine, seats=4).state, 0)["seats"][0]
    assert seat["score"] == {"enclosures": [2, 5, 0, 9, 0], "stalls": 4, "barn": -4, "total": 16}
    assert (seat["standing"], seat["coins"], seat["asked"], seat["truck"]) == (1, 2, True, None)


def test_trucks_tell_their_tiles_and_takers() -> None:
    seen = view(table(zoo(), trucks=["panda F, coin", "taken by 2"]).state, 0)
    assert [tile["name"] for tile in seen["trucks"][0]["tiles"]] == ["panda F", "coin"]
    assert [truck["taker"] for truck in seen["trucks"]] == [None, 2, None]
    assert [truck["free"] for truck in seen["trucks"]] == [1, 0, 3]
    assert [seat["truck"] for seat in seen["seats"]] == [None, None, 2]


def test_tiles_on_their_way() -> None:
    game = carrying(zoo(), "panda, panda, snack_cart")
    seen = view(game.state, 1)
    assert [entry["place"] for entry in seen["carried"]] == ["carried:panda", "carried:panda", "carried:snack_cart"]
    assert (seen["bought"], seen["revealed"]) == (False, None)
    bought = table(zoo(), zoo(barn="1 zebra")).play("0 buy zebra from 1")
    assert view(bought.state, 0)["bought"] is True
    drawn = table(zoo(), phase="load", revealed="zebra F")
    assert view(drawn.state, 2)["revealed"] == {"name": "zebra F", "sort": "animal", "type": "zebra", "kind": "female"}


def test_exchanges_name_both_places() -> None:
    game = table(zoo("3 zebra", "4 panda", barn="2 camel, 6 elephant"))
    assert view(game.state, 0)["exchanges"] == [
        {
            "place": "exchange:E4:E5",
            "between": ["zoo:0:E4", "zoo:0:E5"],
            "types": ["zebra", "panda"],
            "numbers": [3, 4],
        },
        {
            "place": "exchange:E4:camel",
            "between": ["zoo:0:E4", "zoo:0:barn"],
            "types": ["zebra", "camel"],
            "numbers": [3, 2],
        },
        {
            "place": "exchange:E5:camel",
            "between": ["zoo:0:E5", "zoo:0:barn"],
            "types": ["panda", "camel"],
            "numbers": [4, 2],
        },
    ]
    assert view(game.state, 1)["exchanges"] == []


def test_an_outlook_shows_what_a_choice_would_make_of_the_zoo() -> None:
    game = carrying(zoo("2 zebra, 1 zebra F", "1 camel"), "zebra M")
    outlooks = {outlook["choice"]: outlook for outlook in view(game.state, 0)["outlooks"]}
    assert outlooks["place zebra M in E4"] == {
        "choice": "place zebra M in E4",
        "score": {"enclosures": [5, 0, 0, 0, 0], "stalls": 0, "barn": -2, "total": 3},
        "coins": 3,
        "born": 1,
        "born_in_barn": 1,
        "bonus": 1,
    }
    assert outlooks["place zebra M in barn"]["score"]["total"] == 2


def test_r9_1_the_stacks_can_be_left_out() -> None:
    shown, hidden = (view(table(zoo(), show_tiles_left=option).state, 0)["stack"] for option in (True, False))
    assert shown["main"] == 75
    assert (hidden["main"], hidden["end"], hidden["undrawn"]) == (None, None, None)
    assert hidden["last_round"] is False


def test_a_finished_match_counts_its_rounds() -> None:
    game = table(zoo(), left=14, trucks=["coin", "taken by 1", "taken by 2"]).play("0 take 1")
    seen = view(game.state, SPECTATOR)
    assert (seen["viewer"], seen["phase"], seen["round"], seen["turn"]) == (None, "over", 1, None)
    assert seen["buttons"] == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_path_leads_along_places_of_the_view_and_learners_get_equally_many_numbers(seats: int) -> None:
    luck = random.Random(seats)
    match = Match(GAME, GAME.setup(seats), SeededDice(seats))
    while not match.over:
        seat = match.pending[0]
        asked = GAME.prompt(match.state.mask(seat))
        there = set(places(view(match.state, seat)))
        for path in [*(choice.path for choice in asked.choices), *(blocked.path for blocked in asked.blocked)]:
            assert set(path) <= there
        numbers = GAME.observe(match.state.mask(luck.choice(match.viewers)))
        assert len(numbers) == LENGTH
        assert all(-3 <= number <= 5 for number in numbers)
        match.play(seat, luck.choice(asked.choices).action)


def test_learners_see_the_table_from_their_own_seat() -> None:
    game = table(zoo(coins=5), zoo(coins=1), zoo(coins=0))
    first, second = (GAME.observe(game.state.mask(seat)) for seat in (0, 1))
    seat_length = (LENGTH - 116 - 5 * 38) // 5
    start = 116 + 5 * 38
    assert first[start + 4] == second[start + 2 * seat_length + 4] == 0.5
    assert second[start + 4] == pytest.approx(0.1)
    assert not any(first[start + 3 * seat_length :])
