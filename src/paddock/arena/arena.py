"""Arena: every agent against the others over duplicate deals, on as many processes as wanted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from paddock.agents.agent import Agent
from paddock.agents.levels import make
from paddock.arena.cheat import CheatingAgent
from paddock.arena.deal import Played, play_deal
from paddock.arena.old import OLD
from paddock.arena.result import summary
from paddock.core.errors import BadAgent, BadSetup
from paddock.core.registry import load
from paddock.core.setup import Setup


class Bout(NamedTuple):
    """What is played: a setup, the agents by name, who of them sits down together, and the seed of all deals."""

    game: str
    seats: int
    options: Mapping[str, object]
    agents: tuple[str, ...]
    lineups: tuple[tuple[int, ...], ...]
    seed: int

    def setup(self) -> Setup:
        return load(self.game).setup(self.seats, **self.options)


def contender(spec: str) -> Agent:
    """An agent by name; for comparison `old:hard` is a level as it was, and `cheat:hard` one that sees all hands."""
    kind, _, level = spec.partition(":")
    if kind == "cheat":
        return CheatingAgent(make(level))
    return make(OLD[level]) if kind == "old" and level in OLD else make(spec)


def lineups(agents: Sequence[str], seats: int) -> tuple[tuple[int, ...], ...]:
    """Who sits down together: those named, the last one as often as seats are left; or all in turns, if too many.

    Names that are given twice are one agent on several seats.
    """
    known = list(dict.fromkeys(agents))
    numbers = [known.index(agent) for agent in agents]
    if len(numbers) <= seats:
        return (tuple(numbers + [numbers[-1]] * (seats - len(numbers))),)
    return tuple(combinations(numbers, seats))


def bout(game: str, agents: Sequence[str], seats: int, seed: int, options: Mapping[str, object]) -> Bout:
    """A checked bout; BadAgent or BadSetup if it cannot be played."""
    if not agents:
        raise BadAgent("an arena needs at least one agent")
    for agent in agents:
        contender(agent)
    made = Bout(game, seats, options, tuple(dict.fromkeys(agents)), lineups(agents, seats), seed)
    if made.setup().seats == 1 and len(agents) == 1:
        raise BadSetup("a game of one needs two agents to compare")
    return made


def deal(bout: Bout, number: int) -> list[Played]:
    """The games of one deal, all line-ups and rotations."""
    game, setup = load(bout.game), bout.setup()
    agents = [contender(spec) for spec in bout.agents]
    return [
        played for lineup in bout.lineups for played in play_deal(game, setup, agents, lineup, f"{bout.seed} {number}")
    ]


def run(
    bout: Bout, deals: int, workers: int = 1, log: Path | None = None, tell: Callable[[int], None] = lambda done: None
) -> dict[str, Any]:
    """All deals, those in the log excepted; what they say."""
    games = {number: each for number, each in logged(log, bout).items() if number < deals}
    tell(len(games))
    missing = [number for number in range(deals) if number not in games]
    if workers > 1:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            for number, played in zip(missing, pool.map(deal, [bout] * len(missing), missing), strict=True):
                keep(log, number, played)
                games[number] = played
                tell(len(games))
    else:
        for number in missing:
            games[number] = deal(bout, number)
            keep(log, number, games[number])
            tell(len(games))
    found = summary(bout.agents, [games[number] for number in sorted(games)])
    return {"game": bout.game, "seats": bout.seats, "agents": list(bout.agents), "seed": bout.seed, **found}


def keep(log: Path | None, number: int, played: list[Played]) -> None:
    """Add a deal to the log, one line."""
    if log is not None:
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps([number, played]) + "\n")


def logged(log: Path | None, bout: Bout) -> dict[int, list[Played]]:
    """The deals of this bout in the log, by number; a new log begins with what is played."""
    if log is None:
        return {}
    head = json.dumps([bout.game, bout.seats, dict(bout.options), list(bout.agents), bout.lineups, bout.seed])
    if not log.exists():
        log.write_text(head + "\n", "utf-8")
        return {}
    first, *lines = log.read_text("utf-8").splitlines()
    if first != head:
        raise BadSetup(f"{log} is the log of another bout")
    return {number: [played_of(each) for each in games] for number, games in map(json.loads, lines)}


def played_of(data: list[Any]) -> Played:
    agents, places, points, seconds = data
    return Played(tuple(agents), tuple(places), tuple(points), tuple(map(tuple, seconds)))
