"""Match: one record, from the setup through every event; the only holder of the truth.

A match is `(game, setup, events)`; an event is `(seat, action)`; chance is seat -1. Taking back is
an event too: the record only grows, and the state is what the standing events make of the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index as index_of
from typing import Final, NamedTuple

from paddock.core.dice import Dice, SeededDice
from paddock.core.errors import IllegalAction, UndoRefused, listed
from paddock.core.game import Game
from paddock.core.game import demand_masked as demand_masked  # doors import it from here
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import BIT, CHANCE, HIDDEN, NOBODY, SPECTATOR, State

UNDO: Final = -6  # the action of an event that takes back its seat's last standing decision
TAKE_BACK: Final = -7  # the same by consent: whatever stands after that decision goes with it


# What stands in the way of an undo: a word, and the rest of a sentence.
NOTHING_TO_UNDO = ("nothing", "has nothing to take back")
CHANCE_SINCE = ("chance", "cannot take back: chance has spoken since")
DECIDED_SINCE = ("decided", "cannot take back: others have decided since")
SHOWN = ("shown", "cannot take back: the decision showed something hidden")
CLOSED = ("shown", "cannot take back: the sealed round has closed")


class Event(NamedTuple):
    """What happened: a seat's decision, a chance outcome (seat CHANCE), an UNDO or a TAKE_BACK."""

    seat: int
    action: int


class Standing(NamedTuple):
    """An event that has not been taken back, with what undo must know of it."""

    event: Event
    at: int  # where in Match.events
    due: int  # the sealed round before it: a bit a seat, 0 outside one
    due_after: int
    reveals: bool

    @property
    def sealed(self) -> bool:
        """Was it one choice of a round that it left open?"""
        return self.due != 0 and self.due_after == self.due & ~int(BIT[self.event.seat]) != 0


class Perspective(NamedTuple):
    """All that one seat (or SPECTATOR) may know of a match, for agents and views."""

    game: Game
    setup: Setup
    seat: int
    state: State  # masked
    events: tuple[Event, ...]  # as this seat has seen them

    def imagine(self, rng: Rng) -> State:
        """A whole position that this seat cannot tell from the truth."""
        world = self.state.copy()
        world.fill(rng)
        return world


