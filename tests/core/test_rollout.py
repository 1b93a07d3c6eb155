"""Rollouts: whole games by chance or by the quick policy; workers change nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import paddock

ALL = paddock.list_games()

WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: paddock.rollouts("zooloretto", -1), "n must be a whole number of at least 0, not -1"),
    (lambda: paddock.rollouts("zooloretto", 1, workers=0), "workers must be"),
    (lambda: paddock.rollouts("zooloretto", 1, policy="best"), "no policy is called 'best'"),  # type: ignore[arg-type]
    (lambda: paddock.rollouts("zooloretto", 1, seed=1.5), "whole number, not 1.5"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "sentence"), WRONG)
def test_wrong_arguments_get_one_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(paddock.PaddockError, match=re.escape(sentence)):
        call()


@pytest.mark.parametrize("name", ALL)
def test_rollouts_are_whole_games_and_workers_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = paddock.rollouts(name, 5, seed=3)
    assert len(alone.scores) == len(alone.places) == 5
    assert all(min(places) == 1 for places in alone.places)
    monkeypatch.setattr("paddock.core.rollout.PIECE", 2)
    assert paddock.rollouts(name, 5, seed=3, workers=2) == alone
    assert paddock.rollouts(name, 5, seed=4) != alone


def test_the_quick_policy_plays_better_than_chance() -> None:
    random, quick = (paddock.rollouts("zooloretto", 200, policy=policy) for policy in ("random", "quick"))
    assert sum(map(sum, quick.scores)) > sum(map(sum, random.scores))
