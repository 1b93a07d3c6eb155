"""Drawing: a table in plain text, as parts under titled rules, what matters most next to the question at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from paddock.core.errors import BadArgument, is_whole, shown

LEAST, MOST = 20, 10_000  # characters in a line
RULE = "-- "  # begins the line above each part, and no other


class Part(NamedTuple):
    """Some lines that belong together."""

    title: str
    lines: Sequence[str]


def demand_frame(names: Sequence[str], width: int) -> None:
    """BadArgument unless seats can be called so, and lines be so long."""
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise BadArgument(f"names are given as a list of texts, one for each seat, not as {shown(names)}")
    if not is_whole(width) or not LEAST <= width <= MOST:
        raise BadArgument(f"a drawing is {LEAST} to {MOST} characters wide, not {shown(width)}")


def joined(parts: Iterable[Part], width: int) -> str:
    """All of it as one text; whoever has too little room leaves out what comes first."""
    return "\n".join(line.rstrip() for part in parts for line in (rule(part.title, width), *part.lines))


def rule(title: str, width: int) -> str:
    """`-- Round 3, bank 28 -----`."""
    return cut(f"{RULE}{title} " if title else RULE, width).ljust(width, "-")


def split(text: str) -> list[str]:
    """The parts again, each with its rule."""
    found: list[list[str]] = []
    for line in text.split("\n"):
        if line.startswith(RULE) or not found:
            found.append([])
        found[-1].append(line)
    return ["\n".join(lines) for lines in found]


def cut(line: str, width: int) -> str:
    """The line, or as much of it as fits, so that no terminal breaks it."""
    return line if len(line) <= width else line[: width - 1] + "…"


def beside(left: Sequence[str], right: Sequence[str], gap: int = 3) -> list[str]:
    """Two blocks of lines side by side."""
    wide = max(map(len, left), default=-gap) + gap
    return [f"{one:{wide}}{two}".rstrip() for one, two in zip_longest(left, right, fillvalue="")]


def flowed(blocks: Iterable[Sequence[str]], width: int, gap: int = 2) -> list[str]:
    """Blocks side by side, as many as fit, and the others below them."""
    lines: list[str] = []
    row: list[str] = []
    for block in blocks:
        more = beside(row, block, gap)
        if row and max(map(len, more)) > width:
            lines += row
            more = list(block)
        row = more
    return lines + row
