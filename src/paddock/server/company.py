"""Company: what people at a table ask of one another beside the match: a pace, a sign of life, a bot for somebody away.

A part of the table, folded from its log like the rest; it knows seats by number and nothing of the match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

# How long a bot seems to think, in parts of the usual time. Never nothing: it also hides how long it has thought.
PACES: Final[Mapping[str, float]] = {"at_once": 1 / 7, "quick": 1 / 2, "usual": 1.0, "calm": 2.0}
USUAL: Final = "usual"
NUDGES: Final = 30_000  # milliseconds between two nudges of one seat, whoever gives them
PATIENCE: Final = 60_000  # milliseconds that somebody must have been away before a bot may be asked in
LONG: Final = 5  # times that, after which one of those who wait is enough, where no clock runs


class Nudge(NamedTuple):
    """Somebody was asked whether they are still there."""

    seat: int
    by: int
    version: int
    at: int


class Company:
    """The people of one table."""

    def __init__(self, seats: int) -> None:
        self.paces = [USUAL] * seats
        self.hurrying: set[int] = set()  # who wants to see nothing before they are asked again
        self.calls: dict[int, frozenset[int]] = {}  # for whom a bot is wanted, and by whom
        self.nudge: Nudge | None = None  # the last one, until it is answered by a decision

    def pace(self, people: Iterable[int]) -> str:
        """What suits the slowest of these people; so everybody can follow."""
        wanted = {"at_once" if seat in self.hurrying else self.paces[seat] for seat in people}
        return max(wanted, key=lambda pace: PACES[pace], default=USUAL)

    @property
    def stirred(self) -> bool:
        """Is there anything to tell?"""
        return bool(self.hurrying or self.calls or self.nudge)

    def asked(self, seat: int) -> None:
        """Somebody is asked something new."""
        self.hurrying.discard(seat)

    def decided(self, seat: int) -> None:
        """Somebody plays, so they are there."""
        self.calls.pop(seat, None)
        if self.nudge is not None and self.nudge.seat == seat:
            self.nudge = None

    def call(self, seat: int, who: int) -> None:
        self.calls[who] = self.calls.get(who, frozenset()) | {seat}

    def gone(self, seat: int) -> None:
        """A bot plays for somebody: nobody waits for them any more, and they ask for nothing."""
        self.decided(seat)
        self.hurrying.discard(seat)
        self.calls = {who: by - {seat} for who, by in self.calls.items() if by - {seat}}


def waiting(who: int, people: Collection[int], here: Collection[int]) -> list[int]:
    """Those who wait for somebody: the people who are there."""
    return [seat for seat in people if seat != who and seat in here]
