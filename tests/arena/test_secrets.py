"""No agent knows what its seat may not: in another world that the seat cannot tell from the truth it does the same.

Every hidden fact is replaced (by `fill` of the masked position), with the same random numbers to think with.
"""

from zlib import crc32

import pytest

from paddock.agents.agent import Agent
from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match, Perspective
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from trials import masks

WORLDS = 10_000
# Decisions of each level that are made twice; `python -m trials.masks --trials 1000000` makes more.
TRIALS = {"easy": 10_000, "hard": 100}
DEAR = {"franks-zoo": 100}  # of a game whose levels think longer


@pytest.mark.parametrize("name", list_games())
def test_a_seat_cannot_tell_the_worlds_apart(name: str) -> None:
    game, player, rng = load(name), make("random"), Rng(11)
    trials = 0
    while trials < WORLDS:
        match = Match(game, game.setup(game.seats[trials % len(game.seats)]), SeededDice(trials))
        while not match.over:
            for seat in match.pending:
                trials += 1
                there = masks.elsewhere(match, seat, rng)
                assert there.state.to_bytes() == match.state.mask(seat).to_bytes()
                match.play(seat, player.choose(match.perspective(seat), rng))


@pytest.mark.parametrize("level", list(TRIALS))
@pytest.mark.parametrize("name", list_games())
def test_an_agent_does_the_same_in_both_worlds(name: str, level: str) -> None:
    trials = min(TRIALS[level], DEAR.get(name, TRIALS[level]))
    assert masks.differences(name, level, trials, 13) == 0


def test_an_agent_that_sees_the_truth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Peeping(Agent):
        def choose(self, perspective: Perspective, rng: Rng) -> int:
            actions = perspective.state.legal_actions(perspective.seat)
            return actions[crc32(perspective.state.to_bytes()) % len(actions)]

    honest = Match.perspective

    def leaking(match: Match, seat: int) -> Perspective:
        return honest(match, seat)._replace(state=match.state)

    def elsewhere(match: Match, seat: int, rng: Rng) -> Perspective:
        perspective = honest(match, seat)
        return perspective._replace(state=perspective.imagine(rng))

    monkeypatch.setattr(masks, "make", lambda _: Peeping())
    assert masks.differences("franks-zoo", "peeping", 50, 1) == 0
    monkeypatch.setattr(Match, "perspective", leaking)
    monkeypatch.setattr(masks, "elsewhere", elsewhere)
    assert masks.differences("franks-zoo", "peeping", 50, 1) > 0
