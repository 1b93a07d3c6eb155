"""Bridge: a process that hands jobs to a Ray cluster, so that the server itself never waits for Ray.

    python -m paddock.server.bridge ADDRESS [MODULE:GAME]…

It speaks as a worker does, with as many jobs at once as there are cores: a job a line, or the negative number of a job
that nobody waits for any more; an answer a line, in any order. The first answer says how many cores there are. A job
holds what its seat may know and nothing more, so no machine of the cluster ever sees the truth.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from io import RawIOBase
from typing import Any, BinaryIO

import msgspec

from paddock.agents.cluster import Cluster
from paddock.core.registry import load
from paddock.server.worker import GUESTS, LONGEST_REASON, READY, Answer, Job, answer, die_with_parent, send

WARM_UP = b""  # a line that is no job: whoever gets it has imported everything
WARMING = 0.5  # seconds that this takes at least, so that no process warms up for another


def think(line: bytes, games: tuple[str, ...]) -> Answer:
    """On a machine of the cluster: the answer to a job."""
    GUESTS.update((game.name, game) for game in map(load, games))
    if line == WARM_UP:
        time.sleep(WARMING)
    return answer(line)


class Bridge:
    """The jobs that are under way."""

    def __init__(self, cluster: Cluster, games: tuple[str, ...], answers: RawIOBase) -> None:
        self.cluster = cluster
        self.games = games
        self.answers = answers
        self.think = cluster.ray.remote(num_cpus=1, max_retries=0)(think)  # the server has workers of its own
        self.running: dict[int, Any] = {}
        self.saying = threading.Lock()  # answers come on threads of Ray's

    def serve(self, jobs: BinaryIO) -> None:
        """Hand on until the jobs end."""
        cores = self.cluster.cores
        self.cluster.ray.get([self.think.remote(WARM_UP, self.games) for _ in range(cores)])
        self.say(Answer(READY, cores))
        for line in jobs:
            if line.startswith(b"-"):
                self.drop(-int(line))
            else:
                self.hand_on(msgspec.json.decode(line, type=Job).number, line)

    def hand_on(self, number: int, line: bytes) -> None:
        reference = self.running[number] = self.think.remote(line, self.games)
        reference.future().add_done_callback(lambda future: self.done(number, future))

    def done(self, number: int, future: Any) -> None:
        """It was answered, or lost."""
        if self.running.pop(number, None) is None:
            return  # dropped
        error = future.exception()
        if error is None:
            self.say(future.result())
        else:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            self.say(Answer(number, error=reason[:LONGEST_REASON]))

    def drop(self, number: int) -> None:
        """Nobody waits for it any more."""
        reference = self.running.pop(number, None)
        if reference is not None:
            self.cluster.ray.cancel(reference, force=True)

    def say(self, given: Answer) -> None:
        with self.saying:
            send(self.answers, given)


def main(arguments: list[str]) -> None:
    """Begin; ends with the server, or when the cluster cannot be reached."""
    die_with_parent()
    # Whatever Ray or a game prints goes to stderr: an answer is the only thing said on the real stdout.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    with Cluster(arguments[0]) as cluster:
        Bridge(cluster, tuple(arguments[1:]), answers).serve(sys.stdin.buffer)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Exception as error:  # noqa: BLE001 the server reads one sentence in its journal
        sys.exit(" ".join(f"{error}".split()) or type(error).__name__)
