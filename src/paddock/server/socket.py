"""Socket: one browser's line to one table, as an ASGI application of its own.

Plain ASGI instead of a framework's WebSocket class: this is the hot road.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from typing import Any, cast

from starlette.types import Receive, Scope, Send

from paddock.core.errors import PaddockError
from paddock.core.state import SPECTATOR
from paddock.server import wire
from paddock.server.answer import Answer, Asked, refusal
from paddock.server.eager import begin
from paddock.server.guard import Bucket, Buckets, Refusals, digest, network, origin_allowed
from paddock.server.house import House, NoTable
from paddock.server.metrics import Moves
from paddock.server.room import Room
from paddock.server.store.store import Unavailable
from paddock.server.table import OldRules

HELLO_WITHIN = 10.0  # seconds
GOODBYE = 2.0  # seconds that all lines have to be told that the server stops
OUTBOX = 32  # frames that wait for a slow reader; beyond that only the newest counts ...
LINE = 1_048_576  # ... and beyond so many bytes
ADDRESS = 8_388_608  # bytes that may wait for all lines of an address; beyond that those that wait are cut
PATIENCE = 100  # messages over the limit before the line is cut ...
FORGIVEN = 60.0  # ... if they come within so many seconds; who slows down starts afresh
ADDRESS_RATE = 10.0  # what an address may ask for, however many lines it has, in busy lines
HELLO_COST = 5.0  # messages: as much work as a hello is
COMINGS = 2.0  # new lines a second and address, beyond three times those that may be open at once
TOO_FAST = Answer(no="rate", text="that is too fast; wait a moment")
POLICY, TOO_BIG, GOING_AWAY = 1008, 1009, 1001
LONGEST_REASON = 123  # bytes, of a closing frame
BYES = ("lines", "protocol", "rate", "table", "rules", "broken", "unavailable", "restart")  # why a line is closed


class Gone(Exception):
    """The other side has hung up."""


class TooMany(wire.BadMessage):
    """Too many messages in too short a time."""


class Address:
    """Somebody's end of the network, as far as we can tell them apart."""

    __slots__ = ("lines", "name", "waiting")

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.lines = 0
        self.waiting = 0  # bytes that were sent to it and not taken


class Line:
    """A connection: queues what it sends, so that nobody waits for a slow reader."""

    def __init__(self, send: Send, counted: Moves, address: Address | None = None) -> None:
        self.asgi_send = send
        self.counted = counted
        self.address = address or Address()
        self.waiting = 0  # bytes that were sent and not taken
        self.listening: asyncio.Task[None] | None = None  # waits for what is said on it, and for nothing else
        self.viewer = SPECTATOR
        self.key = ""
        self.room: Room | None = None
        self.outbox: deque[bytes] = deque()
        self.slow: asyncio.Task[None] | None = None  # waits for a slow reader
        self.behind = False
        self.closed = False
        self.is_cut = False

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        self.counted.frames += 1
        if self.slow is None and self.behind:
            self.slow = asyncio.get_running_loop().create_task(self.drain(nothing(), b""))
        elif self.slow is None:
            try:
                sending = begin(self.sent(data))
            except Exception:  # noqa: BLE001 - whatever a broken connection raises
                self.closed = True
                return
            if sending is None:  # as nearly always
                return
            self.hold(data)
            self.slow = asyncio.get_running_loop().create_task(self.drain(sending, data))
        else:
            if self.outbox and (len(self.outbox) >= OUTBOX or self.waiting + len(data) > LINE):
                self.drop()
                self.behind = True
            if not self.behind:
                self.hold(data)
                self.outbox.append(data)
        if self.address.waiting > ADDRESS:
            self.cut()

    def sent(self, data: bytes) -> Coroutine[Any, Any, None]:
        return cast(Coroutine[Any, Any, None], self.asgi_send({"type": "websocket.send", "text": data.decode()}))

    def hold(self, data: bytes) -> None:
        self.waiting += len(data)
        self.address.waiting += len(data)

    def taken(self, data: bytes) -> None:
        size = min(len(data), self.waiting)  # nothing waits any more once the line is gone
        self.waiting -= size
        self.address.waiting -= size

    def drop(self) -> None:
        """Forget what waits, but for the frame that is being sent."""
        while self.outbox:
            self.taken(self.outbox.pop())

    async def drain(self, sending: Awaitable[None], data: bytes) -> None:
        """Send the rest, after this frame that has to wait."""
        try:
            while True:
                try:
                    await sending
                finally:
                    self.taken(data)
                if not self.outbox and self.behind and self.room is not None:
                    # Frames were dropped: the table as it stands makes up for all of them.
                    self.behind = False
                    for frame in self.room.fresh(self.viewer):
                        self.hold(frame)
                        self.outbox.append(frame)
                if not self.outbox:
                    return
                data = self.outbox.popleft()
                sending = self.sent(data)
        except Exception:  # noqa: BLE001 - whatever a broken connection raises
            self.gone()
        finally:
            self.slow = None

    def cut(self) -> None:
        """Too much waits for this address: give this line up, which does not take its part of it."""
        self.is_cut = True
        self.gone()
        if self.listening is not None:  # else it is at something that must be finished
            self.listening.cancel()

    def gone(self) -> None:
        """Nobody is to be sent anything any more."""
        self.closed = True
        self.outbox.clear()
        self.address.waiting -= self.waiting
        self.waiting = 0
        if self.slow is not None:
            self.slow.cancel()

    async def close(self, code: int, why: str, text: str) -> None:
        """Say why, in one of the BYES and in a sentence, then hang up."""
        if not self.closed:
            self.closed = True
            bye = wire.encoder.encode({"t": "bye", "why": why, "text": text}).decode()
            try:
                await self.asgi_send({"type": "websocket.send", "text": bye})
                await self.asgi_send({"type": "websocket.close", "code": code, "reason": short(text)})
            except Exception:  # noqa: BLE001 - it is gone already
                return


