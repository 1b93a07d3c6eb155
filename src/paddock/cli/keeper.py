"""Keeper: writes matches down, and never over another one unless somebody says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from paddock.cli.file import BadFile, is_there, write_text


class Keeper:
    """Knows which files are of this match."""

    def __init__(self, agreed: Callable[[Path], bool]) -> None:
        self.agreed = agreed  # asks whether another match may be replaced
        self.ours: set[Path] = set()

    def know(self, path: Path) -> None:
        """This file holds the match already."""
        self.ours.add(path.resolve())

    def write(self, path: Path, text: str) -> None:
        """BadFile if it cannot be written, or holds another match that is to stay."""
        if is_there(path) and path.resolve() not in self.ours and not self.agreed(path):
            raise BadFile(f"{path} holds another match; choose another name")
        write_text(path, text)
        self.know(path)
