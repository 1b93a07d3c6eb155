"""Framing: WebSocket messages from and to bytes, as RFC 6455 has them, on the side of a server."""

from __future__ import annotations

from struct import Struct

from websockets.exceptions import ProtocolError
from websockets.frames import Close

try:
    from websockets.speedups import apply_mask
except ImportError:  # where its C is not built
    from websockets.utils import apply_mask

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
KINDS = frozenset((CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG))
CONTROL = 0x8  # the bit of a kind that closes, pings or pongs
FINAL = 0x80  # the bit of a message's last frame
RESERVED = 0x70
MASKED = 0x80
SHORT = 125  # the largest payload whose size fits the second byte
NOTHING = 0  # no message is under way; no message begins with a continuation
PROTOCOL_ERROR, NO_CODE, LOST, INVALID_DATA, TOO_BIG = 1002, 1005, 1006, 1007, 1009
LONGEST_REASON = SHORT - 2  # bytes

unmask = apply_mask
medium_head = Struct("!BBH").pack
long_head = Struct("!BBQ").pack


class Broken(Exception):
    """The other side does not keep to the protocol; `code` is what it is closed with."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def framed(kind: int, payload: bytes) -> bytes:
    """One whole message to a client."""
    size = len(payload)
    if size <= SHORT:
        return bytes((FINAL | kind, size)) + payload
    if size < 1 << 16:
        return medium_head(FINAL | kind, 126, size) + payload
    return long_head(FINAL | kind, 127, size) + payload


def closing(code: int, reason: str = "") -> bytes:
    """A close frame; a reason that is too long for one is cut, never within a character."""
    if code == NO_CODE:
        return framed(CLOSE, b"")
    short = reason.encode(errors="replace")[:LONGEST_REASON].decode(errors="ignore")
    return framed(CLOSE, Close(code, short).serialize())


def farewell(payload: bytes) -> tuple[int, str]:
    """Code and reason of the other side's close frame."""
    try:
        close = Close.parse(payload)
    except UnicodeDecodeError:
        raise Broken(INVALID_DATA, "the reason is not UTF-8") from None
    except ProtocolError as error:
        raise Broken(PROTOCOL_ERROR, str(error)) from None
    return int(close.code), close.reason


class Reader:
    """What a client sends, in whatever pieces it arrives: whole messages, with control frames between them."""

    __slots__ = ("begun", "held", "kind", "most", "needed")

    def __init__(self, most: int) -> None:
        self.most = most  # bytes of a message
        self.held = bytearray()  # not yet read
        self.needed = 2  # bytes of it before there is anything new to learn
        self.kind = NOTHING  # of the message whose first frames are in `begun`
        self.begun = bytearray()

    def feed(self, data: bytes) -> None:
        self.held += data

    def read(self) -> tuple[int, bytes] | None:
        """The next whole message or control frame; None until more has arrived. Broken is the end: read no more."""
        while (frame := self.frame()) is not None:
            first, payload = frame
            kind = first & ~FINAL
            if kind & CONTROL:
                return kind, payload
            if kind == CONTINUATION:
                if self.kind == NOTHING:
                    raise Broken(PROTOCOL_ERROR, "nothing is there to be continued")
            elif self.kind != NOTHING:
                raise Broken(PROTOCOL_ERROR, "a message begins within another")
            else:
                self.kind = kind
            if not first & FINAL:
                self.begun += payload
                continue
            if self.begun:
                payload = bytes(self.begun) + payload
                self.begun.clear()
            kind, self.kind = self.kind, NOTHING
            return kind, payload
        return None

    def frame(self) -> tuple[int, bytes] | None:
        """The first byte and the payload of the next frame, if all of it is there."""
        held = self.held
        if len(held) < self.needed:
            return None
        first, second = held[0], held[1]
        if first & RESERVED:
            raise Broken(PROTOCOL_ERROR, "reserved bits are set")
        kind = first & ~FINAL
        if kind not in KINDS:
            raise Broken(PROTOCOL_ERROR, "there is no such kind of frame")
        if not second & MASKED:
            raise Broken(PROTOCOL_ERROR, "a client must mask")
        size = second & ~MASKED
        start = 2
        if kind & CONTROL:
            if not first & FINAL:
                raise Broken(PROTOCOL_ERROR, "a control frame is in parts")
            if size > SHORT:
                raise Broken(PROTOCOL_ERROR, "a control frame is too long")
        else:
            if size > SHORT:
                start = 4 if size == 126 else 10
                if len(held) < start:
                    self.needed = start
                    return None
                size = int.from_bytes(held[2:start], "big")
            if size > self.most - len(self.begun):
                raise Broken(TOO_BIG, f"a message may have {self.most} bytes")
        begin = start + 4
        stop = begin + size
        if len(held) < stop:
            self.needed = stop
            return None
        payload = unmask(held[begin:stop], held[start:begin])
        del held[:stop]
        self.needed = 2
        return first, payload
