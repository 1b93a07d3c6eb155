"""Clock: how often something can be done in a second of CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable

Work = Callable[[], int]  # does something, and says how much of it

WINDOWS = 10


def rate(work: Work, seconds: float) -> float:
    """Units of work a CPU second."""
    return rates([work], seconds)[0]


def rates(works: list[Work], seconds: float) -> list[float]:
    """Units of each work a CPU second: the best of several windows, since other programs only ever slow one down.

    The works take turns, so that a busy spell of the machine meets all of them.
    """
    best = [0.0] * len(works)
    window = seconds / WINDOWS / len(works)
    for _ in range(WINDOWS):
        for k, work in enumerate(works):
            best[k] = max(best[k], window_rate(work, window))
    return best


def window_rate(work: Work, window: float) -> float:
    work()  # bring it back into the caches
    begin = time.process_time()
    done = work()
    while (now := time.process_time()) - begin < window:
        done += work()
    return done / (now - begin)
