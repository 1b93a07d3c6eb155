"""Registry: finds games by folder, and loads one when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from paddock.core.errors import PaddockError, UnknownGame, listed
from paddock.core.game import Game

GAMES = Path(__file__).parent.parent / "games"


def games() -> list[str]:
    """The names of all games: the folders of `paddock/games`, nothing is imported."""
    return sorted(file.parent.name.replace("_", "-") for file in GAMES.glob("*/__init__.py"))


def load(name: str) -> Game:
    """The game of that name, or of a module of your own written as `module:GAME`."""
    module, _, attribute = name.partition(":")
    if attribute:
        return load_from(module, attribute)
    if name not in games():
        raise UnknownGame(f"no game is called '{name}'; there are {listed(games())}")
    return load_from(f"paddock.games.{name.replace('-', '_')}", "GAME")


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
