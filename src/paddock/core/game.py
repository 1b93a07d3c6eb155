"""Game: everything about one game that is not the position itself.

A game gives its name, options and start, and the words around its states. What is given a
state for somebody to read (`view`, `prompt`, `tell`, `observe`) must be given a masked one.

Only `start` has to be written; with a `state` class and a `layout` every other answer has a plain
default, so that a new game can be played at once and given better words later.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from paddock.core.choice import Choice, Prompt
from paddock.core.drawing import demand_frame
from paddock.core.errors import (
    BadArgument,
    BadPosition,
    BadSetup,
    IllegalAction,
    foreign,
    is_text,
    is_whole,
    listed,
    shown,
)
from paddock.core.insight import Insight
from paddock.core.layout import Layout
from paddock.core.message import Catalogue, Message, catalogue, message, seat_name
from paddock.core.net import Net
from paddock.core.observation import Field
from paddock.core.observer import Observer, mask
from paddock.core.setup import Option, Setup, make_setup
from paddock.core.state import BIT, CHANCE, HIDDEN, LOWEST, OPEN, SEALED, WHOLE, State
from paddock.core.thinker import Thinker

Buffer = Any  # whatever shows its memory: array.array, a numpy array, a memoryview
Parties = tuple[tuple[int, ...], ...]  # seats that play together
View = Mapping[str, Any]  # JSON; each game types its own. Views share parts: read and encode one, never change it


class Game:
    """Subclass it, fill in the names, and call the instance GAME in the game's `__init__.py`.

    >>> game = paddock.load("o-zoo-le-mio")
    >>> setup = game.setup(2, rule_set="professional")
    >>> state = game.start(setup).mask(0)
    >>> game.title, len(game.options) > 0, state.seats
    ('O Zoo le Mio', True, 2)
    """

    name: str  # as on a command line: franks-zoo
    title: str
    rules: int = 1  # raised when a recorded match could replay differently
    seats: range
    usual: int = 0  # how many seats are proposed; 0: the fewest
    minutes: int = 0  # about how long people play; 0: nobody knows
    options: tuple[Option, ...] = ()
    actions: int  # every action is below
    outcomes: int = 0  # every chance outcome is below
    hidden: bool = False  # does any seat know what another does not? Sealed choices do not count
    sealed: bool = False  # do several seats ever decide at once?
    longest: int  # no match has more events, chance included
    folder: Path = Path(__file__).parent  # where its RULES.md, guides, data and catalogues are; see below
    state: type[State] = State  # what its positions are made of
    layout: Layout  # what their cells are called
    observation_fields: Mapping[str, Field] = MappingProxyType({})  # what `observe` writes, by name; empty if nothing
    inputs: int = 0  # of its learned judge; 0 if it has none
    hidden_units: int = 32
    unlearned: tuple[int, ...] = ()  # numbers of seats for which its thinker needs no learned judge
    practised: tuple[str, ...] = ()  # options that change what things are worth: its judge sees and practises them

    def __init_subclass__(cls) -> None:
        """A game that is a package has its texts beside its `__init__.py`; one in a file of its own has none."""
        file = Path(getattr(sys.modules.get(cls.__module__), "__file__", None) or "")
        if file.name == "__init__.py" and "folder" not in vars(cls):
            cls.folder = file.parent

    def __repr__(self) -> str:
        """`<Game zooloretto, 2 to 5 seats>`."""
        return f"<Game {self.name}, {self.seats[0]} to {self.seats[-1]} seats>"

    def __eq__(self, other: object) -> bool:
        """A game that was pickled and read again is the same game."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def setup(self, seats: int, **options: object) -> Setup:
        """A checked setup with every option filled in."""
        return make_setup(self.name, self.title, self.seats, self.options, seats, options)

    def setup_of(self, setup: Setup | int, options: Mapping[str, object] | None = None) -> Setup:
        """A checked setup of this game, given itself or the number of seats with options; else BadSetup."""
        seats: object = setup
        if isinstance(setup, Setup):
            if setup.game != self.name:
                raise BadSetup(f"this is a setup of {shown(setup.game)[1:-1]}, not of {self.name}")
            seats, options = setup.seats, setup.options
        return make_setup(self.name, self.title, self.seats, self.options, seats, {} if options is None else options)

    def start(self, setup: Setup) -> State:
        """The position before anything happened: no secrets yet, dealing is chance."""
        raise NotImplementedError

    def view(self, state: State) -> View:
        """What the state's viewer sees, as JSON; by default the written position and a button a choice."""
        demand_masked(state)
        return {"position": self.position(state), "buttons": [{"place": word} for word in self.buttons(state).values()]}

    def prompt(self, state: State) -> Prompt:
        """What is asked of the state's viewer: one Choice for each of its legal actions."""
        demand_masked(state)
        buttons = self.buttons(state)
        ask = message("plain.choose" if buttons else "plain.wait")
        said = {action: message("plain.choice", notation=word) for action, word in buttons.items()}
        choices = [Choice(action, (word,), word, said[action]) for action, word in buttons.items()]
        return Prompt(int(state.viewer), ask, tuple(choices))

    def buttons(self, state: State) -> dict[int, str]:
        """The notation of each legal action of the viewer."""
        demand_masked(state)
        viewer = int(state.viewer)
        actions = state.legal_actions(viewer) if viewer >= 0 else []
        return {action: self.notation(state, viewer, action) for action in actions}

    def notation(self, state: State, seat: int, action: int) -> str:
        """The action in ASCII on one line, without `;` or `#`, unlike any other legal one."""
        return str(action)

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        """The log lines of one event, as the states' viewer learns them; action may be HIDDEN."""
        if seat == CHANCE:
            return [] if action == HIDDEN else [message("plain.chance", notation=self.notation(before, seat, action))]
        if action == HIDDEN:
            return [message("hidden", who=seat_name(seat))]
        return [message("plain.told", who=seat_name(seat), notation=self.notation(before, seat, action))]

    def position(self, state: State) -> dict[str, Any]:
        """The whole position in words, like a chess FEN."""
        self.demand_own(state)
        return self.layout.write(state.cells)

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that `position` wrote, or BadPosition naming the field that is wrong."""
        state = self.state(self.layout.read(position))
        self.demand_order(state)
        try:
            state.check()
        except AssertionError as error:
            raise BadPosition(f"the position is impossible: {error}") from None
        return state

    def demand_order(self, state: State) -> None:
        """BadPosition unless the common cells of a position fit each other and the game."""
        seats = int(state.seats)
        if seats not in self.seats:
            raise BadPosition(f"seats: {self.title} is played by {self.seats[0]} to {self.seats[-1]}, not by {seats}")
        for name, seat in (("actor", state.actor), ("viewer", state.viewer)):
            if seat >= seats:
                raise BadPosition(f"{name}: there is no seat {seat} of {seats}")
        if state.due >= BIT[seats]:
            raise BadPosition(f"due: there are {seats} seats, so {BIT[seats] - 1} is the most, got {state.due}")
        if state.due and state.actor != LOWEST[state.due]:
            raise BadPosition(f"actor: in a sealed round it is the lowest seat of due, {LOWEST[state.due]}")
        for seat in range(seats):
            if state.cells[SEALED + seat] != OPEN and (not state.due or state.due & BIT[seat]):
                raise BadPosition(f"sealed[{seat}]: open is expected, for this seat has not chosen in an open round")

    def observer(self) -> Observer:
        """Who writes the numbers for learners; a game that has none cannot be observed."""
        raise NotImplementedError

    def parties(self, state: State) -> Parties:
        """Which seats play together at present, every seat in one party; empty where nobody ever has a partner."""
        return ()

    def insight(self) -> Insight:
        """What searches may ask beyond the rules."""
        return Insight()

    def judgeable(self, state: State) -> bool:
        """May the thinker's judge look at this whole position? By default it is asked nothing before the end."""
        return False

    def thinker(self, net: Net) -> Thinker:
        """Who thinks about this game by what was learned about it; only games with `inputs` have one."""
        raise NotImplementedError

    # Written once, here.

    @property
    def observation_shape(self) -> tuple[int]:
        """How many numbers `observe` writes, as the shape of an array."""
        return (int(self.observer().length),)

    def observe(self, state: State, out: Buffer | None = None) -> Buffer:
        """Numbers for learners: what a masked state's viewer knows, as float32, always equally many.

        They are written into `out`, any writable float32 array of `observation_shape`, or into a new `array.array`,
        which numpy and torch take as it is. `observation_fields` says what stands where.

        >>> game = paddock.load("zooloretto")
        >>> numbers = game.observe(paddock.Match(game, 2, seed=1).state.mask(0))
        >>> len(numbers) == game.observation_shape[0]
        True
        >>> coins = game.observation_fields["seat[0].coins"]
        >>> coins.meaning, round(numbers[coins.start] * 10)
        ('/ 10', 2)
        """
        self.demand_own(state)
        demand_masked(state)
        row = memoryview(self.observer().row(state)).cast("B")
        return written_into(array("f", bytes(len(row))) if out is None else out, row, "f", 4)

    def legal_mask(self, state: State, seat: int, out: Buffer | None = None) -> Buffer:
        """1 for each legal action of the seat and 0 for all others: `actions` bytes, into `out` or a new array.

        >>> match = paddock.Match("zooloretto", 2, seed=1)
        >>> sum(match.game.legal_mask(match.state, match.pending[0]))
        1
        """
        self.demand_own(state)
        if not is_whole(seat) or not 0 <= seat < state.seats:
            raise BadArgument(f"there is no seat {shown(seat)}; there are {int(state.seats)}, counted from 0")
        row = memoryview(mask(state, int(seat), self.actions))
        return written_into(array("B", bytes(len(row))) if out is None else out, row, "Bb?", 1)

    def parse(self, state: State, seat: int, text: str) -> int:
        """The action, or chance outcome, that this notation names now."""
        self.demand_own(state)
        if not is_whole(seat) or not (seat == CHANCE or 0 <= seat < state.seats):
            raise IllegalAction(f"there is no seat {shown(seat)} of {int(state.seats)}")
        if not is_text(text):
            raise IllegalAction(f"a notation is a text, not {shown(text)}")
        wanted = " ".join(text.split())
        actions = [k for k, _ in state.chance()] if seat == CHANCE else state.legal_actions(seat)
        notations = {self.notation(state, seat, action): action for action in actions}
        if wanted in notations:
            return notations[wanted]
        who = "chance" if seat == CHANCE else f"seat {seat}"
        allowed = listed(list(notations)) or "nothing"
        raise IllegalAction(f"{who} cannot play {shown(wanted)}; allowed: {allowed}")

    def demand_own(self, state: State) -> None:
        """BadArgument unless it is a state of this game."""
        if not isinstance(state, self.state):
            raise foreign(self.title, state)

    def demand_number(self, seat: int, action: int) -> None:
        """BadArgument unless such a number stands for an action, or an outcome of chance."""
        end = self.outcomes if seat == CHANCE else self.actions
        if not is_whole(action) or not 0 <= action < end:
            raise BadArgument(f"{shown(action)} is no action of {self.title}: they are numbered from 0 to {end - 1}")

    def written(self, state: State, seat: int, action: int) -> str:
        """`notation`, or `?` for what was not seen."""
        return "?" if action == HIDDEN else self.notation(state, seat, action)

    def words(self, language: str = "en") -> Catalogue:
        """The game's sentences in a language: those of its folder, with the kernel's beneath."""
        return catalogue(self.folder, language if is_text(language) else shown(language))

    def guide(self, language: str = "en") -> str | None:
        """How to play, for people at a table, as Markdown; None where nobody has written it."""
        return text_of(self.folder / f"guide.{language}.md")

    def numbered_rules(self) -> str | None:
        """The full rules with their numbers, as Markdown; None where nobody has written them."""
        return text_of(self.folder / "RULES.md")

    def draw(self, state: State, language: str = "en", names: tuple[str, ...] = (), width: int = 80) -> str:
        """The masked position for a terminal; a game may draw something better than this."""
        demand_masked(state)
        demand_frame(names, width)
        return json.dumps(self.view(state), indent=2, ensure_ascii=False)

    def sketch(
        self, state: State, action: int | None, language: str = "en", names: tuple[str, ...] = (), width: int = 80
    ) -> str:
        """What the viewer looks at to place something, with one placement pencilled in; by default all of it."""
        return self.draw(state, language, names, width)


def written_into(out: Buffer, row: memoryview, formats: str, size: int) -> Buffer:
    """Copy bytes into somebody's array; BadArgument if they do not fit there, and nothing is written."""
    try:
        there = memoryview(out)
    except TypeError:
        raise BadArgument(f"out must be a writable array, not {shown(out)}") from None
    if there.readonly or there.format not in formats or there.nbytes != len(row) or not there.c_contiguous:
        kind = "float32" if size == 4 else "one byte each"
        raise BadArgument(f"out must be a writable, contiguous array of {len(row) // size} numbers ({kind})")
    there.cast("B")[:] = row
    return out


def text_of(file: Path) -> str | None:
    return file.read_text("utf-8") if file.exists() else None


def demand_masked(state: State) -> None:
    """The door of everything that people or agents read: refuse the whole truth."""
    if not isinstance(state, State):
        raise BadArgument(f"this takes a state, not {shown(state)}")
    if state.viewer == WHOLE:
        raise BadArgument("this takes a masked state: state.mask(seat)")
