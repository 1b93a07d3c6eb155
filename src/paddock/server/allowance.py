"""Allowance: how much of a table's log one person may fill with what the match can do without.

Decisions are not limited, for a match ends; nor is what answers somebody else or brings somebody back: consent,
`back`, `fill`, a call for a bot, a rematch. Whoever has used up an allowance plays on, and nobody else notices.
"""

from __future__ import annotations

from typing import Final

from paddock.core.match import UNDO
from paddock.server import wire
from paddock.server.entry import Body, Hinted, Hurried, Left, Muted, Nudged, Paced, Played, Renewed, Said, Sat, Wished

MOST: Final = 1_000  # entries of one person at one table
EXTRAS: Final = (
    wire.Undo, wire.TakeBack, wire.Hint, wire.Say, wire.Mute, wire.Leave, wire.Pace, wire.Hurry, wire.Nudge, wire.Renew,
)  # fmt: skip


def is_extra(body: Body) -> bool:
    """Is it an entry that its person need not have caused?"""
    match body:
        case Played(events=[(_, action), *_]):
            return action == UNDO
        case Left(time=time, away=away):
            return not (time or away)
        case Sat() | Wished() | Hinted() | Said() | Muted() | Paced() | Hurried() | Nudged() | Renewed():
            return True
    return False
