"""Masks: does a computer player do the same in two worlds that its seat cannot tell apart?

Whole games are played with options at random. At every decision each hidden fact is replaced by another that fits what
the seat has seen, and the player is asked in both worlds, with the same random numbers to think with.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated

import typer

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match, Perspective
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from trials.command import Json, Seed, report, start
from trials.secrets import setups


def elsewhere(match: Match, seat: int, rng: Rng) -> Perspective:
    """The seat's perspective in another world that it cannot tell from the truth."""
    perspective = match.perspective(seat)
    world = perspective.imagine(rng)
    return perspective._replace(state=world.mask(seat))


def decisions(name: str, agent: str, seed: int) -> Iterator[bool]:
    """Of each decision in turn, without end: was it the same in both worlds?"""
    game = load(name)
    here, there, worlds = make(agent), make(agent), Rng(seed)
    for number, setup in enumerate(setups(game, random.Random(f"masks {seed}"))):
        match = Match(game, setup, SeededDice(f"{seed} {number}"))
        asked = 0
        while not match.over:
            for seat in match.pending:
                perspective = match.perspective(seat)
                actions = perspective.state.legal_actions(seat)
                action = actions[0]
                if len(actions) > 1:
                    asked += 1
                    thought = f"{seed} {number} {asked}"
                    action = here.choose(perspective, Rng(hash_of(thought)))
                    yield action == there.choose(elsewhere(match, seat, worlds), Rng(hash_of(thought)))
                match.play(seat, action)


def hash_of(text: str) -> int:
    """A seed that is the same in every process."""
    return random.Random(text).getrandbits(31)


def differences(name: str, agent: str, trials: int, seed: int) -> int:
    """How many of so many decisions were not the same in both worlds."""
    asked = decisions(name, agent, seed)
    return sum(not next(asked) for _ in range(trials))


def main(
    trials: Annotated[int, typer.Option(min=1, help="Decisions of each game.")] = 10_000,
    agent: Annotated[str, typer.Option(help="Who decides.")] = "easy",
    game: Annotated[str, typer.Option(help="One game; all without it.")] = "",
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Does a computer player do the same in worlds that differ only in what its seat may not know?"""
    found = {name: differences(name, agent, trials, seed) for name in ([game] if game else list_games())}
    figures = {"agent": agent, "trials": trials, "differences": found, "broken": sum(found.values())}
    return report(figures, json, "broken")


if __name__ == "__main__":
    start(main)
