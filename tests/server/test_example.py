"""The bot in examples/ that the documentation shows is as short as it says, and plays."""

from __future__ import annotations

import asyncio
import runpy
import sys
from pathlib import Path
from typing import Any
from urllib import request

import pytest
import websockets

from tests.server.place import PATIENCE, ROOT, Person, Place

SEAT = ROOT / "examples" / "seat.py"


def test_it_is_as_short_as_the_documentation_says() -> None:
    assert len(SEAT.read_text().splitlines()) <= 48


@pytest.mark.asyncio
async def test_it_takes_a_seat_by_an_invitation_and_plays_to_the_end(tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db") as place:
        ada = Person(place)
        table = await ada.create("me open", options={"rounds": 1})
        link = f"{place.address}/t/{table['table']}#join={table['invite']}"
        robot = await asyncio.create_subprocess_exec(sys.executable, SEAT, link, stdout=asyncio.subprocess.PIPE)
        async with asyncio.timeout(PATIENCE), ada.look(table) as line:
            await line.until_table(lambda table: table["status"] != "waiting")
            ended = await line.play_on()
            said, _ = await robot.communicate()
    assert robot.returncode == 0
    assert said.decode() == f"places: {ended['table']['result']['places']}\n"


@pytest.mark.parametrize(("scheme", "line"), [("http", "ws://p.example/ws"), ("https", "wss://p.example/ws")])
def test_its_line_is_as_safe_as_the_link(scheme: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Answer:
        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def read(self) -> bytes:
            return b'{"token": "t"}'

    class Dialled(Exception):
        pass

    def sat(asked: request.Request) -> Answer:
        assert asked.full_url == f"{scheme}://p.example/api/tables/abc/seats"
        return Answer()

    def connect(address: str) -> None:
        raise Dialled(address)

    monkeypatch.setattr(request, "urlopen", sat)
    monkeypatch.setattr(websockets, "connect", connect)
    monkeypatch.setattr(sys, "argv", ["seat.py", f"{scheme}://p.example/t/abc#join=code"])
    with pytest.raises(Dialled, match=f"^{line}$"):
        runpy.run_path(str(SEAT))
