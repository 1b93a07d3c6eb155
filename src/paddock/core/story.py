"""Story: the log lines of a match, as one viewer may read them."""

from __future__ import annotations

from paddock.core.match import TAKE_BACK, UNDO, Match
from paddock.core.message import Message, message, seat_name
from paddock.core.state import State

TAKEN_BACK = {UNDO: "undone", TAKE_BACK: "taken_back"}  # no game's business, so told here


def tell_event(match: Match, before: State, after: State) -> list[Message]:
    """The lines of the event just recorded, as the viewer learns it for whom both states are masked."""
    seat, action = match.sights[int(after.viewer)][-1]
    if action in TAKEN_BACK:
        return [message(TAKEN_BACK[action], who=seat_name(seat))]
    return match.game.tell(before, after, seat, action)


class Story:
    """Follows a match event by event; `news` tells what happened since it was last asked.

    Each event is told as it looked when it happened, so a log reads the same whether it was
    followed live or asked for at the end.
    """

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.told = Match(match.game, match.setup)  # as far as the story has come

    def news(self) -> list[Message]:
        """The lines of all events since the last call; what is hidden still makes a line."""
        lines: list[Message] = []
        for event in self.match.events[len(self.told.events) :]:
            before = self.told.state.mask(self.viewer)
            self.told.record(event)
            lines += tell_event(self.told, before, self.told.state.mask(self.viewer))
        return lines
