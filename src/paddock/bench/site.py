"""Site: how long people wait for a page and for each other in a slow browser, what jumps about, and what it weighs."""

from __future__ import annotations

import asyncio
import gzip
import re
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import paddock
from paddock.bench.browser import DESK, Site, Stuck, Visitor, chromium
from paddock.bench.process import free_port
from paddock.bench.process import paddock as server

BUILT = Path(paddock.__file__).with_name("web")
SLOWED = 4.0  # times: a telephone of the middle class
FRESH = 5  # first visits to the start page
NEW = 3  # first visits to a table of each game
DECISIONS = 10  # that two people show each other
LONG = 25  # decisions at each table with bots: together more than fifty clicks
FORGIVEN = 50  # interactions of which the slowest is left out, as Web Vitals define INP
# A shift within half a second of a click is put down to the click; bots wait longer, so nothing of theirs is excused.
BOT_DELAY = "0.6"
TABLES = {
    "zooloretto": ["open", "easy", "easy"],
    "o-zoo-le-mio": ["open", "easy", "easy"],
    "franks-zoo": ["open", "easy", "easy", "easy"],
    "new-york-zoo": ["open", "easy", "easy"],
}
PLACING = ("o-zoo-le-mio", "new-york-zoo")  # games in which a piece in hand is dragged
ROUNDS = 3  # of a piece over its board
MOST = 40  # decisions until a piece comes to hand
STEPS = 25  # of the mouse for each side of a round
PAIR = "zooloretto"  # a game that two people can play


def run(seed: int = 1) -> dict[str, Any]:
    """Measure a server and a browser of our own."""
    return asyncio.run(measure(seed))


async def measure(seed: int) -> dict[str, Any]:
    random = Random(seed)
    async with opened(SLOWED) as site:
        first_paint = await first_paints(site, "/", FRESH)
        async with site.visit("/") as visitor:
            await visitor.settled()
            shift = sum(moved.value for moved in await visitor.shifts())
        played = {game: await play(site, game, random) for game in TABLES}
        seen = await see_each_other(site, random)
    times = [time for game in played.values() for time in game.pop("times")]
    return {
        "first_paint_ms": round(first_paint, 1),
        "layout_shift": round(shift + sum(game["layout_shift"] for game in played.values()), 4),
        "interaction_to_next_paint_ms": round(interaction_to_next_paint(times), 1),
        "opponent_sees_move_ms": round(seen, 1),
        "shell_gzip_bytes": shell_gzip_bytes(),
        "interactions": len(times),
        "slowest_interaction_ms": round(max(times), 1),
        "games": played,
    }


def interaction_to_next_paint(times: list[float]) -> float:
    """The slowest interaction, but for one in every fifty."""
    return sorted(times, reverse=True)[len(times) // FORGIVEN]


@asynccontextmanager
async def opened(slowed: float) -> AsyncIterator[Site]:
    """A site on a database of its own, and a browser."""
    async with chromium() as browser:
        with tempfile.TemporaryDirectory(prefix="paddock-site-") as scratch:
            database, log = Path(scratch) / "tables.db", Path(scratch) / "server.log"
            process = server(str(database), "", free_port(), log, set(), "--bot-delay", BOT_DELAY)
            try:
                await asyncio.to_thread(process.wait_until_it_listens)
                yield Site(browser, process.port, slowed)
            finally:
                process.kill()


async def first_paints(site: Site, path: str, visits: int) -> float:
    """Milliseconds until a first visitor sees anything of a page: the median."""
    times = []
    for _ in range(visits):
        async with site.visit(path) as visitor:
            await visitor.settled()
            times.append(float(await visitor.page.evaluate("watch.paints.get('first-contentful-paint')")))
    return median(times)


async def play(site: Site, game: str, random: Random) -> dict[str, Any]:
    """Somebody's first visits to a table of this game, then many decisions at it, and a piece that is dragged."""
    table, [token] = await site.seats(game, TABLES[game])
    address = f"/t/{table}#seat={token}"
    first_paint = await first_paints(site, address, NEW)
    async with site.visit(address) as visitor:
        frames = await drag(visitor, random) if game in PLACING else None
        await decide(visitor, random, LONG)
        moved, times = await visitor.shifts(), await visitor.interactions()
    return {
        "first_paint_ms": round(first_paint, 1),
        "interaction_to_next_paint_ms": round(interaction_to_next_paint(times), 1),
        "layout_shift": round(sum(shift.value for shift in moved), 4),
        "face_gzip_bytes": face_gzip_bytes(game),
        **({} if frames is None else {"drag_fps": round(frames, 1)}),
        "times": times,
    }


async def drag(visitor: Visitor, random: Random) -> float:
    """Play until a piece is in hand, drag it round its board, and put it back: how many pictures a second that gave."""
    for _ in range(MOST):
        await visitor.until("watch.asked()")
        if await visitor.page.locator("[data-tray]").count():
            break
        await visitor.decide(random)
    else:
        raise Stuck("no piece came to hand")
    await visitor.settled()
    page = visitor.page
    start = await page.evaluate("watch.met(document.querySelector('[data-tray]'))")
    board = await page.locator("[data-ground]").first.bounding_box()
    if start is None or board is None:
        raise Stuck("the piece in hand or its board cannot be seen")
    left, right = (board["x"] + board["width"] * part for part in (0.3, 0.7))
    top, bottom = (board["y"] + board["height"] * part for part in (0.3, 0.7))
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)] * ROUNDS
    await page.mouse.move(start["x"], start["y"])
    await page.mouse.down()
    await page.mouse.move(*corners[0], steps=STEPS)  # the lifting itself is an interaction, and measured as one
    await page.evaluate("watch.roll()")
    for corner in corners:
        await page.mouse.move(*corner, steps=STEPS)
    frames = float(await page.evaluate("watch.rolled()"))
    await page.keyboard.press("Escape")
    await page.mouse.up()
    return frames


