"""Layout: named cells to written positions and back, once for all games.

A game lists its Fields; together they cover every cell exactly once, so a forgotten cell is
found by a test and never lost in a written position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.errors import BadPosition, listed
from paddock.core.state import (
    ACTOR,
    CHANCE,
    DUE,
    LEG,
    MOST_SEATS,
    NOBODY,
    OPEN,
    SEALED,
    SEATS,
    SPECTATOR,
    VIEWER,
    WHOLE,
)


class Kind(Protocol):
    """How one cell is written: to JSON and back."""

    def write(self, cell: int) -> object: ...

    def read(self, value: object) -> int:
        """The cell, or ValueError saying what is allowed."""


class Wide:
    """How several cells are written together as one value; subclass it."""

    def write(self, cells: tuple[int, ...]) -> object:
        raise NotImplementedError

    def read(self, value: object) -> tuple[int, ...]:
        """The cells, or ValueError saying what is allowed."""
        raise NotImplementedError


class Number:
    """A plain number in a range."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def write(self, cell: int) -> object:
        return cell

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError(f"a number from {self.low} to {self.high} is expected, got {value!r}")
        return value


class Named:
    """A number that stands for a word, such as a phase; other numbers may be let through."""

    def __init__(self, words: Mapping[str, int], numbers: range = range(0)) -> None:
        self.words = words
        self.names = {cell: word for word, cell in words.items()}
        self.numbers = numbers

    def write(self, cell: int) -> object:
        return self.names.get(cell, cell)

    def read(self, value: object) -> int:
        if isinstance(value, str) and value in self.words:
            return self.words[value]
        if isinstance(value, int) and not isinstance(value, bool) and value in self.numbers and value not in self.names:
            return value
        allowed = list(self.words)
        if self.numbers:
            allowed.append(f"{self.numbers[0]} to {self.numbers[-1]}")
        raise ValueError(f"allowed: {listed(allowed)}; got {value!r}")


@dataclass(frozen=True)
class Field:
    """A named cell, or a named run of cells."""

    name: str
    offset: int
    kind: Kind | Wide | tuple[Kind, ...]  # of every value, or one for each cell
    per_seat: bool = False  # one value a seat, written for the seats in play only
    count: int = 1  # how many cells it takes in all
    rest: int = 0  # what the cells of seats not in play hold, and those behind the last one written
    words: int = 1  # how many cells one Wide value takes: first the first words of all values, then the second ones
    each: int = 1  # values a seat; with more than one, a seat's are a list that ends at its last cell in use

    @property
    def values(self) -> int:
        return self.count // self.words

    def cells(self) -> range:
        return range(self.offset, self.offset + self.count)

    def kind_at(self, cell: int) -> Kind | Wide:
        return self.kind[cell - self.offset] if isinstance(self.kind, tuple) else self.kind


SEAT = range(MOST_SEATS)
HEAD_FIELDS = (
    Field("actor", ACTOR, Named({"chance": CHANCE, "nobody": NOBODY}, SEAT)),
    Field("due", DUE, Number(0, 2**MOST_SEATS - 1)),
    Field("leg", LEG, Number(0, 10**6)),
    Field("viewer", VIEWER, Named({"whole": WHOLE, "spectator": SPECTATOR}, SEAT)),
    Field("sealed", SEALED, Named({"open": OPEN}, range(10**6)), per_seat=True, count=MOST_SEATS, rest=OPEN),
)


