"""Connection: a browser's WebSocket under uvicorn, with as little as can be between its bytes and the application.

`websockets` opens it. From then on a whole short message, which is all that players send, takes one look at its bytes.
"""

from __future__ import annotations

import asyncio
import logging
import random
from asyncio import TimerHandle
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import unquote

from starlette.types import Message, Scope
from uvicorn import Config
from uvicorn.protocols.utils import ClientDisconnected, get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from paddock.server.framing import (
    BINARY,
    CLOSE,
    FINAL,
    INVALID_DATA,
    LOST,
    NOTHING,
    PING,
    PONG,
    TEXT,
    Broken,
    Reader,
    closing,
    farewell,
    framed,
    unmask,
)  # fmt: skip

QUEUE = 16  # messages that wait for the application before nothing more is read
CLOSE_WITHIN = 10.0  # seconds that the other side has to answer a close
NORMAL, INTERNAL_ERROR, RESTART = 1000, 1011, 1012
WHOLE_TEXT: Final = FINAL | TEXT

# An extension of ASGI: `send` takes a text as bytes and says whether it is gone; `listen` takes a listener, which
# is given a text as bytes and says whether it needs nothing more.
AT_ONCE: Final = "paddock.at_once"

# Where a connection stands
FRESH: Final = 0
ASKED: Final = 1  # the application has to accept it
OPEN: Final = 2
CLOSING: Final = 3  # the application has closed it, the other side has not answered
CLOSED: Final = 4  # nothing more is sent

LOGGER = logging.getLogger("uvicorn.error")


