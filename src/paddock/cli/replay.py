"""`paddock replay`: a recorded match told again, with its boards."""

from __future__ import annotations

from paddock.cli.file import read_text
from paddock.cli.play import ranking
from paddock.cli.terminal import Terminal
from paddock.cli.words import say, usual_language, words
from paddock.core.errors import BadSetup
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.state import CHANCE, SPECTATOR
from paddock.core.story import Story
from paddock.core.transcript import Record, verify, viewer_name


def replay(file: str, seat: int | None, step: bool, language: str | None, game: str) -> int:
    """Print the story, the board wherever a new leg begins, or with `step` after each decision."""
    record = verify(read_text(file), load(game) if game else None)
    language = language or usual_language()
    terminal = Terminal()
    spoken = words(language)
    seats = record.setup.seats
    nameless = [say(spoken, "seat.nameless", number=k + 1) for k in range(seats)]
    names = tuple(record.names.get(k, nameless[k]) for k in range(seats))
    if record.match is None:
        return recite(terminal, record, names, language)
    if seat is not None and seat not in range(seats):
        raise BadSetup(f"there is no seat {seat} in this match; its seats are 0 to {seats - 1}")
    viewer = SPECTATOR if seat is None else seat
    whole = record.match
    again = Match.blank(whole.game, whole.setup)
    story = Story(again, viewer)
    told = whole.game.words(language)

    def board() -> None:
        terminal.show()
        terminal.show(whole.game.draw(again.state.mask(viewer), language, names, terminal.width))
        terminal.show()

    for event in whole.events:
        leg = again.state.leg
        again.record(event)
        terminal.tell(told.say(line, names) for line in story.news())
        if step and event.seat != CHANCE and not again.over:
            board()
            if terminal.ask(say(spoken, "replay.step")).lower() == "q":
                return 0
        elif again.state.leg != leg and not again.over:
            board()
    board()
    if whole.over:
        for row in ranking(whole.state, names, spoken):
            terminal.show(row)
    return 0


def recite(terminal: Terminal, record: Record, names: tuple[str, ...], language: str) -> int:
    """What one seat wrote down, event by event."""
    spoken = words(language)
    terminal.show(say(spoken, "replay.seen", viewer=viewer_name(record.viewer)))
    for seat, notation in record.events:
        who = say(spoken, "replay.chance") if seat == CHANCE else names[seat]
        terminal.tell([f"{who}: {notation}"])
    return 0
