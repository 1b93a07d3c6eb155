"""What one address may ask of a server does not grow with the lines that it opens."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from paddock.server.socket import Socket
from tests.server.asking import settled
from tests.server.test_road import scene

pytestmark = pytest.mark.asyncio
LINES = 100  # half of what an address may have open unless told otherwise
RATE = 20.0  # messages a second and line, unless told otherwise; bursts are three times that


class Neighbour:
    """A line from an address that has many."""

    def __init__(self, socket: Socket) -> None:
        self.told: list[dict[str, Any]] = []
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "headers": [], "client": ("203.0.113.7", 1)}
        self.task = asyncio.create_task(socket(scope, self.incoming.get, self.send))

    async def send(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.told.append(json.loads(event["text"]))

    def say(self, message: dict[str, Any]) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})


async def test_all_lines_of_an_address_are_greeted_when_they_come_back_at_once() -> None:
    """A school or a household behind one address, after a restart of the server."""
    here = await scene()
    here.house.monotonic = lambda: 1000.0
    socket = Socket(here.house, rate=RATE, most=2 * LINES)
    lines = [Neighbour(socket) for _ in range(2 * LINES)]
    for line in lines:
        line.say({"t": "hello", "table": here.room.table.id})
    await settled()
    assert all(any(message["t"] == "frame" for message in line.told) for line in lines)
    for line in lines:
        line.task.cancel()
    await here.house.close()


async def test_hellos_of_one_address_are_limited_however_many_lines_it_has() -> None:
    """Each costs as much as a move of somebody else; 200 lines at 20 a second ask for more than a process can do."""
    here = await scene()
    here.house.monotonic = lambda: 1000.0  # time stands still, so that nothing is earned anew
    socket = Socket(here.house, rate=RATE, most=200)
    lines = [Neighbour(socket) for _ in range(LINES)]
    for line in lines:
        for _ in range(int(3 * RATE)):
            line.say({"t": "hello", "table": here.room.table.id})
    await settled()
    answered = sum(message["t"] == "frame" for line in lines for message in line.told)
    assert answered == 200, "as many as lines that it may have open, since all of them may come back at once"
    for line in lines:
        line.task.cancel()
    await here.house.close()
