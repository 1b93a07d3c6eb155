"""Decisions noted one by one aim at what the seat got in the end, by way of what it expected between."""

import pytest
from librt.vecs import vec

from paddock.core.judge import Judge
from paddock.core.learner import Learner
from paddock.core.net import fresh
from paddock.core.rng import Rng


def noted(learner: Learner, seat: int, value: float, strayed: bool = False) -> None:
    learner.judge.count = 0
    learner.judge.add(seat, 1.0)
    learner.note(seat, value, strayed)


def test_an_aim_lies_between_what_was_expected_next_and_what_came_of_it() -> None:
    learner = Learner(Judge(fresh(4, 8, Rng(1)), 0.0))
    learner.begin(2)
    noted(learner, 0, 0.2)
    noted(learner, 1, 0.5)
    noted(learner, 0, 0.4, strayed=True)
    noted(learner, 0, 0.6)
    learner.resolve(vec[float]([1.0, -1.0]), 0.5)
    # The last of seat 0 aims at 1; the stray one before it at half 0.6 and half 1; the first at what the stray
    # decision could have had, 0.4, since what came of it says nothing. Seat 1 aims at what it got.
    assert [learner.note_aim[k] for k in range(4)] == pytest.approx([0.4, -1.0, 0.8, 1.0])
    noted(learner, 0, 0.3)
    learner.resolve(vec[float]([0.0, 0.0]), 0.5)
    assert [learner.note_aim[k] for k in range(5)] == pytest.approx([0.4, -1.0, 0.8, 1.0, 0.0])
