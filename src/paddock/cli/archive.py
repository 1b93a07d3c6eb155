"""Archive: export all tables of a store to a file, and import such a file."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from paddock.cli.edge import complain
from paddock.cli.file import BadFile, reason
from paddock.core.errors import PaddockError
from paddock.core.registry import load
from paddock.server import archive
from paddock.server.serve import default_db
from paddock.server.store import open_store
from paddock.server.store.sqlite import SqliteStore
from paddock.server.store.store import Unavailable

Result = TypeVar("Result")


def export(file: str, db: str) -> int:
    """Write all tables; the file is nobody else's to read."""

    async def work() -> tuple[int, list[str]]:
        source = db or str(default_db())
        store = open_store(source)
        if isinstance(store, SqliteStore) and not store.path.exists():  # opening would make it, and keep nothing
            raise PaddockError(f"there is no file {source}; name the one that is served with --db")
        await store.open()
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
                return await archive.write(store, out), sorted(map(str, store.damaged.values()))
        finally:
            await store.close()

    count, damaged = run(work)
    print(f"{count} tables written to {file}")
    for fault in damaged:
        complain(fault)
    return 1 if damaged else 0


def bring(file: str, db: str, games: list[str]) -> int:
    """Read all tables that can be taken into a store, and name the others; 1 if there are any."""
    guests = {game.name: game for game in map(load, games)}

    async def work() -> archive.Brought:
        with opened(file) as source:
            try:
                next(archive.checked(source), None)  # what is no archive is refused before it makes a database
            except archive.BadArchive as error:
                raise PaddockError(f"{file} is no archive: {error}") from None
            source.seek(0)
            store = open_store(db or str(default_db()))
            await store.open()
            try:
                return await archive.read(store, source, guests)
            finally:
                await store.close()

    new, there, unplayable, refused = run(work)
    print(f"{new} tables read from {file}" + (f", {there} were there already" if there else ""))
    for one in unplayable:
        print(f"can be read, but not played on: {one}")
    for one in refused:
        print(f"not taken: {one}")
    return 1 if refused else 0


def opened(file: str) -> BinaryIO:
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise BadFile(f"{file} cannot be read: {reason(error)}") from None


def run(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run it; what the store says becomes one sentence."""
    try:
        return asyncio.run(work())
    except Unavailable as error:
        raise PaddockError(str(error)) from None
    except FileExistsError as error:
        raise PaddockError(f"{error.filename} exists already; name a new file") from None
