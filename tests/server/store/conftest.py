from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.server.store.place import MemoryPlace, Place, PostgresPlace, Server, SqlitePlace


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.remove()


@pytest_asyncio.fixture
async def postgres(server: Server) -> AsyncIterator[PostgresPlace]:
    place = PostgresPlace(server)
    await place.make()
    yield place
    await place.close()


@pytest_asyncio.fixture(params=["sqlite", "postgres", "memory"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    """Each kind of database in turn."""
    if request.param == "postgres":
        place: Place = PostgresPlace(request.getfixturevalue("server"))
        assert isinstance(place, PostgresPlace)
        await place.make()
    else:
        place = SqlitePlace(tmp_path) if request.param == "sqlite" else MemoryPlace()
    yield place
    await place.close()


@pytest_asyncio.fixture(params=["postgres", "memory"])
async def shared(request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    """Each kind of database that several servers can share."""
    if request.param == "postgres":
        place = PostgresPlace(request.getfixturevalue("server"))
        await place.make()
        yield place
        await place.close()
    else:
        memory = MemoryPlace()
        yield memory
        await memory.close()
