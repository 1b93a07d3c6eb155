"""The drill: export, lose everything, import, and play on at the same tables with the same links."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.place import POND, ROOT, Person, Place


def paddock(*arguments: str) -> str:
    program = str(Path(sys.executable).with_name("paddock"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.asyncio
async def test_after_everything_is_lost_a_backup_brings_the_tables_back(tmp_path: Path) -> None:
    first, second, backup = tmp_path / "first", tmp_path / "second", tmp_path / "backup.jsonl"
    first.mkdir()
    second.mkdir()
    with Place(first / "tables.db") as place:
        ada, ben = Person(place), Person(place, "Ben", "fox")
        table, done = await ada.create("me open"), await ada.create("me open", options={"rounds": 1})
        for one in (table, done):
            await ben.sit(one)
        async with ada.look(table) as hers, ben.look(table) as his:
            await hers.play()
            await hers.ask("say", text="see you tomorrow")
            before = (await his.prompted())["view"]
        async with ada.look(done) as hers, ben.look(done) as his:
            await asyncio.gather(hers.play_on(), his.play_on())
        record = (await ada.http("GET", f"/api/tables/{done['table']}/transcript")).text
    assert paddock("export", str(backup), "--db", str(first / "tables.db")).startswith("2 tables written")
    for file in first.iterdir():
        file.unlink()
    told = paddock("import", str(backup), "--db", str(second / "tables.db"), "--game", POND)
    assert told.startswith("2 tables read")
    assert "everything is as it was written" in paddock("doctor", "--db", str(second / "tables.db"))
    with Place(second / "tables.db") as place:
        ada.place = ben.place = place
        assert (await ada.http("GET", f"/api/tables/{done['table']}/transcript")).text == record
        async with ada.look(table) as hers, ben.look(table) as his:
            assert (await his.prompted())["view"] == before
            assert hers.frame["table"]["seats"][1]["name"] == "Ben"
            assert (await his.play())["done"]
            await asyncio.gather(hers.play_on(), his.play_on())
        assert (await ada.read(f"/api/tables/{table['table']}"))["status"] == "over"
