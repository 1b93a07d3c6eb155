"""Picker: finding one of many placements by the cells it covers, by turning it and by flipping it.

It knows no rules, only the prompt: a placement's path has a `cell:` in it (`cell:E4`, `cell:(0,1)`), and path and
notation name all cells that it covers. Forms and turns follow from these coordinates alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from paddock.core.choice import Choice

Cell = tuple[int, int]  # x to the right, y upwards
Form = tuple[Cell, ...]  # cells as seen from the first of them

NAMED = re.compile(r"\((-?\d+),(-?\d+)\)|\b([A-Z])(\d{1,2})\b")
TYPED = re.compile(r"\s*(?:\(?(-?\d{1,2})\s*[,\s]\s*(-?\d{1,2})\)?|([A-Za-z])(\d{1,2})\b)[\s,;]*")


class Spot(NamedTuple):
    """One placement."""

    number: int
    choice: Choice
    cells: Form
    ordered: bool  # do its cells differ, as the two halves of a tile do?

    @property
    def form(self) -> Form:
        return seen_from_first(self.cells)

    @property
    def middle(self) -> tuple[float, float]:
        return sum(x for x, _ in self.cells) / len(self.cells), sum(y for _, y in self.cells) / len(self.cells)


class Picker:
    """The placements, the cells that were asked for, and the placement that is being thought of."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots = spots
        self.wanted: list[Cell] = []
        self.ghost = spots[0] if len(spots) == 1 else None

    @property
    def matches(self) -> list[Spot]:
        """Those that cover every cell asked for."""
        return [spot for spot in self.spots if set(self.wanted) <= set(spot.cells)]

    def cover(self, cells: list[Cell]) -> bool:
        """Think of a placement that covers these cells, best as it lies now; False if there is none."""
        before, self.wanted = self.wanted, cells
        form = (self.ghost or self.spots[0]).form
        ranked = sorted(self.matches, key=lambda spot: (spot.form != form, spot.cells[0] != cells[0]))
        if not ranked:
            self.wanted = before
            return False
        self.ghost = ranked[0]
        return True

    def show(self, action: int) -> None:
        """Think of this one."""
        self.wanted = []
        self.ghost = next((spot for spot in self.spots if spot.choice.action == action), self.ghost)

    def onward(self) -> bool:
        """Think of the next one that covers the cells asked for."""
        matches = self.matches
        at = matches.index(self.ghost) + 1 if self.ghost in matches else 0
        before, self.ghost = self.ghost, matches[at % len(matches)]
        return self.ghost != before

    def turn(self) -> bool:
        """A quarter to the right, or as far as it has to go to fit."""
        return self.change(lambda cell: (cell[1], -cell[0]), 3)

    def flip(self) -> bool:
        """Its mirror image; if that looks the same, upside down."""
        return self.change(lambda cell: (-cell[0], cell[1]), 1) or self.change(lambda cell: (cell[0], -cell[1]), 1)

    def change(self, move: Callable[[Cell], Cell], times: int) -> bool:
        """The nearest placement of the form that a movement makes of this one's, repeated until one fits.

        It need not cover what was asked for if nothing of that form does.
        """
        old = self.ghost or self.spots[0]
        for among in (self.matches, self.spots):
            form = old.form
            for _ in range(times):
                moved = [move(cell) for cell in form]
                form = seen_from_first(moved if old.ordered else in_reading_order(moved))
                found = [spot for spot in among if spot.form == form != old.form]
                if found:
                    self.ghost = min(found, key=lambda spot: distance(spot.middle, old.middle))
                    self.wanted = self.wanted if among is not self.spots else []
                    return True
        first, self.ghost = self.ghost is None, old
        return first


def picker(choices: Sequence[Choice]) -> Picker | None:
    """For choices that are placements, every one of them."""
    if not choices or not all(any(place.startswith("cell:") for place in choice.path) for choice in choices):
        return None
    return Picker([spot(number, choice) for number, choice in enumerate(choices, 1)])


def spot(number: int, choice: Choice) -> Spot:
    """What a choice covers; a path that names all its cells names them in an order that matters."""
    clicked = list(dict.fromkeys(cells_in(NAMED, " ".join(choice.path))))
    cells = dict.fromkeys([*clicked, *cells_in(NAMED, choice.notation)])
    ordered = 1 < len(clicked) == len(cells)
    return Spot(number, choice, tuple(cells if ordered else in_reading_order(cells)), ordered)


def typed_cells(text: str) -> list[Cell]:
    """The cells of `E4 f5` or `0,1 (1,1)`; none if anything else stands there."""
    return [] if TYPED.sub("", text) else cells_in(TYPED, text)


def cells_in(pattern: re.Pattern[str], text: str) -> list[Cell]:
    return [
        (int(x), int(y)) if x else (ord(letter.upper()) - ord("A"), -int(row))
        for x, y, letter, row in pattern.findall(text)
    ]


def in_reading_order(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: (-cell[1], cell[0]))


def seen_from_first(cells: Sequence[Cell]) -> Form:
    return tuple((x - cells[0][0], y - cells[0][1]) for x, y in cells)


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
