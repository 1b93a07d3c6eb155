"""Setup: how a match is set up; Option: one thing a game lets people choose beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Integral

from paddock.core.errors import BadSetup, listed, shown

Value = bool | int | str
Chosen = Mapping[str, Value]  # the options before this one, in the order a game declares them


@dataclass(frozen=True, repr=False)
class Option:
    """A named choice. Values and default may depend on the seats and on the options before it.

    >>> paddock.load("franks-zoo").options
    (<Option variant>, <Option target, usually 19>, ...)
    """

    name: str
    values: tuple[Value, ...] | Callable[[int, Chosen], tuple[Value, ...]]
    default: Value | Callable[[int, Chosen], Value]
    about: str = ""  # id of the message that explains it; by default option.<name>
    seats: bool = False  # its numbers are seats, counted from 0

    def __repr__(self) -> str:
        """`<Option target, usually 19>`; where the usual value depends on the table, the name alone."""
        return f"<Option {self.name}{'' if callable(self.default) else f', usually {spelled(self.default)}'}>"

    def allowed(self, seats: int, chosen: Chosen) -> tuple[Value, ...]:
        return self.values(seats, chosen) if callable(self.values) else self.values

    def preset(self, seats: int, chosen: Chosen) -> Value:
        return self.default(seats, chosen) if callable(self.default) else self.default

    def take(self, given: object, seats: int, chosen: Chosen) -> Value:
        """The allowed value that was meant (`19`, `"19"`, `True`, `"true"`), or a clear refusal."""
        allowed = self.allowed(seats, chosen)
        if not isinstance(given, bool) and isinstance(given, Integral):
            given = int(given)  # numpy's
        for value in allowed:
            if type(value) is type(given) and value == given:
                return value
        if isinstance(given, str):
            for value in allowed:
                if given.strip().lower() == spelled(value):
                    return value
        table = "1 seat" if seats == 1 else f"{seats} seats"
        offered = spelled_all(allowed)
        raise BadSetup(f"option {self.name}: {shown(given)} is not offered with {table}; allowed: {offered}")


def spelled(value: Value) -> str:
    """A value as it is written on a command line or in a transcript."""
    return str(value).lower()


def spelled_all(values: tuple[Value, ...]) -> str:
    """`1 to 99`, or the values one by one."""
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(values) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return listed([spelled(value) for value in values], most=20)


@dataclass(frozen=True)
class Setup:
    """A validated start: the game's name, the seats, and a value for every option; `game.setup` makes one.

    >>> paddock.load("franks-zoo").setup(4, target=7)
    Setup(game='franks-zoo', seats=4, options={'variant': 'partners', 'target': 7, ...})
    """

    game: str
    seats: int
    options: Mapping[str, Value]

    def __hash__(self) -> int:
        return hash((self.game, self.seats))  # options are equal in any order, and anybody may have made them

    def to_json(self) -> dict[str, object]:
        return {"game": self.game, "seats": self.seats, "options": dict(self.options)}


def make_setup(
    name: str, title: str, seat_range: range, options: tuple[Option, ...], seats: object, given: Mapping[str, object]
) -> Setup:
    """Check everything that was asked for and complete it with defaults."""
    if isinstance(seats, bool) or not isinstance(seats, int | Integral) or seats not in seat_range:
        raise BadSetup(f"{title} is played by {seat_range[0]} to {seat_range[-1]}, not by {shown(seats)}")
    seats = int(seats)
    if not isinstance(given, Mapping):
        raise BadSetup(f"options are given as a mapping of names to values, not as {shown(given)}")
    known = [option.name for option in options]
    for unknown in given:
        if unknown not in known:
            raise BadSetup(f"{title} has no option {shown(unknown)}; its options: {listed(known, most=40) or 'none'}")
    chosen: dict[str, Value] = {}
    for option in options:
        if option.name in given:
            chosen[option.name] = option.take(given[option.name], seats, chosen)
        else:
            chosen[option.name] = option.take(option.preset(seats, chosen), seats, chosen)
    return Setup(name, seats, chosen)
