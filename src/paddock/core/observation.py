"""Observation: how the numbers for learners are laid out, by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Row = tuple[str, int, str]  # a name, how many numbers, and what they mean


class Field(NamedTuple):
    """Some numbers of an observation that belong together: `numbers[field.slice]`."""

    start: int
    length: int
    meaning: str

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + self.length)


def laid_out(*rows: Row) -> dict[str, Field]:
    """The fields of these rows, one after another."""
    fields: dict[str, Field] = {}
    start = 0
    for name, length, meaning in rows:
        assert name not in fields, f"{name} is there twice"
        fields[name] = Field(start, length, meaning)
        start += length
    return fields


def each(name: str, many: int, rows: Iterable[Row]) -> list[Row]:
    """The same rows for each of several things: `seat[0].coins`, `seat[1].coins`."""
    again = list(rows)
    return [(f"{name}[{k}].{part}", length, meaning) for k in range(many) for part, length, meaning in again]


def total(fields: dict[str, Field]) -> int:
    """How many numbers all fields have together."""
    return sum(field.length for field in fields.values())


def choices(values: Sequence[str]) -> str:
    """The meaning of a field with a 1 for one of these."""
    return f"one of {', '.join(values)}"
