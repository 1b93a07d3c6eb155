"""The site is light, and nothing on a table moves by itself."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paddock.bench import site
from paddock.bench.browser import DESK, PHONE, NoBrowser, Shift, Site, chromium, chromium_path
from tests.server.place import Place


def browser() -> None:
    """Skip without a browser, unless PADDOCK_BROWSER=required."""
    try:
        chromium_path()
    except NoBrowser as lacking:
        if os.environ.get("PADDOCK_BROWSER") == "required":
            raise
        pytest.skip(str(lacking))


def test_the_shell_is_small() -> None:
    assert {path.suffix for path in site.shell()} >= {".html", ".js", ".css"}
    assert 0 < site.shell_gzip_bytes() <= 120_000


def test_what_a_script_imports_at_once_belongs_to_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "index.html": '<script src="/assets/a.js"></script><link href="/assets/a.css"><link href="/assets/a.woff2">',
        "assets/a.js": 'import{x}from"./b.js";import"./c.js";import("./later.js")',
        "assets/b.js": 'export{y}from"./c.js"',
        "assets/c.js": "",
        "assets/a.css": "",
    }
    (tmp_path / "assets").mkdir()
    for name, written in files.items():
        (tmp_path / name).write_text(written)
    monkeypatch.setattr(site, "BUILT", tmp_path)
    assert sorted(site.shell()) == sorted(tmp_path / name for name in files)


def test_a_face_weighs_what_its_table_needs_beyond_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deps = '["assets/Table-1.js","assets/Table-1.css","assets/pond-1.js","assets/pond-1.css","assets/places-1.js"]'
    noted = f"const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f={deps})))=>i.map(i=>d[i]);"
    files = {
        "index.html": '<script src="/assets/index-1.js"></script>',
        "assets/index-1.js": noted + "x(()=>import(`./Table-1.js`),__vite__mapDeps([0,1,4]))",
        "assets/Table-1.js": noted + 'import"./places-1.js";x(()=>import(`./pond-1.js`),__vite__mapDeps([2,3,4]))',
        "assets/Table-1.css": "",
        "assets/pond-1.js": 'import{a}from"./index-1.js";import"./places-1.js";import"./ripple-1.js"',
        "assets/pond-1.css": "",
        "assets/places-1.js": "",
        "assets/ripple-1.js": "",
    }
    (tmp_path / "assets").mkdir()
    for name, written in files.items():
        (tmp_path / name).write_text(written)
    monkeypatch.setattr(site, "BUILT", tmp_path)
    own = [tmp_path / "assets" / name for name in ("pond-1.js", "pond-1.css", "ripple-1.js")]
    assert site.face_gzip_bytes("pond") == site.packed(own)


@pytest.mark.parametrize("game", site.TABLES)
def test_every_face_is_light(game: str) -> None:
    assert 0 < site.face_gzip_bytes(game) <= 60_000


@asynccontextmanager
async def dealt(folder: Path, seed: int) -> AsyncIterator[Site]:
    """A site whose dice and bots fall alike in every run, so that what moves once moves always."""
    flags = ["--bot-delay", site.BOT_DELAY, "--workers", "2"]  # one of two is quick: for easy bots on a busy machine
    with Place(folder / "tables.db", *flags, games=(), seed=seed) as place:
        async with chromium() as browser:
            yield Site(browser, int(place.address.rpartition(":")[2]), slowed=1)


async def shifts(folder: Path, game: str, size: tuple[int, int], decisions: int, seed: int = 1) -> list[Shift]:
    async with dealt(folder, seed) as place, site.at_table(place, game, size) as visitor:
        await site.decide(visitor, Random(seed), decisions)
        assert visitor.decisions == decisions
        assert visitor.broken == []
        return await visitor.shifts()


async def shifts_at_home(size: tuple[int, int]) -> list[Shift]:
    async with site.opened(slowed=1) as place, place.visit("/", size) as visitor:
        await visitor.settled()
        assert visitor.broken == []
        return await visitor.shifts()


def seen(watched: Coroutine[Any, Any, list[Shift]]) -> list[Shift]:
    with ThreadPoolExecutor(1) as pool:  # another test's browser may have left a running loop in this thread
        return pool.submit(asyncio.run, watched).result()


def name(value: object) -> str:
    return f"{value[0]}x{value[1]}" if isinstance(value, tuple) else str(value)


STILL = [(game, size) for game in site.TABLES for size in (DESK, PHONE)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), STILL, ids=name)
def test_nothing_on_a_table_moves_by_itself(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    browser()
    assert seen(shifts(tmp_path, game, size, decisions=5)) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=name)
def test_nothing_on_the_start_page_moves_by_itself(size: tuple[int, int]) -> None:
    browser()
    assert seen(shifts_at_home(size)) == []
