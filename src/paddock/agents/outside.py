"""Outside: agents of your own, named `package.module:Class`, or announced by an installed package.

An announced agent may take a word after a colon, as in `openspiel:0.1s`: its class is called with that word.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from paddock.agents.agent import Agent, seated
from paddock.core.errors import BadAgent, PaddockError

ANNOUNCED = "paddock.agents"  # the entry points by which installed packages announce theirs


@cache
def announced() -> dict[str, str]:
    """Agents of installed packages, each with its `module:Class`."""
    return {entry.name: entry.value for entry in entry_points(group=ANNOUNCED)}


def outside(spec: str) -> Agent | None:
    """The agent of a class that is not ours; None where this is no such name."""
    plain, _, word = spec.partition(":")
    entry = announced().get(spec) or announced().get(plain)
    words = [word] if entry and word and spec not in announced() else []
    module, _, name = (entry or spec).partition(":")
    if not name.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        return None
    if "." not in module and entry is None and name.islower():
        return None  # such as uct:deep: one of ours, misspelt
    try:
        agent = getattr(import_module(module), name)(*words)
    except (ImportError, AttributeError) as error:
        raise BadAgent(f"no agent at '{spec}': {error}") from None
    except PaddockError:
        raise
    except (Exception, SystemExit) as error:  # whatever a module of somebody's own does
        raise BadAgent(f"'{spec}' cannot be made: {type(error).__name__} {error}") from error
    return seated(agent, f"'{spec}'")
