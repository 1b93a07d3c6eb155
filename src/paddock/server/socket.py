"""Socket: one browser's line to one table, as an ASGI application of its own.

Plain ASGI instead of a framework's WebSocket class: this is the hot road.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from starlette.types import Receive, Scope, Send

from paddock.core.errors import PaddockError
from paddock.core.state import SPECTATOR
from paddock.server import journal, wire
from paddock.server.answer import BROKEN, Answer, refusal
from paddock.server.connection import AT_ONCE
from paddock.server.guard import Bucket, Buckets, digest, network, origin_allowed
from paddock.server.house import House, NoTable
from paddock.server.metrics import Moves
from paddock.server.room import Room
from paddock.server.store.store import Unavailable

HELLO_WITHIN = 10.0  # seconds
GOODBYE = 2.0  # seconds that all lines have to be told that the server stops
OUTBOX = 32  # frames that wait for a slow reader; beyond that only the newest counts
PATIENCE = 100  # messages over the limit before the line is cut ...
FORGIVEN = 60.0  # ... if they come within so many seconds; who slows down starts afresh
COMINGS = 2.0  # new lines a second and address, beyond three times those that may be open at once
TOO_FAST = Answer(no="rate", text="that is too fast; wait a moment")
POLICY, TOO_BIG, GOING_AWAY = 1008, 1009, 1001
BYES = ("lines", "protocol", "rate", "table", "broken", "unavailable", "restart")  # why a line is closed, in a word


Listen = Callable[[Callable[[bytes], bool]], None]


class Gone(Exception):
    """The other side has hung up."""


class TooMany(wire.BadMessage):
    """Too many messages in too short a time."""


class Line:
    """A connection: queues what it sends, so that nobody waits for a slow reader."""

    def __init__(self, send: Send, at_once: Callable[[bytes], bool], counted: Moves) -> None:
        self.asgi_send = send
        self.counted = counted
        self.at_once = at_once  # sends if it need not wait, which spares nearly every frame a task
        self.viewer = SPECTATOR
        self.key = ""
        self.room: Room | None = None
        self.outbox: deque[bytes] = deque()
        self.draining: asyncio.Task[None] | None = None
        self.behind = False
        self.closed = False

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        self.counted.frames += 1
        if self.draining is None and self.at_once(data):
            return
        if len(self.outbox) >= OUTBOX:
            self.outbox.clear()
            self.behind = True
        if not self.behind:
            self.outbox.append(data)
        if self.draining is None:
            self.draining = asyncio.get_running_loop().create_task(self.drain())

    async def drain(self) -> None:
        try:
            while self.outbox or (self.behind and self.room is not None):
                if not self.outbox and self.room is not None:
                    # Frames were dropped: the table as it stands makes up for all of them.
                    self.behind = False
                    self.outbox.extend(self.room.fresh(self.viewer))
                await self.asgi_send({"type": "websocket.send", "text": self.outbox.popleft().decode()})
        except Exception:  # noqa: BLE001 - whatever a broken connection raises
            self.closed = True
        finally:
            self.draining = None

    async def close(self, code: int, why: str, text: str) -> None:
        """Say why, in one of the BYES and in a sentence, then hang up."""
        if not self.closed:
            self.closed = True
            bye = wire.encoder.encode({"t": "bye", "why": why, "text": text}).decode()
            try:
                await self.asgi_send({"type": "websocket.send", "text": bye})
                await self.asgi_send({"type": "websocket.close", "code": code, "reason": text})
            except Exception:  # noqa: BLE001 - it is gone already
                return


class Socket:
    """The application at /ws."""

    def __init__(self, house: House, origins: tuple[str, ...] = (), rate: float = 20.0, most: int = 0) -> None:
        self.house = house
        self.origins = origins
        self.rate = rate
        self.most = most  # lines of one address at once; 0 for any number
        self.lines: set[Line] = set()
        self.addresses: Counter[str] = Counter()  # how many lines each has
        self.comings = Buckets(3 * most, COMINGS)  # of each: a new line has new buckets, so they must not be free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not origin_allowed(headers.get(b"origin"), headers.get(b"host", ""), self.origins):
            self.house.metrics.refused.labels("origin").inc()
            await send({"type": "websocket.close", "code": POLICY, "reason": "this origin may not connect"})
            return
        await send({"type": "websocket.accept"})
        at_once = scope.get("extensions", {}).get(AT_ONCE, {})
        line = Line(send, at_once.get("send", never), self.house.metrics.moves)
        address = network(scope["client"][0]) if scope.get("client") else ""
        if self.most and self.addresses[address] >= self.most:  # accepted first: else a browser learns no reason
            self.house.metrics.refused.labels("lines").inc()
            sentence = f"your address has {self.most} open lines already; close a table that you do not need"
            await line.close(POLICY, "lines", sentence)
            return
        if self.most and not self.comings.take(address, self.house.monotonic()):
            self.house.metrics.refused.labels(TOO_FAST.no).inc()
            await line.close(POLICY, "rate", "your address opens lines too fast; wait a moment")
            return
        self.addresses[address] += 1
        self.lines.add(line)
        self.house.metrics.sockets.inc()
        try:
            await self.serve(line, receive, at_once.get("listen", ignore))
        except Gone:
            pass
        except wire.BadMessage as error:
            self.house.metrics.refused.labels("malformed").inc()
            await line.close(POLICY, "rate" if isinstance(error, TooMany) else "protocol", str(error))
        except PaddockError as error:
            await line.close(POLICY, "table" if isinstance(error, NoTable) else "broken", str(error))
        except Unavailable:
            await line.close(GOING_AWAY, "unavailable", "the store does not answer; try again in a moment")
        finally:
            line.closed = True
            self.lines.discard(line)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]
            self.house.metrics.sockets.dec()
            if line.room is not None:
                line.room.leave(line)

    async def serve(self, line: Line, receive: Receive, listen: Listen) -> None:
        try:
            first = await asyncio.wait_for(message(receive), HELLO_WITHIN)
        except TimeoutError:
            raise wire.BadMessage(f"say hello within {HELLO_WITHIN:.0f} seconds") from None
        now = self.house.monotonic()
        bucket = Bucket(3 * self.rate, self.rate, now) if self.rate else None
        patience = Bucket(PATIENCE, PATIENCE / FORGIVEN, now)
        incoming = first
        if not isinstance(incoming, wire.Hello):
            raise wire.BadMessage("the first message must be hello")
        listen(partial(self.hear, line, bucket))
        while True:
            if bucket is not None and not bucket.take(self.house.monotonic()):
                if not patience.take(self.house.monotonic()):
                    raise TooMany("too many messages")
                self.house.metrics.refused.labels(TOO_FAST.no).inc()
                line.send(refusal(incoming.id if isinstance(incoming, wire.Command) else "", TOO_FAST))
            elif isinstance(incoming, wire.Hello):
                await self.greet(line, incoming)
            elif isinstance(incoming, wire.Ping):
                line.send(b'{"t":"pong"}')
            else:
                assert line.room is not None
                await self.obey(line, line.room, incoming)
            incoming = await message(receive)

    async def greet(self, line: Line, hello: wire.Hello) -> None:
        """Open the table to whoever this is."""
        if (room := line.room) is not None:
            async with room.turn:  # a decision on its way to the store is answered first
                room.leave(line)
            line.room = None
            line.viewer = SPECTATOR  # a seat is one table's; what is queued meanwhile must not be for it
        room = await self.house.room(hello.table)
        line.room = room
        await room.join(line, hello.since, digest(hello.token) if hello.token else "")

    def hear(self, line: Line, bucket: Bucket | None, data: bytes) -> bool:
        """Carry out a decision without this line's task, as most can be; False: it has to go the long way."""
        room = line.room
        if room is None or line.viewer < 0 or not room.ready:
            return False
        if bucket is not None and bucket.wait(self.house.monotonic()):
            return False
        try:
            command = wire.decode(data)
        except wire.BadMessage:
            return False
        if not isinstance(command, wire.Play) or not room.play(
            line.viewer, command, partial(self.again, line, room, command)
        ):
            return False
        if bucket is not None:
            bucket.take(self.house.monotonic())
        return True

    def again(self, line: Line, room: Room, command: wire.Play) -> None:
        """The same the long way, which can wait, ask others and say why not."""
        self.house.spawn(self.obey(line, room, command))

    async def obey(self, line: Line, room: Room, command: wire.SeatCommand) -> None:
        """Carry out a command that was sent to this room, and answer it."""
        if line.room is not room:  # it has gone to another table meanwhile, where its seat is another
            return
        if line.viewer < 0:
            line.send(refusal(command.id, Answer(no="seat", text="only somebody who sits at the table can do that")))
            return
        if isinstance(command, wire.Hint):
            self.house.spawn(room.hint(line, line.viewer, command))
            return
        before = room.table.version
        try:
            started = self.house.monotonic()
            answer = await room.do(line.viewer, command)
            kind = type(command).__name__.lower()
            self.house.metrics.moves.command[kind].observe(self.house.monotonic() - started)
        except PaddockError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault in one game's rules stops that table only
            journal.fail("table_broken", error, table=room.table.id)
            answer = BROKEN
        if line.room is not room:
            return
        if answer.no:
            self.house.metrics.refused.labels(answer.no).inc()
            if answer.no == "stale":
                no = {"id": command.id, "why": answer.no, "text": answer.text}
                line.send(room.frame(line.viewer, [], no=no))
            else:
                line.send(refusal(command.id, answer))
        elif answer.version <= before:
            line.send(room.frame(line.viewer, [], done=command.id))

    async def hang_up(self) -> None:
        """The server stops: every line is told, and will come back by itself."""
        sentence = "the server restarts; your moves are safe"
        goodbyes = [line.close(GOING_AWAY, "restart", sentence) for line in list(self.lines)]
        with suppress(TimeoutError):  # somebody who does not read must not keep the server
            async with asyncio.timeout(GOODBYE):
                await asyncio.gather(*goodbyes)


def never(data: bytes) -> bool:
    """The server that runs us cannot send at once."""
    return False


def ignore(listener: Callable[[bytes], bool]) -> None:
    """Nor can it let anybody listen."""


async def message(receive: Receive) -> wire.Hello | wire.Ping | wire.SeatCommand:
    """The next message; Gone when there will be none."""
    event = await receive()
    if event["type"] == "websocket.disconnect":
        raise Gone
    text = event.get("text")
    if text is None:
        raise wire.BadMessage("messages are text")
    return wire.decode(text)
