"""Volume: how much random play the tests do; PADDOCK_VOLUME=20 makes a long run."""

from __future__ import annotations

import os


def volume(usual: int) -> int:
    """So many rounds as usual, times the environment variable PADDOCK_VOLUME."""
    return max(1, round(usual * float(os.environ.get("PADDOCK_VOLUME", "1"))))
