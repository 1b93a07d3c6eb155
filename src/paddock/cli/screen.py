"""Screen: board, question and choices in as many lines as a terminal has, the question always in sight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from paddock.core.drawing import cut


class Line(NamedTuple):
    """A line and how it looks."""

    text: str
    style: str | None = None


class Screen(NamedTuple):
    """What is to be shown before somebody decides."""

    parts: Sequence[str]  # of the board, what matters least first
    asked: Sequence[Line]
    choices: Sequence[Line]
    brief: Sequence[Line]  # the choices without what they bring

    def fitted(self, width: int, height: int) -> tuple[list[Line], bool]:
        """The lines that fit into so many (0: any number), and whether that is all of it.

        Parts of the board give way first, but for the last two; then what choices bring; then all parts but the last.
        """
        ways = [(first, self.choices) for first in range(max(1, len(self.parts) - 1))]
        ways += [(first, self.brief) for first in range(len(self.parts))]
        for first, choices in ways:
            board = [cut(line, width) for part in self.parts[first:] for line in part.split("\n")]
            lines = list(chain(map(Line, board), self.asked, choices))
            if not height or len(lines) <= height:
                break
        return lines, not first