class Layout:
    """All fields of one game; `size` is the number of its cells."""

    def __init__(self, size: int, *fields: Field) -> None:
        self.size = size
        # More seats than the narrowest drawer has cells would read the neighbour's.
        most = min([field.values // field.each for field in fields if field.per_seat], default=MOST_SEATS)
        self.fields = (Field("seats", SEATS, Number(1, most)), *HEAD_FIELDS, *fields)

    def gaps(self) -> list[str]:
        """What is wrong with the fields: cells covered by none or by two; empty when all is well."""
        owners: dict[int, str] = {}
        faults = []
        for field in self.fields:
            for cell in field.cells():
                if cell in owners:
                    faults.append(f"cell {cell} is both {owners[cell]} and {field.name}")
                owners[cell] = field.name
        faults += [f"cell {cell} has no field" for cell in range(self.size) if cell not in owners]
        faults += [f"cell {cell} of {owners[cell]} is past the end" for cell in owners if cell >= self.size]
        return faults

    def write(self, cells: vec[i64]) -> dict[str, Any]:
        """The position in words."""
        return {field.name: self.write_field(field, cells) for field in self.fields}

    def write_field(self, field: Field, cells: vec[i64]) -> object:
        used = self.used(field, int(cells[SEATS]))
        if field.each > 1:
            return [self.write_row(field, cells, first) for first in used[:: field.each]]
        values = [self.write_value(field, cells, cell) for cell in used]
        return values if field.per_seat or field.values > 1 else values[0]

    def write_value(self, field: Field, cells: vec[i64], cell: int) -> object:
        kind = field.kind_at(cell)
        if isinstance(kind, Wide):
            return kind.write(tuple(int(cells[word]) for word in self.words(field, cell)))
        return kind.write(int(cells[cell]))

    def write_row(self, field: Field, cells: vec[i64], first: int) -> list[object]:
        """One seat's cells, without the unused ones at the end."""
        row = list(range(first, first + field.each))
        while row and cells[row[-1]] == field.rest:
            row.pop()
        return [self.write_value(field, cells, cell) for cell in row]

    def read_value(self, field: Field, cells: vec[i64], cell: int, value: object) -> None:
        kind = field.kind_at(cell)
        if isinstance(kind, Wide):
            for word, read in zip(self.words(field, cell), kind.read(value), strict=True):
                cells[word] = read
        else:
            cells[cell] = kind.read(value)

    def used(self, field: Field, seats: int) -> range:
        """The cells, or first words, of the values that are written."""
        return range(field.offset, field.offset + (seats * field.each if field.per_seat else field.values))

    def words(self, field: Field, cell: int) -> range:
        """All cells of the value that begins in this one."""
        return range(cell, field.offset + field.count, field.values)

    def read(self, position: Mapping[str, Any]) -> vec[i64]:
        """The cells of a written position; BadPosition names the field that is wrong."""
        if not isinstance(position, Mapping):
            raise BadPosition(f"a position is an object with named fields, got {type(position).__name__}")
        names = [field.name for field in self.fields]
        for name in position:
            if name not in names:
                raise BadPosition(f"{name}: no such field; the fields are {listed(names, most=60)}")
        cells = vec[i64]([0] * self.size)
        for field in self.fields:
            if field.name not in position:
                raise BadPosition(f"{field.name}: the field is missing")
            for cell in field.cells():
                cells[cell] = field.rest
            for cell, label, value in self.entries(field, position[field.name], cells):
                try:
                    self.read_value(field, cells, cell, value)
                except ValueError as error:
                    raise BadPosition(f"{label}: {error}") from None
        return cells

    def entries(self, field: Field, value: object, cells: vec[i64]) -> Iterator[tuple[int, str, object]]:
        used = self.used(field, int(cells[SEATS]))
        if not field.per_seat and field.values == 1:
            yield field.offset, field.name, value
            return
        expected = len(used) // field.each
        if not isinstance(value, list) or len(value) != expected:
            raise BadPosition(f"{field.name}: a list of {expected} is expected, got {value!r}")
        if field.each > 1:
            for seat, row in enumerate(value):
                if not isinstance(row, list) or len(row) > field.each:
                    raise BadPosition(f"{field.name}[{seat}]: a list of at most {field.each} is expected, got {row!r}")
                for k, entry in enumerate(row):
                    yield used[seat * field.each + k], f"{field.name}[{seat}][{k}]", entry
            return
        for k, cell in enumerate(used):
            yield cell, f"{field.name}[{k}]", value[k]
