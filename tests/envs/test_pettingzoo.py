"""PettingZoo's own tests pass for every game and number of seats, and our rules hold behind its interface."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

import paddock
from paddock.core.state import NOBODY
from paddock.envs import pettingzoo as ours

with warnings.catch_warnings():
    # Its own tests import one of its own games in a way that it gives up.
    warnings.filterwarnings("ignore", message="The old environment creation API", category=DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, seed_test

ALL = ["franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"]
TABLES = [(name, seats) for name in ALL for seats in paddock.load(name).seats]
# What PettingZoo says of its own games with masks as well: its lists of exceptions know them by name.
UPSTREAM = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",  # of those who have nothing to decide any more
)


@pytest.fixture(autouse=True)
def upstream() -> Any:
    with warnings.catch_warnings():
        for text in UPSTREAM:
            warnings.filterwarnings("ignore", message=text, category=UserWarning)
        yield


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_aec_form_passes_the_api_test(name: str, seats: int) -> None:
    api_test(ours.env(name, seats), num_cycles=20)


@pytest.mark.parametrize("name", ALL)
def test_the_bare_aec_form_passes_a_whole_game_of_the_api_test(name: str) -> None:
    api_test(ours.raw_env(name, paddock.load(name).seats[0]), num_cycles=3000)


@pytest.mark.parametrize("name", ALL)
def test_the_seed_repeats_a_match(name: str) -> None:
    seed_test(lambda: ours.env(name), num_cycles=30)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_parallel_form_passes_the_api_test(name: str, seats: int) -> None:
    parallel_api_test(ours.parallel_env(name, seats), num_cycles=25)


def test_a_whole_match_in_the_parallel_form_asks_all_bidders_at_once() -> None:
    env = ours.parallel_env("o-zoo-le-mio", 3)
    seen, _ = env.reset(seed=1)
    together = 0
    gained: dict[str, float] = {}
    dice = np.random.default_rng(1)
    while env.agents:
        asked = [name for name in env.agents if seen[name]["action_mask"].any()]
        together += len(asked) == 3
        actions = {name: int(dice.choice(np.flatnonzero(seen[name]["action_mask"]))) for name in asked}
        seen, gained, over, cut, _ = env.step(actions)
        assert not any(cut.values())
    assert together == 25  # every tile is auctioned once
    assert all(over.values())
    assert sum(gained.values()) == pytest.approx(0)


def test_nobody_sees_a_bid_before_the_round_closes() -> None:
    env = ours.raw_env("o-zoo-le-mio", 2)
    sights = []
    for bid in (0, 3):
        env.reset(seed=4)
        env.step(bid)
        assert env.agent_selection == "player_1"
        sights.append(env.observe("player_1"))
    assert sights[0]["observation"].tolist() == sights[1]["observation"].tolist()
    assert sights[0]["action_mask"].tolist() == sights[1]["action_mask"].tolist()


@pytest.mark.parametrize("make", [ours.raw_env, ours.parallel_env])
def test_an_illegal_action_is_refused_and_changes_nothing(make: Any) -> None:
    env = make("zooloretto", 2)
    env.reset(seed=1)
    before, seat = env.table.state.copy(), f"player_{int(env.table.state.actor)}"
    wrong = 511
    with pytest.raises(paddock.IllegalAction, match=rf"action {wrong} is not legal for {seat} now; allowed: "):
        env.step({seat: wrong} if make is ours.parallel_env else wrong)
    assert env.table.state == before
    with pytest.raises(paddock.IllegalAction, match="must choose an action"):
        env.step({} if make is ours.parallel_env else None)
    assert env.table.state == before


def test_with_wrappers_an_illegal_action_loses() -> None:
    env = ours.env("zooloretto", 2)
    env.reset(seed=1)
    loser = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(511)
    assert env.rewards[loser] == -1
    assert all(env.terminations.values())


def test_rewards_are_those_of_the_places() -> None:
    env = ours.raw_env("zooloretto", 3)
    env.reset(seed=2)
    dice = np.random.default_rng(2)
    for _agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        if over:
            break
        env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    places = env.table.state.places()
    assert env.table.state.actor == NOBODY
    for seat, agent in enumerate(env.possible_agents):
        ahead = sum(place < places[seat] for place in places)
        behind = sum(place > places[seat] for place in places)
        assert env.rewards[agent] == (behind - ahead) / 2


def test_the_registry_knows_all_games_with_their_options() -> None:
    for name in ALL:
        assert isinstance(pettingzoo.make("aec", f"paddock/{name}-v0"), pettingzoo.AECEnv)
        assert isinstance(pettingzoo.make("parallel", f"paddock/{name}-v0"), pettingzoo.ParallelEnv)
    env: Any = pettingzoo.make("aec", "paddock/franks-zoo-v0", seats=5, variant="simple", target=7)
    assert env.unwrapped.table.setup.options["target"] == 7
    assert len(env.possible_agents) == 5
    with pytest.raises(paddock.BadSetup, match="2 to 5, not by 9"):
        ours.env("zooloretto", 9)


def test_it_draws_for_people() -> None:
    env = ours.env("zooloretto", 2, render_mode="ansi")
    env.reset(seed=1)
    assert "truck" in str(env.render()).lower()
