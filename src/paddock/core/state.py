"""State: one position of one game, as machine integers in a single vector.

A state is hot and mute: no names, no text, no history, no randomness. Words, views and
records live beside it. A compiled game subclasses it, and so may an interpreted one.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.errors import BadArgument
from paddock.core.rng import Rng

# Seats that are no player's.
CHANCE: Final = -1  # the dice: the seat of an event that nobody decided
NOBODY: Final = -2  # the actor of a game that is over
# Whom a state is masked for, when it is not for a seat.
SPECTATOR: Final = -3  # who sees what everybody may know
WHOLE: Final = -4
HIDDEN: Final = -5  # the action of an event that a viewer has not seen
# A sealed choice that has not been made.
OPEN: Final = -1

# The cells that every game has; a game's own begin at HEAD.
SEATS: Final = 0
ACTOR: Final = 1  # lowest seat that owes a decision, CHANCE, or NOBODY when it is over
DUE: Final = 2  # a bit for each seat still to submit in an open sealed round; 0 outside one
LEG: Final = 3  # hands, years or rounds finished: where it changes a search may stop
VIEWER: Final = 4  # WHOLE, or the seat (or SPECTATOR) for whom this state was masked
SEALED: Final = 5  # one cell a seat: its choice in the open sealed round, or OPEN
HEAD: Final = SEALED + 8

MOST_SEATS: Final = 8
WIDEST: Final = 4096  # no position has more legal actions or outcomes

# mypyc miscompiles a constant shifted by a variable: look bits up instead.
BIT: Final = vec[i64]([1 << k for k in range(62)])
LOWEST: Final = vec[i64]([0] + [(k & -k).bit_length() - 1 for k in range(1, 1 << MOST_SEATS)])


class Scratch:
    """One spare buffer, lent to whoever asks first; an interpreted game may re-enter."""

    def __init__(self) -> None:
        self.buffer: vec[i64] = buffer()
        self.lent: bool = False


def buffer() -> vec[i64]:
    """A buffer that holds the legal actions, or the outcome weights, of any position."""
    return vec[i64]([0] * WIDEST)


SCRATCH: Final = Scratch()


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """The whole position is `cells`; everything here reads or changes it.

    >>> state = paddock.Match("zooloretto", 2, seed=1).state.copy()
    >>> state
    <Zooloretto, 2 seats, seat 1 to decide>
    >>> state.apply(1, state.legal_actions(1)[0])
    >>> state.settle(paddock.Rng(1))
    >>> state.actor, state.scores()
    (1, [0, 0])
    """

    def __init__(self, cells: vec[i64]) -> None:
        self.cells: vec[i64] = cells

    @property
    def seats(self) -> i64:
        return self.cells[SEATS]

    @property
    def actor(self) -> i64:
        return self.cells[ACTOR]

    @property
    def due(self) -> i64:
        return self.cells[DUE]

    @property
    def leg(self) -> i64:
        return self.cells[LEG]

    @property
    def viewer(self) -> i64:
        return self.cells[VIEWER]

    # What each game writes.

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        """Write the seat's legal actions into `out`, ascending; how many (0 unless pending)."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out one legal decision, or one outcome at CHANCE; whole states only."""
        raise NotImplementedError

    def weights(self, out: vec[i64]) -> i64:
        """At CHANCE: write the weight of outcome k into out[k], 0 if impossible; how many."""
        return 0

    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        """Asked before `apply`: the action as this viewer learns it, or HIDDEN."""
        return action

    def reveals(self, seat: i64, action: i64) -> bool:
        """Asked before `apply`: does it turn up something hidden? Then it cannot be undone."""
        return False

    def hide(self, viewer: i64) -> None:
        """Make unknown what this viewer may not know; sealed choices are taken back already."""

    def fill(self, rng: Rng) -> None:
        """Guess every unknown fact, consistently, never a choice: a masked state becomes whole."""
        self.cells[VIEWER] = WHOLE

    def tally(self, out: vec[i64]) -> None:
        """Write each seat's points as they stand."""
        raise NotImplementedError

    def places(self) -> list[int]:
        """Each seat's standing now, tie-breaks included: 1 is first and ties share."""
        points = self.scores()
        return [1 + sum(other > mine for other in points) for mine in points]

    def check(self) -> None:
        """Raise AssertionError if a law of conservation is broken."""

    # Written once, here.

    def settle(self, rng: Rng) -> None:
        """Resolve chance until a seat must decide or the game is over."""
        if self.cells[ACTOR] != CHANCE:
            return
        odds = buffer()
        while self.cells[ACTOR] == CHANCE:
            self.apply(CHANCE, rng.pick(odds, self.weights(odds)))

    def copy(self) -> "State":
        """An independent state; a compiled game repeats this with its own name, for speed."""
        return type(self)(self.cells[:])

    def assign(self, other: "State") -> None:
        """Become equal to another state of the same game."""
        self.cells = other.cells[:]

    def mask(self, viewer: i64) -> "State":
        """What a seat (or SPECTATOR) may know: a copy without the others' secrets and choices."""
        if viewer >= self.cells[SEATS] or (viewer < 0 and viewer != SPECTATOR):
            raise BadArgument(f"there is no seat {viewer} to look from; there are {self.cells[SEATS]}, counted from 0")
        other = self.copy()
        c = other.cells
        c[VIEWER] = viewer
        if c[DUE]:
            for seat in range(c[SEATS]):
                if seat != viewer and c[SEALED + seat] != OPEN:
                    c[SEALED + seat] = OPEN
                    c[DUE] |= BIT[seat]
            c[ACTOR] = LOWEST[c[DUE]]
        other.hide(viewer)
        return other

    def open_round(self, due: i64) -> None:
        """Ask several seats at once; `due` has a bit for each."""
        c = self.cells
        c[DUE] = due
        c[ACTOR] = LOWEST[due]

    def submit(self, seat: i64, action: i64) -> bool:
        """Keep a sealed choice; True when it closed the round, whose choices the game then takes."""
        c = self.cells
        c[SEALED + seat] = action
        c[DUE] &= ~BIT[seat]
        if c[DUE]:
            c[ACTOR] = LOWEST[c[DUE]]
            return False
        return True

    def take_sealed(self, seat: i64) -> i64:
        """A seat's choice of the round that has just closed; its cell is cleared."""
        c = self.cells
        action = c[SEALED + seat]
        c[SEALED + seat] = OPEN
        return action

    def to_bytes(self) -> bytes:
        return bytes(memoryview(self.cells))

    def key(self) -> bytes:
        """Equal for equal positions, and for no others of the same game."""
        return self.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> "State":
        return cls(vec[i64](memoryview(data).cast("q")))

    def __eq__(self, other: object) -> bool:
        """Equal positions of one game, masked for the same viewer; a state can change, so it has no hash."""
        if not isinstance(other, State):
            return NotImplemented
        return type(self) is type(other) and self.to_bytes() == other.to_bytes()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """For `pickle`, `copy` and `deepcopy`."""
        return restored, (type(self), self.to_bytes())

    def __repr__(self) -> str:
        """`<Zooloretto, 3 seats, seat 1 to decide>`."""
        viewer = self.cells[VIEWER]
        seen = "" if viewer == WHOLE else ", seen by a spectator" if viewer < 0 else f", seen by seat {viewer}"
        return f"<{type(self).__name__}, {counted(self.cells[SEATS], 'seat')}, {self.turn()}{seen}>"

    def turn(self) -> str:
        """Who is to act, for people: `seat 1 to decide`, `chance to roll`, `over`."""
        if self.cells[ACTOR] < 0:
            return "over" if self.cells[ACTOR] == NOBODY else "chance to roll"
        seats = self.pending()
        return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join([str(seat) for seat in seats])} to decide"

    # For people, in lists.

    def pending(self) -> list[int]:
        """The seats that owe a decision now."""
        actor = self.cells[ACTOR]
        if actor < 0:
            return []
        due = self.cells[DUE]
        if not due:
            return [actor]
        return [seat for seat in range(self.cells[SEATS]) if due & BIT[seat]]

    def legal_actions(self, seat: i64) -> list[int]:
        """The seat's legal actions, ascending; a compiled game repeats this, to reach its own `legal` directly."""
        if SCRATCH.lent:
            spare = buffer()
            return [spare[k] for k in range(self.legal(seat, spare))]
        # If `legal` raises, the scratch stays lent: later calls are slower, and still right.
        SCRATCH.lent = True
        out = SCRATCH.buffer
        n = self.legal(seat, out)
        actions = [out[k] for k in range(n)]
        SCRATCH.lent = False
        return actions

    def legal_count(self, seat: i64) -> i64:
        """How many legal actions the seat has."""
        return len(self.legal_actions(seat))

    def action_at(self, seat: i64, k: i64) -> i64:
        """The seat's k-th legal action, counted from 0."""
        return self.legal_actions(seat)[k]

    # One call a decision, for loops in Python.

    def step(self, action: i64, rng: Rng) -> list[int]:
        """Play a legal action of the lowest seat to decide, and all chance after it; what the next one may do.

        `actor` is then whose actions these are; nobody's, and none, when it is over.
        """
        self.apply(self.decider(), action)
        self.settle(rng)
        actor = self.cells[ACTOR]
        if actor == NOBODY:
            return []
        return self.legal_actions(actor)

    def step_by(self, number: i64, rng: Rng) -> i64:
        """The same with the action that this number, from 0 on, counts off among the legal ones; the next actor.

        For drivers who need no list: random play, or a policy over ranks. A game with long lists repeats this.
        """
        actor = self.decider()
        if SCRATCH.lent:
            spare = buffer()
            self.apply(actor, spare[number % self.legal(actor, spare)])
        else:
            SCRATCH.lent = True
            out = SCRATCH.buffer
            action = out[number % self.legal(actor, out)]
            SCRATCH.lent = False
            self.apply(actor, action)
        self.settle(rng)
        return self.cells[ACTOR]

    def decider(self) -> i64:
        """The lowest seat to decide; BadArgument if it is chance's turn or the game is over."""
        actor = self.cells[ACTOR]
        if actor < 0:
            raise BadArgument("the game is over" if actor == NOBODY else "it is chance's turn: settle it first")
        return actor

    def chance(self) -> list[tuple[int, int]]:
        """At CHANCE: the possible outcomes, each with its weight."""
        odds = buffer()
        n = self.weights(odds)
        return [(int(k), int(odds[k])) for k in range(n) if odds[k]]

    def scores(self) -> list[int]:
        """Each seat's points as they stand."""
        points = vec[i64]([0] * MOST_SEATS)
        self.tally(points)
        return [points[seat] for seat in range(self.cells[SEATS])]


def restored(kind: type[State], data: bytes) -> State:
    """The state that `pickle` put away."""
    return kind.from_bytes(data)


def counted(number: i64, noun: str) -> str:
    """`1 seat`, `3 seats`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def head(seats: i64, size: i64) -> vec[i64]:
    """Fresh cells for a game: the common ones set, the game's own zero."""
    cells = vec[i64]([0] * size)
    cells[SEATS] = seats
    cells[ACTOR] = CHANCE
    cells[VIEWER] = WHOLE
    for seat in range(i64(MOST_SEATS)):
        cells[SEALED + seat] = OPEN
    return cells
