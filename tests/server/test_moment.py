"""Looking back: a line of the log leads to the position that it made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.place import Person, Place, opened

pytestmark = pytest.mark.asyncio


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("moment"))


async def test_a_version_of_the_log_leads_to_the_first_step_that_has_it(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me easy", "zooloretto")
    async with ada.look(table) as line:
        for _ in range(6):
            await line.play()
        await line.prompted()
    address = f"/api/tables/{table['table']}"
    steps = (await ada.read(f"{address}/replay", Seat=ada.token))["frames"]
    log = (await ada.read(f"{address}/log", Seat=ada.token))["lines"]
    assert len({version for version, _ in log}) > 5
    for version in {version for version, _ in log}:
        [shown] = (await ada.read(f"{address}/replay?version={version}", Seat=ada.token))["frames"]
        assert shown == next(step for step in steps if step["v"] >= version)


async def test_a_version_that_is_still_to_come_shows_the_present(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me easy", "zooloretto")
    async with ada.look(table) as line:
        await line.prompted()
    address = f"/api/tables/{table['table']}"
    [shown] = (await ada.read(f"{address}/replay?version=99999"))["frames"]
    assert shown == (await ada.read(f"{address}/replay"))["frames"][-1]


async def test_before_the_match_there_is_no_moment_to_look_at(place: Place) -> None:
    ada = Person(place)
    table = await ada.create()
    assert await ada.read(f"/api/tables/{table['table']}/replay?version=1") == {"steps": 0, "frames": []}
