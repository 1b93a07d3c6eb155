"""The migrations: numbered SQL files, the same for both databases."""

from __future__ import annotations

from importlib import resources
from typing import Final

from paddock.core.errors import PaddockError

REGISTER: Final = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)"
APPLIED: Final = "SELECT number FROM migrations"
APPLY: Final = "INSERT INTO migrations (number) VALUES ($1)"


def missing(applied: set[int]) -> list[tuple[int, list[str]]]:
    """The migrations that a database still lacks, in order, each as its statements."""
    folder = resources.files("paddock.server.store") / "migrations"
    known = {int(file.name[:4]): file for file in folder.iterdir() if file.name.endswith(".sql")}
    if strange := applied - known.keys():
        raise PaddockError(f"the database was made by a newer Paddock (migration {max(strange)} is not known here)")
    return [(number, statements(known[number].read_text())) for number in sorted(known.keys() - applied)]


def statements(script: str) -> list[str]:
    return [statement for piece in script.split(";") if (statement := piece.strip())]
