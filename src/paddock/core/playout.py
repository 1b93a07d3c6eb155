"""Playouts: whole games by chance, inside compiled code, for searches and benchmarks."""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, NOBODY, State


def random_playout(state: State, rng: Rng, actions: vec[i64]) -> i64:
    """Play uniformly random decisions to the end; how many there were."""
    decisions: i64 = 0
    while True:
        actor = state.cells[ACTOR]
        if actor < 0:
            if actor == NOBODY:
                return decisions
            state.settle(rng)
            continue
        n = state.legal(actor, actions)
        state.apply(actor, actions[0] if n == 1 else actions[rng.below(n)])
        decisions += 1


def copies(state: State, times: i64) -> State:
    """The last of so many copies; the benchmark's inner loop."""
    other = state.copy()
    for _ in range(times - 1):
        other = state.copy()
    return other
