"""Piece: long reads take turns, a moment each, so that whoever plays waits for one moment of one of them.

In each pass of the event loop at most one piece is made, whoever and however many ask, and at least half of the time
none is. The tables take turns, and at one table those who read; so somebody who reads a long match a hundred times
over slows down the readers of that match alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
MOMENT: Final = 0.002  # seconds
MOST: Final = 64  # steps, where no time passes, as in a simulation


class Pieces:
    """Who may go on with a long read."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.monotonic = monotonic
        self.taken = False
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}  # those of each table; the table that is next first

    async def read(self, table: str, work: Iterator[T]) -> AsyncIterator[T]:
        """What the work gives, step by step. After the last step nobody else has had a turn yet."""
        more = True
        while more:
            made, more = await self.piece(table, work)
            for item in made:  # after the turn was given up: whoever takes these may take long
                yield item

    async def piece(self, table: str, work: Iterator[T]) -> tuple[list[T], bool]:
        """Some steps, and whether there may be more of them."""
        await self.turn(table)
        began = self.monotonic()
        try:
            until = began + MOMENT
            made: list[T] = []
            for item in work:
                made.append(item)
                if len(made) >= MOST or self.monotonic() >= until:
                    return made, True
            return made, False
        finally:
            # After a rest as long as the work: half of the time belongs to those who play, and to the store's thread.
            asyncio.get_running_loop().call_later(self.monotonic() - began, self.pass_on)

    async def turn(self, table: str) -> None:
        if not self.taken:
            self.taken = True
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(table, deque()).append(granted)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self.pass_on()  # it was granted just as whoever asked went away
            raise

    def pass_on(self) -> None:
        """Let the next table have its turn."""
        while self.waiting:
            table = next(iter(self.waiting))
            those = self.waiting.pop(table)
            granted = those.popleft()
            if those:
                self.waiting[table] = those  # behind all others
            if not granted.done():
                granted.set_result(None)
                return
        self.taken = False
