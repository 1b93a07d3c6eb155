"""Matches in which somebody has a real choice, for the tests of bots and workers."""

from __future__ import annotations

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match, Perspective
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng

GAMES = list_games()


def under_way(name: str, decisions: int = 12, seed: int = 1) -> Match:
    """A match after so many decisions, where somebody has more than one legal action."""
    game = load(name)
    match = Match(game, game.setup(3), SeededDice(seed))
    rng = Rng(seed)
    made = 0
    while made < decisions or len(match.state.legal_actions(match.pending[0])) < 2:
        seat = match.pending[0]
        match.play(seat, make("random").choose(match.perspective(seat), rng))
        made += 1
    return match


def asked(name: str, decisions: int = 12, seed: int = 1) -> Perspective:
    """What the seat that must decide there may know."""
    match = under_way(name, decisions, seed)
    return match.perspective(match.pending[0])


def legal(perspective: Perspective) -> list[int]:
    return perspective.state.legal_actions(perspective.seat)
