"""Shots: pictures of every screen, made with a real browser against a real server.

`python -m tools.shots [only]`; `only` is a part of the names of the screens that are wanted.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tests.server.place import Line, Message, Person, Place, choices

ROOT = Path(__file__).parents[1]
GOAL = ROOT / "build" / "shots"
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
THEMES = ("light", "dark")


@dataclass(frozen=True)
class Moment:
    """A table in the middle of a match: after so many decisions, as the server advises, and as soon as it is so."""

    game: str
    plan: str
    decisions: int
    so: Callable[[Message], object] = bool  # of our view
    options: Mapping[str, object] = field(default_factory=dict)


def in_phase(phase: str) -> Callable[[Message], object]:
    return lambda view: view["phase"] == phase


MOMENTS = {
    "zooloretto": Moment("zooloretto", "me easy easy easy", 48, in_phase("place")),
    "o-zoo-le-mio": Moment("o-zoo-le-mio", "me easy easy", 17, in_phase("bid")),
    "o-zoo-le-mio-tile": Moment("o-zoo-le-mio", "me easy easy easy", 14, in_phase("place")),
    "franks-zoo": Moment(
        "franks-zoo", "me easy easy easy easy", 2, lambda view: view["trick"]["ranking"] and view["playable"]
    ),
    "new-york-zoo": Moment("new-york-zoo", "me easy easy", 14, in_phase("move")),
    "new-york-zoo-piece": Moment("new-york-zoo", "me easy easy easy", 16, in_phase("place")),
    "new-york-zoo-solo": Moment("new-york-zoo", "me", 20, in_phase("move")),
    "new-york-zoo-short": Moment("new-york-zoo", "me easy", 6, in_phase("place"), {"short_game_2p": True}),
}
OVER = {  # whose results are shown
    "zooloretto": "me easy easy",
    "o-zoo-le-mio": "me easy easy",
    "franks-zoo": "me easy easy easy",
    "new-york-zoo": "me easy easy",
}
EARLIER = 4  # decisions
DICE = 20  # the same in every run


async def prepared(ada: Person, only: str) -> dict[str, str]:
    """Where the pictures are taken: the start page, tables of each game, one with a free seat, and finished matches."""
    screens = {"home": "/"}
    for name, moment in MOMENTS.items():
        if only in name or not only:
            screens[name] = f"/t/{await reached(ada, moment)}"
    await Person(ada.place, "Lena", "duck").create("me open open", "o-zoo-le-mio", public=True)
    await Person(ada.place, "Ben", "panda").create("me open medium", "zooloretto", public=True)
    await Person(ada.place, "Otto", "otter").create("me easy easy", "zooloretto", public=True)
    waiting = await ada.create("me open open", "zooloretto")
    screens["waiting"] = f"/t/{waiting['table']}#join={waiting['invite']}"
    for game, plan in OVER.items():
        if only in f"results-{game}" or only in f"replay-{game}":
            table = await finished(ada, game, plan)
            screens[f"results-{game}"] = f"/t/{table}"
            screens[f"replay-{game}"] = f"/r/{table}?step=20"
            screens[f"replay-{game}-end"] = f"/r/{table}?step=999999"
    return screens


async def reached(ada: Person, moment: Moment) -> str:
    """A table of ours at that moment; where the rest of a match has no such moment, an earlier one of another match."""
    for decisions in range(moment.decisions, 0, -EARLIER):
        table = await ada.create(moment.plan, moment.game, options=dict(moment.options))
        async with ada.look(table) as line:
            made = 0
            while (frame := await asked(line)) is not None:
                if made >= decisions and moment.so(frame["view"]):
                    return str(table["table"])
                await advised(line)
                made += 1
    raise AssertionError(f"no match of {moment.game} has such a moment")


async def asked(line: Line) -> Message | None:
    """The frame in which we must decide; None once the match is over."""
    while not choices(line.frame):
        if line.table["status"] == "over":
            return None
        await line.next()
    return line.frame


async def finished(ada: Person, game: str, plan: str) -> str:
    """A table whose match a bot has played to its end in our place."""
    table = await ada.create(plan, game)
    async with ada.look(table) as line:
        await line.send("leave", level="easy")
        await line.until_table(lambda shown: shown["status"] == "over")
    return str(table["table"])


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
    settings = json.dumps(json.dumps({"confirm": "always", "forced": False}))  # what is picked is to be seen
    await context.add_init_script(
        f"localStorage.getItem('paddock.settings') ?? localStorage.setItem('paddock.settings', {settings})"
    )
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
    with tempfile.TemporaryDirectory() as folder, Place(Path(folder) / "shots.db", games=(), seed=DICE) as place:
        ada = Person(place, "Mira", "fox")
        screens = await prepared(ada, only)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for size in SIZES:
                for theme in THEMES:
                    page = await opened(browser, ada, size, theme)
                    for name, path in screens.items():
                        if only in name:
                            await shoot(page, place.address + path, f"{name}-{size}-{theme}")
                        if only in name and size == "phone" and name in MOMENTS:
                            rail = "Ranks" if MOMENTS[name].game == "o-zoo-le-mio" else "Players"
                            await shoot(page, place.address + path, f"{name}-players-{size}-{theme}", (rail,))
                    home = place.address + "/"
                    extras = {
                        "settings": (home, ("Settings",)),
                        "play-now": (home, ("Play Zooloretto now",)),
                        "friends": (home, ("Zooloretto with friends",)),
                        "guide": (home, ("Play Zooloretto now", "How to play")),
                    }
                    if replay := screens.get("replay-zooloretto"):
                        extras["check"] = (place.address + replay, ("Check the shuffle",))
                    for name, (address, clicks) in extras.items():
                        if only in name:
                            await shoot(page, address, f"{name}-{size}-{theme}", clicks)
                    await page.context.close()
            await browser.close()
    print(f"{len(list(GOAL.glob('*.png')))} pictures in {GOAL.relative_to(ROOT)}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
