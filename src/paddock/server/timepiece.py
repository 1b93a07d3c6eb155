"""Timepiece: the time of a process, which a machine whose clock is wrong when it starts does not lead astray.

It takes the machine's word when the store is open, and from then on counts what has passed, so that nobody's time
runs out because a clock is set anew. A word that is more than a day away from the newest entry of the store is
doubted: then time goes on from that entry, which is never too late, until the word is confirmed. A word that the
machine did not have from others is taken anew, once, when it has: a machine may wake with the time when it was
shut down. Such a step is nobody's time: the clocks of matches go along with it.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

DAY: Final = 86_400_000  # milliseconds
SLIGHT: Final = 1000  # milliseconds; to be wrong by less is not worth a step
LASTING = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while the machine sleeps, where there is such
UNSYNCHRONISED: Final = 0x40  # of the kernel's clock: STA_UNSYNC
MARK: Final = Path("/run/systemd/timesync/synchronized")  # there once systemd has heard the time


def told() -> int:
    return time.time_ns() // 1_000_000


def passed() -> int:
    return time.clock_gettime_ns(LASTING) // 1_000_000


def synchronised() -> bool:
    """Does the machine know the time from others?"""
    if not sys.platform.startswith("linux"):
        return False
    if MARK.exists():
        return True
    words = (ctypes.c_long * 64)()  # struct timex: `modes`, and the fifth word is its status; 0 changes nothing
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "adjtimex") or libc.adjtimex(ctypes.byref(words)) < 0:
        return False
    return not ctypes.c_int(words[5]).value & UNSYNCHRONISED


class Timepiece:
    """Milliseconds since the epoch."""

    def __init__(
        self,
        told: Callable[[], int] = told,
        passed: Callable[[], int] = passed,
        synchronised: Callable[[], bool] = synchronised,
    ) -> None:
        self.told = told
        self.passed = passed
        self.synchronised = synchronised
        self.start = told() - passed()
        self.began = passed()
        self.doubted = False
        self.sure = False  # others have told the machine the time that we took
        self.stepped = 0  # milliseconds by which our time was set since the store is open

    def __call__(self) -> int:
        return self.start + self.passed()

    def compare(self, newest: int) -> bool:
        """Hold the machine's word against the newest entry (0: there is none); False if it is doubted."""
        word = self.told()
        self.sure = self.synchronised()
        self.doubted = newest > 0 and abs(word - newest) > DAY and not self.sure
        self.start = (newest if self.doubted else word) - self.passed()
        return not self.doubted

    def confirm(self) -> bool:
        """Has time just been set by the machine's word: because others have confirmed that, at whatever time?

        A doubted word is also taken when it is near to our time, or after a day in which neither happened.
        """
        if self.sure:
            return False
        self.sure = self.synchronised()
        step = self.told() - self()
        if self.doubted:
            taken = self.sure or abs(step) <= DAY or self.passed() - self.began > DAY
        else:
            taken = self.sure and abs(step) >= SLIGHT
        if taken:
            self.doubted = False
            self.start += step
            self.stepped += step
        return taken
