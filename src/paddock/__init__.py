"""Paddock: play, study and program four zoo board games.

import paddock

game = paddock.load("franks-zoo")
match = paddock.Match.begin(game, game.setup(4))
"""

from importlib import import_module
from typing import TYPE_CHECKING

from paddock.core.source import choose_engine

choose_engine()

if TYPE_CHECKING:
    from paddock.agents.agent import Agent
    from paddock.agents.levels import make as agent
    from paddock.core.dice import Dice, ScriptedDice, SeededDice
    from paddock.core.errors import PaddockError
    from paddock.core.game import Game
    from paddock.core.match import Event, Match, Perspective
    from paddock.core.registry import games, load
    from paddock.core.rng import Rng
    from paddock.core.setup import Option, Setup
    from paddock.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR, State

# Where each public name lives; nothing is imported before it is asked for.
HOME = {
    "Agent": "agents.agent",
    "CHANCE": "core.state",
    "Dice": "core.dice",
    "Event": "core.match",
    "Game": "core.game",
    "HIDDEN": "core.state",
    "Match": "core.match",
    "NOBODY": "core.state",
    "Option": "core.setup",
    "PaddockError": "core.errors",
    "Perspective": "core.match",
    "Rng": "core.rng",
    "SPECTATOR": "core.state",
    "ScriptedDice": "core.dice",
    "SeededDice": "core.dice",
    "Setup": "core.setup",
    "State": "core.state",
    "games": "core.registry",
    "load": "core.registry",
}

__all__ = [
    "CHANCE",
    "HIDDEN",
    "NOBODY",
    "SPECTATOR",
    "Agent",
    "Dice",
    "Event",
    "Game",
    "Match",
    "Option",
    "PaddockError",
    "Perspective",
    "Rng",
    "ScriptedDice",
    "SeededDice",
    "Setup",
    "State",
    "agent",
    "games",
    "load",
]


def __getattr__(name: str) -> object:
    if name == "agent":
        value: object = import_module("paddock.agents.levels").make
    elif name in HOME:
        value = getattr(import_module(f"paddock.{HOME[name]}"), name)
    else:
        raise AttributeError(f"paddock has no '{name}'; it has {', '.join(__all__)}")
    globals()[name] = value
    return value
