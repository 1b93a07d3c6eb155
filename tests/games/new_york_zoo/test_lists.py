"""A short legal list is made once for a decision, and never kept beyond it."""

from __future__ import annotations

import pytest

from paddock.core.rng import Rng
from paddock.core.state import NOBODY, State
from paddock.games.new_york_zoo import GAME


def begun(seats: int = 2) -> State:
    state = GAME.start(GAME.setup(seats))
    state.settle(Rng(5))
    return state


def test_the_kth_action_is_that_of_the_list_after_every_decision() -> None:
    state, rng = begun(), Rng(1)
    while state.actor != NOBODY:
        seat = state.actor
        legal = state.legal_actions(seat)
        assert state.legal_count(seat) == len(legal)
        k = rng.below(len(legal))
        assert state.action_at(seat, k) == legal[k]
        state.apply(seat, legal[k])


def test_a_list_is_not_taken_for_that_of_another_state() -> None:
    one, two = begun(), begun()
    two.apply(two.actor, two.action_at(two.actor, 1))
    mine, theirs = one.legal_actions(one.actor), two.legal_actions(two.actor)
    one.legal_count(one.actor)
    assert two.action_at(two.actor, 0) == theirs[0]
    assert one.action_at(one.actor, 1) == mine[1]


def test_a_list_is_forgotten_when_its_state_becomes_another() -> None:
    one, two = begun(), begun()
    two.apply(two.actor, two.action_at(two.actor, 1))
    one.legal_count(one.actor)
    one.assign(two)
    assert [one.action_at(one.actor, k) for k in range(one.legal_count(one.actor))] == two.legal_actions(two.actor)


def test_there_is_no_action_past_the_list_nor_for_who_is_not_asked() -> None:
    state = begun()
    for seat, k in ((state.actor, state.legal_count(state.actor)), (state.actor, -1), (1 - state.actor, 0)):
        with pytest.raises(IndexError, match=f"seat {seat} has no legal action"):
            state.action_at(seat, k)
