"""Whatever arrives on a line, that line is closed with a reason, and nothing else happens."""

from __future__ import annotations

import base64
import json
import os
import random
import re
import secrets
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from paddock.server import wire
from tests.server.place import FOREIGN, PATIENCE, PATIENT, Place, Quiet

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
GROWTH = 60_000  # kilobytes that the server may grow by, whatever is sent


# A server with somebody at a table who is not to notice anything.


class Witness:
    """Plays at a table of its own while others misbehave."""

    def __init__(self, place: Place, line: ClientConnection) -> None:
        self.place = place
        self.line = line
        headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
        with httpx.Client(base_url=place.address, headers=headers, timeout=PATIENCE) as client:
            wanted = {"game": "zooloretto", "seats": 2, "plan": ["open", "easy"]}
            opened = client.post("/api/tables", json=wanted).json()
            self.table = opened["table"]
            sitting = {"invite": opened["invite"]}
            taken = client.post(f"/api/tables/{self.table}/seats", json=sitting).json()
        self.line.send(json.dumps({"t": "hello", "table": self.table, "token": taken["token"]}))
        self.version = 0

    def goes_on(self) -> None:
        """Something said is committed as the next version but what bots did, and heard on the same line."""
        command = secrets.token_hex(16)
        self.line.send(json.dumps({"t": "say", "id": command, "phrase": "hello"}))
        while True:
            message = json.loads(self.line.recv(timeout=PATIENCE))
            assert message["t"] in ("frame", "table", "chat"), message
            if message.get("done") == command:
                version = message["lines"][-1]["n"]
                assert version > self.version
                self.version = version
                return


