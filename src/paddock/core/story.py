"""Story: the log lines of a match, as one viewer may read them."""

from __future__ import annotations

from collections.abc import Iterator

from paddock.core.game import Game
from paddock.core.match import TAKE_BACK, UNDO, Event, Match
from paddock.core.message import Message, message, seat_name
from paddock.core.rerun import Rerun
from paddock.core.state import State

TAKEN_BACK = {UNDO: "undone", TAKE_BACK: "taken_back"}  # no game's business, so told here


def tell_event(match: Match, before: State, after: State) -> list[Message]:
    """The lines of the event just recorded, as the viewer learns it for whom both states are masked."""
    return tell_seen(match.game, before, after, match.sights[int(after.viewer)][-1])


def tell_seen(game: Game, before: State, after: State, seen: Event) -> list[Message]:
    """The lines of an event that a viewer has seen so, between two states that are masked for that viewer."""
    seat, action = seen
    if action in TAKEN_BACK:
        return [message(TAKEN_BACK[action], who=seat_name(seat))]
    return game.tell(before, after, seat, action)


def tell_on(rerun: Rerun, viewer: int) -> Iterator[list[Message]]:
    """The lines of each event that the rerun still has before it, those included that happen meanwhile."""
    before = rerun.state.mask(viewer)
    while not rerun.over:
        seen = rerun.step(viewer)
        after = rerun.state.mask(viewer)
        yield tell_seen(rerun.match.game, before, after, seen)
        before = after


class Story:
    """Follows a match event by event; `news` tells what happened since it was last asked.

    Each event is told as it looked when it happened, so a log reads the same whether it was
    followed live or asked for at the end.
    """

    def __init__(self, match: Match, viewer: int) -> None:
        self.viewer = viewer
        self.told = Rerun(match)  # as far as the story has come

    def news(self) -> list[Message]:
        """The lines of all events since the last call; what is hidden still makes a line."""
        return [line for lines in tell_on(self.told, self.viewer) for line in lines]
