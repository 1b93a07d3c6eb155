"""Site: how long people wait for a page and for each other in a slow browser, what jumps about, and what it weighs."""

from __future__ import annotations

import asyncio
import gzip
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median

import paddock
from paddock.bench.browser import DESK, Site, Visitor, chromium
from paddock.bench.process import free_port
from paddock.bench.process import paddock as server

BUILT = Path(paddock.__file__).with_name("web")
SLOWED = 4.0  # times: a telephone of the middle class
FRESH = 5  # first visits
DECISIONS = 10  # that two people show each other
LONG = 25  # decisions at each table with bots: together more than fifty clicks
FORGIVEN = 50  # interactions of which the slowest is left out, as Web Vitals define INP
# A shift within half a second of a click is put down to the click; bots wait longer, so nothing of theirs is excused.
BOT_DELAY = "0.6"
TABLES = {"zooloretto": ["open", "easy", "easy"], "franks-zoo": ["open", "easy", "easy", "easy"]}
PAIR = "zooloretto"  # a game that two people can play


def run(seed: int = 1) -> dict[str, float]:
    """Measure a server and a browser of our own."""
    return asyncio.run(measure(seed))


async def measure(seed: int) -> dict[str, float]:
    random = Random(seed)
    async with opened(SLOWED) as site:
        first_paint = await first_paints(site)
        shift, times = await play(site, random)
        seen = await see_each_other(site, random)
    return {
        "first_paint_ms": round(first_paint, 1),
        "layout_shift": round(shift, 4),
        "interaction_to_next_paint_ms": round(interaction_to_next_paint(times), 1),
        "opponent_sees_move_ms": round(seen, 1),
        "shell_gzip_bytes": shell_gzip_bytes(),
        "interactions": len(times),
        "slowest_interaction_ms": round(max(times), 1),
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


async def first_paints(site: Site) -> float:
    """Milliseconds until a first visitor sees anything of the home page: the median."""
    times = []
    for _ in range(FRESH):
        async with site.visit("/") as visitor:
            await visitor.settled()
            times.append(float(await visitor.page.evaluate("watch.paints.get('first-contentful-paint')")))
    return median(times)


async def play(site: Site, random: Random) -> tuple[float, list[float]]:
    """All shifts of the home page and of a table of each game; how long each click at a table waits for its picture."""
    async with site.visit("/") as visitor:
        await visitor.settled()
        moved = await visitor.shifts()
    times: list[float] = []
    for game in TABLES:
        async with at_table(site, game) as visitor:
            await decide(visitor, random, LONG)
            moved += await visitor.shifts()
            times += await visitor.interactions()
    return sum(shift.value for shift in moved), times


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
    found = [
        index,
        *(
            BUILT / name
            for name in re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css|svg))"', index.read_text("utf-8"))
        ),
    ]
    for path in found:  # grows
        if path.suffix == ".js":
            imported = re.findall(r"(?:from|import)\s*[\"']\./([^\"']+)[\"']", path.read_text("utf-8"))
            found += [path.with_name(name) for name in imported if path.with_name(name) not in found]
    return found


def shell_gzip_bytes() -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in shell())
