"""Stores: where tables are kept, SQLite for one process or PostgreSQL for several."""

from __future__ import annotations

from pathlib import Path

from paddock.server.store.postgres import PostgresStore
from paddock.server.store.sqlite import SqliteStore
from paddock.server.store.store import Store


def open_store(url_or_path: str | Path, address: str = "") -> Store:
    """The store of a PostgreSQL URL or of a file; `address` is where this server is reached. Not opened yet."""
    if isinstance(url_or_path, str) and url_or_path.startswith(("postgres://", "postgresql://")):
        return PostgresStore(url_or_path, address=address)
    return SqliteStore(Path(url_or_path), address=address)
