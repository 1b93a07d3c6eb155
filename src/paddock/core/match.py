"""Match: one record, from the setup through every event; the only holder of the truth.

A match is `(game, setup, events)`; an event is `(seat, action)`; chance is seat -1. Taking back is
an event too: the record only grows, and the state is what the standing events make of the start.
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Iterable
from operator import index as index_of
from typing import Final, NamedTuple

from paddock.core.dice import Dice, SeededDice
from paddock.core.errors import BadArgument, BadSetup, IllegalAction, UndoRefused, is_whole, listed, shown
from paddock.core.game import Game
from paddock.core.game import demand_masked as demand_masked  # doors import it from here
from paddock.core.registry import game_of
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import BIT, CHANCE, HIDDEN, NOBODY, SPECTATOR, State, counted

UNDO: Final = -6  # the action of an event that takes back its seat's last standing decision
TAKE_BACK: Final = -7  # the same by consent: whatever stands after that decision goes with it
APART: Final = 64  # events between two positions that are kept: every other is at most so far from one of them


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
        return stays_sealed(self.event.seat, self.due, self.due_after)


class Perspective(NamedTuple):
    """All that one seat (or SPECTATOR) may know of a match, for agents and views.

    >>> seen = paddock.Match("franks-zoo", 4, seed=1).perspective(2)
    >>> seen
    <Perspective of seat 2, franks-zoo, 4 seats, 61 events, seat 2 to decide>
    >>> seen.imagine(paddock.Rng(1)).mask(2) == seen.state
    True
    """

    game: Game
    setup: Setup
    seat: int
    state: State  # masked
    events: tuple[Event, ...]  # as this seat has seen them

    def __repr__(self) -> str:
        """`<Perspective of seat 0, zooloretto, 3 seats, 12 events, seat 1 to decide>`."""
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        table = f"{self.game.name}, {counted(self.setup.seats, 'seat')}, {counted(len(self.events), 'event')}"
        return f"<Perspective of {who}, {table}, {self.state.turn()}>"

    def imagine(self, rng: Rng) -> State:
        """A whole position that this seat cannot tell from the truth."""
        demand_rng(rng)
        world = self.state.copy()
        world.fill(rng)
        return world


class Match:
    """Plays, records and takes back; rolls the dice whenever nobody has to decide.

    `Match("zooloretto", 3)` is ready to be played. Give a seed, or dice of your own, to repeat its rolls. Two matches
    are equal if their games, setups and events are: dice are not part of the record. `state` is the truth itself and
    trusts whoever calls it: `copy` it before you play on with it, or the record will not fit it any more.

    >>> match = paddock.Match("o-zoo-le-mio", 2, seed=1)
    >>> match
    <Match o-zoo-le-mio, 2 seats, move 1, seats 0, 1 to decide>
    >>> action, notation = next(iter(match.legal(0).items()))
    >>> match.play(0, notation) == [paddock.Event(0, action)]
    True
    >>> match.pending
    [1]
    >>> match.undo(0)
    >>> match.pending
    [0, 1]
    """

    def __init__(
        self,
        game: Game | str,
        setup: Setup | int,
        dice: Dice | None = None,
        *,
        seed: int | str | bytes | None = None,
    ) -> None:
        self.prepare(game, setup, dice, seed)
        self.roll()

    def prepare(
        self, game: Game | str, setup: Setup | int, dice: Dice | None = None, seed: int | str | bytes | None = None
    ) -> None:
        """An empty record of a checked setup."""
        if dice is not None and seed is not None:
            raise BadSetup("a match takes dice or a seed, not both")
        if dice is not None and (isinstance(dice, type | Match) or not isinstance(dice, Dice)):
            raise BadSetup(f"dice have a method `roll(weights)`, as SeededDice(7) has, and {shown(dice)} are none")
        self.game = game_of(game)
        self.setup = self.game.setup_of(setup)
        self.dice: Dice = SeededDice(seed) if dice is None else dice
        self.state: State = self.game.start(self.setup)
        self.events: list[Event] = []
        # Positions from which all others are reached, and how many events had happened: see `position`.
        self.kept: list[tuple[int, State]] = [(0, self.state.copy())]
        self.standing: list[Standing] = []
        self.viewers = [*range(self.setup.seats), SPECTATOR]
        self.sights: dict[int, list[Event]] = {viewer: [] for viewer in self.viewers}
        # Sealed choices of the open round: index of the event, what each viewer sees at the close.
        self.unopened: dict[int, dict[int, Event]] = {}

    @classmethod
    def blank(cls, game: Game | str, setup: Setup | int, dice: Dice | None = None) -> Match:
        """A record without an event, not even a roll: for those who add every event themselves."""
        match = cls.__new__(cls)
        match.prepare(game, setup, dice)
        return match

    @classmethod
    def replay(cls, game: Game | str, setup: Setup | int, events: Iterable[Event], dice: Dice | None = None) -> Match:
        """The match that these events made; each is checked."""
        match = cls.blank(game, setup, dice)
        try:
            rest = iter(events)
        except TypeError:
            raise BadArgument(f"events are given as a list of (seat, action), not as {shown(events)}") from None
        for event in rest:
            match.record(event)
        return match

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self.game, self.setup, self.events) == (other.game, other.setup, other.events)

    __hash__ = None  # type: ignore[assignment]  # a match grows

    def __repr__(self) -> str:
        """`<Match zooloretto, 3 seats, move 41, seat 1 to decide>`."""
        made = sum(standing.event.seat != CHANCE for standing in self.standing)
        seats = counted(self.setup.seats, "seat")
        if self.over:
            scores = ", ".join(str(points) for points in self.state.scores())
            return f"<Match {self.game.name}, {seats}, {counted(made, 'move')}, over: {scores}>"
        return f"<Match {self.game.name}, {seats}, move {made + 1}, {self.state.turn()}>"

    def copy(self) -> Match:
        """An independent match: what is played on one does not change the other, and both roll alike.

        >>> match = paddock.Match("zooloretto", 2, seed=1)
        >>> other = match.copy()
        >>> _ = other.play(other.pending[0], "draw")
        >>> other == match
        False
        """
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other.state = self.state.copy()
        other.dice = copy.copy(self.dice)
        other.events = self.events[:]
        other.kept = self.kept[:]
        other.standing = self.standing[:]
        other.sights = {viewer: events[:] for viewer, events in self.sights.items()}
        other.unopened = {at: dict(seen) for at, seen in self.unopened.items()}
        return other

    __copy__ = copy

    @property
    def over(self) -> bool:
        return self.state.actor == NOBODY

    @property
    def pending(self) -> list[int]:
        """The seats that owe a decision; this is public."""
        return self.state.pending()

    def legal(self, seat: int) -> dict[int, str]:
        """What the seat may do now: each legal action with its notation."""
        return self.game.buttons(self.perspective(seat).state)

    def play(self, seat: int, action: int | str) -> list[Event]:
        """Carry out a seat's decision, given by number or notation, and all chance that follows; the new events."""
        first = len(self.events)
        self.record(Event(seat, self.action(seat, action) if isinstance(action, str) else action))
        self.roll()
        return self.events[first:]

    def roll(self) -> None:
        """Roll the dice, one event at a time, until a seat must decide."""
        while self.state.actor == CHANCE:
            self.record(Event(CHANCE, self.dice.roll(weights(self.state))))

    def record(self, event: Event) -> None:
        """Check one event, decision, chance outcome or taking back, and add it; rolls nothing."""
        try:  # whatever counts as a whole number will do; 1.0 would pass for 1 below
            seat, action = event = Event(*map(index_of, event))
        except TypeError:
            raise IllegalAction(f"an event is a seat and an action, both whole numbers, not {told(event)}") from None
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
        if len(self.events) - self.kept[-1][0] >= APART:
            self.keep()

    def keep(self) -> None:
        """Keep the position, so that others are a short way from it."""
        self.kept.append((len(self.events), self.state.copy()))

    def position(self, count: int) -> State:
        """The whole position after so many events, to be changed at will; quick however long the match is."""
        if not is_whole(count) or not 0 <= count <= len(self.events):
            raise BadArgument(f"there are {counted(len(self.events), 'event')}, so no position after {shown(count)}")
        at, kept = self.kept[bisect_right(self.kept, count, key=lambda kept: kept[0]) - 1]
        state = kept.copy()
        for seat, action in self.events[at:count]:  # nothing is taken back in there: what that led to is kept
            state.apply(seat, action)
        return state

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

    def action(self, seat: int, notation: str) -> int:
        """The legal action of the seat that this notation names now."""
        self.demand_turn(seat)
        return self.game.parse(self.state.mask(seat), seat, notation)

    def demand_turn(self, seat: int) -> None:
        """Raise IllegalAction, with who is awaited, unless the seat owes a decision."""
        pending = self.state.pending()
        if not is_whole(seat) or seat not in pending:
            waiting = listed([f"seat {k}" for k in pending])
            turn = f"waiting for {waiting}" if pending else "the match is over" if self.over else "chance is due"
            raise IllegalAction(f"it is not for seat {shown(seat)} to decide now; {turn}")

    def demand_legal(self, seat: int, action: int) -> None:
        """Raise IllegalAction, with what is allowed, unless this may happen now."""
        state = self.state
        if seat == CHANCE:
            outcomes = [outcome for outcome, _ in state.chance()] if state.actor == CHANCE else []
            if action not in outcomes:
                allowed = listed([str(k) for k in outcomes]) or "nothing, no chance event is due"
                raise IllegalAction(f"chance outcome {shown(action)} is impossible now; allowed: {allowed}")
            return
        self.demand_turn(seat)
        legal = state.legal_actions(seat)
        if action not in legal:
            masked = state.mask(seat)
            allowed = listed([self.game.notation(masked, seat, k) for k in legal])
            raise IllegalAction(f"action {shown(action)} is not legal for seat {seat} now; allowed: {allowed}")

    def undoable(self, seat: int) -> Standing:
        """The standing decision that the seat may take back, or UndoRefused with the reason."""
        entry = self.undo_or_barrier(seat)
        if isinstance(entry, Standing):
            return entry
        kind, why = entry
        chance = is_whole(seat) and seat == CHANCE
        raise UndoRefused("chance takes nothing back" if chance else f"seat {shown(seat)} {why}", kind)

    def undo_or_barrier(self, seat: int) -> Standing | tuple[str, str]:
        """What the seat may take back, or a word for what stands in the way and the rest of a sentence about it."""
        if not is_whole(seat):
            return NOTHING_TO_UNDO
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
        at = self.standing.index(entry, max(0, len(self.standing) - 1 - self.setup.seats))
        self.stand_again(Event(seat, UNDO), at, self.standing[at + 1 :])

    def take_back(self, seat: int) -> None:
        """By consent: take back the seat's last standing decision and all that stands after it, chance too.

        A round that had closed is open again, with the choices made before this one sealed in it; what
        viewers have seen stays in their sights. The seat is to decide, so no chance is due, and the
        dice go on from where they are.
        """
        if is_whole(seat) and seat == CHANCE:
            raise UndoRefused("chance takes nothing back", "nothing")
        standing = range(len(self.standing) - 1, -1, -1) if is_whole(seat) else ()
        own = next((at for at in standing if self.standing[at].event.seat == seat), None)
        if own is None:
            raise UndoRefused(f"seat {shown(seat)} has nothing to take back", "nothing")
        self.stand_again(Event(seat, TAKE_BACK), own, [])

    def stand_again(self, event: Event, count: int, later: list[Standing]) -> None:
        """Add an event that everybody sees, after which only the first `count` and these later ones stand."""
        self.events.append(event)
        for viewer in self.viewers:
            self.sights[viewer].append(event)
        # Of what was sealed something else may have been taken back since; of what stands before that nothing has.
        firm = count
        while firm and self.standing[firm - 1].sealed:
            firm -= 1
        again = [*self.standing[firm:count], *later]
        del self.standing[firm:]
        self.state = self.position(self.standing[-1].at + 1 if firm else 0)
        self.unopened = {}
        for standing in again:
            self.stand(standing.event, standing.at)
        self.keep()

    def perspective(self, seat: int) -> Perspective:
        """What this seat (or SPECTATOR) may know."""
        if not is_whole(seat) or seat not in self.sights:
            raise BadArgument(
                f"there is no seat {shown(seat)} to look from; there are {listed([str(k) for k in self.viewers])}"
            )
        return Perspective(self.game, self.setup, int(seat), self.state.mask(seat), tuple(self.sights[seat]))


def demand_rng(rng: Rng) -> None:
    """BadArgument unless it is one."""
    if not isinstance(rng, Rng):
        raise BadArgument(f"this takes an Rng, such as Rng(7), not {shown(rng)}")


def told(event: object) -> str:
    """An event that is none, for a sentence about it."""
    return " and ".join(map(shown, event)) if isinstance(event, tuple) else shown(event)


def stays_sealed(seat: int, due: int, due_after: int) -> bool:
    """Was a seat's choice one of a sealed round that it left open? By the seats that were due before and after it."""
    return due != 0 and due_after == due & ~int(BIT[seat]) != 0


def weights(state: State) -> list[int]:
    """What the dice are rolled with: the weight of each outcome of the chance that is due."""
    odds = state.chance()
    weights = [0] * (odds[-1][0] + 1)
    for outcome, weight in odds:
        weights[outcome] = weight
    return weights
