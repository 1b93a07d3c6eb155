"""Arena: every agent against the others over duplicate deals, on as many processes as wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from paddock.agents.agent import Agent
from paddock.agents.cluster import Cluster
from paddock.agents.levels import make
from paddock.arena.cheat import CheatingAgent
from paddock.arena.deal import Played, play_deal
from paddock.arena.log import Log
from paddock.arena.old import OLD
from paddock.arena.rating import can_rate, ratings
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

    def head(self) -> list[object]:
        """What makes it another bout, as JSON."""
        return [self.game, self.seats, dict(self.options), list(self.agents), self.lineups, self.seed]

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
    """A checked bout with every option filled in; BadAgent or BadSetup if it cannot be played."""
    if not agents:
        raise BadAgent("an arena needs at least one agent")
    for agent in agents:
        contender(agent)
    setup = load(game).setup(seats, **options)
    if setup.seats == 1 and len(agents) == 1:
        raise BadSetup("a game of one needs two agents to compare")
    return Bout(game, seats, dict(setup.options), tuple(dict.fromkeys(agents)), lineups(agents, seats), seed)


def deal(bout: Bout, number: int, kept: bool = False) -> list[Played]:
    """The games of one deal, all line-ups and rotations; with their transcripts if they are to be kept."""
    game, setup = load(bout.game), bout.setup()
    agents = [contender(spec) for spec in bout.agents]
    names = bout.agents if kept else ()
    seed = f"{bout.seed} {number}"
    return [played for lineup in bout.lineups for played in play_deal(game, setup, agents, lineup, seed, names)]


def run(
    bout: Bout,
    deals: int,
    workers: int = 1,
    log: Path | None = None,
    tell: Callable[[int], None] = lambda done: None,
    ray: str = "",
) -> dict[str, Any]:
    """All deals, those in the log excepted; what they say."""
    book = Log(log, bout.head())
    games = {number: each for number, each in book.read().items() if number < deals}
    tell(len(games))
    missing = [number for number in range(deals) if number not in games]
    jobs = [(bout, number, log is not None) for number in missing]
    for at, played in spread(jobs, workers, ray):
        book.keep(missing[at], played)
        games[missing[at]] = played
        tell(len(games))
    in_order = [games[number] for number in sorted(games)]
    found = {
        "game": bout.game,
        "seats": bout.seats,
        "options": dict(bout.options),
        "agents": list(bout.agents),
        "seed": bout.seed,
        **summary(bout.agents, in_order),
    }
    return {**found, "ratings": ratings(bout.agents, in_order)} if can_rate() else found


def spread(jobs: Sequence[tuple[Bout, int, bool]], workers: int, ray: str) -> Iterator[tuple[int, list[Played]]]:
    """Every job's index and games as they come: from here, from so many processes, or from a Ray cluster."""
    if not jobs:
        return
    if ray:
        with Cluster(ray) as cluster:
            yield from cluster.each(deal, jobs)
    elif workers > 1:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            running = {pool.submit(deal, *job): at for at, job in enumerate(jobs)}
            try:
                for done in as_completed(running):
                    yield running[done], done.result()
            finally:
                pool.shutdown(cancel_futures=True)
    else:
        for at, job in enumerate(jobs):
            yield at, deal(*job)