class Match:
    """Plays, records and takes back; rolls the dice whenever nobody has to decide."""

    def __init__(self, game: Game, setup: Setup, dice: Dice | None = None) -> None:
        self.game = game
        self.setup = setup
        self.dice: Dice = SeededDice() if dice is None else dice
        self.state: State = game.start(setup)
        self.events: list[Event] = []
        self.standing: list[Standing] = []
        self.viewers = [*range(setup.seats), SPECTATOR]
        self.sights: dict[int, list[Event]] = {viewer: [] for viewer in self.viewers}
        # Sealed choices of the open round: index of the event, what each viewer sees at the close.
        self.unopened: dict[int, dict[int, Event]] = {}

    @classmethod
    def begin(cls, game: Game, setup: Setup, dice: Dice | None = None) -> Match:
        """A match that waits for its first decision."""
        match = cls(game, setup, dice)
        match.roll()
        return match

    @classmethod
    def replay(cls, game: Game, setup: Setup, events: Iterable[Event], dice: Dice | None = None) -> Match:
        """The match that these events made; each is checked."""
        match = cls(game, setup, dice)
        for event in events:
            match.record(event)
        return match

    @property
    def over(self) -> bool:
        return self.state.actor == NOBODY

    @property
    def pending(self) -> list[int]:
        """The seats that owe a decision; this is public."""
        return self.state.pending()

    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out a seat's decision and all chance that follows; the new events."""
        first = len(self.events)
        self.record(Event(seat, action))
        self.roll()
        return self.events[first:]

    def roll(self) -> None:
        """Roll the dice, one event at a time, until a seat must decide."""
        while self.state.actor == CHANCE:
            self.record(Event(CHANCE, self.dice.roll(weights(self.state))))

    def record(self, event: Event) -> None:
        """Check one event, decision, chance outcome or taking back, and add it; rolls nothing."""
        try:  # whatever counts as a whole number will do; 1.0 would pass for 1 below
            seat, action = event = Event(index_of(event.seat), index_of(event.action))
        except TypeError:
            raise IllegalAction(f"seat {event.seat!r} and action {event.action!r} must both be whole numbers") from None
        if action == UNDO:
            self.undo(seat)
            return
        if action == TAKE_BACK:
            self.take_back(seat)
            return
        self.demand_legal(seat, action)
        self.add(event)

    def add(self, event: Event) -> None:
        """Add a decision or an outcome that is known to be legal now."""
        opened = self.stand(event, len(self.events))
        self.events.append(event)
        sealed = event if opened else Event(event.seat, HIDDEN)
        for viewer, sights in self.sights.items():
            sights.append(event if viewer == event.seat else sealed)
            for at, seen in opened.items():
                sights[at] = seen[viewer]

    def stand(self, event: Event, at: int) -> dict[int, dict[int, Event]]:
        """Carry out a legal event, the `at`-th of the record; what each viewer sees now, by index of the event.

        A sealed choice opens nothing; what closes a round opens all its choices, as the rules say.
        """
        seat, action = event
        state = self.state
        due = int(state.due)
        reveals = bool(state.reveals(seat, action))
        seen = dict.fromkeys(self.viewers, event)
        for viewer in self.viewers:
            if viewer != seat and (shown := int(state.seen(seat, action, viewer))) != action:
                seen[viewer] = Event(seat, shown)
        state.apply(seat, action)
        entry = Standing(event, at, due, int(state.due), reveals)
        self.standing.append(entry)
        self.unopened[at] = seen
        if entry.sealed:
            return {}
        opened, self.unopened = self.unopened, {}
        return opened

    def demand_legal(self, seat: int, action: int) -> None:
        """Raise IllegalAction, with what is allowed, unless this may happen now."""
        state = self.state
        if seat == CHANCE:
            outcomes = [outcome for outcome, _ in state.chance()] if state.actor == CHANCE else []
            if action not in outcomes:
                allowed = listed([str(k) for k in outcomes]) or "nothing, no chance event is due"
                raise IllegalAction(f"chance outcome {action} is impossible now; allowed: {allowed}")
            return
        pending = state.pending()
        if seat not in pending:
            waiting = listed([f"seat {k}" for k in pending])
            turn = f"waiting for {waiting}" if pending else "the match is over" if self.over else "chance is due"
            raise IllegalAction(f"it is not for seat {seat} to decide now; {turn}")
        legal = state.legal_actions(seat)
        if action not in legal:
            masked = state.mask(seat)
            allowed = listed([self.game.notation(masked, seat, k) for k in legal])
            raise IllegalAction(f"action {action} is not legal for seat {seat} now; allowed: {allowed}")

    def undoable(self, seat: int) -> Standing:
        """The standing decision that the seat may take back, or UndoRefused with the reason."""
        entry = self.undo_or_barrier(seat)
        if isinstance(entry, Standing):
            return entry
        kind, why = entry
        raise UndoRefused("chance takes nothing back" if seat == CHANCE else f"seat {seat} {why}", kind)

    def undo_or_barrier(self, seat: int) -> Standing | tuple[str, str]:
        """What the seat may take back, or a word for what stands in the way and the rest of a sentence about it."""
        later_of_others = False
        for entry in reversed(self.standing):
            if entry.event.seat == seat:
                break
            if entry.event.seat == CHANCE:
                return CHANCE_SINCE
            if not entry.sealed:
                return "decided", f"cannot take back: seat {entry.event.seat} has decided since"
            later_of_others = True
        else:
            return NOTHING_TO_UNDO
        if seat == CHANCE:
            return NOTHING_TO_UNDO
        if entry.reveals:
            return SHOWN
        if entry.due and not entry.sealed:
            return CLOSED
        return DECIDED_SINCE if later_of_others and not entry.sealed else entry

    def undo(self, seat: int) -> None:
        """Take back the seat's last standing decision; the record grows by one UNDO event."""
        entry = self.undoable(seat)
        self.stand_again(Event(seat, UNDO), [standing for standing in self.standing if standing.at != entry.at])

    def take_back(self, seat: int) -> None:
        """By consent: take back the seat's last standing decision and all that stands after it, chance too.

        A round that had closed is open again, with the choices made before this one sealed in it; what
        viewers have seen stays in their sights. The seat is to decide, so no chance is due, and the
        dice go on from where they are.
        """
        if seat == CHANCE:
            raise UndoRefused("chance takes nothing back", "nothing")
        own = [at for at, standing in enumerate(self.standing) if standing.event.seat == seat]
        if not own:
            raise UndoRefused(f"seat {seat} has nothing to take back", "nothing")
        self.stand_again(Event(seat, TAKE_BACK), self.standing[: own[-1]])

    def stand_again(self, event: Event, line: list[Standing]) -> None:
        """Add an event that everybody sees, after which only these stand; the state is made anew from them."""
        self.events.append(event)
        for viewer in self.viewers:
            self.sights[viewer].append(event)
        self.state = self.game.start(self.setup)
        self.standing = []
        self.unopened = {}
        for standing in line:
            self.stand(standing.event, standing.at)

    def perspective(self, seat: int) -> Perspective:
        """What this seat (or SPECTATOR) may know."""
        if seat not in self.sights:
            raise ValueError(
                f"there is no seat {seat} to look from; there are {listed([str(k) for k in self.viewers])}"
            )
        return Perspective(self.game, self.setup, seat, self.state.mask(seat), tuple(self.sights[seat]))


def weights(state: State) -> list[int]:
    """What the dice are rolled with: the weight of each outcome of the chance that is due."""
    odds = state.chance()
    weights = [0] * (odds[-1][0] + 1)
    for outcome, weight in odds:
        weights[outcome] = weight
    return weights
