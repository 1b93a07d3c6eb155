"""Rules R2: boards, animals, tiles and the elephant at the start."""

from __future__ import annotations

import pytest

from paddock.core.dice import ScriptedDice
from paddock.core.errors import BadSetup
from paddock.core.match import Match
from paddock.core.state import CHANCE, SPECTATOR
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.box import SLOTS, STRIP, size
from tests.games.new_york_zoo.positions import Table, Zoo, dealt, table


def test_the_game_is_named_and_takes_one_to_five_players_and_45_outcomes() -> None:
    assert (GAME.name, GAME.title, list(GAME.seats), GAME.outcomes) == (
        "new-york-zoo",
        "New York Zoo",
        [1, 2, 3, 4, 5],
        45,
    )


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_r2_1_seat_k_takes_board_k_and_the_animals_stand_in_the_houses_before_the_deal(seats: int) -> None:
    written = GAME.position(GAME.start(GAME.setup(seats)))
    animals = ["1 meerkat, 1 flamingo"] * 2 + ["1 meerkat, 1 tree_kangaroo"] * 2 + ["1 flamingo, 1 tree_kangaroo"]
    if seats == 2:
        animals = [animals[0], animals[2]]
    assert written["houses"] == animals[:seats]
    assert written["board"] == ("1p-3houses" if seats == 1 else f"{seats}p-seat1")


@pytest.mark.parametrize(("board", "animals"), [("1p-3houses", "flamingo"), ("1p-4houses", "tree_kangaroo")])
def test_r10_1_the_solo_board_is_an_option(board: str, animals: str) -> None:
    written = GAME.position(GAME.start(GAME.setup(1, solo_board=board)))
    assert written["board"] == board
    assert written["houses"] == [f"1 meerkat, 1 {animals}"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r2_2_every_slot_gets_three_tiles_and_larger_ones_lie_on_top(seats: int) -> None:
    stacks = Table(dealt(seats)).get("stack")
    for at, stack in zip(SLOTS, stacks, strict=True):
        assert [size(tile) for tile in stack.split()] == ([5, 6, 7] if STRIP[at] == "end" else [4, 5, 6])


def test_r2_2_the_deal_asks_the_dice_for_each_layer_in_slot_order() -> None:
    state = GAME.start(GAME.setup(2))
    numbers = []
    for _ in range(45):
        assert state.actor == CHANCE
        tiles = [GAME.notation(state, CHANCE, outcome) for outcome, _ in state.chance()]
        numbers.append((size(tiles[0]), len(tiles)))
        assert len({size(tile) for tile in tiles}) == 1
        state.apply(CHANCE, state.chance()[0][0])
    layers = [(4, 8), (5, 15), (6, 15), (7, 7)]
    assert numbers == [(cells, left) for cells, number in layers for left in range(number, 0, -1)]
    assert GAME.position(state)["phase"] == "move"


def test_r2_3_the_elephant_starts_on_the_start_space_and_seat_0_moves_it() -> None:
    at = table(3)
    assert (at.asked, at.get("elephant"), at.get("leg"), at.get("turn")) == ("0 move", 0, 0, 0)
    assert at.standing() == []


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (0, {}),
        (6, {}),
        (3, {"short_game_2p": True}),
        (1, {"short_game_2p": True}),
        (2, {"solo_landing_on_start_breeds": False}),
        (2, {"solo_board": "1p-3houses"}),
        (1, {"solo_board": "none"}),
        (2, {"max_added_per_enclosure": "per_turn"}),
        (2, {"breeding_order": "random"}),
    ],
)
def test_options_that_a_seat_count_does_not_have_are_refused(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(BadSetup):
        GAME.setup(seats, **options)


def test_a18_animals_never_run_out() -> None:
    # Thirty penguins stand there already; the box has 24.
    zoo = Zoo(", ".join(f"e7-0{k} penguin 6" for k in range(1, 6)), "")
    at = table(2, zoo, Zoo(), strip={}).play("0 move 2", "0 penguin to house", "0 decline")
    assert at.houses(0) == "1 penguin"


def test_a20_the_lower_tiles_of_every_stack_are_public() -> None:
    state = dealt(3)
    for viewer in (0, 1, 2, SPECTATOR):
        assert GAME.position(state.mask(viewer))["stack"] == GAME.position(state)["stack"]


def test_a28_a_player_may_take_back_to_the_start_of_the_own_decisions() -> None:
    match = Match(GAME, GAME.setup(2), ScriptedDice(range(45)))
    before = match.state.key()
    match.play(0, GAME.parse(match.state, 0, "move 1"))
    match.play(0, match.state.legal_actions(0)[0])
    match.play(0, GAME.parse(match.state, 0, "from house meerkat"))
    assert match.pending == [1]
    for _ in range(3):
        match.undo(0)
    assert match.state.key() == before
