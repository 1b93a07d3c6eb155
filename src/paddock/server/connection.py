"""Connection: uvicorn's own protocols, with limits for those who send half, send too much or never read.

`httptools` reads the requests and `websockets` the frames; what either leaves to a proxy is done here, so that a
server needs none.
"""

from __future__ import annotations

import asyncio
import resource
from asyncio import TimerHandle
from collections import Counter
from collections.abc import Container
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from paddock.server.guard import Refusals, network

CLOSE_WITHIN: Final = 10.0  # seconds that the other side has to answer a close
WHOLE_WITHIN: Final = 15.0  # seconds in which a request must have come, from its first byte to its last
TAKEN_WITHIN: Final = 60.0  # seconds in which an answer must have been taken, but for what the machine keeps
LINGER: Final = 2.0  # seconds that somebody who is turned away has to read why
LARGEST_HEAD: Final = 16_384  # bytes of a request before its body
WAITING: Final = 8_388_608  # bytes of answers that may wait for one address
QUEUE: Final = 16  # messages that wait for the application before nothing more is read
FRAGMENTS: Final = 64  # parts that a message may come in; browsers send one
SPARE: Final = 128  # open files that are not for connections
MOST_FILES: Final = 65_536


class Doors:
    """Who is connected: how many there may be, in all and from one address."""

    def __init__(self, refusals: Refusals, most: int, each: int, proxies: Container[str] = ()) -> None:
        self.refusals = refusals
        self.most = most
        self.each = each  # of one address; 0 for any number
        self.proxies = proxies  # stand for others, who are counted where they are known
        self.open = 0
        self.addresses: Counter[str] = Counter()
        self.waiting: Counter[str] = Counter()  # bytes that an address was answered and does not take

    def enter(self, address: str) -> str:
        """Count somebody in; why not, in a sentence, if there is no room."""
        self.open += 1
        self.addresses[address] += 1
        if self.open > self.most:
            return "this server has as many connections as it can hold; try again in a moment"
        if self.each and self.addresses[address] > self.each and address not in self.proxies:
            return f"your address has {self.each} connections already; close some of them"
        return ""

    def leave(self, address: str) -> None:
        self.open -= 1
        less(self.addresses, address, 1)

    def hold(self, address: str, size: int) -> bool:
        """So much waits for an address; False if that is too much."""
        self.waiting[address] += size
        return address in self.proxies or self.waiting[address] <= WAITING

    def drop(self, address: str, size: int) -> None:
        less(self.waiting, address, size)


def less(counts: Counter[str], key: str, number: int) -> None:
    counts[key] -= number
    if not counts[key]:
        del counts[key]


def room_for_connections() -> int:
    """How many connections fit, after asking the machine for as many open files as it grants."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(SPARE, soft - SPARE) if soft != resource.RLIM_INFINITY else MOST_FILES


class Request(HttpToolsProtocol):
    """A connection that asks over HTTP, until it becomes a socket."""

    def __init__(self, doors: Doors, **given: Any) -> None:
        super().__init__(**given)
        self.doors = doors
        self.address = ""
        self.head = 0  # bytes of the request so far that are neither of a whole head nor of its body
        self.held = 0  # bytes that wait to be taken
        self.timer: TimerHandle | None = None  # of the request that is coming
        self.taking: TimerHandle | None = None  # of what waits to be taken, whatever comes meanwhile
        self.refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self.address = network(self.client[0]) if self.client else ""
        if sentence := self.doors.enter(self.address):
            self.refuse(503, "connections", sentence)
        else:
            self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_timer()
        self.taken()
        self.doors.leave(self.address)
        super().connection_lost(exc)

    # What comes

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        self.head += len(data)
        super().data_received(data)
        if self.head > LARGEST_HEAD and not self.refused:
            self.too_large()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.timer is None:
            self.expect()

    def on_headers_complete(self) -> None:
        head = sum(len(name) + len(value) for name, value in self.headers) + len(self.url)
        self.head -= head  # what is left, colons and ends of lines, is little beside the trailers that may follow
        if head > LARGEST_HEAD:
            self.too_large()
            raise ValueError("a request's head is too large")  # which ends its reading
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.head = 0
        self.stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if self.held:  # what waits would be nobody's: no browser asks for a socket before it has read its answer
            self.transport.abort()
            return
        self.stop_timer()
        super().handle_websocket_upgrade()

    def expect(self) -> None:
        self.timer = self.loop.call_later(WHOLE_WITHIN, self.late)

    def late(self) -> None:
        self.refuse(408, "slow", f"a request must be whole within {WHOLE_WITHIN:.0f} seconds")

    def too_large(self) -> None:
        self.refuse(431, "large", f"the head of a request may have {LARGEST_HEAD} bytes")

    def send_400_response(self, msg: str) -> None:
        if not self.refused:
            super().send_400_response(msg)

    def refuse(self, status: int, why: str, sentence: str) -> None:
        """Say why, and hang up as soon as that can have been read."""
        self.stop_timer()
        self.refused = True
        self.doors.refusals.note(why, self.address)
        if self.cycle is not None:  # whatever an earlier request is answered with would come after the end
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        body = msgspec.json.encode({"error": sentence})
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[status] + head + body)
        # Closing at once would drop the answer along with what has come and was not read.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.timer = self.loop.call_later(LINGER, self.transport.abort)

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    # What is not taken

    def pause_writing(self) -> None:
        super().pause_writing()
        self.taken()
        self.held = self.transport.get_write_buffer_size()
        if not self.doors.hold(self.address, self.held):
            self.doors.refusals.note("unread", self.address)
            self.transport.abort()
            return
        self.taking = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.taken()

    def taken(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None
        self.doors.drop(self.address, self.held)
        self.held = 0


class WebSocket(WebSocketsSansIOProtocol):
    """A socket. Nothing piles up for somebody who does not read, and nobody like that keeps the server."""

    def __init__(self, doors: Doors, **given: Any) -> None:
        super().__init__(**given)
        self.doors = doors
        self.cutting: TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.cutting is not None:
            self.cutting.cancel()
        self.doors.leave(network(self.client[0]) if self.client else "")
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send, and wait until it is taken, so that whoever sends knows what is not."""
        text = message.get("text")
        if text is None or not self.writable.is_set() or self.disconnected or self.conn.state is not OPEN:
            await super().send(message)
        else:  # the same on the short way, which nearly all frames take
            self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))
        if not self.writable.is_set() and message["type"] == "websocket.send":
            await self.writable.wait()

    def send_receive_event_to_app(self) -> None:
        """Stop reading once several messages wait; uvicorn does at every one, which costs more than to read it."""
        before, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = before
        if not before and self.queue.qsize() >= QUEUE:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # made and thrown away: else pongs would pile up behind what is not read

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:  # empty ones would never be too large
            self.conn.fail(1009, f"a message comes in {FRAGMENTS} parts at most")
            self.handle_parser_exception()

    # Whoever does not take what waits would keep a connection that is only closed for ever.

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.hurry()

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self.hurry()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.hurry()

    def shutdown(self) -> None:
        super().shutdown()
        self.hurry()

    def hurry(self) -> None:
        if not self.writable.is_set():
            self.transport.abort()
        elif self.cutting is None:
            self.cutting = self.loop.call_later(CLOSE_WITHIN, self.transport.abort)