class Socket:
    """The application at /ws."""

    def __init__(
        self,
        house: House,
        origins: tuple[str, ...] = (),
        rate: float = 20.0,
        most: int = 0,
        refusals: Refusals | None = None,
    ) -> None:
        self.house = house
        self.refusals = refusals or refusals_of(house)
        self.origins = origins
        self.rate = rate
        self.most = most  # lines of one address at once; 0 for any number
        self.lines: set[Line] = set()
        self.addresses: dict[str, Address] = {}
        self.comings = Buckets(3 * most, COMINGS)  # of each: a new line has new buckets, so they must not be free
        # What all lines of an address say together: enough for all of them to come back at once, as after a restart.
        self.said = Buckets(max(3 * ADDRESS_RATE * rate, HELLO_COST * most), ADDRESS_RATE * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        name = network(scope["client"][0]) if scope.get("client") else ""
        if not origin_allowed(headers.get(b"origin"), headers.get(b"host", ""), self.origins):
            self.refusals.note("origin", name)
            await send({"type": "websocket.close", "code": POLICY, "reason": "this origin may not connect"})
            return
        await send({"type": "websocket.accept"})
        address = self.addresses.get(name) or Address(name)
        line = Line(send, self.house.metrics.moves, address)
        if self.most and address.lines >= self.most:  # accepted first: else a browser learns no reason
            self.refusals.note("lines", name)
            sentence = f"your address has {self.most} open lines already; close a table that you do not need"
            await line.close(POLICY, "lines", sentence)
            return
        if self.most and not self.comings.take(name, self.house.monotonic()):
            self.refusals.note(TOO_FAST.no, name)
            await line.close(POLICY, "rate", "your address opens lines too fast; wait a moment")
            return
        self.addresses[name] = address
        address.lines += 1
        self.lines.add(line)
        self.house.metrics.sockets.inc()
        try:
            await self.serve(line, receive)
        except Gone:
            pass
        except wire.BadMessage as error:
            self.house.metrics.refused.labels("malformed").inc()
            await line.close(POLICY, "rate" if isinstance(error, TooMany) else "protocol", str(error))
        except PaddockError as error:
            why = "table" if isinstance(error, NoTable) else "rules" if isinstance(error, OldRules) else "broken"
            await line.close(POLICY, why, str(error))
        except Unavailable:
            await line.close(GOING_AWAY, "unavailable", "the store does not answer; try again in a moment")
        except asyncio.CancelledError:
            if not line.is_cut:
                raise
        finally:
            if line.is_cut:
                self.refusals.note("unread", name)
            line.gone()
            self.lines.discard(line)
            address.lines -= 1
            if not address.lines:
                del self.addresses[name]
            self.house.metrics.sockets.dec()
            if line.room is not None:
                line.room.leave(line)

    async def serve(self, line: Line, receive: Receive) -> None:
        try:
            first = await asyncio.wait_for(message(receive), HELLO_WITHIN)
        except TimeoutError:
            raise wire.BadMessage(f"say hello within {HELLO_WITHIN:.0f} seconds") from None
        now = self.house.monotonic()
        bucket = Bucket(3 * self.rate, self.rate, now) if self.rate else None
        patience = Bucket(PATIENCE, PATIENCE / FORGIVEN, now)
        incoming = first
        task = asyncio.current_task()
        if not isinstance(incoming, wire.Hello):
            raise wire.BadMessage("the first message must be hello")
        while True:
            if bucket is not None and not (bucket.take(self.house.monotonic()) and self.allowed(line, incoming)):
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
            if line.is_cut:
                raise Gone
            line.listening = task
            incoming = await message(receive)
            line.listening = None

    def allowed(self, line: Line, incoming: wire.Hello | wire.Ping | wire.SeatCommand) -> bool:
        """May this line's address ask for so much more?"""
        cost = HELLO_COST if isinstance(incoming, wire.Hello) else 1.0
        return not self.most or self.said.take(line.address.name, self.house.monotonic(), cost)

    async def greet(self, line: Line, hello: wire.Hello) -> None:
        """Open the table to whoever this is."""
        if (room := line.room) is not None:
            room.leave(line)
            line.room = None
            line.viewer = SPECTATOR  # a seat is one table's; what is queued meanwhile must not be for it
        room = await self.house.room(hello.table)
        line.room = room
        await room.join(line, hello.since, digest(hello.token) if hello.token else "")

    async def obey(self, line: Line, room: Room, command: wire.SeatCommand) -> None:
        """Have a command carried out, and see that it is answered."""
        if line.viewer < 0:
            line.send(refusal(command.id, Answer(no="seat", text="only somebody who sits at the table can do that")))
            return
        asked = Asked(line.key, command)
        if isinstance(command, wire.Hint):
            self.house.spawn(room.hint(line, asked))
            return
        before, viewer = room.table.version, line.viewer
        answer = await room.obey(asked)
        if answer.no:
            self.house.metrics.refused.labels(answer.no).inc()
            if answer.no == "stale":
                no = {"id": command.id, "why": answer.no, "text": answer.text}
                line.send(room.frame(line.viewer, [], no=no))
            else:
                line.send(refusal(command.id, answer))
        elif answer.version <= before or answer.seat != viewer:  # else its frame has said so
            line.send(room.frame(line.viewer, [], done=command.id))

    async def hang_up(self) -> None:
        """The server stops: every line is told, and will come back by itself."""
        sentence = "the server restarts; your moves are safe"
        goodbyes = [line.close(GOING_AWAY, "restart", sentence) for line in list(self.lines)]
        with suppress(TimeoutError):  # somebody who does not read must not keep the server
            async with asyncio.timeout(GOODBYE):
                await asyncio.gather(*goodbyes)


async def nothing() -> None:
    """There is nothing to wait for."""


def refusals_of(house: House) -> Refusals:
    """Of everybody who is turned away from this house."""
    return Refusals(lambda why: house.metrics.refused.labels(why).inc(), house.monotonic)


def short(text: str) -> str:
    """As much of it as a closing frame can hold, never half a character."""
    return text.encode(errors="replace")[:LONGEST_REASON].decode(errors="ignore")


async def message(receive: Receive) -> wire.Hello | wire.Ping | wire.SeatCommand:
    """The next message; Gone when there will be none."""
    event = await receive()
    if event["type"] == "websocket.disconnect":
        raise Gone
    text = event.get("text")
    if text is None:
        raise wire.BadMessage("messages are text")
    return wire.decode(text)
