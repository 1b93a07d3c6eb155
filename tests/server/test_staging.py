"""What a test sets up for a server is there, the same every time, and nobody else can set it up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.place import Person, Place
from tests.staging import reached, staged

pytestmark = pytest.mark.asyncio


async def test_every_table_of_a_staged_game_begins_where_it_was_put(tmp_path: Path) -> None:
    match = reached("zooloretto", 2, lambda view: len(view["carried"]) == 3)
    with Place(tmp_path / "tables.db", games=[staged(tmp_path, match)]) as place:
        ada = Person(place)
        names = [game["name"] for game in await ada.read("/api/games")]
        assert names.count("zooloretto") == 1, "it takes the place of the real one"
        table = await ada.create("me easy", "zooloretto")
        async with ada.look(table) as line:
            assert (await line.prompted())["view"] == match.game.view(match.state.mask(0))
            await line.play()
        refused = await ada.http("POST", "/api/tables", ada.wanted("open open open", "zooloretto"))
        assert (refused.status_code, "2 are on this stage" in refused.text) == (400, True)


async def test_tables_of_a_server_with_a_seed_are_dealt_alike(tmp_path: Path) -> None:
    views = []
    for run in ("first", "second"):
        with Place(tmp_path / f"{run}.db", seed=5) as place:
            ada, ben = Person(place), Person(place, "Ben")
            for _ in range(2):
                table = await ada.create("me open", "pond")
                await ben.sit(table)
                async with ada.look(table) as line:
                    views.append((await line.prompted())["view"]["hands"][0])
    assert len(views) == 4
    assert len(set(map(tuple, views))) == 1


@pytest.mark.parametrize("wish", [{"position": {}}, {"stage": "x"}, {"seed": 5}])
async def test_nobody_can_wish_for_a_position_or_a_seed(tmp_path: Path, wish: dict[str, object]) -> None:
    with Place(tmp_path / "tables.db") as place:
        ada = Person(place)
        for wanted in ({**ada.wanted("open open"), **wish}, ada.wanted("open open", options=wish)):
            assert (await ada.http("POST", "/api/tables", wanted)).status_code in (400, 422)
