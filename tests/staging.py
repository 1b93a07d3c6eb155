"""Staging: what a test needs to happen it sets up, and does not play on until it happens by luck.

`reached` finds a position by playing with seeded dice and agents, the same one in every run. `staged` writes it into
a file and names it for a server: `Place(db, games=[staged(folder, match)])` is a server on which every table of that
game begins there. The name is a module of the tests and a file, and only who starts a server can give it one: by
`--game`, which imports whatever it names. No message and no request holds a position, and the tests are not installed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.errors import BadSetup
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import State

MOST_MATCHES = 200
View = Mapping[str, Any]


def reached(
    name: str, seats: int, wanted: Callable[[View], object], level: str = "easy", seed: int = 0, **options: object
) -> Match:
    """A match at the first position in which seat 0 must decide and what it sees is wanted."""
    game = load(name)
    for number in range(seed, seed + MOST_MATCHES):
        match = Match(game, game.setup(seats, **options), SeededDice(number.to_bytes(32, "big")))
        agent, rng = make(level), Rng(number)
        while not match.over:
            if 0 in match.pending and wanted(game.view(match.state.mask(0))):
                return match
            seat = match.pending[0]
            match.play(seat, agent.choose(match.perspective(seat), rng))
    raise AssertionError(f"no such position of {name} in {MOST_MATCHES} matches")


def staged(folder: Path, match: Match) -> str:
    """The game of this match from where it stands, as `--game` takes it."""
    return written(folder, match.game.name, match.game.position(match.state))


def written(folder: Path, name: str, position: Mapping[str, Any]) -> str:
    """The game of this name from a written position on, as `--game` takes it."""
    file = folder / f"{name}.json"
    file.write_text(json.dumps({"game": name, "position": position}), "utf-8")
    return f"{__name__}:{file}"


def __getattr__(name: str) -> Game:
    """The game that a file stages, which is this module's attribute of that name."""
    if not name.endswith(".json"):
        raise AttributeError(name)
    stage = json.loads(Path(name).read_text("utf-8"))
    return on_stage(load(stage["game"]), stage["position"])


def on_stage(real: Game, position: Mapping[str, Any]) -> Game:
    """A game that takes the place of the real one, so that the site draws its own face, but begins there."""
    kind: Any = type(real)

    class Staged(kind):  # type: ignore[misc]
        def start(self, setup: Setup) -> State:
            state = real.from_position(position)
            if state.seats != setup.seats:
                raise BadSetup(f"seats: {state.seats} are on this stage, not {setup.seats}")
            return state

    game = Staged()
    assert isinstance(game, Game)
    return game
