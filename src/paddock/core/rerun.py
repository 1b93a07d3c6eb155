"""Rerun: goes through the record of a match again, from any event on.

It checks nothing, for the match did when the record was made, and takes no longer to begin late than early.
"""

from __future__ import annotations

from paddock.core.match import TAKE_BACK, UNDO, Event, Match, stays_sealed
from paddock.core.state import HIDDEN, WHOLE


class Rerun:
    """A position of the past; the match may go on meanwhile."""

    def __init__(self, match: Match, at: int = 0) -> None:
        self.match = match
        self.at = at  # events that have happened
        self.state = match.position(at)

    @property
    def over(self) -> bool:
        """Has everything happened again?"""
        return self.at >= len(self.match.events)

    def step(self, viewer: int = WHOLE) -> Event:
        """Let the next event happen; what this viewer learns of it then."""
        event = self.match.events[self.at]
        seat, action = event
        self.at += 1
        if action in (UNDO, TAKE_BACK):
            self.state = self.match.position(self.at)
            return event
        due = int(self.state.due)
        seen = action if viewer in (seat, WHOLE) else int(self.state.seen(seat, action, viewer))
        self.state.apply(seat, action)
        if viewer not in (seat, WHOLE) and stays_sealed(seat, due, int(self.state.due)):
            seen = HIDDEN
        return Event(seat, seen)
