"""Export and import: every table comes back as it was, and what was changed on the way is refused."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from paddock.core.errors import PaddockError
from paddock.core.fair import first_link, next_link
from paddock.core.registry import load
from paddock.server import archive
from paddock.server.entry import ClockRule, Entry
from paddock.server.store import open_store
from paddock.server.store.store import Row, Store, TableRow
from paddock.server.table import Sitter, Table, Terms, encode, opening
from paddock.server.wire import encoder

pytestmark = pytest.mark.asyncio
SECRET = bytes(range(32))
NAME = "abcdefghijklmnop"


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Store]:
    store = open_store(path)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def keep_a_table(store: Store) -> Table:
    """A table of Zooloretto with one person, begun, and one decision made."""
    game = load("zooloretto")
    terms = Terms(["open", "easy"], ClockRule(), True, "easy")
    first = opening(NAME, game, game.setup(2), terms, SECRET, 1000)
    table = Table(SECRET)
    epoch = await store.create(
        TableRow(NAME, "zooloretto", True, "waiting", 1000, 1000, SECRET, "invitation"),
        row_of(1, first)._replace(link=next_link(first_link(NAME), encode(first.body))),
    )
    table.fold(first, encode(first.body))
    sat = table.sitting(Sitter("ada", "Ada", "otter", ""), 0, "token", 1001)
    await keep(store, table, sat, epoch, (0, "ada"))
    while (owed := table.owed(1002)) is not None:
        await keep(store, table, owed, epoch)
    seat = table.pending[0]
    await keep(
        store, table, table.played(seat, table.asked[seat], table.match.state.legal_actions(seat)[0], 1003), epoch
    )
    return table


async def keep(store: Store, table: Table, entry: Entry, epoch: int, sits: tuple[int, str] | None = None) -> None:
    link = next_link(table.chain, encode(entry.body))
    await store.append(row_of(table.version + 1, entry)._replace(link=link), epoch, entry.status, sits)
    table.fold(entry, encode(entry.body))


def row_of(version: int, entry: Entry) -> Row:
    personal = encoder.encode(entry.personal) if entry.personal else None
    return Row(NAME, version, encode(entry.body), personal, entry.person, entry.body.at, None)


async def written(path: Path) -> str:
    out = io.StringIO()
    async with opened(path) as store:
        await archive.write(store, out)
    return out.getvalue()


async def test_every_table_comes_back_as_it_was(tmp_path: Path) -> None:
    async with opened(tmp_path / "one.db") as store:
        table = await keep_a_table(store)
        before = [row async for row in store.everything()]
    text = await written(tmp_path / "one.db")
    async with opened(tmp_path / "two.db") as store:
        assert await archive.read(store, io.BytesIO(text.encode())) == (1, 0, [], [])
        assert [row async for row in store.everything()] == before
        assert [(row.id, seat) for row, seat in await store.mine("ada", 9)] == [(NAME, 0)]
        assert await archive.read(store, io.BytesIO(text.encode())) == (0, 1, [], [])
        again = Table(SECRET)
        for row in await store.load(NAME):
            again.take(row)
    assert again.chain == table.chain
    assert again.match.events == table.match.events
    assert await written(tmp_path / "two.db") == text


async def test_an_import_that_was_cut_off_is_finished_by_the_next(tmp_path: Path) -> None:
    async with opened(tmp_path / "one.db") as store:
        await keep_a_table(store)
    text = await written(tmp_path / "one.db")
    (found,) = archive.checked(io.BytesIO(text.encode()))
    assert not isinstance(found, str)
    table, rows, _ = found
    async with opened(tmp_path / "two.db") as store:
        await store.create(table, rows[0])
        await store.append(rows[1], 1, None, (0, "ada"))
    async with opened(tmp_path / "two.db") as store:
        assert await archive.read(store, io.BytesIO(text.encode())) == (1, 0, [], [])
        assert await store.load(NAME) == rows
    assert await written(tmp_path / "two.db") == text


async def test_a_table_that_went_on_or_another_way_stays_as_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path / "one.db") as store:
        table = await keep_a_table(store)
        text = io.StringIO()
        await archive.write(store, text)
        epoch = await store.claim(NAME)
        assert epoch is not None
        seat = table.pending[0]
        action = table.match.state.legal_actions(seat)[0]
        await keep(store, table, table.played(seat, table.asked[seat], action, 1004), epoch)
        longer = await store.load(NAME)
        assert await archive.read(store, io.BytesIO(text.getvalue().encode())) == (0, 1, [], [])
        assert await store.load(NAME) == longer
    async with opened(tmp_path / "two.db") as store:
        (found,) = archive.checked(io.BytesIO(text.getvalue().encode()))
        assert not isinstance(found, str)
        row, rows, _ = found
        other = rows[1]._replace(body=rows[2].body, link=next_link(rows[0].link or b"", rows[2].body))
        await store.create(row, rows[0])
        await store.append(other, 1)
        assert await archive.read(store, io.BytesIO(text.getvalue().encode())) == (0, 1, [], [])
        assert await store.load(NAME) == [rows[0], other]


async def test_what_was_changed_cut_or_is_none_is_refused_with_the_line(tmp_path: Path) -> None:
    async with opened(tmp_path / "one.db") as store:
        await keep_a_table(store)
    lines = (await written(tmp_path / "one.db")).splitlines(keepends=True)
    *begun, last = lines
    assert len(lines) == 7
    swapped = last.replace('"version":5', '"version":3')
    for text, part in (
        ("", "line 1"),
        ("{}\n", "line 1"),
        ("".join(begun), "its entries are not those that were written"),
        ("".join([*begun, swapped]), "line 7: entry 3 does not follow"),
        ("".join([*lines[:3], lines[4], lines[3], *lines[5:]]), "line 4: entry 3 does not follow"),
        ("".join([lines[0], lines[2]]), "line 2: entry 1 does not follow"),
        ("".join([*lines[:2], lines[2].replace('"body":"', '"body":"!'), *lines[3:]]), "line 3"),
        ("".join([*begun, last[:20]]), "line 7"),
    ):
        async with opened(tmp_path / "two.db") as store:
            if part == "line 1":
                with pytest.raises(PaddockError, match=part):
                    await archive.read(store, io.BytesIO(text.encode()))
            else:
                brought = await archive.read(store, io.BytesIO(text.encode()))
                assert (brought.new, brought.there, len(brought.refused)) == (0, 0, 1)
                assert part in brought.refused[0]
            assert [row async for row in store.everything()] == []


async def test_an_export_of_a_file_that_is_not_there_is_no_empty_success(tmp_path: Path) -> None:
    done = await asyncio.to_thread(call, "export", str(tmp_path / "out.txt"), "--db", str(tmp_path / "mistyped.db"))
    assert done.returncode == 2
    assert "there is no file" in done.stderr
    assert list(tmp_path.iterdir()) == []


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from paddock.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
