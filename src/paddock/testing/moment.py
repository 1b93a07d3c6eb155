"""Moment: one position of one match under test, and what to say when a law is broken there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from paddock.core.dice import SeededDice
from paddock.core.game import Game
from paddock.core.layout import Layout
from paddock.core.match import Event, Match
from paddock.core.rng import Rng
from paddock.core.setup import Setup, spelled
from paddock.core.state import ACTOR, CHANCE, DUE, LEG, SEALED, SEATS, SPECTATOR, VIEWER, WHOLE, State

HEAD_NAMES = {SEATS: "seats", ACTOR: "actor", DUE: "due", LEG: "leg", VIEWER: "viewer"}


class LawBroken(AssertionError):
    """A game broke a law that every game obeys; the text says which, where, and what was found."""


@dataclass(frozen=True)
class Moment:
    """A match on its way, held still; laws look at it, and fork it to try things."""

    match: Match
    seed: int
    event: Event | None = None  # what happens next in the recorded match; nothing at its end

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def setup(self) -> Setup:
        return self.match.setup

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def viewers(self) -> list[int]:
        return self.match.viewers

    def random(self, law: str) -> Random:
        """Randomness of this moment and law alone, so that one law's draws never move another's."""
        return Random(f"{self.seed} {len(self.match.events)} {law}")

    def rng(self, law: str) -> Rng:
        return Rng(self.random(law).getrandbits(60))

    def fork(self) -> Match:
        """A match that goes on from here by itself."""
        other = Match.blank(self.game, self.setup, SeededDice(f"{self.seed} fork"))
        other.state = self.state.copy()
        other.events = self.match.events[:]
        other.standing = self.match.standing[:]
        other.sights = {viewer: sights[:] for viewer, sights in self.match.sights.items()}
        other.unopened = dict(self.match.unopened)
        return other

    def broken(self, law: str, found: str) -> LawBroken:
        """The error for a law that does not hold here."""
        options = "".join(f" {name}={spelled(value)}" for name, value in self.setup.options.items())
        index = len(self.match.events)
        last = f" after {spoken(self.match.events[-1])}" if index else ""
        where = f"{self.game.name}, {self.setup.seats} seats{options}, seed {self.seed}, event {index}{last}"
        return LawBroken(f"{law}\n  at    {where}\n  found {' '.join(found.split())}")

    def differences(self, one: State, two: State) -> str:
        """The cells in which two states differ, by their names if the game has a layout."""
        if len(one.cells) != len(two.cells):
            return f"{len(one.cells)} cells against {len(two.cells)}"
        cells = [k for k in range(len(one.cells)) if one.cells[k] != two.cells[k]]
        parts = [f"{cell_name(self.game, k)} is {one.cells[k]} against {two.cells[k]}" for k in cells[:6]]
        more = f" and {len(cells) - 6} more" if len(cells) > 6 else ""
        return (", ".join(parts) or "equal cells, so the difference is kept outside them") + more


def cell_name(game: Game, cell: int) -> str:
    """The name of a cell as the game's layout has it, or its number."""
    layout = getattr(game, "layout", None)
    if isinstance(layout, Layout):
        for field in layout.fields:
            if cell in field.cells():
                return f"{field.name}[{cell - field.offset}]" if field.count > 1 else field.name
    if SEALED <= cell < SEALED + 8:
        return f"sealed[{cell - SEALED}]"
    return HEAD_NAMES.get(cell, f"cell {cell}")


def spoken(event: Event) -> str:
    """An event for an error."""
    return f"chance {event.action}" if event.seat == CHANCE else f"seat {event.seat} playing {event.action}"


def viewer_name(viewer: int) -> str:
    """Whom a state is masked for, in words."""
    return {SPECTATOR: "the spectator", WHOLE: "nobody"}.get(viewer, f"seat {viewer}")


def outcomes(state: State, seat: int) -> list[int]:
    """What a seat, or chance, may do now."""
    return [k for k, _ in state.chance()] if seat == CHANCE else state.legal_actions(seat)


def after(state: State, seat: int, action: int) -> State:
    """The position that the event leads to."""
    other = state.copy()
    other.apply(seat, action)
    return other
