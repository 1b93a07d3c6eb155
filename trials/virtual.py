"""Virtual: an event loop whose time passes only when nobody has anything to do, so that hours run in milliseconds."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

Result = TypeVar("Result")


class Stuck(RuntimeError):
    """Everybody waits and no timer is set."""


class Idle(selectors.BaseSelector):
    """Watches no files; waiting moves the clock on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self.keys[fileobj] = selectors.SelectorKey(fileobj, 0, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self.keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck("everybody waits and no timer is set")
        self.now += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self.keys


class VirtualLoop(asyncio.SelectorEventLoop):
    """The ordinary loop over an Idle selector."""

    def __init__(self) -> None:
        self.idle = Idle()
        super().__init__(self.idle)

    def time(self) -> float:
        return self.idle.now


def run(main: Coroutine[Any, Any, Result]) -> Result:
    """Run it to the end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
