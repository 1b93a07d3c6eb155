"""Gymnasium's own check passes for every game and number of seats; the others' seats are played by agents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import paddock
from paddock.envs.gymnasium import PaddockEnv

ALL = ["franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"]
TABLES = [(name, seats) for name in ALL for seats in paddock.load(name).seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_passes_the_check(name: str, seats: int) -> None:
    env = gymnasium.make(f"paddock/{name}-v0", seats=seats, render_mode="ansi", disable_env_checker=True)
    check_env(env.unwrapped)


def finished(env: Any, seed: int) -> float:
    """The reward of a match in which the learner plays at random."""
    _, info = env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    while True:
        action = int(dice.choice(np.flatnonzero(info["action_mask"])))
        _, reward, over, cut, info = env.step(action)
        assert not cut
        if over:
            return float(reward)


@pytest.mark.parametrize("name", ALL)
def test_a_match_ends_with_the_reward_of_its_place(name: str) -> None:
    env = PaddockEnv(name, seat=1)
    reward = finished(env, 5)
    places = env.match.state.places()
    ahead, behind = sum(place < places[1] for place in places), sum(place > places[1] for place in places)
    assert env.match.over
    assert reward == (behind - ahead) / (len(places) - 1)
    assert not env.action_masks().any()
    assert finished(env, 5) == reward


def test_a_game_of_one_gives_its_score() -> None:
    env = PaddockEnv("new-york-zoo", 1)
    assert finished(env, 1) == env.match.state.scores()[0]


def test_agents_are_named_or_given_one_for_all_or_one_each() -> None:
    class Last(paddock.Agent):
        def decide(self, perspective: paddock.Perspective, actions: list[int], rng: paddock.Rng) -> int:
            assert perspective.seat == 2
            return actions[-1]

    env = PaddockEnv("zooloretto", 3, agents=["greedy", Last()], unlimited_bank=True)
    assert env.setup.options["unlimited_bank"] is True
    finished(env, 1)
    with pytest.raises(paddock.BadAgent, match="2 agents are needed"):
        PaddockEnv("zooloretto", 3, agents=["greedy"])
    with pytest.raises(paddock.BadSetup, match="there is no seat 3 of 3"):
        PaddockEnv("zooloretto", 3, seat=3)


def test_the_others_have_sealed_their_choices_before_the_learner_is_asked() -> None:
    env = PaddockEnv("o-zoo-le-mio", 3, seat=0)
    env.reset(seed=1)
    assert env.match.pending == [0]


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = PaddockEnv("zooloretto", 2)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(511)
    assert (reward, over) == (-1.0, True)
    assert "action 511 is not legal for seat 0 now" in info["illegal"]
    strict = PaddockEnv("zooloretto", 2, illegal="raise")
    strict.reset(seed=1)
    before = strict.match.state.copy()
    with pytest.raises(paddock.IllegalAction, match="action 511 is not legal"):
        strict.step(511)
    assert strict.match.state == before
    with pytest.raises(paddock.BadSetup, match="must be 'lose' or 'raise'"):
        PaddockEnv("zooloretto", 2, illegal="shrug")
