"""In a sealed round a search chooses for every pending seat at one node, and peeks at none."""

import pytest

from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.search.ismcts import Ismcts
from paddock.search.search import Search
from paddock.search.uct import Uct
from tests.games_for_tests import Points, auction

SEARCHES = [Uct, Ismcts]


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_bids_against_a_rival_who_thinks_and_does_not_know_the_bid(kind: type[Search], seat: int) -> None:
    """Against a rival who bids at random 3 would be best; one who knew the bid would top anything but 5 and 6."""
    result = kind(Points()).run(auction().mask(seat), Rng(1), 20_000)
    often = sorted(result.tried, key=lambda tried: tried.visits)[-2:]
    assert {tried.action for tried in often} == {4, 5}


@pytest.mark.parametrize("kind", SEARCHES)
def test_two_searching_seats_do_not_fall_into_step(kind: type[Search]) -> None:
    """Choosing in step, both would tie for ever and find every bid equally good."""
    for seed in range(40):
        visits = [tried.visits for tried in kind(Points()).run(auction().mask(0), Rng(seed), 1500).tried]
        assert max(visits) > 2 * min(visits)


@pytest.mark.parametrize("kind", SEARCHES)
def test_what_the_rival_has_sealed_changes_nothing(kind: type[Search]) -> None:
    results = []
    for bid in (None, 0, 3, 6):
        state = auction()
        if bid is not None:
            state.apply(0, bid)
        results.append(kind(Points()).run(state.mask(1), Rng(4), 3000))
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_seat_that_has_sealed_is_not_asked_again(kind: type[Search]) -> None:
    state = auction()
    state.apply(0, 3)
    with pytest.raises(ValueError, match="has to decide"):
        kind(Insight()).run(state.mask(0), Rng(1), 10)
