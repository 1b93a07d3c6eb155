"""A disk that is full: nothing is acknowledged that was not written, and play goes on when there is room."""

from __future__ import annotations

import json
import logging
import random
import secrets
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from paddock.core.registry import load
from paddock.server import wire
from paddock.server.app import App
from paddock.server.entry import ClockRule
from paddock.server.house import House, Wanted
from paddock.server.store.sqlite import SqliteStore
from paddock.server.table import Sitter, Terms
from tests.server.asking import do
from tests.server.place import POND
from trials.simulation import Bot

GAME = load(POND)
ROOMY = 1 << 30


class SmallDisk(SqliteStore):
    """A store whose file cannot grow beyond so many pages, from the next connection on."""

    pages = ROOMY
    failing = False

    def connect(self) -> sqlite3.Connection:
        connection = super().connect()
        connection.execute(f"PRAGMA max_page_count = {self.pages}")
        return connection

    def commit(self, connection: sqlite3.Connection) -> None:
        if self.failing:
            self.failing = False
            raise sqlite3.OperationalError("database or disk is full")
        super().commit(connection)


class Reader:
    """Somebody at the table who keeps what he is sent."""

    viewer = 0
    key = ""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))


async def health(house: House) -> int:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(App(house)), base_url="http://paddock") as client:
        return (await client.get("/healthz")).status_code


@pytest.mark.asyncio
async def test_a_full_disk_pauses_the_table_and_play_goes_on_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("paddock.server"), "propagate", True)  # an open journal keeps it to itself
    caplog.set_level(logging.INFO, "paddock.server")
    store = SmallDisk(tmp_path / "paddock.db")
    house = House(
        store, Bot(random.Random(1)), now=lambda: 1_700_000_000_000, monotonic=lambda: 0.0,
        random=secrets.token_bytes, delay=0, guests={GAME.name: GAME},
    )  # fmt: skip
    await house.open()
    try:
        created = await house.create(Wanted("pond", 2, {}, Terms(["open", "open"], ClockRule(), False, "easy")))
        room = await house.room(created.table)
        for name in ("Ada", "Ben"):
            await house.sit(room, Sitter(name, name, "fox", ""), None)
        reader = Reader()
        await room.join(reader, 0)
        assert await health(house) == 200

        store.pages, store.failing = 1, True  # no page more than there are
        said, refused = [], 0
        while refused < 6:
            # At last nothing fits, however short: a decision needs less room than a long sentence.
            text = secrets.token_hex(150 if refused < 3 else 1)
            answer = await do(room, 0, wire.Say(secrets.token_hex(16), text=text))
            if answer.no:
                assert answer.no == "unavailable"
                assert await health(house) == 503
                refused += 1
            else:
                said.append(text)
        prompt = room.table.asked[0]
        action = int(room.table.match.state.legal_actions(0)[0])
        play = wire.Play(secrets.token_hex(16), prompt, action)
        assert (await do(room, 0, play)).no == "unavailable"
        heard = [line["text"] for message in reader.heard if message["t"] == "chat" for line in message["lines"]]
        rows = await store.load(created.table)
        kept = [json.loads(row.personal)["text"] for row in rows if row.personal and b'"said"' in row.body]
        assert heard == kept == said
        assert not any("done" in message for message in reader.heard if message["t"] == "frame")
        # Some fitted after the first that did not. Each spell is in the journal once, however many it refused.
        assert set(caplog.messages[::2]) == {"store_unavailable"}
        assert set(caplog.messages[1::2]) <= {"store_back"}
        assert caplog.messages[-1] == "store_unavailable"
        before = len(caplog.messages)

        store.pages, store.failing = ROOMY, True
        await do(room, 0, play)  # this one meets the last of the small disk
        answer = await do(room, 0, play)
        assert answer.version == room.table.version == (await store.load(created.table))[-1].version
        assert await health(house) == 200
        assert caplog.messages[before:] == ["store_back"]
    finally:
        await house.close()
