"""The lean socket speaks WebSocket as a well-known library does, however the bytes are cut."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.server import ServerConnection, serve
from websockets.frames import Frame, Opcode

from paddock.bench.socket import PING, TEXT, SocketLost, connect, frame, messages

SIZES = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]


@pytest.mark.parametrize("size", SIZES)
def test_what_a_server_sends_is_read_whole_and_nothing_more(size: int) -> None:
    text = Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
    ping = Frame(Opcode.PING, b"there?").serialize(mask=False)
    found, rest = messages(text + ping + text[:-1] if size else text + ping)
    assert found == [(TEXT, b"x" * size), (PING, b"there?")]
    assert rest == (text[:-1] if size else b"")


@given(st.lists(st.binary(max_size=300), max_size=5), st.lists(st.integers(0, 1600), max_size=6))
def test_it_does_not_matter_where_the_bytes_are_cut(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(Frame(Opcode.TEXT, payload).serialize(mask=False) for payload in payloads)
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    heard: list[bytes] = []
    rest = b""
    for start, stop in pairwise(places):
        found, rest = messages(rest + stream[start:stop])
        heard += [payload for _, payload in found]
    assert heard == payloads
    assert rest == b""


Conversation = Callable[[ServerConnection], Awaitable[None]]


async def talk(server: Conversation, say: list[bytes]) -> list[bytes]:
    """What a client hears until the server hangs up."""
    heard: list[bytes] = []
    over = asyncio.Event()
    async with serve(server, "127.0.0.1", 0, compression=None, max_size=None) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        socket = await connect("127.0.0.1", port, "/", heard.append, over.set)
        for payload in say:
            socket.send(payload)
        await over.wait()
    return heard


@pytest.mark.parametrize("size", SIZES)
def test_a_real_server_understands_what_is_sent(size: int) -> None:
    async def echo(line: ServerConnection) -> None:
        await line.send(await line.recv())

    assert asyncio.run(talk(echo, [b"x" * size])) == [b"x" * size]


def test_a_ping_is_answered() -> None:
    async def ping(line: ServerConnection) -> None:
        await (await line.ping())
        await line.send("thanks")

    assert asyncio.run(talk(ping, [])) == [b"thanks"]


def test_a_server_that_refuses_is_named_in_the_error() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    async def refused() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            with pytest.raises(SocketLost, match="403 Forbidden"):
                await connect("127.0.0.1", server.sockets[0].getsockname()[1], "/", lambda _: None)

    asyncio.run(refused())


def test_a_client_masks_every_frame() -> None:
    assert frame(b"ab") == b"\x81\x82\0\0\0\0ab"
