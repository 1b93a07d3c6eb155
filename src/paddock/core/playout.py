"""Playouts: games played on by chance, or by an insight's policy, for searches and benchmarks."""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, LEG, NOBODY, State


def leg_playout(state: State, insight: Insight, rng: Rng, actions: vec[i64]) -> i64:
    """Play on until the leg changes or the game is over; how many decisions there were."""
    guided = insight.guides()
    leg = state.cells[LEG]
    decisions: i64 = 0
    while (c := state.cells)[LEG] == leg:  # the cells themselves: a property would be two calls a decision
        actor = c[ACTOR]
        if actor < 0:
            if actor == NOBODY:
                break
            state.settle(rng)
            continue
        n = state.legal(actor, actions)
        if n == 1:
            state.apply(actor, actions[0])
        elif guided:
            state.apply(actor, insight.choose(state, actor, actions, n, rng))
        else:
            state.apply(actor, actions[rng.below(n)])
        decisions += 1
    return decisions


def random_playout(state: State, rng: Rng, actions: vec[i64]) -> i64:
    """Play uniformly random decisions to the end; how many there were."""
    return whole_playout(state, Insight(), rng, actions)


def whole_playout(state: State, insight: Insight, rng: Rng, actions: vec[i64]) -> i64:
    """Play on to the end as the insight guides; how many decisions there were."""
    decisions: i64 = 0
    while state.actor != NOBODY:
        decisions += leg_playout(state, insight, rng, actions)
    return decisions


def copies(state: State, times: i64) -> State:
    """The last of so many copies; the benchmark's inner loop."""
    other = state.copy()
    for _again in range(times - 1):
        other = state.copy()
    return other
