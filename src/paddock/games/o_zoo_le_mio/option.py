"""Option: what can be chosen before a game of O Zoo le Mio, and how the cells of a position keep it."""

from __future__ import annotations

from collections.abc import Callable

from paddock.core.layout import Kind, Named, Number
from paddock.core.setup import Chosen, Option, Value
from paddock.games.o_zoo_le_mio import frame
from paddock.games.o_zoo_le_mio.cells import NONE
from paddock.games.o_zoo_le_mio.frame import MOST_COINS
from paddock.games.o_zoo_le_mio.material import RULE_SETS, SHIPPED, START_TILES

Values = tuple[Value, ...] | Callable[[int, Chosen], tuple[Value, ...]]


def coin_limits(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return ("none", *range(SHIPPED.coins * seats, MOST_COINS + 1))


# Where values are words, a cell counts them from 0.
CHOICES: dict[str, Values] = {
    name: coin_limits if name == "coin_limit" else values or START_TILES for name, values in frame.CHOICES.items()
}


def preset(name: str) -> Option:
    """An option whose default is what the chosen rule set says."""

    def usual(seats: int, chosen: Chosen) -> Value:
        value: Value = RULE_SETS[str(chosen["rule_set"])][name]
        return value

    return Option(name, CHOICES[name], usual)


OPTIONS = (Option("rule_set", tuple(RULE_SETS), "standard"), *(preset(name) for name in CHOICES))


class Switch:
    """True or false."""

    def write(self, cell: int) -> object:
        return bool(cell)

    def read(self, value: object) -> int:
        if not isinstance(value, bool):
            raise ValueError(f"true or false is expected, got {value!r}")
        return int(value)


def kind_of(name: str) -> Kind:
    """How an option's cell is written."""
    values = CHOICES[name]
    if callable(values):
        return Named({"none": NONE}, range(MOST_COINS + 1))
    if isinstance(values[0], bool):
        return Switch()
    numbers = [value for value in values if isinstance(value, int)]
    words = {value: k for k, value in enumerate(values) if isinstance(value, str)}
    if not words:
        return Number(min(numbers), max(numbers))
    if "none" in words:
        words = {"none": NONE}
    return Named(words, range(min(numbers), max(numbers) + 1) if numbers else range(0))


KINDS: dict[str, Kind] = {name: kind_of(name) for name in CHOICES}


def cell_of(name: str, value: Value) -> int:
    """An option's value as its cell."""
    return KINDS[name].read(value)
