"""OpenSpiel's own tests pass for every game and number of seats, and its own searches play all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot
from open_spiel.python.observation import make_observation

import paddock
from paddock.envs import openspiel
from paddock.envs.rival import Playouts

ALL = ["franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"]
TABLES = [(name, seats) for name in ALL for seats in paddock.load(name).seats]


def walked(state: Any, seed: int, steps: int) -> Any:
    """The state after so many random events, or at the end."""
    dice = np.random.RandomState(seed)
    while steps and not state.is_terminal():
        outcomes = [k for k, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(dice.choice(outcomes)))
        steps -= 1
    return state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_passes_the_random_simulation(name: str, seats: int) -> None:
    options: dict[str, Any] = {"variant": "simple", "target": 4} if name == "franks-zoo" and seats > 3 else {}
    game = openspiel.load(name, seats, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ALL)
def test_states_are_written_and_read_again(name: str) -> None:
    game = pyspiel.load_game(openspiel.PREFIX + name.replace("-", "_"))
    state = walked(game.new_initial_state(), 1, 90)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)


def test_the_registry_takes_players_and_options() -> None:
    game = pyspiel.load_game("paddock_zooloretto(players=4,unlimited_bank=true)")
    assert game.num_players() == 4
    assert game.setup.options["unlimited_bank"] is True
    game = pyspiel.load_game("paddock_franks_zoo", {"players": 5, "variant": "simple", "target": 7})
    assert game.setup.options["variant"] == "simple"
    assert openspiel.load("franks-zoo", 4, first_dealer=2).setup.options["first_dealer"] == 2
    with pytest.raises(paddock.BadSetup, match="2 to 5, not by 9"):
        openspiel.load("zooloretto", 9)


def search_of(game: Any, simulations: int) -> Any:
    evaluator = Playouts(game.game.insight(), "leg", paddock.Rng(1))
    dice = np.random.RandomState(1)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        return ISMCTSBot(game, evaluator, 1.0, simulations, random_state=dice)
    return MCTSBot(game, 1.0, simulations, evaluator, random_state=dice)


@pytest.mark.parametrize("name", ALL)
def test_its_own_search_plays_whole_games(name: str) -> None:
    options: dict[str, Any] = {"variant": "simple", "target": 1} if name == "franks-zoo" else {}
    game = openspiel.load(name, paddock.load(name).seats[1], **options)
    state = game.new_initial_state()
    bot = search_of(game, 4)
    dice = np.random.RandomState(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0 or len(set(state.returns())) == 1


@pytest.mark.parametrize("name", ["franks-zoo", "o-zoo-le-mio"])
def test_another_world_is_the_same_to_the_player_who_asks(name: str) -> None:
    game = openspiel.load(name, 4)
    worlds = set()
    for steps in range(60, 140, 8):
        state = walked(game.new_initial_state(), steps, steps)
        while state.is_chance_node():
            state = walked(state, steps, 1)
        if state.is_terminal():
            continue
        player = state.current_player()
        for _ in range(5):
            other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert other.current_player() == player
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert other.inside.state.mask(player) == state.inside.state.mask(player)
            assert not other.history()  # the truth's would give away what is hidden
            worlds.add((steps, other.inside.state.key()))
    assert len(worlds) > 20 or name == "o-zoo-le-mio"


def test_a_sealed_bid_is_in_nobodys_information_state_but_the_bidders() -> None:
    game = openspiel.load("o-zoo-le-mio", 3)
    state = walked(game.new_initial_state(), 1, 40)
    while state.is_chance_node() or not state.inside.state.due:
        state = walked(state, 1, 1)
    while state.current_player() != 0:
        state = walked(state, 1, 1)
    one, two = state.clone(), state.clone()
    one.apply_action(0)
    two.apply_action(1)
    for viewer in (1, 2):
        assert one.information_state_string(viewer) == two.information_state_string(viewer)
        assert one.observation_string(viewer) == two.observation_string(viewer)
        assert one.observation_tensor(viewer) == two.observation_tensor(viewer)
    assert one.information_state_string(0) != two.information_state_string(0)
    for late in (one, two):  # the others bid the same, the round closes, and all is told
        late.apply_action(0)
        late.apply_action(0)
    assert one.information_state_string(1) != two.information_state_string(1)


def test_tensors_are_what_observe_writes_by_name() -> None:
    game = openspiel.load("zooloretto", 3)
    state = walked(game.new_initial_state(), 3, 60)
    seen = make_observation(game)
    seen.set_from(state, 1)
    expected = game.game.observe(state.inside.state.mask(1))
    assert seen.tensor.tolist() == expected.tolist()
    assert state.observation_tensor(1) == expected.tolist()
    assert state.information_state_tensor(1) == expected.tolist()
    field = game.game.observation_fields["seat[0].coins"]
    assert seen.dict["seat[0].coins"].tolist() == expected[field.slice].tolist()


def test_a_clone_goes_its_own_way() -> None:
    game = openspiel.load("zooloretto", 2)
    state = walked(game.new_initial_state(), 3, 30)
    before = str(state)
    clone = state.clone()
    assert clone.history() == state.history()
    walked(clone, 4, 10)
    assert str(state) == before
    assert str(clone) != before
