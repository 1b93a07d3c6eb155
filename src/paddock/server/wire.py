"""Wire: the typed messages of the socket; decoding is strict and bounded."""

from __future__ import annotations

from typing import Annotated

import msgspec

from paddock.core.errors import PaddockError

LONGEST_MESSAGE = 4096  # bytes from a client
LONGEST_TEXT = 300  # characters of chat
PHRASES = ("well_played", "thinking", "oh_no", "hello", "thanks", "good_game")

# `$` would let a newline through.
Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
Number = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]
TableId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{16}\Z")]
Token = Annotated[str, msgspec.Meta(max_length=64)]
Level = Annotated[str, msgspec.Meta(max_length=16)]


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """What a client may send."""


class Hello(Incoming, frozen=True, tag="hello"):
    """The first message: which table, as whom, and what is already known."""

    table: TableId
    token: Token = ""
    since: Number = 0


class Ping(Incoming, frozen=True, tag="ping"):
    """Is anybody there?"""


class Command(Incoming, frozen=True):
    """Something that a seat wants done; `id` makes it safe to send twice."""

    id: Id


class Play(Command, frozen=True, tag="play"):
    """A decision; `at` is the number of the prompt that it answers."""

    at: Number
    action: Number


class Undo(Command, frozen=True, tag="undo"):
    """Take back, within the match's own limits."""

    at: Number


class TakeBack(Command, frozen=True, tag="take_back"):
    """Take back beyond them, if the others agree."""


class Agree(Command, frozen=True, tag="agree"):
    """The answer to somebody's wish to take back."""

    yes: bool


class Hint(Command, frozen=True, tag="hint"):
    """What would a bot do?"""


class Say(Command, frozen=True, tag="say"):
    """Chat: a text, or one of the PHRASES."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Mute(Command, frozen=True, tag="mute"):
    """The host silences a seat."""

    seat: Number
    on: bool


class Leave(Command, frozen=True, tag="leave"):
    """Hand the seat to a bot."""

    level: Level = "medium"


class Back(Command, frozen=True, tag="back"):
    """Take the seat again."""


class Fill(Command, frozen=True, tag="fill"):
    """Give all open seats to bots."""

    level: Level = "medium"


class Pace(Command, frozen=True, tag="pace"):
    """How fast bots should play for this seat's eyes: `at_once`, `quick`, `usual` or `calm`."""

    pace: Annotated[str, msgspec.Meta(max_length=16)]


class Hurry(Command, frozen=True, tag="hurry"):
    """Bots need not wait for this seat until it is asked again."""


class Nudge(Command, frozen=True, tag="nudge"):
    """Is the person on that seat still there?"""

    seat: Number


class Call(Command, frozen=True, tag="call"):
    """Let a bot play for somebody who is away, until they are back; it does when all who wait have said so."""

    seat: Number


class Resign(Command, frozen=True, tag="resign"):
    """Give the match up for good; a bot plays the seat to its end."""


class Close(Command, frozen=True, tag="close"):
    """Close a table that nobody else has joined."""


class Reveal(Command, frozen=True, tag="reveal"):
    """One's part of the dice: the 32 bytes under one's seal, in hex."""

    nonce: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Renew(Command, frozen=True, tag="renew"):
    """Another token for one's seat, of which this is the SHA-256 in hex; the old one opens nothing any more."""

    token: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Rematch(Command, frozen=True, tag="rematch"):
    """The same again."""


SeatCommand = (
    Play | Undo | TakeBack | Agree | Hint | Say | Mute | Leave | Back | Fill | Pace | Hurry | Nudge | Call | Resign
    | Close | Reveal | Renew | Rematch
)  # fmt: skip
decoder: msgspec.json.Decoder[Hello | Ping | SeatCommand] = msgspec.json.Decoder(Hello | Ping | SeatCommand)
encoder = msgspec.json.Encoder()


class BadMessage(PaddockError):
    """Not a message of this protocol."""


def decode(data: str | bytes) -> Hello | Ping | SeatCommand:
    """The message, or BadMessage with one sentence."""
    if len(data) > LONGEST_MESSAGE or (
        isinstance(data, str) and not data.isascii() and len(data.encode(errors="surrogatepass")) > LONGEST_MESSAGE
    ):
        raise BadMessage(f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"that is no message of this protocol: {error}") from None