@asynccontextmanager
async def at_table(site: Site, game: str, size: tuple[int, int] = DESK) -> AsyncIterator[Visitor]:
    """Somebody at a new table with bots."""
    table, [token] = await site.seats(game, TABLES[game])
    async with site.visit(f"/t/{table}#seat={token}", size) as visitor:
        yield visitor


async def decide(visitor: Visitor, random: Random, decisions: int) -> None:
    """So many decisions, with what the bots answer."""
    for _ in range(decisions):
        if not await visitor.decide(random):
            break
    await visitor.until("watch.asked()")
    await visitor.settled()


async def see_each_other(site: Site, random: Random) -> float:
    """Milliseconds from a click that plays to what it changes on the other's page: the median."""
    table, tokens = await site.seats(PAIR, ["open", "open"])
    times: list[float] = []
    async with site.visit(f"/t/{table}#seat={tokens[0]}") as ada, site.visit(f"/t/{table}#seat={tokens[1]}") as ben:
        while len(times) < DECISIONS:
            mover, other = await first_asked(ada, ben)
            await other.settled()
            await other.page.evaluate("watch.listen()")
            if not await mover.decide(random):
                break
            await other.until("watch.told()")
            clicked = await mover.page.evaluate("watch.seen.clicked")
            times.append(float(await other.page.evaluate("watch.seen.told")) - float(clicked))
    return median(times)


async def first_asked(ada: Visitor, ben: Visitor) -> tuple[Visitor, Visitor]:
    """Who has to decide, and the other."""
    waiting = [asyncio.create_task(one.until("watch.asked()")) for one in (ada, ben)]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return (ada, ben) if await ada.asked() else (ben, ada)


def shell() -> list[Path]:
    """What a browser loads first, but for the fonts: the page, what it names, and what those scripts import."""
    index = BUILT / "index.html"
    named = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css|svg))"', index.read_text("utf-8"))
    return [index, *imported([BUILT / name for name in named])]


def imported(files: list[Path]) -> list[Path]:
    """These files, and whatever their scripts import at once."""
    found = list(files)
    for path in found:  # grows
        if path.suffix == ".js":
            names = re.findall(r"(?:from|import)\s*[\"']\./([^\"']+)[\"']", path.read_text("utf-8"))
            found += [path.with_name(name) for name in dict.fromkeys(names) if path.with_name(name) not in found]
    return found


def fetched_later(name: str) -> set[Path]:
    """What `import("./name-….js")` fetches, with the styles that vite notes for it."""
    (script,) = (BUILT / "assets").glob(f"{name}-*.js")
    found = set(imported([script]))
    for path in (BUILT / "assets").glob("*.js"):
        text = path.read_text("utf-8")
        noted = re.search(r"__vite__mapDeps=.*?\[(\".*?)\]", text)
        names = re.findall(r'"([^"]+)"', noted[1]) if noted else []
        for list_of in re.findall(
            rf'import\(["`\']\./{re.escape(script.name)}["`\']\)[^)]*?__vite__mapDeps\(\[([\d,]+)\]', text
        ):
            found |= {BUILT / names[int(at)] for at in list_of.split(",")}
    return found


def face_gzip_bytes(game: str) -> int:
    """What a table of this game loads beyond what the table of any game needs."""
    return packed(fetched_later(game) - fetched_later("Table") - set(shell()))


def packed(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


def shell_gzip_bytes() -> int:
    return packed(shell())
