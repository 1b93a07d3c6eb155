"""A server that is killed: all that it acknowledged is there."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.server.store.place import Place, PostgresPlace, SqlitePlace

pytestmark = pytest.mark.asyncio

CHILD = """
import asyncio, sys
from paddock.server.store import open_store
from tests.server.store.place import row, table

async def play(store, name):
    version = 1
    await store.create(table(name), row(version, name))
    while True:
        print(name, version, flush=True)
        version += 1
        await store.append(row(version, name), 1)

async def main():
    store = open_store(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, f"{sys.argv[2]}.{number}") for number in range(8)))

asyncio.run(main())
"""


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    if request.param == "sqlite":
        place: Place = SqlitePlace(tmp_path)
    else:
        place = PostgresPlace(request.getfixturevalue("server"))
        await place.make()
    yield place
    await place.close()


async def test_what_a_killed_server_acknowledged_is_there(place: Place) -> None:
    assert isinstance(place, (SqlitePlace, PostgresPlace))
    acknowledged: dict[str, int] = {}
    for trial in range(4):
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CHILD, place.url, f"trial {trial}", stdout=asyncio.subprocess.PIPE
        )
        assert child.stdout is not None
        lines: list[bytes] = []
        told: Counter[bytes] = Counter()
        # however the child shares its turns out: every table has a past when it is killed
        while len(lines) < 300 + 37 * trial or len(told) < 8 or min(told.values()) < 3:
            line = await child.stdout.readline()
            assert line, "the child ended by itself"
            lines.append(line)
            told[line.rpartition(b" ")[0]] += 1
        child.kill()
        lines += (await child.stdout.read()).splitlines(keepends=True)
        await child.wait()
        for line in lines:
            if line.endswith(b"\n"):  # the last may be torn
                name, _, version = line.decode().strip().rpartition(" ")
                acknowledged[name] = int(version)
    assert len(acknowledged) == 32
    store = await place.open()
    for name, last in acknowledged.items():
        versions = [one.version for one in await store.load(name)]
        assert versions == list(range(1, len(versions) + 1))
        assert len(versions) >= last