class Watched(NamedTuple):
    """The server, its witness and what it has said on stderr."""

    place: Place
    witness: Witness
    errors: Path

    @property
    def memory(self) -> int:
        """Kilobytes in use."""
        status = Path(f"/proc/{self.place.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1])


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with Quiet(tmp_path_factory.mktemp("fuzz"), "--rate", "50") as place:
        address = place.address.replace("http", "ws") + "/ws"
        with connect(address, **PATIENT) as line:
            yield Watched(place, Witness(place, line), place.errors)
    said = place.errors.read_text()
    assert "Traceback" not in said
    assert '"level":"error"' not in said, said


# Lines of raw bytes.


OPEN: list[socket.socket] = []


@pytest.fixture(autouse=True)
def closed_afterwards() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


class Raw:
    """A TCP line on which anything can be said."""

    def __init__(self, place: Place) -> None:
        host, port = place.address.removeprefix("http://").split(":")
        self.host = f"{host}:{port}"
        self.socket = socket.create_connection((host, int(port)), timeout=PATIENCE)
        OPEN.append(self.socket)

    def handshake(self, origin: str = "") -> bytes:
        """Ask for a WebSocket; the server's answer up to its end of headers."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /ws HTTP/1.1", f"Host: {self.host}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        if origin:
            lines.append(f"Origin: {origin}")
        self.say("\r\n".join([*lines, "", ""]).encode("latin-1"))
        answer = b""
        while b"\r\n\r\n" not in answer:
            piece = self.socket.recv(1)
            assert piece, answer
            answer += piece
        return answer

    def say(self, data: bytes) -> None:
        """Send it; whoever is on the other side may have hung up already."""
        try:
            self.socket.sendall(data)
        except OSError:
            return

    def frame(self, opcode: int, data: bytes, **how: Any) -> None:
        self.say(framed(opcode, data, **how))

    def rest(self) -> bytes:
        """Everything until the other side hangs up."""
        heard = b""
        while True:
            try:
                piece = self.socket.recv(65_536)
            except ConnectionError:
                return heard
            if not piece:
                return heard
            heard += piece

    def end(self) -> tuple[int, str]:
        """Code and reason of the closing frame; once it is answered, the line must end."""
        heard = b""
        while piece := self.socket.recv(65_536):
            heard += piece
            for opcode, data in frames(heard):
                if opcode == CLOSE:
                    self.frame(CLOSE, data)
                    self.rest()
                    return struct.unpack("!H", data[:2])[0], data[2:].decode()
        raise AssertionError("the line ended without a closing frame")


def framed(
    opcode: int, data: bytes, fin: bool = True, masked: bool = True, reserved: int = 0, length: int | None = None
) -> bytes:
    """One frame, right or wrong in any part."""
    size = len(data) if length is None else length
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 65_536:
        head += bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", size)
    if not masked:
        return head + data
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[k % 4] for k, byte in enumerate(data))


def frames(heard: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames that a server sent, unmasked and whole."""
    while len(heard) >= 2:
        size, at = heard[1] & 0x7F, 2
        if size == 126:
            size, at = struct.unpack("!H", heard[2:4])[0], 4
        elif size == 127:
            size, at = struct.unpack("!Q", heard[2:10])[0], 10
        if len(heard) < at + size:
            return
        yield heard[0] & 0x0F, heard[at : at + size]
        heard = heard[at + size :]


HELLO = json.dumps({"t": "hello", "table": "A" * 16}).encode()
DEEP = b'{"t":' + b"[" * 4000
PROTOCOL, NOT_TEXT, POLICY, TOO_BIG = 1002, 1007, 1008, 1009

WRONG: dict[str, tuple[bytes, int]] = {
    "more than a message has": (framed(TEXT, b" " * 4097), POLICY),
    "more than a frame has": (framed(TEXT, b" " * 70_000), TOO_BIG),
    "more characters of many bytes than a message has": (
        framed(TEXT, json.dumps({"t": "hello", "table": "ü" * 2040}, ensure_ascii=False).encode()), POLICY,
    ),
    "a reason that is too long for a closing frame": (
        framed(TEXT, json.dumps({"t": "ping", "ü" * 300: 1}, ensure_ascii=False).encode()), POLICY,
    ),
    "bad UTF-8": (framed(TEXT, b'{"t":"\xff\xfe"}'), NOT_TEXT),
    "half a character": (framed(TEXT, "ü".encode()[:1]), NOT_TEXT),
    "a surrogate": (framed(TEXT, b"\xed\xa0\x80"), NOT_TEXT),
    "an escaped surrogate": (framed(TEXT, rb'{"t":"hello","table":"\ud800"}'), POLICY),
    "deep JSON": (framed(TEXT, DEEP), POLICY),
    "deep objects": (framed(TEXT, b'{"t":' * 800), POLICY),
    "no JSON": (framed(TEXT, b"hello"), POLICY),
    "nothing": (framed(TEXT, b""), POLICY),
    "a huge number": (framed(TEXT, b'{"t":"hello","since":' + b"9" * 4000 + b"}"), POLICY),
    "not a number": (framed(TEXT, b'{"t":"hello","table":"AAAAAAAAAAAAAAAA","since":NaN}'), POLICY),
    "bytes": (framed(BINARY, HELLO), POLICY),
    "no hello": (framed(TEXT, b'{"t":"ping"}'), POLICY),
    "a table that is not there": (framed(TEXT, HELLO), POLICY),
    "an unmasked frame": (framed(TEXT, HELLO, masked=False), PROTOCOL),
    "reserved bits": (framed(TEXT, HELLO, reserved=4), PROTOCOL),
    "a continuation of nothing": (framed(0, b"x"), PROTOCOL),
    "a new message inside another": (framed(TEXT, b"{", fin=False) + framed(TEXT, b"}"), PROTOCOL),
    "a ping in fragments": (framed(PING, b"x", fin=False), PROTOCOL),
    "a ping that is too long": (framed(PING, b"x" * 126), PROTOCOL),
    "a closing frame of one byte": (framed(CLOSE, b"x"), PROTOCOL),
    "a huge length": (framed(TEXT, b"", length=2**40), TOO_BIG),
    "an impossible length": (framed(TEXT, b"", length=2**63 + 5), PROTOCOL),
    "fragments without end": (framed(TEXT, b" ", fin=False) + framed(0, b" " * 1000, fin=False) * 80, TOO_BIG),
    "empty fragments": (framed(TEXT, b"", fin=False) + framed(0, b"", fin=False) * 999 + framed(0, b""), TOO_BIG),
    **{f"opcode {opcode}": (framed(opcode, b"x"), PROTOCOL) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_malformed_frame_closes_its_line_with_a_reason_and_nothing_else_happens(watched: Watched, what: str) -> None:
    data, code = WRONG[what]
    line = Raw(watched.place)
    assert b" 101 " in line.handshake()
    line.say(data)
    closed, reason = line.end()
    assert closed == code or (code == PROTOCOL and closed == TOO_BIG), (closed, reason)
    assert reason or code in (PROTOCOL, NOT_TEXT, TOO_BIG)
    watched.witness.goes_on()


def test_a_message_in_fragments_is_a_message(watched: Watched) -> None:
    line = Raw(watched.place)
    line.handshake()
    hello = json.dumps({"t": "hello", "table": watched.witness.table}).encode()
    line.say(framed(TEXT, hello[:9], fin=False) + framed(PING, b"") + framed(0, hello[9:]))
    heard = b""
    while not (texts := [data for opcode, data in frames(heard) if opcode == TEXT]):
        heard += line.socket.recv(65_536)
    assert json.loads(texts[0])["t"] == "frame"


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00" * 100, b"\xff\xfe hello\r\n\r\n", b"GET\r\n\r\n", random.Random(1).randbytes(64) + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01" * 9,
    ],
    ids=["zeroes", "bytes", "half a request", "noise", "TLS"],
)  # fmt: skip
def test_garbage_instead_of_a_handshake_is_refused(watched: Watched, garbage: bytes) -> None:
    line = Raw(watched.place)
    line.say(garbage)
    assert line.rest().startswith((b"HTTP/1.1 400", b"HTTP/1.1 405", b"HTTP/1.1 404"))
    watched.witness.goes_on()


def test_whoever_hangs_up_halfway_harms_nobody(watched: Watched) -> None:
    request = f"GET /ws HTTP/1.1\r\nHost: {Raw(watched.place).host}\r\nUpgrade: websocket\r\n".encode()
    for size in range(0, len(request), 7):
        line = Raw(watched.place)
        line.say(request[:size])
        line.socket.close()
    for how in (socket.SHUT_WR, socket.SHUT_RDWR):
        line = Raw(watched.place)
        line.handshake()
        line.say(framed(TEXT, HELLO)[:20])
        line.socket.shutdown(how)
    watched.witness.goes_on()


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_a_foreign_origin_gets_no_line(watched: Watched, origin: str) -> None:
    line = Raw(watched.place)
    answer = line.handshake(origin.replace("HOST", line.host))
    assert b" 403 " in answer.split(b"\r\n")[0]
    assert line.rest() == b"" or b"origin" not in answer


def test_a_flood_of_messages_ends_with_its_line(watched: Watched) -> None:
    line = Raw(watched.place)
    line.handshake()
    hello = json.dumps({"t": "hello", "table": watched.witness.table}).encode()
    line.say(framed(TEXT, hello) + framed(TEXT, b'{"t":"ping"}') * 3000)
    code, reason = line.end()
    assert (code, reason) == (POLICY, "too many messages")
    watched.witness.goes_on()


def test_memory_stays_bounded_under_many_bad_lines(watched: Watched) -> None:
    def attack() -> None:
        lines = [Raw(watched.place) for _ in range(60)]
        for line in lines:
            line.handshake()
            line.say(framed(TEXT, b"x" * 60_000, length=2**33))  # promises more than it sends
        for line in lines:
            line.socket.close()

    attack()  # what is allocated once is allocated now
    watched.witness.goes_on()
    before = watched.memory
    for _ in range(5):
        attack()
        watched.witness.goes_on()
    assert watched.memory - before < GROWTH


@pytest.mark.slow
def test_random_bytes_after_the_handshake_never_harm_others(watched: Watched) -> None:
    draw = random.Random(5)
    good = [framed(TEXT, HELLO), framed(PING, b"x"), framed(TEXT, b'{"t":"ping"}'), framed(CLOSE, b"")]
    for _ in range(150):
        line = Raw(watched.place)
        line.handshake()
        data = bytearray(b"".join(draw.choices(good, k=3)))
        for _ in range(draw.randint(1, 12)):
            data[draw.randrange(len(data))] = draw.randrange(256)
        line.say(bytes(data))
        line.socket.shutdown(socket.SHUT_WR)
        line.rest()
    watched.witness.goes_on()


# The decoder alone.

ID = "0123456789abcdef" * 2
MESSAGES = [
    {"t": "hello", "table": "A" * 16, "token": "x", "since": 3},
    {"t": "play", "id": ID, "at": 1, "action": 2},
    {"t": "undo", "id": ID, "at": 1},
    {"t": "agree", "id": ID, "yes": True},
    {"t": "say", "id": ID, "text": "well", "phrase": ""},
    {"t": "mute", "id": ID, "seat": 1, "on": True},
    {"t": "leave", "id": ID, "level": "easy"},
    {"t": "ping"},
]
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**400), max_value=10**400)
    | st.floats()
    | st.text(st.characters(), max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def nearly_messages(draw: st.DrawFn) -> str:
    """A message with something changed, as JSON (or what Python takes for it: NaN, endless numbers)."""
    message: dict[str, Any] = dict(draw(st.sampled_from(MESSAGES)))
    for _ in range(draw(st.integers(0, 2))):
        message[draw(st.sampled_from([*message, "id", "t", "other"]))] = draw(values)
    return json.dumps(message, ensure_ascii=draw(st.booleans()))


def demand_decoded(data: str | bytes) -> None:
    """A message, or BadMessage in one short sentence that can be sent."""
    try:
        message = wire.decode(data)
    except wire.BadMessage as error:
        wire.encoder.encode({"why": str(error)})
        return
    assert isinstance(message, wire.Incoming)
    assert wire.decode(wire.encoder.encode(message)) == message


@settings(max_examples=1500, deadline=None)
@given(nearly_messages())
def test_nearly_a_message_is_a_message_or_a_bad_one(text: str) -> None:
    demand_decoded(text)
    demand_decoded(text.encode(errors="surrogatepass"))


@settings(max_examples=600, deadline=None)
@given(st.text(st.characters(exclude_categories=()), max_size=5000) | st.binary(max_size=5000))
def test_whatever_is_decoded_is_a_message_or_a_bad_one(data: str | bytes) -> None:
    demand_decoded(data)


@settings(max_examples=300, deadline=None)
@given(values, st.integers(0, 4000))
def test_nested_json_is_a_message_or_a_bad_one(value: Any, depth: int) -> None:
    demand_decoded("[" * depth + json.dumps(value))
    demand_decoded('{"t":' * depth + json.dumps(value) + "}" * depth)


def test_a_message_is_measured_in_bytes() -> None:
    with pytest.raises(wire.BadMessage, match="4096 bytes"):
        wire.decode(json.dumps({"t": "ping", "x": "ü" * 2100}, ensure_ascii=False))
