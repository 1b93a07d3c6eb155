"""Shots: pictures of every screen, made with a real browser against a real server: python -m tools.shots."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tests.server.place import Line, Message, Person, Place

ROOT = Path(__file__).parents[1]
GOAL = ROOT / "build" / "shots"
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
THEMES = ("light", "dark")
TABLES = {
    # game: the other seats, and how many decisions of ours are made before the picture, as the server advises
    "zooloretto": ("me easy easy easy", 48),
    "o-zoo-le-mio": ("me easy easy", 7),
    "franks-zoo": ("me easy easy easy easy", 2),
    "new-york-zoo": ("me easy easy", 8),
}
# What the picture waits for, for a few decisions more.
MOMENTS: dict[str, Callable[[Message], object]] = {
    "zooloretto": lambda view: view["phase"] == "place",
    "franks-zoo": lambda view: view["trick"]["ranking"] and view["playable"],
}
PATIENCE = 12


async def prepared(ada: Person) -> dict[str, str]:
    """A table of each game in the middle of a match, one with a free seat, and a finished match."""
    pick = random.Random(7).choice
    screens = {"home": "/"}
    for game, (plan, decisions) in TABLES.items():
        table = await ada.create(plan, game)
        async with ada.look(table) as line:
            for _ in range(decisions):
                await advised(line)
            wanted = MOMENTS.get(game, bool)
            for _ in range(PATIENCE):
                if wanted((await line.prompted())["view"]):
                    break
                await advised(line)
        screens[game] = f"/t/{table['table']}"
    await Person(ada.place, "Lena", "duck").create("me open open", "o-zoo-le-mio", public=True)
    await Person(ada.place, "Ben", "owl").create("me open medium", "zooloretto", public=True)
    await Person(ada.place, "Otto", "otter").create("me easy easy", "zooloretto", public=True)
    waiting = await ada.create("me open open", "zooloretto")
    screens["waiting"] = f"/t/{waiting['table']}#join={waiting['invite']}"
    over = await ada.create("me easy easy", "zooloretto")
    async with ada.look(over) as line:
        await line.play_on(pick)
    screens["results"] = f"/t/{over['table']}"
    screens["replay"] = f"/r/{over['table']}?step=20"
    screens["replay-end"] = f"/r/{over['table']}?step=999999"
    return screens


async def advised(line: Line) -> None:
    """Decide as the server would."""
    await line.prompted()
    await line.send("hint")
    action = (await line.until(lambda message: message["t"] == "hint"))["action"]
    await line.play(lambda choices: next(choice for choice in choices if choice["action"] == action))


async def opened(browser: Browser, ada: Person, size: str, theme: str) -> Page:
    width, height = SIZES[size]
    look: Any = theme
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=look, locale="en-US", reduced_motion="reduce"
    )
    person = json.dumps({"token": ada.token, "name": "Mira", "avatar": "fox"})
    await context.add_init_script(f"localStorage.setItem('paddock.person', {json.dumps(person)})")
    return await context.new_page()


async def shoot(page: Page, address: str, name: str, clicks: tuple[str, ...] = ()) -> None:
    await page.goto(address)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_selector("main :is(.sign, .shelf, .slip)")
    for click in clicks:
        await page.get_by_role("button", name=click, exact=True).first.click()
    await page.wait_for_timeout(300)  # fonts and sheets settle
    await page.screenshot(path=GOAL / f"{name}.png")


async def main(only: str = "") -> None:
    GOAL.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("shots: Chromium was not found; install Debian's chromium")
    with tempfile.TemporaryDirectory() as folder, Place(Path(folder) / "shots.db", games=()) as place:
        ada = Person(place, "Mira", "fox")
        screens = await prepared(ada)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for size in SIZES:
                for theme in THEMES:
                    page = await opened(browser, ada, size, theme)
                    for name, path in screens.items():
                        if only in name:
                            await shoot(page, place.address + path, f"{name}-{size}-{theme}")
                    home = place.address + "/"
                    extras = {
                        "settings": (home, ("Settings",)),
                        "play-now": (home, ("Play Zooloretto now",)),
                        "friends": (home, ("Zooloretto with friends",)),
                        "guide": (home, ("Play Zooloretto now", "How to play")),
                        "check": (place.address + screens["replay"], ("Check the shuffle",)),
                    }
                    for name, (address, clicks) in extras.items():
                        if only in name:
                            await shoot(page, address, f"{name}-{size}-{theme}", clicks)
                    await page.context.close()
            await browser.close()
    print(f"{len(list(GOAL.glob('*.png')))} pictures in {GOAL.relative_to(ROOT)}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
