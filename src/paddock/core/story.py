"""Story: the log lines of a match, as one viewer may read them."""

from __future__ import annotations

from paddock.core.match import UNDO, Match
from paddock.core.message import Message, message, seat_name


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
            if event.action == UNDO:
                lines.append(message("undone", who=seat_name(event.seat)))
                continue
            after = self.told.state.mask(self.viewer)
            seat, action = self.told.sights[self.viewer][-1]
            lines += self.match.game.tell(before, after, seat, action)
        return lines
