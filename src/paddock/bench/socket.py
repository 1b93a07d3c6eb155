"""Socket: a WebSocket client's end that costs next to nothing, so that a load client is never the limit."""

from __future__ import annotations

import asyncio
import base64
import secrets
import socket as sockets
from collections.abc import Callable
from typing import cast

from paddock.core.errors import PaddockError

TEXT = 0x81  # a whole text message
CLOSE = 0x88
PING = 0x89
PONG = 0x8A
MASKED = 0x80
NO_MASK = bytes(4)  # a client must mask; a mask of zeros changes nothing and need not be worked out

Heard = Callable[[bytes], None]


class SocketLost(PaddockError):
    """The other end refused, closed or broke the connection."""


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """One whole message from a client."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, MASKED | size)) + NO_MASK + payload
    if size < 1 << 16:
        return bytes((opcode, MASKED | 126)) + size.to_bytes(2, "big") + NO_MASK + payload
    return bytes((opcode, MASKED | 127)) + size.to_bytes(8, "big") + NO_MASK + payload


def messages(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """The whole messages at the beginning of what a server sent, as (opcode, payload), and the rest."""
    found: list[tuple[int, bytes]] = []
    at, end = 0, len(data)
    while end - at >= 2:
        size = data[at + 1]
        start = at + 2
        if size >= 126:
            width = 2 if size == 126 else 8
            if end < start + width:
                break
            size = int.from_bytes(data[start : start + width], "big")
            start += width
        stop = start + size
        if stop > end:
            break
        found.append((data[at], data[start:stop]))
        at = stop
    return found, data[at:]


class Socket(asyncio.Protocol):
    """One connection: shakes hands, then hands every text message to `heard`."""

    def __init__(self, heard: Heard, lost: Callable[[], None] | None = None) -> None:
        self.heard = heard
        self.lost = lost
        self.rest = b""
        self.transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # by its duties: uvloop's is no subclass

    def greet(self, host: str, port: int, path: str) -> None:
        """Ask for the upgrade; `open` is done when it was granted."""
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            f"Origin: http://{host}:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        if self.transport is not None:
            self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        if not self.open.done():
            answer, blank, data = data.partition(b"\r\n\r\n")
            if not blank:
                self.rest = answer
                return
            if not answer.startswith(b"HTTP/1.1 101"):
                self.fail(f"the server did not open a socket: {answer.splitlines()[0].decode(errors='replace')}")
                return
            self.open.set_result(None)
        found, self.rest = messages(data)
        for opcode, payload in found:
            if opcode == TEXT:
                self.heard(payload)
            elif opcode == PING:
                self.write(frame(payload, PONG))
            elif opcode == CLOSE:
                self.close()
            elif opcode != PONG:
                self.fail(f"the server sent a frame of kind {opcode:#x}, which is not understood here")

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        if not self.open.done():
            self.open.set_exception(SocketLost(f"the server closed a socket before it was open ({error})"))
        if self.lost is not None:
            self.lost()

    def fail(self, sentence: str) -> None:
        if not self.open.done():
            self.open.set_exception(SocketLost(sentence))
        self.close()

    def send(self, payload: bytes) -> None:
        """One text message; nothing happens when the connection is gone."""
        self.write(frame(payload))

    def write(self, data: bytes) -> None:
        if self.transport is not None:
            self.transport.write(data)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


async def connect(
    host: str,
    port: int,
    path: str,
    heard: Heard,
    lost: Callable[[], None] | None = None,
    buffer: int = 0,
    source: str = "",
) -> Socket:
    """An open socket from this address, or SocketLost; the machine keeps `buffer` bytes for who does not read."""
    loop = asyncio.get_running_loop()
    plain = sockets.socket()
    plain.setblocking(False)
    if buffer:
        plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
    if source:
        plain.bind((source, 0))
    try:
        await loop.sock_connect(plain, (host, port))
        _, socket = await loop.create_connection(lambda: Socket(heard, lost), sock=plain)
    except OSError as error:
        plain.close()
        raise SocketLost(f"nobody listens at {host}:{port} ({error.strerror})") from None
    socket.greet(host, port, path)
    await socket.open
    return socket
