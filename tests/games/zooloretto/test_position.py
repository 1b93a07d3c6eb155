"""Written positions of Zooloretto: there and back again, and every impossible one refused by name."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.core.dice import SeededDice
from paddock.core.errors import BadPosition, BadSetup
from paddock.core.match import Match
from paddock.core.state import CHANCE, HEAD, SPECTATOR, State
from paddock.games.zooloretto import GAME, cells
from tests.games.mutated import demand_refused_or_playable
from tests.games.zooloretto.positions import position, table, zoo

BUSY = [
    zoo("3 zebra, 1 zebra M, 1 snack_cart", "2 panda", barn="1 elephant, 1 fruit_cart", coins=3),
    zoo("1 camel m, 1 camel f, 1 camel O", x1="1 popcorn_booth"),
    zoo(barn="1 leopard F"),
]


def busy(**changes: Any) -> dict[str, Any]:
    return position(BUSY, trucks=["panda, coin", "taken by 1", ""], **changes)


def walk(seats: int, seed: int, events: int, **options: object) -> list[State]:
    """Whole states of a random match, one for each event, chance included."""
    luck = random.Random(seed)
    match = Match.blank(GAME, GAME.setup(seats, **options), SeededDice(seed))
    states = [match.state.copy()]
    while not match.over and len(match.events) < events:
        if match.state.actor == CHANCE:
            match.roll()
        else:
            match.play(match.pending[0], luck.choice(match.state.legal_actions(match.pending[0])))
        states.append(match.state.copy())
    return states


def refusal(given: Any) -> str:
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(given)
    return str(refused.value)


def test_the_fields_cover_every_cell_once() -> None:
    assert GAME.layout.gaps() == []


def test_the_first_own_cell_follows_the_kernels() -> None:
    assert cells.PHASE == HEAD


@pytest.mark.parametrize("seats", GAME.seats)
def test_positions_come_back_as_they_were_whole_and_masked(seats: int) -> None:
    for state in walk(seats, seed=seats, events=900)[::5]:
        for sight in (state, *(state.mask(viewer) for viewer in (*range(seats), SPECTATOR))):
            written = json.loads(json.dumps(GAME.position(sight)))
            assert GAME.from_position(written).key() == sight.key()


def test_a_position_reads_like_a_table() -> None:
    written = GAME.position(GAME.from_position(busy()))
    assert written["e4"] == ["3 zebra, 1 zebra M, 1 snack_cart", "1 camel m, 1 camel f, 1 camel O", ""]
    assert written["x1"] == ["unbuilt", "1 popcorn_booth", "unbuilt"]
    assert written["barn"] == ["1 elephant, 1 fruit_cart", "", "1 leopard F"]
    assert written["trucks"] == ["panda, coin", "taken by 1", "", "", ""]
    assert written["types"] == "flamingo, camel, leopard, elephant, panda, zebra"
    assert written["undrawn"].startswith("7 flamingo, 2 flamingo M, 2 flamingo F, 7 camel, 1 camel M, 1 camel F, ")
    assert written["undrawn"].endswith("2 snack_cart, 3 drinks_kiosk, 2 fruit_cart, 2 popcorn_booth, 11 coin")
    assert (written["bank"], written["coins"]) == (23, [3, 2, 2])
    assert (written["turn"], written["revealed"], written["carried"], written["gone"]) == (0, "none", "", "")


def test_tiles_may_be_written_in_any_order() -> None:
    given = busy()
    given["e4"][0] = "1 snack_cart, 1 zebra M,  3 zebra"
    assert GAME.position(GAME.from_position(given))["e4"][0] == "3 zebra, 1 zebra M, 1 snack_cart"


@pytest.mark.parametrize(
    ("field", "wrong", "reason"),
    [
        ("seats", 6, "seats: a number from 1 to 5 is expected, got 6"),
        ("e4", ["8 zebra", "", ""], "e4[0]: there are 7 zebra, got 8"),
        ("e4", ["1 zerba", "", ""], "e4[0]: no tile is called 'zerba'"),
        ("e4", ["1 zebra X", "", ""], "e4[0]: no tile is called 'zebra X'"),
        ("e4", ["zebra", "", ""], "e4[0]: a number and a tile such as '2 zebra' are expected, got 'zebra'"),
        ("e4", ["1 zebra, 1 zebra", "", ""], "e4[0]: zebra is listed twice"),
        ("e4", [3, "", ""], "e4[0]: tiles such as '2 zebra, 1 zebra M' are expected, got 3"),
        ("e4", "3 zebra", "e4: a list of 3 is expected"),
        ("e4", ["1 zebra, 1 panda", "", ""], "e4[0]: only one type lives in an enclosure, not panda and zebra"),
        ("e4", ["5 zebra", "", ""], "e4[0]: there are 4 spaces"),
        ("e5", ["1 snack_cart, 1 fruit_cart", "", ""], "e5[0]: stalls have 1 space here"),
        ("e4", ["1 coin", "", ""], "e4[0]: a coin tile becomes money"),
        ("e4", ["unbuilt", "", ""], "e4[0]: a number and a tile"),
        ("e4", ["1 zebra M, 1 zebra F", "", ""], "e4[0]: M and F breed at once"),
        ("x2", ["unbuilt", "", "unbuilt"], "x2[1]: unbuilt is expected with 3 seats"),
        ("barn", ["1 coin", "", ""], "barn[0]: a coin tile becomes money"),
        ("barn", ["1 kangaroo", "", ""], "barn[0]: kangaroo is not in play"),
        ("barn", ["1 elephant", "", "1 leopard F"], "undrawn: all fields together have 2 fruit_cart, 3 are expected"),
        ("barn", ["1 fruit_cart", "", "1 leopard F"], "undrawn: all fields together have 6 elephant, 7 are expected"),
        ("undrawn", "1 zebra m", "undrawn: zebra m is never drawn"),
        ("revealed", "zebra O", "revealed: zebra O is never drawn"),
        ("revealed", "zebra", "revealed: there is none in phase main"),
        ("revealed", 7, "revealed: a tile such as 'zebra M', or 'none', is expected"),
        ("carried", "zebra", "carried: there is none in phase main"),
        ("carried", "zebra, zebra, zebra, zebra", "carried: 3 tiles at most"),
        ("trucks", ["panda m", "", "", "", ""], "trucks[0]: panda m is never on a truck"),
        ("trucks", ["panda, coin", "taken by 1", "", "coin", ""], "trucks[3]: there are 3 trucks with 3 seats"),
        ("trucks", ["panda, coin", "taken by 3", "", "", ""], "trucks[1]: there is no seat 3 with 3 players"),
        ("trucks", ["taken by 1", "taken by 1", "", "", ""], "trucks[1]: seat 1 has taken another truck"),
        ("trucks", ["panda, coin", "taken by 0", "", "", ""], "turn: seat 0 has taken a truck and passed"),
        ("trucks", ["taken by Ben", "", "", "", ""], "trucks[0]: no tile is called 'taken by Ben'"),
        ("phase", "sleep", "phase: allowed: types, starter, main"),
        ("phase", "load", "revealed: there must be a tile in phase load"),
        ("phase", "place", "carried: there must be a tile in phase place"),
        ("phase", "reveal", "actor: chance decides in phase reveal"),
        ("phase", "over", "actor: nobody decides when the match is over"),
        ("phase", "types", "types: more than 6 are in play while some are being removed"),
        ("types", "zebra, panda", "types: 6 are in play with 3 seats, got 2"),
        ("types", "zebra, zebra", "types: some of flamingo"),
        ("types", "", "types: some of flamingo"),
        ("actor", 3, "actor: there is no seat 3 with 3 players"),
        ("actor", 2, "turn: seat 2 decides, so it is that seat's turn"),
        ("actor", "chance", "actor: a seat decides in phase main"),
        ("turn", "none", "turn: seat 0 decides"),
        ("viewer", 4, "viewer: there is no seat 4 with 3 players"),
        ("due", 1, "due: nobody ever decides in secret"),
        ("sealed", [0, "open", "open"], "sealed[0]: nobody ever decides in secret"),
        ("leg", 99, "leg: no more than 5 rounds can have been played"),
        ("bank", 24, "bank: bank and coins are 31, 30 are expected"),
        ("bank", -1, "bank: a number from 0 to 999 is expected"),
        ("streak", 101, "streak: a number from 0 to 100 is expected"),
        ("stall_to_barn", 1, "stall_to_barn: true or false is expected, got 1"),
    ],
)
def test_what_is_wrong_is_named(field: str, wrong: object, reason: str) -> None:
    given = busy()
    given[field] = wrong
    assert reason in refusal(given)


def test_missing_and_unknown_fields_are_named() -> None:
    given = busy()
    del given["gone"]
    assert refusal(given) == "gone: the field is missing"
    assert "colour: no such field" in refusal(busy() | {"colour": "red"})
    assert "barn_high: no such field" in refusal(busy() | {"barn_high": []})


def test_r5_1_births_leave_as_many_fathers_mothers_and_young() -> None:
    given = busy()
    given["e4"][1] = "1 camel m, 1 camel f"
    assert refusal(given) == "e4[1]: as many m, f and O of a type are expected, not 1 m, 1 f and 0 O of camel"


def test_r8_1_expansions_are_built_in_order() -> None:
    given = position([zoo(), zoo()])
    given["x2"][0] = ""
    assert refusal(given) == "x2[0]: X1 is built first"
    given["x1"][0] = ""
    GAME.from_position(given)


def test_r8_2_the_second_and_third_truck_of_two_players_are_smaller() -> None:
    assert "trucks[1]: it has 2 spaces, got 3 tiles" in refusal(
        position([zoo(), zoo()], trucks=["", "panda, panda, panda"])
    )
    assert "trucks[2]: it has 1 spaces, got 2 tiles" in refusal(position([zoo(), zoo()], trucks=["", "", "coin, coin"]))


def test_r7_1_a_round_can_be_played_out_and_a_finished_match_has_touched_the_end_stack() -> None:
    assert refusal(position([zoo()] * 3, left=8)) == "undrawn: the 9 free spaces of the trucks need as many tiles"
    GAME.from_position(position([zoo()] * 3, left=9, trucks=["taken by 1", "taken by 2"]))
    over = {"phase": "over", "actor": "nobody", "turn": "none", "leg": 3}
    assert "fewer than 15 are undrawn" in refusal(position([zoo()] * 3, left=15, **over))
    GAME.from_position(position([zoo()] * 3, left=14, **over))
    assert "trucks are empty" in refusal(position([zoo()] * 3, left=14, trucks=["panda"], **over))
    assert "leg: a match is over after a round" in refusal(position([zoo()] * 3, left=14, **over | {"leg": 0}))


def test_r7_1_no_round_begins_once_the_end_stack_is_touched() -> None:
    # Fifteen are in the end stack; three seats have trucks with three spaces each.
    assert "1 of the end stack's are missing" in refusal(position([zoo()] * 3, left=14))
    GAME.from_position(position([zoo()] * 3, left=14, trucks=["panda"]))
    GAME.from_position(position([zoo()] * 3, left=14, phase="load", revealed="panda"))
    assert "this round has drawn 3 tiles at most" in refusal(position([zoo()] * 3, left=11, trucks=["taken by 1"]))
    GAME.from_position(position([zoo()] * 3, left=12, trucks=["taken by 1"]))
    over = {"phase": "over", "actor": "nobody", "turn": "none", "leg": 3}
    GAME.from_position(position([zoo()] * 3, left=6, **over))
    assert "this round has drawn 9 tiles at most" in refusal(position([zoo()] * 3, left=5, **over))


def test_r2_7_a_row_of_money_actions_ends_with_a_draw_or_a_taken_truck_and_buying_is_one() -> None:
    drawn = position([zoo()] * 3, phase="load", revealed="panda")
    assert refusal(drawn | {"streak": 1}) == "streak: nobody has just paid in phase load"
    taken = position([zoo()] * 3, phase="place", carried="panda", trucks=["taken by 0"])
    assert refusal(taken | {"streak": 1}) == "streak: nobody has just paid in phase place"
    bought = position([zoo()] * 3, phase="place", carried="panda")
    assert "streak: the tile in hand was bought" in refusal(bought)
    GAME.from_position(bought | {"streak": 1})
    GAME.from_position(position([zoo()] * 3, streak=99))


def test_r4_6_what_is_carried_comes_from_a_truck_or_is_a_single_bought_tile() -> None:
    taken = {"phase": "place", "trucks": ["taken by 0"]}
    GAME.from_position(position([zoo()] * 3, carried="panda, panda, snack_cart", **taken))
    assert "carried: panda m never comes from a truck" in refusal(
        position([zoo("1 panda f, 1 panda O"), zoo(), zoo()], carried="panda m", **taken)
    )
    GAME.from_position(
        position([zoo("1 panda f, 1 panda O"), zoo(), zoo()], carried="panda m", phase="place", streak=1)
    )
    assert refusal(position([zoo()] * 3, carried="panda, panda", phase="place")) == "carried: one tile"
    assert "a coin tile becomes money and is never carried" in refusal(
        position([zoo()] * 3, carried="coin", **taken) | {"bank": 24}
    )


def test_r1_nothing_has_happened_before_the_first_turn() -> None:
    start = GAME.position(GAME.start(GAME.setup(4, start_player=2)))
    assert (start["phase"], start["turn"], start["actor"]) == ("types", 2, "chance")
    assert GAME.from_position(start).pending() == []
    for field, wrong, reason in [
        ("coins", [1, 3, 2, 2], "coins[0]: everybody begins with 2"),
        ("x1", ["", *["unbuilt"] * 3], "x1[0]: nobody begins with an expansion"),
        ("streak", 1, "streak: nobody has paid"),
        ("leg", 1, "leg: no more than 0 rounds"),
        ("trucks", ["taken by 1", "", "", "", ""], "trucks[0]: nobody has taken one"),
    ]:
        assert reason in refusal(start | {field: wrong})
    barn = start | {"barn": ["1 zebra", "", "", ""], "undrawn": start["undrawn"].replace("7 zebra,", "6 zebra,")}
    assert refusal(barn) == "barn[0]: no tiles are here in phase types"


def test_r6_4_an_unlimited_bank_may_have_paid_more_than_it_had() -> None:
    assert "at least 30 are expected" in refusal(busy(unlimited_bank=True) | {"bank": 22})
    GAME.from_position(busy(unlimited_bank=True) | {"bank": 40})


def test_r1_3_the_option_takes_types_in_any_order_and_spelling() -> None:
    named = "flamingo+camel+leopard+elephant+panda"
    for spelled in (
        named,
        "panda, camel,flamingo, elephant leopard",
        ["panda", "camel", "flamingo", "elephant", "leopard"],
    ):
        assert GAME.setup(2, animal_types=spelled).options["animal_types"] == named
    assert GAME.setup(2, animal_types=" Random ").options["animal_types"] == "random"
    for wrong, reason in [
        ("zebra", "5 types are in play with 2 seats, not 1"),
        (f"{named}+zebra", "5 types are in play with 2 seats, not 6"),
        ("flamingo+flamingo+leopard+elephant+panda", "a type is named twice"),
        ("flamingo+camel+leopard+elephant+cow", "'cow' is no type"),
        (7, "7 is not offered"),
        ([], "5 types are in play with 2 seats, not 0"),
    ]:
        with pytest.raises(BadSetup, match=reason):
            GAME.setup(2, animal_types=wrong)


def test_notations_of_all_decisions() -> None:
    mine = zoo("2 zebra, 1 snack_cart", "2 panda", x1="", barn="1 panda F, 1 elephant, 1 fruit_cart", coins=5)
    game = table(mine, zoo(barn="1 zebra M, 1 popcorn_booth"), trucks=["panda, coin"])
    legal = game.legal(0)
    assert {"draw", "take 1", "move panda F to E5", "move panda F to X1", "move fruit_cart from barn to X1"} <= legal
    assert {"move snack_cart from E4 to barn", "exchange E4 E5", "exchange E4 barn elephant"} <= legal
    assert {"buy zebra M from 1", "buy popcorn_booth from 1", "discard panda F", "discard fruit_cart"} <= legal
    assert "expand" not in legal
    game.play("0 buy zebra M from 1")
    assert game.legal(0) == {
        "place zebra M in E4",
        "place zebra M in E6",
        "place zebra M in X1",
        "place zebra M in barn",
    }


def test_a_decision_names_a_lot_and_takes_the_first_of_n_o_m_f() -> None:
    game = table(zoo(), zoo(barn="1 zebra m, 1 zebra f, 1 zebra O, 1 zebra M"), coins=[2, 2, 2])
    assert game.legal(0, "buy") == {"zebra from 1", "zebra M from 1"}
    game.play("0 buy zebra from 1")
    assert game.get("carried") == "zebra O"
    assert "place zebra in E4" in game.legal(0)


EXAMPLES = [
    GAME.position(sight)
    for seats in GAME.seats
    for state in walk(seats, seed=seats, events=600)[::37]
    for sight in (state, state.mask(seats - 1))
]
WORDS = [
    "none",
    "open",
    "chance",
    "nobody",
    "whole",
    "spectator",
    "types",
    "starter",
    "main",
    "reveal",
    "load",
    "place",
]
TILES = [
    "",
    "over",
    "unbuilt",
    "taken by 0",
    "1 zebra M",
    "2 panda",
    "zebra",
    "coin",
    "1 snack_cart",
    "3 coin",
    "panda, coin",
]
ODD: list[object] = [None, True, False, 0, 1, -1, 3, 15, 10**20, 1.5, [], {}, [0], *WORDS, *TILES]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_mutated_position_is_refused_or_can_be_played(data: st.DataObject) -> None:
    demand_refused_or_playable(GAME, EXAMPLES, ODD, data)