class Connection(asyncio.Protocol):
    """One WebSocket; uvicorn takes the class as `ws`. Its application may wait in one `receive` at a time."""

    __slots__ = (
        "app_state", "config", "disconnect", "full", "inbox", "listener", "loop", "phase", "ping", "reader", "response",
        "server_state", "stuck", "timer", "transport", "waiter",
    )  # fmt: skip

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.config = config
        self.server_state = server_state
        self.app_state = app_state
        self.loop = _loop or asyncio.get_running_loop()
        self.phase = FRESH
        self.response: Response | None = None  # that opens it, as soon as the application agrees
        self.reader = Reader(config.ws_max_size)
        self.inbox: list[Message] = []
        self.listener: Callable[[bytes], bool] | None = None
        self.full = False  # is reading paused?
        self.waiter: asyncio.Future[None] | None = None  # of a `receive` that has nothing to give
        self.disconnect: Message | None = None  # what `receive` gives once nothing more can come
        self.stuck: asyncio.Event | None = None  # while the other side does not take what is sent
        self.timer: TimerHandle | None = None  # of the keepalive, then of the close
        self.ping: bytes | None = None  # not answered yet

    # What uvicorn and its loop call

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # by its duties: uvloop's is no subclass
        self.server_state.connections.add(cast(Any, self))  # uvicorn names only its own classes

    def data_received(self, data: bytes) -> None:
        reader = self.reader
        size = len(data)
        # Nearly always: one whole short text message, and nothing before it.
        if (
            5 < size < 132
            and data[1] == size + 122  # masked, and its size is all but the six bytes of the head
            and data[0] == WHOLE_TEXT
            and self.phase == OPEN
            and not self.full
            and not reader.held
            and reader.kind == NOTHING
        ):
            self.hear_text(unmask(data[6:], data[2:6]))
            if len(self.inbox) >= QUEUE:
                self.go_on()
        elif self.phase == FRESH:
            self.shake_hands(data)
        elif self.phase != CLOSED:
            reader.feed(data)
            self.go_on()

    def connection_lost(self, error: Exception | None) -> None:
        self.server_state.connections.discard(cast(Any, self))
        self.end(LOST)
        self.resume_writing()

    def pause_writing(self) -> None:
        self.stuck = asyncio.Event()

    def resume_writing(self) -> None:
        if self.stuck is not None:
            self.stuck.set()
            self.stuck = None

    def shutdown(self) -> None:
        """The server stops."""
        if self.phase == ASKED:
            self.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
        else:
            self.fail(RESTART)

    # What the application calls

    async def receive(self) -> Message:
        while not self.inbox:
            if self.disconnect is not None:
                return self.disconnect
            self.waiter = self.loop.create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        event = self.inbox.pop(0)
        if self.full and not self.inbox:
            self.go_on()
        return event

    async def send(self, message: Message) -> None:
        while self.stuck is not None:
            await self.stuck.wait()
        kind = message["type"]
        if self.phase == OPEN and kind == "websocket.send":
            text = message.get("text")
            self.transport.write(framed(BINARY, message["bytes"]) if text is None else framed(TEXT, text.encode()))
        elif self.phase == OPEN and kind == "websocket.close":
            self.close(message.get("code", NORMAL), message.get("reason") or "")
        elif self.phase == ASKED and kind == "websocket.accept":
            self.accept(message)
        elif self.phase == ASKED and kind == "websocket.close":
            self.refuse(HTTPStatus.FORBIDDEN)
        elif self.phase == CLOSED:
            raise ClientDisconnected
        else:
            raise RuntimeError(f"the application must not send {kind} now")

    def send_at_once(self, text: bytes) -> bool:
        """Send a text without waiting, if nothing is in the way; most of what a server says goes this way."""
        if self.phase != OPEN or self.stuck is not None:
            return False
        self.transport.write(framed(TEXT, text))
        return True

    def listen(self, listener: Callable[[bytes], bool]) -> None:
        """Let a text be heard without the application's task, if that waits and has missed nothing."""
        self.listener = listener

    async def run(self, scope: Scope) -> None:
        """The application, from the request to whatever ends it."""
        code = RESTART
        try:
            await self.config.loaded_app(cast(Any, scope), cast(Any, self.receive), cast(Any, self.send))
            code = NORMAL
        except ClientDisconnected:
            pass
        except Exception:
            code = INTERNAL_ERROR
            LOGGER.exception("Exception in ASGI application\n")
        finally:
            if self.phase == ASKED:
                self.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
            elif self.phase == OPEN:
                self.fail(code)

    # Opening

    def shake_hands(self, data: bytes) -> None:
        """Read the request, which uvicorn hands over whole, and start the application."""
        opening = ServerProtocol(logger=LOGGER)
        opening.receive_data(data)
        request = next(iter(opening.events_received()), None)
        if not isinstance(request, Request):
            self.transport.write(b"".join(opening.data_to_send()))
            self.end(LOST)
            self.transport.close()
            return
        self.response = opening.accept(request)
        if self.response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.transport.write(self.response.serialize())
            self.end(LOST)
            self.transport.close()
            return
        self.phase = ASKED
        self.hear({"type": "websocket.connect"})
        task = self.loop.create_task(self.run(self.scope(request)))
        task.add_done_callback(self.server_state.tasks.discard)
        self.server_state.tasks.add(task)

    def scope(self, request: Request) -> Scope:
        root = self.config.root_path
        path, _, query = request.path.partition("?")
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        return {
            "type": "websocket",
            "asgi": {"version": self.config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self.transport) else "ws",
            "server": get_local_addr(self.transport),
            "client": get_remote_addr(self.transport),
            "root_path": root,
            "path": root + unquote(path),
            "raw_path": (root + path).encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [(name.encode("ascii"), value.encode("latin-1")) for name, value in request.headers.raw_items()],
            "subprotocols": [name.strip() for name in offered.split(",") if name.strip()],
            "state": self.app_state.copy(),
            "extensions": {AT_ONCE: {"send": self.send_at_once, "listen": self.listen}},
        }

    def accept(self, message: Message) -> None:
        response = self.response
        assert response is not None
        self.response = None
        del response.headers["Date"]  # uvicorn has its own among the headers of every answer
        for name, value in [*self.server_state.default_headers, *message.get("headers", [])]:
            response.headers[name.decode("latin-1")] = value.decode("latin-1")
        if message.get("subprotocol"):
            response.headers["Sec-WebSocket-Protocol"] = message["subprotocol"]
        self.transport.write(response.serialize())
        self.phase = OPEN
        if self.config.ws_ping_interval:
            self.timer = self.loop.call_later(self.config.ws_ping_interval, self.send_ping)
        self.go_on()

    def refuse(self, status: HTTPStatus) -> None:
        """An answer to the request that opens nothing."""
        answer = f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        self.transport.write(answer.encode())
        self.end(LOST)
        self.transport.close()

    # Reading

    def go_on(self) -> None:
        """Read what has arrived, as far as the application keeps up; while it does not, nothing more shall arrive."""
        try:
            while self.phase == CLOSING or (self.phase == OPEN and len(self.inbox) < QUEUE):
                found = self.reader.read()
                if found is None:
                    break
                self.take(*found)
        except Broken as fault:
            self.fail(fault.code, fault.why)
        if self.phase == CLOSED:
            return
        full = self.phase == ASKED or (self.phase == OPEN and len(self.inbox) >= QUEUE)
        if full and not self.full:
            self.transport.pause_reading()
        elif self.full and not full:
            self.transport.resume_reading()
        self.full = full

    def take(self, kind: int, payload: bytes) -> None:
        if kind == CLOSE:
            self.part(payload)
        elif kind == PONG:
            if payload == self.ping:
                self.ping = None
        elif self.phase == CLOSING:
            pass  # nobody is there to hear it
        elif kind == PING:
            if self.stuck is None:  # else its answers would pile up here
                self.transport.write(framed(PONG, payload))
        elif kind == TEXT:
            self.hear_text(payload)
        else:
            self.hear({"type": "websocket.receive", "bytes": payload})

    def hear_text(self, payload: bytes) -> None:
        idle = self.waiter is not None and not self.inbox
        if idle and self.listener is not None and self.listener(payload):
            return
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            self.fail(INVALID_DATA, "text must be UTF-8")
            return
        self.hear({"type": "websocket.receive", "text": text})

    def hear(self, event: Message) -> None:
        self.inbox.append(event)
        self.wake()

    def wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    # Closing

    def close(self, code: int, reason: str) -> None:
        """The application closes; the other side has a while to answer."""
        self.transport.write(closing(code, reason))
        self.end(code, reason)
        self.phase = CLOSING
        self.timer = self.loop.call_later(CLOSE_WITHIN, self.transport.abort)
        self.go_on()

    def part(self, payload: bytes) -> None:
        """The other side closes, or agrees that we do."""
        if self.phase == OPEN:
            code, reason = farewell(payload)
            self.transport.write(framed(CLOSE, payload))
            self.end(code, reason)
        else:
            self.end(NORMAL)
        self.transport.close()

    def fail(self, code: int, reason: str = "") -> None:
        """Close and hang up at once, whoever is to blame."""
        if self.phase == OPEN:
            self.transport.write(closing(code, reason))
        self.end(code, reason)
        if self.stuck is None:
            self.transport.close()
        else:
            self.transport.abort()  # what waits to be sent would keep it for ever

    def end(self, code: int, reason: str = "") -> None:
        """Nothing more is sent, and the application learns why."""
        self.phase = CLOSED
        if self.disconnect is None:
            self.disconnect = {"type": "websocket.disconnect", "code": code, "reason": reason}
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.wake()

    # Keepalive: one timer, set twice a round at most, whatever is said meanwhile

    def send_ping(self) -> None:
        self.ping = random.getrandbits(32).to_bytes(4, "big")
        self.transport.write(framed(PING, self.ping))
        if self.config.ws_ping_timeout:
            self.timer = self.loop.call_later(self.config.ws_ping_timeout, self.demand_pong)
        else:
            self.timer = self.loop.call_later(self.config.ws_ping_interval or 0, self.send_ping)

    def demand_pong(self) -> None:
        if self.ping is not None and not self.full:  # while nothing is read no answer can be
            self.fail(INTERNAL_ERROR, "keepalive ping timeout")
            return
        rest = (self.config.ws_ping_interval or 0) - (self.config.ws_ping_timeout or 0)
        if rest > 0:
            self.timer = self.loop.call_later(rest, self.send_ping)
        else:
            self.send_ping()
