"""Turn: who may change a room; one at a time, in the order they asked.

A lock, but whoever finds it free can take it without waiting, and so without a task.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turn:
    """Free, or somebody's."""

    __slots__ = ("taken", "waiting")

    def __init__(self) -> None:
        self.taken = False
        self.waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        return self.taken

    def take(self) -> bool:
        """Take it if it is free."""
        if self.taken:
            return False
        self.taken = True
        return True

    def release(self) -> None:
        """Hand it to the first who still waits; it is free only if nobody does."""
        while self.waiting:
            first = self.waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine = asyncio.get_running_loop().create_future()
        self.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was handed to us just before
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
