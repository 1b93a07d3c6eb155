"""Many matches at once: the same as one after another, and bad input changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

import paddock
from paddock.core.state import NOBODY
from paddock.envs import batch as batch_module
from paddock.envs.batch import Batch

ALL = paddock.list_games()


@pytest.mark.parametrize("name", ALL)
def test_one_match_of_a_batch_is_what_its_state_would_have_become(name: str) -> None:
    game = paddock.load(name)
    seats = game.seats[-1]
    batch = Batch(game, 1, seats, seed=7)
    rng, state = paddock.Rng(7), game.start(game.setup(seats))
    state.settle(rng)
    ended = 0
    for number in range(6000):
        actor = int(state.actor)
        legal = state.legal_actions(actor)
        assert batch.actors.tolist() == [actor]
        assert np.flatnonzero(batch.masks[0]).tolist() == legal
        chosen = batch.pick([number * 7919])
        assert chosen.tolist() == [legal[number * 7919 % len(legal)]]
        step = batch.step(chosen)
        state.apply(actor, int(chosen[0]))
        state.settle(rng)
        assert bool(step.done[0]) == (state.actor == NOBODY)
        if state.actor == NOBODY:
            assert batch.scores[0].tolist() == state.scores()
            assert batch.places[0].tolist() == state.places()
            ended += 1
            state = game.start(game.setup(seats))
            state.settle(rng)
        else:
            assert not step.rewards.any()
        assert batch.stepper.states[0] == state
    assert ended


def test_matches_of_a_batch_go_apart_and_the_seed_repeats_them() -> None:
    first, again, other = (Batch("zooloretto", 8, 4, seed=seed).play_random(50) for seed in (1, 1, 2))
    assert (first.masks == again.masks).all()
    assert (first.masks != other.masks).any()
    assert len({row.tobytes() for row in first.masks}) > 1


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ([1, 2, 3], [1, 0, -1]),
        ([3, 1, 2], [-1, 1, 0]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([1, 2, 2], [1, -0.5, -0.5]),
        ([1, 1, 1], [0, 0, 0]),
    ],
)
def test_rewards_follow_the_places_and_ties_share(places: list[int], rewards: list[float]) -> None:
    batch = Batch("zooloretto", 2, 3)
    batch.stepper.done[1] = 1
    for seat, place in enumerate(places):
        batch.stepper.places[3 + seat] = place
    assert batch.rewards().tolist() == [[0, 0, 0], rewards]


def test_a_game_of_one_is_rewarded_with_its_score() -> None:
    batch = Batch("new-york-zoo", 1, 1)
    step = batch.now()
    while not step.done[0]:
        step = batch.step(batch.pick([0]))
    assert step.rewards.tolist() == batch.scores.tolist()


def test_an_illegal_action_anywhere_changes_nothing() -> None:
    batch = Batch("zooloretto", 3, 2, seed=1)
    before = [state.key() for state in batch.stepper.states]
    legal = batch.pick([0, 0, 0])
    for wrong in (-1, 511, 10**6):
        with pytest.raises(paddock.IllegalAction, match=rf"match 1: action {wrong} is not legal for seat \d now"):
            batch.step([legal[0], wrong, legal[2]])
        assert [state.key() for state in batch.stepper.states] == before


def test_observations_are_those_of_the_seat_to_decide() -> None:
    batch = Batch("franks-zoo", 3, 4, seed=1)
    seen = batch.observations()
    assert seen.dtype == np.float32
    for k, state in enumerate(batch.stepper.states):
        np.testing.assert_allclose(seen[k], batch.game.observe(state.mask(int(batch.actors[k]))), rtol=1e-6)


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: Batch("zooloretto", 0), "n must be a whole number of at least 1, not 0"),
    (lambda: Batch("zooloretto", True), "at least 1, not True"),
    (lambda: Batch("zooloretto", 2, 9), "2 to 5, not by 9"),
    (lambda: Batch("zooloretto", 2, seed="x"), "whole number, not 'x'"),  # type: ignore[arg-type]
    (lambda: Batch("zooloretto", 2).step([0]), "2 whole numbers"),
    (lambda: Batch("zooloretto", 2).step([0.0, 0.0]), "2 whole numbers"),
    (lambda: Batch("zooloretto", 2).pick([-1, 0]), "at least 0"),
]


@pytest.mark.parametrize(("call", "sentence"), WRONG)
def test_wrong_arguments_get_one_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(paddock.PaddockError, match=re.escape(sentence)):
        call()


def test_without_numpy_a_batch_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_module, "MISSING", True)
    with pytest.raises(paddock.PaddockError, match=r"pip install 'paddock\[numpy\]'"):
        Batch("zooloretto", 2)
