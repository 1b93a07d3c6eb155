"""Entry: one row of a table's log, which is the whole truth about the table.

What happened is the body: typed, encoded once, chained by SHA-256, never changed. What a person
may want erased (name, avatar, chat) lies beside it and is not chained.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from paddock.core.setup import Value
from paddock.core.state import SPECTATOR


class Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all bodies share."""

    at: int  # milliseconds since the epoch, by the clock of the process that wrote it


class ClockRule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much time a seat has: `none`, `move` (seconds a decision), `bank` (seconds a match, increment), `days`."""

    kind: str = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0


class Opened(Struct, frozen=True, tag="opened"):
    """The table was set up; always the first entry."""

    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    plan: list[str]  # a seat's level, or `open` for a person
    clock: ClockRule
    public: bool
    stand_in: str  # the level that takes a seat whose time has run out
    commitment: str
    after: str = ""  # the table that this is a rematch of


class Sat(Struct, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    nonce: str = ""  # of tables whose nonces were not sealed: before version 0.2
    seal: str = ""  # hash of the nonce that the seat adds to the dice; nothing: it adds none
    token: str = ""  # hash of the seat's token; left out where the log is published


class Filled(Struct, frozen=True, tag="filled"):
    """The host gave the open seats to bots."""

    level: str
    id: str = ""
    seat: int = -1  # the host's


class Sealed(Struct, frozen=True, tag="sealed"):
    """All seats are taken: the dice will follow from the nonces under these seals, and only now are they shown.

    Again, where somebody has not shown theirs in time: without them, the others sealed by what they have shown.
    """

    seals: list[str]  # of each seat; empty where it adds nothing: bots, and people who are away


class Revealed(Struct, frozen=True, tag="revealed"):
    """A seat showed the nonce under its seal."""

    seat: int
    nonce: str
    id: str


class Played(Struct, frozen=True, tag="played"):
    """The match went on: a decision with the chance that followed, an undo, or the opening chance."""

    seat: int  # whose decision; chance (-1) when the match begins
    events: list[tuple[int, int]]
    rolled: int  # words the dice have given so far
    id: str = ""  # the command; empty for a bot's
    by: str = ""  # the level of the bot that decided


class Hinted(Struct, frozen=True, tag="hinted"):
    """A seat asked a bot what it would do."""

    seat: int
    id: str


class Wished(Struct, frozen=True, tag="wished"):
    """A seat asks to take back its last decision although others have seen or done something since."""

    seat: int
    id: str


class Agreed(Struct, frozen=True, tag="agreed"):
    """A seat's answer to such a wish."""

    seat: int
    yes: bool
    id: str


class Said(Struct, frozen=True, tag="said"):
    """A line of chat; a text of one's own lies in `personal`."""

    seat: int  # SPECTATOR never speaks
    id: str
    phrase: str = ""


class Muted(Struct, frozen=True, tag="muted"):
    """The host silenced a seat, or let it speak again."""

    seat: int
    who: int
    on: bool
    id: str


class Left(Struct, frozen=True, tag="left"):
    """A bot stands in for a seat; before the seats are sealed, it is open again."""

    seat: int
    level: str
    time: bool = False  # because its clock ran out
    away: bool = False  # because those who waited for its person agreed
    id: str = ""


class Returned(Struct, frozen=True, tag="returned"):
    """The person takes the seat again."""

    seat: int
    id: str


class Paced(Struct, frozen=True, tag="paced"):
    """How fast bots should play for a seat's eyes."""

    seat: int
    pace: str
    id: str


class Hurried(Struct, frozen=True, tag="hurried"):
    """Bots need not wait for a seat until it is asked again."""

    seat: int
    id: str


class Nudged(Struct, frozen=True, tag="nudged"):
    """A seat asks whether the person on another is still there."""

    seat: int
    who: int
    id: str


class Called(Struct, frozen=True, tag="called"):
    """A seat would like a bot to play for somebody who is away."""

    seat: int
    who: int
    id: str


class Resigned(Struct, frozen=True, tag="resigned"):
    """A person has given the match up; a bot plays on, or, where no person is left, nobody does."""

    seat: int
    level: str
    id: str


class Renewed(Struct, frozen=True, tag="renewed"):
    """A seat has another token; the old one opens nothing any more."""

    seat: int
    id: str
    token: str = ""  # hash; left out where the log is published


class Followed(Struct, frozen=True, tag="followed"):
    """A rematch was opened."""

    table: str
    seat: int
    id: str


class Closed(Struct, frozen=True, tag="closed"):
    """The match was ended before its time: its rules have changed, or its host was alone at the table."""

    rules: int = 0  # those that are here now; 0 where the host closed it
    seat: int = SPECTATOR  # the host's
    id: str = ""


class Stepped(Struct, frozen=True, tag="stepped"):
    """The clock of the process that writes was set: whatever runs goes on as if no time had passed by that."""

    by: int  # milliseconds; less than 0 where it was set back


Body = (
    Opened | Sat | Filled | Sealed | Revealed | Played | Hinted | Wished | Agreed | Said | Muted | Left | Returned
    | Paced | Hurried | Nudged | Called | Resigned | Renewed | Followed | Closed | Stepped
)  # fmt: skip


class Personal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be erased: whoever sat down, what somebody said, the way into a rematch."""

    name: str = ""
    avatar: str = ""
    text: str = ""
    invite: str = ""


class Entry(NamedTuple):
    """A body with what lies beside it."""

    body: Body
    personal: Personal | None = None
    person: str | None = None  # hash of the person's token: whose personal part it is
    status: str | None = None  # the table's, for the lists, where the entry changes it


encoder = msgspec.json.Encoder()
body_decoder = msgspec.json.Decoder(Body)
personal_decoder = msgspec.json.Decoder(Personal)
