"""Record: the laws of taking back and of transcripts."""

from __future__ import annotations

from paddock.core import transcript
from paddock.core.errors import BadTranscript, UndoRefused
from paddock.core.match import TAKE_BACK, UNDO, Event, Match
from paddock.core.state import CHANCE, NOBODY, SPECTATOR
from paddock.testing.moment import Moment, outcomes, spoken, viewer_name

FOLLOWING = 6  # decisions that stand between one and its taking back by consent


def undo_law(moment: Moment) -> None:
    """A decision can be taken back until something stands in the way, and then not."""
    if moment.state.actor == NOBODY:
        return
    if moment.state.actor == CHANCE:
        chance_law(moment)
        return
    random = moment.random("undo")
    for seat in moment.state.pending():
        action = random.choice(outcomes(moment.state, seat))
        decision_law(moment, seat, action)


def chance_law(moment: Moment) -> None:
    """Nobody takes back what chance has answered."""
    match = moment.fork()
    match.record(Event(CHANCE, moment.random("undo").choice(outcomes(match.state, CHANCE))))
    for seat in range(moment.setup.seats):
        refuse(moment, match, seat, "chance has spoken")


def decision_law(moment: Moment, seat: int, action: int) -> None:
    """One decision, taken back at once, or after whatever may follow."""
    state = moment.state
    key, due, reveals = state.key(), state.pending() if state.due else [], state.reveals(seat, action)
    match = moment.fork()
    match.record(Event(seat, action))
    if reveals:
        refuse(moment, match, seat, "the decision revealed something")
        return
    if due == [seat]:
        refuse(moment, match, seat, "the sealed round has closed")
        return
    follow_law(moment, match, seat, due)
    before = match.events[:]
    take_back(moment, match, seat)
    if match.state.key() != key:
        found = f"{spoken(Event(seat, action))} taken back: {moment.differences(state, match.state)}"
        raise moment.broken("undo restores the key", found)
    if match.events != [*before, Event(seat, UNDO)]:
        raise moment.broken("undo adds one event to the record", f"{len(match.events) - len(before)} were added")
    if match.pending != state.pending():
        raise moment.broken("undo asks the same seats again", f"{match.pending}, not {state.pending()}")


def follow_law(moment: Moment, match: Match, seat: int, due: list[int]) -> None:
    """What stands in the way: chance and another seat's decision, though not one of the same open round."""
    fork = Moment(match, moment.seed).fork()
    if fork.state.actor == NOBODY:
        return
    if fork.state.actor == CHANCE:
        fork.record(Event(CHANCE, outcomes(fork.state, CHANCE)[0]))
        refuse(moment, fork, seat, "chance has spoken")
        return
    others = [other for other in fork.pending if other != seat]
    if not others:
        return
    other = others[-1]
    choice = outcomes(fork.state, other)[0]
    fork.record(Event(other, choice))
    if not due or fork.pending != [rest for rest in due if rest not in (seat, other)] or not fork.state.due:
        refuse(moment, fork, seat, "another seat has decided, or the round has closed")
        return
    take_back(moment, fork, seat)
    expected = moment.state.copy()
    expected.apply(other, choice)
    if fork.state.key() != expected.key():
        raise moment.broken(
            "in an open round a seat takes back its own choice only", moment.differences(expected, fork.state)
        )


def take_back(moment: Moment, match: Match, seat: int) -> None:
    try:
        match.undo(seat)
    except UndoRefused as error:
        raise moment.broken("a decision that nothing followed can be taken back", f"seat {seat}: {error}") from error


def refuse(moment: Moment, match: Match, seat: int, why: str) -> None:
    key, events = match.state.key(), match.events[:]
    try:
        match.undo(seat)
    except UndoRefused:
        if match.state.key() != key or match.events != events:
            raise moment.broken("a refused undo changes nothing", f"seat {seat}") from None
        return
    raise moment.broken("undo is refused at a barrier", f"seat {seat} could take back though {why}")


def take_back_law(moment: Moment) -> None:
    """By consent a decision is taken back whatever has followed, and the match goes on."""
    state, random = moment.state, moment.random("take back")
    if not state.pending():
        return
    seat = random.choice(state.pending())
    match = moment.fork()
    match.play(seat, random.choice(outcomes(state, seat)))
    decided = 1
    for _ in range(random.randrange(FOLLOWING)):
        if match.pending:
            who = random.choice(match.pending)
            match.play(who, random.choice(outcomes(match.state, who)))
            decided += who == seat
    before = match.events[:]
    for _ in range(decided):
        match.take_back(seat)
    if match.state.key() != state.key():
        raise moment.broken("take_back restores the key", f"seat {seat}: {moment.differences(state, match.state)}")
    if match.events != [*before, *[Event(seat, TAKE_BACK)] * decided]:
        raise moment.broken("take_back adds one event to the record", f"seat {seat}")
    if match.standing != moment.match.standing or match.unopened != moment.match.unopened:
        raise moment.broken("take_back leaves standing what stood before the decision", f"seat {seat}")
    match.play(seat, random.choice(outcomes(match.state, seat)))
    again = Match.replay(match.game, match.setup, match.events)
    if again.state.key() != match.state.key() or again.sights != match.sights:
        raise moment.broken(
            "a match goes on after take_back, and replays", moment.differences(match.state, again.state)
        )


def transcript_law(moment: Moment) -> None:
    """A match survives being written; a seat's own transcript can be verified."""
    match = moment.match
    text = transcript.write(match)
    try:
        again = transcript.read(text, moment.game)
    except BadTranscript as error:
        raise moment.broken("a transcript reads back", str(error)) from error
    if again.events != match.events or again.state.key() != match.state.key():
        raise moment.broken("a transcript reads back", moment.differences(match.state, again.state))
    if transcript.write(again) != text:
        raise moment.broken("a transcript reads back", "it is written differently the second time")
    for viewer in (0, SPECTATOR):
        record = transcript.verify(transcript.write(match, viewer), moment.game)
        if len(record.events) != len(match.events):
            raise moment.broken(
                "a seat's transcript has every event", f"{len(record.events)} for {viewer_name(viewer)}"
            )
