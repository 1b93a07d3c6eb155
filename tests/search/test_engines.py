"""The same search, compiled and interpreted, finds the same things."""

import pytest

from paddock.bench.connect_four import connect_four
from paddock.core import source
from paddock.core.insight import Insight
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.state import State
from paddock.search.index import ABSENT, Index, event_key
from paddock.search.ismcts import Ismcts
from paddock.search.uct import Uct

NAMES = ("core.insight", "core.rng", "games.franks_zoo", "search.uct", "search.ismcts", "bench.connect_four")
insight, rng, franks_zoo, uct, ismcts, four = source.interpreted(*(f"paddock.{name}" for name in NAMES))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["Uct", "Ismcts"])
def test_connect_four(kind: str, seed: int) -> None:
    compiled = {"Uct": Uct, "Ismcts": Ismcts}[kind](Insight())
    other = getattr({"Uct": uct, "Ismcts": ismcts}[kind], kind)(insight.Insight())
    state, twin = connect_four(), four.connect_four()
    for _ in range(6):
        found = compiled.run(state.mask(state.actor), Rng(seed), 300)
        assert other.run(twin.mask(twin.actor), rng.Rng(seed), 300) == found
        twin.apply(twin.actor, found.action)
        state.apply(state.actor, found.action)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_franks_zoo_with_the_games_own_insight(seats: int) -> None:
    game, twin = load("franks-zoo"), franks_zoo.GAME
    state = dealt(game.start(game.setup(seats)), Rng(seats))
    other = twin.start(twin.setup(seats))
    other.settle(rng.Rng(seats))
    search, second = Ismcts(game.insight()), ismcts.Ismcts(twin.insight())
    for _ in range(8):
        seat = state.actor
        found = search.run(state.mask(seat), Rng(1), 40)
        assert second.run(other.mask(seat), rng.Rng(1), 40) == found
        state.apply(seat, found.action)
        other.apply(seat, found.action)


def dealt(state: State, chance: Rng) -> State:
    state.settle(chance)
    return state


def test_the_index_finds_what_was_put_in_and_nothing_else() -> None:
    index = Index()
    keys = [
        event_key(parent, seat, action) for parent in range(0, 9000, 7) for seat in (-1, 3) for action in (-5, 0, 9)
    ]
    assert len(set(keys)) == len(keys)
    for record, key in enumerate(keys):
        assert index.find(key) == ABSENT
        index.add(key, record)
    assert [index.find(key) for key in keys] == list(range(len(keys)))
    index.clear()
    assert index.find(keys[0]) == ABSENT
