"""Afar: the same training with its games played on a Ray cluster, and one learner here that takes what each teaches.

Games are taken in the order in which they were asked for, and how far the players' weights lag behind is fixed too, so
equal seeds on as many cores learn the same.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from paddock.agents.cluster import AHEAD, Cluster
from paddock.arena.train import TRACE, Training
from paddock.core.rng import Rng

BATCH = 4  # games a call
APART = 1_000_003  # between the random streams of two seeds


class Batch(NamedTuple):
    """What some games teach, with the CPU seconds that they took."""

    lessons: list[bytes]  # of each game, as 32-bit floats
    loss: float
    judged: int
    seconds: float


def study(name: str, seats: int, weights: bytes, first: int, seed: int) -> Batch:
    """Play a batch with these weights; the first game's number and the seed say which."""
    began = time.process_time()
    student = pupil(name, seats)
    learner = student.learner
    net = learner.judge.net
    for k, weight in enumerate(array("d", weights)):
        net.weights[k] = weight
    student.thinker.rng = Rng(seed * APART + first)
    learner.loss, learner.judged = 0.0, 0
    lessons = [array("f", learner.lesson(student.play(), TRACE)).tobytes() for _ in range(BATCH)]
    return Batch(lessons, float(learner.loss), int(learner.judged), time.process_time() - began)


@lru_cache(maxsize=4)
def pupil(name: str, seats: int) -> Training:
    """Who plays here; its buffers are worth keeping between two calls."""
    return Training(name, seats, 1, 0, Path())


class FarTraining(Training):
    """Asks for games ahead, and learns from each in its turn."""

    def __init__(self, name: str, seats: int, minutes: float, seed: int, folder: Path, cluster: Cluster) -> None:
        super().__init__(name, seats, minutes, seed, folder)
        self.cluster = cluster
        self.player = cluster.remote(study)
        self.asked: deque[Any] = deque()
        self.ready: deque[bytes] = deque()
        self.elsewhere = 0.0  # CPU seconds

    def clock(self) -> float:
        return super().clock() + self.elsewhere

    def study(self, rate: float) -> None:
        if not self.ready:
            self.fetch()
        self.learner.take(array("f", self.ready.popleft()).tolist(), rate)
        self.games += 1

    def fetch(self) -> None:
        """Wait for the batch that was asked for first."""
        while len(self.asked) < AHEAD * self.cluster.cores:
            weights = array("d", self.learner.judge.net.listed()).tobytes()
            first = self.games + BATCH * len(self.asked)
            self.asked.append(self.player.remote(self.game.name, self.seats, weights, first, self.seed))
        batch: Batch = self.cluster.ray.get(self.asked.popleft())
        self.ready.extend(batch.lessons)
        self.learner.loss += batch.loss
        self.learner.judged += batch.judged
        self.elsewhere += batch.seconds
