"""Volume: how much random play the tests do; PADDOCK_VOLUME=20 makes a long run."""

from __future__ import annotations

import os


def volume(usual: int) -> int:
    """So many rounds as usual, times the environment variable PADDOCK_VOLUME, which is at least 1."""
    times = int(os.environ.get("PADDOCK_VOLUME", "1"))
    assert times >= 1, "less than the usual volume would not meet every rare thing that the tests demand"
    return usual * times
