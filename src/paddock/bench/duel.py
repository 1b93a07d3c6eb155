"""Duel: how often one agent beats another at a game for two."""

from __future__ import annotations

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.errors import BadSetup
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng


def run(name: str, first: str, second: str, games: int = 200, seed: int = 1) -> dict[str, float]:
    """Games won by the first agent, a shared first place counting half; the seats change every game."""
    game = load(name)
    if 2 not in game.seats:
        raise BadSetup(f"{game.title} is not played by 2, so it has no duels")
    agents = [make(first), make(second)]
    rng = Rng(seed)
    won = 0.0
    for number in range(games):
        match = Match.begin(game, game.setup(2), SeededDice(f"{seed} {number}"))
        while not match.over:
            for seat in match.pending:
                agent = agents[(seat + number) % 2]
                match.play(seat, agent.choose(match.perspective(seat), rng))
        places = match.state.places()
        mine, theirs = places[number % 2], places[1 - number % 2]
        won += 0.5 if mine == theirs else float(mine < theirs)
    return {"games": games, "won": won, "share": round(won / games, 4)}
