"""Answer: what became of somebody's command, and how both travel between processes."""

from __future__ import annotations

import msgspec

from paddock.server import wire
from paddock.server.table import Sitter

PAUSED = "the table is paused because its store does not answer; nothing was changed"
UNSURE = "the table is paused because its store does not answer; whether this was carried out shows when it is back"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a command: the version that carried it out, or the kind of refusal and a sentence."""

    version: int = 0
    no: str = ""
    text: str = ""
    seat: int = -1  # whose command it was, or which seat was taken


class Asked(msgspec.Struct, frozen=True, tag="command"):
    """A command on its way to whoever writes the table; which seat the key opens is looked up there and then."""

    key: str  # hash of the token that it was sent with
    command: wire.SeatCommand


class AskedSeat(msgspec.Struct, frozen=True, tag="seat"):
    """Somebody who wants to sit, on the same way; the invitation has been checked."""

    sitter: Sitter
    seat: int | None
    key: str  # hash of the token that will open the seat


asked_decoder = msgspec.json.Decoder(Asked | AskedSeat)
answer_decoder = msgspec.json.Decoder(Answer)
BROKEN = Answer(no="broken", text="this table has a fault and cannot go on; its record is kept")


def refusal(id: str, answer: Answer) -> bytes:
    """A refused command, in one sentence."""
    return wire.encoder.encode({"t": "no", "id": id, "why": answer.no, "text": answer.text})
