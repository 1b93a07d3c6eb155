"""Deal: one deal played by a line-up from every seat, so that luck with seat and cards is shared."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from paddock.agents.agent import Agent
from paddock.arena.cheat import sight
from paddock.core.dice import SeededDice
from paddock.core.game import Game, Parties
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.transcript import write

MICROSECONDS = 6  # digits


class Contest(NamedTuple):
    """A part of a game in which the same seats played together, and what a seat of each party gained in it."""

    parties: Parties
    gains: tuple[float, ...]


class Played(NamedTuple):
    """One game: by seat, who sat there, its place, its points, and the CPU seconds of each unforced decision."""

    agents: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]
    contests: tuple[Contest, ...] = ()  # only where seats play together
    transcript: str = ""  # only where somebody keeps it


def play_deal(
    game: Game, setup: Setup, agents: Sequence[Agent], lineup: Sequence[int], seed: str, names: Sequence[str] = ()
) -> list[Played]:
    """The deal of this seed, once for each rotation of the line-up; its numbers name agents.

    With names of the agents, every game comes with its transcript.
    """
    played = []
    for turn in range(setup.seats):
        seated = tuple(lineup[(seat - turn) % setup.seats] for seat in range(setup.seats))
        played.append(play(game, setup, agents, seated, seed, Rng(turn + hash_of(seed)), names))
    return played


def hash_of(seed: str) -> int:
    """A number from a text, the same in every process."""
    return int.from_bytes(seed.encode(), "big")


def play(
    game: Game,
    setup: Setup,
    agents: Sequence[Agent],
    seated: tuple[int, ...],
    seed: str,
    rng: Rng,
    names: Sequence[str] = (),
) -> Played:
    """One game to its end."""
    match = Match(game, setup, SeededDice(seed))
    spent: list[list[float]] = [[] for _ in seated]
    contests = Contests(match)
    while not match.over:
        for seat in match.pending:
            perspective = sight(agents[seated[seat]], match, seat)
            free = len(perspective.state.legal_actions(seat)) > 1
            begun = time.process_time()
            action = agents[seated[seat]].choose(perspective, rng)
            if free:
                spent[seat].append(round(time.process_time() - begun, MICROSECONDS))
            match.play(seat, action)
        contests.follow()
    places, points = match.state.places(), match.state.scores()
    text = write(match, names=[names[agent] for agent in seated]) if names else ""
    return Played(seated, tuple(places), tuple(points), tuple(map(tuple, spent)), tuple(contests.closed), text)


class Contests:
    """Watches who plays together, for a game may bring others together in every hand."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.parties = match.game.parties(match.state)
        self.before = match.state.scores()
        self.closed: list[Contest] = []

    def follow(self) -> None:
        """Close the present contest once others play together, or nobody any more."""
        state = self.match.state
        parties = self.match.game.parties(state)
        if not self.parties or (parties == self.parties and not self.match.over):
            return
        scores = state.scores()
        gained = [now - then for now, then in zip(scores, self.before, strict=True)]
        gains = tuple(sum(gained[seat] for seat in party) / len(party) for party in self.parties)
        self.closed.append(Contest(self.parties, gains))
        self.parties, self.before = parties, scores
