"""What a server without a proxy does about those who send half, send too much, come too often or never read."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import pytest
import uvicorn
import uvloop
import websockets
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from paddock.server import connection, journal
from paddock.server.connection import FRAGMENTS, LARGEST_HEAD, Doors, Request, WebSocket
from paddock.server.guard import Refusals
from paddock.server.serve import bound
from tests.server.place import PATIENCE, PATIENT

pytestmark = pytest.mark.asyncio
GET = b"GET / HTTP/1.1\r\nhost: zoo.example\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: zoo.example\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
LARGE = 4_000_000  # bytes: more than any machine's buffers for one line
NEVER = 1e6  # seconds


class Served:
    """A server in this process, and who it has turned away."""

    def __init__(self, server: uvicorn.Server, port: int, doors: Doors, refused: list[str]) -> None:
        self.server = server
        self.port = port
        self.doors = doors
        self.refused = refused

    @property
    def sockets(self) -> list[WebSocket]:
        connections: set[Any] = set(self.server.server_state.connections)
        return [one for one in connections if isinstance(one, WebSocket)]

    async def line(self, data: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        writer.write(data)
        return reader, writer

    async def empty(self) -> None:
        await until(lambda: self.doors.open == 0)


class Alarms:
    """Limits of time that are over when the test says so, and not before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.set: list[tuple[asyncio.TimerHandle, Callable[[], object]]] = []
        loop = asyncio.get_running_loop()
        later = loop.call_later

        def call_later(delay: float, callback: Callable[..., object], *given: Any, **more: Any) -> asyncio.TimerHandle:
            handle = later(delay, callback, *given, **more)
            if delay == NEVER:
                self.set.append((handle, partial(callback, *given)))
            return handle

        monkeypatch.setattr(connection, name, NEVER)
        monkeypatch.setattr(loop, "call_later", call_later)

    def ring(self) -> int:
        """The time is over; of how many that is waited for."""
        due = [(handle, callback) for handle, callback in self.set if not handle.cancelled()]
        self.set.clear()
        for handle, callback in due:
            handle.cancel()
            callback()
        return len(due)


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.005)


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Says everything again; says a lot, and closes, as it is told to."""
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        size = LARGE if scope["path"] == "/large" else 2
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
        await send({"type": "http.response.body", "body": b"x" * size})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        words = event.get("text") or ""
        if words == "much":
            await send({"type": "websocket.send", "text": "x" * LARGE})
        elif words.startswith("close "):
            await send({"type": "websocket.close", "code": int(words[6:]), "reason": "as you wish"})
        else:
            await send({**event, "type": "websocket.send"})


@asynccontextmanager
async def served(most: int = 100, each: int = 0, proxies: tuple[str, ...] = (), **more: Any) -> AsyncIterator[Served]:
    refused: list[str] = []
    doors = Doors(Refusals(refused.append, asyncio.get_running_loop().time), most, each, proxies)
    config = uvicorn.Config(
        app, http=cast(Any, partial(Request, doors)), ws=cast(Any, partial(WebSocket, doors)), ws_max_size=65_536,
        ws_per_message_deflate=False, log_config=None, lifespan="off", timeout_graceful_shutdown=1, **more,
    )  # fmt: skip
    server = uvicorn.Server(config)
    listener = bound("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    yield Served(server, listener.getsockname()[1], doors, refused)
    server.should_exit = True
    await running
    assert not server.server_state.connections
    assert doors.open == 0
    assert not doors.addresses
    assert not doors.waiting


def masked(kind: Opcode, payload: bytes = b"", final: bool = True) -> bytes:
    return Frame(kind, payload, fin=final).serialize(mask=True)


# Requests


@pytest.mark.parametrize(
    "half",
    [b"", b"GET", GET, b"POST / HTTP/1.1\r\nhost: zoo.example\r\ncontent-length: 10\r\n\r\nhalf", GET + b"\r\n" + GET],
    ids=["nothing", "a word", "half a head", "half a body", "one and a half"],
)
async def test_half_a_request_is_told_so_after_a_while(half: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WHOLE_WITHIN", 0.2)
    monkeypatch.setattr(connection, "LINGER", 0.1)
    async with served(timeout_keep_alive=PATIENCE) as here:
        reader, writer = await here.line(half)
        answer = await reader.read()
        assert b"HTTP/1.1 408 " in answer
        assert answer.endswith(b'{"error":"a request must be whole within 0 seconds"}')
        assert here.refused == ["slow"]
        await here.empty()
        writer.close()


async def test_a_request_that_was_whole_in_time_has_its_answer_however_long_that_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Alarms(monkeypatch, "WHOLE_WITHIN")
    async with served(timeout_keep_alive=PATIENCE) as here:
        reader, writer = await here.line(GET + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\nxx")).startswith(b"HTTP/1.1 200 ")
        assert whole.ring() == 0, "nobody asks for anything meanwhile"
        writer.write(GET + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\nxx")).startswith(b"HTTP/1.1 200 ")
        writer.write(UPGRADE)
        assert b" 101 " in await reader.readline()
        assert whole.ring() == 0
        assert len(here.sockets) == 1
        writer.close()
        await here.empty()
        assert here.refused == []


@pytest.mark.parametrize(
    "head",
    [
        GET + b"x-long: " + b"z" * LARGEST_HEAD,
        GET + b"".join(b"x-%d: 1\r\n" % number for number in range(LARGEST_HEAD // 6)),
        b"GET /" + b"z" * LARGEST_HEAD,
        UPGRADE[:-2] + b"x-long: " + b"z" * LARGEST_HEAD + b"\r\n\r\n",
        GET + b"x-long: " + b"z" * LARGEST_HEAD + b"\r\n\r\n",
    ],
    ids=["one header", "many headers", "an address", "of a socket, whole", "whole"],
)
@pytest.mark.parametrize("size", [1000, 2**20], ids=["in pieces", "in one go"])
async def test_a_head_that_is_too_large_is_told_so_before_more_of_it_is_kept(
    head: bytes, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LINGER", 0.1)
    async with served() as here:
        reader, writer = await here.line()
        for at in range(0, len(head), size):
            writer.write(head[at : at + size])
            await writer.drain()
            await asyncio.sleep(0)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 431 "), answer
        assert answer.count(b"HTTP/1.1") == 1
        assert answer.endswith(b'{"error":"the head of a request may have 16384 bytes"}')
        assert here.refused == ["large"]
        writer.close()
        await here.empty()


async def test_the_head_of_a_request_may_be_as_large_as_that_and_its_body_does_not_count() -> None:
    async with served() as here:
        head = b"POST / HTTP/1.1\r\nhost: zoo.example\r\ncontent-length: 9000\r\nx: "
        reader, writer = await here.line(head + b"z" * (LARGEST_HEAD - 200) + b"\r\n\r\n" + b"y" * 9000)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        writer.close()
        assert here.refused == []


# Connections


async def test_an_address_has_so_many_connections_and_whoever_is_turned_away_is_told_and_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(journal, "warn", lambda event, **fields: told.append((event, fields)))
    monkeypatch.setattr(connection, "LINGER", 0.1)
    async with served(each=3) as here:
        lines = [await here.line(UPGRADE) for _ in range(3)]
        for reader, _ in lines:
            assert b" 101 " in await reader.readline()
        for _ in range(2):
            reader, writer = await here.line(GET + b"\r\n")
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert answer.endswith(b'{"error":"your address has 3 connections already; close some of them"}')
            writer.close()
        assert here.refused == ["connections"] * 2
        assert told == [("connection_refused", {"why": "connections", "address": "127.0.0.1", "times": 1})], (
            "once for a while, however many come"
        )
        lines[0][1].close()
        await until(lambda: here.doors.open == 2)
        reader, writer = await here.line(GET + b"\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        for _, line in [*lines, (reader, writer)]:
            line.close()


async def test_a_proxy_stands_for_others_and_has_any_number_but_not_more_than_the_server_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "LINGER", 0.1)
    async with served(most=3, each=1, proxies=("127.0.0.1",)) as here:
        lines = [await here.line(UPGRADE) for _ in range(3)]
        for reader, _ in lines:
            assert b" 101 " in await reader.readline()
        reader, writer = await here.line(GET + b"\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 503 ")
        for _, line in [*lines, (reader, writer)]:
            line.close()


# Those who do not read


def deafened(writer: asyncio.StreamWriter) -> None:
    cast(asyncio.Transport, writer.transport).pause_reading()


async def test_an_answer_that_is_not_taken_is_given_up_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Alarms(monkeypatch, "TAKEN_WITHIN")
    async with served() as here:
        _, writer = await here.line()
        deafened(writer)
        writer.write(b"GET /large HTTP/1.1\r\nhost: zoo.example\r\n\r\n")
        await until(lambda: here.doors.waiting["127.0.0.1"] > LARGE // 4)
        assert taken.ring() == 1
        await here.empty()
        writer.close()


async def test_an_answer_that_is_not_taken_is_given_up_though_more_is_asked_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = Alarms(monkeypatch, "TAKEN_WITHIN")
    async with served() as here:
        _, writer = await here.line()
        deafened(writer)
        writer.write(b"GET /large HTTP/1.1\r\nhost: zoo.example\r\n\r\n")
        await until(lambda: here.doors.waiting["127.0.0.1"] > LARGE // 4)
        (line,) = cast(set[Any], here.server.server_state.connections)
        writer.write(b"GET /next HTTP/1.1\r\nhost: zoo.example\r\n\r\n")
        await until(lambda: bool(line.scope["path"] == "/next"))
        assert taken.ring() == 1
        await here.empty()
        writer.close()


async def test_a_socket_cannot_begin_before_the_answer_is_taken() -> None:
    async with served() as here:
        _, writer = await here.line()
        deafened(writer)
        writer.write(b"GET /large HTTP/1.1\r\nhost: zoo.example\r\n\r\n")
        await until(lambda: here.doors.waiting["127.0.0.1"] > LARGE // 4)
        writer.write(UPGRADE)
        await here.empty()
        writer.close()


async def test_an_address_cannot_have_answers_wait_beyond_a_number_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WAITING", 2 * LARGE)
    async with served() as here:
        writers = []
        for _ in range(5):
            _, writer = await here.line()
            deafened(writer)
            writer.write(b"GET /large HTTP/1.1\r\nhost: zoo.example\r\n\r\n")
            writers.append(writer)
        await until(lambda: "unread" in here.refused and here.doors.open < 5)
        assert here.doors.waiting["127.0.0.1"] <= 2 * LARGE
        for writer in writers:
            cast(asyncio.Transport, writer.transport).abort()
        await here.empty()


async def test_pongs_do_not_pile_up_for_somebody_who_does_not_read() -> None:
    async with served() as here:
        reader, writer = await here.line(UPGRADE)
        assert b" 101 " in await reader.readline()
        (line,) = here.sockets
        deafened(writer)
        writer.write(masked(Opcode.TEXT, b"much"))
        await until(lambda: not line.writable.is_set())
        waiting = line.transport.get_write_buffer_size()
        for _ in range(200):
            writer.write(masked(Opcode.PING, b"x" * 125) * 100)
            await writer.drain()
        assert line.transport.get_write_buffer_size() <= waiting
        cast(asyncio.Transport, writer.transport).abort()
        await here.empty()


@pytest.mark.parametrize("end", ["keepalive", "the server stops", "the application ends"])
async def test_who_does_not_read_is_cut_off_and_not_waited_for(end: str) -> None:
    async with served() as here:
        reader, writer = await here.line(UPGRADE)
        assert b" 101 " in await reader.readline()
        (line,) = here.sockets
        deafened(writer)
        writer.write(masked(Opcode.TEXT, b"much"))
        await until(lambda: not line.writable.is_set())
        if end == "keepalive":
            line.keepalive_timeout()
        elif end == "the server stops":
            line.shutdown()
        elif end == "the application ends":
            writer.write(masked(Opcode.CLOSE, struct.pack("!H", 1000)))
        await here.empty()
        writer.close()


async def test_who_does_not_answer_a_close_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CLOSE_WITHIN", 0.2)
    async with served() as here:
        reader, writer = await here.line(UPGRADE)
        assert b" 101 " in await reader.readline()
        writer.write(masked(Opcode.TEXT, b"close 1008"))
        assert (await reader.read()).endswith(b"as you wish")
        await here.empty()
        writer.close()


# Sockets


async def test_a_message_in_parts_without_number_is_refused_though_they_are_empty() -> None:
    async with served() as here:
        reader, writer = await here.line(UPGRADE)
        assert b" 101 " in await reader.readline()
        writer.write(masked(Opcode.TEXT, b"", final=False) + masked(Opcode.CONT, b"", final=False) * FRAGMENTS)
        closing = (await reader.read())[-1000:]
        assert closing.endswith(struct.pack("!H", 1009) + b"a message comes in 64 parts at most")
        writer.close()
        await here.empty()


async def talked() -> None:
    async with served() as here, websockets.connect(f"ws://127.0.0.1:{here.port}/", **PATIENT) as client:
        for size in (0, 1, 125, 126, 65_535, 65_536):
            await client.send("x" * size)
            assert await client.recv() == "x" * size
        for number in range(200):
            await client.send(f"{number}: äöü 🦦")
        assert [await client.recv() for _ in range(200)] == [f"{number}: äöü 🦦" for number in range(200)]
        await client.send(["in ", "two ", "parts"])
        assert await client.recv() == "in two parts"
        await (await client.ping())
        await client.send("close 4321")
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert (client.close_code, client.close_reason) == (4321, "as you wish")


async def test_a_real_client_is_understood() -> None:
    await talked()


async def test_a_real_client_is_understood_on_the_loop_that_serves() -> None:
    def run() -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(talked())

    await asyncio.to_thread(run)


@pytest.mark.parametrize(
    "more",
    [b"x-long: " + b"z" * LARGEST_HEAD, b"".join(b"x-%d: z\r\n" % k for k in range(LARGEST_HEAD // 4))],
    ids=["one", "many"],
)
async def test_headers_that_come_after_a_body_are_limited_like_those_before_it(
    more: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trailers are kept beside the headers: without a limit one request takes as much memory as it likes."""
    monkeypatch.setattr(connection, "WHOLE_WITHIN", 5.0)  # that this ends is not what is asked, but how
    monkeypatch.setattr(connection, "LINGER", 0.1)
    async with served() as here:
        head = b"POST / HTTP/1.1\r\nhost: zoo.example\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
        reader, writer = await here.line(head + more)
        await reader.read()
        assert here.refused == ["large"]
        writer.close()
        await here.empty()
