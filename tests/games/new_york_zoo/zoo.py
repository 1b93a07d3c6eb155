"""Zoo: positions of New York Zoo by hand, and a table to play on from there."""

from __future__ import annotations

from typing import Any

from paddock.core.choice import Choice, Prompt
from paddock.core.dice import ScriptedDice
from paddock.core.match import Match
from paddock.core.message import Message
from paddock.core.state import State
from paddock.games.new_york_zoo import GAME
from paddock.games.new_york_zoo.material import WORD, cell_number
from paddock.games.new_york_zoo.position import Ground

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
HALVES = (("free_upper", Ground(0)), ("free_lower", Ground(WORD)))


def opening(seats: int = 2, **options: Any) -> dict[str, Any]:
    """The first position, with the tiles dealt in the order of the data."""
    tiles = [*range(45)]
    if options.get("short_game_2p"):  # the 6s of the middle slots and the 7s are dealt again
        tiles += [38, 39, 40, 27, 28, 29, 41, 42, 43, 30, 34, 35]
    match = Match(GAME, GAME.setup(seats, **options), ScriptedDice(tiles))
    return GAME.position(match.state)


def uncover(position: dict[str, Any], seat: int, cells: list[int], free: bool) -> None:
    for field, ground in HALVES:
        bits = ground.read(position[field][seat])
        for cell in cells:
            if ground.first <= cell < ground.first + WORD:
                bit = 1 << cell - ground.first
                bits = bits | bit if free else bits & ~bit
        position[field][seat] = ground.write(bits)


def lay(position: dict[str, Any], seat: int, tile: str, cells: str, species: str = "none", animals: int = 0) -> None:
    """An enclosure on a board; its tile leaves the strip."""
    for slot, stack in enumerate(position["stack"]):
        position["stack"][slot] = " ".join(name for name in stack.split() if name != tile)
    position["removed"] = " ".join(name for name in position["removed"].split() if name != tile)
    entry = {"tile": tile, "cells": cells, "species": species, "animals": animals}
    position["enclosures"][seat].append(entry)
    position["number"][seat] += 1
    uncover(position, seat, [cell_number(name) for name in cells.split()], free=False)


def leave(position: dict[str, Any], seat: int, cells: str) -> None:
    """Only these cells are still free; what else was free is under attractions of one cell."""
    for field, ground in HALVES:
        position[field][seat] = ground.write(0)
    uncover(position, seat, [cell_number(name) for name in cells.split()], free=True)


class Table:
    """A state, and how it is talked about."""

    def __init__(self, position: dict[str, Any], **changes: Any) -> None:
        self.state: State = GAME.from_position(position | changes)

    def play(self, *notations: str) -> Table:
        for notation in notations:
            self.told(notation)
        return self

    def told(self, notation: str, language: str = "en") -> list[str]:
        """Play one decision of whoever is asked; the lines that it brings."""
        seat = int(self.state.actor)
        before = self.state.mask(0)
        action = GAME.parse(self.state, seat, notation)
        self.state.apply(seat, action)
        self.state.check()
        return [say(line, language) for line in GAME.tell(before, self.state.mask(0), seat, action)]

    @property
    def prompt(self) -> Prompt:
        return GAME.prompt(self.state.mask(int(self.state.actor)))

    @property
    def ask(self) -> str:
        return say(self.prompt.ask)

    @property
    def choices(self) -> list[str]:
        return [choice.notation for choice in self.prompt.choices]

    def choice(self, notation: str) -> Choice:
        return next(choice for choice in self.prompt.choices if choice.notation == notation)

    def notes(self, notation: str) -> list[str]:
        return [say(note) for note in self.choice(notation).note]

    @property
    def why(self) -> dict[tuple[str, ...], str]:
        return {blocked.path: say(blocked.why) for blocked in self.prompt.blocked}


def say(text: Message, language: str = "en") -> str:
    return GAME.words(language).say(text, NAMES)
