"""ISMCTS thinks over what its seat has seen, and over nothing else."""

import pytest

from paddock.bench.connect_four import connect_four
from paddock.core.dice import SeededDice
from paddock.core.insight import Insight
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.search.ismcts import Ismcts
from tests.games_for_tests import BY_CHANCE, BY_FACT, BY_RIVAL, PLAY, SAFE, Points, coin, nim

HIDERS = [BY_FACT, BY_CHANCE, BY_RIVAL]


@pytest.mark.parametrize("mode", HIDERS)
@pytest.mark.parametrize("side", [0, 1])
def test_it_does_not_count_on_knowing_later_what_it_will_not_have_seen(mode: int, side: int) -> None:
    result = Ismcts(Points()).run(coin(mode, shown=False, side=side).mask(0), Rng(1), 4000)
    assert result.action == SAFE
    assert result.tried[PLAY].value < 0.6


@pytest.mark.parametrize("mode", HIDERS)
def test_it_counts_on_what_it_will_have_seen(mode: int) -> None:
    result = Ismcts(Points()).run(coin(mode, shown=True).mask(0), Rng(1), 4000)
    assert result.action == PLAY
    assert result.tried[PLAY].value > 0.8


def test_it_plays_open_games_too() -> None:
    assert Ismcts(Insight()).run(nim(7).mask(0), Rng(1), 5000).action == 3
    state = connect_four()
    for column in (0, 6, 1, 6, 2, 6):
        state.apply(state.actor, column)
    assert Ismcts(Insight()).run(state.mask(0), Rng(1), 2000).action == 3


def test_equal_masks_and_seeds_choose_equally_whatever_the_others_hold() -> None:
    game = load("franks-zoo")
    match = Match(game, game.setup(4), SeededDice(5))
    seat = match.pending[0]
    masked = match.state.mask(seat)
    search = Ismcts(Insight())
    first = search.run(masked, Rng(3), 400)
    for seed in range(3):
        world = masked.copy()
        world.fill(Rng(seed))
        assert world.key() != match.state.key()
        assert search.run(world.mask(seat), Rng(3), 400) == first
    assert sum(tried.visits for tried in first.tried) == 400


def test_a_whole_state_is_refused() -> None:
    with pytest.raises(ValueError, match="masked for a seat"):
        Ismcts(Insight()).run(coin(BY_FACT, shown=False), Rng(1), 10)
