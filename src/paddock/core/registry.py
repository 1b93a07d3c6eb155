"""Registry: finds games by folder, and loads one when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from paddock.core.errors import BadPosition, PaddockError, UnknownGame, listed, shown
from paddock.core.game import Game
from paddock.core.state import State

GAMES = Path(__file__).parent.parent / "games"


ANNOUNCED = "paddock.games"  # the entry points by which installed packages announce games of their own


def list_games() -> list[str]:
    """The names of all games: the folders of `paddock/games` and what other packages announce; imports none of them.

    >>> paddock.list_games()
    [...'franks-zoo'...'new-york-zoo'...'o-zoo-le-mio'...'zooloretto'...]
    """
    return [*our_games(), *sorted(announced())]


@cache
def our_games() -> tuple[str, ...]:
    return tuple(sorted(file.parent.name.replace("_", "-") for file in GAMES.glob("*/__init__.py")))


@cache
def announced() -> dict[str, str]:
    """Games of installed packages, each with its `module:GAME`; a name of ours cannot be taken."""
    return {entry.name: entry.value for entry in entry_points(group=ANNOUNCED) if entry.name not in our_games()}


def load(name: str) -> Game:
    """The game of that name, or of a module of your own written as `module:GAME`.

    >>> paddock.load("zooloretto")
    <Game zooloretto, 2 to 5 seats>
    >>> paddock.load("chess")
    Traceback (most recent call last):
    paddock.core.errors.UnknownGame: no game is called 'chess'; there are ...
    """
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a text such as 'zooloretto', not by {shown(name)}")
    module, _, attribute = announced().get(name, name).partition(":")
    if attribute:
        return load_from(module, attribute)
    if name not in our_games():
        raise UnknownGame(f"no game is called {shown(name)}; there are {listed(list_games())}")
    return load_from(f"paddock.games.{name.replace('-', '_')}", "GAME")


def game_of(game: Game | str) -> Game:
    """A game, given itself or its name."""
    return game if isinstance(game, Game) else load(game)


def position(game: Game | str, written: Mapping[str, Any] | str) -> State:
    """The state of a written position: what `game.position(state)` gave, or the same as JSON text.

    >>> game = paddock.load("zooloretto")
    >>> state = paddock.Match(game, 3, seed=1).state
    >>> paddock.position(game, game.position(state)) == state
    True
    """
    if isinstance(written, str):
        try:
            written = json.loads(written)
        except ValueError as error:
            raise BadPosition(f"the position is not JSON: {error}") from None
    if not isinstance(written, Mapping):
        raise BadPosition(f"a position is a mapping of its fields, not {type(written).__name__}")
    return game_of(game).from_position(written)


def load_from(module: str, attribute: str) -> Game:
    try:
        game = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"no game at '{module}:{attribute}': {error}") from None
    except PaddockError:
        raise
    except (Exception, SystemExit) as error:  # whatever a module of somebody's own does
        raise UnknownGame(f"'{module}' cannot be imported: {type(error).__name__} {error}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"'{module}:{attribute}' is not a paddock Game")
    return game
