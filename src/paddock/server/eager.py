"""Eager: a coroutine that is begun at once, and gets a task only if it has to wait.

Python 3.12 has tasks that do so; we run on 3.11, too. Nearly all that a server says need not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run it as far as it gets; the task that does the rest, if there is any.

    What comes before its first wait belongs to no task of its own, so it must set no timeout.
    """
    try:
        waits = work.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(rest(work, waits))


async def rest(work: Coroutine[Any, Any, None], waits: Any) -> None:
    await resumed(work, waits)


@coroutine
def resumed(work: Coroutine[Any, Any, None], waits: Any) -> Generator[Any, None, None]:
    """Wait for what it waits for already, and go on."""
    try:
        while True:
            try:
                yield waits
            except BaseException as error:  # noqa: BLE001 - it was cancelled, and the work is to know
                waits = work.throw(error)
            else:
                waits = work.send(None)
    except StopIteration:
        return
