"""No agent knows what its seat may not: in another world that the seat cannot tell from the truth it does the same.

Every hidden fact is replaced (by `fill` of the masked position), with the same random numbers to think with.
"""

from collections.abc import Iterator

import pytest

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match, Perspective
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng

TRIALS = 200  # of each game, with an agent that decides; worlds alone are compared far more often below
WORLDS = 10_000


def moments(name: str, agent: str) -> Iterator[tuple[Match, int]]:
    """Positions of matches in which a seat has something to decide, without end."""
    game = load(name)
    player, rng = make(agent), Rng(5)
    number = 0
    while True:
        seats = game.seats[number % len(game.seats)]
        match = Match(game, game.setup(seats), SeededDice(number))
        while not match.over:
            for seat in match.pending:
                yield match, seat
                match.play(seat, player.choose(match.perspective(seat), rng))
        number += 1


def elsewhere(match: Match, seat: int, rng: Rng) -> Perspective:
    """The seat's perspective in another world that it cannot tell from the truth."""
    perspective = match.perspective(seat)
    world = perspective.imagine(rng)
    return perspective._replace(state=world.mask(seat))


@pytest.mark.parametrize("name", list_games())
def test_a_seat_cannot_tell_the_worlds_apart(name: str) -> None:
    rng = Rng(11)
    for trial, (match, seat) in enumerate(moments(name, "random")):
        if trial == WORLDS:
            break
        assert elsewhere(match, seat, rng).state.to_bytes() == match.state.mask(seat).to_bytes()


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("name", list_games())
def test_an_agent_does_the_same_in_both_worlds(name: str, level: str) -> None:
    rng = Rng(13)
    here, there = make(level), make(level)
    trials = 0
    for match, seat in moments(name, "random"):
        if len(match.state.legal_actions(seat)) > 1:
            trials += 1
            other = elsewhere(match, seat, rng)
            assert here.choose(match.perspective(seat), Rng(trials)) == there.choose(other, Rng(trials))
        if trials == TRIALS:
            break
