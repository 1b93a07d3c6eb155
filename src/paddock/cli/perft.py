"""`paddock perft`: how many lines of play there are from the opening position."""

from __future__ import annotations

from time import perf_counter

from paddock.cli.setting import setup_for, usual_seats
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.perft import perft
from paddock.core.registry import load
from paddock.core.state import CHANCE, State


def count(name: str, depth: int, seats: int | None, seed: int, options: list[str], divide: bool) -> int:
    """Print the count; with `divide` also below each first event."""
    game = load(name)
    setup = setup_for(game, usual_seats(game) if seats is None else seats, options)
    state = Match(game, setup, SeededDice(seed)).state
    start = perf_counter()
    total = 0
    for action in first_events(state) if divide and depth else []:
        child = state.copy()
        child.apply(state.actor, action)
        lines = perft(child, depth - 1)
        total += lines
        print(f"{game.notation(state, state.actor, action)}: {lines}")
    if not (divide and depth):
        total = perft(state, depth)
    print(f"{game.name}, {setup.seats} seats, seed {seed}, depth {depth}: {total} in {perf_counter() - start:.2f} s")
    return 0


def first_events(state: State) -> list[int]:
    """What can happen next: outcomes at chance, else the actor's legal actions."""
    return [outcome for outcome, _ in state.chance()] if state.actor == CHANCE else state.legal_actions(state.actor)
