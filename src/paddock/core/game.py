"""Game: everything about one game that is not the position itself.

A game gives its name, options and start, and the words around its states. What is given a
state for somebody to read (`view`, `prompt`, `tell`, `observe`) must be given a masked one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paddock.core.choice import Prompt
from paddock.core.errors import IllegalAction, listed
from paddock.core.insight import Insight
from paddock.core.message import Catalogue, Message, catalogue
from paddock.core.setup import Option, Setup, make_setup
from paddock.core.state import CHANCE, HIDDEN, WHOLE, State

View = Mapping[str, Any]  # JSON; each game types its own


class Game:
    """Subclass it, fill in the names, and call the instance GAME in the game's `__init__.py`."""

    name: str  # as on a command line: franks-zoo
    title: str
    rules: int = 1  # raised when a recorded match could replay differently
    seats: range
    options: tuple[Option, ...] = ()
    actions: int  # every action is below
    outcomes: int = 0  # every chance outcome is below
    hidden: bool = False  # does any seat know what another does not? Sealed choices do not count
    longest: int  # no match has more events, chance included
    folder: Path  # where its RULES.md, data and catalogues lie

    def setup(self, seats: int, **options: object) -> Setup:
        """A checked setup with every option filled in."""
        return make_setup(self.name, self.title, self.seats, self.options, seats, options)

    def start(self, setup: Setup) -> State:
        """The position before anything happened: no secrets yet, dealing is chance."""
        raise NotImplementedError

    def view(self, state: State) -> View:
        """What the state's viewer sees, as JSON."""
        raise NotImplementedError

    def prompt(self, state: State) -> Prompt:
        """What is asked of the state's viewer: one Choice for each of its legal actions."""
        raise NotImplementedError

    def notation(self, state: State, seat: int, action: int) -> str:
        """The action in ASCII on one line, without `;` or `#`, unlike any other legal one."""
        raise NotImplementedError

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        """The log lines of one event, as the states' viewer learns them; action may be HIDDEN."""
        raise NotImplementedError

    def position(self, state: State) -> dict[str, Any]:
        """The whole position in words, like a chess FEN."""
        raise NotImplementedError

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that `position` wrote, or BadPosition naming the field that is wrong."""
        raise NotImplementedError

    def observe(self, state: State) -> list[float]:
        """Numbers for learners, always equally many."""
        raise NotImplementedError

    def insight(self) -> Insight:
        """What searches may ask beyond the rules."""
        return Insight()

    # Written once, here.

    def parse(self, state: State, seat: int, text: str) -> int:
        """The action, or chance outcome, that this notation names now."""
        wanted = " ".join(text.split())
        actions = [k for k, _ in state.chance()] if seat == CHANCE else state.legal_actions(seat)
        notations = {self.notation(state, seat, action): action for action in actions}
        if wanted in notations:
            return notations[wanted]
        who = "chance" if seat == CHANCE else f"seat {seat}"
        allowed = listed(list(notations)) or "nothing"
        raise IllegalAction(f"{who} cannot play '{wanted}'; allowed: {allowed}")

    def written(self, state: State, seat: int, action: int) -> str:
        """`notation`, or `?` for what was not seen."""
        return "?" if action == HIDDEN else self.notation(state, seat, action)

    def words(self, language: str = "en") -> Catalogue:
        """The game's sentences in a language."""
        return catalogue(self.folder, language)

    def draw(self, state: State, language: str = "en", names: tuple[str, ...] = (), width: int = 80) -> str:
        """The masked position for a terminal; a game may draw something better than this."""
        assert state.viewer != WHOLE, "draw a masked state"
        return json.dumps(self.view(state), indent=2, ensure_ascii=False)
