"""Rollouts: many whole games played at random or by a game's own quick policy, on one core or several."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from subprocess import PIPE, Popen
from typing import Literal, NamedTuple

from paddock.core.errors import BadSetup, PaddockError, is_text, seed_number, shown, whole
from paddock.core.game import Game
from paddock.core.insight import Insight
from paddock.core.playout import whole_playout
from paddock.core.registry import game_of
from paddock.core.rng import Rng, scrambled
from paddock.core.setup import Setup
from paddock.core.state import buffer

PIECE = 256  # games that a worker is handed at once


class Rollouts(NamedTuple):
    """What became of the games, in their order."""

    scores: list[list[int]]  # of each game, of each seat
    places: list[list[int]]  # 1 is first, ties share
    decisions: int  # in all of them together


def rollouts(
    game: Game | str,
    n: int,
    seed: int = 0,
    policy: Literal["random", "quick"] = "random",
    workers: int = 1,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Rollouts:
    """Play n games; `quick` chooses as playouts of the searches do. The number of workers never changes the result.

    >>> found = paddock.rollouts("franks-zoo", 3, seed=1, seats=4)
    >>> len(found.scores), [len(points) for points in found.scores]
    (3, [4, 4, 4])
    """
    chosen = game_of(game)
    n, workers = whole("n", n, 0), whole("workers", workers, 1)
    seed = seed_number(seed)
    if not is_text(policy) or policy not in ("random", "quick"):
        raise BadSetup(f"no policy is called {shown(policy)}; there are random, quick")
    setup = chosen.setup_of(chosen.seats[0] if seats is None else seats, options)
    pieces = [range(at, min(at + PIECE, n)) for at in range(0, n, PIECE)]
    play = Plan(chosen, setup, seed, policy)
    if workers == 1 or len(pieces) < 2:
        return together([play.piece(numbers) for numbers in pieces])
    with Crew(play, min(workers, len(pieces))) as crew:
        return together(crew.each(pieces))


class Plan(NamedTuple):
    """What is played: the same in every worker."""

    game: Game
    setup: Setup
    seed: int
    policy: str

    def piece(self, numbers: range) -> Rollouts:
        """The games of these numbers, each with a stream of its own."""
        start, actions = self.game.start(self.setup), buffer()
        insight = self.game.insight() if self.policy == "quick" else Insight()
        state = start.copy()
        scores, places, decisions = [], [], 0
        for number in numbers:
            state.assign(start)
            decisions += whole_playout(state, insight, Rng(scrambled(self.seed) + number), actions)
            scores.append(state.scores())
            places.append(state.places())
        return Rollouts(scores, places, decisions)


class Crew:
    """Processes that play the pieces of one plan.

    They are plain Pythons that import Paddock and nothing else: unlike those of `multiprocessing` they start in a
    moment, and a script needs no `if __name__ == "__main__"` around what it asks for.
    """

    def __init__(self, plan: Plan, workers: int) -> None:
        if type(plan.game).__module__ == "__main__":
            raise BadSetup("workers cannot import a game that is in the script itself: put it into a module of its own")
        told = pickle.dumps(plan)
        begin = f"import sys; sys.path[:] = {sys.path!r}; from paddock.core.rollout import work; work()"
        self.idle: SimpleQueue[Popen[bytes]] = SimpleQueue()
        self.all: list[Popen[bytes]] = []
        for _worker in range(workers):
            worker = Popen([sys.executable, "-c", begin], stdin=PIPE, stdout=PIPE)
            self.all.append(worker)
            self.idle.put(worker)
        for worker in self.all:  # all of them start side by side
            send(worker, told)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self.all:
            worker.kill()
            worker.communicate()

    def each(self, pieces: list[range]) -> list[Rollouts]:
        """What became of each piece, in their order."""
        with ThreadPoolExecutor(len(self.all)) as threads:  # a thread only waits for its worker
            return list(threads.map(self.ask, pieces))

    def ask(self, numbers: range) -> Rollouts:
        worker = self.idle.get()
        try:
            send(worker, pickle.dumps(numbers))
            assert worker.stdout is not None
            played: Rollouts = pickle.load(worker.stdout)  # noqa: S301  # our own process wrote it
        except (EOFError, OSError):
            raise PaddockError(f"a worker of these rollouts ended with exit code {worker.wait()}") from None
        finally:
            self.idle.put(worker)
        return played


def send(worker: Popen[bytes], told: bytes) -> None:
    assert worker.stdin is not None
    worker.stdin.write(told)
    worker.stdin.flush()


def work() -> None:
    """A worker: the plan, then pieces of it for as long as they come."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a game prints must not come between the answers
    plan: Plan = pickle.load(asked)  # noqa: S301
    while True:
        try:
            numbers = pickle.load(asked)  # noqa: S301
        except EOFError:
            return
        pickle.dump(plan.piece(numbers), answers)
        answers.flush()


def together(parts: list[Rollouts]) -> Rollouts:
    return Rollouts(
        [row for part in parts for row in part.scores],
        [row for part in parts for row in part.places],
        sum(part.decisions for part in parts),
    )
