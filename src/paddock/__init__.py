"""Paddock: play, study and program four zoo board games.

import paddock

match = paddock.play("zooloretto", ["hard", "easy"], seed=1)
print(match.state.scores())
print(paddock.write(match))
"""

from importlib import import_module
from typing import TYPE_CHECKING

from paddock.core.source import choose_engine

choose_engine()

if TYPE_CHECKING:
    from paddock.agents.agent import Agent
    from paddock.agents.levels import make as agent
    from paddock.agents.play import play
    from paddock.analysis.record import Analysis
    from paddock.analysis.study import analyse
    from paddock.core.dice import Dice, ScriptedDice, SeededDice
    from paddock.core.errors import (
        BadAgent,
        BadArgument,
        BadPosition,
        BadSetup,
        BadTranscript,
        IllegalAction,
        PaddockError,
        UndoRefused,
        UnknownGame,
    )
    from paddock.core.game import Game
    from paddock.core.match import Event, Match, Perspective
    from paddock.core.registry import list_games, load, position
    from paddock.core.rng import Rng
    from paddock.core.rollout import rollouts
    from paddock.core.setup import Option, Setup
    from paddock.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR, State
    from paddock.core.transcript import read, write
    from paddock.envs.batch import Batch
    from paddock.testing.suite import check

    __version__: str

# Where each public name lives; nothing is imported before it is asked for.
HOME = {
    "Agent": "agents.agent:Agent",
    "Analysis": "analysis.record:Analysis",
    "BadAgent": "core.errors:BadAgent",
    "BadArgument": "core.errors:BadArgument",
    "BadPosition": "core.errors:BadPosition",
    "BadSetup": "core.errors:BadSetup",
    "BadTranscript": "core.errors:BadTranscript",
    "Batch": "envs.batch:Batch",
    "CHANCE": "core.state:CHANCE",
    "Dice": "core.dice:Dice",
    "Event": "core.match:Event",
    "Game": "core.game:Game",
    "HIDDEN": "core.state:HIDDEN",
    "IllegalAction": "core.errors:IllegalAction",
    "Match": "core.match:Match",
    "NOBODY": "core.state:NOBODY",
    "Option": "core.setup:Option",
    "PaddockError": "core.errors:PaddockError",
    "Perspective": "core.match:Perspective",
    "Rng": "core.rng:Rng",
    "SPECTATOR": "core.state:SPECTATOR",
    "ScriptedDice": "core.dice:ScriptedDice",
    "SeededDice": "core.dice:SeededDice",
    "Setup": "core.setup:Setup",
    "State": "core.state:State",
    "UndoRefused": "core.errors:UndoRefused",
    "UnknownGame": "core.errors:UnknownGame",
    "agent": "agents.levels:make",
    "analyse": "analysis.study:analyse",
    "check": "testing.suite:check",
    "list_games": "core.registry:list_games",
    "load": "core.registry:load",
    "play": "agents.play:play",
    "position": "core.registry:position",
    "read": "core.transcript:read",
    "rollouts": "core.rollout:rollouts",
    "write": "core.transcript:write",
}

__all__ = [
    "CHANCE",
    "HIDDEN",
    "NOBODY",
    "SPECTATOR",
    "Agent",
    "Analysis",
    "BadAgent",
    "BadArgument",
    "BadPosition",
    "BadSetup",
    "BadTranscript",
    "Batch",
    "Dice",
    "Event",
    "Game",
    "IllegalAction",
    "Match",
    "Option",
    "PaddockError",
    "Perspective",
    "Rng",
    "ScriptedDice",
    "SeededDice",
    "Setup",
    "State",
    "UndoRefused",
    "UnknownGame",
    "__version__",
    "agent",
    "analyse",
    "check",
    "list_games",
    "load",
    "play",
    "position",
    "read",
    "rollouts",
    "write",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = import_module("importlib.metadata").version("paddock")
    elif name in HOME:
        module, _, attribute = HOME[name].partition(":")
        value = getattr(import_module(f"paddock.{module}"), attribute)
    else:
        raise AttributeError(f"paddock has no '{name}'; it has {', '.join(sorted(HOME))}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
