"""Positions: short words for whole positions of New York Zoo, and a table to play them on."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from paddock.core.dice import ScriptedDice
from paddock.core.match import Match
from paddock.core.state import State
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.beside import conserved, notations
from tests.games.new_york_zoo.box import SLOTS, TILES, Cell, all_placements, area, cells_text, runs, unrun

OUTCOMES = {tile: number for number, tile in enumerate(TILES)}
SHORT_HANDS = "e7-01 e7-02 e7-03 e6-05 e6-06 e6-07 e7-04 e7-05 e7-06 e6-08 e6-12 e6-13"


@dataclass
class Zoo:
    """Enclosures as `e5-13 penguin 4, e4-08 none 0`; houses; the cells still free, as runs, or all that are left."""

    enclosures: str = ""
    houses: str = ""
    free: str | None = None


def dealt(seats: int, **options: Any) -> State:
    """Set up with the tiles in their own order, slot by slot; the short game's hands as above."""
    script = list(range(45))
    if options.get("short_game_2p"):
        script += [OUTCOMES[tile] for tile in SHORT_HANDS.split()]
    return Match(GAME, GAME.setup(seats, **options), ScriptedDice(script)).state


@cache
def beginning(seats: int, options: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return GAME.position(dealt(seats, **dict(options)))


def position(
    seats: int,
    *zoos: Zoo | None,
    strip: Mapping[int, str] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """A whole position before a move: zoos by seat (None as at the start), fields given by name as they are.

    Enclosures are laid wherever they fit first. With `strip`, only these positions of the strip hold tiles.
    """
    made = copy.deepcopy(beginning(seats, tuple(sorted((options or {}).items()))))
    used = [part.split()[0] for zoo in zoos if zoo for part in zoo.enclosures.split(", ") if part]
    if strip is not None:
        made["stack"] = [strip.get(at, "") for at in SLOTS]
    made["stack"] = [" ".join(tile for tile in text.split() if tile not in used) for text in made["stack"]]
    for seat, zoo in enumerate(zoos):
        if zoo is not None:
            furnish(made, seat, zoo)
    unknown = set(changes) - set(made)
    assert not unknown, f"no such field: {unknown}"
    made.update(changes)
    made["actor"] = made["turn"]
    there = set(" ".join([*made["stack"], *made["hand"]]).split()) | set(used)
    made["removed"] = " ".join(tile for tile in TILES if tile not in there)
    return made


def furnish(made: dict[str, Any], seat: int, zoo: Zoo) -> None:
    board = made["board"] if made["seats"] == 1 else f"{made['seats']}p-seat{seat + 1}"
    kept = unrun(zoo.free) if zoo.free is not None else set()
    left: set[Cell] = set(area(board))
    assert kept <= left
    laid = []
    for part in zoo.enclosures.split(", ") if zoo.enclosures else []:
        tile, species, animals = part.split()
        cells = min((one for one in all_placements(TILES[tile], board) if one <= left - kept), key=sorted)
        left -= cells
        laid.append({"tile": tile, "cells": cells_text(cells), "species": species, "animals": int(animals)})
    free = kept if zoo.free is not None else left
    made["enclosures"][seat] = laid
    made["number"][seat] = len(laid)
    made["houses"][seat] = zoo.houses
    made["free_upper"][seat] = runs({cell for cell in free if cell <= (4, 8)})
    made["free_lower"][seat] = runs({cell for cell in free if cell > (4, 8)})


class Table:
    """A state played by lines such as `1 move 5`: the seat and its decision in notation."""

    def __init__(self, state: State) -> None:
        self.state = state
        state.check()

    def play(self, *turns: str) -> Table:
        for turn in turns:
            seat, _, notation = turn.partition(" ")
            pending = self.state.pending()
            assert [int(seat)] == pending, f"{turn}: it is for {pending} to decide, {self.get('phase')}"
            legal = self.legal()
            assert notation in legal, f"{notation} is not among {legal}"
            self.state.apply(int(seat), GAME.parse(self.state, int(seat), notation))
            self.state.check()
            conserved(self.position)
        return self

    @property
    def position(self) -> dict[str, Any]:
        return GAME.position(self.state)

    def get(self, field: str) -> Any:
        return self.position[field]

    @property
    def asked(self) -> str:
        """`1 breed`: who must decide and what about; `over` at the end."""
        phase = str(self.get("phase"))
        return phase if phase == "over" else f"{self.state.pending()[0]} {phase}"

    def legal(self) -> list[str]:
        (seat,) = self.state.pending()
        return notations(self.state, seat)

    def zoo(self, seat: int) -> str:
        """The enclosures, `penguin 4, none 0`, in the order laid."""
        return ", ".join(f"{one['species']} {one['animals']}" for one in self.get("enclosures")[seat])

    def houses(self, seat: int) -> str:
        return str(self.get("houses")[seat])

    def free(self, seat: int) -> str:
        return runs(unrun(f"{self.get('free_upper')[seat]} {self.get('free_lower')[seat]}"))

    def standing(self) -> list[Any]:
        """The larger attractions on boards."""
        return [one for one in self.get("attraction") if one]


def table(seats: int, *zoos: Zoo | None, **changes: Any) -> Table:
    """A table with this position on it."""
    return Table(GAME.from_position(position(seats, *zoos, **changes)))
