"""Flood: one attacker who sends as many messages as he can name, and comes back whenever he is cut."""

from __future__ import annotations

import asyncio
import secrets
import time

from paddock.bench.client import PLACE, Load, Player, encode
from paddock.bench.socket import Socket, SocketLost, connect, frame

ADDRESS = "127.0.0.2"  # his own: limits are counted by it, and those who play have another
LINES = 20  # that he has open at once
TICK = 0.005  # seconds between two handfuls of messages
AWAY = 0.01  # seconds until he tries again after he was turned away
FULL = 65_536  # bytes that wait because the server reads no more; a sender can only wait, too


class Flood:
    """A seat of a table of his own, lines to it, and messages that are all valid: hello, say, play, ping."""

    def __init__(self, load: Load, seat: Player, per_s: float) -> None:
        self.load = load
        self.seat = seat
        self.per_s = per_s
        self.sent = 0
        self.answers = 0
        self.lines = 0  # that were opened
        self.turned_away = 0  # lines that were closed at once
        self.over = False
        self.begun = time.perf_counter()

    async def run(self) -> None:
        """Until `over` is set; every line is closed then."""
        self.begun = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(LINES):
                group.create_task(self.keep_coming(number))

    async def keep_coming(self, kind: int) -> None:
        """One line after the other, for one kind of message: else all would wait for what is slowest."""
        while not self.over:
            try:
                line = await connect(self.load.host, self.load.port, PLACE, self.heard, source=ADDRESS)
            except SocketLost:
                self.turned_away += 1
                await asyncio.sleep(AWAY)
                continue
            self.lines += 1
            line.send(self.hello())
            await self.pour(line, kind)
            if line.transport is not None:
                line.transport.abort()

    async def pour(self, line: Socket, kind: int) -> None:
        """Send what is due until the line is cut."""
        due = 0.0
        then = time.perf_counter()
        while not self.over and line.transport is not None and not line.transport.is_closing():
            now = time.perf_counter()
            due, then = due + (now - then) * self.per_s / LINES, now
            if due >= 1 and line.transport.get_write_buffer_size() < FULL:
                handful = int(due)
                due -= handful
                line.write(b"".join(frame(self.message(kind)) for _ in range(handful)))
                self.sent += handful
            await asyncio.sleep(TICK)

    def heard(self, _: bytes) -> None:
        self.answers += 1

    def hello(self) -> bytes:
        return encode({"t": "hello", "table": self.seat.table.id, "token": self.seat.token})

    def message(self, kind: int) -> bytes:
        """One of four kinds: a whole table to draw, an entry to write, a decision to refuse, next to nothing."""
        match kind % 4:
            case 0:
                return self.hello()
            case 1:
                return encode({"t": "say", "id": secrets.token_hex(16), "phrase": "hello"})
            case 2:
                return encode({"t": "play", "id": secrets.token_hex(16), "at": 0, "action": 0})
        return b'{"t":"ping"}'
