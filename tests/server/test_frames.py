"""Our own framing keeps to RFC 6455, however the bytes are cut, and does what uvicorn expects of a socket."""

import asyncio
import os
from asyncio import TimerHandle
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from typing import Any, Literal, cast

import httpx
import pytest
import uvicorn
import uvloop
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from paddock.server.connection import CLOSE_WITHIN, QUEUE, Connection
from paddock.server.framing import BINARY, TEXT, Broken, Reader, closing, farewell, framed
from paddock.server.serve import bound

MOST = 70_000  # bytes of a message in these tests
SIZES = [0, 1, 125, 126, 127, 65_535, 65_536, MOST]
REQUEST = (
    b"GET /ws?who=me HTTP/1.1\r\nhost: zoo.example\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
ACCEPT = {"type": "websocket.accept"}


def said(kind: Opcode, payload: bytes = b"", final: bool = True) -> bytes:
    """A frame of a client, masked at random."""
    return Frame(kind, payload, final).serialize(mask=True)


def text(words: str) -> bytes:
    return said(Opcode.TEXT, words.encode())


def raw(first: int, second: int, rest: bytes = b"") -> bytes:
    """A frame as no library would write it; its mask is of zeros."""
    return bytes((first, second)) + rest


def bye(code: int, reason: bytes = b"") -> bytes:
    return said(Opcode.CLOSE, code.to_bytes(2, "big") + reason)


class Wire:
    """A transport that keeps what is written, and a loop whose timers go off when a test says so."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.reading = True
        self.pauses = 0
        self.ended = ""
        self.timers: list[tuple[float, Callable[[], None], TimerHandle]] = []

    def write(self, data: bytes) -> None:
        assert not self.ended, "written to a transport that is closed"
        self.written.append(data)

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def is_closing(self) -> bool:
        return bool(self.ended)

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False
        self.pauses += 1

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True

    def get_extra_info(self, name: str) -> object:
        return {"peername": ("10.0.0.7", 4711)}.get(name)

    # The loop

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().create_future()

    def create_task(self, work: Any) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work)

    def call_later(self, delay: float, callback: Callable[[], None]) -> TimerHandle:
        handle = TimerHandle(0.0, callback, (), asyncio.get_running_loop())
        self.timers.append((delay, callback, handle))
        return handle

    def ring(self) -> float:
        """The one timer goes off; what it was set to."""
        (found,) = [timer for timer in self.timers if not timer[2].cancelled()]
        self.timers.clear()
        found[1]()
        return found[0]


class Talk:
    """A connection in a test, its application, and all that this has heard."""

    def __init__(self, app: Callable[["Talk"], Awaitable[None]] | None = None, **more: Any) -> None:
        self.app = app or listen
        self.scope: Scope = {}
        self.heard: list[Message] = []
        self.wire = Wire()
        self.state = ServerState()
        config = uvicorn.Config(
            self.run, interface="asgi3", ws_max_size=MOST, log_config=None, lifespan="off", proxy_headers=False, **more
        )
        config.load()
        self.connection = Connection(config, self.state, {}, cast(Any, self.wire))
        self.connection.connection_made(cast(Any, self.wire))

    async def run(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.receive, self.send = receive, send
        assert await receive() == {"type": "websocket.connect"}
        await self.app(self)

    async def open(self) -> "Talk":
        await self.feed(REQUEST)
        assert self.wire.written.pop(0).startswith(b"HTTP/1.1 101 ")
        return self

    async def feed(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.connection.data_received(piece)
            await settle()

    async def hear(self) -> Message:
        event = await self.receive()
        self.heard.append(event)
        return event

    @property
    def messages(self) -> list[str | bytes]:
        whole = [event for event in self.heard if event["type"] == "websocket.receive"]
        return [event["text"] if "text" in event else event["bytes"] for event in whole]

    @property
    def disconnect(self) -> tuple[int, str]:
        """Why the application was told that it is over."""
        assert self.heard[-1]["type"] == "websocket.disconnect"
        return self.heard[-1]["code"], self.heard[-1]["reason"]

    def lose(self) -> None:
        self.connection.connection_lost(None)


async def listen(talk: Talk) -> None:
    """The usual application: hears all there is."""
    await talk.send(ACCEPT)
    while (await talk.hear())["type"] != "websocket.disconnect":
        pass


async def accept_only(talk: Talk) -> None:
    """An application that never listens until a test does it."""
    await talk.send(ACCEPT)
    await asyncio.Event().wait()


async def settle() -> None:
    """Let everything that can go on do so."""
    for _ in range(2 * QUEUE + 10):
        await asyncio.sleep(0)


def close_code(frame: bytes) -> int:
    """The code of a close frame from the server."""
    assert frame[0] == 0x88
    assert frame[1] == len(frame) - 2
    return int(Close.parse(frame[2:]).code)


def pieces(stream: bytes, cuts: list[int]) -> Iterator[bytes]:
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    for start, stop in pairwise(places):
        yield stream[start:stop]


def conversation(stream: bytes, cuts: list[int]) -> tuple[list[str | bytes], bytes, int | None]:
    """What an application hears of it, the pongs, and the code of the close frame that answers it."""

    async def talked() -> tuple[list[str | bytes], bytes, int | None]:
        talk = await Talk().open()
        await talk.feed(*pieces(stream, cuts))
        talk.lose()
        await settle()
        closes = [frame for frame in talk.wire.written if frame[0] == 0x88]
        pongs = b"".join(frame for frame in talk.wire.written if frame[0] == 0x8A)
        assert len(closes) <= 1
        assert talk.wire.ended == ("closed" if closes else "")
        return talk.messages, pongs, close_code(closes[0]) if closes else None

    return asyncio.run(talked())


def library(stream: bytes) -> tuple[list[str | bytes], bytes, int | None]:
    """The same by `websockets`, which leaves it to its user to join frames and to decode."""
    theirs = ServerProtocol(max_size=MOST, state=State.OPEN)
    theirs.receive_data(stream)
    messages: list[str | bytes] = []
    kind, parts = Opcode.TEXT, b""
    for event in theirs.events_received():
        assert isinstance(event, Frame)
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            kind = kind if event.opcode == Opcode.CONT else event.opcode
            parts += event.data
            if event.fin:
                messages.append(parts.decode() if kind == Opcode.TEXT else parts)
                parts = b""
    sent = b"".join(theirs.data_to_send())
    # A close is the last thing sent.
    pongs = sent if theirs.close_sent is None else sent[: -2 - len(theirs.close_sent.serialize())]
    return messages, pongs, None if theirs.close_sent is None else int(theirs.close_sent.code)


Drawn = str | bytes | int  # a size stands for so many bytes, which nobody wants to read in a failure


def whole(drawn: Drawn) -> str | bytes:
    return bytes(drawn) if isinstance(drawn, int) else drawn


MESSAGES = st.one_of(st.text(max_size=200), st.binary(max_size=200), st.sampled_from(SIZES))
CONTROLS = st.tuples(st.sampled_from([Opcode.PING, Opcode.PONG]), st.binary(max_size=125))


@st.composite
def in_parts(draw: st.DrawFn) -> tuple[Drawn, list[int], list[tuple[Opcode, bytes]]]:
    """A message, where it is cut into frames, and control frames that come before the first ones."""
    return (
        draw(MESSAGES),
        draw(st.lists(st.integers(0, 200), max_size=3)),
        draw(st.lists(CONTROLS, max_size=3)),
    )


def spoken(drawn: Drawn, cuts: list[int], controls: list[tuple[Opcode, bytes]]) -> bytes:
    message = whole(drawn)
    payload = message.encode() if isinstance(message, str) else message
    kind = Opcode.TEXT if isinstance(message, str) else Opcode.BINARY
    places = [0, *sorted(min(cut, len(payload)) for cut in cuts), len(payload)]
    parts = [payload[start:stop] for start, stop in pairwise(places)]
    stream = b""
    for number, part in enumerate(parts):
        stream += b"".join(said(*control) for control in controls[number : number + 1])
        stream += said(Opcode.CONT if number else kind, part, number == len(parts) - 1)
    return stream


CUTS = st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2 * MOST)), max_size=8)


@settings(deadline=None)
@given(st.lists(in_parts(), max_size=5), CUTS)
def test_it_does_not_matter_where_the_bytes_are_cut(
    told: list[tuple[Drawn, list[int], list[tuple[Opcode, bytes]]]], cuts: list[int]
) -> None:
    stream = b"".join(spoken(*message) for message in told)
    heard, pongs, code = conversation(stream, cuts)
    assert heard == [whole(message[0]) for message in told]
    assert (heard, pongs, code) == library(stream)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.one_of(st.text(max_size=30), st.binary(max_size=30)), max_size=4), CONTROLS)
def test_byte_by_byte_is_the_same_as_at_once(messages: list[str | bytes], control: tuple[Opcode, bytes]) -> None:
    stream = b"".join(spoken(message, [1], [control]) for message in messages)
    assert conversation(stream, list(range(len(stream)))) == conversation(stream, []) == library(stream)


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.tuples(st.integers(0, 255), st.sampled_from([0x80, 0x80, 0x80, 0]), st.binary(max_size=6)), max_size=5),
    CUTS,
)
def test_nonsense_is_closed_with_the_code_that_the_library_chooses(
    frames: list[tuple[int, int, bytes]], cuts: list[int]
) -> None:
    stream = b"".join(
        raw(first, mask | len(payload), bytes(4 if mask else 0) + payload) for first, mask, payload in frames
    )
    try:
        expected = library(stream)
    except UnicodeDecodeError:
        assert conversation(stream, cuts)[2] == 1007
    else:
        heard, pongs, code = conversation(stream, cuts)
        assert (heard, pongs, code) == expected


@pytest.mark.parametrize("size", SIZES)
def test_what_is_sent_is_what_the_library_would_send(size: int) -> None:
    payload = os.urandom(size)
    assert framed(TEXT, payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert framed(BINARY, payload) == Frame(Opcode.BINARY, payload).serialize(mask=False)


@settings(deadline=None, max_examples=50)
@given(st.lists(MESSAGES, max_size=6), st.lists(MESSAGES, max_size=6))
def test_the_librarys_client_and_this_server_understand_each_other(said: list[Drawn], answered: list[Drawn]) -> None:
    up, down = [whole(drawn) for drawn in said], [whole(drawn) for drawn in answered]

    async def talked() -> tuple[list[str | bytes], list[str | bytes]]:
        client = ClientProtocol(parse_uri("ws://zoo.example/ws"), max_size=MOST)
        client.send_request(client.connect())
        talk = Talk()
        await talk.feed(b"".join(client.data_to_send()))
        client.receive_data(talk.wire.written.pop())
        (answer,) = client.events_received()
        assert isinstance(answer, Response)
        assert client.state is State.OPEN
        for message in up:
            if isinstance(message, str):
                client.send_text(message.encode())
            else:
                client.send_binary(message)
        await talk.feed(*client.data_to_send())
        for message in down:
            await talk.send({"type": "websocket.send", "text" if isinstance(message, str) else "bytes": message})
        await talk.send({"type": "websocket.close", "code": 4321, "reason": "enough"})
        client.receive_data(b"".join(talk.wire.written))
        *frames, _ = client.events_received()
        got: list[str | bytes] = []
        for frame in frames:
            assert isinstance(frame, Frame)
            got.append(bytes(frame.data).decode() if frame.opcode == Opcode.TEXT else bytes(frame.data))
        assert client.close_rcvd == Close(4321, "enough")
        await talk.feed(*client.data_to_send())
        assert talk.wire.ended == "closed"
        return talk.messages, got

    assert asyncio.run(talked()) == (up, down)


FORBIDDEN = {
    "not masked": (raw(0x81, 2, b"hi"), 1002),
    "not masked and empty": (raw(0x81, 0), 1002),
    **{f"reserved bit {bit:#x}": (raw(0x81 | bit, 0x80, bytes(4)), 1002) for bit in (0x40, 0x20, 0x10)},
    **{f"reserved kind {kind:#x}": (raw(0x80 | kind, 0x80, bytes(4)), 1002) for kind in (*range(3, 8), *range(11, 16))},
    "long ping": (raw(0x89, 0x80 | 126, b"\x00\x7e" + bytes(4 + 126)), 1002),
    "very long close": (raw(0x88, 0x80 | 127, (200).to_bytes(8, "big") + bytes(204)), 1002),
    "ping in parts": (raw(0x09, 0x81, bytes(5)), 1002),
    "close in parts": (raw(0x08, 0x80, bytes(4)), 1002),
    "nothing to continue": (said(Opcode.CONT, b"a"), 1002),
    "nothing to continue any more": (text("before") + said(Opcode.CONT, b"b"), 1002),
    "text within text": (said(Opcode.TEXT, b"a", final=False) + text("b"), 1002),
    "binary within text": (said(Opcode.TEXT, b"a", final=False) + said(Opcode.BINARY, b"b", final=False), 1002),
    "too large": (raw(0x82, 0x80 | 127, (MOST + 1).to_bytes(8, "big")), 1009),
    "far too large": (raw(0x81, 0x80 | 127, b"\xff" * 8), 1009),
    "too large in parts": (said(Opcode.BINARY, bytes(MOST), False) + raw(0x00, 0x81), 1009),
    "short text that is not UTF-8": (said(Opcode.TEXT, b"\xff"), 1007),
    "long text that is not UTF-8": (said(Opcode.TEXT, 200 * b"a" + b"\xc3"), 1007),
    "text in parts that is not UTF-8": (said(Opcode.TEXT, b"\xc3", False) + said(Opcode.CONT, b"("), 1007),
    "half of a pair": (said(Opcode.TEXT, b"\xed\xa0\x80"), 1007),
    "overlong": (said(Opcode.TEXT, b"\xc0\xaf"), 1007),
    "half a code": (said(Opcode.CLOSE, b"\x03"), 1002),
    **{f"close code {code}": (bye(code), 1002) for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)},
    "reason that is not UTF-8": (bye(1000, b"\xff"), 1007),
}  # fmt: skip


@pytest.mark.parametrize("slowly", [False, True])
@pytest.mark.parametrize(("stream", "code"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_whatever_is_forbidden_closes_with_its_code(stream: bytes, code: int, slowly: bool) -> None:
    async def talked() -> None:
        talk = await Talk().open()
        await talk.feed(text("before"))
        await talk.feed(*pieces(stream, list(range(len(stream))) if slowly and len(stream) < 300 else []))
        assert [close_code(frame) for frame in talk.wire.written] == [code]
        assert talk.wire.ended == "closed"
        assert set(talk.messages) == {"before"}
        assert talk.disconnect[0] == code
        await talk.feed(text("after"))
        assert await talk.hear() == talk.heard[-2]
        with pytest.raises(ClientDisconnected):
            await talk.send({"type": "websocket.send", "text": "?"})

    asyncio.run(talked())


def test_what_is_too_large_is_refused_before_it_has_arrived() -> None:
    reader = Reader(100)
    reader.feed(raw(0x82, 0x80 | 126, b"\x00"))
    assert reader.read() is None
    reader.feed(b"\x65")
    with pytest.raises(Broken, match="100 bytes"):
        reader.read()


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, 1007, 1011, 1012, 1014, 3000, 4999])
def test_a_close_is_answered_by_the_same(code: int) -> None:
    async def talked() -> None:
        talk = await Talk().open()
        await talk.feed(text("one") + bye(code, "tschüß".encode()) + text("two"))
        assert talk.wire.written == [closing(code, "tschüß")]
        assert talk.wire.ended == "closed"
        assert talk.messages == ["one"]
        assert talk.disconnect == (code, "tschüß")

    asyncio.run(talked())


def test_a_close_without_a_code_is_answered_without_one() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        await talk.feed(said(Opcode.CLOSE))
        assert talk.wire.written == [b"\x88\x00"]
        assert talk.disconnect == (1005, "")

    asyncio.run(talked())


def test_a_reason_that_is_too_long_is_cut_between_characters() -> None:
    frame = closing(1008, "ä" * 100)
    assert farewell(frame[2:]) == (1008, "ä" * 61)
    assert len(frame) == 2 + 2 + 122
    assert farewell(closing(1008, "\ud800!")[2:]) == (1008, "?!"), "half of a pair cannot be said at all"


def test_after_its_own_close_the_server_waits_for_the_answer_and_ignores_the_rest() -> None:
    async def talked() -> None:
        talk = await Talk(accept_only).open()
        await talk.send({"type": "websocket.close", "code": 1008, "reason": "no"})
        assert talk.wire.written == [closing(1008, "no")]
        await talk.feed(text("still here"), said(Opcode.PING, b"?"))
        assert not talk.wire.is_closing()
        with pytest.raises(RuntimeError, match=r"must not send websocket\.send"):
            await talk.send({"type": "websocket.send", "text": "one more thing"})
        await talk.feed(bye(1008))
        assert talk.wire.ended == "closed"
        assert all(handle.cancelled() for _, _, handle in talk.wire.timers)
        assert await talk.hear() == {"type": "websocket.disconnect", "code": 1008, "reason": "no"}
        assert len(talk.wire.written) == 1

    asyncio.run(talked())


def test_whoever_does_not_answer_a_close_is_cut_off() -> None:
    async def talked() -> None:
        talk = await Talk(accept_only).open()
        await talk.send({"type": "websocket.close"})
        assert talk.wire.written == [closing(1000)]
        assert talk.wire.ring() == CLOSE_WITHIN
        assert talk.wire.ended == "aborted"

    asyncio.run(talked())


def test_the_answer_to_a_close_is_found_behind_messages_that_nobody_has_read() -> None:
    async def talked() -> None:
        talk = await Talk(accept_only).open()
        await talk.feed(b"".join(text(str(number)) for number in range(3 * QUEUE)) + bye(1000))
        assert not talk.wire.reading
        await talk.send({"type": "websocket.close"})
        assert talk.wire.ended == "closed"

    asyncio.run(talked())


def test_a_ping_is_answered_even_between_the_parts_of_a_message() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        await talk.feed(said(Opcode.TEXT, b"a", False), said(Opcode.PING, b"there?"), said(Opcode.CONT, b"b"))
        assert talk.wire.written == [Frame(Opcode.PONG, b"there?").serialize(mask=False)]
        assert talk.messages == ["ab"]

    asyncio.run(talked())


def test_pongs_do_not_pile_up_for_somebody_who_does_not_read() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        talk.connection.pause_writing()
        await talk.feed(said(Opcode.PING, b"1"), said(Opcode.PING, b"2"))
        assert talk.wire.written == []
        talk.connection.resume_writing()
        await talk.feed(said(Opcode.PING, b"3"))
        assert talk.wire.written == [framed(0xA, b"3")]

    asyncio.run(talked())


def test_sending_waits_only_while_the_other_side_does_not_read() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        await talk.send({"type": "websocket.send", "text": "a"})
        talk.connection.pause_writing()
        impatient, patient = (
            asyncio.create_task(cast(Any, talk.send({"type": "websocket.send", "text": words}))) for words in "bc"
        )
        await settle()
        assert talk.wire.written == [framed(TEXT, b"a")]
        impatient.cancel()
        await settle()
        talk.connection.resume_writing()
        await patient
        assert talk.wire.written == [framed(TEXT, b"a"), framed(TEXT, b"c")]

    asyncio.run(talked())


def test_whoever_waits_to_send_learns_that_the_line_is_lost() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        talk.connection.pause_writing()
        waiting = asyncio.create_task(cast(Any, talk.send({"type": "websocket.send", "text": "a"})))
        await settle()
        talk.lose()
        with pytest.raises(ClientDisconnected):
            await waiting
        await settle()
        assert talk.disconnect[0] == 1006
        assert not talk.state.connections
        assert not talk.state.tasks

    asyncio.run(talked())


def test_reading_goes_on_without_a_pause_while_the_application_keeps_up() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        for number in range(100):
            await talk.feed(text(str(number)))
        assert talk.messages == [str(number) for number in range(100)]
        assert talk.wire.pauses == 0

    asyncio.run(talked())


@pytest.mark.parametrize("at_once", [False, True])
def test_no_more_than_a_few_messages_wait_for_a_slow_application(at_once: bool) -> None:
    async def talked() -> None:
        talk = await Talk(accept_only).open()
        stream = [text(str(number)) for number in range(3 * QUEUE + 1)]
        for piece in [b"".join(stream)] if at_once else stream:
            talk.connection.data_received(piece)
            assert len(talk.connection.inbox) <= QUEUE
        assert not talk.wire.reading
        assert [(await talk.hear())["text"] for _ in stream] == [str(number) for number in range(len(stream))]
        assert talk.wire.reading

    asyncio.run(talked())


def test_what_comes_before_the_application_has_accepted_is_kept() -> None:
    async def talked() -> None:
        agreed = asyncio.Event()

        async def late(talk: Talk) -> None:
            await agreed.wait()
            await listen(talk)

        talk = Talk(late)
        await talk.feed(REQUEST, text("too early"))
        assert not talk.wire.reading
        agreed.set()
        await settle()
        assert talk.messages == ["too early"]
        assert talk.wire.reading

    asyncio.run(talked())


def test_a_cancelled_wait_for_a_message_loses_none() -> None:
    async def talked() -> None:
        talk = await Talk(accept_only).open()
        waiting = asyncio.create_task(talk.hear())
        await settle()
        talk.connection.data_received(text("a"))
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        assert (await talk.hear())["text"] == "a"

    asyncio.run(talked())


def test_a_server_that_stops_says_so() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        assert talk.state.connections == {cast(Any, talk.connection)}
        assert len(talk.state.tasks) == 1
        talk.connection.shutdown()
        assert talk.wire.written == [closing(1012)]
        assert talk.wire.ended == "closed"
        talk.lose()
        await settle()
        assert talk.disconnect[0] == 1012
        assert not talk.state.connections
        assert not talk.state.tasks

    asyncio.run(talked())


def test_a_server_that_stops_does_not_wait_for_somebody_who_does_not_read() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        talk.connection.pause_writing()
        talk.connection.shutdown()
        assert talk.wire.ended == "aborted"
        await settle()

    asyncio.run(talked())


def test_a_server_that_stops_refuses_who_is_not_accepted_yet() -> None:
    async def talked() -> None:
        async def late(talk: Talk) -> None:
            await talk.hear()

        talk = Talk(late)
        await talk.feed(REQUEST)
        talk.connection.shutdown()
        await settle()
        assert talk.wire.written[0].startswith(b"HTTP/1.1 500 ")
        assert len(talk.wire.written) == 1
        assert talk.disconnect[0] == 1006

    asyncio.run(talked())


def test_a_line_is_kept_alive_by_pings_that_are_answered() -> None:
    async def talked() -> None:
        talk = await Talk(ws_ping_interval=30, ws_ping_timeout=20).open()
        assert talk.wire.ring() == 30
        for _ in range(3):
            ping = talk.wire.written.pop()
            assert ping[:2] == b"\x89\x04"
            await talk.feed(said(Opcode.PONG, ping[2:]))
            assert talk.wire.ring() == 20
            assert talk.wire.ring() == 10
        assert not talk.wire.is_closing()

    asyncio.run(talked())


@pytest.mark.parametrize(
    "answer", [b"", said(Opcode.PONG, b"something else"), text("I am here")], ids=["none", "another", "text"]
)
def test_a_line_without_pongs_is_given_up(answer: bytes) -> None:
    async def talked() -> None:
        talk = await Talk().open()
        assert talk.wire.ring() == 20
        if answer:
            await talk.feed(answer)
        assert talk.wire.ring() == 20
        await settle()
        assert close_code(talk.wire.written[-1]) == 1011
        assert talk.wire.ended == "closed"
        assert talk.disconnect == (1011, "keepalive ping timeout")
        assert not talk.wire.timers

    asyncio.run(talked())


def test_nobody_is_given_up_whose_pong_was_not_read() -> None:
    async def talked() -> None:
        talk = await Talk(accept_only).open()
        await talk.feed(b"".join(text(str(number)) for number in range(QUEUE)))
        assert not talk.wire.reading
        talk.wire.ring()
        talk.wire.ring()
        assert not talk.wire.is_closing()
        for _ in range(QUEUE):
            await talk.hear()
        talk.wire.ring()
        assert talk.wire.ended == "closed"

    asyncio.run(talked())


def test_without_a_time_for_pongs_there_are_only_pings() -> None:
    async def talked() -> None:
        talk = await Talk(ws_ping_interval=5, ws_ping_timeout=None).open()
        assert [talk.wire.ring() for _ in range(3)] == [5, 5, 5]
        assert [frame[0] for frame in talk.wire.written] == [0x89] * 3
        silent = await Talk(ws_ping_interval=None).open()
        assert not silent.wire.timers

    asyncio.run(talked())


def test_nothing_ticks_after_the_line_is_lost() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        talk.lose()
        assert all(handle.cancelled() for _, _, handle in talk.wire.timers)

    asyncio.run(talked())


async def fall(_: Talk) -> None:
    raise ValueError("a fault of ours")


async def fall_later(talk: Talk) -> None:
    await talk.send(ACCEPT)
    raise ValueError("a fault of ours")


async def do_nothing(_: Talk) -> None:
    return


async def greet_and_go(talk: Talk) -> None:
    await talk.send(ACCEPT)


async def reject(talk: Talk) -> None:
    await talk.send({"type": "websocket.close", "code": 1008})


async def write_to_nobody(talk: Talk) -> None:
    await talk.send(ACCEPT)
    await talk.hear()
    await talk.send({"type": "websocket.send", "text": "hello?"})


@pytest.mark.parametrize(
    ("app", "last", "logged"),
    [
        (fall, b"HTTP/1.1 500 Internal Server Error\r\n", True),
        (fall_later, closing(1011), True),
        (do_nothing, b"HTTP/1.1 500 Internal Server Error\r\n", False),
        (greet_and_go, closing(1000), False),
        (reject, b"HTTP/1.1 403 Forbidden\r\n", False),
    ],
    ids=["a fault", "a fault later", "nothing", "a return", "a refusal"],
)
def test_however_the_application_ends_the_other_side_is_told(
    app: Callable[[Talk], Awaitable[None]], last: bytes, logged: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def talked() -> None:
        talk = Talk(app)
        await talk.feed(REQUEST)
        assert talk.wire.written[-1].startswith(last)
        assert talk.wire.ended == "closed"
        assert not talk.state.tasks

    asyncio.run(talked())
    assert ("Exception in ASGI application" in caplog.text) == logged


def test_it_is_no_fault_to_write_to_somebody_who_has_gone(caplog: pytest.LogCaptureFixture) -> None:
    async def talked() -> None:
        talk = await Talk(write_to_nobody).open()
        await talk.feed(bye(1001))
        assert not talk.state.tasks

    asyncio.run(talked())
    assert not caplog.records


def test_an_application_that_is_cancelled_closes_the_line() -> None:
    async def talked() -> None:
        talk = await Talk().open()
        next(iter(talk.state.tasks)).cancel()
        await settle()
        assert talk.wire.written == [closing(1012)]
        assert not talk.state.tasks

    asyncio.run(talked())


def test_the_application_is_told_what_was_asked_for() -> None:
    async def talked() -> None:
        talk = Talk(headers=[("x-zoo", "yes")])
        talk.state.default_headers = talk.connection.config.encoded_headers
        asked = REQUEST.replace(
            b"\r\n\r\n", b"\r\nsec-websocket-protocol: chess, go\r\norigin: http://m\xfcller\r\n\r\n"
        )
        await talk.feed(asked.replace(b"/ws?", b"/a%20b?"))
        assert talk.scope["type"] == "websocket"
        assert (talk.scope["path"], talk.scope["raw_path"]) == ("/a b", b"/a%20b")
        assert talk.scope["query_string"] == b"who=me"
        assert talk.scope["subprotocols"] == ["chess", "go"]
        assert talk.scope["client"] == ("10.0.0.7", 4711)
        assert (b"origin", b"http://m\xfcller") in talk.scope["headers"]
        assert b"x-zoo: yes\r\n" in talk.wire.written[0]

    asyncio.run(talked())


@pytest.mark.parametrize(
    ("instead", "of", "status"),
    [
        (b"version: 12", b"version: 13", b"400"),
        (b"key: AAAA", b"key: AAAAAAAAAAAAAAAAAAAAAA==", b"400"),
        (b"upgrade: tea", b"upgrade: websocket", b"426"),
        (b"POST", b"GET", b"405"),
        (b"host: " + b"z" * 10_000, b"host: zoo.example", b"431"),
    ],
    ids=["version", "key", "upgrade", "method", "size"],
)
def test_a_bad_request_opens_nothing(instead: bytes, of: bytes, status: bytes) -> None:
    async def talked() -> None:
        talk = Talk()
        await talk.feed(REQUEST.replace(of, instead))
        assert talk.wire.written[0].startswith(b"HTTP/1.1 " + status)
        assert talk.wire.ended == "closed"
        assert not talk.scope
        assert not talk.state.tasks

    asyncio.run(talked())


# Over a real socket


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Says everything again; closes as it is told to."""
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        words = event.get("text") or ""
        if words.startswith("close "):
            await send({"type": "websocket.close", "code": int(words[6:]), "reason": "as you wish"})
            return
        await send({**event, "type": "websocket.send"})


@asynccontextmanager
async def served(http: Literal["h11", "httptools"] = "httptools") -> AsyncIterator[int]:
    """An echo on a free port."""
    config = uvicorn.Config(echo, http=http, ws=Connection, ws_max_size=MOST, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    listener = bound("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    yield listener.getsockname()[1]
    server.should_exit = True
    await running
    assert not server.server_state.connections
    assert not server.server_state.tasks


@pytest.mark.parametrize("http", ["h11", "httptools"])
@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_real_client_is_understood(
    http: Literal["h11", "httptools"], loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    async def talked() -> None:
        async with served(http) as port, websockets.connect(f"ws://127.0.0.1:{port}/", proxy=None) as client:
            for size in SIZES:
                await client.send("x" * size)
                assert await client.recv() == "x" * size
                await client.send(bytes(size))
                assert await client.recv() == bytes(size)
            for number in range(200):
                await client.send(f"{number}: äöü 🦦")
            assert [await client.recv() for _ in range(200)] == [f"{number}: äöü 🦦" for number in range(200)]
            await client.send(["in ", "two ", "parts"])
            assert await client.recv() == "in two parts"
            await (await client.ping())

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(talked())


@pytest.mark.parametrize("code", [1000, 1001, 1008, 3000, 4999])
def test_a_real_client_sees_how_it_was_closed(code: int) -> None:
    async def talked() -> None:
        async with served() as port, websockets.connect(f"ws://127.0.0.1:{port}/", proxy=None) as client:
            await client.send(f"close {code}")
            await client.wait_closed()
            assert (client.close_code, client.close_reason) == (code, "as you wish")

    asyncio.run(talked())


def test_a_server_that_stops_closes_a_real_client() -> None:
    async def talked() -> None:
        async with served() as port:
            client = await websockets.connect(f"ws://127.0.0.1:{port}/", proxy=None)
            await client.send("hello")
            await client.recv()
        await client.wait_closed()
        assert client.close_code == 1012

    asyncio.run(talked())


@pytest.mark.parametrize(
    "name", ["not masked", "reserved bit 0x40", "far too large", "short text that is not UTF-8", "close code 1005"]
)
def test_bad_frames_over_a_real_socket_close_with_the_right_code(name: str) -> None:
    stream, code = FORBIDDEN[name]

    async def talked() -> None:
        async with served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            writer.write(stream)
            assert close_code(await reader.read()) == code
            writer.close()
            await writer.wait_closed()

    asyncio.run(talked())


def test_a_page_is_no_socket_and_a_socket_no_page() -> None:
    async def talked() -> None:
        async with served() as port, httpx.AsyncClient() as client:
            headers = {"Connection": "Upgrade", "Upgrade": "websocket"}
            answer = await client.get(f"http://127.0.0.1:{port}/", headers=headers)
            assert answer.status_code == 400

    asyncio.run(talked())
