"""Worker: a process that thinks for a seat; a job a line on stdin, an answer a line on stdout.

A job holds what the seat may know and nothing more, so a worker never sees the truth.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from functools import lru_cache
from io import RawIOBase
from typing import BinaryIO

import msgspec

from paddock.agents.agent import Agent
from paddock.agents.levels import make
from paddock.core.errors import PaddockError
from paddock.core.game import Game, demand_masked
from paddock.core.match import Event, Perspective
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.setup import Value

READY = 0  # the number of the first answer, which says that the worker listens; jobs count from 1
SEEDS = 1 << 64  # an Rng takes no more of a seed than this, and JSON's integers end here
EVENTS = 2_000  # of which a worker is told; a match of ours has fewer, unless a lot is taken back
LONGEST_REASON = 400  # characters; an error may quote what it choked on
GUESTS: dict[str, Game] = {}  # games beyond the registered ones that this process was started with
AGENTS: dict[str, str] = {}  # agents beyond the levels: what each name means; imported when one is first asked for
TRY = "--try"  # instead of everything else: can this agent be made?
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setup as `Setup.to_json` writes it."""

    game: str
    seats: int
    options: dict[str, Value]


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question: what does this level do here?"""

    number: int
    setup: Start
    seat: int
    state: bytes  # masked
    events: tuple[Event, ...]  # as this seat has seen them, the newest
    level: str
    seed: int


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The action, or in one sentence why there is none."""

    number: int
    action: int | None = None
    error: str | None = None


def job_of(number: int, perspective: Perspective, level: str, seed: int) -> Job:
    """The job that asks this; ValueError if it would give away more than the seat may know."""
    game, setup, seat, state, events = perspective
    demand_masked(state)
    if state.viewer != seat:
        raise ValueError(f"the perspective is of seat {seat}, but its state is masked for {state.viewer}")
    start = Start(game.name, setup.seats, dict(setup.options))
    return Job(number, start, seat, state.to_bytes(), events[-EVENTS:], level, seed % SEEDS)


def perspective_of(job: Job) -> Perspective:
    """What the job's seat may know."""
    game = GUESTS.get(job.setup.game) or load(job.setup.game)
    setup = game.setup_of(job.setup.seats, job.setup.options)
    start = game.start(setup)
    if len(job.state) != len(start.to_bytes()):
        raise ValueError(f"a state of {game.title} has {len(start.to_bytes())} bytes, not {len(job.state)}")
    return Perspective(game, setup, job.seat, type(start).from_bytes(job.state), job.events)


def choose(job: Job) -> int:
    """What the level does there; equal jobs are answered equally, but for two things.

    Time may be the level's budget; and an agent that has found a line to the end goes on with it where it comes
    by again, as alone in New York Zoo, so that its answer may be owed to an earlier job.
    An agent does not think about a forced decision. Here it does, for people see how long it takes.
    """
    agent, perspective, rng = resident(job.level), perspective_of(job), Rng(job.seed)
    legal = perspective.state.legal_actions(job.seat)
    return agent.decide(perspective, legal, rng) if len(legal) == 1 else agent.choose(perspective, rng)


@lru_cache(maxsize=16)
def resident(level: str) -> Agent:
    """The agent of a level or name, kept: its buffers are worth keeping, and so is a plan for the turns to come."""
    return make(AGENTS.get(level, level))


def answer(line: bytes) -> Answer:
    """The answer to a line, whatever is on it."""
    number = -1
    try:
        job = msgspec.json.decode(line, type=Job)
        number = job.number
        return Answer(number, choose(job))
    except Exception as error:  # noqa: BLE001 whatever went wrong, somebody waits to hear of it
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return Answer(number, error=reason[:LONGEST_REASON])


def serve(jobs: BinaryIO, answers: RawIOBase) -> None:
    """Answer until the jobs end."""
    send(answers, Answer(READY))
    for line in jobs:
        send(answers, answer(line))


def send(answers: RawIOBase, given: Answer) -> None:
    answers.write(msgspec.json.encode(given) + b"\n")


def limit_memory(most: int) -> None:
    """Ask the system to refuse more, so that a search gone wild ends here and takes nobody along."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))


def die_with_parent() -> None:
    """A long thought would notice the end of its stdin only afterwards; Linux can tell it at once."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def main(arguments: list[str]) -> None:
    """Begin, with the most bytes of memory as the first argument, then games and `NAME=AGENT` beyond our own."""
    die_with_parent()
    if arguments[:1] == [TRY]:
        try:
            make(arguments[1])
        except PaddockError as error:
            print(error)
            sys.exit(1)
        return
    if arguments:
        limit_memory(int(arguments[0]))
    for argument in arguments[1:]:
        name, given, agent = argument.partition("=")
        if given:
            AGENTS[name] = agent
        else:
            game = load(name)
            GUESTS[game.name] = game
    # Whatever a game prints goes to stderr: an answer is the only thing said on the real stdout.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    with suppress(BrokenPipeError):  # nobody is left to answer
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main(sys.argv[1:])
