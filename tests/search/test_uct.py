"""UCT takes wins, blocks losses, weighs chance, and does the same thing twice."""

import pytest

from paddock.bench.connect_four import connect_four
from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.core.state import State
from paddock.search.search import Result, Search
from paddock.search.uct import Uct
from tests.games_for_tests import PLAY, SAFE, Points, nim, wheel


def think(state: State, simulations: int = 2000, seed: int = 1, insight: Insight | None = None) -> Result:
    return Uct(insight or Insight()).run(state.mask(state.actor), Rng(seed), simulations)


def after(*columns: int) -> State:
    state = connect_four()
    for column in columns:
        state.apply(state.actor, column)
    return state


def test_it_takes_a_win() -> None:
    assert think(after(0, 6, 1, 6, 2, 6)).action == 3


def test_it_blocks_a_loss() -> None:
    assert think(after(3, 0, 3, 0, 3)).action == 3
    assert think(after(0, 6, 0, 6, 0)).action == 0


def test_it_sees_a_double_threat_coming() -> None:
    assert think(after(3, 6, 2), simulations=20_000).action in (1, 4)


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_it_plays_an_interpreted_game_right(stones: int) -> None:
    assert think(nim(stones), simulations=5000).action == stones % 4


@pytest.mark.parametrize(("luck", "right"), [(1, SAFE), (3, PLAY)])
def test_chance_is_weighed_by_its_odds(luck: int, right: int) -> None:
    result = think(wheel(luck), insight=Points())
    assert result.action == right
    assert result.tried[PLAY].value == pytest.approx(luck / 4, abs=0.1)
    assert result.tried[SAFE].value == pytest.approx(0.4)


def test_the_result_lists_every_legal_action_and_all_simulations() -> None:
    state = after(0, 0, 0, 0, 0, 0)  # the first column is full
    result = think(state, simulations=500)
    assert [tried.action for tried in result.tried] == state.legal_actions(state.actor) == [1, 2, 3, 4, 5, 6]
    assert sum(tried.visits for tried in result.tried) == result.simulations == 500
    assert all(0 <= tried.value <= 1 for tried in result.tried)


def test_equal_seeds_choose_equally_and_a_used_search_is_as_good_as_new() -> None:
    search = Uct(Insight())
    masked = connect_four().mask(0)
    first = search.run(masked, Rng(7), 3000)
    search.run(after(3, 3).mask(0), Rng(8), 20_000)
    assert search.run(masked, Rng(7), 3000) == first == Uct(Insight()).run(masked, Rng(7), 3000)
    assert search.run(masked, Rng(9), 3000) != first


def test_a_budget_of_seconds_makes_at_least_one_simulation() -> None:
    result = Uct(Insight()).run(connect_four().mask(0), Rng(1), seconds=1e-9)
    assert 1 <= result.simulations <= 16


def test_thinking_changes_nothing() -> None:
    masked = after(3, 3).mask(0)
    before = masked.key()
    Uct(Insight()).run(masked, Rng(1), 100)
    assert masked.key() == before


@pytest.mark.parametrize("state", [connect_four(), connect_four().mask(1), connect_four().mask(-3)])
def test_only_a_state_masked_for_a_seat_that_decides_is_taken(state: State) -> None:
    with pytest.raises(ValueError, match="masked for a seat that has to decide"):
        Uct(Insight()).run(state, Rng(1), 10)


def test_the_base_alone_searches_nothing() -> None:
    with pytest.raises(NotImplementedError):
        Search(Insight()).run(connect_four().mask(0), Rng(1), 10)
