"""Deal: one deal played by a line-up from every seat, so that luck with seat and cards is shared."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from paddock.agents.agent import Agent
from paddock.arena.cheat import sight
from paddock.core.dice import SeededDice
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.setup import Setup


class Played(NamedTuple):
    """One game: by seat, who sat there, its place, its points, and the CPU seconds of each unforced decision."""

    agents: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


def play_deal(game: Game, setup: Setup, agents: Sequence[Agent], lineup: Sequence[int], seed: str) -> list[Played]:
    """The deal of this seed, once for each rotation of the line-up; its numbers name agents."""
    played = []
    for turn in range(setup.seats):
        seated = tuple(lineup[(seat - turn) % setup.seats] for seat in range(setup.seats))
        played.append(play(game, setup, agents, seated, seed, Rng(turn + hash_of(seed))))
    return played


def hash_of(seed: str) -> int:
    """A number from a text, the same in every process."""
    return int.from_bytes(seed.encode(), "big")


def play(game: Game, setup: Setup, agents: Sequence[Agent], seated: tuple[int, ...], seed: str, rng: Rng) -> Played:
    """One game to its end."""
    match = Match(game, setup, SeededDice(seed))
    spent: list[list[float]] = [[] for _ in seated]
    while not match.over:
        for seat in match.pending:
            perspective = sight(agents[seated[seat]], match, seat)
            free = len(perspective.state.legal_actions(seat)) > 1
            begun = time.process_time()
            action = agents[seated[seat]].choose(perspective, rng)
            if free:
                spent[seat].append(time.process_time() - begun)
            match.play(seat, action)
    places, points = match.state.places(), match.state.scores()
    return Played(seated, tuple(places), tuple(points), tuple(map(tuple, spent)))
