"""Batch: how fast many matches are stepped together, and how rollouts spread over workers."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier

from paddock.bench.clock import Work, rate
from paddock.bench.engine import Figures, everything, setup_of
from paddock.core.registry import load
from paddock.core.rollout import PIECE, rollouts
from paddock.core.setup import Setup
from paddock.envs.batch import Batch
from paddock.envs.extra import library

np = library("numpy", "numpy", "numpy")
MATCHES = 256  # in a batch
STEPS = 8  # in a unit of work


def run(names: Sequence[str] = (), seconds: float = 5.0, workers: int = 0) -> dict[str, Figures]:
    """Figures for each name, `game` or `game:variant`: decisions a second of CPU time, and of rollouts by the clock."""
    return {name: measure(name, seconds, workers or os.cpu_count() or 1) for name in names or everything()}


def measure(name: str, seconds: float, workers: int) -> Figures:
    """All figures of one game; each kind of work gets its share of the seconds."""
    setup = setup_of(name)
    share = seconds / 5
    one, games = alone(setup, share)
    few, start = rolled_out(setup, PIECE * workers, workers)
    decisions, took = rolled_out(setup, PIECE * workers + round(games * 2 * seconds * workers), workers)
    return {
        "seats": setup.seats,
        "stepped_decisions_per_s": round(rate(stepped(batch_of(setup)), share)),
        "inside_decisions_per_s": round(rate(inside(batch_of(setup)), share)),
        "observed_decisions_per_s": round(rate(observed(batch_of(setup)), share)),
        "rollout_decisions_per_s": round(one),
        "workers": workers,
        "rollout_decisions_per_s_all": round(decisions / took),
        "start_s": round(start - few / workers / one, 2),
        "speed_up": round(decisions / took / one, 2),
        "speed_up_running": round((decisions - few) / (took - start) / one, 2),
        "speed_up_of_machine": round(apart(setup, round(games * seconds), workers) / one, 2),
    }


def batch_of(setup: Setup) -> Batch:
    return Batch(load(setup.game), MATCHES, setup.seats, seed=1, options=setup.options)


def stepped(batch: Batch) -> Work:
    """Random actions from an array, masks included."""
    numbers = np.random.default_rng(1).integers(0, 2**30, (STEPS, MATCHES))

    def work() -> int:
        for row in numbers:
            batch.step(batch.pick(row))
        return STEPS * MATCHES

    return work


def inside(batch: Batch) -> Work:
    """The same, all of it compiled."""

    def work() -> int:
        batch.play_random(STEPS)
        return STEPS * MATCHES

    return work


def observed(batch: Batch) -> Work:
    """Random actions from an array, with observations of whoever decides."""
    numbers = np.random.default_rng(1).integers(0, 2**30, (STEPS, MATCHES))
    out = batch.observations()

    def work() -> int:
        for row in numbers:
            batch.step(batch.pick(row))
            batch.observations(out)
        return STEPS * MATCHES

    return work


def alone(setup: Setup, seconds: float) -> tuple[float, float]:
    """Decisions and games a second by the clock with one worker: twice as many games until they take long enough."""
    games = 64
    while True:
        decisions, took = rolled_out(setup, games, 1)
        if took >= seconds:
            return decisions / took, games / took
        games *= 2


def rolled_out(setup: Setup, games: int, workers: int) -> tuple[int, float]:
    """Decisions of so many games, and seconds by the clock, the start of the workers included."""
    began = time.perf_counter()
    played = rollouts(setup.game, games, 1, workers=workers, seats=setup.seats, options=setup.options)
    return played.decisions, time.perf_counter() - began


def apart(setup: Setup, games: int, processes: int) -> float:
    """Decisions a second of so many processes that know nothing of one another: what the machine has to give."""
    context = get_context("spawn")
    start = context.Barrier(processes)
    with ProcessPoolExecutor(processes, context, initializer=meet, initargs=(start,)) as pool:
        return sum(pool.map(one_of_many, [setup] * processes, [games] * processes))


ready: Barrier  # in the processes of `apart` alone


def meet(start: Barrier) -> None:
    """Tell a process of `apart` where all of them wait for the last one; a task cannot carry that."""
    global ready
    ready = start


def one_of_many(setup: Setup, games: int) -> float:
    """Decisions a second of one process, begun when all are ready."""
    rolled_out(setup, 64, 1)
    ready.wait()
    decisions, took = rolled_out(setup, games, 1)
    return decisions / took
