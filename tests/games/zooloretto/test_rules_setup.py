"""Set-up: R1, R8.1, R9; rulings A1, A2, A17; edge case 1."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.errors import BadPosition, BadSetup, UndoRefused
from paddock.core.match import UNDO
from paddock.core.state import CHANCE
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import FIVE_TYPES, Table, begun, decide, position, table, zoo
from tests.games.zooloretto.referee import TYPES, conserved, tiles

SIX_TYPES = FIVE_TYPES + "+chimpanzee"


def start(seats: int, **options: Any) -> Table:
    return Table(GAME.start(GAME.setup(seats, **options)))


def test_two_to_five_play() -> None:
    assert (GAME.name, GAME.title, GAME.seats) == ("zooloretto", "Zooloretto", range(2, 6))


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match="2 to 5"):
        GAME.setup(seats)


def test_r9_the_options_and_their_defaults() -> None:
    usual = {
        "animal_types": "random",
        "start_player": "random",
        "stall_to_barn": True,
        "unlimited_bank": False,
        "show_tiles_left": True,
    }
    assert [option.name for option in GAME.options] == list(usual)
    assert dict(GAME.setup(4).options) == usual


@pytest.mark.parametrize(
    "wrong",
    [
        {"start_player": 4},
        {"start_player": -1},
        {"start_player": "somebody"},
        {"stall_to_barn": "perhaps"},
        {"unlimited_bank": 2},
        {"show_tiles_left": "some"},
        {"animal_types": "none"},
        {"pandas": 3},
    ],
)
def test_r9_values_that_are_not_offered_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match=next(iter(wrong))):
        GAME.setup(4, **wrong)


# R1.1 tiles.


def test_r1_1_every_type_has_seven_plain_two_male_two_female_tiles() -> None:
    undrawn = tiles(start(5, start_player=0).get("undrawn"))
    for kind in TYPES:
        assert [undrawn[kind], undrawn[f"{kind} M"], undrawn[f"{kind} F"]] == [7, 2, 2]


def test_r1_1_there_are_three_of_each_stall_and_twelve_coin_tiles() -> None:
    undrawn = start(5, start_player=0).get("undrawn")
    assert undrawn.endswith("3 snack_cart, 3 drinks_kiosk, 3 fruit_cart, 3 popcorn_booth, 12 coin")


@pytest.mark.parametrize(
    ("seats", "types", "squares"),
    [(2, FIVE_TYPES, 79), (3, SIX_TYPES, 90), (4, SIX_TYPES + "+zebra", 101), (5, "+".join(TYPES), 112)],
)
def test_r1_1_r1_3_square_tiles_by_seats(seats: int, types: str, squares: int) -> None:
    at = start(seats, animal_types=types, start_player=0)
    assert tiles(at.get("undrawn")).total() == squares
    assert at.get("types") == types.replace("+", ", ")
    conserved(at.position)


def test_r1_1_offspring_are_never_among_the_drawn_tiles() -> None:
    assert not any(name.endswith((" O", " m", " f")) for name in tiles(start(5).get("undrawn")))


# R1.2 boards, R1.5 coins.


@pytest.mark.parametrize(("seats", "bank"), [(2, 26), (3, 24), (4, 22), (5, 20)])
def test_r1_5_two_coins_each_and_the_rest_in_the_bank(seats: int, bank: int) -> None:
    assert start(seats).money == [2] * seats + [bank]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r1_2_zoos_trucks_and_barns_begin_empty_and_expansions_unbuilt(seats: int) -> None:
    at = start(seats)
    for field in ("e4", "e5", "e6", "barn"):
        assert at.get(field) == [""] * seats
    for field in ("x1", "x2"):
        assert at.get(field) == ["unbuilt"] * seats
    assert at.get("trucks") == [""] * 5
    assert (at.get("leg"), at.get("streak"), at.get("gone")) == (0, 0, "")


# R1.3 types.


@pytest.mark.parametrize(("seats", "removed"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_r1_3_a01_chance_removes_types_one_by_one_all_alike(seats: int, removed: int) -> None:
    at = start(seats)
    there = list(TYPES)
    for _ in range(removed):
        assert at.get("phase") == "types"
        assert at.chance() == {f"without {kind}": 1 for kind in there}
        leaving = there.pop(2)
        at.play(f"chance without {leaving}")
    assert at.get("phase") == "starter"
    assert at.get("types") == ", ".join(there)
    assert tiles(at.get("undrawn")).total() == 11 * len(there) + 24


def test_a01_the_types_in_play_can_be_named() -> None:
    at = start(2, animal_types="camel+panda+chimpanzee+zebra+kangaroo")
    assert at.get("phase") == "starter"
    assert at.get("types") == "camel, panda, chimpanzee, zebra, kangaroo"
    assert "flamingo" not in at.get("undrawn")


@pytest.mark.parametrize(
    ("seats", "types"),
    [
        (2, SIX_TYPES),
        (3, FIVE_TYPES),
        (4, "+".join(TYPES)),
        (5, SIX_TYPES),
        (2, "flamingo+camel+leopard+elephant+elephant"),
        (2, "flamingo+camel+leopard+elephant+snack_cart"),
        (2, "flamingo+camel+leopard+elephant+penguin"),
        (2, ""),
    ],
)
def test_a01_a_wrong_number_a_double_or_an_unknown_type_is_refused(seats: int, types: str) -> None:
    with pytest.raises(BadSetup, match="animal_types"):
        GAME.setup(seats, animal_types=types)


def test_a01_other_orders_are_put_in_box_order() -> None:
    assert GAME.setup(2, animal_types="panda+camel+leopard+elephant+flamingo").options["animal_types"] == FIVE_TYPES


def test_r1_3_with_five_all_types_are_in_play_without_chance() -> None:
    assert start(5).get("phase") == "starter"
    assert start(5, start_player=3).turn == ("main", [3])


# R1.6 start player.


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r1_6_a02_the_start_player_is_drawn_from_all_alike(seats: int) -> None:
    at = Table(begun(seats).state)
    assert at.turn == ("main", [0])
    types = at.get("types").replace(", ", "+")
    drawn = start(seats, animal_types=types)
    assert drawn.chance() == {f"starts {seat}": 1 for seat in range(seats)}
    drawn.play(f"chance starts {seats - 1}")
    assert drawn.turn == ("main", [seats - 1])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a02_the_start_player_can_be_named(seat: int) -> None:
    at = start(3, start_player=seat)
    assert at.get("turn") == seat
    at.play("chance without zebra", "chance without camel")
    assert at.turn == ("main", [seat])


# E1.


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_e01_on_the_very_first_turn_one_can_only_draw(seats: int) -> None:
    assert Table(begun(seats).state).legal(0) == {"draw"}


# R2.2 the reveal is exact chance; undo never crosses it.


def test_r2_2_the_reveal_is_weighted_by_what_is_undrawn() -> None:
    at = table(zoo(), undrawn="2 camel M, 3 zebra, 1 zebra F, 2 snack_cart, 12 coin").play("0 draw")
    assert at.chance() == {"zebra": 3, "zebra F": 1, "camel M": 2, "snack_cart": 2, "coin": 12}
    at.play("chance zebra F")
    assert at.get("undrawn") == "2 camel M, 3 zebra, 2 snack_cart, 12 coin"
    assert at.get("revealed") == "zebra F"


def test_r2_2_a_reveal_cannot_be_taken_back() -> None:
    match = decide(begun(3, ["camel"]), "0 draw")
    with pytest.raises(UndoRefused, match="chance"):
        match.undo(0)
    decide(match, "0 load 1")
    match.undo(0)
    assert match.events[-1] == (0, UNDO)
    assert GAME.position(match.state)["phase"] == "load"
    with pytest.raises(UndoRefused, match="chance"):
        match.undo(0)


def test_a_placement_can_be_taken_back() -> None:
    match = decide(begun(2, ["camel", "panda"]), "0 draw", "0 load 1", "1 draw", "1 load 1", "0 take 1")
    before = GAME.position(match.state)
    decide(match, "0 place camel in E4")
    match.undo(0)
    assert GAME.position(match.state) == before


def test_nothing_in_the_state_tells_the_order_of_the_tiles() -> None:
    one = decide(begun(3, ["camel", "panda"]), "0 draw", "0 load 1", "1 draw", "1 load 2")
    two = decide(begun(3, ["panda", "camel"]), "0 draw", "0 load 2", "1 draw", "1 load 1")
    assert one.state.key() == two.state.key()


# Written positions.


@pytest.mark.parametrize(
    ("changes", "law"),
    [
        ({"undrawn": "1 zebra"}, "too few tiles for the trucks"),
        ({"bank": 31}, "coins"),
        ({"phase": "over", "actor": "nobody", "turn": "none"}, "over with a full stack"),
    ],
)
def test_impossible_positions_are_refused(changes: dict[str, Any], law: str) -> None:
    written = position([zoo()] * 3) | changes
    with pytest.raises(BadPosition):
        GAME.from_position(written)


@pytest.mark.parametrize(
    "wrong",
    [
        {"e4": "5 zebra"},
        {"e5": "6 zebra"},
        {"e4": "2 zebra, 1 camel"},
        {"e4": "1 zebra M, 1 zebra F"},
        {"e5": "1 snack_cart, 1 fruit_cart"},
        {"e4": "2 snack_cart, 1 fruit_cart"},
        {"x2": ""},
        {"e6": "1 coin"},
        {"barn": "1 zebra O"},
        {"barn": "1 zebra m, 1 zebra f"},
    ],
)
def test_impossible_zoos_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(BadPosition):
        GAME.from_position(position([zoo() | wrong, zoo(), zoo()]))


def test_too_many_tiles_are_refused() -> None:
    written = position([zoo(e5="5 zebra"), zoo(), zoo()])
    written["barn"] = ["3 zebra", "", ""]
    with pytest.raises(BadPosition):
        GAME.from_position(written)


def test_chance_can_be_applied_by_its_lot_number() -> None:
    at = Table(begun(5).state).play("0 draw")
    at.state.apply(CHANCE, 3 * TYPES.index("zebra") + 2)
    assert at.get("revealed") == "zebra F"
